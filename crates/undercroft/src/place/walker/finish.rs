//! What comes last: templates that are still owed, the boss, and the doors that could be opened besides.

use std::collections::VecDeque;

use super::super::PlaceError;
use super::solve::{Builder, Offer, free_sockets};
use super::state::{Door, State};
use crate::dungeon::Role;
use crate::meter::Halt;
use crate::template::Pool;

/// How often the farthest path grows by one room to get to where a candidate that comes last fits.
const EXTENSIONS: usize = 24;
/// Rooms at whose sockets a candidate that comes last is tried, farthest first.
const TRIED_ROOMS: usize = 400;

/// Places the candidates whose minimum is not met, then a boss, at the sockets farthest from the entrance. Returns a
/// warning where a boss was requested and does not fit.
pub fn place_required(builder: &mut Builder) -> Result<Option<String>, PlaceError> {
    let candidates = builder.pool().candidates();
    let owed =
        |role: bool| (0..).zip(candidates).filter(move |(_, candidate)| (candidate.role == Some(Role::Boss)) == role);
    for (id, candidate) in owed(false) {
        while builder.state.counts[id as usize] < candidate.quota.min && place_last(builder, id)? {}
    }
    let bosses: Vec<u32> = owed(true).map(|(id, _)| id).collect();
    builder.may_end = true;
    // A pinned room may be one.
    let mut is_guarded = bosses.iter().any(|&id| builder.state.counts[id as usize] > 0);
    for &id in &bosses {
        is_guarded = is_guarded || place_last(builder, id)?;
    }
    let counts = &builder.state.counts;
    if let Some((id, candidate)) =
        (0..).zip(candidates).find(|(id, candidate)| counts[*id as usize] < candidate.quota.min)
    {
        let (name, min, placed) = (candidate.name.clone(), candidate.quota.min, counts[id as usize]);
        return Err(PlaceError::TooFew { name, min, placed });
    }
    let complaint = || "No boss: its room fits at no free socket.".to_owned();
    Ok((!bosses.is_empty() && !is_guarded).then(complaint))
}

/// Places a candidate far out; where it fits nowhere, other rooms are added until it does.
fn place_last(builder: &mut Builder, candidate: u32) -> Result<bool, Halt> {
    for _ in 0..EXTENSIONS {
        if place_far(builder, Some(candidate))? {
            return Ok(true);
        }
        if !place_far(builder, None)? {
            return Ok(false);
        }
    }
    Ok(false)
}

/// Places a candidate, or any common one, at a free socket as many hops from the entrance as can be.
fn place_far(builder: &mut Builder, candidate: Option<u32>) -> Result<bool, Halt> {
    builder.next_step();
    // Counting the doors to each room and sorting the rooms by them.
    builder.meter.spend(builder.state.rooms.len() as u64)?;
    let hops = hops(&builder.state);
    let mut rooms: Vec<u32> = (0..hops.len() as u32).collect();
    rooms.sort_by_key(|&room| (std::cmp::Reverse(hops[room as usize]), room));
    for room in rooms.into_iter().take(TRIED_ROOMS) {
        let template = Pool::template_of(builder.state.rooms[room as usize].oriented);
        for (cell, dir) in free_sockets(&builder.state, builder.pool(), room) {
            let candidates = candidate.map_or_else(|| builder.candidates(template, true), |candidate| vec![candidate]);
            let offers: Vec<Offer> =
                candidates.into_iter().flat_map(|candidate| builder.offers(candidate, cell, dir)).collect();
            for offer in &offers {
                if builder.place(offer)?.is_ok() {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// Doors between each room and the first.
fn hops(state: &State) -> Vec<u32> {
    let mut neighbours = vec![Vec::new(); state.rooms.len()];
    for &Door { rooms: [a, b], .. } in &state.doors {
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    }
    let mut hops = vec![u32::MAX; state.rooms.len()];
    hops[0] = 0;
    let mut queue = VecDeque::from([0]);
    while let Some(room) = queue.pop_front() {
        for &next in &neighbours[room as usize] {
            if hops[next as usize] == u32::MAX {
                hops[next as usize] = hops[room as usize] + 1;
                queue.push_back(next);
            }
        }
    }
    hops
}

/// Possible doors that placement does not need: runs of facing sockets between rooms that no door joins yet, each once.
pub fn candidates(pool: &Pool, state: &State) -> Vec<Door> {
    let mut joined: Vec<[u32; 2]> = state.doors.iter().map(|door| door.rooms).collect();
    joined.sort_unstable();
    let mut candidates: Vec<Door> = Vec::new();
    for (id, put) in (0..).zip(&state.rooms) {
        for socket in &pool.oriented_template(put.oriented).sockets {
            let door = state.possible_door(socket.cell + put.at, socket.dir);
            // A run is met at each of its cells and from both sides; it counts once, from the room with the lower number.
            let is_new = |door: &Door| door.rooms[0] == id && joined.binary_search(&door.rooms).is_err();
            candidates.extend(door.filter(is_new));
        }
    }
    candidates.sort_unstable_by_key(|door| (door.rooms, door.cells.min()));
    // Two rooms need one door, not several.
    candidates.dedup_by_key(|door| door.rooms);
    candidates
}
