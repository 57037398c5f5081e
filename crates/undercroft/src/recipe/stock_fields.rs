//! The fields `stock.*`.

use std::sync::Arc;

use super::RecipeError;
use super::stock_spec::{StockMode, StockSpec};
use super::values::Values;
use crate::contents::{ContentTable, Contents};
use crate::field::nearest;

/// The table that the category decides.
const AUTO: &str = "auto";

impl Values<'_> {
    /// The shipped content tables with those of the user's own, where there are any.
    pub fn own_contents(&self) -> Result<Option<Arc<Contents>>, RecipeError> {
        let files = self.files("stock.file")?;
        if files.is_empty() {
            return Ok(None);
        }
        let files: Vec<(&str, &str)> = files.iter().map(|file| (file.name.as_str(), &*file.text)).collect();
        Ok(Some(Arc::new(Contents::with_files(&files)?)))
    }

    /// What rooms are filled with. The table exists.
    pub fn stock(&self, own: Option<&Contents>) -> Result<StockSpec, RecipeError> {
        let name = self.text("stock.table")?;
        let contents = own.unwrap_or_else(|| Contents::shipped());
        let is_auto = name.trim() == AUTO;
        if !is_auto && contents.table(&name).is_none() {
            let names = contents.tables().map(ContentTable::name);
            let near: Vec<&str> = nearest(&name, names).into_iter().take(3).collect();
            let example = if near.is_empty() { "crypt".to_owned() } else { near.join(", ") };
            let limit = format!("\"auto\" or a content table such as {example}");
            return Err(self.error("stock.table", limit, format!("{name:?}")));
        }
        Ok(StockSpec {
            mode: self.choice("stock.mode", &StockMode::ALL)?,
            table: (!is_auto).then_some(name),
            density: self.fraction("stock.density")?,
            danger: self.fraction("stock.danger")?,
            treasure: self.fraction("stock.treasure")?,
            notes: self.fraction("stock.notes")?,
        })
    }
}
