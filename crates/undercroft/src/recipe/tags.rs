//! The templates that rooms of a plan ask for, by tags.

use super::RecipeError;
use super::build::Fields;
use crate::dungeon::Role;
use crate::template::Pool;

/// The word that asks for no template.
const NONE: &str = "none";

/// The tags that templates of a plan's rooms must have, by what a room is for. An empty list asks for no template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// Of the entrance.
    pub entrance: Vec<String>,
    /// Of the goal.
    pub goal: Vec<String>,
    /// Of rooms with treasure.
    pub treasure: Vec<String>,
    /// Of all other chambers.
    pub rooms: Vec<String>,
}

impl Tags {
    /// The tags for a room with these roles: the first of its roles that has a field decides.
    pub fn of(&self, roles: &[Role]) -> &[String] {
        let fields = [(Role::Entrance, &self.entrance), (Role::Goal, &self.goal), (Role::Treasure, &self.treasure)];
        let own = fields.into_iter().find(|(role, _)| roles.contains(role));
        own.map_or(&self.rooms, |(_, tags)| tags)
    }
}

impl Fields<'_> {
    /// The settings of `tags`, each of which some template of the pool has.
    pub(super) fn tags(&self, pool: &Pool) -> Result<Tags, RecipeError> {
        Ok(Tags {
            entrance: self.tags_of("tags.entrance", pool)?,
            goal: self.tags_of("tags.goal", pool)?,
            treasure: self.tags_of("tags.treasure", pool)?,
            rooms: self.tags_of("tags.rooms", pool)?,
        })
    }

    fn tags_of(&self, key: &'static str, pool: &Pool) -> Result<Vec<String>, RecipeError> {
        let text = self.word(key)?;
        let tags: Vec<String> =
            text.split([',', ' ']).filter(|tag| !tag.is_empty() && *tag != NONE).map(str::to_owned).collect();
        if !tags.is_empty() && !pool.templates().iter().any(|template| template.has_tags(&tags)) {
            let mut known: Vec<&str> = pool.templates().iter().flat_map(|t| &t.tags).map(String::as_str).collect();
            known.sort_unstable();
            known.dedup();
            let limit = format!("\"none\", or tags of one template of templates.set ({})", known.join(", "));
            return Err(self.refuse(key, limit, format!("{text:?}")));
        }
        Ok(tags)
    }
}
