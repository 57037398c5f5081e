//! Verification: one set of checks for every dungeon.
//!
//! [`verify`] reads the final tiles and entities of a [`Dungeon`], never a generator's memory, and lists what is wrong.
//! It works in three steps. First the entities by themselves: ids, limits, everything on its map (`entities`); a dungeon
//! that fails here is not examined further, so that all later checks can trust an index. Then each level: every entity
//! claims its cells (`owner`), claims may not clash, doors and corridors look at their neighbours, and the tiles must
//! show exactly what is claimed, cell by cell (`terrain`): no stray change of one tile goes unseen. Last the dungeon as
//! a whole: floods over the tiles from the entrance, keys in the worst order, depths, secrets, contents room by room,
//! provenance.
//!
//! Checks whose facts are missing, as on a plain map, are listed in [`Report::skipped`] with the reason.
//!
//! Time is a few passes over the map plus the number of entities; memory one `u32` per cell of one level at a
//! time, and one bit per cell of all levels.

mod alignment;
mod as_generated;
mod barrier;
mod border;
mod content_fault;
mod contents;
mod corridors;
mod difference;
mod doors;
mod entities;
mod entrance;
mod facts;
mod features;
mod flaw;
mod flaw_code;
mod flaw_subject;
mod graph;
mod ground;
mod inputs;
mod keys;
mod links;
mod markers;
mod numbers;
mod own_keys;
mod owner;
mod part;
mod paths;
mod pins;
mod provenance;
mod reach;
mod report;
mod rooms;
mod secrets;
mod shapes;
mod sockets;
mod spawns;
mod stairs;
mod terrain;
mod wall_fixtures;
mod words;
mod zones;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use content_fault::{ContentFault, Culprit, TextPlace};
pub use difference::not_reproduced;
pub(crate) use facts::open_cells;
pub use facts::{FactValue, Facts};
pub use flaw::{Flaw, MAX_CELLS};
pub use flaw_code::FlawCode;
pub use flaw_subject::FlawSubject;
pub use graph::RoomGraph;
pub use part::verify_part;
pub(crate) use pins::holds_pin;
pub use report::{Check, Report, Skipped};

use crate::dungeon::{Dungeon, Level, RoomId};
use facts::LevelFacts;
use owner::Owners;

/// Judges a dungeon by its final tiles and entities.
///
/// ```
/// use undercroft::grid::Cell;
/// use undercroft::verify::{FlawCode, verify};
/// use undercroft::{Terrain, generate};
///
/// let mut dungeon = generate("crypt", 7)?;
/// let report = verify(&dungeon);
/// assert!(report.is_sound());
/// assert_eq!(report.facts.rooms, dungeon.rooms.len());
/// // A single wrong tile does not go unseen.
/// dungeon.levels[0].terrain[Cell::new(0, 0)] = Terrain::Corridor;
/// assert!(verify(&dungeon).flaws.iter().any(|flaw| flaw.code == FlawCode::BorderOpen));
/// # Ok::<(), undercroft::Error>(())
/// ```
pub fn verify(dungeon: &Dungeon) -> Report {
    let mut judge = Judge { dungeon, flaws: Vec::new(), skipped: Vec::new() };
    entities::check(dungeon, &mut judge.flaws);
    if !judge.flaws.is_empty() {
        judge.skip(&Check::ALL[1..], "The entities of the dungeon are invalid by themselves.");
        return judge.report(Facts::default());
    }
    border::check(dungeon, &mut judge.flaws);
    dungeon.levels.iter().for_each(|level| ground::check_tiles(dungeon, level, &mut judge.flaws));
    let facts = if is_mapped(dungeon) { judge.mapped() } else { judge.plain() };
    judge.provenance();
    pins::check(dungeon, &mut judge.flaws);
    judge.report(facts)
}

/// What is wrong with the contents of a dungeon whose entities are valid by themselves: features and spawns of the rooms
/// that are asked for, and all texts and groups.
pub(crate) fn content_faults(dungeon: &Dungeon, is_asked: impl Fn(RoomId) -> bool) -> Vec<ContentFault> {
    let mut faults = features::faults(dungeon, &is_asked);
    faults.extend(spawns::faults(dungeon, &is_asked));
    faults.extend(spawns::missing_players(dungeon));
    faults.extend(contents::faults(dungeon));
    faults
}

/// What is wrong with the features of the rooms that are asked for.
pub(crate) fn feature_faults(dungeon: &Dungeon, is_asked: impl Fn(RoomId) -> bool) -> Vec<ContentFault> {
    features::faults(dungeon, is_asked)
}

/// Whether the entities of a dungeon are valid by themselves, so that its contents can be judged.
pub(crate) fn has_valid_entities(dungeon: &Dungeon) -> bool {
    let mut flaws = Vec::new();
    entities::check(dungeon, &mut flaws);
    flaws.is_empty()
}

/// Whether the entities of a dungeon are valid by themselves and its corridors lie on their maps.
pub(crate) fn lies_on_map(dungeon: &Dungeon) -> bool {
    has_valid_entities(dungeon) && dungeon.levels.iter().all(|level| corridors::lie_on_map(dungeon, level))
}

/// Whether rooms and links are known, so that the tiles can be judged by them.
fn is_mapped(dungeon: &Dungeon) -> bool {
    !dungeon.rooms.is_empty() && (dungeon.is_generated() || !dungeon.links.is_empty())
}

