//! Texts: notes of rooms, the hook and rumors.
//!
//! A dungeon has about as many notes as the recipe asks for. Keys, locks and rooms with a role always have theirs; what
//! is left goes to inhabitants, traps, treasure, hazards, oddities and, last, traces in empty rooms.

mod bound_facts;
mod note_plan;
mod room_names;
mod scene;
mod writer;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::bound_facts::BoundFacts;
pub use self::note_plan::trap_places;
use self::note_plan::{NotePlan, PlannedNote};
use self::scene::{Scene, Surroundings};
pub use self::writer::SentenceWatch;
use self::writer::{Writer, Written};
use super::life::{RoomLife, treasure_tier};
use super::room_facts::RoomFacts;
use super::room_openings::RoomOpenings;
use crate::contents::{ContentTable, PIT, Purpose, Sentence, TrapSentences};
use crate::dungeon::{Dungeon, Note, NoteKind, RoomId, Story};
use crate::events::Event;
use crate::meter::{Halt, Meter};
use crate::recipe::StockSpec;
use crate::seed::{Seed, Stream};

/// How many sentences for rooms of any purpose one of the room's own purpose outweighs.
const OWN_WEIGHT: u32 = 4;
/// Rumors of a dungeon.
const RUMOURS: usize = 3;

/// Names the numbered rooms.
pub fn name_rooms(
    dungeon: &mut Dungeon,
    (facts, openings): (&RoomFacts, &[RoomOpenings]),
    table: &ContentTable,
    seed: &Seed,
) {
    let bound = BoundFacts::new(dungeon, table, &mut seed.stream("stock/facts"));
    let mut watch = |_: &str| {};
    let mut writer = Writer::new(Surroundings::new(dungeon, facts, openings, &bound), table, &mut watch);
    let names = room_names::room_names(dungeon, table, &mut writer, seed);
    names.into_iter().for_each(|(room, name)| dungeon.rooms[room.index()].name = name);
}

/// Writes notes, hook and rumors; `watch` hears of every sentence that could be one of them.
///
/// # Errors
/// When the meter halts.
pub fn write_texts(
    dungeon: &mut Dungeon,
    (facts, openings): (&RoomFacts, &[RoomOpenings]),
    life: &RoomLife,
    table: &ContentTable,
    (spec, seed): (&StockSpec, &Seed),
    watch: SentenceWatch,
    meter: &mut Meter,
) -> Result<(), Halt> {
    meter.spend(8 * dungeon.rooms.len() as u64)?;
    let bound = BoundFacts::new(dungeon, table, &mut seed.stream("stock/facts"));
    let plan = NotePlan::new(dungeon, life, facts, spec.notes, &mut seed.stream("stock/texts"));
    let mut writer = Writer::new(Surroundings::new(dungeon, facts, openings, &bound), table, watch);
    let mut author = Author { table, purposes: table.purposes_by_name(), life, writer: &mut writer };
    let mut notes = Vec::new();
    for planned in &plan.notes {
        let first = dungeon.room(planned.room).floor[0].start;
        let z = dungeon.room(planned.room).z;
        let mut stream = seed.stream(&format!("stock/notes/{},{},{z}/{}", first.x, first.y, planned.kind.name()));
        notes.extend(author.write_note(planned, &mut stream));
    }
    dungeon.story = author.write_story(&mut seed.stream("stock/story"));
    if meter.wants_events() {
        report(dungeon, &notes, meter);
    }
    notes.into_iter().for_each(|(room, note)| dungeon.rooms[room.index()].notes.push(note));
    Ok(())
}

fn report(dungeon: &Dungeon, notes: &[(RoomId, Note)], meter: &mut Meter) {
    for (room, note) in notes {
        meter.on_event(Event::NoteWritten { room: Some(*room), text: note.plain.clone() });
    }
    let Story { hook, rumours } = &dungeon.story;
    for text in std::iter::once(hook).filter(|hook| !hook.is_empty()).chain(rumours) {
        meter.on_event(Event::NoteWritten { room: None, text: dungeon.write_out(text) });
    }
}

/// Chooses sentences.
struct Author<'w, 'a> {
    table: &'a ContentTable,
    purposes: BTreeMap<&'a str, &'a Purpose>,
    life: &'w RoomLife,
    writer: &'w mut Writer<'a>,
}

