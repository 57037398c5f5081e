//! Paints single cells in place; a patch undoes it.
//!
//! A stroke of a brush changes a few cells of a map that may have millions, so nothing is copied: every cell is checked
//! before the first one is written, and the [`Patch`] holds what was there. Contents are judged again in the rooms that
//! the stroke touches, and copied only where it makes some of them wrong.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect};

use super::EditError;
use super::set_aside::SetAside;
use super::settle_contents::{ContentsBefore, settle_contents};
use crate::dungeon::{Dungeon, Feature, Ground, Group, Level, Note, RoomId, Spawn, Story, Terrain};
use crate::verify::has_valid_entities;

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
    /// What the dungeon contained, where that changed.
    contents: Option<Box<SavedContents>>,
    /// Whether the dungeon carried the mark of an edited one.
    was_edited: bool,
}

/// What a dungeon contains, and the warnings about it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SavedContents {
    features: Vec<Feature>,
    spawns: Vec<Spawn>,
    groups: Vec<Group>,
    story: Story,
    notes: Vec<Vec<Note>>,
    warnings: Vec<String>,
}

impl SavedContents {
    fn of(dungeon: &Dungeon) -> Self {
        Self {
            features: dungeon.features.clone(),
            spawns: dungeon.spawns.clone(),
            groups: dungeon.groups.clone(),
            story: dungeon.story.clone(),
            notes: dungeon.rooms.iter().map(|room| room.notes.clone()).collect(),
            warnings: dungeon.warnings.clone(),
        }
    }

    /// Brings the contents back. Returns those that they replace.
    fn restore(&self, dungeon: &mut Dungeon) -> Self {
        let replaced = Self::of(dungeon);
        let Self { features, spawns, groups, story, notes, warnings } = self.clone();
        (dungeon.features, dungeon.spawns, dungeon.groups) = (features, spawns, groups);
        (dungeon.story, dungeon.warnings) = (story, warnings);
        dungeon.rooms.iter_mut().zip(notes).for_each(|(room, notes)| room.notes = notes);
        replaced
    }
}

/// Makes cells wall or floor, whatever lies there. Nothing is changed unless all of them can be. Contents that are in the
/// wrong place then are set aside with a warning.
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
    let rooms = furnished_rooms(dungeon, z, cells);
    let before = (!rooms.is_empty()).then(|| ContentsBefore::new(dungeon, Some, |room| rooms.contains(&room)));
    let old = write(dungeon, z, cells.iter().map(|&cell| (cell, terrain)));
    let ground = if solid { clear_ground(dungeon, z, cells) } else { Vec::new() };
    let contents = before.and_then(|before| set_contents_aside(dungeon, &before, &rooms));
    dungeon.set_edited();
    Ok(Patch { z, old, ground, contents, was_edited })
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

    /// Whether contents were set aside, so that cells beside the changed ones may be free now.
    pub const fn changes_contents(&self) -> bool {
        self.contents.is_some()
    }

    /// Restores the old terrain of the dungeon that was painted. Returns the patch that paints it again.
    #[must_use = "dropping the patch loses what was painted"]
    pub fn undo(&self, dungeon: &mut Dungeon) -> Self {
        let was_edited = dungeon.provenance.edited;
        let old = write(dungeon, self.z, self.old.iter().rev().copied());
        let ground = lay(dungeon, self.z, self.ground.iter().rev().copied().collect());
        let contents = self.contents.as_ref().map(|contents| Box::new(contents.restore(dungeon)));
        dungeon.provenance.edited = self.was_edited;
        Self { z: self.z, old, ground, contents, was_edited }
    }
}

/// The rooms that have features or spawns and touch a stroke; none where contents cannot be judged.
fn furnished_rooms(dungeon: &Dungeon, z: i32, cells: &[Cell]) -> BTreeSet<RoomId> {
    let features = dungeon.features.iter().filter(|feature| feature.z == z).filter_map(|feature| feature.room);
    let spawns = dungeon.spawns.iter().filter(|spawn| spawn.z == z).map(|spawn| spawn.room);
    let furnished: BTreeSet<RoomId> = features.chain(spawns).collect();
    let Some(stroke) = Rect::around(cells.iter().copied()) else { return BTreeSet::new() };
    if furnished.is_empty() || !has_valid_entities(dungeon) {
        return BTreeSet::new();
    }
    let is_near = |room: &RoomId| dungeon.room(*room).bounds().grow(1).overlaps(stroke);
    furnished.into_iter().filter(is_near).collect()
}

/// Sets aside what a stroke made wrong in some rooms. Returns what was there before, where anything changed.
fn set_contents_aside(
    dungeon: &mut Dungeon,
    before: &ContentsBefore,
    rooms: &BTreeSet<RoomId>,
) -> Option<Box<SavedContents>> {
    let is_asked = |room: RoomId| rooms.contains(&room);
    if before.new_faults(dungeon, is_asked).is_empty() {
        return None;
    }
    let (saved, mut aside) = (SavedContents::of(dungeon), SetAside::default());
    settle_contents(dungeon, before, is_asked, &mut aside);
    aside.warn(dungeon);
    Some(Box::new(saved))
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
