//! A quarter of the map round the observer, scanned outward by cones.
//!
//! The scan follows one cone through as many rows as it lasts and puts aside what splits off. A row of a cone that stays
//! whole costs a handful of instructions: its faces are brought into one word and compared with all ones.
//!
//! Cones are clipped by walls, not by the bounds: a straight ray that has left these never comes back, so it is enough
//! not to look there.

use undercroft_grid::{BitGrid, Cell, WORD_BITS};

use super::bit_runs::columns_from;
use super::cone::Cone;
use super::notes::Notes;

/// Faces in a word of columns: one less than columns.
const FACES: i32 = WORD_BITS as i32 - 1;

/// The columns on one side of the observer's, in the rows on one side of its row.
pub(crate) struct Quarter<'a, const WEST: bool> {
    pub(crate) strips: &'a BitGrid,
    pub(crate) from: Cell,
    /// 1 to look south, −1 to look north.
    pub(crate) step: i32,
    /// How many rows are looked at.
    pub(crate) rows: i32,
    /// How many columns outward are looked at.
    pub(crate) columns: i32,
}

impl<const WEST: bool> Quarter<'_, WEST> {
    /// Notes what a cone and all that splits off see after its row, and returns the farthest row.
    pub(crate) fn scan(&self, first: Cone, cones: &mut Vec<Cone>, notes: &mut impl Notes) -> i32 {
        let mut reached = self.follow(first, cones, notes);
        while let Some(cone) = cones.pop() {
            reached = reached.max(self.follow(cone, cones, notes));
        }
        reached
    }

    /// Notes what a cone sees at its row.
    #[inline]
    pub(crate) fn note(&self, cone: Cone, notes: &mut impl Notes) {
        let (near, far) = (cone.inner.ceil(), cone.outer.floor().min(self.columns));
        let (left, right) =
            if WEST { (self.from.x - far, self.from.x - near) } else { (self.from.x + near, self.from.x + far) };
        notes.note(self.from.y + self.step * cone.row, left, right);
    }

    /// Follows one cone as long as something of it is left, puts aside what splits off, and returns how far it came.
    #[inline]
    fn follow(&self, mut cone: Cone, cones: &mut Vec<Cone>, notes: &mut impl Notes) -> i32 {
        while cone.row < self.rows {
            let (first, next) = (cone.inner.floor(), cone.next());
            if first >= self.columns {
                break;
            }
            let last = (next.outer.ceil() - 1).min(self.columns - 1);
            let strip = self.strip(cone.row);
            let left = match self.closed_face(strip, first, last) {
                None => Some(next),
                Some(closed) => self.split(strip, cone, closed, last, cones, notes),
            };
            let Some(left) = left else { break };
            cone = left;
            self.note(cone, notes);
        }
        cone.row
    }

    /// The outermost part of a cone that passes a strip with a closed face, at the next row, if there is one. Notes the
    /// others and puts them aside.
    #[inline]
    fn split(
        &self,
        strip: &[u64],
        cone: Cone,
        mut closed: i32,
        last: i32,
        cones: &mut Vec<Cone>,
        notes: &mut impl Notes,
    ) -> Option<Cone> {
        let (mut rest, outermost) = (cone.next(), cone.outer.floor().min(last));
        loop {
            let part = rest.within(closed);
            let Some(open) = self.open_face(strip, closed + 1, outermost) else { return part };
            if let Some(part) = part {
                self.note(part, notes);
                cones.push(part);
            }
            rest = rest.beyond(open);
            match self.closed_face(strip, open + 1, last) {
                Some(next) => closed = next,
                None => return Some(rest),
            }
        }
    }

    /// The first closed face from one to another.
    #[inline]
    fn closed_face(&self, strip: &[u64], first: i32, last: i32) -> Option<i32> {
        self.find_face(strip, first, last, |faces| !faces)
    }

    /// The first open face from one to another.
    #[inline]
    fn open_face(&self, strip: &[u64], first: i32, last: i32) -> Option<i32> {
        self.find_face(strip, first, last, |faces| faces)
    }

    #[inline]
    fn find_face(&self, strip: &[u64], mut first: i32, last: i32, wanted: impl Fn(u64) -> u64) -> Option<i32> {
        while first <= last {
            let ahead = Self::steps_to_first(wanted(self.open_faces(strip, first)));
            if ahead < FACES {
                return Some(first + ahead).filter(|&face| face <= last);
            }
            first += FACES;
        }
        None
    }

    /// The open faces from one outward: the first [`FACES`] bits, from the lowest on in the east, from the highest on in the west.
    #[inline]
    fn open_faces(&self, strip: &[u64], first: i32) -> u64 {
        if WEST {
            let columns = columns_up_to(strip, self.from.x - first);
            columns & columns << 1
        } else {
            let columns = columns_from(strip, self.from.x + first);
            columns & columns >> 1
        }
    }

    /// How many bits are clear before the first that is set.
    #[inline]
    const fn steps_to_first(bits: u64) -> i32 {
        if WEST { bits.leading_zeros() as i32 } else { bits.trailing_zeros() as i32 }
    }

    /// The words of the strip between a row and the next, and of all strips south of it.
    #[inline]
    fn strip(&self, row: i32) -> &[u64] {
        let strip = self.from.y + self.step * row - i32::from(self.step < 0);
        &self.strips.words()[strip as usize * self.strips.stride()..]
    }
}

/// The 64 columns up to `column`, which is the highest bit. Those west of the row are clear.
#[inline]
fn columns_up_to(row: &[u64], column: i32) -> u64 {
    let (word, bit) = (column as usize / WORD_BITS, column % 64);
    let before = if word > 0 { row[word - 1] } else { 0 };
    row[word] << (63 - bit) | before >> 1 >> bit
}
