//! Elbow corridors: straight, or with one corner, from lattice line to lattice line.
//!
//! ```text
//!   ┌────┐
//!   │ A  +──────┐        Both legs run along lattice lines where the rooms lie on the lattice,
//!   └────┘      │        and each is at least as long as a runway.
//!            ┌──+─┐
//!            │ B  │
//! ```

use undercroft_grid::{Cell, Dir};

use super::brush_flags::{HUG_ACROSS, HUG_ALONG};
use super::corridor::{End, Way};
use super::routing_map::Ground;
use super::wall::Site;
use crate::dungeon::Fallback;
use crate::recipe::Corridors;

/// The cheapest way with at most one corner, or `None` when every such way would cut a room or has no place for its
/// runways.
pub fn elbow(ground: &Ground, costs: &Corridors, lattice: [i32; 2], ends: [End; 2]) -> Option<Way> {
    let sites = ends.map(|end| lattice_sites(ground, costs, lattice, end));
    let pairs = sites[0].iter().flat_map(|a| sites[1].iter().map(move |b| (a, b)));
    let ways = pairs.filter_map(|(a, b)| join(ground, costs, a, b));
    let (_, _, way) = ways.min_by_key(|(cost, key, _)| (*cost, *key))?;
    Some(way)
}

/// The sites on lattice lines; all sites of a wall that has none.
fn lattice_sites(ground: &Ground, costs: &Corridors, [gx, gy]: [i32; 2], end: End) -> Vec<Site> {
    let on_line = |site: &Site| {
        if site.normal.is_horizontal() { site.first.y % gy == 0 } else { site.first.x % gx == 0 }
    };
    let sites = |wall: &super::wall::Wall| {
        let all: Vec<Site> = wall.sites(ground, costs, costs.runway).collect();
        let aligned: Vec<Site> = all.iter().copied().filter(on_line).collect();
        if aligned.is_empty() { all } else { aligned }
    };
    end.walls.iter().flat_map(sites).collect()
}

/// The way between two sites with its cost and a key that decides between equals.
fn join(ground: &Ground, costs: &Corridors, a: &Site, b: &Site) -> Option<(u32, [Cell; 2], Way)> {
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
    if !swept.iter().all(|&at| ground.is_open(at)) {
        return None;
    }
    let hugs = swept.windows(2).filter(|pair| hugs(ground, pair)).count() as u32;
    let cost = path.len() as u32 * costs.cost.step + turns * costs.cost.turn + hugs * costs.cost.hug + a.cost + b.cost;
    let way = Way { sites: [*a, *b], path, width: costs.width, fallback: [Fallback::None; 2] };
    Some((cost, [a.first, b.first], way))
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

fn hugs(ground: &Ground, pair: &[Cell]) -> bool {
    let flag = if pair[0].y == pair[1].y { HUG_ACROSS } else { HUG_ALONG };
    ground.flags()[pair[1]] & flag != 0
}
