//! The whole state of a crowd as a file, and back.
//!
//! A loaded crowd goes on exactly as the saved one would have. Whatever the file says is checked against the laws of a
//! crowd before anything is changed.

use serde::{Deserialize, Serialize};
use undercroft_grid::BitGrid;

use crate::actors::Actors;
use crate::file_header::{self, FileHeader};
use crate::flow::{FlowPlanner, Memory};
use crate::report::Tally;
use crate::subcell::step_length;
use crate::{Actor, ActorId, Crowd, CrowdSettings, MAX_PACE, SubCell, map_rows};

/// The most ticks, waits or crossings that a file may count, so that counting on never overflows.
const MAX_COUNT: u64 = 1 << 53;

/// A save file was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Not a save file, or a broken one.
    #[error("not a saved crowd: {0}")]
    Broken(String),
    /// The file contradicts the laws of a crowd.
    #[error("broken saved crowd: {0}")]
    Unlawful(String),
    /// The crowd was saved on another map.
    #[error("the crowd was saved on another map")]
    OtherMap,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    map: Vec<String>,
    settings: CrowdSettings,
    tick: u64,
    actors: Actors,
    tally: Tally,
    flow: Memory,
    /// How many levels of each table of distances are known.
    flow_levels: Vec<u32>,
    /// Tables of the ground before a wall changed that still guide members, by place.
    flow_guides: Vec<(u32, Vec<u64>)>,
    flow_disturbed: bool,
}

impl FileHeader for File {
    const FORMAT: &str = "undercroft-crowd";
    const VERSION: u32 = 1;

    fn header(&self) -> (&str, u32) {
        (&self.format, self.version)
    }
}

impl Crowd {
    /// The whole state as a file.
    pub fn save(&self) -> String {
        let (flow, flow_disturbed) = self.planner.memory();
        let file = File {
            format: File::FORMAT.to_owned(),
            version: File::VERSION,
            map: map_rows::write(&self.map),
            settings: self.settings.clone(),
            tick: self.tick,
            actors: self.actors.clone(),
            tally: self.tally.clone(),
            flow: flow.clone(),
            flow_levels: self.planner.levels(),
            flow_guides: self.planner.guides(),
            flow_disturbed,
        };
        serde_json::to_string(&file).expect("a crowd holds nothing that JSON cannot")
    }

    /// The crowd that was saved.
    ///
    /// # Errors
    /// When the text is not a save file, or contradicts the laws of a crowd.
    pub fn load(text: &str) -> Result<Self, SaveError> {
        let file: File = file_header::read(text).map_err(SaveError::Broken)?;
        let map = map_rows::read(&file.map).map_err(SaveError::Unlawful)?;
        build(file, map).map_err(SaveError::Unlawful)
    }

    /// Puts this crowd back into a saved state of the same map.
    ///
    /// # Errors
    /// As [`Crowd::load`], and when the map differs. The crowd is then as it was.
    pub fn restore(&mut self, text: &str) -> Result<(), SaveError> {
        let saved = Self::load(text)?;
        if saved.map != self.map {
            return Err(SaveError::OtherMap);
        }
        *self = saved;
        Ok(())
    }
}

fn build(file: File, map: BitGrid) -> Result<Crowd, String> {
    let mut crowd = Crowd::new(map, file.settings).map_err(|error| error.to_string())?;
    if file.tick.max(file.tally.largest()) > MAX_COUNT {
        return Err(format!("tick, waits and crossings count to {MAX_COUNT} at most"));
    }
    if !file.actors.has_lawful_ids() {
        return Err("actors: there are more than ids".to_owned());
    }
    crowd.tick = file.tick;
    for (id, actor) in file.actors.iter() {
        seat(&mut crowd, id, actor).map_err(|what| format!("actor {id}: {what}"))?;
    }
    crowd.actors = file.actors;
    crowd.close_pinned();
    crowd.tally = file.tally;
    let moves = crowd.subcells.flow_moves(crowd.settings.flow_steps);
    let seats = crowd.actors.iter().map(|(id, actor)| (id, crowd.subcells.id(actor.current)));
    let seats: Vec<_> = seats.collect();
    let lawful = file.flow.check(moves, crowd.subcells.solid(), &seats, file.flow_disturbed);
    lawful.map_err(|what| format!("flow: {what}"))?;
    if file.flow_levels.len() != file.flow.member_count() {
        return Err("flow: each member needs its levels".to_owned());
    }
    let mut planner = FlowPlanner::recall(moves, file.flow, &file.flow_levels, file.flow_disturbed);
    planner.set_guides(moves, file.flow_guides).map_err(|what| format!("flow: {what}"))?;
    crowd.planner = planner;
    Ok(crowd)
}

/// Whether the body walks to a neighbour, or in the middle of its sub-cell, and owns only what it needs for that.
fn check_steps(crowd: &Crowd, actor: &Actor) -> Result<(), String> {
    let is_open = |from: SubCell, to: SubCell| {
        let moves = crowd.subcells.moves();
        moves.direction(crowd.subcells.id(from), crowd.subcells.id(to)).is_some()
    };
    let is_beside =
        |from: SubCell, extra: [Option<SubCell>; 2]| extra.into_iter().flatten().all(|at| at.0.chebyshev(from.0) == 1);
    let is_walked = |to| actor.walked < step_length(actor.current, to) && is_open(actor.current, to);
    let step = match actor.reserved {
        Some(to) => is_walked(to) && is_beside(actor.current, actor.extra),
        None => actor.walked == 0 && actor.extra == [None; 2] && actor.after.is_none(),
    };
    let after = actor.reserved.zip(actor.after);
    if !step || !after.is_none_or(|(from, after)| is_open(from, after.to) && is_beside(from, after.extra)) {
        return Err("its steps do not lead from sub-cell to sub-cell".to_owned());
    }
    Ok(())
}

/// Enters one actor into the tables of a crowd.
fn seat(crowd: &mut Crowd, id: ActorId, actor: &Actor) -> Result<(), String> {
    if !(1..=MAX_PACE).contains(&actor.pace) {
        return Err(format!("pace: need 1 to {MAX_PACE}, got {}", actor.pace));
    }
    let goal = actor.goal.iter().map(|goal| goal.at);
    let places = goal.chain(actor.waypoints.iter().copied()).chain(actor.owned());
    if let Some(at) = places.into_iter().find(|&at| !crowd.subcells.is_free(at)) {
        return Err(format!("sub-cell {at} is in a wall or outside the map"));
    }
    check_steps(crowd, actor)?;
    if actor.pinned && actor.goal.is_some() {
        return Err("it is pinned and has a goal".to_owned());
    }
    if actor.goal.is_some_and(|goal| !crowd.map.size().contains(goal.cell)) {
        return Err("its goal lies outside the map".to_owned());
    }
    let arrived_in = |since, arrived: Option<u64>| arrived.is_none_or(|at| (since..=crowd.tick).contains(&at));
    if actor.goal.is_some_and(|goal| goal.since > crowd.tick || !arrived_in(goal.since, goal.arrived)) {
        return Err("its goal is from the future".to_owned());
    }
    for at in actor.owned() {
        if !crowd.owners.claim(&[crowd.subcells.id(at)], id) {
            return Err(format!("sub-cell {at} is owned twice"));
        }
    }
    if let Some(goal) = actor.goal {
        crowd.headed_for[crowd.subcells.id(goal.at).index()] += 1;
    }
    Ok(())
}
