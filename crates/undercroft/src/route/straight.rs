//! The straight shortcut: rooms that face each other across a narrow gap are joined by a line that is all runway.

use undercroft_grid::{Cell, Dir};

use super::routing_map::RoutingMap;
use super::types::{CorridorPath, LinkEnd};
use super::wall::{Site, Wall};
use crate::dungeon::Fallback;
use crate::recipe::Corridors;

/// The straight line of at most two runways' length between two facing walls, nearest to the middle of both.
pub fn shortcut(map: &RoutingMap, costs: &Corridors, ends: [LinkEnd; 2]) -> Option<CorridorPath> {
    let [from, to] = ends;
    let pairs = from.walls.iter().flat_map(|wall| to.walls.iter().map(move |other| (wall, other)));
    let lines = pairs.filter_map(|(wall, other)| line(map, costs, wall, other));
    lines.min_by_key(|line| (doors_cost(line), line.path.len()))
}

/// What the places of its doors cost.
pub fn doors_cost(corridor: &CorridorPath) -> u32 {
    corridor.sites.iter().map(|site| site.cost).sum()
}

fn line(map: &RoutingMap, costs: &Corridors, wall: &Wall, other: &Wall) -> Option<CorridorPath> {
    let length = gap(wall, other)?;
    // A gap of one cell has no room for a brush of two; the search finds better corridors.
    let shortest = if costs.width == 1 { 1 } else { 2 };
    if !(shortest..=2 * costs.runway).contains(&length) {
        return None;
    }
    let (start, end) = overlap(wall, other);
    let width = costs.width.min(end - start);
    if width < 1 {
        return None;
    }
    let at = |along: i32| {
        let site = |wall: &Wall| {
            let offset = along - along_of(wall, wall.first);
            let cost = wall.site_cost(costs, offset, width);
            let site = Site { normal: wall.normal, first: wall.cell(offset), width, runway: length, cost };
            Site { cost: cost + site.crowding_cost(map, costs), ..site }
        };
        [site(wall), site(other)]
    };
    let free = |sites: &[Site; 2]| {
        (1..=length).all(|depth| map.is_clear(sites[0].slice(depth)))
            && sites.iter().all(|site| !site.touches_door(map))
    };
    let cost = |[a, b]: &[Site; 2]| a.cost + b.cost;
    let best = (start..=end - width).map(at).filter(free).min_by_key(|sites| (cost(sites), sites[0].first))?;
    let path = (1..=length).map(|depth| best[0].slice(depth).min()).collect();
    Some(CorridorPath { sites: best, path, width, fallback: [Fallback::None; 2] })
}

/// Cells between two facing walls, or `None` when they do not face each other.
fn gap(wall: &Wall, other: &Wall) -> Option<i32> {
    let facing = other.normal == wall.normal.opposite();
    let distance = match wall.normal {
        Dir::North => wall.first.y - other.first.y,
        Dir::East => other.first.x - wall.first.x,
        Dir::South => other.first.y - wall.first.y,
        Dir::West => wall.first.x - other.first.x,
    };
    (facing && distance > 1).then_some(distance - 1)
}

/// Where along the two walls both have a cell.
fn overlap(wall: &Wall, other: &Wall) -> (i32, i32) {
    let [a, b] = [along_of(wall, wall.first), along_of(other, other.first)];
    (a.max(b), (a + wall.length).min(b + other.length))
}

fn along_of(wall: &Wall, cell: Cell) -> i32 {
    if wall.normal.is_horizontal() { cell.y } else { cell.x }
}
