//! The levels that have grown so far, and the stairs between them.

use std::cmp::Reverse;

use undercroft_grid::Rect;

use super::growth::{GrownRoom, Growth};
use crate::dungeon::RoomId;
use crate::seed::Stream;

/// How many of the greatest distances from a level's first room its stairs are drawn among.
const FARTHEST: usize = 2;

/// Levels in the order in which they grew.
#[derive(Debug)]
pub struct GrownLevels<'a> {
    /// Height and rooms of each.
    pub levels: Vec<(i32, Growth<'a>)>,
    /// Rooms with stairs between them, by number over all levels.
    pub stairs: Vec<[usize; 2]>,
    /// The entrance's door, in the south wall of room 0.
    pub gate: Rect,
    /// The images of the rooms of each level, where the dungeon is symmetric.
    pub images: Vec<Vec<Option<usize>>>,
    /// Requests of the recipe that could not be met, as sentences.
    pub warnings: Vec<String>,
}

impl Default for GrownLevels<'_> {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            stairs: Vec::new(),
            gate: Rect::new(0, 0, 0, 0),
            images: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl GrownLevels<'_> {
    /// The smallest rectangle round the walkable cells of all levels.
    pub fn bounds(&self) -> Rect {
        self.levels.iter().fold(Rect::new(0, 0, 0, 0), |bounds, (_, growth)| bounds.hull(growth.map.bounds))
    }

    /// Number of rooms of all levels.
    pub fn rooms(&self) -> usize {
        self.levels.iter().map(|(_, growth)| growth.rooms.len()).sum()
    }

    /// The image of each room by number over all levels.
    pub fn all_images(&self) -> Vec<Option<RoomId>> {
        let mut first = 0;
        let mut all = Vec::with_capacity(self.rooms());
        for images in &self.images {
            all.extend(images.iter().map(|image| image.map(|room| RoomId((first + room) as u32))));
            first += images.len();
        }
        all
    }

    /// Draws the room from which stairs lead to the first room of level `z`: one of the farthest of the level before it that
    /// has no stairs yet, its first only where it has no other.
    pub fn add_stairs(&mut self, z: i32, stream: &mut Stream) -> &GrownRoom {
        let before = self.levels.iter().position(|(other, _)| *other == z - z.signum()).unwrap_or(0);
        let base: usize = self.levels[..before].iter().map(|(_, growth)| growth.rooms.len()).sum();
        let hops = self.levels[before].1.hops();
        let is_taken = |room: usize| self.stairs.iter().flatten().any(|&taken| taken == base + room);
        // Stairs of a symmetric level start on its axis.
        let images = self.images.get(before);
        let is_on_axis = |room: usize| images.is_none_or(|images| images[room] == Some(room));
        let mut rooms: Vec<usize> = (1..hops.len()).filter(|&room| !is_taken(room) && is_on_axis(room)).collect();
        rooms.sort_by_key(|&room| (Reverse(hops[room]), room));
        let mut distances: Vec<u32> = rooms.iter().map(|&room| hops[room]).collect();
        distances.dedup();
        rooms.retain(|&room| distances.iter().take(FARTHEST).any(|&distance| distance == hops[room]));
        let room = stream.choose(&rooms).copied().unwrap_or(0);
        self.stairs.push([base + room, self.rooms()]);
        &self.levels[before].1.rooms[room]
    }
}