struct Judge<'a> {
    dungeon: &'a Dungeon,
    flaws: Vec<Flaw>,
    skipped: Vec<Skipped>,
}

impl Judge<'_> {
    fn plain(&mut self) -> Facts {
        let reason = "The map holds tiles only: its rooms and links are not known.";
        let has_rooms = !self.dungeon.rooms.is_empty();
        let is_judged = |check: &Check| match check {
            Check::Things | Check::Border | Check::Ground | Check::Provenance | Check::Pins => true,
            Check::Features | Check::Spawns | Check::Contents => has_rooms,
            _ => false,
        };
        let skipped: Vec<Check> = Check::ALL.into_iter().filter(|check| !is_judged(check)).collect();
        self.skip(&skipped, reason);
        if has_rooms {
            self.contents();
        }
        Facts::default()
    }

    fn mapped(&mut self) -> Facts {
        let graph = RoomGraph::new(self.dungeon);
        let mut levels = LevelFacts::default();
        for level in &self.dungeon.levels {
            levels += self.level(level, &graph);
        }
        shapes::check(self.dungeon, &mut self.flaws);
        links::check(self.dungeon, &mut self.flaws);
        as_generated::check(self.dungeon, &mut self.flaws);
        self.optional(Check::Secrets, secrets::check(self.dungeon, &graph));
        self.optional(Check::Alignment, alignment::check(self.dungeon));
        self.flaws.extend(numbers::twice(self.dungeon));
        let reached = self.seen_from_the_entrance(&graph);
        self.contents();
        Facts::new(self.dungeon, &graph, levels, reached)
    }

    /// Everything that depends on the claims on a level's cells.
    fn level(&mut self, level: &Level, graph: &RoomGraph) -> LevelFacts {
        let (dungeon, flaws) = (self.dungeon, &mut self.flaws);
        let mut owners = Owners::new(level.size());
        rooms::claim(dungeon, level, &mut owners, flaws);
        stairs::claim(dungeon, level, &mut owners, flaws);
        doors::claim(dungeon, level, &mut owners, flaws);
        corridors::claim(dungeon, level, &mut owners, flaws);
        doors::check(dungeon, level, &owners, flaws);
        corridors::check(dungeon, level, &owners, flaws);
        sockets::check(dungeon, level, &owners, flaws);
        ground::check_rooms(dungeon, level, &owners, flaws);
        markers::check(dungeon, level, &owners, flaws);
        wall_fixtures::check(dungeon, level, &owners, flaws);
        terrain::check(level, dungeon, &owners, flaws);
        LevelFacts::new(dungeon, level, graph, &owners)
    }

    /// What rooms contain, and what is told about it.
    fn contents(&mut self) {
        let dungeon = self.dungeon;
        let (features, spawns) = (!dungeon.features.is_empty(), !dungeon.spawns.is_empty());
        let families = [
            (Check::Features, features, "There are no features."),
            (Check::Spawns, features || spawns, "There are neither spawns nor features."),
            (Check::Contents, contents::has_any(dungeon), "There are no notes, no story and no groups."),
        ];
        for (check, is_there, reason) in families {
            if !is_there {
                self.skip(&[check], reason);
            }
        }
        self.flaws.extend(content_faults(dungeon, |_| true).into_iter().map(|fault| fault.flaw));
    }

    /// Entrance, depths, reach and keys. Returns the number of steps between entrance and goal.
    fn seen_from_the_entrance(&mut self, graph: &RoomGraph) -> Option<u32> {
        entrance::check_goal(self.dungeon, &mut self.flaws);
        let Some(entrance) = &self.dungeon.entrance else {
            if self.dungeon.is_generated() {
                self.flaws.push(entrance::missing_entrance());
            }
            self.skip(&[Check::Entrance, Check::Reach, Check::Keys], "There is no entrance to start from.");
            return None;
        };
        entrance::check(self.dungeon, entrance, graph, &mut self.flaws);
        let steps_to_goal = reach::check(self.dungeon, entrance, &mut self.flaws);
        let keys = keys::check(self.dungeon, entrance);
        self.optional(Check::Keys, keys);
        // Numbers follow from rooms, doors and links; where those are wrong, so are they.
        if self.flaws.is_empty() {
            numbers::check(self.dungeon, entrance, graph, &mut self.flaws);
        }
        steps_to_goal
    }

    fn provenance(&mut self) {
        if self.dungeon.is_generated() {
            provenance::check(self.dungeon, &mut self.flaws);
            inputs::check(self.dungeon, &mut self.flaws);
        } else {
            self.skip(&[Check::Provenance], "The dungeon was not generated.");
        }
    }

    /// Takes the flaws of a check, or the reason why it does not apply.
    fn optional(&mut self, check: Check, outcome: Result<Vec<Flaw>, &str>) {
        match outcome {
            Ok(flaws) => self.flaws.extend(flaws),
            Err(reason) => self.skip(&[check], reason),
        }
    }

    fn skip(&mut self, checks: &[Check], reason: &str) {
        let skipped = checks.iter().map(|&check| Skipped { check, reason: reason.to_owned() });
        self.skipped.extend(skipped);
    }

    fn report(self, facts: Facts) -> Report {
        Report { flaws: self.flaws, skipped: self.skipped, facts }
    }
}
