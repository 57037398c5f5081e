//! Finds the corridor of one link: a straight shortcut, an elbow, or the cheapest path that a search finds.

use undercroft_grid::{Cell, Rect, Search};

use super::block_window::{BLOCK_AREA, BlockWindow};
use super::coarse_map::CoarseMap;
use super::elbow;
use super::noise::Noise;
use super::routing_map::RoutingMap;
use super::search_window::SearchWindow;
use super::straight;
use super::types::{CorridorPath, LinkEnd};
use super::wall::Site;
use super::window_search::{Sites, WindowSearch, with_whole_runways};
use crate::dungeon::Fallback;
use crate::meter::{Halt, Meter};
use crate::recipe::{CorridorStyle, Corridors, Recipe};

/// Beyond the hull of the two rooms a first search looks this far past its runways; later ones four times as far each.
/// The margins of ever larger windows.
const MARGINS: [i32; 4] = [MARGIN, 4 * MARGIN, 16 * MARGIN, 64 * MARGIN];
const MARGIN: i32 = 5;
/// The largest window. [Unit: positions] Searches hold up to 100 bytes for each.
pub const LARGEST_WINDOW: i64 = 1 << 21;
/// Ways over the blocks of the map that are tried where a window would be larger.
const BANDS: usize = 3;
/// Cells of a window that are copied in one step.
const CELLS_PER_STEP: u64 = 256;

/// Finds corridors; its memory is used again for the next one.
#[derive(Debug)]
pub struct Router {
    window: SearchWindow,
    blocks: BlockWindow,
    search: Search,
    /// Whether only corridors with whole runways in the neighbourhood of their rooms are wanted.
    is_nearby: bool,
    /// Steps that the last corridor took.
    pub steps: u64,
    /// Cost of the last corridor that a search found.
    pub cost: Option<u32>,
    /// Whether the last corridor was only looked for in a part of what lies between its rooms.
    pub is_cut_short: bool,
}

/// The ends of a corridor on their map.
#[derive(Clone, Copy)]
struct LinkTask<'a> {
    map: &'a RoutingMap,
    costs: &'a Corridors,
    ends: [LinkEnd<'a>; 2],
}

/// How much of a runway to ask for at an end, in the order of the fallbacks.
#[derive(Clone, Copy, Debug)]
struct Tier {
    runway: i32,
    fallback: Fallback,
}

impl Router {
    /// A router that has not searched yet.
    pub fn new(recipe: &Recipe) -> Self {
        let noise = (recipe.corridors.cost.hard_rock > 0).then(|| Noise(recipe.seed.stream("route").bits()));
        Self {
            window: SearchWindow::new(noise),
            blocks: BlockWindow::new(noise),
            search: Search::new(),
            is_nearby: false,
            steps: 0,
            cost: None,
            is_cut_short: false,
        }
    }

    /// A router that only looks for corridors with whole runways in the neighbourhood of their rooms.
    pub fn nearby(recipe: &Recipe) -> Self {
        Self { is_nearby: true, ..Self::new(recipe) }
    }

