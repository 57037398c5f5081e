//! The links that a level with pins should have.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use super::builder::LevelRooms;
use super::link_plan::{self, Edge};
use super::pinned_routing::PinnedRouting;
use super::shared_doors::house_doors;
use crate::dungeon::RoomId;
use crate::recipe::Method;

/// The links that a level should have, with the ids of its rooms: tree or plan first, then loops.
pub struct LevelEdges {
    pub wanted: Vec<Edge>,
    pub loops: BTreeSet<Edge>,
    /// All edges of the triangulation, shortest first.
    pub near: Vec<Edge>,
}

/// The links that a level should have.
pub fn level_edges(task: &PinnedRouting, level: &LevelRooms) -> LevelEdges {
    let rooms = &level.layout.rooms;
    let centers: Vec<Cell> = rooms
        .iter()
        .map(|room| Cell::new(room.bounds.left + room.bounds.right, room.bounds.top + room.bounds.bottom))
        .collect();
    let mut near = link_plan::delaunay(&centers);
    near.sort_unstable();
    if matches!(task.recipe.method, Method::House(_)) {
        return LevelEdges { wanted: house_doors(level), loops: BTreeSet::new(), near };
    }
    if task.is_alone {
        let local = |[a, b]: [RoomId; 2]| {
            let [a, b] = [level.rooms.binary_search(&a).ok()? as u32, level.rooms.binary_search(&b).ok()? as u32];
            Some(Edge { length: centers[a as usize].manhattan(centers[b as usize]) as u32, a: a.min(b), b: a.max(b) })
        };
        let wanted = task.wanted.iter().filter_map(|&pair| local(pair)).collect();
        return LevelEdges { wanted, loops: BTreeSet::new(), near };
    }
    let mut plan = link_plan::plan_links(centers.len(), near.clone(), task.recipe.extra_links);
    plan.tree.sort_unstable_by_key(|edge| std::cmp::Reverse(*edge));
    plan.loops.sort_unstable_by_key(|edge| std::cmp::Reverse(*edge));
    let loops = plan.loops.iter().copied().collect();
    LevelEdges { wanted: plan.longest_first(), loops, near }
}
