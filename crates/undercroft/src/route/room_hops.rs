//! Links between rooms of a level, counted.

use super::builder::LevelRoutes;

/// The neighbours of each room by links.
#[derive(Clone, Debug)]
pub struct RoomHops {
    neighbours: Vec<Vec<u32>>,
}

impl RoomHops {
    /// The links that a level has so far.
    pub fn new(routes: &LevelRoutes) -> Self {
        let mut hops = Self { neighbours: vec![Vec::new(); routes.layout.rooms.len()] };
        routes.links.iter().for_each(|link| hops.add_link(link.rooms.map(|room| room.0)));
        hops
    }

    /// Adds a link.
    pub fn add_link(&mut self, [a, b]: [u32; 2]) {
        self.neighbours[a as usize].push(b);
        self.neighbours[b as usize].push(a);
    }

    /// How many links lie between two rooms, if at most so many.
    pub fn between(&self, [from, to]: [u32; 2], most: u32) -> Option<u32> {
        let mut reached = vec![from];
        for hops in 1..=most {
            reached = reached.iter().flat_map(|&room| &self.neighbours[room as usize]).copied().collect();
            if reached.contains(&to) {
                return Some(hops);
            }
        }
        None
    }
}
