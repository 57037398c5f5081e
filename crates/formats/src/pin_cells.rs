//! The layer `Pinned`: single cells that rolls keep, in files that people edit.
//!
//! The pins of cells travel as JSON with the others, and the layer shows which cells they hold. A cell that was painted on
//! the layer is pinned as it is in the file, and one that was erased is pinned no more.

use std::collections::{BTreeMap, BTreeSet};

use undercroft::dungeon::{CellsPin, Dungeon, Level, Pin, PinnedCell};
use undercroft::pin::PinMaker;
use undercroft_grid::Cell;

/// What the layer is called.
pub(super) const NAME: &str = "Pinned";

/// The cells on a level that single pins hold.
pub(super) fn pinned_cells(dungeon: &Dungeon, level: &Level) -> BTreeSet<Cell> {
    let cells = pins_of(dungeon, level.z).flat_map(CellsPin::cells).map(|pinned| pinned.cell);
    cells.filter(|&cell| level.size().contains(cell)).collect()
}

fn pins_of(dungeon: &Dungeon, z: i32) -> impl Iterator<Item = &CellsPin> {
    let pins = dungeon.provenance.pins.iter();
    pins.filter_map(move |pin| if let Pin::Cells(pin) = pin { Some(pin).filter(|pin| pin.z == z) } else { None })
}

/// The painted cells of each level whose file has the layer.
pub(super) type PaintedCells = BTreeMap<i32, BTreeSet<Cell>>;

/// Makes the pins of cells what the layers say.
pub(super) fn settle(dungeon: &mut Dungeon, painted: &PaintedCells) {
    let before = dungeon.provenance.pins.clone();
    for (&z, cells) in painted {
        settle_level(dungeon, z, cells);
    }
    if dungeon.provenance.pins == before {
        return;
    }
    let size = dungeon.levels.first().map(|level| [level.size().width(), level.size().height()]);
    let provenance = &mut dungeon.provenance;
    provenance.pins_size = provenance.pins_size.or(size).filter(|_| !provenance.pins.is_empty());
}

fn settle_level(dungeon: &mut Dungeon, z: i32, painted: &BTreeSet<Cell>) {
    let Some(level) = dungeon.level(z).cloned() else { return };
    let known = pinned_cells(dungeon, &level);
    let pins = std::mem::take(&mut dungeon.provenance.pins);
    dungeon.provenance.pins = pins.into_iter().filter_map(|pin| kept(pin, &level, painted)).collect();
    let new = painted.difference(&known).filter(|&&cell| level.size().contains(cell));
    let new: Vec<PinnedCell> = new.map(|&cell| as_it_is(&level, cell)).collect();
    let mut maker = PinMaker::new(dungeon);
    maker.pin_single_cells(z, new);
    dungeon.provenance.pins = maker.finish();
}

/// A pin with those of its cells that are painted, as they are now; `None` where none is left. One that holds what it held
/// stays as it was written.
fn kept(pin: Pin, level: &Level, painted: &BTreeSet<Cell>) -> Option<Pin> {
    let Pin::Cells(old) = &pin else { return Some(pin) };
    if old.z != level.z {
        return Some(pin);
    }
    let cells: Vec<PinnedCell> = old.cells().collect();
    let now = |pinned: &PinnedCell| {
        let now = as_it_is(level, pinned.cell);
        let ground = pinned.ground.map(|_| level.ground_at(pinned.cell));
        PinnedCell { terrain: pinned.terrain.and(now.terrain), ground, ..now }
    };
    // Cells off the map are for the judge to name.
    let is_off = |pinned: &PinnedCell| !level.size().contains(pinned.cell);
    let left = cells.iter().filter(|pinned| is_off(pinned) || painted.contains(&pinned.cell));
    let left: Vec<PinnedCell> = left.map(|pinned| if is_off(pinned) { *pinned } else { now(pinned) }).collect();
    if left == cells {
        return Some(pin);
    }
    let new = CellsPin::of_cells(old.id, level, left)?;
    Some(Pin::Cells(CellsPin { by: old.by, ..new }))
}

fn as_it_is(level: &Level, cell: Cell) -> PinnedCell {
    let ground = level.ground.is_some().then(|| level.ground_at(cell));
    PinnedCell { cell, terrain: Some(level.at(cell)), ground }
}
