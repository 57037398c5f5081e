//! What is in the rooms: features and spawns from entities, groups and story from the fields of levels.

use std::collections::BTreeMap;

use undercroft_grid::Cell;

use super::entity_fields::Numbered;
use super::fields::{Fields, Iid, Spoken};
use super::level::Item;
use crate::ldtk::feature_word::{feature_word, kind_of};
use crate::ldtk::schema::Kind;
use crate::room_notes::NewIds;
use undercroft::dungeon::{Dungeon, Feature, FeatureLight, Group, Mount, Room, RoomId, Spawn, SpawnKind, Story};
use undercroft::format::json::path::Fault;

/// The groups and the story that a level tells of, with ids as they are in the file.
pub(super) fn told(dungeon: &mut Dungeon, fields: &Fields<'_>) -> Result<(), Fault> {
    for line in fields.list::<String>("groups")? {
        let refuse = |error| fields.fault("groups", format!("need a group as JSON: {error}"));
        dungeon.groups.push(serde_json::from_str(&line).map_err(refuse)?);
    }
    dungeon.story = Story { hook: fields.one("hook")?.unwrap_or_default(), rumours: fields.list("rumours")? };
    Ok(())
}

/// Adds features and spawns, and renumbers what speaks of the dungeon's things; gives the entities of both, by number.
pub(super) fn add_contents<'a>(
    dungeon: &mut Dungeon,
    items: &'a [Item<'a>],
    rooms: &Numbered<'_>,
    mut ids: NewIds,
) -> Result<[Vec<&'a Item<'a>>; 2], Fault> {
    let groups = keep_groups(dungeon, &ids);
    ids.insert("group", groups);
    let (mut numbers, mut old_spawns, mut kept) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for item in Numbered::from_items(items, &[Kind::Spawn], "id")?.items {
        let id = dungeon.spawns.len() as u32;
        let Some(spawn) = spawn(item, id, rooms, &dungeon.rooms, &ids)? else { continue };
        numbers.insert(item.iid, id);
        if let Some(old) = item.fields().one::<u32>("id")? {
            old_spawns.entry(old).or_insert(id);
        }
        kept.push(item);
        dungeon.spawns.push(spawn);
    }
    ids.insert("spawn", old_spawns);
    let features = Numbered::from_items(items, &[Kind::Feature], "id")?;
    for (item, id) in features.items.iter().zip(0..) {
        dungeon.features.push(feature(item, id, rooms, &dungeon.rooms, |iid| numbers.get(iid).copied())?);
    }
    ids.insert("feature", features.by_old("id")?);
    renumber(dungeon, &ids);
    Ok([kept, features.items])
}

/// Gives notes and story the new ids of the things they speak of.
fn renumber(dungeon: &mut Dungeon, ids: &NewIds) {
    for room in &mut dungeon.rooms {
        room.notes = room.notes.drain(..).map(|note| ids.renumber_note(note)).collect();
    }
    let story = std::mem::take(&mut dungeon.story);
    dungeon.story = Story {
        hook: ids.renumber(&story.hook).unwrap_or_default(),
        rumours: story.rumours.iter().filter_map(|rumour| ids.renumber(rumour)).collect(),
    };
}

/// Keeps the groups that still have a room, and says which number each got.
fn keep_groups(dungeon: &mut Dungeon, ids: &NewIds) -> BTreeMap<u32, u32> {
    let find = |room: RoomId| ids.find("room", room.0).map(RoomId);
    let (mut kept, mut by_old) = (Vec::new(), BTreeMap::new());
    for group in dungeon.groups.drain(..) {
        let left: Vec<RoomId> = group.rooms.iter().filter_map(|&room| find(room)).collect();
        let Some(home) = find(group.home).or(left.first().copied()) else { continue };
        let id = kept.len() as u32;
        by_old.insert(group.id, id);
        kept.push(Group { id, home, rooms: left, ..group });
    }
    dungeon.groups = kept;
    by_old
}

/// A spawn; `None` where it lies in no room. Those of older files, which have no kind, are enemies.
fn spawn(item: &Item<'_>, id: u32, rooms: &Numbered<'_>, list: &[Room], ids: &NewIds) -> Result<Option<Spawn>, Fault> {
    let fields = item.fields();
    let cell = Cell::new(item.rect.left, item.rect.top);
    let named = rooms.number(fields.one("room")?).and_then(|room| list.get(room as usize));
    let Some(room) = named.or_else(|| list.iter().find(|room| room.z == item.z && room.contains(cell))) else {
        return Ok(None);
    };
    Ok(Some(Spawn {
        id,
        kind: fields.one::<Spoken<SpawnKind>>("kind")?.map_or(SpawnKind::Enemy, |kind| kind.0),
        z: item.z,
        cell,
        room: room.id,
        group: fields.one("group")?.and_then(|group| ids.find("group", group)),
        difficulty: fields.fraction("difficulty")?.unwrap_or(room.difficulty),
        name: fields.one("name")?,
    }))
}

/// A feature. The room of a new one is where it lies.
fn feature(
    item: &Item<'_>,
    id: u32,
    rooms: &Numbered<'_>,
    list: &[Room],
    spawn_of: impl Fn(&str) -> Option<u32>,
) -> Result<Feature, Fault> {
    let fields = item.fields();
    let cell = Cell::new(item.rect.left, item.rect.top);
    let here = || list.iter().find(|room| room.z == item.z && room.contains(cell)).map(|room| room.id);
    let is_new = fields.one::<u32>("id")?.is_none();
    let light = fields.one("dim_feet")?.map(|dim_feet| (fields.one("bright_feet"), dim_feet));
    Ok(Feature {
        id,
        kind: kind(&fields)?,
        z: item.z,
        cell,
        size: [item.rect.width(), item.rect.height()],
        turn: fields.one("turn")?.unwrap_or(0),
        room: rooms.number(fields.one("room")?).map(RoomId).or_else(|| here().filter(|_| is_new)),
        blocks: fields.one("blocks")?.unwrap_or(false),
        opaque: fields.one("opaque")?.unwrap_or(false),
        secret: fields.one("secret")?.unwrap_or(false),
        flat: fields.one("flat")?.unwrap_or(false),
        mount: fields.one::<Spoken<Mount>>("mount")?.map_or(Mount::Floor, |mount| mount.0),
        light: match light {
            Some((bright, dim_feet)) => Some(FeatureLight { bright_feet: bright?.unwrap_or(0), dim_feet }),
            None => None,
        },
        spawn: fields.one::<Iid>("spawn")?.and_then(|Iid(iid)| spawn_of(&iid)),
    })
}

/// The kind by its word; the text beside it counts where it is the text of that word.
fn kind(fields: &Fields<'_>) -> Result<String, Fault> {
    let word: String = fields.one("kind")?.ok_or_else(|| fields.fault("kind", "a feature needs a value here"))?;
    let exact: Option<String> = fields.one("kind_text")?;
    Ok(exact.filter(|exact| feature_word(exact) == word).unwrap_or_else(|| kind_of(&word)))
}
