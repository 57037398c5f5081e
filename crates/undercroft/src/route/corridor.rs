//! Finds the corridor of one link: a straight shortcut, an elbow, or the cheapest path that a search finds.

use undercroft_grid::{Cell, Outcome, Rect, Search};

use super::corridor_search::CorridorSearch;
use super::elbow;
use super::noise::Noise;
use super::routing_map::RoutingMap;
use super::search_window::SearchWindow;
use super::straight;
use super::types::{CorridorPath, LinkEnd};
use super::wall::Site;
use crate::dungeon::Fallback;
use crate::recipe::{CorridorStyle, Corridors, Recipe};

/// Beyond the hull of the two rooms a first search looks this far past its runways; later ones four times as far each.
const MARGINS: [i32; 4] = [5, 20, 80, 320];
/// The largest window. [Unit: cells] Searches hold about 50 bytes for each.
const LARGEST_WINDOW: i64 = 1 << 22;
/// How often a search is repeated without the door whose corridor crossed its own runway.
const RETRIES: usize = 8;

/// Finds corridors; its memory is used again for the next one.
#[derive(Debug)]
pub struct Router {
    window: SearchWindow,
    search: Search,
    /// How many of the ever larger windows are searched.
    windows: usize,
    /// Steps left of the recipe's budget.
    pub budget: u64,
    /// Steps that the last corridor took.
    pub steps: u64,
    /// Cost of the last corridor that a search found.
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
        Self {
            window: SearchWindow::new(noise),
            search: Search::new(),
            windows: MARGINS.len(),
            budget: recipe.budget,
            steps: 0,
            cost: None,
        }
    }

    /// A router that only looks for corridors in the neighbourhood of their rooms.
    pub fn nearby(recipe: &Recipe) -> Self {
        Self { windows: 1, ..Self::new(recipe) }
    }

    /// Finds the best corridor between two rooms on this map. Elbows keep to the module grid.
    pub fn find_corridor(
        &mut self,
        map: &RoutingMap,
        costs: &Corridors,
        module_grid: [i32; 2],
        ends: [LinkEnd; 2],
    ) -> Outcome<CorridorPath> {
        (self.steps, self.cost) = (0, None);
        if let Some(corridor) = straight::shortcut(map, costs, ends) {
            return Outcome::Found(corridor);
        }
        if costs.style == CorridorStyle::Elbow
            && let Some(corridor) = elbow::elbow(map, costs, module_grid, ends)
        {
            return Outcome::Found(corridor);
        }
        self.search_corridor(map, costs, ends)
    }

    /// Tries the fallbacks in their order: first the whole runway at both ends, then one cell, finally a path that may cross
    /// its own runways. No runway at all would open nothing that one cell does not: the search begins at the cell before
    /// the door in both cases.
    fn search_corridor(&mut self, map: &RoutingMap, costs: &Corridors, ends: [LinkEnd; 2]) -> Outcome<CorridorPath> {
        let tiers = tiers(costs.runway);
        let mut pairs: Vec<(usize, usize)> =
            (0..tiers.len()).flat_map(|a| (0..tiers.len()).map(move |b| (a, b))).collect();
        pairs.sort_by_key(|&(a, b)| (a.max(b), a + b, a));
        for strict in [true, false] {
            for &(a, b) in &pairs {
                let outcome = self.search_with(map, costs, ends, [tiers[a], tiers[b]], strict);
                if !matches!(outcome, Outcome::Impossible) {
                    return outcome;
                }
            }
        }
        Outcome::Impossible
    }

    fn search_with(
        &mut self,
        map: &RoutingMap,
        costs: &Corridors,
        ends: [LinkEnd; 2],
        tiers: [Tier; 2],
        strict: bool,
    ) -> Outcome<CorridorPath> {
        let sites = |i: usize| -> Vec<Site> {
            ends[i].walls.iter().flat_map(|wall| wall.sites(map, costs, tiers[i].runway)).collect()
        };
        let (sources, targets) = (sites(0), sites(1));
        if sources.is_empty() || targets.is_empty() {
            return Outcome::Impossible;
        }
        let fallback = tiers.map(|tier| if strict { tier.fallback } else { Fallback::LastResort });
        for window in windows(map, costs, ends).take(self.windows) {
            match self.search(map, costs, window, sources.clone(), &targets, strict) {
                Outcome::Found(corridor) => return Outcome::Found(CorridorPath { fallback, ..corridor }),
                Outcome::OutOfBudget => return Outcome::OutOfBudget,
                Outcome::Impossible => {}
            }
        }
        Outcome::Impossible
    }

    /// The cheapest corridor in a window; where it would cross its own runway, the cheapest without that source.
    fn search(
        &mut self,
        map: &RoutingMap,
        costs: &Corridors,
        window: Rect,
        mut sources: Vec<Site>,
        targets: &[Site],
        strict: bool,
    ) -> Outcome<CorridorPath> {
        self.window.load(map, window);
        let search = CorridorSearch::new(&mut self.window, costs, targets);
        for _ in 0..RETRIES {
            let starts = sources.iter().map(|site| search.source(site));
            let outcome = self.search.run(&search, starts, self.budget);
            let spent = self.search.steps();
            self.budget -= spent.min(self.budget);
            self.steps += spent;
            let path = match outcome {
                Outcome::Found(path) => path,
                Outcome::Impossible => return Outcome::Impossible,
                Outcome::OutOfBudget => return Outcome::OutOfBudget,
            };
            let nodes = &path.nodes[..path.nodes.len() - 1];
            let corridor = assemble(&search, costs, nodes, &sources, targets);
            if !strict || !crosses_itself(&corridor) {
                self.cost = Some(path.cost);
                return Outcome::Found(corridor);
            }
            sources.retain(|site| *site != corridor.sites[0]);
        }
        Outcome::Impossible
    }
}

