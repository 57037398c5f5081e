//! Whether rooms that a loop is to join can be joined at all: a free path of few cells between the ends of their runways.
//!
//! The router decides; this only spares levels that it would refuse.

use std::collections::{BTreeMap, VecDeque};

use undercroft_grid::Cell;

use super::attached_room::AttachedRoom;
use crate::meter::{Halt, Meter};
use crate::place::LONGEST_LOOP;
use crate::place::joint::JointMap;

/// Whether a path of free cells joins two rooms, both runways straight.
///
/// # Errors
/// When the meter halts.
pub fn can_reach(map: &JointMap, [a, b]: [&AttachedRoom; 2], runway: i32, meter: &mut Meter) -> Result<bool, Halt> {
    let runway = runway.max(1);
    let targets = runway_ends(map, b, runway);
    let most = LONGEST_LOOP - 2 * (runway - 1);
    let mut lengths: BTreeMap<Cell, i32> = BTreeMap::new();
    let mut queue: VecDeque<Cell> = VecDeque::new();
    for cell in runway_ends(map, a, runway) {
        if lengths.insert(cell, 1).is_none() {
            queue.push_back(cell);
        }
    }
    while let Some(cell) = queue.pop_front() {
        meter.spend(1)?;
        if targets.contains(&cell) {
            return Ok(true);
        }
        let length = lengths[&cell] + 1;
        for next in cell.neighbors4().into_iter().filter(|&next| length <= most && map.is_free(next)) {
            lengths.entry(next).or_insert_with(|| {
                queue.push_back(next);
                length
            });
        }
    }
    Ok(false)
}

/// The last cells of the runways that are free before a room's sites.
fn runway_ends(map: &JointMap, room: &AttachedRoom, runway: i32) -> Vec<Cell> {
    let sites = room.mask.all_sites().map(|site| site.shift(room.at));
    let open = sites.filter(|site| {
        !map.has_door_near(site.door(1)) && (1..=runway).all(|depth| map.is_free(site.cell.step(site.normal, depth)))
    });
    open.map(|site| site.cell.step(site.normal, runway)).collect()
}
