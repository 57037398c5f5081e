//! Fields that more than one method reads about its rooms: sizes, shapes, module grid, levels, secret passages.

use super::RecipeError;
use super::method::{ModuleGrid, RoomSpec, SecretSpec};
use super::values::{Values, applies};
use crate::field::{MethodKind, Value};
use crate::shape::ShapeWeights;

/// The longest side of a room. [Unit: cells]
const MAX_SIDE: i32 = 64;

impl Values<'_> {
    pub fn rooms(&self, kind: MethodKind) -> Result<RoomSpec, RecipeError> {
        let min: i32 = self.integer("rooms.min")?;
        // Rooms of a house are as long as their partition.
        let max = if applies("rooms.max", kind) { self.integer("rooms.max")? } else { MAX_SIDE };
        if min > max {
            // The error goes to the one that is given; both may be.
            let key = if self.file.get("rooms.min").is_some() { "rooms.min" } else { "rooms.max" };
            let values =
                if key == "rooms.min" { format!("{min} with max {max}") } else { format!("{max} with min {min}") };
            return Err(self.error(key, "3 <= min <= max <= 64".to_owned(), values));
        }
        let (count, padding) = (self.integer("rooms.count")?, self.integer("rooms.padding")?);
        Ok(RoomSpec { count, min, max, grid: self.module_grid("rooms.grid", max)?, padding })
    }

    fn module_grid(&self, key: &'static str, largest_room: i32) -> Result<ModuleGrid, RecipeError> {
        let value = self.checked(key)?;
        let axes: Option<[i64; 2]> = match &value {
            Value::List(_) => value.as_integers().and_then(|axes| axes.try_into().ok()),
            single => single.as_integer().map(|both| [both; 2]),
        };
        let Some(axes) = axes.map(|axes| axes.map(|axis| axis as i32)) else { return Ok(ModuleGrid::Auto) };
        if axes.iter().any(|&axis| axis > largest_room) {
            let limit = format!("at most rooms.max = {largest_room}, or no room could lie on it");
            return Err(self.error(key, limit, value.to_string()));
        }
        Ok(ModuleGrid::Fixed(axes))
    }

    /// The weights of [`Shape::DRAWN`](crate::dungeon::Shape::DRAWN).
    pub fn shape_weights(&self) -> Result<ShapeWeights, RecipeError> {
        let weights = ShapeWeights([
            self.integer("rooms.shapes.rect")?,
            self.integer("rooms.shapes.l")?,
            self.integer("rooms.shapes.t")?,
            self.integer("rooms.shapes.cross")?,
            self.integer("rooms.shapes.octagon")?,
            self.integer("rooms.shapes.circle")?,
            self.integer("rooms.shapes.apse")?,
            self.integer("rooms.shapes.pillared")?,
            self.integer("rooms.shapes.alcoves")?,
            self.integer("rooms.shapes.dais")?,
            self.integer("rooms.shapes.ring")?,
        ]);
        if weights.0.iter().all(|&weight| weight == 0) {
            return Err(RecipeError::NoWeight { key: "rooms.shapes", origin: self.origin("rooms.shapes.rect") });
        }
        Ok(weights)
    }

    pub fn levels(&self) -> Result<Option<[i32; 2]>, RecipeError> {
        let Some([low, high]) = self.array("levels")? else { return Ok(None) };
        if low > 0 || high < 0 {
            let limit = "the lowest and the highest level with level 0, the entrance's, among them".to_owned();
            return Err(self.error("levels", limit, format!("[{low}, {high}]")));
        }
        Ok(Some([low, high]))
    }

    pub fn secrets(&self) -> Result<SecretSpec, RecipeError> {
        Ok(SecretSpec { chance: self.fraction("secrets.chance")?, count: self.integer("secrets.count")? })
    }
}
