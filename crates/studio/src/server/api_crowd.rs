//! `POST /api/crowd`: a crowd that walks for some ticks, and where its actors are then.

use undercroft::grid::Cell;

use super::api_types::{ActorRequest, ActorResponse, CrowdRequest, CrowdResponse};
use super::http_error::HttpError;
use super::one_shot::OneShot;
use crate::limits::{MAX_ACTORS, MAX_TICKS};
use crate::protocol::{ActorFilter, Body, Command, CrowdReply, Moved, ProtocolError, Reply, SubcellGridInfo};
use crate::words::count as thousands;

/// What actors are, in the order of the blob's last word.
const STATES: [&str; 5] = ["idle", "moving", "waiting", "arrived", "cut_off"];
/// Parts of a sub-cell in which the blob measures bodies.
const PARTS: f64 = 256.0;
/// Half a sub-cell a tick, as on the page and on the command line.
const DEFAULT_PACE: u16 = 128;

/// Checks what the types do not.
///
/// # Errors
/// When the number of actors is missing, given twice or too large, or an actor has nowhere to go.
pub fn check(request: &CrowdRequest) -> Result<(), HttpError> {
    let wrong = |field, sentence: String| Err(ProtocolError::invalid_field(field, sentence).into());
    let count = match (&request.actors, request.count) {
        (Some(actors), None) => actors.len(),
        (None, Some(count)) => count as usize,
        _ => return wrong("actors", "actors: need a list of actors, or a count instead, and not both.".to_owned()),
    };
    let field = if request.actors.is_some() { "actors" } else { "count" };
    if !(1..=MAX_ACTORS).contains(&count) {
        return wrong(field, format!("{field}: need 1 to {} actors, got {}.", thousands(MAX_ACTORS), thousands(count)));
    }
    let has_target = |actor: &ActorRequest| actor.to.is_some();
    let all_sent = request.actors.as_ref().is_some_and(|actors| actors.iter().all(has_target));
    if request.to.is_none() && !all_sent {
        return wrong("to", "to: need [x, y], unless every actor has a `to` of its own.".to_owned());
    }
    Ok(())
}

/// Gathers the crowd on the map that is open, sends it, and walks.
///
/// # Errors
/// When a command fails.
pub fn walk(shot: &mut OneShot, request: CrowdRequest) -> Result<(Reply, Moved), ProtocolError> {
    let CrowdRequest { z, actors, count, to, settings, pace, seed, ticks, .. } = request;
    let pace = pace.unwrap_or(DEFAULT_PACE);
    shot.run(Command::CrowdSettings { settings })?;
    let mut notes = Moved::default();
    if let Some(actors) = actors {
        spawn(shot, z, &actors, to, pace, &mut notes)?;
    } else {
        let scattered = shot.run(Command::CrowdScatter { z, count: count.unwrap_or_default(), seed, pace })?;
        notes.without_place = moved(&scattered).without_place;
        send(shot, ActorFilter::All {}, to, &mut notes)?;
    }
    let walked = shot.run(Command::CrowdStep { ticks: ticks.unwrap_or(MAX_TICKS) })?;
    Ok((walked, notes))
}

/// Puts actors on their cells and sends each to its own, those without one together.
fn spawn(
    shot: &mut OneShot,
    z: i32,
    actors: &[ActorRequest],
    to: Option<Cell>,
    pace: u16,
    notes: &mut Moved,
) -> Result<(), ProtocolError> {
    let mut together = Vec::new();
    for actor in actors {
        let spawned = moved(&shot.run(Command::CrowdSpawn { z, cells: vec![actor.from], pace })?);
        notes.without_place += spawned.without_place;
        match actor.to {
            Some(_) if !spawned.spawned.is_empty() => {
                send(shot, ActorFilter::These { ids: spawned.spawned }, actor.to, notes)?;
            }
            _ => together.extend(spawned.spawned),
        }
    }
    if together.is_empty() {
        return Ok(());
    }
    send(shot, ActorFilter::These { ids: together }, to, notes)
}

fn send(shot: &mut OneShot, actors: ActorFilter, to: Option<Cell>, notes: &mut Moved) -> Result<(), ProtocolError> {
    let Some(cell) = to else { return Ok(()) };
    let sent = shot.run(Command::CrowdDestination { actors, cell }).map_err(|error| error.with_field("to"))?;
    notes.notes.extend(moved(&sent).notes);
    Ok(())
}

fn moved(reply: &Reply) -> Moved {
    match &reply.body {
        Body::Crowd(crowd) => crowd.moved.clone(),
        _ => Moved::default(),
    }
}

/// The crowd in an answer.
pub fn response(reply: &Reply, notes: Moved) -> Option<CrowdResponse> {
    let Body::Crowd(crowd) = &reply.body else { return None };
    let grid = crowd.state.subcell_grid;
    let words: Vec<i32> =
        crowd.actors.slice(&reply.payload)?.as_chunks().0.iter().copied().map(i32::from_le_bytes).collect();
    let actors = words.chunks_exact(CrowdReply::WORDS).map(|words| actor(words, grid)).collect();
    let Moved { without_place, notes, .. } = notes;
    Some(CrowdResponse { crowd: crowd.state.clone(), actors, without_place, notes })
}

fn actor(words: &[i32], SubcellGridInfo { n, shift }: SubcellGridInfo) -> ActorResponse {
    let place = |at: i32, shift: u8| (2.0 * f64::from(at) / PARTS + 1.0 - f64::from(shift)) / (2.0 * f64::from(n));
    let to = Cell::new(words[11], words[12]);
    ActorResponse {
        id: words[0] as u32,
        x: place(words[1], shift[0]),
        y: place(words[2], shift[1]),
        to: (to != Cell::new(-1, -1)).then_some(to),
        state: STATES.get(words[13] as usize).copied().unwrap_or(STATES[0]),
    }
}
