//! Pockets and bodies of 2×2 cells against floods over sets of cells.

use std::collections::BTreeSet;

use proptest::prelude::*;
use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size};

use super::pockets::parted_cells;
use super::wide_bodies::parted_anchors;
use crate::dungeon::{Dungeon, Level, Room, RoomId, Run, Terrain};
use crate::verify::tests::fixture::{add_door, retile};
use crate::verify::tests::fixture_contents::add_feature;
use crate::verify::{FlawCode, verify};

type Cells = BTreeSet<Cell>;

/// All places that steps of one cell lead to.
fn spread(places: &Cells, from: Cell) -> Cells {
    let (mut reached, mut stack) = (Cells::new(), vec![from]);
    while let Some(place) = stack.pop() {
        if places.contains(&place) && reached.insert(place) {
            stack.extend(place.neighbors4());
        }
    }
    reached
}

fn pieces(cells: &Cells) -> BTreeSet<Vec<Cell>> {
    cells.iter().map(|&cell| spread(cells, cell).into_iter().collect()).collect()
}

/// A piece of the free cells of which more than one piece is left.
fn has_pocket(free: &Cells, left: &Cells) -> bool {
    let rests = pieces(left);
    pieces(free).iter().any(|piece| rests.iter().filter(|rest| piece.contains(&rest[0])).count() > 1)
}

fn square(place: Cell) -> [Cell; 4] {
    [place, place + Dir::East, place + Dir::South, place + Dir::East + Dir::South]
}

/// Whether a 2×2 body that covers one cell gets to cover the other.
fn joins(cells: &Cells, a: Cell, b: Cell) -> bool {
    let fits = |place: &Cell| square(*place).iter().all(|cell| cells.contains(cell));
    let places: Cells = cells.iter().copied().filter(fits).collect();
    let covers = |place: &Cell, cell: Cell| square(*place).contains(&cell);
    let starts = places.iter().filter(|place| covers(place, a));
    starts.into_iter().any(|&start| spread(&places, start).iter().any(|place| covers(place, b)))
}

fn narrows(free: &Cells, left: &Cells, anchors: &[Cell]) -> bool {
    let pairs = anchors.iter().flat_map(|&a| anchors.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
    pairs.into_iter().any(|(a, b)| joins(free, a, b) && !joins(left, a, b))
}

/// Cells of a small map, most of them in.
fn cells(share: f64) -> impl Strategy<Value = BitGrid> {
    (3..9i32, 3..8i32).prop_flat_map(move |(width, height)| {
        let size = Size::of(width, height);
        let members = prop::collection::vec(prop::bool::weighted(share), size.area());
        members.prop_map(move |members| BitGrid::from_fn(size, |cell| members[size.id(cell)]))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn pockets_and_bottlenecks_are_those_of_floods(
        free in cells(0.92), things in prop::collection::vec((0..9i32, 0..8i32, 1..4i32, 1..3i32), 0..5),
        picks in prop::collection::vec(0..80usize, 0..6),
    ) {
        let all: Vec<Cell> = free.iter().collect();
        prop_assume!(!all.is_empty());
        let mut anchors: Vec<Cell> = picks.iter().map(|pick| all[pick % all.len()]).collect();
        anchors.sort_unstable();
        anchors.dedup();
        let mut left = free.clone();
        for (x, y, width, height) in things {
            left.erase_rect(Rect::new(x, y, x + width, y + height));
        }
        for &anchor in &anchors {
            left.insert(anchor);
        }
        let (before, after): (Cells, Cells) = (free.iter().collect(), left.iter().collect());
        prop_assert_eq!(!parted_cells(&free, &left).is_empty(), has_pocket(&before, &after));
        let pair = parted_anchors(&free, &left, &anchors);
        prop_assert_eq!(pair.is_some(), narrows(&before, &after, &anchors));
        if let Some([a, b]) = pair {
            prop_assert!(joins(&before, a, b) && !joins(&after, a, b));
        }
    }

    #[test]
    fn parted_cells_leave_one_rest_of_every_piece(free in cells(0.8), gone in cells(0.3)) {
        let mut left = free.clone();
        for cell in gone.iter() {
            left.remove(cell);
        }
        let parted = parted_cells(&free, &left);
        for cell in parted {
            left.remove(cell);
        }
        let (before, after): (Cells, Cells) = (free.iter().collect(), left.iter().collect());
        prop_assert!(!has_pocket(&before, &after));
    }
}

/// A dungeon of one room with doors in its northern and western walls; nothing else of it is sound.
fn lone_room(floor: &BitGrid) -> Dungeon {
    let size = Size::of(floor.size().width() + 4, floor.size().height() + 4);
    let mut d = Dungeon::bare("room", vec![Level::solid_rock(0, size)]);
    // Only a dungeon that was generated, or has links, is judged as a whole.
    d.provenance.recipe.insert("method", "accrete");
    let runs = Run::of_cells(floor).map(|run| Run { start: run.start + Cell::new(2, 2), ..run });
    d.rooms.push(Room::bare(RoomId(0), 0, runs.collect()));
    for dir in [Dir::North, Dir::West, Dir::South] {
        let walls = d.rooms[0].cells().map(|cell| cell + dir).filter(|&cell| !d.rooms[0].contains(cell));
        let wall = walls.min_by_key(|cell| (cell.x * dir.delta().y.abs(), cell.y * dir.delta().x.abs()));
        if let Some(wall) = wall {
            add_door(&mut d, 0, vec![wall], dir);
        }
    }
    retile(&mut d);
    d
}

/// The largest piece of a set, or nothing.
fn largest_piece(cells: &BitGrid) -> Option<BitGrid> {
    let piece = pieces(&cells.iter().collect()).into_iter().max_by_key(Vec::len)?;
    Some(BitGrid::from_fn(cells.size(), |cell| piece.contains(&cell)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn rooms_are_judged_as_floods_judge_them(
        floor in cells(0.9), things in prop::collection::vec((0..80usize, 1..4i32, 1..3i32), 1..5),
    ) {
        let Some(floor) = largest_piece(&floor) else { return Ok(()) };
        let mut d = lone_room(&floor);
        let room: Cells = d.rooms[0].cells().collect();
        let anchors: Vec<Cell> = d.doors.iter().map(|door| door.cells[0] - door.normal).collect();
        let is_clear = |cell: &Cell| d.doors.iter().all(|door| {
            let before = door.cells[0] - door.normal;
            *cell != before && *cell != before - door.normal
        });
        let mut left = room.clone();
        let mut placed = Vec::new();
        for (pick, width, height) in things {
            let at = *room.iter().nth(pick % room.len()).unwrap();
            let cells: Vec<Cell> = Rect::at(at, width, height).cells().collect();
            if cells.iter().all(|cell| left.contains(cell) && is_clear(cell)) {
                left.retain(|cell| !cells.contains(cell));
                placed.push((at, [width, height]));
            }
        }
        for (at, size) in placed {
            add_feature(&mut d, "crate", 0, (at.x, at.y), size);
        }
        let shown = |code: FlawCode| verify(&d).flaws.iter().any(|flaw| flaw.code == code);
        prop_assert!(!shown(FlawCode::FeatureOutsideRoom) && !shown(FlawCode::FeatureInDoor));
        let is_parted = has_pocket(&room, &left);
        prop_assert_eq!(shown(FlawCode::FeatureBlocksPath), is_parted);
        prop_assert_eq!(shown(FlawCode::FeatureNarrows), !is_parted && narrows(&room, &left, &anchors));
        prop_assert!(d.levels[0].terrain.values().contains(&Terrain::Floor));
    }
}
