//! Painting cells.

use undercroft_grid::Cell;

use super::{EditError, mark};
use crate::dungeon::{Dungeon, Terrain};

/// Makes cells wall or floor, whatever lies there.
///
/// # Errors
/// When there is no such level or a cell lies outside.
pub fn paint(dungeon: &Dungeon, z: i32, cells: &[Cell], solid: bool) -> Result<Dungeon, EditError> {
    let mut new = dungeon.clone();
    let level = new.levels.iter_mut().find(|level| level.z == z).ok_or(EditError::NoSuchLevel(z))?;
    let terrain = if solid { Terrain::Wall } else { Terrain::Floor };
    let size = level.size();
    for &cell in cells {
        *level.terrain.get_mut(cell).ok_or(EditError::Outside { cell, size })? = terrain;
    }
    mark(&mut new);
    Ok(new)
}
