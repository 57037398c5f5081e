//! Maps in the terminal.
//!
//! ```text
//!   ┌─────┐       Walls are lines that join rightly wherever they meet; a wall cell shows only when it borders something
//!   │·····└──┐    open, and rock stays blank. Large maps are drawn with half blocks, two cells to a letter, and smaller
//!   │·····▯··│    still when even that is too wide. Features are dim letters, a letter for each kind.
//!   └────────┘
//! ```

use std::fmt::Write;

use undercroft_grid::{BitGrid, Cell, Dir};

use super::door::DoorLook;
use super::half_block;
pub use super::half_block::thumbnail;
use super::label_spot::Free;
use super::options::Edition;
pub use super::sketch::Sketch;
use super::sketch::foreground;
use super::wall_line::wall_line;
use undercroft::dungeon::{Dungeon, Ground, Level, MarkerKind, Role, Terrain};
use undercroft::format::text_commentary;

/// The letters that are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Lines where they fit the width, half blocks where they do not.
    #[default]
    Auto,
    /// Box-drawing lines.
    Unicode,
    /// Plain ASCII, which text maps can be read back from.
    Ascii,
    /// Half blocks: two cells, one above the other, in one letter.
    HalfBlock,
}

/// What to draw and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TerminalOptions {
    /// Columns of the terminal; `None` when it has no edge.
    pub width: Option<usize>,
    /// Whether colors of the 256 may be used.
    pub color: bool,
    /// The letters that are used.
    pub style: Style,
    /// The level to draw; `None` for all.
    pub z: Option<i32>,
    /// Who the drawing is for.
    pub edition: Edition,
}

/// Draws a dungeon in letters.
///
/// ```
/// use undercroft::format::read;
/// use undercroft_draw::terminal::{Style, TerminalOptions, render};
///
/// let hall = read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let lines = TerminalOptions { style: Style::Unicode, ..TerminalOptions::default() };
/// assert!(render(&hall, &lines).text.contains("┌───┐"));
/// ```
pub fn render(dungeon: &Dungeon, options: &TerminalOptions) -> Sketch {
    let dungeon = &*options.edition.known(dungeon);
    let mut sketch = Sketch::default();
    let levels: Vec<&Level> = dungeon.levels.iter().filter(|level| options.z.is_none_or(|z| z == level.z)).collect();
    for level in &levels {
        if levels.len() > 1 {
            let _ = writeln!(sketch.text, "level {}", level.z);
        }
        let drawn = level_sketch(dungeon, level, options);
        sketch.text.push_str(&drawn.text);
        sketch.legend = if sketch.legend.is_empty() { drawn.legend } else { sketch.legend };
        sketch.note = sketch.note.or(drawn.note);
    }
    sketch
}

fn level_sketch(dungeon: &Dungeon, level: &Level, options: &TerminalOptions) -> Sketch {
    let width = level.size().width() as usize;
    let limit = options.width.unwrap_or(usize::MAX).max(1);
    match options.style {
        Style::HalfBlock => half_block::fitted(level, limit, options.color),
        Style::Auto if width > limit => half_block::fitted(level, limit, options.color),
        style => {
            let ascii = style == Style::Ascii;
            let legend = if ascii { String::new() } else { legend(dungeon, limit) };
            Sketch { text: lines(dungeon, level, ascii, options.color), legend, note: too_wide(width, limit) }
        }
    }
}

