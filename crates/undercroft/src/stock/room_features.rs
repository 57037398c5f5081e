//! Which features stand in which room.

use super::room_lists::RoomLists;
use crate::dungeon::{Dungeon, Feature, RoomId};

/// The features of each room, as positions in the dungeon's list, in its order.
pub struct RoomFeatures(RoomLists<u32>);

impl RoomFeatures {
    /// Sorts the features of a dungeon by their rooms.
    pub fn new(dungeon: &Dungeon) -> Self {
        let features = || dungeon.features.iter().filter_map(|feature| Some((feature.room?, feature.id)));
        Self(RoomLists::new(dungeon.rooms.len(), features))
    }

    /// The features of a room.
    pub fn of<'d>(&self, dungeon: &'d Dungeon, room: RoomId) -> impl Iterator<Item = &'d Feature> {
        self.0.of(room).iter().map(|&feature| &dungeon.features[feature as usize])
    }
}
