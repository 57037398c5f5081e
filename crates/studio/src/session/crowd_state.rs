//! The crowd of a session: actors on one level of the document.

mod commands;
mod entry;
mod report;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use undercroft::grid::{BitGrid, Cell};
use undercroft::sight::{Corners, Floor};
use undercroft_crowd::{
    Actor, ActorId, Crowd, CrowdError, CrowdSettings, ExactNavigator, Mode, Navigator, StepNavigator, SubCell,
};

use super::document::SessionDocument;
use crate::limits::MAX_ACTORS;
use crate::protocol::{ErrorCode, ProtocolError};
use crate::words::plural;
pub use entry::{CrowdEntry, CrowdOrder};

/// On maps with more corners than this paths run in eight directions: a view from each corner would take seconds.
const MAX_CORNERS: usize = 2_000;
/// Up to this many walls are set one by one while the crowd goes on; more of them reseat it.
const FEW_WALLS: usize = 4;

/// Steps of the whole crowd that a flow's search may try when it stalls: 20 bytes for each actor and step, 100 MB for the
/// largest crowd.
const SEARCH_BUDGET: u32 = 1_000;

/// How the crowd moves, and the crowd itself once it has actors.
#[derive(Clone, Debug)]
pub struct CrowdState {
    settings: CrowdSettings,
    gathered: Option<Gathered>,
    /// The last crowd, empty: it holds which ids are stale.
    former: Option<Crowd>,
    routes: Routes,
}

impl Default for CrowdState {
    fn default() -> Self {
        let mut settings = CrowdSettings::default();
        settings.search_budget = SEARCH_BUDGET;
        Self { settings, gathered: None, former: None, routes: Routes::None }
    }
}

/// A crowd on a level.
#[derive(Clone, Debug)]
struct Gathered {
    z: i32,
    crowd: Crowd,
    /// The actors that have stood on their destination since they were sent there.
    been: BTreeSet<ActorId>,
}

impl Gathered {
    fn new(z: i32, crowd: Crowd) -> Self {
        let is_there = |(id, actor): (ActorId, &Actor)| actor.goal?.arrived.map(|_| id);
        let been = crowd.actors().filter_map(is_there).collect();
        Self { z, crowd, been }
    }

    /// How many actors have stood on their destination since they were sent there.
    fn been_there(&self) -> u32 {
        let has_order = |id: &&ActorId| self.crowd.actor(**id).is_some_and(|actor| actor.goal.is_some());
        self.been.iter().filter(has_order).count() as u32
    }
}

/// What became of a crowd when its map was exchanged.
#[derive(Default)]
pub struct Followed {
    /// Notes for the user.
    pub notes: Vec<String>,
    /// The crowd as it was, where actors were lost.
    pub before: Option<Box<CrowdState>>,
}

/// Plans paths. A cache: it follows from the crowd's map.
#[derive(Clone, Default)]
enum Routes {
    #[default]
    None,
    Shortest(Box<ExactNavigator>),
    Steps(Box<StepNavigator>),
}

impl std::fmt::Debug for Routes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Routes")
    }
}

impl Routes {
    fn navigator(&mut self, crowd: &Crowd) -> &mut dyn Navigator {
        if matches!(self, Self::None) {
            let corners = Corners::new(&Floor::new(crowd.solid())).all().count();
            *self = if corners > MAX_CORNERS {
                Self::Steps(Box::default())
            } else {
                Self::Shortest(Box::new(ExactNavigator::new(crowd.solid())))
            };
        }
        match self {
            Self::Shortest(routes) => &mut **routes,
            Self::Steps(routes) => &mut **routes,
            Self::None => unreachable!("the planner was just made"),
        }
    }
}

/// A crowd in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedCrowd {
    settings: CrowdSettings,
    z: Option<i32>,
    crowd: Option<Box<RawValue>>,
}

impl CrowdState {
    /// The cells that bodies cover a part of until they rest.
    pub fn occupied(&self, z: i32) -> BTreeSet<Cell> {
        let Some(Gathered { crowd, .. }) = self.gathered.as_ref().filter(|gathered| gathered.z == z) else {
            return BTreeSet::new();
        };
        crowd.actors().flat_map(|(_, actor)| actor.covered()).flat_map(|at| overlapped(crowd, at)).collect()
    }

    /// Follows a change of the document.
    pub fn sync_to(&mut self, document: &SessionDocument) -> Followed {
        let Some(before) = self.gathered.clone() else { return Followed::default() };
        let notes = match document.solid(before.z) {
            Ok(solid) if solid.size() == before.crowd.map().size() => self.set_map(solid),
            _ => {
                let gone = before.crowd.actors().count();
                self.clear();
                vec![format!("The map was replaced; {} on it were removed.", plural(gone, "actor"))]
            }
        };
        let left = self.gathered.as_ref().map_or(0, |gathered| gathered.crowd.actors().count());
        let is_smaller = left < before.crowd.actors().count();
        let settings = self.settings.clone();
        let before = Self { settings, gathered: Some(before), former: None, routes: Routes::None };
        Followed { notes, before: is_smaller.then(|| Box::new(before)) }
    }

    /// Follows painted cells. Paint skips the cells of actors.
    pub fn follow_paint(&mut self, z: i32, cells: &[Cell], solid: bool) {
        let Some(gathered) = self.gathered.as_ref().filter(|gathered| gathered.z == z) else { return };
        let mut map = gathered.crowd.map().clone();
        cells.iter().for_each(|&cell| map.set(cell, solid));
        drop(self.set_map(map));
    }

