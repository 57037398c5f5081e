//! Maps on a page: all panes at one scale, in rows, as large as fits.

use std::ops::Range;

use super::measure::{MAX_CELL, MIN_CELL, capital};
use crate::lettering;
use crate::pane_rows::{Extent, Packing, PaneRows};
use crate::picture::{Area, CELL, Point};
use crate::scaling::length;
use crate::voice::Voice;
use crate::word::Word;

/// Between two panes, and the line of names above a row. [Unit: thousandths of a cell]
const GAP: i32 = 1500;
const NAME_LINE: i32 = 1000;
/// Names of levels. [Unit: tenths of a point]
const NAME_SIZE: i32 = 90;

/// A level to be placed.
#[derive(Clone, Debug)]
pub struct Pane {
    /// Its height in the dungeon.
    pub z: i32,
    /// What it is called.
    pub name: String,
    /// The part of its map that is shown.
    pub area: Area,
}

/// A level at its place.
#[derive(Clone, Debug)]
pub struct PlacedPane {
    /// The level.
    pub pane: Pane,
    /// Where the origin of its map lies on the page.
    pub origin: Point,
    /// Its name, where there are several.
    pub name: Option<Word>,
}

/// Levels on one page.
#[derive(Clone, Debug)]
pub struct MapBlock {
    /// The side of a cell. [Unit: thousandths of a millimetre]
    pub cell: i32,
    rows: PaneRows,
    panes: Vec<Pane>,
    has_names: bool,
}

impl MapBlock {
    /// Packs panes into a room on the page; names stand above them where the dungeon has several levels.
    pub fn fit(panes: &[Pane], room: Extent, has_names: bool) -> Self {
        let name_line = if has_names { NAME_LINE } else { 0 };
        let packing = Packing { gap: GAP, name_line, target: room, sheet: |extent: Extent| extent };
        let slots: Vec<Extent> = panes.iter().map(|pane| slot(pane, has_names)).collect();
        let rows = packing.pack(&slots);
        let scale = |room: i32, side: i32| i64::from(room) * i64::from(CELL) / i64::from(side.max(1));
        let cell = scale(room.width, rows.extent.width).min(scale(room.height, rows.extent.height));
        Self { cell: cell.clamp(1, MAX_CELL.into()) as i32, rows, panes: panes.to_vec(), has_names }
    }

    /// The first page of several: the level of the entrance with as many below it, then above it, as stay readable.
    pub fn first_levels(panes: &[Pane], entrance: usize, room: Extent) -> Range<usize> {
        let is_readable = |range: &Range<usize>| Self::fit(&panes[range.clone()], room, true).cell >= MIN_CELL;
        if is_readable(&(0..panes.len())) {
            return 0..panes.len();
        }
        let mut range = entrance..entrance + 1;
        while range.end < panes.len() && is_readable(&(range.start..range.end + 1)) {
            range.end += 1;
        }
        while range.start > 0 && is_readable(&(range.start - 1..range.end)) {
            range.start -= 1;
        }
        range
    }

    /// Levels that follow on one further page: as many as stay readable, one at least.
    pub fn next_levels(panes: &[Pane], room: Extent) -> usize {
        let is_readable = |&count: &usize| Self::fit(&panes[..count], room, true).cell >= MIN_CELL;
        (1..=panes.len()).take_while(|count| *count == 1 || is_readable(count)).last().unwrap_or(0)
    }

    /// How high the block is on the page.
    pub fn height(&self) -> i32 {
        length(self.rows.extent.height, self.cell)
    }

    /// The panes at their places, the block in the middle of a room on the page.
    pub fn place(&self, room: Area) -> Vec<PlacedPane> {
        let mut top = room.min.y + (room.height() - self.height()) / 2;
        let mut placed = Vec::new();
        for row in &self.rows.rows {
            let panes = &self.panes[row.clone()];
            let width: i32 = panes.iter().map(|pane| slot(pane, self.has_names).width).sum();
            let width = length(width + GAP * (panes.len() as i32 - 1), self.cell);
            let mut left = room.min.x + (room.width() - width) / 2;
            let below = top + if self.has_names { length(NAME_LINE, self.cell) } else { 0 };
            for pane in panes {
                let slot = length(slot(pane, self.has_names).width, self.cell);
                placed.push(self.placed(pane, left, slot, below));
                left += slot + length(GAP, self.cell);
            }
            let height = panes.iter().map(|pane| pane.area.height()).max().unwrap_or(0);
            top = below + length(height + GAP, self.cell);
        }
        placed
    }

    fn placed(&self, pane: &Pane, left: i32, slot: i32, top: i32) -> PlacedPane {
        let [width, x, y] = [pane.area.width(), pane.area.min.x, pane.area.min.y].map(|side| length(side, self.cell));
        let origin = Point::new(left + (slot - width) / 2 - x, top - y);
        let height = capital(NAME_SIZE);
        let name = self.has_names.then(|| {
            let middle = left + (slot - name_width(&pane.name)) / 2;
            Word { text: pane.name.clone(), voice: Voice::Bold, height, at: Point::new(middle, top - height / 3) }
        });
        PlacedPane { pane: pane.clone(), origin, name }
    }
}

fn name_width(name: &str) -> i32 {
    lettering::width_in(Voice::Bold, name, capital(NAME_SIZE))
}

/// What a pane takes up: at the smallest cell its name is still no wider.
fn slot(pane: &Pane, has_name: bool) -> Extent {
    let name = if has_name { name_width(&pane.name) / MIN_CELL * CELL + CELL } else { 0 };
    Extent::new(pane.area.width().max(name), pane.area.height())
}
