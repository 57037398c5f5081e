//! Furnishing: puts what a purpose asks for into its room, piece by piece, and drops what finds no place.

mod axis_rules;
mod body_paths;
mod door_axis;
mod floor_cells;
mod least_items;
mod placement;
mod room_floor;
mod room_walls;
mod spread_rules;
mod wall_rule;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Rect};

use self::door_axis::DoorAxis;
use self::placement::Placement;
use self::room_floor::{FloorBuffers, Refusal, RoomFloor};
use self::spread_rules::DrawnCell;
use super::room_openings::RoomOpenings;
use super::room_streams::RoomStreams;
use crate::contents::{ContentTable, Contents, FeatureKind, FurnishAmount, FurnishEntry, FurnishRule, Purpose};
use crate::dungeon::{Dungeon, Feature, FeatureLight, Mount, Room};
use crate::events::Event;
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::seed::{Seed, Stream};

/// Places that are tried for each feature.
const TRIES: usize = 12;
/// Places along walls that are tried before the others are listed: most features stand at the first.
const FIRST_TRIES: usize = 2;
/// The part of a room's floor that features block at the greatest density, in parts of a hundred.
const DENSEST: i64 = 24;
/// The kind that stands where a house has its hearths.
const HEARTH: &str = "hearth";
/// Cells of a room that are looked at in one step.
const CELLS_PER_STEP: u64 = 4;
/// Features for which there is space at first.
const FEATURES_PER_ROOM: usize = 6;

/// Furnishes all rooms that have a purpose of the table.
///
/// # Errors
/// When the meter halts.
pub fn furnish(
    dungeon: &mut Dungeon,
    openings: &[RoomOpenings],
    (table, contents): (&ContentTable, &Contents),
    density: Fraction,
    seed: &Seed,
    meter: &mut Meter,
) -> Result<(), Halt> {
    let mut mounted = taken_walls(dungeon);
    let mut features = Vec::with_capacity(FEATURES_PER_ROOM * dungeon.rooms.len());
    let mut streams = RoomStreams::new(seed);
    let (mut buffers, mut lists) = (FloorBuffers::default(), FurnisherLists::default());
    for room in &dungeon.rooms {
        let Some(purpose) = room.purpose.as_deref().and_then(|name| table.purpose(name)) else { continue };
        let (Some(level), Some(mounted)) = (dungeon.level(room.z), mounted.get_mut(&room.z)) else { continue };
        let openings = &openings[room.id.index()];
        meter.spend(1 + room.bounds().area() as u64 / CELLS_PER_STEP)?;
        let floor = RoomFloor::new(level, room, openings, mounted, buffers);
        let stream = streams.stream("furnish", room, "");
        let cap = room.area() * DENSEST * i64::from(density.parts()) / (100 * i64::from(Fraction::WHOLE));
        let axis = DoorAxis::new(dungeon, room, &openings.doors);
        let mut furnisher = Furnisher { room, floor, axis, stream, cap, is_mirrored: purpose.mirror, lists };
        furnisher.furnish(purpose, contents, meter);
        (buffers, lists) = (furnisher.floor.into_buffers(), furnisher.lists);
        for (kind, placement) in lists.placed.drain(..) {
            if kind.mount == Mount::Wall {
                placement.rect.cells().for_each(|cell| drop_result(mounted.insert(cell)));
            }
            features.push(feature(features.len(), kind, placement, room));
        }
    }
    dungeon.features = features;
    Ok(())
}

/// For each level the wall cells where a window or a hearth is.
fn taken_walls(dungeon: &Dungeon) -> BTreeMap<i32, BitGrid> {
    let mut taken: BTreeMap<i32, BitGrid> =
        dungeon.levels.iter().map(|level| (level.z, BitGrid::new(level.size()))).collect();
    let windows = dungeon.windows.iter().map(|window| (window.z, window.cell));
    let hearths = dungeon.rooms.iter().filter_map(|room| room.hearth.map(|hearth| (room.z, hearth.cell)));
    for (z, cell) in windows.chain(hearths) {
        if let Some(taken) = taken.get_mut(&z) {
            drop_result(taken.insert(cell));
        }
    }
    taken
}

const fn drop_result(_: bool) {}

fn feature(id: usize, kind: &FeatureKind, placement: Placement, room: &Room) -> Feature {
    let Rect { left, top, .. } = placement.rect;
    Feature {
        id: id as u32,
        kind: kind.name.clone(),
        z: room.z,
        cell: Cell::new(left, top),
        size: [placement.rect.width(), placement.rect.height()],
        turn: placement.turn,
        room: Some(room.id),
        blocks: kind.blocks && kind.mount == Mount::Floor,
        opaque: kind.opaque && kind.mount == Mount::Floor,
        secret: kind.secret,
        flat: kind.flat,
        mount: kind.mount,
        light: kind.light.map(|[bright_feet, dim_feet]| FeatureLight { bright_feet, dim_feet }),
        spawn: None,
    }
}