    /// Moves the crowd to other walls. Returns notes for the user.
    fn set_map(&mut self, solid: BitGrid) -> Vec<String> {
        let Some(Gathered { crowd, .. }) = &mut self.gathered else { return Vec::new() };
        let mut changed = solid.clone();
        changed ^= crowd.map();
        if changed.is_empty() {
            return Vec::new();
        }
        let few = changed.count() <= FEW_WALLS;
        let is_set = few && changed.iter().all(|cell| crowd.set_wall(cell, solid.contains(cell)).is_ok());
        // A wall on the place where an actor was sent before leaves a flow that cannot be read again until its next tick.
        let has_walls = changed.iter().any(|cell| solid.contains(cell));
        if is_set && (!has_walls || crowd.settings().mode != Mode::Flow || Crowd::load(&crowd.save()).is_ok()) {
            return Vec::new();
        }
        self.routes = Routes::None;
        let lost = crowd.set_map(solid).map_or(0, |gone| gone.len());
        if lost == 0 {
            Vec::new()
        } else {
            vec![format!("{} stood where walls are now and were removed.", plural(lost, "actor"))]
        }
    }

    /// The crowd for a file.
    pub fn save(&self) -> Result<SavedCrowd, ProtocolError> {
        let raw = |gathered: &Gathered| RawValue::from_string(gathered.crowd.save());
        let crowd = self.gathered.as_ref().map(raw).transpose();
        let crowd = crowd.map_err(|error| {
            ProtocolError::new(ErrorCode::Internal, format!("The crowd cannot be written: {error}."))
        })?;
        let z = self.gathered.as_ref().map(|gathered| gathered.z);
        Ok(SavedCrowd { settings: self.settings.clone(), z, crowd })
    }

    /// The crowd of a file, if it stands on this document.
    pub fn load(saved: &SavedCrowd, document: &SessionDocument) -> Result<Self, ProtocolError> {
        let state = Self::read(saved)?;
        if let Some(gathered) = &state.gathered
            && *gathered.crowd.map() != document.solid(gathered.z)?
        {
            return Err(unreadable("it was saved on another map"));
        }
        Ok(state)
    }

    /// The crowd of a file, whatever map it stands on.
    fn read(saved: &SavedCrowd) -> Result<Self, ProtocolError> {
        check_settings(&saved.settings)?;
        let gathered = match (saved.z, &saved.crowd) {
            (Some(z), Some(raw)) => {
                let crowd = Crowd::load(raw.get()).map_err(|error| unreadable(&error.to_string()))?;
                check_settings(crowd.settings())?;
                if crowd.actors().count() > MAX_ACTORS {
                    return Err(unreadable(&format!("the studio moves up to {}", plural(MAX_ACTORS, "actor"))));
                }
                Some(Gathered::new(z, crowd))
            }
            (None, None) => None,
            _ => return Err(unreadable("a crowd has a level, and a level a crowd")),
        };
        let settings = gathered.as_ref().map_or(&saved.settings, |gathered| gathered.crowd.settings()).clone();
        Ok(Self { settings, gathered, former: None, routes: Routes::None })
    }

    /// Removes all actors.
    pub fn clear(&mut self) {
        if let Some(Gathered { mut crowd, .. }) = self.gathered.take() {
            crowd.clear();
            self.former = Some(crowd);
        }
        self.routes = Routes::None;
    }

    /// An empty crowd on these walls, in which the ids of earlier actors are stale.
    fn empty_crowd(&mut self, solid: BitGrid) -> Result<Crowd, CrowdError> {
        let Some(mut crowd) = self.former.take() else { return Crowd::new(solid, self.settings.clone()) };
        crowd.set_settings(self.settings.clone())?;
        crowd.set_map(solid)?;
        Ok(crowd)
    }
}

/// A saved crowd that is none.
fn unreadable(what: &str) -> ProtocolError {
    ProtocolError::new(ErrorCode::Unreadable, format!("crowd: {what}.")).with_field("text")
}

/// Accepts settings that the studio can keep up with: what the page cannot change has its default.
fn check_settings(settings: &CrowdSettings) -> Result<(), ProtocolError> {
    let usual = CrowdSettings::default();
    let unusual = settings.search_budget > SEARCH_BUDGET
        || settings.plans_per_tick > usual.plans_per_tick
        || settings.distances_per_tick > usual.distances_per_tick;
    if unusual {
        let sentence = "crowd: its settings require more work in a tick than the studio does.";
        return Err(ProtocolError::new(ErrorCode::TooLarge, sentence).with_field("text"));
    }
    Ok(())
}

/// The cells that a sub-cell overlaps.
fn overlapped(crowd: &Crowd, at: SubCell) -> Vec<Cell> {
    let [shift_x, shift_y] = report::shift(crowd.settings().offset);
    let whole = 2 * i32::from(crowd.settings().n);
    let axis = |k: i32, shift: u8| {
        let first = 2 * k - i32::from(shift);
        first.div_euclid(whole)..=(first + 1).div_euclid(whole)
    };
    let columns = axis(at.0.x, shift_x);
    axis(at.0.y, shift_y).flat_map(|y| columns.clone().map(move |x| Cell::new(x, y))).collect()
}