/// The letters of features with what they mean, as many to a line as fit.
fn legend(dungeon: &Dungeon, limit: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let meanings = text_commentary::feature_legend(dungeon);
    for meaning in meanings.lines().map(|line| line.replacen("  ", " ", 1)) {
        let fits = |line: &&mut String| line.chars().count() + meaning.chars().count() + 3 <= limit.min(LEGEND_WIDTH);
        match lines.last_mut().filter(fits) {
            Some(line) => line.extend(["   ", &meaning]),
            None => lines.push(meaning),
        }
    }
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn too_wide(width: usize, limit: usize) -> Option<String> {
    let say = || {
        format!(
            "the map is {width} columns wide, the terminal {limit}: scroll sideways with `less -RS`, or draw it smaller with half blocks"
        )
    };
    (width > limit).then(say)
}

/// The longest line of a legend. [Unit: letters]
const LEGEND_WIDTH: usize = 100;

/// A letter with its color among the 256; 0 for the terminal's own.
type Inked = (char, u8);

fn lines(dungeon: &Dungeon, level: &Level, ascii: bool, color: bool) -> String {
    let things = things(dungeon, level, ascii);
    let open = BitGrid::from_fn(level.size(), |cell| !level.at(cell).is_massive());
    let mut out = String::new();
    for y in 0..level.size().height() {
        let mut line = String::new();
        let mut pen = 0;
        for x in 0..level.size().width() {
            let cell = Cell::new(x, y);
            let thing = things[level.size().id(cell)];
            let (letter, ink) = thing.unwrap_or_else(|| ground(level, &open, cell, ascii));
            if color && letter != ' ' && ink != pen {
                line.push_str(&foreground(ink));
                pen = ink;
            }
            line.push(letter);
        }
        out.push_str(line.trim_end());
        out.push_str(if pen == 0 { "\n" } else { "\u{1b}[0m\n" });
    }
    if ascii {
        return out;
    }
    // Rows of bare rock above and below would only push the map off the screen.
    format!("{}\n", out.trim_matches('\n'))
}

/// Walls in warm grey, floor dim, doors brown, what matters bright.
const WALL: u8 = 250;
const FLOOR: u8 = 240;
const CORRIDOR: u8 = 242;
const DOOR: u8 = 173;
const STAIRS: u8 = 80;
const SYMBOL: u8 = 221;
const FEATURE: u8 = 246;

/// What lies on the floor, over the floor. Plain text has a block of its own for it.
const fn lying(ground: Ground) -> Inked {
    match ground {
        Ground::Deep => ('≈', 32),
        Ground::Shallow => (Ground::Shallow.glyph(), 74),
        Ground::Chasm => (Ground::Chasm.glyph(), 238),
        Ground::Rubble => (Ground::Rubble.glyph(), 245),
        Ground::Grass => (Ground::Grass.glyph(), 107),
        other => (other.glyph(), DOOR),
    }
}

fn ground(level: &Level, open: &BitGrid, cell: Cell, ascii: bool) -> Inked {
    let lies = level.ground_at(cell);
    if !ascii && lies != Ground::Bare {
        return lying(lies);
    }
    match level.at(cell) {
        Terrain::Floor => (if ascii { '.' } else { '·' }, FLOOR),
        Terrain::Corridor => (if ascii { ',' } else { '░' }, CORRIDOR),
        Terrain::Door => ('+', DOOR),
        Terrain::StairsUp => ('<', STAIRS),
        Terrain::StairsDown => ('>', STAIRS),
        massive if ascii => (massive.glyph(), WALL),
        _ => (wall_line(open, cell), WALL),
    }
}

/// What stands on the cells: doors, stairs and symbols, by cell id.
fn things(dungeon: &Dungeon, level: &Level, ascii: bool) -> Vec<Option<Inked>> {
    let mut things = vec![None; level.size().area()];
    let mut put = |cell: Cell, thing: Inked| {
        if level.size().contains(cell) {
            things[level.size().id(cell)] = Some(thing);
        }
    };
    for door in dungeon.doors_on(level.z) {
        let letter = door_letter(DoorLook::from_door(door), door.normal, ascii);
        door.cells.iter().for_each(|&cell| put(cell, (letter, DOOR)));
    }
    if ascii {
        return things;
    }
    let letters = text_commentary::feature_letters(dungeon);
    text_commentary::lettered_cells(dungeon, level, &letters).for_each(|(cell, letter)| put(cell, (letter, FEATURE)));
    for room in dungeon.rooms.iter().filter(|room| room.z == level.z) {
        let letter = room.roles.iter().copied().find_map(role_letter);
        let cells = room.cells().filter(|&cell| level.size().contains(cell));
        let spot = Free::from_cells(cells).and_then(|free| free.largest());
        if let (Some(letter), Some(spot)) = (letter, spot) {
            put(Cell::new((spot.middle.x - 1) / 1000, (spot.middle.y - 1) / 1000), (letter, SYMBOL));
        }
    }
    for key in dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Key && m.z == level.z) {
        put(key.cell, ('¶', SYMBOL));
    }
    things
}

/// ASCII letters are those of text maps; the others show the leaf across the opening.
fn door_letter(look: DoorLook, normal: Dir, ascii: bool) -> char {
    match (look, ascii) {
        (DoorLook::Open, _) => '\'',
        (DoorLook::Closed, true) => '+',
        (DoorLook::Closed, false) if normal.is_horizontal() => '▯',
        (DoorLook::Closed, false) => '▭',
        (DoorLook::Archway, true) => '"',
        (DoorLook::Doorway, _) => '_',
        (DoorLook::Archway, false) => '∩',
        (DoorLook::Locked, true) => 'L',
        (DoorLook::Locked, false) if normal.is_horizontal() => '▮',
        (DoorLook::Locked, false) => '▬',
        (DoorLook::Portcullis, true) => 'H',
        (DoorLook::Portcullis, false) => '⁞',
        (DoorLook::Barred, true) => 'B',
        (DoorLook::Barred, false) => '╪',
        (DoorLook::Secret, _) => 'S',
    }
}

