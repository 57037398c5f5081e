//! Secret passages: marked as such, between rooms that are apart.

use super::{Flaw, FlawCode, RoomGraph};
use crate::dungeon::{Dungeon, HiddenDoor, Link};

/// The least distance in the plan between the rooms of a secret passage, |dx| + |dy| + |dz|.
const LEAST_DISTANCE: u64 = 2;

pub(super) fn check(dungeon: &Dungeon, graph: &RoomGraph) -> Result<Vec<Flaw>, &'static str> {
    let is_secret = |link: &&Link| link.is_secret_passage();
    let mut flaws: Vec<Flaw> = dungeon.links.iter().filter_map(|link| wrong_mark(dungeon, link)).collect();
    if flaws.is_empty() && !dungeon.links.iter().any(|link| is_secret(&link)) {
        return Err("There are no secret passages.");
    }
    for link in dungeon.links.iter().filter(is_secret) {
        flaws.extend(too_near(dungeon, graph, link));
    }
    Ok(flaws)
}

/// Kind, discovery and the doors agree.
fn wrong_mark(dungeon: &Dungeon, link: &Link) -> Option<Flaw> {
    let is_secret = link.is_secret_passage();
    let secret_doors = link.doors().iter().filter(|&&door| dungeon.door(door).secret).count();
    let agrees = match link.hidden() {
        // An ordinary corridor may have one secret door, a secret passage has two.
        HiddenDoor::Undiscovered => secret_doors > 0 && (!is_secret || secret_doors == link.doors().len()),
        HiddenDoor::None | HiddenDoor::Discovered => secret_doors == 0,
    };
    let sentence = || format!("Link {} is not marked as what it is, or its doors are not as secret as it.", link.id);
    (!agrees).then(|| flaw(FlawCode::SecretMarkWrong, sentence(), link))
}

fn too_near(dungeon: &Dungeon, graph: &RoomGraph, link: &Link) -> Option<Flaw> {
    let [a, b] = link.rooms;
    let is_linked = graph.neighbours(a).iter().any(|&(room, other)| room == b && other != link.id);
    let plans = dungeon.room(a).plan.zip(dungeon.room(b).plan);
    let is_near = plans.is_some_and(|(a, b)| distance(a, b) < LEAST_DISTANCE);
    let why = if is_linked { "which have another link" } else { "which are neighbours in the plan" };
    let sentence = || format!("Link {} is a secret passage between rooms {a} and {b}, {why}.", link.id);
    (is_linked || is_near).then(|| flaw(FlawCode::SecretTooNear, sentence(), link))
}

fn distance(a: [i32; 3], b: [i32; 3]) -> u64 {
    a.iter().zip(b).map(|(&a, b)| u64::from(a.abs_diff(b))).sum()
}

fn flaw(code: FlawCode, sentence: String, link: &Link) -> Flaw {
    Flaw::new(code, sentence).rooms(link.rooms).doors(link.doors().iter().copied()).links([link.id])
}
