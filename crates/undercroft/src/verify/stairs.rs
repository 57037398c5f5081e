//! Stairs: a straight run of cells in each of two rooms on neighbouring levels, the first cell the same on both, down on
//! the upper one, up on the lower one.

use undercroft_grid::{Cell, Dir};

use super::owner::{Claim, Owners};
use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level, Link, Room, Terrain};

/// Claims the stairs of a level inside the floors they belong to.
pub(super) fn claim(dungeon: &Dungeon, level: &Level, owners: &mut Owners, flaws: &mut Vec<Flaw>) {
    for link in &dungeon.links {
        let Some(runs) = link.stairs() else { continue };
        let [a, b] = link.rooms.map(|room| dungeon.room(room));
        if a.z == level.z {
            flaws.extend(unjoined(link, a, b, runs));
        }
        for (room, other, run) in [(a, b, &runs[0]), (b, a, &runs[1])] {
            if room.z == level.z {
                flaws.extend(bad_run(link, room, run));
                flaws.extend(claim_run(link, room, other, run, owners));
            }
        }
    }
}

fn unjoined(link: &Link, a: &Room, b: &Room, runs: &[Vec<Cell>; 2]) -> Option<Flaw> {
    let why = if a.z.abs_diff(b.z) != 1 {
        format!("joins the levels {} and {}, which are not neighbours", a.z, b.z)
    } else if runs[0][0] != runs[1][0] {
        format!("begins at {} on one level and at {} on the other", runs[0][0], runs[1][0])
    } else {
        return None;
    };
    Some(unpaired(link, a, runs[0][0], &why))
}

fn bad_run(link: &Link, room: &Room, run: &[Cell]) -> Option<Flaw> {
    let steps: Vec<Option<Dir>> = run.windows(2).map(|pair| Dir::from_delta(pair[1] - pair[0])).collect();
    let why = if steps.contains(&None) {
        "have a gap"
    } else if steps.windows(2).any(|pair| pair[0] != pair[1]) {
        "are bent"
    } else {
        return None;
    };
    let sentence = format!("The stairs of link {} in room {} {why}.", link.id, room.id);
    Some(Flaw::new(FlawCode::StairsRun, sentence).at(room.z, run).rooms([room.id]).links([link.id]))
}

fn claim_run(link: &Link, room: &Room, other: &Room, run: &[Cell], owners: &mut Owners) -> Option<Flaw> {
    let terrain = if room.z > other.z { Terrain::StairsDown } else { Terrain::StairsUp };
    for &cell in run {
        let claim = owners.at(cell);
        if claim.floor() != Some(room.id) {
            return Some(unpaired(link, room, cell, &format!("has a cell outside room {}", room.id)));
        }
        if claim.terrain() != Terrain::Floor {
            return Some(unpaired(link, room, cell, "shares a cell with other stairs"));
        }
        owners.set(cell, Claim::new(terrain, room.id.0));
    }
    None
}

fn unpaired(link: &Link, room: &Room, cell: Cell, why: &str) -> Flaw {
    let sentence = format!("The stairs of link {} cannot be used: it {why}.", link.id);
    Flaw::new(FlawCode::StairsUnpaired, sentence).at(room.z, &[cell]).rooms(link.rooms).links([link.id])
}
