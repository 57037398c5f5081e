//! The templates that rooms of a plan ask for, by tags.

use crate::dungeon::{Role, RoomId};

/// The tags that templates of a plan's rooms must have, by what a room is for. An empty list asks for no template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateTags {
    /// Of room 0: the entrance, or the center of a hub whose front door is in another room.
    pub entrance: Vec<String>,
    /// Of the goal.
    pub goal: Vec<String>,
    /// Of rooms with treasure.
    pub treasure: Vec<String>,
    /// Of all other chambers.
    pub rooms: Vec<String>,
}

impl TemplateTags {
    /// The tags for a room with these roles. Room 0 has its own field; else the first of the roles that has one decides.
    pub fn for_room(&self, room: RoomId, roles: &[Role]) -> &[String] {
        if room == RoomId(0) {
            return &self.entrance;
        }
        let fields = [(Role::Goal, &self.goal), (Role::Treasure, &self.treasure)];
        let own = fields.into_iter().find(|(role, _)| roles.contains(role));
        own.map_or(&self.rooms, |(_, tags)| tags)
    }
}
