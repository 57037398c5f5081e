//! The map that corridors are searched on: cell sets of a whole level, and a byte for each position of the brush.

use undercroft_grid::{BitGrid, Cell, Grid, Rect};

use super::brush_flags::{self, OPEN};
use super::layers::Layers;
use crate::meter::{Halt, Meter};
use crate::place::{Layout, Placement};

/// One level and what has been carved into it so far.
#[derive(Clone, Debug)]
pub struct RoutingMap {
    layers: Layers,
    doors: BitGrid,
    /// The cells that the mask leaves free, where the recipe has one.
    free: Option<BitGrid>,
    /// The flags of each position of the brush; always up to date.
    flags: Grid<u8>,
    width: i32,
}

impl RoutingMap {
    /// The map of a layout, before the first corridor, for a brush of this width. Corridors keep to the `free` cells.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn new(layout: &Layout, free: Option<&BitGrid>, width: i32, meter: &mut Meter) -> Result<Self, Halt> {
        let empty = BitGrid::new(layout.size);
        let blocked = free.map(|free| BitGrid::from_fn(layout.size, |cell| !free.contains(cell)));
        let mut rooms = empty.clone();
        for room in &layout.rooms {
            meter.spend(1 + room.floor.len() as u64 / 4)?;
            fill_with_ring(room, &mut rooms);
        }
        let layers = Layers {
            inner: layout.size.rect().grow(-1),
            rooms,
            reserved: blocked.unwrap_or_else(|| empty.clone()),
            corridors: empty.clone(),
            runways: empty.clone(),
        };
        let flags = Grid::filled(layout.size, 0);
        let mut map = Self { layers, doors: empty, free: free.cloned(), flags, width };
        for y in 0..layout.size.height() {
            meter.spend(1 + layout.size.width() as u64 / 64)?;
            map.write_row(y, 0, layout.size.width());
        }
        Ok(map)
    }

    /// The map of a layout, for tests.
    #[cfg(test)]
    pub fn unmetered(layout: &Layout, width: i32) -> Self {
        let mut sink = crate::events::NoEvents;
        Self::new(layout, None, width, &mut Meter::new(&mut sink, u64::MAX)).unwrap_or_else(|halt| panic!("{halt:?}"))
    }

    /// The map without its outermost cells.
    pub const fn inner(&self) -> Rect {
        self.layers.inner
    }

    /// Width of the brush.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// The flags of all positions.
    pub const fn flags(&self) -> &Grid<u8> {
        &self.flags
    }

    /// The sets of cells behind the flags.
    #[cfg(test)]
    pub const fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Makes the cells corridor.
    pub fn carve(&mut self, rect: Rect) {
        self.layers.corridors.fill_rect(rect);
        self.refresh(rect);
    }

    /// Makes the cells corridor that others do not merge with.
    pub fn carve_runway(&mut self, rect: Rect) {
        self.layers.runways.fill_rect(rect);
        self.carve(rect);
    }

    /// Keeps corridors out of the cells.
    pub fn reserve(&mut self, rect: Rect) {
        self.layers.reserved.fill_rect(rect);
        self.refresh(rect);
    }

    /// Keeps corridors out of the cells and their orthogonal neighbours.
    pub fn reserve_with_sides(&mut self, Rect { left, top, right, bottom }: Rect) {
        self.layers.reserved.fill_rect(Rect::new(left - 1, top, right + 1, bottom));
        self.layers.reserved.fill_rect(Rect::new(left, top - 1, right, bottom + 1));
        self.refresh(Rect::new(left - 1, top - 1, right + 1, bottom + 1));
    }

    /// Puts a door into the cells.
    pub fn open_door(&mut self, rect: Rect) {
        self.doors.fill_rect(rect);
    }

    /// Whether the brush may be at the position.
    pub fn is_open(&self, at: Cell) -> bool {
        self.flags.get(at).is_some_and(|flags| flags & OPEN != 0)
    }

    /// Whether a corridor may enter every cell of the rectangle.
    pub fn is_clear(&self, rect: Rect) -> bool {
        let free = |cell: Cell| !self.layers.rooms.contains(cell) && !self.layers.reserved.contains(cell);
        self.layers.inner.contains_rect(rect) && rect.cells().all(free)
    }

    /// All cells that a corridor may enter.
    pub fn clear_cells(&self) -> BitGrid {
        let mut clear = BitGrid::new(self.flags.size());
        clear.fill_rect(self.layers.inner);
        clear -= &self.layers.rooms;
        clear -= &self.layers.reserved;
        clear
    }

    /// Whether a room has one of the cells.
    pub fn has_room(&self, rect: Rect) -> bool {
        rect.cells().any(|cell| self.layers.rooms.contains(cell))
    }

    /// Whether a corridor has one of the cells.
    pub fn has_corridor(&self, rect: Rect) -> bool {
        rect.cells().any(|cell| self.layers.corridors.contains(cell))
    }

    /// Whether the mask blocks the cell.
    pub fn is_masked(&self, cell: Cell) -> bool {
        self.free.as_ref().is_some_and(|free| !free.contains(cell))
    }

    /// Whether a door has one of the cells.
    pub fn has_door(&self, rect: Rect) -> bool {
        rect.cells().any(|cell| self.is_door(cell))
    }

    /// Whether the cell is one of a door.
    pub fn is_door(&self, cell: Cell) -> bool {
        self.doors.contains(cell)
    }

    /// Whether the cell is one of a corridor.
    pub fn is_corridor(&self, cell: Cell) -> bool {
        self.layers.corridors.contains(cell)
    }

    /// Updates every position whose flags depend on cells of the rectangle.
    fn refresh(&mut self, changed: Rect) {
        let near = Rect { left: changed.left - self.width, top: changed.top - self.width, ..changed.grow(1) };
        let near = near.intersection(self.flags.size().rect());
        (near.top..near.bottom).for_each(|y| self.write_row(y, near.left, near.right));
    }

    fn write_row(&mut self, y: i32, left: i32, right: i32) {
        let row = &mut self.flags.row_mut(y)[left as usize..right as usize];
        brush_flags::write(&self.layers, Cell::new(left, y), row, self.width);
    }
}

