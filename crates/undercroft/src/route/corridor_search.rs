//! The search for a corridor: states are a position of the brush and the direction in which it came there.
//!
//! A step costs `step` of [`Corridors::cost`] (and `hard_rock` where rock is hard), or `merge` on existing corridor, plus
//! `turn`, `hug` and `parallel` where they apply.
//! A path begins at the end of a source's runway, moving outwards, and ends at the end of a target's runway, from where
//! it turns towards the door: it may come from either side or from the front, but not out of the door itself.

use undercroft_grid::{Cell, Dir, Problem, Rect};

use super::brush_flags::{BESIDE_ACROSS, BESIDE_ALONG, HUG_ACROSS, HUG_ALONG, MERGE, OPEN};
use super::positions::Positions;
use super::search_window::{HARD, TARGET};
use super::wall::Site;
use crate::recipe::Corridors;

/// One search, with everything it asks for at hand.
pub struct CorridorSearch<'a, W> {
    window: &'a W,
    corridors: &'a Corridors,
    targets: Vec<Target>,
    /// The smallest rectangle round the ends of all targets, counted from the window's first position.
    goal: Rect,
    /// The cheapest step there can be in this window.
    cheapest: u32,
}

/// The end of a target's runway.
struct Target {
    index: u32,
    outwards: usize,
    cost: u32,
}

impl<'a, W: Positions> CorridorSearch<'a, W> {
    /// A walk to the nearest of the sites. The ends of their runways are marked in the window.
    pub fn new(window: &'a mut W, corridors: &'a Corridors, sites: &[Site]) -> Self {
        let end = |site: &Site| site.runway_end(corridors.width);
        let goal = Rect::around(sites.iter().map(end)).unwrap_or(Rect::new(0, 0, 0, 0));
        let goal = goal.shift(-window.first());
        let target =
            |site: &Site| Target { index: window.index(end(site)), outwards: site.normal.index(), cost: site.cost };
        let targets: Vec<Target> = sites.iter().map(target).collect();
        targets.iter().for_each(|target| window.mark_target(target.index));
        let cheapest = if window.merges() { corridors.cost.merge } else { corridors.cost.step };
        Self { window, corridors, targets, goal, cheapest }
    }

    /// The state from which a site is left, with its cost.
    pub fn source(&self, site: &Site) -> (u32, u32) {
        let index = self.window.index(site.runway_end(self.corridors.width));
        (index << 2 | site.normal.index() as u32, site.cost)
    }

    /// The position of a state.
    pub fn position(&self, node: u32) -> Cell {
        self.window.cell(node >> 2)
    }

    /// The one node that stands for all doors of the target.
    fn end(&self) -> u32 {
        self.window.len() << 2
    }

    fn step(&self, flags: u8, dir: usize) -> u32 {
        let costs = self.corridors;
        // North and south are even.
        let (hug, beside) = if dir & 1 == 1 { (HUG_ACROSS, BESIDE_ACROSS) } else { (HUG_ALONG, BESIDE_ALONG) };
        let rock = costs.cost.step + if flags & HARD != 0 { costs.cost.hard_rock } else { 0 };
        let base = if flags & MERGE != 0 { costs.cost.merge } else { rock };
        base + if flags & hug != 0 { costs.cost.hug } else { 0 }
            + if flags & beside != 0 { costs.cost.parallel } else { 0 }
    }
}

/// The direction in which a state was reached.
pub fn search_direction(node: u32) -> Dir {
    Dir::from_index(node as usize & 3)
}

/// The cost of ending at a target that was reached in this direction; `None` when that would be out of its door.
pub fn arrival_cost(corridors: &Corridors, came: Dir, site_normal: Dir, site_cost: u32) -> Option<u32> {
    let turn = if came == site_normal.opposite() { 0 } else { corridors.cost.turn };
    (came != site_normal).then_some(site_cost + turn)
}

impl<W: Positions> Problem for CorridorSearch<'_, W> {
    fn nodes(&self) -> u32 {
        self.end() + 1
    }

    fn successors(&self, node: u32, mut push: impl FnMut(u32, u32)) {
        let (index, dir) = (node >> 2, node as usize & 3);
        if self.window.flags(index) & TARGET != 0 {
            for target in self.targets.iter().filter(|target| target.index == index) {
                let normal = Dir::from_index(target.outwards);
                if let Some(cost) = arrival_cost(self.corridors, Dir::from_index(dir), normal, target.cost) {
                    push(self.end(), cost);
                }
            }
        }
        for (to, turn) in
            [(dir, 0), ((dir + 1) & 3, self.corridors.cost.turn), ((dir + 3) & 3, self.corridors.cost.turn)]
        {
            let next = self.window.neighbor(index, to);
            let flags = self.window.flags(next);
            if flags & OPEN != 0 {
                push(next << 2 | to as u32, turn + self.step(flags, to));
            }
        }
    }

    /// The cheapest step for each cell of the distance, and the turns that the direction makes necessary: one to go
    /// aside, two to come back.
    fn estimate(&self, node: u32) -> u32 {
        if node == self.end() {
            return 0;
        }
        let at = self.window.offset(node >> 2);
        let ahead = |low: i32, high: i32, at: i32| if at < low { low - at } else { (high - 1 - at).min(0) };
        let (dx, dy) = (ahead(self.goal.left, self.goal.right, at.x), ahead(self.goal.top, self.goal.bottom, at.y));
        let (forward, aside) = match node & 3 {
            0 => (-dy, dx),
            1 => (dx, dy),
            2 => (dy, dx),
            _ => (-dx, dy),
        };
        let turns = if forward < 0 { 2 } else { u32::from(aside != 0) };
        self.cheapest * (dx.unsigned_abs() + dy.unsigned_abs()) + turns * self.corridors.cost.turn
    }

    fn is_goal(&self, node: u32) -> bool {
        node == self.end()
    }
}

#[cfg(test)]
mod tests;
