//! The entrance: strokes of daylight before its open end, or steps before the door of a house, and the word.

use undercroft::dungeon::{Dungeon, Level};
use undercroft_grid::{BitGrid, Cell};

use super::door;
use super::ink::{Frame, Ink};
use super::lettering;
use super::picture::{Area, CELL, Point, VectorPath};

/// Height of the word.
pub const WORD_HEIGHT: i32 = 420;
const WORD: &str = "entrance";
/// From the end of the runway to the strokes of daylight.
const GAP: i32 = 120;
/// Length of the longest stroke.
const ARROW: i32 = 520;

/// The entrance of a level.
#[derive(Clone, Copy, Debug)]
pub struct EntranceArrow {
    /// The end of the runway, looking out.
    frame: Frame,
    /// Whether there is bare paper enough for arrow and word.
    roomy: bool,
    /// Whether steps lead up to it, as to a house.
    has_steps: bool,
    /// Whether the word is written: the paper of a bare map ends with the map and may cut it.
    has_word: bool,
}

impl EntranceArrow {
    /// The entrance, if it is on this level, for a sheet or for a bare map.
    pub fn find(dungeon: &Dungeon, level: &Level, floor: &BitGrid, on_sheet: bool) -> Option<Self> {
        let entrance = dungeon.entrance.as_ref()?;
        let door = dungeon.doors.get(entrance.door.index()).filter(|door| door.z == level.z)?;
        let middle = door::middle(door, level.size())?;
        let end = Frame { origin: middle, out: door.normal }.at(0, CELL / 2 + i32::from(entrance.runway) * CELL);
        let frame = Frame { origin: end, out: door.normal };
        let has_steps = dungeon.outline.is_some() && entrance.runway == 2;
        let entry = Self { frame, roomy: true, has_steps, has_word: on_sheet };
        let is_paper = |cell: Cell| !floor.contains(cell) && (on_sheet || level.size().contains(cell));
        let roomy = entry.areas_taken().iter().all(|area| area.cells().cells().all(is_paper));
        Some(Self { roomy, ..entry })
    }

    /// The paper that arrow and word take up, where there is some.
    pub fn areas_taken(self) -> Vec<Area> {
        let arrow = self.roomy.then(|| Area::around(&[self.frame.at(-460, 10), self.frame.at(460, GAP + ARROW)]));
        arrow.into_iter().chain(self.is_written().then(|| self.word_area())).collect()
    }

    const fn is_written(self) -> bool {
        self.roomy && self.has_word
    }

    fn word_area(self) -> Area {
        let (middle, half) = (self.word_middle(), lettering::width(WORD, WORD_HEIGHT) / 2 + 100);
        Area::around(&[middle.shift(-half, -WORD_HEIGHT), middle.shift(half, WORD_HEIGHT)])
    }

    /// Three strokes of daylight, where there is paper for them; two steps on the path to a house.
    pub fn arrow(self) -> Ink {
        let mut lines = VectorPath::default();
        if self.has_steps {
            for (out, half) in [(-1480, 400), (-1220, 460)] {
                lines.extend(self.frame.line([-half, out], [half, out]));
            }
        } else if self.roomy {
            for (along, length) in [(-300, 400), (0, ARROW), (300, 400)] {
                lines.extend(self.frame.line([along, GAP], [along * 3 / 2, GAP + length]));
            }
        }
        Ink { lines, ..Ink::default() }
    }

    /// The word, on a sheet where there is paper for it.
    pub fn word(self) -> VectorPath {
        if !self.is_written() {
            return VectorPath::default();
        }
        lettering::write_centred(WORD, self.word_middle(), WORD_HEIGHT)
    }

    fn word_middle(self) -> Point {
        let half =
            if self.frame.out.is_horizontal() { lettering::width(WORD, WORD_HEIGHT) / 2 } else { WORD_HEIGHT / 2 };
        self.frame.at(0, GAP + ARROW + 250 + half)
    }
}

#[cfg(test)]
mod tests {
    use undercroft::dungeon::Terrain;

    use super::*;
    use crate::fixture::{self, points};
    use crate::options::DrawOptions;

    const AT_THE_RIM: &str = "#####\n#...#\n#...#\n##+##\n  ,\n  ,";
    const FAR_FROM_IT: &str = "#####\n#...#\n#...#\n##+##\n  ,\n  ,\n\n\n\n\n           .";

    fn arrow(dungeon: &Dungeon, on_sheet: bool) -> EntranceArrow {
        let level = &dungeon.levels[0];
        let floor = BitGrid::from_fn(level.size(), |cell| !matches!(level.at(cell), Terrain::Rock | Terrain::Wall));
        EntranceArrow::find(dungeon, level, &floor, on_sheet).unwrap()
    }

    #[test]
    fn the_word_is_written_on_sheets_and_left_out_of_bare_maps_which_would_cut_it() {
        for picture in [AT_THE_RIM, FAR_FROM_IT] {
            let dungeon = fixture::furnished("Gate", &[picture]);
            assert!(!arrow(&dungeon, true).word().is_empty());
            assert!(arrow(&dungeon, false).word().is_empty(), "{picture}");
            let map = Area::from_rect(dungeon.levels[0].size().rect());
            let Ink { lines, solid, .. } = arrow(&dungeon, false).arrow();
            let points: Vec<Point> = [&lines, &solid].into_iter().flat_map(points).collect();
            assert!(points.iter().all(|&point| map.contains(point)), "{picture}: {points:?}");
        }
    }

    #[test]
    fn the_letters_of_a_bare_map_are_those_of_the_map_without_an_entrance() {
        let with = fixture::furnished("Gate", &[FAR_FROM_IT]);
        let mut without = with.clone();
        without.entrance = None;
        let options = DrawOptions { sheet: false, ..DrawOptions::default() };
        let words = |dungeon: &Dungeon| {
            let picture = crate::draw(dungeon, &options);
            let level = picture.groups.into_iter().flat_map(|group| group.groups);
            level.filter(|group| group.id.ends_with("-words")).collect::<Vec<_>>()
        };
        assert_eq!(words(&with), words(&without));
    }
}