fn fill_with_ring(room: &Placement, cells: &mut BitGrid) {
    room.floor.iter().for_each(|run| cells.fill_rect(run.rect().grow(1)));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::Size;

    use super::super::brush_flags::{BESIDE_ACROSS, BESIDE_ALONG, HUG_ACROSS, HUG_ALONG, MERGE};
    use super::*;
    use crate::seed::Stream;

    /// The definitions, cell by cell.
    fn slow(map: &RoutingMap, at: Cell) -> u8 {
        let brush = Rect::at(at, map.width, map.width);
        let across = Rect::new(brush.left, brush.top - 1, brush.right, brush.bottom + 1);
        let along = Rect::new(brush.left - 1, brush.top, brush.right + 1, brush.bottom);
        let beside = |rect: Rect, set: &BitGrid| rect.cells().any(|c| !brush.contains(c) && set.contains(c));
        let layers = &map.layers;
        let corridor = brush.cells().all(|c| layers.corridors.contains(c));
        let flag = |yes: bool, flag: u8| if yes { flag } else { 0 };
        flag(map.is_clear(brush), OPEN)
            | flag(beside(across, &layers.rooms), HUG_ACROSS)
            | flag(beside(along, &layers.rooms), HUG_ALONG)
            | flag(corridor && !brush.cells().any(|c| layers.runways.contains(c)), MERGE)
            | flag(beside(across, &layers.corridors) && !corridor, BESIDE_ACROSS)
            | flag(beside(along, &layers.corridors) && !corridor, BESIDE_ALONG)
    }

    proptest! {
        #[test]
        fn flags_say_what_the_definitions_say_after_every_change(
            seed in any::<u64>(), w in 3..150i32, h in 3..12i32, width in 1..=4i32,
        ) {
            let size = Size::of(w, h);
            let mut stream = Stream::new(seed, "ground");
            let mut some = |most: u32| -> Vec<Rect> {
                let mut rect = || Rect::at(Cell::new(stream.range(0..w), stream.range(0..h)), stream.range(1..6), stream.range(1..3));
                (0..most).map(|_| rect().intersection(size.rect())).collect()
            };
            let rooms = some(4).into_iter().map(|rect| Placement::rectangle(rect, false)).collect();
            let layout = Layout::of_rooms(size, rooms, [1, 1], vec![]);
            let mut map = RoutingMap::unmetered(&layout, width);
            some(6).into_iter().for_each(|rect| map.carve(rect));
            some(3).into_iter().for_each(|rect| map.carve_runway(rect));
            some(2).into_iter().for_each(|rect| map.reserve(rect));
            for cell in size.cells() {
                prop_assert_eq!(map.flags[cell], slow(&map, cell), "{}", cell);
            }
        }
    }
}
