//! The templates that rooms of a plan ask for, by tags.

use crate::dungeon::Role;

/// The tags that templates of a plan's rooms must have, by what a room is for. An empty list asks for no template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateTags {
    /// Of the entrance.
    pub entrance: Vec<String>,
    /// Of the goal.
    pub goal: Vec<String>,
    /// Of rooms with treasure.
    pub treasure: Vec<String>,
    /// Of all other chambers.
    pub rooms: Vec<String>,
}

impl TemplateTags {
    /// The tags for a room with these roles: the first of its roles that has a field decides.
    pub fn for_roles(&self, roles: &[Role]) -> &[String] {
        let fields = [(Role::Entrance, &self.entrance), (Role::Goal, &self.goal), (Role::Treasure, &self.treasure)];
        let own = fields.into_iter().find(|(role, _)| roles.contains(role));
        own.map_or(&self.rooms, |(_, tags)| tags)
    }
}
