//! What is in the rooms of a map: features and spawns by their objects, groups and story by the map's properties.

use undercroft_grid::{Cell, Rect};

use super::doors::Doors;
use super::ids::Ids;
use super::map_file::{Object, ObjectSource, Properties, Shape};
use super::map_level::MapLevel;
use super::rooms::{Rooms, covered};
use crate::room_notes::NewIds;
use undercroft::Fraction;
use undercroft::dungeon::{Dungeon, Feature, FeatureLight, Group, RoomId, Spawn, SpawnKind, Story};

/// Features and spawns with the places where they stand in the file, groups and story.
pub(super) struct Contents {
    features: Vec<Feature>,
    feature_spots: Vec<ObjectSource>,
    spawns: Vec<Spawn>,
    spawn_spots: Vec<ObjectSource>,
    groups: Vec<Group>,
    story: Story,
    ids: NewIds,
}

impl Contents {
    pub fn read(said: &Properties, floors: &[MapLevel], rooms: &Rooms, doors: &Doors, links: &Ids) -> Self {
        let mut ids = NewIds::default();
        ids.insert("room", rooms.ids.by_old.clone());
        ids.insert("door", doors.ids.by_old.clone());
        ids.insert("link", links.by_old.clone());
        let groups = groups(said, rooms, &mut ids);
        let (spawns, spawn_spots) = spawns(floors, rooms, &mut ids);
        let (features, feature_spots) = features(floors, rooms, &mut ids);
        let story = story(said, &ids);
        Self { features, feature_spots, spawns, spawn_spots, groups, story, ids }
    }

    /// Fills the rooms; gives the places of features and spawns.
    pub fn put_into(self, dungeon: &mut Dungeon) -> (Vec<ObjectSource>, Vec<ObjectSource>) {
        for room in &mut dungeon.rooms {
            room.notes = room.notes.drain(..).map(|note| self.ids.renumber_note(note)).collect();
        }
        (dungeon.features, dungeon.spawns) = (self.features, self.spawns);
        (dungeon.groups, dungeon.story) = (self.groups, self.story);
        (self.feature_spots, self.spawn_spots)
    }
}

/// The groups that still have a room.
fn groups(said: &Properties, rooms: &Rooms, ids: &mut NewIds) -> Vec<Group> {
    let (mut groups, mut by_old) = (Vec::new(), std::collections::BTreeMap::new());
    for group in said.json::<Vec<Group>>("groups").unwrap_or_default() {
        let left: Vec<RoomId> = group.rooms.iter().filter_map(|room| rooms.find(room.0)).collect();
        let Some(home) = rooms.find(group.home.0).or(left.first().copied()) else { continue };
        let id = groups.len() as u32;
        by_old.insert(group.id, id);
        groups.push(Group { id, home, rooms: left, ..group });
    }
    ids.insert("group", by_old);
    groups
}

/// The spawns. Those of older files, which have no kind, are enemies; one that is in no room is left out.
fn spawns(floors: &[MapLevel], rooms: &Rooms, ids: &mut NewIds) -> (Vec<Spawn>, Vec<ObjectSource>) {
    let (mut spawns, mut spots, mut old) = (Vec::new(), Vec::new(), Vec::new());
    for (i, storey) in floors.iter().enumerate() {
        for object in storey.objects.iter().filter(|object| object.class == "spawn") {
            let said = &object.properties;
            let cell = corner(storey, object);
            let Some(room) = said.whole("room").and_then(|room| rooms.find(room)).or_else(|| rooms.at(i, cell)) else {
                continue;
            };
            let usual = rooms.list.get(room.index()).map_or(Fraction::ZERO, |room| room.difficulty);
            spawns.push(Spawn {
                id: 0,
                kind: said.word("kind").unwrap_or(SpawnKind::Enemy),
                z: storey.z,
                cell,
                room,
                group: said.whole("group").and_then(|group| ids.find("group", group)),
                difficulty: said.fraction("difficulty").unwrap_or(usual),
                name: said.text("name").map(str::to_owned),
            });
            spots.push(ObjectSource::from(object));
            old.push(said.whole("id"));
        }
    }
    let settled = Ids::from_old(old);
    spawns.iter_mut().zip(&settled.new).for_each(|(spawn, &id)| spawn.id = id);
    let sorted = (settled.sorted(spawns), settled.sorted(spots));
    ids.insert("spawn", settled.by_old);
    sorted
}

fn features(floors: &[MapLevel], rooms: &Rooms, ids: &mut NewIds) -> (Vec<Feature>, Vec<ObjectSource>) {
    let (mut features, mut spots, mut old) = (Vec::new(), Vec::new(), Vec::new());
    for (i, storey) in floors.iter().enumerate() {
        for object in &storey.features {
            let room_at = |cell: Cell| rooms.at(i, cell);
            features.push(feature(storey, object, rooms, room_at, ids));
            spots.push(ObjectSource::from(object));
            old.push(object.properties.whole("id"));
        }
    }
    let settled = Ids::from_old(old);
    features.iter_mut().zip(&settled.new).for_each(|(feature, &id)| feature.id = id);
    let sorted = (settled.sorted(features), settled.sorted(spots));
    ids.insert("feature", settled.by_old);
    sorted
}

/// The feature of an object; one that a person drew has the room where it lies.
fn feature(
    storey: &MapLevel,
    object: &Object,
    rooms: &Rooms,
    room_at: impl Fn(Cell) -> Option<RoomId>,
    ids: &NewIds,
) -> Feature {
    let said = &object.properties;
    let rect = match object.shape {
        Shape::Rectangle => covered(object.frame, storey.tile),
        _ => Rect::new(0, 0, 0, 0),
    };
    let rect = if rect.is_empty() { Rect::at(corner(storey, object), 1, 1) } else { rect };
    let room = match said.whole("id").and_then(|_: u32| said.whole("room")) {
        Some(room) => rooms.find(room),
        None if said.get("id").is_some() => None,
        None => room_at(rect.min()),
    };
    let light = said
        .whole("dim_feet")
        .map(|dim_feet| FeatureLight { bright_feet: said.whole("bright_feet").unwrap_or(0), dim_feet });
    Feature {
        id: 0,
        kind: object.class.clone(),
        z: storey.z,
        cell: rect.min(),
        size: [rect.width(), rect.height()],
        turn: said.whole("turn").unwrap_or(0),
        room,
        blocks: said.flag("blocks"),
        opaque: said.flag("opaque"),
        secret: said.flag("secret"),
        flat: said.flag("flat"),
        mount: said.word("mount").unwrap_or_default(),
        light,
        spawn: said.whole("spawn").and_then(|spawn| ids.find("spawn", spawn)),
    }
}

/// The story without texts that speak of things that are gone.
fn story(said: &Properties, ids: &NewIds) -> Story {
    let rumours = said.json::<Vec<String>>("rumours").unwrap_or_default();
    Story {
        hook: said.text("hook").and_then(|hook| ids.renumber(hook)).unwrap_or_default(),
        rumours: rumours.iter().filter_map(|rumour| ids.renumber(rumour)).collect(),
    }
}

/// The cell at an object's corner, or under a point.
fn corner(storey: &MapLevel, object: &Object) -> Cell {
    let cell = |axis: usize| (object.frame[axis] / storey.tile[axis] as f64).floor().clamp(-1e6, 1e6) as i32;
    Cell::new(cell(0), cell(1))
}
