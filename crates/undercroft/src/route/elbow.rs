//! Elbow corridors: straight, or with one corner, from grid line to grid line.
//!
//! ```text
//!   ┌────┐
//!   │ A  +──────┐        Both legs run along lines of the module grid where the rooms lie on it,
//!   └────┘      │        and each is at least as long as a runway.
//!            ┌──+─┐
//!            │ B  │
//! ```

use undercroft_grid::{Cell, Dir};

use super::brush_flags::{HUG_ACROSS, HUG_ALONG};
use super::routing_map::RoutingMap;
use super::types::{CorridorPath, LinkEnd};
use super::wall::Site;
use crate::dungeon::Fallback;
use crate::meter::{Halt, Meter};
use crate::recipe::Corridors;

/// The cheapest corridor with at most one corner and its cost, or `None` when each would cut a room or has no space for its runways.
///
/// # Errors
/// When the meter halts.
pub fn elbow(
    map: &RoutingMap,
    costs: &Corridors,
    module_grid: [i32; 2],
    ends: [LinkEnd; 2],
    meter: &mut Meter,
) -> Result<Option<(u32, CorridorPath)>, Halt> {
    let sites = ends.map(|end| grid_sites(map, costs, module_grid, end));
    let mut best: Option<(u32, [Cell; 2], CorridorPath)> = None;
    for (a, b) in sites[0].iter().flat_map(|a| sites[1].iter().map(move |b| (a, b))) {
        meter.spend(1 + a.first.manhattan(b.first) as u64 / 16)?;
        let Some(found) = join(map, costs, a, b) else { continue };
        if best.as_ref().is_none_or(|best| (found.0, found.1) < (best.0, best.1)) {
            best = Some(found);
        }
    }
    Ok(best.map(|(cost, _, corridor)| (cost, corridor)))
}

/// The sites on lines of the module grid; all sites of a wall that has none.
fn grid_sites(map: &RoutingMap, costs: &Corridors, [gx, gy]: [i32; 2], end: LinkEnd) -> Vec<Site> {
    let on_line = |site: &Site| {
        if site.normal.is_horizontal() { site.first.y % gy == 0 } else { site.first.x % gx == 0 }
    };
    let sites = |wall: &super::wall::Wall| {
        let all: Vec<Site> = wall.sites(map, costs, costs.runway).collect();
        let aligned: Vec<Site> = all.iter().copied().filter(on_line).collect();
        if aligned.is_empty() { all } else { aligned }
    };
    end.walls.iter().flat_map(sites).collect()
}

/// The corridor between two sites with its cost and a key that decides between equals.
fn join(map: &RoutingMap, costs: &Corridors, a: &Site, b: &Site) -> Option<(u32, [Cell; 2], CorridorPath)> {
    let (corner, turns) = corner(costs, a, b)?;
    let legs = [leg(a, corner, costs.width)?, leg(b, corner, costs.width)?];
    let runway = costs.runway.max(1);
    if legs.iter().any(|&depth| depth < runway) {
        return None;
    }
    let first: Vec<Cell> = (1..=legs[0]).map(|depth| a.brush(depth, costs.width)).collect();
    let second = (1..legs[1]).rev().map(|depth| b.brush(depth, costs.width));
    let path: Vec<Cell> = first.into_iter().chain(second).collect();
    let swept = &path[runway as usize - 1..=path.len() - runway as usize];
    if !swept.iter().all(|&at| map.is_open(at)) {
        return None;
    }
    let hugs = swept.windows(2).filter(|pair| hugs(map, pair)).count() as u32;
    let cost = path.len() as u32 * costs.cost.step + turns * costs.cost.turn + hugs * costs.cost.hug + a.cost + b.cost;
    let corridor = CorridorPath { sites: [*a, *b], path, width: costs.width, fallback: [Fallback::None; 2] };
    Some((cost, [a.first, b.first], corridor))
}

/// The position where the two legs meet, and the number of turns.
fn corner(costs: &Corridors, a: &Site, b: &Site) -> Option<(Cell, u32)> {
    let [p, q] = [a, b].map(|site| site.brush(costs.runway.max(1), costs.width));
    if a.normal == b.normal.opposite() {
        let same_line = if a.normal.is_horizontal() { p.y == q.y } else { p.x == q.x };
        return same_line.then_some((q, 0));
    }
    if a.normal == b.normal {
        return None;
    }
    let meet = if a.normal.is_horizontal() { Cell::new(q.x, p.y) } else { Cell::new(p.x, q.y) };
    Some((meet, 1))
}

/// How many steps out from its door the brush of a site reaches the position, if it ever does.
fn leg(site: &Site, to: Cell, width: i32) -> Option<i32> {
    let start = site.brush(1, width);
    let delta = to - start;
    let depth = match site.normal {
        Dir::North => -delta.y,
        Dir::East => delta.x,
        Dir::South => delta.y,
        Dir::West => -delta.x,
    };
    (depth >= 0 && site.brush(depth + 1, width) == to).then_some(depth + 1)
}

/// Whether a step of the brush runs along a room.
pub fn hugs(map: &RoutingMap, pair: &[Cell]) -> bool {
    let flag = if pair[0].y == pair[1].y { HUG_ACROSS } else { HUG_ALONG };
    map.flags()[pair[1]] & flag != 0
}
