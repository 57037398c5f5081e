//! Width and height of the map, from fields or from a mask.

use undercroft_grid::Size;

use super::RecipeError;
use super::values::Values;
use crate::dungeon::MAX_CELLS;

/// Side length of a map where a recipe gives none. [Unit: cells]
pub const DEFAULT_SIDE: i32 = 80;

impl Values<'_> {
    pub fn size(&self, levels: usize) -> Result<Size, RecipeError> {
        let [width, height] = self.sides()?.map(|side| side.unwrap_or(DEFAULT_SIDE));
        let size = Size::of(width, height);
        self.check_cells(size, levels)?;
        Ok(size)
    }

    /// Width and height, where they are given; a mask has its own.
    pub fn sides(&self) -> Result<[Option<i32>; 2], RecipeError> {
        if let Some(mask) = self.mask {
            return Ok([Some(mask.size().width()), Some(mask.size().height())]);
        }
        Ok([self.integer_or_auto("width")?, self.integer_or_auto("height")?])
    }

    /// A dungeon has no more cells than a file holds.
    pub fn check_cells(&self, size: Size, levels: usize) -> Result<(), RecipeError> {
        if size.area() <= MAX_CELLS / levels {
            return Ok(());
        }
        let key = if self.file.get("width").is_some() { "width" } else { "height" };
        let each = if levels > 1 { format!(" on each of {levels} storeys") } else { String::new() };
        Err(self.error(key, format!("at most {MAX_CELLS} cells in all, such as 8192×8192"), format!("{size}{each}")))
    }
}
