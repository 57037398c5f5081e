//! Which rooms have notes, and of which kind.

use super::super::life::{RoomLife, Slot};
use super::super::room_facts::RoomFacts;
use super::scene::Scene;
use crate::dungeon::{Dungeon, KeyRule, Link, LinkId, MarkerKind, NoteKind, RoomId, Spawn, SpawnKind};
use crate::fraction::Fraction;
use crate::seed::Stream;

/// The most notes of a room.
const MOST: usize = 3;

/// A note that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct PlannedNote {
    /// The room.
    pub room: RoomId,
    /// What it is about.
    pub kind: NoteKind,
    /// What it may speak of.
    pub scene: Scene,
    /// Whether it is about a trap, and so two notes.
    pub is_trap: bool,
}

/// The notes of a dungeon, in the order of the rooms' numbers.
pub struct NotePlan {
    /// The notes.
    pub notes: Vec<PlannedNote>,
}

impl NotePlan {
    /// Plans the notes: those that must be, then as many others as the share allows.
    pub fn new(dungeon: &Dungeon, life: &RoomLife, facts: &RoomFacts, share: Fraction, stream: &mut Stream) -> Self {
        let planner = Planner::new(dungeon, life, facts);
        let numbered = planner.numbered();
        let mut space = NoteSpace::new(dungeon.rooms.len(), numbered.len(), share);
        let mut notes = planner.required(&numbered, &mut space);
        let mut others: Vec<PlannedNote> =
            numbered.iter().filter_map(|&room| planner.note_by_slot(room, stream)).collect();
        others.extend(numbered.iter().filter_map(|&room| planner.note_of_guardian(room)));
        others.extend(numbered.iter().filter_map(|&room| planner.sight_of(room)));
        stream.shuffle(&mut others);
        others.sort_by_key(|note| planner.rank(note));
        notes.extend(others.into_iter().filter(|note| space.has_place(note) && space.take_in_room(note)));
        notes.sort_by_key(|note| dungeon.room(note.room).number);
        Self { notes }
    }
}

/// How many traps there may be, and which rooms may have one: nothing hurts without a sign of it, so each needs place for its
/// two notes.
pub fn trap_places(
    dungeon: &Dungeon,
    life: &RoomLife,
    facts: &RoomFacts,
    share: Fraction,
) -> (usize, impl Fn(RoomId) -> bool + use<>) {
    let planner = Planner::new(dungeon, life, facts);
    let numbered = planner.numbered();
    let mut space = NoteSpace::new(dungeon.rooms.len(), numbered.len(), share);
    planner.required(&numbered, &mut space);
    let [rooms, notes] = [0, 1].map(|of| space.most[of].saturating_sub(space.taken[of]));
    (rooms.min(notes / 2), move |room| space.in_room[room.index()] + 2 <= MOST)
}

impl PlannedNote {
    fn count(&self) -> usize {
        1 + usize::from(self.is_trap)
    }
}

/// How many notes there may still be.
struct NoteSpace {
    /// Notes of each room.
    in_room: Vec<usize>,
    /// Rooms with notes, and notes.
    taken: [usize; 2],
    most: [usize; 2],
}

impl NoteSpace {
    fn new(rooms: usize, numbered: usize, share: Fraction) -> Self {
        let most = [share.times(numbered * 100).div_ceil(100), share.times(numbered * 125) / 100];
        Self { in_room: vec![0; rooms], taken: [0, 0], most }
    }

    /// Whether its room may be among those with notes, and it among all notes.
    fn has_place(&self, note: &PlannedNote) -> bool {
        self.has_place_beside(note, 0)
    }

    /// The same with this many traps to come, each in a room of its own.
    fn has_place_beside(&self, note: &PlannedNote, traps: usize) -> bool {
        let [rooms, notes] = self.taken;
        let is_new = usize::from(self.in_room[note.room.index()] == 0);
        rooms + is_new + traps <= self.most[0] && notes + note.count() + 2 * traps <= self.most[1]
    }

