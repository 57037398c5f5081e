//! Keys and locks: every lock that has a key can be opened.
//!
//! A lock closes a link. What its key opens is a matter of the [`KeyRule`]: [`own_keys`] judges keys that belong to one
//! lock. Shared keys are interchangeable and spent on use; with the locked doors shut the tiles fall into *zones*, each
//! lock joins the zones at its doors, and [`zones`](super::zones) judges the orders of spending.

use undercroft_grid::Cell;

use super::barrier::{self, Barrier, is_locked};
use super::reach::{self, Place};
use super::zones::{Verdict, Zones};
use super::{Flaw, FlawCode, own_keys, words};
use crate::dungeon::{Dungeon, Entrance, KeyRule, LinkId, Marker, MarkerKind};

/// Judges keys and locks, or returns why they cannot be judged.
pub(super) fn check(dungeon: &Dungeon, entrance: &Entrance) -> Result<Vec<Flaw>, &'static str> {
    let mut flaws: Vec<Flaw> = dungeon.markers.iter().filter_map(|marker| useless_key(dungeon, marker)).collect();
    let locks = barrier::locks(dungeon);
    if locks.is_empty() && flaws.is_empty() {
        return Err("There are no keys.");
    }
    match dungeon.key_rule() {
        KeyRule::Own => flaws.extend(own_keys::check(dungeon, entrance, &locks)),
        KeyRule::Shared => match find_zones(dungeon, entrance, &locks).verdict() {
            Verdict::Solvable => {}
            Verdict::Stuck(opened) => flaws.push(run_out(&locks, &opened)),
            Verdict::Undecided => return Err("More than 16 locks lie in loops; not every order can be looked at."),
        },
    }
    Ok(flaws)
}

fn useless_key(dungeon: &Dungeon, marker: &Marker) -> Option<Flaw> {
    let opens_something = marker.link.is_some_and(|link| is_locked(dungeon, link));
    if marker.kind != MarkerKind::Key || opens_something {
        return None;
    }
    let flaw = Flaw::new(FlawCode::KeyWithoutLock, "A key belongs to no locked link.");
    Some(flaw.at(marker.z, &[marker.cell]).rooms(marker.room).links(marker.link))
}

fn run_out(locks: &[LinkId], opened: &[usize]) -> Flaw {
    let shut: Vec<LinkId> = (0..locks.len()).filter(|lock| !opened.contains(lock)).map(|lock| locks[lock]).collect();
    let opened: Vec<LinkId> = opened.iter().map(|&lock| locks[lock]).collect();
    let spent = if opened.is_empty() {
        String::new()
    } else {
        format!(" after opening {}", words::list_named("link", &opened))
    };
    let sentence = format!("No key is left{spent}, and {} can stay shut.", words::list_named("link", &shut));
    Flaw::new(FlawCode::KeysRunOut, sentence).links(shut)
}

/// Floods the tiles with the locked doors shut.
fn find_zones(dungeon: &Dungeon, entrance: &Entrance, locks: &[LinkId]) -> Zones {
    let barriers = barrier::barriers(dungeon);
    let mut open = reach::open_tiles(dungeon, |door| barriers[door.id.index()] != Barrier::Free);
    let is_open = |place: &Place| open[place.level].contains(place.cell);
    let mut sides = sides(dungeon, locks, &barriers);
    sides.retain(|(_, place, _)| is_open(place));
    let keys = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key);
    let mut keys: Vec<Place> =
        keys.map(|key| Place { level: reach::position(dungeon, key.z), cell: key.cell }).collect();
    keys.retain(is_open);
    let mut zones = Zones { keys: Vec::new(), joins: vec![Vec::new(); locks.len()] };
    let mut starts = vec![reach::start(dungeon, entrance)];
    while let Some(start) = starts.pop() {
        if !open[start.level].contains(start.cell) {
            continue;
        }
        reach::flood(dungeon, &mut open, vec![start], |_, _| {});
        let is_taken = |place: &Place| !open[place.level].contains(place.cell);
        let before = keys.len();
        keys.retain(|key| !is_taken(key));
        let zone = zones.keys.len();
        zones.keys.push(before - keys.len());
        for (lock, place, beyond) in sides.extract_if(.., |(_, place, _)| is_taken(place)) {
            zones.joins[lock].push(zone);
            starts.push(Place { cell: beyond, ..place });
        }
    }
    // Zones were numbered as they were found, so equal ones lie side by side.
    zones.joins.iter_mut().for_each(Vec::dedup);
    zones
}

/// For each locked door both sides: the lock, where one stands, and the cell one gets to.
fn sides(dungeon: &Dungeon, locks: &[LinkId], barriers: &[Barrier]) -> Vec<(usize, Place, Cell)> {
    let doors =
        locks.iter().enumerate().flat_map(|(i, &lock)| dungeon.link(lock).doors().iter().map(move |&door| (i, door)));
    let keyed = doors.filter(|(_, door)| barriers[door.index()] == Barrier::Keyed);
    let both = |(lock, door)| {
        let door = dungeon.door(door);
        let level = reach::position(dungeon, door.z);
        let [inner, outer] = [door.cells[0] - door.normal, door.cells[0] + door.normal];
        [(lock, Place { level, cell: inner }, outer), (lock, Place { level, cell: outer }, inner)]
    };
    keyed.flat_map(both).collect()
}
