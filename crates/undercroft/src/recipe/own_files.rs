//! What a recipe takes from the files that it names: mask, templates, house program.

use std::sync::Arc;

use undercroft_grid::Dir;

use super::RecipeError;
use super::attach::FILE_KEYS;
use super::mask::Mask;
use super::values::{Values, applies};
use crate::dungeon::ProvenanceInput;
use crate::template::{Pool, SETS};

impl Values<'_> {
    /// The mask, which has space for two rooms and an entrance.
    pub fn mask(&self) -> Result<Option<Arc<Mask>>, RecipeError> {
        let files = self.files("mask.file")?;
        if files.is_empty() {
            return Ok(None);
        }
        let mask = Mask::parse(files.iter().map(|file| (file.name.as_str(), &*file.text)))?;
        let is_made = self.kind.is_some_and(|kind| applies("rooms.min", kind));
        // Templates have sides of their own.
        let side = if is_made { self.integer("rooms.min")? } else { 1 };
        mask.check(side, self.choice("entrance_side", &Dir::ALL)?)?;
        Ok(Some(Arc::new(mask)))
    }

    /// Every file that the recipe names and its method reads, for the record.
    pub fn inputs(&self) -> Result<Vec<ProvenanceInput>, RecipeError> {
        let mut inputs = Vec::new();
        for key in FILE_KEYS {
            inputs.extend(self.files(key)?.iter().map(|file| ProvenanceInput::new(key, &file.name, &file.text)));
        }
        Ok(inputs)
    }

    /// The templates of the set, and those of one's own.
    pub fn pool(&self) -> Result<Arc<Pool>, RecipeError> {
        let sets = [SETS.map(Some).as_slice(), &[None]].concat();
        let (set, own) = (self.choice("templates.set", &sets)?, self.files("templates.file")?);
        match set {
            Some(set) if own.is_empty() => return Ok(set.pool()),
            None if own.is_empty() => {
                let limit = "another set, or files of templates in templates.file".to_owned();
                return Err(self.error("templates.set", limit, "\"none\"".to_owned()));
            }
            _ => {}
        }
        let own = own.iter().map(|file| (file.name.as_str(), &*file.text));
        // A name that is taken is the author's to change, so the shipped files come first.
        let files: Vec<(&str, &str)> = set.iter().flat_map(|set| set.files().iter().copied()).chain(own).collect();
        Ok(Arc::new(Pool::parse(&files)?))
    }
}
