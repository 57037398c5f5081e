//! How many dungeons differ from each other.

use std::collections::BTreeSet;

use undercroft_grid::Rect;

use crate::dungeon::{Dungeon, Room, Run};
use crate::verify::{RoomGraph, open_cells};

/// The different silhouettes and plans of some dungeons.
///
/// The *silhouette* is the set of walkable cells of all levels without secret links, moved together so that the box
/// round them begins at the same cell. The *plan* is the set of plan coordinates, and the pairs of them that links join,
/// secret ones excepted; dungeons whose rooms have no plan coordinates have none.
///
/// ```
/// use undercroft::figures::Variety;
/// use undercroft::generate;
///
/// let mut variety = Variety::default();
/// for seed in [1, 2, 1] {
///     variety.insert(&generate("crypt", seed)?);
/// }
/// assert_eq!((variety.dungeons(), variety.silhouettes()), (3, 2));
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Variety {
    dungeons: usize,
    silhouettes: BTreeSet<Vec<[i32; 4]>>,
    plans: BTreeSet<PlanKey>,
}

/// The places of a plan and the pairs of them that are joined, both sorted.
type PlanKey = (Vec<[i32; 3]>, Vec<[[i32; 3]; 2]>);

impl Variety {
    /// Adds a dungeon whose references hold, as those of sound dungeons do.
    pub fn insert(&mut self, dungeon: &Dungeon) {
        let graph = RoomGraph::new(dungeon);
        self.dungeons += 1;
        self.silhouettes.insert(silhouette(dungeon, &graph));
        self.plans.extend(plan_key(dungeon, &graph));
    }

    /// Adds the dungeons of another.
    pub fn merge(&mut self, other: Self) {
        self.dungeons += other.dungeons;
        self.silhouettes.extend(other.silhouettes);
        self.plans.extend(other.plans);
    }

    /// Number of dungeons.
    pub const fn dungeons(&self) -> usize {
        self.dungeons
    }

    /// Number of different silhouettes.
    pub fn silhouettes(&self) -> usize {
        self.silhouettes.len()
    }

    /// Number of different plans.
    pub fn plans(&self) -> usize {
        self.plans.len()
    }
}

/// Runs of cells as `[z, y, x, length]`, from the north-west cell of the box round all levels.
fn silhouette(dungeon: &Dungeon, graph: &RoomGraph) -> Vec<[i32; 4]> {
    let runs = |level| -> Vec<Run> { Run::of_cells(&open_cells(dungeon, level, graph)).collect() };
    let levels: Vec<(i32, Vec<Run>)> = dungeon.levels.iter().map(|level| (level.z, runs(level))).collect();
    let bounds = levels.iter().flat_map(|(_, runs)| runs.iter().map(|run| run.rect())).reduce(Rect::hull);
    let corner = bounds.unwrap_or(Rect::new(0, 0, 0, 0)).min();
    let entry = |z: i32, run: &Run| [z, run.start.y - corner.y, run.start.x - corner.x, run.length];
    levels.iter().flat_map(|(z, runs)| runs.iter().map(move |run| entry(*z, run))).collect()
}

fn plan_key(dungeon: &Dungeon, graph: &RoomGraph) -> Option<PlanKey> {
    let mut places: Vec<[i32; 3]> = dungeon.rooms.iter().map(|room: &Room| room.plan).collect::<Option<_>>()?;
    let links = dungeon.links.iter().filter(|link| !graph.is_secret(link.id));
    let ends = links.map(|link| link.rooms.map(|room| places[room.index()]));
    let mut pairs: Vec<[[i32; 3]; 2]> = ends.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    pairs.sort_unstable();
    places.sort_unstable();
    Some((places, pairs))
}
