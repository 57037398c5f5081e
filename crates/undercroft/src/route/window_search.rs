//! The search for a corridor in one window, and the corridor made of what it finds.

use undercroft_grid::{Cell, Rect, Search};

use super::corridor_search::{CorridorSearch, arrival_cost, search_direction};
use super::metered_search::search_path;
use super::positions::Positions;
use super::types::CorridorPath;
use super::wall::Site;
use crate::dungeon::Fallback;
use crate::meter::{Halt, Meter};
use crate::recipe::Corridors;

/// How often a search is repeated without the door whose corridor crossed its own runway.
const RETRIES: usize = 8;

/// Where doors can be at both ends.
pub struct Sites {
    /// At the first end.
    pub sources: Vec<Site>,
    /// At the second end.
    pub targets: Vec<Site>,
    /// Whether the corridor may not cross their runways.
    pub strict: bool,
}

/// The search in one window, with what the router keeps of it.
pub struct WindowSearch<'a> {
    /// Its memory.
    pub search: &'a mut Search,
    /// Steps so far.
    pub steps: &'a mut u64,
    /// Cost of what it finds.
    pub cost: &'a mut Option<u32>,
}

impl WindowSearch<'_> {
    /// The cheapest corridor in a window; where it would cross its own runway, the cheapest without that source.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn run<W: Positions>(
        &mut self,
        window: &mut W,
        costs: &Corridors,
        sites: &Sites,
        meter: &mut Meter,
    ) -> Result<Option<CorridorPath>, Halt> {
        let search = CorridorSearch::new(window, costs, &sites.targets);
        let mut sources = sites.sources.clone();
        for _ in 0..RETRIES {
            let starts = sources.iter().map(|site| search.source(site));
            let path = search_path(self.search, &search, starts, meter);
            *self.steps += self.search.steps();
            let Some(path) = path? else { return Ok(None) };
            let nodes = &path.nodes[..path.nodes.len() - 1];
            let corridor = assemble(&search, costs, nodes, &sources, &sites.targets);
            if !sites.strict || !crosses_itself(&corridor) {
                *self.cost = Some(path.cost);
                return Ok(Some(corridor));
            }
            sources.retain(|site| *site != corridor.sites[0]);
        }
        Ok(None)
    }
}

/// Puts the runways before and behind the positions that a search found.
fn assemble<W: Positions>(
    search: &CorridorSearch<W>,
    costs: &Corridors,
    nodes: &[u32],
    sources: &[Site],
    targets: &[Site],
) -> CorridorPath {
    let positions: Vec<Cell> = nodes.iter().map(|&node| search.position(node)).collect();
    let (start, end) = (positions[0], positions[positions.len() - 1]);
    let (left, came) = (search_direction(nodes[0]), search_direction(nodes[nodes.len() - 1]));
    let width = costs.width;
    let cheapest_source = sources.iter().filter(|site| site.normal == left && site.runway_end(width) == start);
    let cheapest_target = targets
        .iter()
        .filter(|site| site.runway_end(width) == end)
        .filter_map(|site| Some((arrival_cost(costs, came, site.normal, site.cost)?, site)));
    let first = cheapest_source.min_by_key(|site| site.cost).copied();
    let second = cheapest_target.min_by_key(|(cost, _)| *cost).map(|(_, site)| *site);
    let (Some(first), Some(second)) = (first, second) else { unreachable!("a corridor begins and ends at a site") };
    let mut path: Vec<Cell> = (1..first.runway).map(|depth| first.brush(depth, width)).collect();
    path.extend(positions);
    path.extend((1..second.runway).rev().map(|depth| second.brush(depth, width)));
    CorridorPath { sites: [first, second], path, width, fallback: [Fallback::None; 2] }
}

/// The same corridor with the whole runway at each end where one cell was asked for and the path runs straight on all the
/// same: a search for whole runways gives up after some paths that would cross them.
pub fn with_whole_runways(mut corridor: CorridorPath, runway: i32) -> CorridorPath {
    for end in 0..2 {
        let site = corridor.sites[end];
        if corridor.fallback[end] != Fallback::OneCell || site.width != corridor.width {
            continue;
        }
        let step = |i: usize| if end == 0 { corridor.path[i] } else { corridor.path[corridor.path.len() - 1 - i] };
        let is_straight = |i: usize| step(i) - step(i - 1) == site.normal.delta();
        let both = runway + corridor.sites[1 - end].runway.max(1);
        if (corridor.path.len() as i32) < both || !(1..runway as usize).all(is_straight) {
            continue;
        }
        let mut whole = corridor.clone();
        whole.sites[end].runway = runway;
        whole.fallback[end] = Fallback::None;
        if !crosses_itself(&whole) {
            corridor = whole;
        }
    }
    corridor
}

/// Whether the brush, between the runways' ends, comes upon one of the runways. (A cheapest path never meets itself:
/// where it came upon a position again it could have turned at once.)
pub fn crosses_itself(corridor: &CorridorPath) -> bool {
    let [head, tail] = corridor.sites.map(|site| site.runway.max(1) as usize);
    let runways = corridor.sites.map(|site| Site { runway: site.runway - 1, ..site }.runway_rect());
    let swept = &corridor.path[head - 1..=corridor.path.len() - tail];
    let brush = |at: Cell| Rect::at(at, corridor.width, corridor.width);
    // Doors at an inner corner have runways that meet.
    runways[0].overlaps(runways[1]) || swept.iter().any(|&at| runways.iter().any(|&runway| brush(at).overlaps(runway)))
}