    /// Takes a note if its room has not too many; a key always has its note.
    fn take_in_room(&mut self, note: &PlannedNote) -> bool {
        let here = &mut self.in_room[note.room.index()];
        if *here + note.count() > MOST && note.kind != NoteKind::Key {
            return false;
        }
        self.taken = [self.taken[0] + usize::from(*here == 0), self.taken[1] + note.count()];
        *here += note.count();
        true
    }
}

struct Planner<'a> {
    dungeon: &'a Dungeon,
    life: &'a RoomLife,
    facts: &'a RoomFacts,
    is_lit: Vec<bool>,
}

impl<'a> Planner<'a> {
    fn new(dungeon: &'a Dungeon, life: &'a RoomLife, facts: &'a RoomFacts) -> Self {
        let mut is_lit = vec![false; dungeon.rooms.len()];
        let lights = dungeon.features.iter().filter(|feature| feature.light.is_some());
        lights.filter_map(|feature| feature.room).for_each(|room| is_lit[room.index()] = true);
        Self { dungeon, life, facts, is_lit }
    }

    /// The rooms that have a number, in its order.
    fn numbered(&self) -> Vec<RoomId> {
        let rooms = self.dungeon.rooms.iter().filter(|room| room.number.is_some());
        let mut numbered: Vec<RoomId> = rooms.map(|room| room.id).collect();
        numbered.sort_by_key(|&room| self.dungeon.room(room).number);
        numbered
    }

    /// Notes that must be: keys, locks and rooms with a role, then the homes of groups where there is place.
    fn required(&self, numbered: &[RoomId], space: &mut NoteSpace) -> Vec<PlannedNote> {
        let mut notes = self.keys_and_locks();
        // A key without its note would be a riddle; what else a room with many of them has is left out.
        notes.sort_by_key(|note| note.kind == NoteKind::Lock);
        notes.extend(numbered.iter().filter_map(|&room| self.note_by_role(room)));
        notes.retain(|note| space.take_in_room(note));
        // Whoever lives here is named at home, if one trap still has its place.
        let is_in = |room: RoomId, group: u32| {
            self.dungeon.spawns.iter().any(|spawn| spawn.room == room && spawn.group == Some(group))
        };
        let homes = self.dungeon.groups.iter().filter(|group| is_in(group.home, group.id));
        let homes = homes.map(|group| self.note(group.home, NoteKind::Inhabitant));
        let traps = usize::from(self.life.slots.contains(&Some(Slot::Danger)));
        notes.extend(homes.filter(|note| space.has_place_beside(note, traps) && space.take_in_room(note)));
        notes
    }

    fn is_home(&self, room: RoomId) -> bool {
        self.dungeon.groups.iter().any(|group| group.home == room)
    }

    fn scene(&self, room: RoomId) -> Scene {
        let group = self.dungeon.groups.iter().find(|group| group.rooms.contains(&room));
        Scene { room: Some(room), group: group.map(|group| group.id), ..Scene::default() }
    }

    fn note(&self, room: RoomId, kind: NoteKind) -> PlannedNote {
        PlannedNote { room, kind, scene: self.scene(room), is_trap: false }
    }

