//! A lower bound of walks that visit rooms: the weight of a smallest tree that joins them.
//!
//! A walk from room to room, in the order of the first visits, is itself a tree that joins them, and each part of it is
//! at least as long as the distance between its rooms. The smallest such tree needs only distances between rooms whose
//! nearest cells meet (Mehlhorn, *A Faster Approximation Algorithm for the Steiner Problem in Graphs*, 1988), so one
//! flood from all rooms at once finds it. Gates count as open.

use undercroft_grid::UnionFind;

use super::site::Site;
use super::step_flood::{Advance, StepFlood};

/// Marks a cell that no source has come to.
const NO_OWNER: u32 = u32::MAX;

/// The bound; `None` where a room cannot be reached at all.
pub(super) fn tree_bound(site: &Site, flood: &mut StepFlood) -> Option<u32> {
    let farthest = farthest_room(site, flood)?;
    let mut owners = vec![NO_OWNER; site.map.len()];
    owners[site.start as usize] = 0;
    let mut sources = vec![site.start];
    for (i, &room) in (1..).zip(&site.rooms) {
        for node in site.floor(room) {
            owners[node as usize] = i;
            sources.push(node);
        }
    }
    flood.run(&site.map, sources, |_, _| Advance::On);
    spread(site, flood, &mut owners);
    Some(farthest.max(tree_weight(edges(site, flood, &owners), site.rooms.len() + 1)))
}

/// How far the farthest room is.
fn farthest_room(site: &Site, flood: &mut StepFlood) -> Option<u32> {
    flood.run(&site.map, [site.start], |_, _| Advance::On);
    let distance = |&room| site.floor(room).filter_map(|node| flood.distance(node)).min();
    site.rooms.iter().map(distance).try_fold(0, |farthest: u32, distance| Some(farthest.max(distance?)))
}

/// Gives every cell to the source that it is nearest to.
fn spread(site: &Site, flood: &StepFlood, owners: &mut [u32]) {
    for &node in flood.reached() {
        let steps = flood.distance(node);
        let owner = owners[node as usize];
        site.map.for_each_step(node, |next| {
            if flood.distance(next) > steps && owners[next as usize] == NO_OWNER {
                owners[next as usize] = owner;
            }
        });
    }
}

/// Two sources with the length of a path between them, where cells of both meet.
fn edges(site: &Site, flood: &StepFlood, owners: &[u32]) -> Vec<(u32, u32, u32)> {
    let mut edges = Vec::new();
    for &node in flood.reached() {
        site.map.for_each_step(node, |next| {
            let (one, other) = (owners[node as usize], owners[next as usize]);
            if let [Some(near), Some(far)] = [node, next].map(|end| flood.distance(end))
                && one < other
            {
                edges.push((near + far + 1, one, other));
            }
        });
    }
    edges
}

fn tree_weight(mut edges: Vec<(u32, u32, u32)>, ends: usize) -> u32 {
    edges.sort_unstable();
    edges.dedup();
    let mut joined = UnionFind::new(ends);
    edges.iter().filter(|&&(_, one, other)| joined.unite(one, other)).map(|&(weight, ..)| weight).sum()
}