impl<'a> Author<'_, 'a> {
    /// Writes a planned note; a trap has two.
    fn write_note(&mut self, planned: &PlannedNote, stream: &mut Stream) -> Vec<(RoomId, Note)> {
        let &PlannedNote { room, kind, scene, is_trap } = planned;
        let note = |Written { text, plain }, secret| (room, Note { text, plain, secret, kind });
        if is_trap {
            let texts = self.write_trap(room, &scene, stream).into_iter().flatten();
            return texts.zip([false, true]).map(|(text, secret)| note(text, secret)).collect();
        }
        // What is said of its purpose says most about a room; but a few sentences are soon known by heart.
        let mut lists = [self.purpose_notes(room, kind), self.sentences(kind, room, &scene)];
        let [own, common] = [0, 1].map(|list| lists[list].len() as u32);
        if stream.below((OWN_WEIGHT * own + common).max(1)) >= OWN_WEIGHT * own {
            lists.reverse();
        }
        let [first, second] = lists;
        let written = self.writer.write(first, &scene, stream).or_else(|| self.writer.write(second, &scene, stream));
        let written = written.or_else(|| {
            // A trace of a neighbour that nothing can be told about becomes something to see.
            let spare = if kind == NoteKind::Trace { self.purpose_notes(room, NoteKind::Sense) } else { Vec::new() };
            self.writer.write(spare, &scene, stream)
        });
        written.map(|written| note(written, kind == NoteKind::Treasure)).into_iter().collect()
    }

    /// What gives a trap away, and what it does.
    fn write_trap(&mut self, room: RoomId, scene: &Scene, stream: &mut Stream) -> Option<[Written; 2]> {
        self.mechanisms(room, stream).into_iter().find_map(|trap| {
            let tell = self.writer.write(&trap.tells, scene, stream)?;
            let act = self.writer.write(&trap.acts, scene, stream)?;
            Some([tell, act])
        })
    }

    /// How the trap of a room may work, by chance: as a pit where one is dug, by another mechanism where none is.
    fn mechanisms(&self, room: RoomId, stream: &mut Stream) -> Vec<&'a TrapSentences> {
        let has_pit = self.writer.around.features(room).any(|feature| feature.kind == PIT && feature.spawn.is_some());
        let table = self.table;
        let fitting = table.traps.iter().filter(|(name, _)| has_pit == (*name == PIT));
        let mut traps: Vec<&TrapSentences> = fitting.map(|(_, trap)| trap).collect();
        stream.shuffle(&mut traps);
        traps
    }

    /// Sentences for rooms of any purpose.
    fn sentences(&self, kind: NoteKind, room: RoomId, scene: &Scene) -> Vec<&'a Arc<Sentence>> {
        let mut sentences = match kind {
            NoteKind::Trace => return self.traces(scene),
            NoteKind::Treasure => all(&self.table.treasure[treasure_tier(self.life.shares[room.index()])]),
            NoteKind::Inhabitant => self.group_notes(scene),
            _ => Vec::new(),
        };
        sentences.extend(self.table.notes.of_kind(kind));
        sentences
    }

    fn purpose_notes(&self, room: RoomId, kind: NoteKind) -> Vec<&'a Arc<Sentence>> {
        let purpose = self.writer.around.dungeon.room(room).purpose.as_deref();
        let purpose = purpose.and_then(|name| self.purposes.get(name));
        purpose.map(|purpose| all(purpose.notes.of_kind(kind))).unwrap_or_default()
    }

    fn group_notes(&self, scene: &Scene) -> Vec<&'a Arc<Sentence>> {
        let Some(group) = self.writer.around.group(scene) else { return Vec::new() };
        let table = self.table;
        let kind = table.groups.iter().find(|kind| kind.many == group.many);
        kind.map(|kind| all(&kind.notes)).unwrap_or_default()
    }

    /// What shows of the neighbour: a group is heard and leaves tracks, a fire is smelt.
    fn traces(&self, scene: &Scene) -> Vec<&'a Arc<Sentence>> {
        let traces = &self.table.traces;
        let is_lit = scene.next.is_some_and(|next| self.writer.around.is_lit(next));
        let mut sentences = if is_lit { all(&traces.smells) } else { Vec::new() };
        if scene.group.is_some() {
            sentences.extend(&traces.sounds);
            sentences.extend(&traces.tracks);
        }
        if sentences.is_empty() { all(&traces.tracks) } else { sentences }
    }

    /// The hook and rumors.
    fn write_story(&mut self, stream: &mut Stream) -> Story {
        let scene = Scene { group: (!self.writer.around.dungeon.groups.is_empty()).then_some(0), ..Scene::default() };
        let hook = self.writer.write(&self.table.hooks, &scene, stream).map(|hook| hook.text).unwrap_or_default();
        let table = self.table;
        let rumours = (0..RUMOURS).filter_map(|_| self.writer.write(&table.rumours, &scene, stream));
        Story { hook, rumours: rumours.map(|rumour| rumour.text).collect() }
    }
}

fn all(sentences: &[Arc<Sentence>]) -> Vec<&Arc<Sentence>> {
    sentences.iter().collect()
}