fn tiers(runway: i32) -> Vec<Tier> {
    let wanted = Tier { runway, fallback: Fallback::None };
    let less = Tier { runway: 1, fallback: Fallback::OneCell };
    std::iter::once(wanted).chain((less.runway < runway).then_some(less)).collect()
}

/// Ever larger windows round the two rooms, as long as they grow and stay within the largest.
fn windows(map: &RoutingMap, costs: &Corridors, ends: [LinkEnd; 2]) -> impl Iterator<Item = Rect> {
    let hull = ends[0].bounds.hull(ends[1].bounds);
    // From the floor: the ring, the runway and the brush, then the margin.
    let nearest = 1 + costs.runway + costs.width;
    let inner = map.inner();
    let windows = MARGINS.map(|margin| hull.grow(nearest + margin).intersection(inner));
    let mut last = None;
    windows.into_iter().filter(move |window| window.area() <= LARGEST_WINDOW && last.replace(*window) != Some(*window))
}

/// Puts the runways before and behind the positions that a search found.
fn assemble(
    search: &CorridorSearch,
    costs: &Corridors,
    nodes: &[u32],
    sources: &[Site],
    targets: &[Site],
) -> CorridorPath {
    let positions: Vec<Cell> = nodes.iter().map(|&node| search.position(node)).collect();
    let (start, end) = (positions[0], positions[positions.len() - 1]);
    let (left, came) = (CorridorSearch::direction(nodes[0]), CorridorSearch::direction(nodes[nodes.len() - 1]));
    let width = costs.width;
    let cheapest_source = sources.iter().filter(|site| site.normal == left && site.runway_end(width) == start);
    let cheapest_target = targets
        .iter()
        .filter(|site| site.runway_end(width) == end)
        .filter_map(|site| Some((CorridorSearch::arrival(costs, came, site.normal, site.cost)?, site)));
    let first = cheapest_source.min_by_key(|site| site.cost).copied();
    let second = cheapest_target.min_by_key(|(cost, _)| *cost).map(|(_, site)| *site);
    let (Some(first), Some(second)) = (first, second) else { unreachable!("a corridor begins and ends at a site") };
    let mut path: Vec<Cell> = (1..first.runway).map(|depth| first.brush(depth, width)).collect();
    path.extend(positions);
    path.extend((1..second.runway).rev().map(|depth| second.brush(depth, width)));
    CorridorPath { sites: [first, second], path, width, fallback: [Fallback::None; 2] }
}

