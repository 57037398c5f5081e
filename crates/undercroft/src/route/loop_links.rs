//! Loops: extra links between near rooms that are far apart along the links.

use std::cmp::Reverse;

use undercroft_grid::{Dir, UnionFind};

use super::RouteError;
use super::builder::LevelRoutes;
use super::corridor::Router;
use super::link_plan::tree_hops;
use super::lone_corridor::{has_door_near, longer_than};
use super::mirrored_link::{join_mirrored, share_mirrored};
use super::near_rooms::{CommonWall, near_pairs};
use super::room_hops::RoomHops;
use super::wall::Site;
use crate::fraction::Fraction;
use crate::meter::Meter;
use crate::place::LONGEST_LOOP;
use crate::seed::Stream;

/// The fewest links between two rooms that a loop joins.
const SHORTEST_DETOUR: u32 = 3;

/// Two rooms that a loop could join.
#[derive(Clone, Copy, Debug)]
pub struct LoopCandidate {
    /// The rooms, lower number first.
    pub rooms: [u32; 2],
    /// The fewest corridor cells that join them.
    pub length: u32,
    /// Links between the rooms so far.
    detour: u64,
}

impl LoopCandidate {
    /// What the loop is worth: a link of the detour as much as two cells of corridor.
    fn saving(&self) -> i64 {
        2 * self.detour as i64 - i64::from(self.length)
    }
}

/// Adds loops between rooms that have a wall in common or a short free path between their walls.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn add_near_loops(routes: &mut LevelRoutes, stream: &mut Stream, meter: &mut Meter) -> Result<(), RouteError> {
    if routes.recipe.extra_links.parts() == 0 {
        return Ok(());
    }
    let near = near_pairs(routes, LONGEST_LOOP as u32);
    let candidates = candidates(
        routes,
        near.iter().map(|(&rooms, near)| (rooms, near.length())).filter(|(_, length)| *length <= LONGEST_LOOP as u32),
    );
    let mut router = Router::nearby(routes.recipe);
    add_loops(routes, candidates, stream, meter, |routes, rooms, meter| {
        if let Some(site) = near[&rooms].wall.and_then(|wall| wall_site(routes, wall)) {
            return Ok(share_mirrored(routes, rooms, &site, meter));
        }
        join_mirrored(routes, rooms, &mut router, longer_than(LONGEST_LOOP), meter)
    })
}

/// Adds the requested fraction of the candidates, rounded up, those that save most first; at most one for each four rooms
/// and one more. `join` makes one of them, or returns that it cannot be made.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn add_loops(
    routes: &mut LevelRoutes,
    mut candidates: Vec<LoopCandidate>,
    stream: &mut Stream,
    meter: &mut Meter,
    mut join: impl FnMut(&mut LevelRoutes, [u32; 2], &mut Meter) -> Result<bool, RouteError>,
) -> Result<(), RouteError> {
    let mut wanted = wanted(routes.recipe.extra_links, candidates.len(), routes.layout.rooms.len());
    stream.shuffle(&mut candidates);
    candidates.sort_by_key(|candidate| Reverse(candidate.saving()));
    let mut hops = RoomHops::new(routes);
    for LoopCandidate { rooms, .. } in candidates {
        if wanted == 0 {
            break;
        }
        // Loops before it may have shortened the detour.
        let is_near = hops.between(rooms, SHORTEST_DETOUR - 1).is_some();
        let before = routes.links.len();
        if !is_near && join(routes, rooms, meter)? {
            // A loop may come with its mirror image.
            let made = &routes.links[before..];
            made.iter().for_each(|link| hops.add_link(link.rooms.map(|room| room.0)));
            wanted = wanted.saturating_sub(made.len());
        }
    }
    Ok(())
}

fn wanted(extra: Fraction, candidates: usize, rooms: usize) -> usize {
    let parts = usize::from(extra.parts()) * candidates;
    parts.div_ceil(usize::from(Fraction::WHOLE)).min(rooms / 4 + 1)
}

/// The pairs that are far apart along the links so far, with the corridor cells that would join them.
pub fn candidates(routes: &LevelRoutes, near: impl Iterator<Item = ([u32; 2], u32)>) -> Vec<LoopCandidate> {
    let near: Vec<([u32; 2], u32)> = near.collect();
    let pairs: Vec<[u32; 2]> = near.iter().map(|(rooms, _)| *rooms).collect();
    let (rooms, hops) = (routes.layout.rooms.len(), RoomHops::new(routes));
    let mut joined = UnionFind::new(rooms);
    let links = routes.links.iter().map(|link| link.rooms.map(|room| room.0));
    let detours = tree_hops(rooms, links.filter(|&[a, b]| joined.unite(a, b)), &pairs);
    let candidates =
        near.into_iter().zip(detours).map(|((rooms, length), detour)| LoopCandidate { rooms, length, detour });
    candidates.filter(|candidate| hops.between(candidate.rooms, SHORTEST_DETOUR - 1).is_none()).collect()
}

/// The place in a common wall nearest to its middle, away from its ends and from other doors.
pub fn wall_site(routes: &LevelRoutes, CommonWall { normal, cells }: CommonWall) -> Option<Site> {
    let length = cells.width().max(cells.height());
    let width = routes.recipe.corridors.width.min(length - 2);
    let along = if normal.is_horizontal() { Dir::South } else { Dir::East };
    let site = |offset: i32| Site { normal, first: cells.min().step(along, offset), width, runway: 0, cost: 0 };
    let off_center = |offset: &i32| (2 * offset + width - length).abs();
    let mut offsets: Vec<i32> = (1..length - width).collect();
    offsets.sort_by_key(off_center);
    let is_free = |site: &Site| !has_door_near(routes, site.slice(0)) && !routes.is_closed(site.slice(0));
    offsets.into_iter().map(site).find(is_free)
}