/// A room that is being furnished.
struct Furnisher<'a, 'f> {
    room: &'f Room,
    floor: RoomFloor<'f>,
    axis: DoorAxis,
    stream: Stream,
    /// Cells that may be blocked.
    cap: i64,
    is_mirrored: bool,
    lists: FurnisherLists<'a>,
}

/// Lists that are kept from feature to feature and from room to room.
#[derive(Default)]
struct FurnisherLists<'a> {
    /// What was placed in the room.
    placed: Vec<(&'a FeatureKind, Placement)>,
    /// Places that are tried.
    places: Vec<Placement>,
    /// What other features take up.
    others: Vec<Rect>,
    drawn: Vec<DrawnCell>,
}

impl FurnisherLists<'_> {
    /// Lists the features of a kind that were placed.
    fn list_others(&mut self, kind: Option<&FeatureKind>) {
        let Self { placed, others, .. } = self;
        others.clear();
        let Some(kind) = kind else { return };
        others.extend(placed.iter().filter(|(other, _)| other.name == kind.name).map(|(_, place)| place.rect));
    }
}

impl<'a> Furnisher<'a, '_> {
    fn furnish(&mut self, purpose: &'a Purpose, contents: &'a Contents, meter: &mut Meter) {
        self.place_hearth(contents);
        for (number, entry) in (1..).zip(&purpose.furnish) {
            self.furnish_entry(entry, number, meter);
        }
        if self.lists.placed.is_empty() {
            self.place_anything(purpose);
        }
    }

    /// A room that is for something shows it: where no piece finds the place that its purpose gives it, one may stand
    /// wherever its kind may.
    fn place_anything(&mut self, purpose: &'a Purpose) {
        for (number, entry) in (1..).zip(&purpose.furnish) {
            let rules = entry.kind.rules.iter().filter(|rule| **rule != FurnishRule::Beside);
            for &rule in rules {
                if self.place_one(entry, rule, number).is_ok() {
                    return;
                }
            }
        }
    }

    /// A hearth stands where its wall is.
    fn place_hearth(&mut self, contents: &'a Contents) {
        let Some((hearth, kind)) = self.room.hearth.zip(contents.kind(HEARTH)) else { return };
        let [front, beside] = hearth.floor();
        let place = Placement::new(kind, front, hearth.normal.opposite());
        if place.rect.contains(beside) && self.floor.check(kind, place, i64::MAX).is_ok() {
            self.put(kind, place, u8::MAX);
        }
    }

    fn furnish_entry(&mut self, entry: &'a FurnishEntry, number: u8, meter: &mut Meter) {
        // The program of the house says where hearths are.
        if self.room.hearth.is_some() && entry.kind.name == HEARTH {
            return;
        }
        let mut left = self.amount(entry);
        while left > 0 {
            match self.place_one(entry, entry.rule, number) {
                Ok(count) => left = left.saturating_sub(count),
                Err(refusal) => {
                    self.report(entry, refusal, meter);
                    break;
                }
            }
        }
    }

    fn amount(&mut self, entry: &FurnishEntry) -> u32 {
        match entry.amount {
            FurnishAmount::Count([least, most]) => self.stream.range(least as i32..most as i32 + 1) as u32,
            FurnishAmount::Share(share) => {
                let cells = i64::from(entry.kind.size[0]) * i64::from(entry.kind.size[1]);
                (share.times(self.room.area() as usize) as i64 / cells).max(1) as u32
            }
        }
    }

    /// Places one feature of an entry, or a pair. Returns how many were placed.
    fn place_one(&mut self, entry: &'a FurnishEntry, rule: FurnishRule, number: u8) -> Result<u32, Refusal> {
        let kind = &*entry.kind;
        if kind.mount == Mount::Wall {
            return self.hang(kind);
        }
        if rule == FurnishRule::Rows {
            return self.place_row(kind, number);
        }
        let mut places = std::mem::take(&mut self.lists.places);
        places.clear();
        let wall = self.find_places(entry, rule, number, &mut places);
        let mut outcome = self.place_at_one(kind, &places, number, Refusal::Taken);
        if let Err(refusal) = outcome {
            let tried = places.len();
            places.clear();
            match rule {
                FurnishRule::Wall if tried == FIRST_TRIES => {
                    wall_rule::standing_places(&mut self.floor, kind, (number, wall), (TRIES, &mut places));
                    places.drain(..tried);
                }
                FurnishRule::Center => {
                    axis_rules::places_off_axis(&mut self.floor, kind, self.axis, (TRIES - tried, &mut places));
                }
                _ => {}
            }
            outcome = self.place_at_one(kind, &places, number, refusal);
        }
        self.lists.places = places;
        outcome
    }

    /// Places a feature at the first place that passes. `refusal` is the answer where there is no place.
    fn place_at_one(
        &mut self,
        kind: &'a FeatureKind,
        places: &[Placement],
        number: u8,
        refusal: Refusal,
    ) -> Result<u32, Refusal> {
        let mut outcome = Err(refusal);
        for &place in places {
            outcome = self.place_with_mirror(kind, place, number);
            if outcome.is_ok() {
                break;
            }
        }
        outcome
    }

    /// Lists places by a rule: along walls the first few, in the middle those on the axis alone, in rows none. Returns the
    /// wall that comes first.
    fn find_places(
        &mut self,
        entry: &FurnishEntry,
        rule: FurnishRule,
        number: u8,
        places: &mut Vec<Placement>,
    ) -> usize {
        let kind = &*entry.kind;
        let list = (TRIES, places);
        match rule {
            FurnishRule::Wall => {
                let wall = self.stream.below(4) as usize;
                wall_rule::standing_places(&mut self.floor, kind, (number, wall), (FIRST_TRIES, list.1));
                return wall;
            }
            FurnishRule::Corner => spread_rules::corner_places(&self.floor, kind, &mut self.stream, list),
            FurnishRule::Center => axis_rules::places_on_axis(kind, self.axis, list),
            FurnishRule::Rows => {}
            FurnishRule::Scatter => {
                self.lists.list_others(Some(kind));
                let FurnisherLists { others, drawn, .. } = &mut self.lists;
                spread_rules::scattered_places(&mut self.floor, kind, others, (&mut self.stream, drawn), list);
            }
            FurnishRule::Beside => {
                self.lists.list_others(entry.of.as_deref());
                spread_rules::places_beside(kind, &self.lists.others, &mut self.stream, list);
            }
        }
        0
    }

    fn hang(&mut self, kind: &'a FeatureKind) -> Result<u32, Refusal> {
        let place = wall_rule::mounted_place(&mut self.floor, kind, &mut self.stream).ok_or(Refusal::Taken)?;
        self.floor.mount(place.rect);
        self.lists.placed.push((kind, place));
        Ok(1)
    }

    fn place_row(&mut self, kind: &'a FeatureKind, number: u8) -> Result<u32, Refusal> {
        let mut refusal = Refusal::Taken;
        for [first, second] in axis_rules::row_pairs(kind, self.axis) {
            let outcome = if self.is_mirrored {
                self.place_pair(kind, [first, second], number)
            } else {
                let sides = [first, second].map(|place| self.place_alone(kind, place, number));
                let count = sides.iter().flatten().sum();
                if count > 0 { Ok(count) } else { sides[0] }
            };
            match outcome {
                Ok(count) => return Ok(count),
                Err(reason) => refusal = reason,
            }
        }
        Err(refusal)
    }

    /// In a symmetric room a feature stands on the axis, or has a twin beyond it.
    fn place_with_mirror(&mut self, kind: &'a FeatureKind, place: Placement, number: u8) -> Result<u32, Refusal> {
        let twin = self.axis.mirrored(place);
        // What stands on the axis may be half a cell aside of it.
        if !self.is_mirrored || twin.rect.overlaps(place.rect) {
            return self.place_alone(kind, place, number);
        }
        self.place_pair(kind, [place, twin], number)
    }

    fn place_alone(&mut self, kind: &'a FeatureKind, place: Placement, number: u8) -> Result<u32, Refusal> {
        self.floor.check(kind, place, self.cap)?;
        self.put(kind, place, number);
        Ok(1)
    }

    /// Both or none.
    fn place_pair(
        &mut self,
        kind: &'a FeatureKind,
        [first, second]: [Placement; 2],
        number: u8,
    ) -> Result<u32, Refusal> {
        self.place_alone(kind, first, number)?;
        self.place_alone(kind, second, number).inspect_err(|_| {
            self.floor.remove(kind, first);
            self.lists.placed.pop();
        })?;
        Ok(2)
    }

    fn put(&mut self, kind: &'a FeatureKind, place: Placement, number: u8) {
        self.floor.place(kind, place, number);
        self.lists.placed.push((kind, place));
    }

    fn report(&self, entry: &FurnishEntry, refusal: Refusal, meter: &mut Meter) {
        if meter.wants_events() {
            let (room, kind) = (self.room.id, entry.kind.name.clone());
            meter.on_event(Event::FeatureDropped { room, kind, reason: refusal.sentence().to_owned() });
        }
    }
}
