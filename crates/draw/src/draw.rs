//! Draws a dungeon: each level as a pane, the panes on a page.

use undercroft::dungeon::Dungeon;

use super::contents::Occurrences;
use super::level_pane::panes;
use super::options::DrawOptions;
use super::overlay::Overlay;
use super::page;
use super::picture::Picture;
use super::work_meter::{Cancelled, WorkMeter};

/// Draws a dungeon.
pub fn draw(dungeon: &Dungeon, options: &DrawOptions) -> Picture {
    draw_with(dungeon, options, &[])
}

/// Draws a dungeon with overlays on it.
pub fn draw_with(dungeon: &Dungeon, options: &DrawOptions, overlays: &[Overlay]) -> Picture {
    draw_all(&options.edition.known(dungeon), options, overlays, &WorkMeter::unlimited())
}

/// Draws a dungeon, unless the meter stops.
///
/// # Errors
/// When the sink of the meter asked to stop.
pub fn draw_metered(dungeon: &Dungeon, options: &DrawOptions, meter: &WorkMeter) -> Result<Picture, Cancelled> {
    let picture = draw_all(&options.edition.known(dungeon), options, &[], meter);
    meter.ask().map(|()| picture)
}

fn draw_all(dungeon: &Dungeon, options: &DrawOptions, overlays: &[Overlay], meter: &WorkMeter) -> Picture {
    let mut seen = Occurrences::default();
    let plates = panes(dungeon, options, overlays, &mut seen, meter);
    let title = options.title.clone().unwrap_or_else(|| dungeon.name.clone());
    if options.sheet {
        page::compose(dungeon, title, plates, options, &seen, overlays)
    } else {
        page::bare(title, plates, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Edition;
    use crate::options::Levels;
    use crate::picture::Point;
    use crate::redact::redact_secrets;
    use crate::theme::{THEME_NAMES, Theme};
    use crate::{fixture, overlay, terminal};
    use undercroft::dungeon::Level;

    const HALL: &str = r###"
   #######    ##########
   #.....#    #........#
   #.....#    #........#
   #.....+,,,,+........####
   #.....#  , #.......>#..#
   ###'###  , #........L..#
     ,,,    , ##H##########
     , ,    ,   ,
#####"##,   ,   ,
#......#,   ,   ,,,,,,,
#......S,   ,         ,
#......#,,,,,   ######B####
#......#    ,   #.........#
###++###    ,   #.........#
   ,,       ,,,,".........#
   ,,           #.........#
                ###########
"###;

    fn random(blocks: i32, seed: u64) -> Dungeon {
        fixture::furnished("Random", &[&fixture::random_picture(undercroft_grid::Size::of(blocks, blocks), seed)])
    }

    fn player() -> DrawOptions {
        DrawOptions { edition: Edition::Player, room_key: true, ..DrawOptions::default() }
    }

    #[test]
    fn the_same_dungeon_gives_the_same_bytes() {
        let dungeon = fixture::furnished("The Hall of Quiet Ink", &[HALL]);
        let svg = draw(&dungeon, &DrawOptions::default()).to_svg();
        assert_eq!(svg, draw(&dungeon.clone(), &DrawOptions::default()).to_svg());
        // FNV-1a of the text: a change here changes every drawing, on purpose or not.
        let hash = svg
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        assert_eq!(hash, 0x774b_bc25_5b64_067a, "{hash:#x}");
    }

    #[test]
    fn a_drawing_of_a_hundred_by_a_hundred_cells_stays_below_400_kilobytes() {
        for seed in 0..4 {
            let svg = draw(&random(8, seed), &DrawOptions::default()).to_svg();
            assert!(svg.len() < 400_000, "{}", svg.len());
        }
    }

    #[test]
    fn every_drawing_is_svg_that_another_program_reads() {
        let dungeon = random(2, 1);
        for theme in THEME_NAMES.map(|name| Theme::named(name).unwrap()) {
            let options =
                DrawOptions { theme, coordinates: true, module_grid: Some((4, 3)), room_key: true, ..player() };
            let svg = draw(&dungeon, &options).to_svg();
            assert!(resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).is_ok());
        }
    }

    /// The slow truth, on the letters of a picture: `S` is wall, and what it parted from the largest room is gone.
    fn walled_up(picture: &str) -> String {
        let mut lines: Vec<Vec<char>> = picture.lines().map(|line| line.chars().collect()).collect();
        let secrets: Vec<(usize, usize)> = places(&lines, |letter| letter == 'S');
        for &(x, y) in &secrets {
            lines[y][x] = '#';
        }
        let dungeon = fixture::dungeon("", &[&picture.replace('S', "#")]);
        let largest = dungeon.rooms.iter().max_by_key(|room| (room.area(), std::cmp::Reverse(room.id))).unwrap();
        let start = largest.floor[0].start;
        let known = joined(&lines, (start.x as usize, start.y as usize));
        for (x, y) in secrets {
            for beside in [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)] {
                let found = joined(&lines, beside);
                found.iter().filter(|place| !known.contains(place)).for_each(|&(x, y)| lines[y][x] = ' ');
            }
        }
        lines.iter().map(|line| line.iter().collect::<String>() + "\n").collect()
    }

    fn places(lines: &[Vec<char>], wanted: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
        let all = lines.iter().enumerate().flat_map(|(y, line)| (0..line.len()).map(move |x| (x, y)));
        all.filter(|&(x, y)| wanted(lines[y][x])).collect()
    }

    /// Everything joined to a place, by trying again and again until nothing changes.
    fn joined(lines: &[Vec<char>], start: (usize, usize)) -> Vec<(usize, usize)> {
        let open = places(lines, |letter| !matches!(letter, '#' | ' '));
        let mut found: Vec<_> = open.iter().copied().filter(|&place| place == start).collect();
        loop {
            let touches = |&(x, y): &(usize, usize)| {
                found.iter().any(|&(fx, fy)| x.abs_diff(fx) + y.abs_diff(fy) == 1) && !found.contains(&(x, y))
            };
            let more: Vec<_> = open.iter().copied().filter(touches).collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    #[test]
    fn the_players_edition_is_drawn_as_if_there_were_no_secret() {
        let pictures = (0..40).map(|seed| fixture::random_picture(undercroft_grid::Size::of(2, 2), seed));
        let secret: Vec<String> = pictures.filter(|picture| picture.contains('S')).collect();
        assert!(secret.len() > 5);
        for picture in secret {
            let drawings = [picture.clone(), walled_up(&picture)]
                .map(|picture| draw(&fixture::dungeon("Random", &[&picture]), &player()).to_svg());
            assert!(drawings[0] == drawings[1], "{picture}");
        }
    }

    #[test]
    fn a_room_behind_a_secret_door_leaves_no_trace_for_players() {
        let secret = "\n#####\n#...####\n#...S..#\n#...####\n#####";
        let dull = "\n#####\n#...#\n#...#\n#...#\n#####\n";
        let [mut with, mut without] = [secret, dull].map(|picture| fixture::furnished("Two Rooms", &[picture, "   "]));
        // Widths differ, and so do the last rooms; everything else is the same picture.
        (with.goal, without.goal) = (None, None);
        assert_eq!(draw(&with, &player()).to_svg(), draw(&without, &player()).to_svg());
        let master = draw(&with, &DrawOptions::default()).to_svg();
        assert_ne!(master, draw(&with, &player()).to_svg());
    }

    #[test]
    fn rooms_that_merely_cannot_be_reached_are_no_secret() {
        let dungeon = fixture::dungeon("", &["...#...#S#...\n###########.#"]);
        let open = |level: &Level| level.terrain.values().iter().filter(|terrain| !terrain.is_massive()).count();
        assert_eq!(open(&redact_secrets(&dungeon).levels[0]), open(&dungeon.levels[0]) - 1);
    }

    #[test]
    fn a_level_that_is_not_there_is_a_blank_sheet() {
        let dungeon = random(1, 1);
        for sheet in [true, false] {
            let options = DrawOptions { levels: Levels::One(9), sheet, ..DrawOptions::default() };
            assert!(draw(&dungeon, &options).area.width() > 0);
        }
        assert!(draw(&Dungeon::bare("", Vec::new()), &DrawOptions::default()).area.height() > 0);
    }

    #[test]
    fn things_off_the_map_are_passed_over() {
        let mut dungeon = fixture::furnished("Wild", &[HALL]);
        let far = undercroft_grid::Cell::new(i32::MAX - 1, i32::MIN + 1);
        dungeon.doors[0].cells = vec![far];
        dungeon.doors[1].cells.clear();
        dungeon.rooms[0].floor[0].start = far;
        dungeon.rooms[0].floor[0].length = 1;
        dungeon.markers.iter_mut().for_each(|marker| marker.cell = far);
        dungeon.entrance.as_mut().unwrap().door = undercroft::dungeon::DoorId(u32::MAX);
        dungeon.outline = Some(undercroft_grid::Rect::new(-9, -9, -3, -3));
        for link in &mut dungeon.links {
            link.doors_mut().fill(undercroft::dungeon::DoorId(77));
        }
        for edition in [Edition::GameMaster, Edition::Player] {
            let options = DrawOptions { edition, room_key: true, coordinates: true, ..DrawOptions::default() };
            assert!(!draw(&dungeon, &options).to_svg().is_empty());
        }
        assert!(!terminal::render(&dungeon, &terminal::TerminalOptions::default()).text.is_empty());
    }

    #[test]
    fn overlays_are_groups_of_their_own_and_stand_in_the_legend() {
        let dungeon = random(1, 1);
        let level = &dungeon.levels[0];
        let seen = overlay::Mark::Cells(undercroft_grid::BitGrid::full(level.size()));
        let layer = |name: &str, mark| Overlay { name: name.to_owned(), z: 0, color: overlay::PALETTE[1], mark };
        let path = overlay::Mark::Lines(vec![vec![Point::new(0, 0), Point::new(5000, 5000)]]);
        let layers = [layer("seen from here", seen), layer("path", path)];
        let svg = draw_with(&dungeon, &DrawOptions::default(), &layers).to_svg();
        assert!(svg.contains("<g id=\"level-0-seen-from-here\">") && svg.contains("<g id=\"level-0-path\">"));
        assert_eq!(svg.matches("class=\"swatch\"").count(), 2);
    }

    #[test]
    fn ids_of_groups_are_used_once() {
        let dungeon = fixture::furnished("Two", &["...\n..>", "...\n..<"]);
        let svg = draw(&dungeon, &DrawOptions::default()).to_svg();
        let ids: Vec<&str> = svg.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let unique: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
        assert!(ids.len() == unique.len() && unique.contains("level--1-walls"), "{ids:?}");
    }
}
