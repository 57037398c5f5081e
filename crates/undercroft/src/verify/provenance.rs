//! Counts, sizes, seed and epoch agree with the recipe that the dungeon carries.

use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, EPOCH, Role, Room};
use crate::seed::Seed;

pub(super) fn check(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    if let Err(error) = Seed::from_record(&dungeon.provenance.seed) {
        let sentence = format!("The seed {:?} cannot be read: {error}.", dungeon.provenance.seed);
        flaws.push(Flaw::new(FlawCode::ProvenanceBroken, sentence));
    }
    if !(1..=EPOCH).contains(&dungeon.provenance.epoch) {
        let sentence = format!("The epoch is {}, known are 1 to {EPOCH}.", dungeon.provenance.epoch);
        flaws.push(Flaw::new(FlawCode::ProvenanceBroken, sentence));
    }
    flaws.extend(wrong_count(dungeon));
    flaws.extend(too_little_floor(dungeon));
    flaws.extend(wrong_sizes(dungeon));
}

/// A shortfall needs a warning; halls may come on top of the rooms that were asked for.
fn wrong_count(dungeon: &Dungeon) -> Option<Flaw> {
    let wanted = dungeon.provenance.recipe.room_count()?;
    let placed = dungeon.rooms.len() as u64;
    let halls = dungeon.rooms.iter().filter(|room| room.roles.contains(&Role::Hall)).count() as u64;
    let is_short = placed < wanted && is_unexplained(dungeon);
    let sentence = || format!("The recipe wants {wanted} rooms, there are {placed}, and no warning says why.");
    (is_short || placed - halls > wanted).then(|| Flaw::new(FlawCode::CountDisagrees, sentence()))
}

/// Rooms from templates are placed until there is enough floor, or a warning explains why not.
fn too_little_floor(dungeon: &Dungeon) -> Option<Flaw> {
    let wanted = dungeon.provenance.recipe.floor_cells()?;
    let placed: i64 = dungeon.rooms.iter().map(Room::area).sum();
    let sentence = || format!("The recipe wants {wanted} floor cells, there are {placed}, and no warning says why.");
    let is_short = placed < wanted as i64 && is_unexplained(dungeon);
    is_short.then(|| Flaw::new(FlawCode::CountDisagrees, sentence()))
}

/// A plan makes a map as large as it needs; all others have the size that the recipe gives.
fn wrong_sizes(dungeon: &Dungeon) -> Option<Flaw> {
    let wanted = dungeon.provenance.recipe.size();
    let differs = |wanted: Option<u64>, is: i32| wanted.is_some_and(|wanted| wanted != is as u64);
    let level = dungeon
        .levels
        .iter()
        .find(|level| differs(wanted[0], level.size().width()) || differs(wanted[1], level.size().height()))?;
    let sentence = format!("Level {} is {}, which is not the size that the recipe says.", level.z, level.size());
    Some(Flaw::new(FlawCode::CountDisagrees, sentence))
}

/// Whether neither a warning nor a change by hand explains that something is missing.
fn is_unexplained(dungeon: &Dungeon) -> bool {
    dungeon.warnings.is_empty() && !dungeon.provenance.edited
}