    /// Finds the best corridor between two rooms on this map, if there is any. Elbows keep to the module grid.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn find_corridor(
        &mut self,
        map: &RoutingMap,
        costs: &Corridors,
        module_grid: [i32; 2],
        ends: [LinkEnd; 2],
        meter: &mut Meter,
    ) -> Result<Option<CorridorPath>, Halt> {
        (self.steps, self.cost, self.is_cut_short) = (0, None, false);
        let straight = straight::shortcut(map, costs, ends);
        // Any other corridor turns, or is a longer line.
        if straight.as_ref().is_some_and(|line| straight::doors_cost(line) <= costs.cost.turn) {
            return Ok(straight);
        }
        if costs.style == CorridorStyle::Elbow
            && let Some((cost, corridor)) = elbow::elbow(map, costs, module_grid, ends, meter)?
        {
            let line_cost = |line: &CorridorPath| straight::doors_cost(line) + line.path.len() as u32 * costs.cost.step;
            return Ok(straight.filter(|line| line_cost(line) <= cost).or(Some(corridor)));
        }
        let found = self.search_corridor(LinkTask { map, costs, ends }, meter)?;
        let is_better = |line: &CorridorPath| {
            let is_whole = found.as_ref().is_some_and(|found| found.fallback == [Fallback::None; 2]);
            !is_whole || self.cost.is_none_or(|cost| straight::doors_cost(line) <= cost)
        };
        Ok(straight.filter(is_better).or(found))
    }

    /// Tries the fallbacks in their order: first the whole runway at both ends, then one cell, finally a path that may cross
    /// its own runways. No runway at all would open nothing that one cell does not: the search begins at the cell before
    /// the door in both cases.
    fn search_corridor(&mut self, task: LinkTask, meter: &mut Meter) -> Result<Option<CorridorPath>, Halt> {
        let tiers = tiers(task.costs.runway);
        let mut pairs: Vec<(usize, usize)> =
            (0..tiers.len()).flat_map(|a| (0..tiers.len()).map(move |b| (a, b))).collect();
        pairs.sort_by_key(|&(a, b)| (a.max(b), a + b, a));
        let (mut windows, mut is_all) = windows(task);
        if self.is_nearby {
            // Nothing else is wanted, so nothing is missed.
            windows.truncate(1);
            pairs.truncate(1);
            is_all = true;
        }
        let mut bands = if is_all { Some(Vec::new()) } else { None };
        for &strict in if self.is_nearby { &[true][..] } else { &[true, false] } {
            for &(a, b) in &pairs {
                let tiers = [tiers[a], tiers[b]];
                let Some(sites) = sites(task, tiers, strict) else { continue };
                let mut corridor = self.search_windows(task, &windows, &sites, meter)?;
                if corridor.is_none() && !is_all {
                    let bands = match &mut bands {
                        Some(bands) => bands,
                        none => none.insert(self.bands(task, meter)?),
                    };
                    corridor = self.search_bands(task, bands, &sites, meter)?;
                }
                if let Some(corridor) = corridor {
                    let fallback = tiers.map(|tier| if strict { tier.fallback } else { Fallback::LastResort });
                    let found = CorridorPath { fallback, ..corridor };
                    return Ok(Some(with_whole_runways(found, task.costs.runway)));
                }
            }
        }
        self.is_cut_short = !is_all;
        Ok(None)
    }

    fn search_windows(
        &mut self,
        task: LinkTask,
        windows: &[Rect],
        sites: &Sites,
        meter: &mut Meter,
    ) -> Result<Option<CorridorPath>, Halt> {
        for &window in windows {
            meter.spend(1 + window.area() as u64 / CELLS_PER_STEP)?;
            self.window.load(task.map, window);
            let mut search = WindowSearch { search: &mut self.search, steps: &mut self.steps, cost: &mut self.cost };
            let corridor = search.run(&mut self.window, task.costs, sites, meter)?;
            if corridor.is_some() {
                return Ok(corridor);
            }
        }
        Ok(None)
    }

    fn search_bands(
        &mut self,
        task: LinkTask,
        bands: &[Vec<Cell>],
        sites: &Sites,
        meter: &mut Meter,
    ) -> Result<Option<CorridorPath>, Halt> {
        for band in bands {
            meter.spend(1 + band.len() as u64 * u64::from(BLOCK_AREA) / CELLS_PER_STEP)?;
            self.blocks.load(task.map, band);
            let mut search = WindowSearch { search: &mut self.search, steps: &mut self.steps, cost: &mut self.cost };
            let corridor = search.run(&mut self.blocks, task.costs, sites, meter)?;
            if corridor.is_some() {
                return Ok(corridor);
            }
        }
        Ok(None)
    }

    /// Bands of blocks between the rooms, each apart from those before it, as far as they are no larger than a window.
    fn bands(&mut self, task: LinkTask, meter: &mut Meter) -> Result<Vec<Vec<Cell>>, Halt> {
        let around = |end: LinkEnd| end.bounds.grow(task.reach() + MARGIN).intersection(task.map.inner());
        let mut map = CoarseMap::new(task.map, task.ends.map(around), meter)?;
        let mut bands: Vec<Vec<Cell>> = Vec::new();
        for _ in 0..BANDS {
            let Some(band) = map.band(&mut self.search, meter)? else { break };
            map.avoid(&band);
            if band.len() as i64 * i64::from(BLOCK_AREA) <= LARGEST_WINDOW && !bands.contains(&band) {
                bands.push(band);
            }
        }
        Ok(bands)
    }
}

impl LinkTask<'_> {
    /// How far from the floor the brush can be when its runway ends: the ring, the runway and the brush.
    const fn reach(&self) -> i32 {
        1 + self.costs.runway + self.costs.width
    }
}

/// The places for doors that have such runways; `None` where an end has none.
fn sites(task: LinkTask, tiers: [Tier; 2], strict: bool) -> Option<Sites> {
    let sites = |i: usize| -> Vec<Site> {
        let walls = task.ends[i].walls;
        let mut sites = Vec::with_capacity(walls.iter().map(|wall| wall.length as usize).sum());
        walls.iter().for_each(|wall| sites.extend(wall.sites(task.map, task.costs, tiers[i].runway)));
        sites
    };
    let (sources, targets) = (sites(0), sites(1));
    (!sources.is_empty() && !targets.is_empty()).then_some(Sites { sources, targets, strict })
}

fn tiers(runway: i32) -> Vec<Tier> {
    let wanted = Tier { runway, fallback: Fallback::None };
    let less = Tier { runway: 1, fallback: Fallback::OneCell };
    std::iter::once(wanted).chain((less.runway < runway).then_some(less)).collect()
}

/// Ever larger windows round the two rooms, as long as they grow and stay within the largest, and whether none is left
/// out because it is larger.
fn windows(task: LinkTask) -> (Vec<Rect>, bool) {
    let hull = task.ends[0].bounds.hull(task.ends[1].bounds);
    let mut windows: Vec<Rect> =
        MARGINS.map(|margin| hull.grow(task.reach() + margin).intersection(task.map.inner())).to_vec();
    windows.dedup();
    let all = windows.len();
    windows.retain(|&window| SearchWindow::positions(window) <= LARGEST_WINDOW);
    let is_all = windows.len() == all;
    (windows, is_all)
}

#[cfg(test)]
mod tests;
