//! Paints single cells in place; a patch undoes it.
//!
//! A stroke of a brush changes a few cells of a map that may have millions, so nothing is copied: every cell is checked
//! before the first one is written, and the [`Patch`] holds what was there.

use undercroft_grid::Cell;

use super::EditError;
use crate::dungeon::{Dungeon, Ground, Level, Terrain};

/// What a change of cells replaced.
///
/// ```
/// use undercroft::dungeon::{Dungeon, Level};
/// use undercroft::edit::paint;
/// use undercroft::grid::{Cell, Size};
///
/// let mut dungeon = Dungeon::bare("Cellar", vec![Level::solid_rock(0, Size::of(4, 3))]);
/// let before = dungeon.clone();
/// let patch = paint(&mut dungeon, 0, &[Cell::new(1, 1)], false).unwrap();
/// assert_ne!(dungeon, before);
/// let redo = patch.undo(&mut dungeon);
/// assert_eq!(dungeon, before);
/// redo.undo(&mut dungeon);
/// assert_ne!(dungeon, before);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    z: i32,
    /// The old terrain, in the order in which it was replaced.
    old: Vec<(Cell, Terrain)>,
    /// What lay on cells that became wall.
    ground: Vec<(Cell, Ground)>,
    /// Whether the dungeon carried the mark of an edited one.
    was_edited: bool,
}

/// Makes cells wall or floor, whatever lies there. Nothing is changed unless all of them can be.
///
/// # Errors
/// When there is no such level or a cell lies outside.
pub fn paint(dungeon: &mut Dungeon, z: i32, cells: &[Cell], solid: bool) -> Result<Patch, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let size = level.size();
    if let Some(&cell) = cells.iter().find(|&&cell| !size.contains(cell)) {
        return Err(EditError::Outside { cell, size });
    }
    let terrain = if solid { Terrain::Wall } else { Terrain::Floor };
    let was_edited = dungeon.provenance.edited;
    let old = write(dungeon, z, cells.iter().map(|&cell| (cell, terrain)));
    let ground = if solid { clear_ground(dungeon, z, cells) } else { Vec::new() };
    dungeon.set_edited();
    Ok(Patch { z, old, ground, was_edited })
}

impl Patch {
    /// The level.
    pub const fn z(&self) -> i32 {
        self.z
    }

    /// The changed cells with their old terrain.
    pub fn old_terrain(&self) -> &[(Cell, Terrain)] {
        &self.old
    }

    /// Restores the old terrain of the dungeon that was painted. Returns the patch that paints it again.
    #[must_use = "dropping the patch loses what was painted"]
    pub fn undo(&self, dungeon: &mut Dungeon) -> Self {
        let was_edited = dungeon.provenance.edited;
        let old = write(dungeon, self.z, self.old.iter().rev().copied());
        let ground = lay(dungeon, self.z, self.ground.iter().rev().copied().collect());
        dungeon.provenance.edited = self.was_edited;
        Self { z: self.z, old, ground, was_edited }
    }
}

/// Writes terrain, and returns what it replaced.
fn write(dungeon: &mut Dungeon, z: i32, cells: impl Iterator<Item = (Cell, Terrain)>) -> Vec<(Cell, Terrain)> {
    let Some(level) = dungeon.levels.iter_mut().find(|level| level.z == z) else { return Vec::new() };
    let Level { terrain: tiles, .. } = level;
    let replace = |(cell, new)| Some((cell, std::mem::replace(tiles.get_mut(cell)?, new)));
    cells.filter_map(replace).collect()
}

/// Nothing lies on walls. Returns what lay there.
fn clear_ground(dungeon: &mut Dungeon, z: i32, cells: &[Cell]) -> Vec<(Cell, Ground)> {
    let Some(level) = dungeon.level(z) else { return Vec::new() };
    let lies = |cell: &&Cell| level.ground_at(**cell) != Ground::Bare;
    let cleared = cells.iter().filter(lies).map(|&cell| (cell, Ground::Bare)).collect();
    lay(dungeon, z, cleared)
}

/// Lays ground, and returns what it replaced.
fn lay(dungeon: &mut Dungeon, z: i32, cells: Vec<(Cell, Ground)>) -> Vec<(Cell, Ground)> {
    let level = dungeon.levels.iter_mut().find(|level| level.z == z);
    level.map(|level| level.replace_ground(cells)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::Size;

    use super::*;

    fn cells(most: usize) -> impl Strategy<Value = Vec<Cell>> {
        prop::collection::vec((0..9i32, 0..7i32).prop_map(|(x, y)| Cell::new(x, y)), 0..most)
    }

    fn outside() -> impl Strategy<Value = Cell> {
        prop_oneof![Just(Cell::new(-1, 3)), Just(Cell::new(9, 0)), Just(Cell::new(4, 7)), Just(Cell::new(2, i32::MIN))]
    }

    proptest! {
        #[test]
        fn one_bad_cell_leaves_the_dungeon_byte_for_byte(
            first in cells(6), good in cells(20), bad in outside(), at in 0..20usize, solid in any::<bool>(),
        ) {
            let mut dungeon = Dungeon::bare("Cellar", vec![Level::solid_rock(0, Size::of(9, 7))]);
            paint(&mut dungeon, 0, &first, false).unwrap();
            let before = format!("{dungeon:?}");
            let mut batch = good.clone();
            batch.insert(at.min(good.len()), bad);
            prop_assert_eq!(paint(&mut dungeon, 0, &batch, solid), Err(EditError::Outside { cell: bad, size: Size::of(9, 7) }));
            prop_assert_eq!(paint(&mut dungeon, 3, &good, solid), Err(EditError::NoSuchLevel(3)));
            prop_assert_eq!(format!("{dungeon:?}"), before);
        }

        #[test]
        fn patches_lead_back_and_forth(strokes in prop::collection::vec((cells(9), any::<bool>()), 1..6)) {
            let mut dungeon = Dungeon::bare("Cellar", vec![Level::solid_rock(0, Size::of(9, 7))]);
            let mut steps = Vec::new();
            for (cells, solid) in &strokes {
                let before = dungeon.clone();
                steps.push((before, paint(&mut dungeon, 0, cells, *solid).unwrap()));
            }
            let mut redo = Vec::new();
            for (before, patch) in steps.iter().rev() {
                let after = dungeon.clone();
                redo.push((after, patch.undo(&mut dungeon)));
                prop_assert_eq!(&dungeon, before);
            }
            for (after, patch) in redo.iter().rev() {
                drop(patch.undo(&mut dungeon));
                prop_assert_eq!(&dungeon, after);
            }
        }
    }
}
