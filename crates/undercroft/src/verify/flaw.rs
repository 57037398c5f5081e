//! What can be wrong with a dungeon.

use std::fmt;

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::{FlawCode, words};
use crate::dungeon::{DoorId, LinkId, RoomId};

/// Cells that a flaw lists at most; its sentence tells how many there are.
pub const MAX_CELLS: usize = 64;

/// One thing that is wrong, with all that is concerned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flaw {
    /// What kind of flaw it is.
    pub code: FlawCode,
    /// A complete sentence for people.
    pub sentence: String,
    /// The level concerned, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// The cells concerned, the first [`MAX_CELLS`] of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
    /// The rooms concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rooms: Vec<RoomId>,
    /// The doors concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<DoorId>,
    /// The links concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkId>,
}

impl Flaw {
    /// A flaw that concerns the dungeon as a whole.
    pub fn new(code: FlawCode, sentence: impl Into<String>) -> Self {
        Self {
            code,
            sentence: sentence.into(),
            z: None,
            cells: Vec::new(),
            rooms: Vec::new(),
            doors: Vec::new(),
            links: Vec::new(),
        }
    }

    /// The same flaw, with the cells of level `z` that it concerns named in its sentence.
    pub fn at(mut self, z: i32, cells: &[Cell]) -> Self {
        let stem = self.sentence.trim_end_matches('.').to_owned();
        self.sentence = format!("{stem}: level {z}, {}.", words::cells(cells));
        self.z = Some(z);
        self.cells = cells[..cells.len().min(MAX_CELLS)].to_vec();
        self
    }

    /// The same flaw of these rooms.
    pub fn rooms(mut self, rooms: impl IntoIterator<Item = RoomId>) -> Self {
        self.rooms.extend(rooms);
        self
    }

    /// The same flaw of these doors.
    pub fn doors(mut self, doors: impl IntoIterator<Item = DoorId>) -> Self {
        self.doors.extend(doors);
        self
    }

    /// The same flaw of these links.
    pub fn links(mut self, links: impl IntoIterator<Item = LinkId>) -> Self {
        self.links.extend(links);
        self
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_the_first_cells_and_counts_the_rest() {
        let cells: Vec<Cell> = (0..100).map(|x| Cell::new(x, 7)).collect();
        let flaw = Flaw::new(FlawCode::RingBroken, "The ring of room 3 is not wall.").at(-1, &cells);
        let sentence = "The ring of room 3 is not wall: level -1, cells (0, 7), (1, 7), (2, 7), (3, 7) and 96 more.";
        assert_eq!(flaw.sentence, sentence);
        assert_eq!(flaw.cells.len(), MAX_CELLS);
    }
}
