//! The arrow before the entrance, with the word.

use undercroft::dungeon::{Dungeon, Level};
use undercroft_grid::BitGrid;

use super::door;
use super::ink::{Frame, Ink};
use super::lettering;
use super::picture::{Area, CELL, Point, VectorPath};

/// Height of the word.
pub const WORD_HEIGHT: i32 = 420;
const WORD: &str = "entrance";
/// From the end of the runway to the tip of the arrow.
const GAP: i32 = 250;
/// Length of the arrow.
const ARROW: i32 = 1000;

/// The entrance of a level.
#[derive(Clone, Copy, Debug)]
pub struct EntranceArrow {
    /// The end of the runway, looking out.
    frame: Frame,
    /// Whether there is bare paper enough for arrow and word.
    roomy: bool,
}

impl EntranceArrow {
    /// The entrance, if it is on this level.
    pub fn find(dungeon: &Dungeon, level: &Level, floor: &BitGrid) -> Option<Self> {
        let entrance = dungeon.entrance.as_ref()?;
        let door = dungeon.doors.get(entrance.door.index()).filter(|door| door.z == level.z)?;
        let middle = door::middle(door, level.size())?;
        let end = Frame { origin: middle, out: door.normal }.at(0, CELL / 2 + i32::from(entrance.runway) * CELL);
        let entry = Self { frame: Frame { origin: end, out: door.normal }, roomy: true };
        let roomy = entry.areas().iter().all(|area| area.cells().cells().all(|cell| !floor.contains(cell)));
        Some(Self { roomy, ..entry })
    }

    /// The paper that arrow and word take up, where there is some.
    pub fn areas_taken(self) -> Vec<Area> {
        if self.roomy { self.areas().to_vec() } else { Vec::new() }
    }

    fn areas(self) -> [Area; 2] {
        let arrow = Area::around(&[self.frame.at(-280, 10), self.frame.at(280, GAP + ARROW)]);
        let (middle, half) = (self.word_middle(), lettering::width(WORD, WORD_HEIGHT) / 2 + 100);
        [arrow, Area::around(&[middle.shift(-half, -WORD_HEIGHT), middle.shift(half, WORD_HEIGHT)])]
    }

    /// The arrow, pointing in; on the runway itself where there is no paper before it.
    pub fn arrow(self) -> Ink {
        let tip = if self.roomy { GAP } else { 100 - CELL };
        let length = if self.roomy { ARROW } else { CELL * 3 / 4 };
        let mut ink = Ink { lines: self.frame.line([0, tip + 200], [0, tip + length]), ..Ink::default() };
        let head = [(0, tip), (170, tip + 330), (0, tip + 250), (-170, tip + 330)];
        ink.solid.extend(VectorPath::polygon(head.map(|(along, out)| self.frame.at(along, out))));
        ink
    }

    /// The word, where there is paper for it.
    pub fn word(self) -> VectorPath {
        if self.roomy { lettering::write_centred(WORD, self.word_middle(), WORD_HEIGHT) } else { VectorPath::default() }
    }

    fn word_middle(self) -> Point {
        let half =
            if self.frame.out.is_horizontal() { lettering::width(WORD, WORD_HEIGHT) / 2 } else { WORD_HEIGHT / 2 };
        self.frame.at(0, GAP + ARROW + 250 + half)
    }
}
