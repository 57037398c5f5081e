//! Dungeons with contents, furnished by hand: something of every kind, so that no export can leave one out unseen.

use undercroft::Fraction;
use undercroft::dungeon::{
    Dungeon, Feature, FeatureLight, Group, Mount, Note, NoteKind, Room, RoomId, Spawn, SpawnKind, Terrain,
};
use undercroft::grid::{Cell, Rect};

/// What stands in rooms: kind, size, blocks, opaque, flat, light.
type KindRow = (&'static str, [i32; 2], [bool; 3], Option<[u16; 2]>);

const KINDS: [KindRow; 7] = [
    ("rug", [2, 2], [false, false, true], None),
    ("brazier", [1, 1], [true, false, false], Some([20, 40])),
    ("sarcophagus", [1, 2], [true, false, false], None),
    ("chest", [1, 1], [true, false, false], None),
    ("bookcase", [2, 1], [true, true, false], None),
    ("grave-slab", [1, 2], [false, false, true], None),
    ("candles", [1, 1], [false, false, true], Some([5, 10])),
];

/// A preset's dungeon with contents.
pub fn stocked(preset: &str, seed: u64) -> Dungeon {
    let mut dungeon = undercroft::generate(preset, seed).unwrap();
    stock(&mut dungeon);
    dungeon
}

/// Puts something of everything into a dungeon, in place of what is in it.
pub fn stock(dungeon: &mut Dungeon) {
    dungeon.features.clear();
    dungeon.spawns.clear();
    dungeon.groups.clear();
    dungeon.markers.retain(|marker| marker.kind != undercroft::dungeon::MarkerKind::Light);
    for id in 0..dungeon.rooms.len() {
        furnish(dungeon, RoomId(id as u32));
    }
    add_group(dungeon);
    for id in 0..dungeon.rooms.len() {
        add_spawns(dungeon, RoomId(id as u32));
        add_texts(dungeon, RoomId(id as u32));
    }
    dungeon.story.hook = String::from(
        "The tithe lies under the hill still. The sexton pays whoever goes down to {level:0}. \
                          It rests in {room:1}.",
    );
    dungeon.story.rumours = vec!["Tarnhelm was seen in {room:0}.".to_owned(), "Tarnhelm has no eyes.".to_owned()];
    for (z, level) in dungeon.levels.iter_mut().map(|level| (level.z, level)) {
        level.name = format!("Graves of level {z}");
    }
}

/// The features of a room: as many kinds as there are places for, a torch in its wall and a pit that no one sees.
fn furnish(dungeon: &mut Dungeon, id: RoomId) {
    for step in 0..3 {
        let (kind, size, [blocks, opaque, flat], light) = KINDS[(id.index() + step) % KINDS.len()];
        let turn = ((id.index() + step) % 4) as u8;
        let size = if turn % 2 == 1 { [size[1], size[0]] } else { size };
        let Some(cell) = place(dungeon, id, size) else { continue };
        let light = light.map(|[bright_feet, dim_feet]| FeatureLight { bright_feet, dim_feet });
        push(dungeon, id, Feature { turn, blocks, opaque, flat, light, ..feature(kind, cell, size) });
    }
    let wall = torch_cell(dungeon, id);
    if let Some(cell) = wall {
        let light = Some(FeatureLight { bright_feet: 20, dim_feet: 40 });
        push(dungeon, id, Feature { mount: Mount::Wall, light, ..feature("torch", cell, [1, 1]) });
    }
    if let Some(cell) = place(dungeon, id, [1, 1]) {
        push(dungeon, id, Feature { secret: true, flat: true, ..feature("deadfall", cell, [1, 1]) });
    }
}

fn feature(kind: &str, cell: Cell, size: [i32; 2]) -> Feature {
    Feature {
        id: 0,
        kind: kind.to_owned(),
        z: 0,
        cell,
        size,
        turn: 0,
        room: None,
        blocks: false,
        opaque: false,
        secret: false,
        flat: false,
        mount: Mount::Floor,
        light: None,
        spawn: None,
    }
}

fn push(dungeon: &mut Dungeon, room: RoomId, feature: Feature) {
    let (id, z) = (dungeon.features.len() as u32, dungeon.room(room).z);
    dungeon.features.push(Feature { id, z, room: Some(room), ..feature });
}

/// The first place of this size on bare floor that nothing takes and that is next to no door.
fn place(dungeon: &Dungeon, id: RoomId, [width, height]: [i32; 2]) -> Option<Cell> {
    let room = dungeon.room(id);
    let level = dungeon.level(room.z)?;
    let is_door = |cell: &Cell| level.at(*cell) == Terrain::Door;
    let is_free = |cell: Cell| {
        room.contains(cell)
            && level.at(cell) == Terrain::Floor
            && level.ground_at(cell) == undercroft::dungeon::Ground::Bare
            && !dungeon.features.iter().any(|feature| feature.z == room.z && feature.rect().contains(cell))
            && !dungeon.spawns.iter().any(|spawn| spawn.z == room.z && spawn.cell == cell)
            && !dungeon.markers.iter().any(|marker| marker.z == room.z && marker.cell == cell)
            && !cell.neighbors4().iter().any(is_door)
    };
    room.cells().find(|&cell| Rect::at(cell, width, height).cells().all(is_free))
}

/// A wall cell north of the room's floor.
fn torch_cell(dungeon: &Dungeon, id: RoomId) -> Option<Cell> {
    let room = dungeon.room(id);
    let level = dungeon.level(room.z)?;
    let north = room.cells().map(|cell| Cell::new(cell.x, cell.y - 1));
    north.into_iter().find(|&cell| level.at(cell) == Terrain::Wall && level.size().contains(cell))
}

fn add_group(dungeon: &mut Dungeon) {
    let rooms: Vec<RoomId> = dungeon.rooms.iter().map(|room| room.id).take(3).collect();
    let Some(&home) = rooms.last() else { return };
    let [one, many] = ["wexling", "wexlings"].map(str::to_owned);
    let (mood, table) = ("bored".to_owned(), "crypt".to_owned());
    dungeon.groups.push(Group { id: 0, one, many, count: 2, mood, home, rooms, table });
}

/// Players in the entrance room, enemies in the group's, and loot in the first chest of a room or on its floor.
fn add_spawns(dungeon: &mut Dungeon, id: RoomId) {
    let room = dungeon.room(id);
    let is_home = dungeon.groups.iter().any(|group| group.home == id);
    let is_entrance = dungeon.entrance.as_ref().is_some_and(|entrance| entrance.room == id);
    let kind = match id.index() % 4 {
        _ if is_entrance => SpawnKind::Player,
        _ if is_home => SpawnKind::Enemy,
        0 => SpawnKind::Trap,
        1 => SpawnKind::Npc,
        _ => SpawnKind::Loot,
    };
    let (z, difficulty) = (room.z, Fraction::from_parts(room.difficulty.parts() / 2).unwrap());
    let chest = dungeon.features.iter().position(|feature| feature.room == Some(id) && feature.kind == "chest");
    let chest = chest.filter(|_| kind == SpawnKind::Loot);
    let held = chest.map(|chest| dungeon.features[chest].cell);
    let Some(cell) = held.or_else(|| place(dungeon, id, [1, 1])) else { return };
    let spawn = dungeon.spawns.len() as u32;
    let group = is_home.then_some(0);
    let name = (kind != SpawnKind::Player).then(|| format!("Grubnak {spawn}"));
    dungeon.spawns.push(Spawn { id: spawn, kind, z, cell, room: id, group, difficulty, name });
    chest.into_iter().for_each(|chest| dungeon.features[chest].spawn = Some(spawn));
}

fn add_texts(dungeon: &mut Dungeon, id: RoomId) {
    let other = RoomId(u32::from(id.0 == 0));
    let link = dungeon.links.iter().find(|link| link.touches(id)).map_or(0, |link| link.id.0);
    let texts = [
        (format!("Ommatid prints lead to {{room:{other}}}."), false, NoteKind::Trace),
        (format!("Wexlings (2) hold {{link:{link}}}.\nThey know <none> & \"all\"."), true, NoteKind::Inhabitant),
        ("Ommatid dust on {feature:0}.".to_owned(), false, NoteKind::Sense),
    ];
    let texts = texts.map(|(text, secret, kind)| Note { plain: dungeon.write_out(&text), text, secret, kind });
    let room: &mut Room = &mut dungeon.rooms[id.index()];
    room.notes = texts.into();
    room.name = format!("Quillmere {id}");
    (room.purpose, room.surface) = (Some("xylotheca".to_owned()), Some("flagstones".to_owned()));
}
