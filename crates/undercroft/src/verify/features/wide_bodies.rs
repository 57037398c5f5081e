//! Bodies of 2×2 cells: which anchors of a room they join.
//!
//! Such a body is at an anchor when it covers it. Two anchors are joined when it can go from one to the other in steps
//! of one cell inside the room. That is no equivalence: a body on either side of a bottleneck may cover an anchor in it
//! and not get through, so pairs are compared, not parts.

use undercroft_grid::{BitGrid, Cell, RegionId, Regions};

/// The first two anchors that a 2×2 body joins on the `free` cells and no longer on those that features have `left`.
pub(super) fn parted_anchors(free: &BitGrid, left: &BitGrid, anchors: &[Cell]) -> Option<[Cell; 2]> {
    if anchors.len() < 2 {
        return None;
    }
    let (before, after) = (places(free), places(left));
    if before == after {
        return None;
    }
    let parts = Regions::of(&after);
    let is_lost = |anchor: &Cell| covers(&before, *anchor) && !covers(&after, *anchor);
    if parts.count() == 1 && !anchors.iter().any(is_lost) {
        return None;
    }
    let (before, after) = (parts_of(&Regions::of(&before), anchors), parts_of(&parts, anchors));
    let mut joined: Vec<RegionId> = before.iter().flatten().copied().collect();
    joined.sort_unstable();
    joined.dedup();
    joined.into_iter().find_map(|part| {
        let members: Vec<usize> = (0..anchors.len()).filter(|&anchor| before[anchor].contains(&part)).collect();
        parted_pair(&members, &after).map(|pair| pair.map(|anchor| anchors[anchor]))
    })
}

/// Where the north-west cell of a 2×2 body can be.
fn places(free: &BitGrid) -> BitGrid {
    let mut pairs = free.shifted(Cell::new(-1, 0));
    pairs &= free;
    let mut squares = pairs.shifted(Cell::new(0, -1));
    squares &= &pairs;
    squares
}

/// The places of bodies that cover a cell.
fn covering(Cell { x, y }: Cell) -> [Cell; 4] {
    [[x - 1, y - 1], [x, y - 1], [x - 1, y], [x, y]].map(Cell::from)
}

/// Whether a body in one of the places covers a cell.
fn covers(places: &BitGrid, cell: Cell) -> bool {
    covering(cell).into_iter().any(|place| places.contains(place))
}

/// For each anchor the parts of the room in which a body can cover it.
fn parts_of(parts: &Regions, anchors: &[Cell]) -> Vec<Vec<RegionId>> {
    let around = |&anchor: &Cell| covering(anchor).into_iter().filter_map(|place| parts.at(place)).collect();
    anchors.iter().map(around).collect()
}

/// Two of the anchors that have no part in common.
fn parted_pair(members: &[usize], parts: &[Vec<RegionId>]) -> Option<[usize; 2]> {
    let (&first, others) = members.split_first()?;
    let is_common = |part: &RegionId| others.iter().all(|&other| parts[other].contains(part));
    if parts[first].iter().any(is_common) {
        return None;
    }
    let is_parted = |a: usize, b: usize| !parts[a].iter().any(|part| parts[b].contains(part));
    let mut pairs = members.iter().enumerate().flat_map(|(i, &a)| members[i + 1..].iter().map(move |&b| [a, b]));
    pairs.find(|&[a, b]| is_parted(a, b))
}
