//! Programs of houses: which rooms each storey has, in the order of their importance.
//!
//! A program is data, a text of TOML: a list of rooms for the storeys below ground, the ground floor, those above it and
//! the topmost, and how likely each footprint is. A storey of n rooms takes the first n of its list; rooms that repeat
//! fill it up.

mod footprint;
mod program_file;
mod shipped;

pub use footprint::Footprint;
pub use program_file::{DEFAULT_ASPECT, ProgramError, parse};
pub use shipped::{ShippedProgram, program_of_category};

/// The purpose of a room under the sky.
pub const COURT: &str = "court";
/// The purpose of the room that cellars lie under.
pub const KITCHEN: &str = "kitchen";

/// A room that a program asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRoom {
    /// What it is for.
    pub purpose: String,
    /// Its floor. [Unit: cells] [Limits: 4..=4096]
    pub area: i64,
    /// The purpose of the room that it wants a door to.
    pub beside: Option<String>,
    /// Whether no one should have to walk through it.
    pub private: bool,
    /// Whether it wants an outer wall.
    pub outer: bool,
    /// Longest side in per cent of the shortest. [Limits: 100..=800]
    pub max_aspect: i64,
    /// Whether it fills up storeys that have more rooms than the list.
    pub repeat: bool,
}

impl ProgramRoom {
    /// Whether it is a court.
    pub fn is_court(&self) -> bool {
        self.purpose == COURT
    }
}

/// What a house consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Weights of the footprints, in the order of [`Footprint::ALL`].
    pub footprints: [u32; Footprint::ALL.len()],
    cellar: Vec<ProgramRoom>,
    ground: Vec<ProgramRoom>,
    upper: Vec<ProgramRoom>,
    top: Vec<ProgramRoom>,
}

impl Program {
    /// The rooms of storey `z` of a house that ends at `top`. Courts are left out where the footprint has none.
    pub fn rooms(&self, z: i32, top: i32, count: usize, has_court: bool) -> Vec<ProgramRoom> {
        let list = self.list(z, top);
        let taken = list.iter().filter(|room| has_court || !room.is_court());
        let mut rooms: Vec<ProgramRoom> = taken.take(count).cloned().collect();
        let repeating: Vec<&ProgramRoom> = list.iter().filter(|room| room.repeat).collect();
        let fill = if repeating.is_empty() { list.last().into_iter().collect() } else { repeating };
        let missing = count - rooms.len();
        rooms.extend(fill.into_iter().cycle().take(missing).cloned());
        rooms
    }

    /// The list of a storey; where a program has none, the next one towards the ground floor.
    fn list(&self, z: i32, top: i32) -> &[ProgramRoom] {
        let upper = if self.upper.is_empty() { &self.ground } else { &self.upper };
        match z {
            0 => &self.ground,
            ..0 if self.cellar.is_empty() => &self.ground,
            ..0 => &self.cellar,
            _ if z == top && !self.top.is_empty() => &self.top,
            _ => upper,
        }
    }
}

#[cfg(test)]
mod tests;