/// Whether the brush, between the runways' ends, comes upon one of the runways. (A cheapest path never meets itself:
/// where it came upon a position again it could have turned at once.)
fn crosses_itself(corridor: &CorridorPath) -> bool {
    let [head, tail] = corridor.sites.map(|site| site.runway.max(1) as usize);
    let runways = corridor.sites.map(|site| Site { runway: site.runway - 1, ..site }.runway_rect());
    let swept = &corridor.path[head - 1..=corridor.path.len() - tail];
    let brush = |at: Cell| Rect::at(at, corridor.width, corridor.width);
    // Doors at an inner corner have runways that meet.
    runways[0].overlaps(runways[1]) || swept.iter().any(|&at| runways.iter().any(|&runway| brush(at).overlaps(runway)))
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{Dir, Size};

    use super::*;
    use crate::dungeon::Run;
    use crate::place::{Layout, Placement};
    use crate::recipe::RecipeFile;
    use crate::route::wall::{Wall, walls_of};
    use crate::seed::Seed;

    fn found(map: &RoutingMap, recipe: &Recipe, ends: [(&Placement, &[Wall]); 2]) -> CorridorPath {
        let ends = ends.map(|(room, walls)| LinkEnd { bounds: room.bounds, walls });
        match Router::new(recipe).find_corridor(map, &recipe.corridors, [1, 1], ends) {
            Outcome::Found(corridor) => corridor,
            other => panic!("no corridor: {other:?}"),
        }
    }

    fn recipe(width: i32, runway: i32) -> Recipe {
        let text = format!("corridors.width = {width}\ncorridors.runway = {runway}");
        RecipeFile::parse("test", &text).unwrap().check(Seed::new(1)).unwrap()
    }

    fn rooms(rects: &[Rect]) -> Vec<Placement> {
        rects.iter().map(|&rect| Placement::rectangle(rect, false)).collect()
    }

    /// ```text
    /// ####################
    /// # .................#    One row of rock is left beyond the walls of rooms 0 and 1, and one column between them.
    /// #.┌──┐.┌──┐   ┌──┐ #
    /// #.│0 │.│1 │   │2 │ #
    /// #.└──┘.└──┘   └──┘ #
    /// #                  #
    /// ####################
    /// ```
    #[test]
    fn a_room_with_one_cell_of_rock_around_it_gets_a_runway_of_one_cell() {
        let rooms = rooms(&[Rect::new(3, 3, 5, 4), Rect::new(8, 3, 10, 4), Rect::new(15, 3, 17, 4)]);
        let walls: Vec<Vec<Wall>> = rooms.iter().map(walls_of).collect();
        let map = RoutingMap::new(&Layout::of_rooms(Size::of(20, 7), rooms.clone(), [1, 1], Vec::new()), 1);
        let corridor = found(&map, &recipe(1, 2), [(&rooms[0], &walls[0]), (&rooms[2], &walls[2])]);
        assert_eq!(corridor.fallback, [Fallback::OneCell, Fallback::None]);
        assert_eq!(corridor.sites.map(|site| site.runway), [1, 2]);
    }

    /// The door lies in a notch that the brush does not enter, and all that is open beyond it lies beside its runway.
    ///
    /// ```text
    ///     ┌───────┐┌────────┐
    ///     │       ││        │
    ///     │       ││        │     r  the runway, four cells long
    ///     │       │└────────┘     b  the brush where the runway ends; it can go right and down, and then only left,
    ///     └───────┘bb┌─────┐         across the runway
    ///   ←··········br│     │
    ///   ←··········r·└─────┘
    ///        ┌────┐r┌────┐
    ///        │    │r│    │
    ///        │    └+┘    │
    /// ```
    #[test]
    fn a_door_that_can_only_be_reached_across_its_own_runway_is_a_last_resort() {
        let mut all = rooms(&[
            Rect::new(20, 20, 31, 23),
            Rect::new(3, 24, 7, 28),
            Rect::new(17, 9, 24, 14),
            Rect::new(25, 8, 33, 13),
            Rect::new(29, 14, 33, 16),
        ]);
        let towers = [18, 19].map(|y| [(20, 4), (27, 4)].map(|(x, length)| Run { start: Cell::new(x, y), length }));
        let base = std::mem::take(&mut all[0].floor);
        all[0].floor = towers.concat().into_iter().chain(base).collect();
        all[0].bounds = Rect::new(20, 18, 31, 23);
        let notch = [Wall { normal: Dir::North, first: Cell::new(25, 19), length: 1 }];
        let east = [Wall { normal: Dir::East, first: Cell::new(7, 24), length: 4 }];
        let map = RoutingMap::new(&Layout::of_rooms(Size::of(40, 32), all.clone(), [1, 1], Vec::new()), 2);
        let corridor = found(&map, &recipe(2, 4), [(&all[0], &notch), (&all[1], &east)]);
        assert_eq!(corridor.fallback, [Fallback::LastResort; 2]);
        assert!(crosses_itself(&corridor));
    }

    #[test]
    fn without_a_runway_there_are_no_other_places_for_doors_than_with_one_cell() {
        let rooms = rooms(&[Rect::new(3, 3, 5, 4), Rect::new(8, 3, 10, 9), Rect::new(13, 5, 17, 8)]);
        for width in 1..=3 {
            let recipe = recipe(width, 2);
            let layout = Layout::of_rooms(Size::of(20, 12), rooms.clone(), [1, 1], Vec::new());
            let map = RoutingMap::new(&layout, width);
            for wall in rooms.iter().flat_map(walls_of) {
                let sites = |runway| {
                    let sites = wall.sites(&map, &recipe.corridors, runway);
                    sites.map(|site| Site { runway: 0, cost: 0, ..site }).collect::<Vec<_>>()
                };
                assert_eq!(sites(0), sites(1));
            }
        }
    }
}
