//! The way of one link, from door to door: a straight shortcut, an elbow, or the cheapest way that a search finds.

use undercroft_grid::{Cell, Outcome, Rect, Search};

use super::corridor_search::Walk;
use super::elbow;
use super::noise::Noise;
use super::routing_map::Ground;
use super::search_window::Window;
use super::straight;
use super::wall::{Site, Wall};
use crate::dungeon::Fallback;
use crate::recipe::{CorridorStyle, Corridors, Recipe};

/// Beyond the hull of the two rooms a first search looks this far past its runways; later ones four times as far each.
const MARGIN: i32 = 5;
/// The largest window. [Unit: cells] Searches hold about 50 bytes for each.
const LARGEST_WINDOW: i64 = 1 << 22;
/// How often a search is repeated without the door whose way crossed its own runway.
const RETRIES: usize = 8;

/// A way from door to door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The doors.
    pub sites: [Site; 2],
    /// North-west cells of the brush, from approach to approach.
    pub path: Vec<Cell>,
    /// Width of the corridor.
    pub width: i32,
    /// What was given up at each end.
    pub fallback: [Fallback; 2],
}

/// A room to be joined: its bounding box and its walls.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// The smallest rectangle round the floor.
    pub bounds: Rect,
    /// Its walls.
    pub walls: &'a [Wall],
}

/// Finds ways, keeping its memory from one to the next.
#[derive(Debug)]
pub struct Router {
    window: Window,
    search: Search,
    /// Steps left of the recipe's budget.
    pub budget: u64,
    /// Steps that the last way took.
    pub steps: u64,
    /// Cost of the last way that a search found.
    pub cost: Option<u32>,
}

/// How much of a runway to ask for at an end, in the order of the fallbacks.
#[derive(Clone, Copy, Debug)]
struct Tier {
    runway: i32,
    fallback: Fallback,
}

impl Router {
    /// A router with the recipe's steps to spend.
    pub fn new(recipe: &Recipe) -> Self {
        let noise = (recipe.corridors.cost.hard_rock > 0).then(|| Noise(recipe.seed.stream("route").bits()));
        Self { window: Window::new(noise), search: Search::new(), budget: recipe.budget, steps: 0, cost: None }
    }

    /// The best way between two rooms as things stand. `lattice` is the module grid that elbows keep to.
    pub fn way(&mut self, ground: &Ground, costs: &Corridors, lattice: [i32; 2], ends: [End; 2]) -> Outcome<Way> {
        (self.steps, self.cost) = (0, None);
        if let Some(way) = straight::shortcut(ground, costs, ends) {
            return Outcome::Found(way);
        }
        if costs.style == CorridorStyle::Elbow
            && let Some(way) = elbow::elbow(ground, costs, lattice, ends)
        {
            return Outcome::Found(way);
        }
        self.searched_way(ground, costs, ends)
    }

    /// Tries the fallbacks in their order: first the whole runway at both ends, at last none and no questions asked.
    fn searched_way(&mut self, ground: &Ground, costs: &Corridors, ends: [End; 2]) -> Outcome<Way> {
        let tiers = tiers(costs.runway);
        let mut pairs: Vec<(usize, usize)> =
            (0..tiers.len()).flat_map(|a| (0..tiers.len()).map(move |b| (a, b))).collect();
        pairs.sort_by_key(|&(a, b)| (a.max(b), a + b, a));
        for strict in [true, false] {
            for &(a, b) in &pairs {
                let outcome = self.way_with(ground, costs, ends, [tiers[a], tiers[b]], strict);
                if !matches!(outcome, Outcome::Impossible) {
                    return outcome;
                }
            }
        }
        Outcome::Impossible
    }

    fn way_with(
        &mut self,
        ground: &Ground,
        costs: &Corridors,
        ends: [End; 2],
        tiers: [Tier; 2],
        strict: bool,
    ) -> Outcome<Way> {
        let sites = |i: usize| -> Vec<Site> {
            ends[i].walls.iter().flat_map(|wall| wall.sites(ground, costs, tiers[i].runway)).collect()
        };
        let (sources, targets) = (sites(0), sites(1));
        if sources.is_empty() || targets.is_empty() {
            return Outcome::Impossible;
        }
        let fallback = tiers.map(|tier| if strict { tier.fallback } else { Fallback::LastResort });
        for window in windows(ground, costs, ends) {
            match self.search(ground, costs, window, sources.clone(), &targets, strict) {
                Outcome::Found(way) => return Outcome::Found(Way { fallback, ..way }),
                Outcome::OutOfBudget => return Outcome::OutOfBudget,
                Outcome::Impossible => {}
            }
        }
        Outcome::Impossible
    }