const fn role_letter(role: Role) -> Option<char> {
    match role {
        Role::Goal => Some('★'),
        Role::Boss => Some('☠'),
        Role::Treasure => Some('◆'),
        Role::Merchant => Some('$'),
        Role::Event => Some('!'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{self, dungeon, random_picture};

    fn check(picture: &str, wanted: &str) {
        let options = TerminalOptions { style: Style::Unicode, ..TerminalOptions::default() };
        let drawn = render(&dungeon("", &[picture]), &options).text;
        assert_eq!(drawn.trim_matches('\n'), wanted.trim_matches('\n'), "\n{drawn}");
    }

    #[test]
    fn walls_join_at_corners_and_stop_at_doors() {
        check(
            "
#########
#...#...#
#...+...#
#...#...#
#########",
            "
┌───┬───┐
│···╵···│
│···▯···│
│···╷···│
└───┴───┘",
        );
    }

    #[test]
    fn walls_cross_where_four_rooms_meet() {
        check(
            "
#######
#..#..#
#######
#..#..#
#######",
            "
┌──┬──┐
│··│··│
├──┼──┤
│··│··│
└──┴──┘",
        );
    }

    #[test]
    fn rock_stays_blank_and_corridors_have_walls_of_their_own() {
        check(
            "
#####
#...#     #####
#...+,,,,,'...#
#...#     #...#
#####     #####",
            "
┌───┐
│···└─────────┐
│···▯░░░░░'···│
│···┌─────┐···│
└───┘     └───┘",
        );
    }

    #[test]
    fn a_pillar_is_a_dot_and_a_lone_spur_ends_half_way() {
        check(
            "
#######
#.....#
#.#.###
#.....#
#######",
            "
┌─────┐
│·····│
│·▪·╶─┤
│·····│
└─────┘",
        );
    }

    #[test]
    fn ascii_is_the_text_map_itself() {
        let picture = random_picture(undercroft_grid::Size::of(2, 2), 8);
        let options = TerminalOptions { style: Style::Ascii, ..TerminalOptions::default() };
        let drawn = render(&dungeon("", &[&picture]), &options).text;
        let wanted: Vec<&str> = picture.trim_matches('\n').lines().map(str::trim_end).collect();
        assert_eq!(drawn.lines().collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn colours_appear_only_when_wanted() {
        let dungeon = dungeon("", &["###\n#.+\n###"]);
        for style in [Style::Unicode, Style::Ascii, Style::HalfBlock] {
            let with = render(&dungeon, &TerminalOptions { style, color: true, ..TerminalOptions::default() }).text;
            let without = render(&dungeon, &TerminalOptions { style, ..TerminalOptions::default() }).text;
            assert!(with.contains("\u{1b}[38;5;") && with.contains("\u{1b}[0m") && !without.contains('\u{1b}'));
        }
    }

    #[test]
    fn a_map_wider_than_the_terminal_shrinks_or_says_how_to_scroll() {
        let dungeon = dungeon("", &[&random_picture(undercroft_grid::Size::of(8, 2), 2)]);
        let options = TerminalOptions { width: Some(40), ..TerminalOptions::default() };
        let sketch = render(&dungeon, &options);
        assert!(sketch.text.lines().all(|line| line.chars().count() <= 40));
        assert!(sketch.note.unwrap().contains("3×3 cells to a dot"));
        let lines = render(&dungeon, &TerminalOptions { style: Style::Unicode, ..options });
        assert!(lines.note.unwrap().contains("less -RS"));
        assert_eq!(render(&dungeon, &TerminalOptions::default()).note, None);
    }

    #[test]
    fn features_are_letters_that_a_legend_explains() {
        let mut hall = dungeon("", &["######\n#....#\n#....#\n######"]);
        fixture::furnish(&mut hall);
        let options = TerminalOptions { style: Style::Unicode, ..TerminalOptions::default() };
        let sketch = render(&hall, &options);
        assert_eq!(sketch.text, "┌─d──┐\n│cca·│\n│ccb·│\n└────┘\n");
        assert_eq!(sketch.legend, "a chest   b pit, secret   c rug   d torch\n");
        let narrow = render(&hall, &TerminalOptions { width: Some(16), ..options });
        assert_eq!(narrow.legend, "a chest\nb pit, secret\nc rug   d torch\n");
        let player = render(&hall, &TerminalOptions { edition: Edition::Player, ..options });
        assert_eq!(player.text, "┌─c──┐\n│bba·│\n│bb··│\n└────┘\n");
        let ascii = render(&hall, &TerminalOptions { style: Style::Ascii, ..options });
        assert_eq!((ascii.text.as_str(), ascii.legend.as_str()), ("######\n#....#\n#....#\n######\n", ""));
    }

    #[test]
    fn players_see_no_secret_door() {
        let dungeon = dungeon("", &["#########\n#...S...#\n#########"]);
        let options = TerminalOptions { edition: Edition::Player, style: Style::Unicode, ..TerminalOptions::default() };
        assert_eq!(render(&dungeon, &options).text, "┌───┐\n│···│\n└───┘\n");
    }
}
