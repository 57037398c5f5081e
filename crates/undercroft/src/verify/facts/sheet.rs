//! How much of its sheet a dungeon fills, and how long the sheet is.

use undercroft_grid::{BitGrid, Rect};

use crate::dungeon::{Dungeon, Level, Link};
use crate::fraction::Fraction;
use crate::verify::RoomGraph;

/// The walkable cells of a level: floor, corridor, door and stairs, without those that only secret links have.
pub(crate) fn open_cells(dungeon: &Dungeon, level: &Level, graph: &RoomGraph) -> BitGrid {
    let mut open = level.walkable_tiles();
    let on_level = |link: &&Link| dungeon.room(link.rooms[0]).z == level.z;
    let (secret, known): (Vec<&Link>, Vec<&Link>) =
        dungeon.links.iter().filter(on_level).partition(|link| graph.is_secret(link.id));
    if secret.is_empty() {
        return open;
    }
    let all = open.clone();
    secret.iter().flat_map(|link| rects(dungeon, link)).for_each(|rect| open.erase_rect(rect));
    // Other corridors may run through the same cells.
    let stubs = dungeon.stubs.iter().filter(|stub| stub.z == level.z);
    let stubs = stubs.flat_map(|stub| stub.path.iter().map(|&at| Rect::at(at, stub.width.into(), stub.width.into())));
    let entrance = dungeon.entrance.iter().map(|entrance| (dungeon.door(entrance.door), entrance.runway));
    let entrance = entrance.filter(|(door, _)| door.z == level.z);
    let entrance = entrance.flat_map(|(door, runway)| [door.bounds(), door.runway_rect(runway.into())]);
    let kept = known.iter().flat_map(|link| rects(dungeon, link)).chain(stubs).chain(entrance);
    kept.for_each(|rect| open.fill_rect(rect));
    open &= &all;
    open
}

/// The rectangles of a link's corridor, with what was cut away beside it and its doors.
fn rects<'a>(dungeon: &'a Dungeon, link: &'a Link) -> impl Iterator<Item = Rect> + 'a {
    let roughened = link.roughened().iter().map(|&cell| Rect::at(cell, 1, 1));
    let doors = link.doors().iter().map(|&door| dungeon.door(door).bounds());
    dungeon.corridor_rects(link).chain(roughened).chain(doors)
}

/// The walkable cells of a level and the box round them.
#[derive(Clone, Copy, Debug)]
struct Sheet {
    cells: u64,
    area: u64,
    long: u64,
    short: u64,
    /// Floor cells of its rooms.
    floor: u64,
}

/// The sheets of all levels that have a walkable cell.
pub(super) struct Sheets(Vec<Sheet>);

impl Sheets {
    pub(super) fn new(dungeon: &Dungeon, graph: &RoomGraph) -> Self {
        let sheet = |level| {
            let open = open_cells(dungeon, level, graph);
            let bounds = open.bounds()?;
            let sides = [bounds.width(), bounds.height()].map(|side| side as u64);
            let rooms = dungeon.rooms.iter().filter(|room| room.z == level.z);
            Some(Sheet {
                cells: open.count() as u64,
                area: bounds.area() as u64,
                long: sides[0].max(sides[1]),
                short: sides[0].min(sides[1]),
                floor: rooms.map(|room| room.area() as u64).sum(),
            })
        };
        Self(dungeon.levels.iter().filter_map(sheet).collect())
    }

    /// Walkable cells among those of the boxes.
    pub(super) fn fill(&self) -> Fraction {
        let sum = |value: fn(&Sheet) -> u64| self.0.iter().map(value).sum();
        Fraction::ratio(sum(|sheet| sheet.cells), sum(|sheet| sheet.area))
    }

    /// The mean of long ÷ short side, weighted by floor, in tenths.
    ///
    /// The quotients are summed in parts of 2^64, each rounded up, and the mean is rounded down: that is the exact value
    /// rounded down unless it lies closer below a whole number than the rounding, which sides of four levels cannot.
    pub(super) fn aspect_tenths(&self) -> u64 {
        let floor: u128 = self.0.iter().map(|sheet| u128::from(sheet.floor)).sum();
        let (mut whole, mut parts) = (0_u128, 0_u128);
        for sheet in &self.0 {
            let (dividend, short) = (u128::from(10 * sheet.long) * u128::from(sheet.floor), u128::from(sheet.short));
            whole += dividend / short;
            parts += ((dividend % short) << 64).div_ceil(short);
        }
        (whole + (parts >> 64)).checked_div(floor).unwrap_or(0) as u64
    }
}