    /// The cheapest way in a window; where it would cross its own runway, the cheapest without that source.
    fn search(
        &mut self,
        ground: &Ground,
        costs: &Corridors,
        window: Rect,
        mut sources: Vec<Site>,
        targets: &[Site],
        strict: bool,
    ) -> Outcome<Way> {
        self.window.look(ground, window);
        let walk = Walk::new(&mut self.window, costs, targets);
        for _ in 0..RETRIES {
            let starts = sources.iter().map(|site| walk.source(site));
            let outcome = self.search.run(&walk, starts, self.budget);
            let spent = self.search.steps();
            self.budget -= spent.min(self.budget);
            self.steps += spent;
            let path = match outcome {
                Outcome::Found(path) => path,
                Outcome::Impossible => return Outcome::Impossible,
                Outcome::OutOfBudget => return Outcome::OutOfBudget,
            };
            let nodes = &path.nodes[..path.nodes.len() - 1];
            let way = assemble(&walk, costs, nodes, &sources, targets);
            if !strict || !crosses_itself(&way) {
                self.cost = Some(path.cost);
                return Outcome::Found(way);
            }
            sources.retain(|site| *site != way.sites[0]);
        }
        Outcome::Impossible
    }
}

fn tiers(runway: i32) -> Vec<Tier> {
    let wanted = Tier { runway, fallback: Fallback::None };
    let less = [Tier { runway: 1, fallback: Fallback::OneCell }, Tier { runway: 0, fallback: Fallback::NoRunway }];
    std::iter::once(wanted).chain(less.into_iter().filter(|tier| tier.runway < runway)).collect()
}

/// Ever larger windows round the two rooms, as long as they grow and stay within the largest.
fn windows(ground: &Ground, costs: &Corridors, ends: [End; 2]) -> impl Iterator<Item = Rect> {
    let hull = ends[0].bounds.hull(ends[1].bounds);
    // From the floor: the ring, the runway and the brush, then the margin.
    let nearest = 1 + costs.runway + costs.width;
    let inner = ground.inner();
    let windows =
        [MARGIN, 4 * MARGIN, 16 * MARGIN, 64 * MARGIN].map(|margin| hull.grow(nearest + margin).intersection(inner));
    let mut last = None;
    windows.into_iter().filter(move |window| window.area() <= LARGEST_WINDOW && last.replace(*window) != Some(*window))
}

/// Puts the runways before and behind the positions that a search found.
fn assemble(walk: &Walk, costs: &Corridors, nodes: &[u32], sources: &[Site], targets: &[Site]) -> Way {
    let positions: Vec<Cell> = nodes.iter().map(|&node| walk.position(node)).collect();
    let (start, end) = (positions[0], positions[positions.len() - 1]);
    let (left, came) = (Walk::direction(nodes[0]), Walk::direction(nodes[nodes.len() - 1]));
    let width = costs.width;
    let cheapest_source = sources.iter().filter(|site| site.normal == left && site.runway_end(width) == start);
    let cheapest_target = targets
        .iter()
        .filter(|site| site.runway_end(width) == end)
        .filter_map(|site| Some((Walk::arrival(costs, came, site.normal, site.cost)?, site)));
    let first = cheapest_source.min_by_key(|site| site.cost).copied();
    let second = cheapest_target.min_by_key(|(cost, _)| *cost).map(|(_, site)| *site);
    let (Some(first), Some(second)) = (first, second) else { unreachable!("a way begins and ends at a site") };
    let mut path: Vec<Cell> = (1..first.runway).map(|depth| first.brush(depth, width)).collect();
    path.extend(positions);
    path.extend((1..second.runway).rev().map(|depth| second.brush(depth, width)));
    Way { sites: [first, second], path, width, fallback: [Fallback::None; 2] }
}

/// Whether the brush, between the runways' ends, comes upon one of the runways. (A cheapest way never meets itself:
/// where it came upon a position again it could have turned at once.)
fn crosses_itself(way: &Way) -> bool {
    let [head, tail] = way.sites.map(|site| site.runway.max(1) as usize);
    let runways = way.sites.map(|site| Site { runway: site.runway - 1, ..site }.runway_rect());
    let swept = &way.path[head - 1..=way.path.len() - tail];
    let brush = |at: Cell| Rect::at(at, way.width, way.width);
    // Doors at an inner corner have runways that meet.
    runways[0].overlaps(runways[1]) || swept.iter().any(|&at| runways.iter().any(|&runway| brush(at).overlaps(runway)))
}
