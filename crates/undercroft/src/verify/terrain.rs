//! The tiles show exactly what rooms, doors and links claim, and nothing else.
//!
//! Every cell is compared, so that a change of any single tile is a flaw.

use std::collections::BTreeMap;

use undercroft_grid::Cell;

use super::corridors::Claimant;
use super::owner::{Claim, Owners};
use super::{Flaw, FlawCode};
use crate::dungeon::{DoorId, Dungeon, Level, LinkId, RoomId, Terrain};

pub(super) fn check(level: &Level, dungeon: &Dungeon, owners: &Owners, flaws: &mut Vec<Flaw>) {
    let mut strays: BTreeMap<(FlawCode, u32), Vec<Cell>> = BTreeMap::new();
    for (y, tiles) in (0..).zip(level.terrain.rows()) {
        // Nearly every row is clean, and this loop has no branch.
        if owners.row(y).zip(tiles).fold(true, |clean, (claim, &tile)| clean & claim.agrees(tile)) {
            continue;
        }
        for (x, (claim, &tile)) in (0..).zip(owners.row(y).zip(tiles)) {
            if !claim.agrees(tile) {
                let code = code(claim, tile);
                // Stairs that no link has are one flaw of the level, in rooms and elsewhere.
                let id = if code == FlawCode::StairsWithoutLink { 0 } else { claim.id() };
                strays.entry((code, id)).or_default().push(Cell::new(x, y));
            }
        }
    }
    flaws.extend(strays.iter().map(|(&(code, id), cells)| flaw(dungeon, code, id, level.z, cells)));
}

fn code(claim: Claim, tile: Terrain) -> FlawCode {
    let is_stairs = matches!(tile, Terrain::StairsUp | Terrain::StairsDown);
    match (claim.terrain(), tile) {
        (Terrain::Floor, _) if is_stairs => FlawCode::StairsWithoutLink,
        (Terrain::Floor, _) => FlawCode::FloorMissing,
        (Terrain::Wall, _) => FlawCode::RingBroken,
        (Terrain::Door, _) => FlawCode::DoorMissing,
        (Terrain::Corridor, _) => FlawCode::CorridorMissing,
        (Terrain::StairsUp | Terrain::StairsDown, _) => FlawCode::StairsMissing,
        (Terrain::Rock, Terrain::Floor) => FlawCode::FloorWithoutRoom,
        (Terrain::Rock, Terrain::Corridor) => FlawCode::CorridorWithoutLink,
        (Terrain::Rock, Terrain::Door) => FlawCode::DoorTileWithoutDoor,
        (Terrain::Rock, Terrain::StairsUp | Terrain::StairsDown) => FlawCode::StairsWithoutLink,
        (Terrain::Rock, Terrain::Rock | Terrain::Wall) => FlawCode::WallWithoutRoom,
    }
}

fn flaw(dungeon: &Dungeon, code: FlawCode, id: u32, z: i32, cells: &[Cell]) -> Flaw {
    let says = |sentence: String| Flaw::new(code, sentence).at(z, cells);
    match code {
        FlawCode::FloorMissing => says(format!("The tiles do not show floor of room {id}.")).rooms([RoomId(id)]),
        FlawCode::RingBroken => says(format!("The ring of room {id} is not wall.")).rooms([RoomId(id)]),
        FlawCode::DoorMissing => says(format!("The tiles do not show door {id}.")).doors([DoorId(id)]),
        FlawCode::StairsMissing => says(format!("The tiles do not show stairs in room {id}.")).rooms([RoomId(id)]),
        FlawCode::CorridorMissing => {
            let claimant = Claimant::new(dungeon, id);
            let flaw = says(format!("The tiles do not show the corridor of {claimant}."));
            if let Claimant::Link(link) = claimant { flaw.links([LinkId(link)]) } else { flaw }
        }
        FlawCode::FloorWithoutRoom => says("Floor belongs to no room.".to_owned()),
        FlawCode::CorridorWithoutLink => says("Corridor lies on no link.".to_owned()),
        FlawCode::DoorTileWithoutDoor => says("A door tile belongs to no door.".to_owned()),
        FlawCode::StairsWithoutLink => says("No link tells of these stairs.".to_owned()),
        _ => says("Wall is in no room's ring.".to_owned()),
    }
}
