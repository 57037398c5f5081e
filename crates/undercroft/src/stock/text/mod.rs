//! Texts: notes of rooms, the hook and rumors.
//!
//! A dungeon has about as many notes as the recipe asks for. Keys, locks and rooms with a role always have theirs; what
//! is left goes to inhabitants, traps, treasure, hazards, oddities and, last, traces in empty rooms.

mod bound_facts;
mod note_plan;
mod room_names;
mod scene;
mod writer;

use std::sync::Arc;

pub use self::bound_facts::BoundFacts;
pub use self::note_plan::trap_places;
use self::note_plan::{NotePlan, PlannedNote};
use self::scene::{Scene, Surroundings};
pub use self::writer::SentenceWatch;
use self::writer::{Writer, Written};
use super::life::{RoomLife, treasure_tier};
use super::room_facts::RoomFacts;
use super::room_openings::RoomOpenings;
use super::room_streams::RoomStreams;
use crate::contents::{ContentTable, PIT, Sentence, TraceSentences, TrapSentences};
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
    (facts, openings, bound): (&RoomFacts, &[RoomOpenings], &BoundFacts),
    table: &ContentTable,
    seed: &Seed,
) {
    let mut watch = |_: &str| {};
    let mut writer = Writer::new(Surroundings::new(dungeon, facts, openings, bound), table, &mut watch);
    let names = room_names::room_names(dungeon, table, &mut writer, seed);
    names.into_iter().for_each(|(room, name)| dungeon.rooms[room.index()].name = name);
}

/// Writes notes, hook and rumors; `watch` hears of every sentence that could be one of them.
///
/// # Errors
/// When the meter halts.
pub fn write_texts(
    dungeon: &mut Dungeon,
    (facts, openings, bound): (&RoomFacts, &[RoomOpenings], &BoundFacts),
    life: &RoomLife,
    table: &ContentTable,
    (spec, seed): (&StockSpec, &Seed),
    watch: SentenceWatch,
    meter: &mut Meter,
) -> Result<(), Halt> {
    meter.spend(8 * dungeon.rooms.len() as u64)?;
    let plan = NotePlan::new(dungeon, life, facts, spec.notes, &mut seed.stream("stock/texts"));
    let mut writer = Writer::new(Surroundings::new(dungeon, facts, openings, bound), table, watch);
    let mut author = Author { table, life, writer: &mut writer };
    let mut streams = RoomStreams::new(seed);
    let (mut notes, mut kind) = (Vec::new(), String::new());
    for planned in &plan.notes {
        kind.clear();
        kind.extend(["/", planned.kind.name()]);
        let mut stream = streams.stream("notes", dungeon.room(planned.room), &kind);
        author.write_note(planned, &mut stream, &mut notes);
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
    life: &'w RoomLife,
    writer: &'w mut Writer<'a>,
}

/// Lists of sentences, one after the other.
type SentenceLists<'a> = [&'a [Arc<Sentence>]; 3];

fn count(lists: &SentenceLists) -> u32 {
    lists.iter().map(|list| list.len() as u32).sum()
}

impl<'a> Author<'_, 'a> {
    /// Writes a planned note; a trap has two.
    fn write_note(&mut self, planned: &PlannedNote, stream: &mut Stream, notes: &mut Vec<(RoomId, Note)>) {
        let &PlannedNote { room, kind, scene, is_trap } = planned;
        let note = |Written { text, plain }, secret| (room, Note { text, plain, secret, kind });
        if is_trap {
            let texts = self.write_trap(room, &scene, stream).into_iter().flatten();
            notes.extend(texts.zip([false, true]).map(|(text, secret)| note(text, secret)));
            return;
        }
        // What is said of its purpose says most about a room; but a few sentences are soon known by heart.
        let mut lists = [[self.purpose_notes(room, kind), &[], &[]], self.sentences(kind, room, &scene)];
        let [own, common] = [0, 1].map(|list| count(&lists[list]));
        if stream.below((OWN_WEIGHT * own + common).max(1)) >= OWN_WEIGHT * own {
            lists.reverse();
        }
        let mut write = |lists: SentenceLists<'a>| self.writer.write(lists.into_iter().flatten(), &scene, stream);
        let [first, second] = lists;
        let written = write(first).or_else(|| write(second));
        let written = written.or_else(|| {
            // A trace of a neighbour that nothing can be told about becomes something to see.
            let spare = if kind == NoteKind::Trace { self.purpose_notes(room, NoteKind::Sense) } else { &[] };
            self.writer.write(spare, &scene, stream)
        });
        notes.extend(written.map(|written| note(written, kind == NoteKind::Treasure)));
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
    fn sentences(&self, kind: NoteKind, room: RoomId, scene: &Scene) -> SentenceLists<'a> {
        let table = self.table;
        let common = table.notes.of_kind(kind);
        match kind {
            NoteKind::Trace => self.traces(scene),
            NoteKind::Treasure => [&table.treasure[treasure_tier(self.life.shares[room.index()])], common, &[]],
            NoteKind::Inhabitant => [self.group_notes(scene), common, &[]],
            _ => [common, &[], &[]],
        }
    }

    fn purpose_notes(&self, room: RoomId, kind: NoteKind) -> &'a [Arc<Sentence>] {
        let (purpose, table) = (self.writer.around.dungeon.room(room).purpose.as_deref(), self.table);
        purpose.and_then(|name| table.purpose(name)).map_or(&[], |purpose| purpose.notes.of_kind(kind))
    }

    fn group_notes(&self, scene: &Scene) -> &'a [Arc<Sentence>] {
        let (group, table) = (self.writer.around.group(scene), self.table);
        let kind = group.and_then(|group| table.groups.iter().find(|kind| kind.many == group.many));
        kind.map_or(&[], |kind| &kind.notes)
    }

    /// What shows of the neighbour: a group is heard and leaves tracks, a fire is smelt.
    fn traces(&self, scene: &Scene) -> SentenceLists<'a> {
        let TraceSentences { sounds, tracks, smells } = &self.table.traces;
        let is_lit = scene.next.is_some_and(|next| self.writer.around.is_lit(next));
        let mut lists: SentenceLists = if is_lit { [smells, &[], &[]] } else { [&[]; 3] };
        if scene.group.is_some() {
            [lists[1], lists[2]] = [sounds, tracks];
        }
        if count(&lists) == 0 { [tracks, &[], &[]] } else { lists }
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
