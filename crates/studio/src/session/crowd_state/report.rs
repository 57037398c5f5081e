//! The crowd as the page gets it.

use std::collections::BTreeMap;

use undercroft_crowd::{Actor, ActorId, Crowd, CrowdSettings, Mode, Offset, SUBCELL_UNITS, Summary, Waits};

use super::{CrowdState, Gathered};
use crate::protocol::{Body, CrowdInfo, CrowdReply, Moved, PayloadBlob, Reply, SubcellGridInfo};

impl CrowdState {
    /// The crowd with what has just happened; the session adds what became of its journal.
    pub fn reply(&self, moved: Moved) -> Reply {
        let words = self.gathered.iter().flat_map(|gathered| gathered.crowd.actors()).flat_map(|(id, a)| words(id, a));
        let bytes: Vec<u8> = words.flat_map(i32::to_le_bytes).collect();
        let mut payload = Vec::new();
        let actors = PayloadBlob::append(&mut payload, &bytes);
        let reply = CrowdReply { state: self.state(), actors, moved, undo: 0, redo: 0, step: None };
        Reply { body: Body::Crowd(Box::new(reply)), payload }
    }

    /// Settings, counts, sums.
    pub fn state(&self) -> CrowdInfo {
        let CrowdSettings { n, offset, mode, early, allow_backward, fallback, seed, .. } = self.settings;
        let crowd = self.gathered.as_ref().map(|Gathered { crowd, .. }| crowd);
        let summary = crowd.map(Crowd::summary);
        let of = |figure: fn(&Summary) -> u64| summary.as_ref().map_or(0, figure);
        CrowdInfo {
            z: self.gathered.as_ref().map(|gathered| gathered.z),
            mode: mode.name().to_owned(),
            subcell_grid: SubcellGridInfo { n, shift: shift(offset) },
            offset: offset_name(offset).to_owned(),
            early,
            allow_backward,
            fallback,
            seed: seed as u32,
            tick: crowd.map_or(0, Crowd::tick),
            actors: of(|summary| summary.actors.into()) as u32,
            ordered: crowd.map_or(0, |crowd| crowd.actors().filter(|(_, actor)| actor.goal.is_some()).count()) as u32,
            arrived: of(|summary| summary.arrived.into()) as u32,
            been: self.gathered.as_ref().map_or(0, Gathered::been_there),
            stuck: of(|summary| summary.stuck.len() as u64) as u32,
            stalled_for: of(|summary| summary.stalled_for.into()) as u32,
            settled: crowd.is_none_or(Crowd::is_settled),
            makespan: summary.as_ref().filter(|summary| summary.arrived > 0).map(|summary| summary.makespan),
            waits: waits(summary.as_ref().map(|summary| summary.waits).unwrap_or_default()),
            separation: summary.as_ref().and_then(|summary| summary.separation_squared).map(sub_cells),
            crossings: of(|summary| summary.crossings),
        }
    }
}

/// The square of a distance in fixed point, as a distance in sub-cells; for display only.
fn sub_cells(squared: i64) -> f64 {
    (squared as f64).sqrt() / f64::from(SUBCELL_UNITS)
}

fn waits(waits: Waits) -> BTreeMap<String, u64> {
    let Waits { taken, anti_cross, distance, wall, stalled, planning, unreachable } = waits;
    let named = [
        ("taken", taken),
        ("anti_cross", anti_cross),
        ("distance", distance),
        ("wall", wall),
        ("stalled", stalled),
        ("planning", planning),
        ("unreachable", unreachable),
    ];
    named.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}

/// Half sub-cells by which the grid of sub-cells is shifted on each axis.
pub fn shift(offset: Offset) -> [u8; 2] {
    [u8::from(matches!(offset, Offset::X | Offset::Xy)), u8::from(matches!(offset, Offset::Y | Offset::Xy))]
}

/// An offset's name.
pub const fn offset_name(offset: Offset) -> &'static str {
    match offset {
        Offset::None => "none",
        Offset::X => "x",
        Offset::Y => "y",
        Offset::Xy => "xy",
    }
}

/// The offset of this name.
pub fn offset_named(name: &str) -> Option<Offset> {
    Offset::ALL.into_iter().find(|&offset| offset_name(offset) == name)
}

/// The mode of this name.
pub fn mode_named(name: &str) -> Option<Mode> {
    Mode::ALL.into_iter().find(|mode| mode.name() == name)
}

/// An actor in words of the crowd blob.
fn words(id: ActorId, actor: &Actor) -> [i32; CrowdReply::WORDS] {
    let pair = |at: Option<undercroft_crowd::SubCell>| at.map_or([-1, -1], |at| [at.0.x, at.0.y]);
    let [current, reserved] = [Some(actor.current), actor.reserved].map(pair);
    let [first, second] = actor.extra.map(pair);
    let position = actor.position();
    let goal = actor.goal.map_or([-1, -1], |goal| [goal.cell.x, goal.cell.y]);
    let state = match actor.goal {
        None => 0,
        Some(goal) if goal.arrived.is_some() => 3,
        Some(goal) if !goal.reachable => 4,
        Some(_) if actor.waiting > 0 => 2,
        Some(_) => 1,
    };
    [
        id.to_bits() as i32,
        position.x,
        position.y,
        current[0],
        current[1],
        reserved[0],
        reserved[1],
        first[0],
        first[1],
        second[0],
        second[1],
        goal[0],
        goal[1],
        state,
    ]
}