    /// A note for every key, and one before the door that it opens.
    fn keys_and_locks(&self) -> Vec<PlannedNote> {
        let mut notes = Vec::new();
        let is_shared = self.dungeon.provenance.recipe.key_rule() == Some(KeyRule::Shared);
        for key in self.dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key) {
            let (Some(room), Some(lock)) = (key.room, key.link) else { continue };
            let [near, far] = self.ends(self.dungeon.link(lock));
            let numbered = |room: RoomId| self.dungeon.room(room).number.is_some();
            let scene = |at: RoomId| Scene {
                lock: Some(lock),
                far: Some(far).filter(|_| !is_shared),
                key_room: Some(room).filter(|_| !is_shared),
                ..self.scene(at)
            };
            notes.push(PlannedNote { scene: scene(room), ..self.note(room, NoteKind::Key) });
            if !is_shared && numbered(near) && !has_lock(&notes, near, lock) {
                notes.push(PlannedNote { scene: scene(near), ..self.note(near, NoteKind::Lock) });
            }
        }
        notes
    }

    /// The rooms of a link, the one that is reached first in front.
    fn ends(&self, link: &Link) -> [RoomId; 2] {
        let [a, b] = link.rooms;
        if self.dungeon.room(b).depth < self.dungeon.room(a).depth { [b, a] } else { [a, b] }
    }

    fn note_by_role(&self, room: RoomId) -> Option<PlannedNote> {
        let kind = match self.life.slots[room.index()]? {
            Slot::Entrance | Slot::Merchant => NoteKind::Sense,
            Slot::Goal => NoteKind::Goal,
            Slot::Event => NoteKind::Oddity,
            Slot::Treasure if self.life.shares[room.index()] == 0 => return None,
            Slot::Treasure if !self.dungeon.room(room).roles.is_empty() => NoteKind::Treasure,
            _ => return None,
        };
        Some(self.note(room, kind))
    }

    /// The second note of a goal that is guarded.
    fn note_of_guardian(&self, room: RoomId) -> Option<PlannedNote> {
        let is_guardian = |spawn: &Spawn| spawn.room == room && spawn.kind == SpawnKind::Enemy && spawn.group.is_none();
        let is_goal = self.life.slots[room.index()] == Some(Slot::Goal);
        (is_goal && self.dungeon.spawns.iter().any(is_guardian)).then(|| self.note(room, NoteKind::Inhabitant))
    }

    fn note_by_slot(&self, room: RoomId, stream: &mut Stream) -> Option<PlannedNote> {
        let note = |kind| Some(self.note(room, kind));
        match self.life.slots[room.index()]? {
            Slot::Treasure if self.life.shares[room.index()] == 0 => None,
            Slot::Treasure if self.dungeon.room(room).roles.is_empty() => note(NoteKind::Treasure),
            Slot::Inhabited if self.is_home(room) => None,
            Slot::Inhabited => note(NoteKind::Inhabitant),
            Slot::Danger if self.life.traps[room.index()] => {
                Some(PlannedNote { is_trap: true, ..self.note(room, NoteKind::Danger) })
            }
            Slot::Danger => note(NoteKind::Danger),
            Slot::Oddity => note(NoteKind::Oddity),
            Slot::Empty => Some(self.trace(room, stream)),
            _ => None,
        }
    }

    /// Something to see in a room whose other notes are about what it holds.
    fn sight_of(&self, room: RoomId) -> Option<PlannedNote> {
        let is_told = matches!(self.life.slots[room.index()]?, Slot::Entrance | Slot::Merchant | Slot::Empty);
        (!is_told).then(|| self.note(room, NoteKind::Sense))
    }

    /// By turns of chance a trace of a neighbour that is inhabited, dangerous or lit, and something to see; that alone where there is
    /// no such neighbour.
    fn trace(&self, room: RoomId, stream: &mut Stream) -> PlannedNote {
        let group_of = |room: RoomId| self.dungeon.groups.iter().find(|group| group.rooms.contains(&room));
        let neighbors = self.facts.neighbors(room).iter().copied();
        let telling = |next: &RoomId| {
            let is_telling = self.life.slots[next.index()] == Some(Slot::Danger) || self.is_lit[next.index()];
            self.dungeon.room(*next).number.is_some() && (is_telling || group_of(*next).is_some())
        };
        let telling: Vec<RoomId> = neighbors.filter(telling).collect();
        let (next, is_sense) = (stream.choose(&telling).copied(), stream.below(2) == 0);
        let Some(next) = next.filter(|_| !is_sense) else { return self.note(room, NoteKind::Sense) };
        let scene = Scene { next: Some(next), group: group_of(next).map(|group| group.id), ..self.scene(room) };
        PlannedNote { scene, ..self.note(room, NoteKind::Trace) }
    }

    /// What comes first where there is not space for all.
    fn rank(&self, note: &PlannedNote) -> u32 {
        match note.kind {
            // Nothing hurts without a sign of it.
            NoteKind::Danger if note.is_trap => 0,
            NoteKind::Sense if self.life.slots[note.room.index()] != Some(Slot::Empty) => 2,
            _ => 1,
        }
    }
}

fn has_lock(notes: &[PlannedNote], room: RoomId, lock: LinkId) -> bool {
    notes.iter().any(|note| note.kind == NoteKind::Lock && note.room == room && note.scene.lock == Some(lock))
}
