//! Stairs: the same cell of two rooms on neighbouring levels, down on the upper one, up on the lower one.

use undercroft_grid::Cell;

use super::owner::{Claim, Owners};
use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level, Link, Room, Terrain};

/// Claims the stairs of a level inside the floors they belong to.
pub(super) fn claim(dungeon: &Dungeon, level: &Level, owners: &mut Owners, flaws: &mut Vec<Flaw>) {
    for link in dungeon.links.iter().filter(|link| link.stairs().is_some()) {
        let [a, b] = link.rooms.map(|room| dungeon.room(room));
        if a.z == level.z && (a.z - b.z).abs() != 1 {
            let why = format!("joins the levels {} and {}, which are not neighbours", a.z, b.z);
            flaws.push(unpaired(link, a, link.path()[0], &why));
        }
        for (room, other) in [(a, b), (b, a)] {
            if room.z == level.z {
                flaws.extend(claim_end(link, room, other, owners));
            }
        }
    }
}

fn claim_end(link: &Link, room: &Room, other: &Room, owners: &mut Owners) -> Option<Flaw> {
    let cell = link.path()[0];
    let claim = owners.at(cell);
    if claim.floor() != Some(room.id) {
        return Some(unpaired(link, room, cell, &format!("has its cell outside room {}", room.id)));
    }
    if claim.terrain() != Terrain::Floor {
        return Some(unpaired(link, room, cell, "shares its cell with other stairs"));
    }
    let terrain = if room.z > other.z { Terrain::StairsDown } else { Terrain::StairsUp };
    owners.set(cell, Claim::new(terrain, room.id.0));
    None
}

fn unpaired(link: &Link, room: &Room, cell: Cell, why: &str) -> Flaw {
    let sentence = format!("The stairs of link {} cannot be used: it {why}.", link.id);
    Flaw::new(FlawCode::StairsUnpaired, sentence).at(room.z, &[cell]).rooms(link.rooms).links([link.id])
}
