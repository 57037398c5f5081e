//! Edited projects: the tiles are right, and the judge says what an edit broke.

use serde_json::{Value, json};
use undercroft::dungeon::{DoorState, Dungeon, Ground, LinkKind, RoomId};
use undercroft::grid::Cell;
use undercroft::verify::{FlawCode, verify};
use undercroft_formats::ldtk;

use super::{dungeon, project};

/// The values of the terrain layer.
const ROCK: u8 = 0;
const WALL: u8 = 1;
const FLOOR: u8 = 2;
const DOOR: u8 = 4;

/// A project as a script sees it.
struct Script(Value);

impl Script {
    fn from_dungeon(dungeon: &Dungeon) -> Self {
        Self(serde_json::from_str(&project(dungeon)).unwrap())
    }

    fn layer(&mut self, level: usize, name: &str) -> &mut Value {
        let layers = self.0["levels"][level]["layerInstances"].as_array_mut().unwrap();
        layers.iter_mut().find(|layer| layer["__identifier"] == name).unwrap()
    }

    fn paint(&mut self, level: usize, cell: Cell, value: u8) {
        let layer = self.layer(level, "Terrain");
        let width = layer["__cWid"].as_i64().unwrap();
        layer["intGridCsv"][(i64::from(cell.x) + i64::from(cell.y) * width) as usize] = json!(value);
    }

    fn entities(&mut self, level: usize) -> &mut Vec<Value> {
        self.layer(level, "Entities")["entityInstances"].as_array_mut().unwrap()
    }

    fn set(entity: &mut Value, name: &str, value: Value) {
        let fields = entity["fieldInstances"].as_array_mut().unwrap();
        fields.iter_mut().find(|field| field["__identifier"] == name).unwrap()["__value"] = value;
    }

    fn read(&self) -> Dungeon {
        ldtk::read(&self.0.to_string()).unwrap()
    }
}

fn is(entity: &Value, name: &str, id: u32) -> bool {
    let has_id = |field: &Value| field["__identifier"] == "id" && field["__value"] == id;
    entity["__identifier"] == name && entity["fieldInstances"].as_array().unwrap().iter().any(has_id)
}

/// A room that only one corridor leads to, and that is neither entrance nor goal.
fn dead_end(dungeon: &Dungeon) -> Option<RoomId> {
    let links = |room: RoomId| dungeon.links.iter().filter(|link| link.touches(room)).collect::<Vec<_>>();
    let plain = |room: RoomId| dungeon.entrance.as_ref().unwrap().room != room && dungeon.goal != Some(room);
    let ends = |room: RoomId| matches!(links(room)[..], [link] if matches!(link.kind, LinkKind::Corridor { .. }));
    dungeon.rooms.iter().map(|room| room.id).find(|&room| ends(room) && plain(room))
}

#[test]
fn a_room_that_was_walled_off_is_named() {
    let mut made = (1..).map(|seed| dungeon("small-dungeon", seed));
    let (before, room) = made.find_map(|dungeon| dead_end(&dungeon).map(|room| (dungeon, room))).unwrap();
    let mut script = Script::from_dungeon(&before);
    for door in before.doors.iter().filter(|door| door.room == Some(room)) {
        door.cells.iter().for_each(|&cell| script.paint(0, cell, WALL));
    }
    let report = verify(&script.read());
    let unreachable = report.flaws.iter().find(|flaw| flaw.code == FlawCode::RoomUnreachable).unwrap();
    assert_eq!(unreachable.sentence, format!("Room {room} cannot be reached from the entrance."));
    assert_eq!(unreachable.rooms, [room]);
    assert!(report.flaws.iter().any(|flaw| flaw.code == FlawCode::DoorMissing));
}

#[test]
fn a_door_that_was_locked_in_the_editor_is_locked() {
    let before = dungeon("crypt", 1);
    let mut script = Script::from_dungeon(&before);
    let level = before.levels.iter().position(|level| level.z == before.doors[0].z).unwrap();
    let door = script.entities(level).iter_mut().find(|entity| is(entity, "Door", 0)).unwrap();
    Script::set(door, "state", json!("Locked"));
    let mut wanted = before.clone();
    wanted.doors[0].state = DoorState::Locked;
    assert!(script.read() == wanted);
}

#[test]
fn a_room_has_the_floor_that_was_painted() {
    let before = dungeon("small-dungeon", 2);
    let room = before.rooms.iter().find(|room| room.bounds().width() >= 4 && room.bounds().height() >= 4).unwrap();
    let pillar = Cell::new(room.bounds().left + 1, room.bounds().top + 1);
    let mut script = Script::from_dungeon(&before);
    script.paint(0, pillar, WALL);
    let after = script.read();
    assert_eq!(after.room(room.id).area(), room.area() - 1);
    assert!(!after.room(room.id).contains(pillar));
    let others =
        |dungeon: &Dungeon| dungeon.rooms.iter().filter(|other| other.id != room.id).cloned().collect::<Vec<_>>();
    assert_eq!(others(&after), others(&before));
}

#[test]
fn floor_and_doors_that_no_entity_tells_of_are_new_ones() {
    let before = dungeon("small-dungeon", 1);
    let size = before.levels[0].size();
    let is_rock = |cell: &Cell| {
        cell.neighbors8()
            .iter()
            .chain([cell])
            .all(|&near| before.levels[0].at(near) == undercroft::dungeon::Terrain::Rock && size.contains(near))
    };
    let cell = size.cells().find(is_rock).unwrap();
    let mut script = Script::from_dungeon(&before);
    script.paint(0, cell, FLOOR);
    script.paint(0, Cell::new(cell.x + 1, cell.y), DOOR);
    let after = script.read();
    assert_eq!((after.rooms.len(), after.doors.len()), (before.rooms.len() + 1, before.doors.len() + 1));
    assert_eq!(after.rooms.last().unwrap().cells().collect::<Vec<_>>(), [cell]);
    assert_eq!(after.doors.last().unwrap().room, Some(after.rooms.last().unwrap().id));
    assert!(!verify(&after).is_sound());
    script.paint(0, cell, ROCK);
    script.paint(0, Cell::new(cell.x + 1, cell.y), ROCK);
    assert!(script.read() == before);
}

#[test]
fn a_link_that_lost_a_door_is_gone_and_the_judge_says_what_is_left() {
    let before = dungeon("small-dungeon", 3);
    let door = before.links.iter().find(|link| matches!(link.kind, LinkKind::Corridor { .. })).unwrap().doors()[0];
    let mut script = Script::from_dungeon(&before);
    script.entities(0).retain(|entity| !is(entity, "Door", door.0));
    before.door(door).cells.iter().for_each(|&cell| script.paint(0, cell, WALL));
    let after = script.read();
    assert_eq!((after.links.len(), after.doors.len()), (before.links.len() - 1, before.doors.len() - 1));
    let codes: Vec<FlawCode> = verify(&after).flaws.iter().map(|flaw| flaw.code).collect();
    assert!(codes.contains(&FlawCode::DoorWithoutLink) && codes.contains(&FlawCode::CorridorWithoutLink), "{codes:?}");
}

#[test]
fn a_copy_of_an_entity_gets_a_number_of_its_own() {
    let before = dungeon("small-dungeon", 1);
    let mut script = Script::from_dungeon(&before);
    let entities = script.entities(0);
    let mut copy = entities.iter().find(|entity| is(entity, "Room", 0)).unwrap().clone();
    copy["iid"] = json!("00000000-0000-0000-0000-000000000000");
    entities.insert(0, copy);
    let after = script.read();
    assert_eq!(after.rooms.len(), before.rooms.len() + 1);
    assert!(verify(&after).flaws.iter().any(|flaw| flaw.code == FlawCode::RoomsOverlap));
}

#[test]
fn what_a_user_adds_for_a_game_is_left_alone() {
    let before = dungeon("small-dungeon", 1);
    let mut script = Script::from_dungeon(&before);
    script.entities(0).push(json!({
        "__identifier": "Slime", "__grid": [1, 1], "iid": "x", "px": [16, 16], "width": 16, "height": 16, "defUid": 9999,
        "fieldInstances": [{"__identifier": "id", "__type": "Color", "__value": "#fff", "defUid": 1}],
    }));
    script.0["levels"][0]["fieldInstances"]
        .as_array_mut()
        .unwrap()
        .push(json!({"__identifier": "music", "__value": "a.ogg"}));
    assert!(script.read() == before);
}

#[test]
fn a_map_without_entities_has_the_rooms_that_its_tiles_show() {
    let before = dungeon("small-dungeon", 1);
    let mut script = Script::from_dungeon(&before);
    script.entities(0).clear();
    script.0["levels"][0]["fieldInstances"] = json!([]);
    let after = script.read();
    let floors = |dungeon: &Dungeon| {
        let mut floors: Vec<Vec<Cell>> = dungeon.rooms.iter().map(|room| room.cells().collect()).collect();
        floors.sort();
        floors
    };
    assert_eq!(floors(&after), floors(&before));
    assert_eq!(after.doors.len(), before.doors.len());
    assert!(after.provenance.recipe.is_empty() && after.links.is_empty());
}

#[test]
fn a_room_that_was_moved_takes_its_tiles_from_where_it_is() {
    let before = dungeon("cave", 1);
    let room = before.rooms.iter().find(|room| room.floor.len() > 2).unwrap();
    let level = before.levels.iter().position(|level| level.z == room.z).unwrap();
    let mut script = Script::from_dungeon(&before);
    let entity = script.entities(level).iter_mut().find(|entity| is(entity, "Room", room.id.0)).unwrap();
    entity["width"] = json!(16);
    entity["height"] = json!(16);
    // A smaller rectangle still lies on the floor of its region, which is therefore its room.
    let start = room.floor[0].start;
    entity["px"] = json!([start.x * 16, start.y * 16]);
    assert_eq!(script.read().room(room.id).area(), room.area());
}

#[test]
fn ground_can_be_painted_and_a_wall_takes_it_away() {
    let map = "######  \n#....+,,\n#....#  \n######  \n\nground:\n        \n ~~w    \n :=%;   \n        \n";
    let mut script = Script::from_dungeon(&undercroft::format::text::read(map).unwrap());
    script.layer(0, "Ground")["intGridCsv"][8 + 4] = json!(Ground::Chasm.code());
    script.paint(0, Cell::new(3, 1), WALL);
    let level = &script.read().levels[0];
    assert_eq!(level.ground_at(Cell::new(4, 1)), Ground::Chasm);
    assert_eq!(level.ground_at(Cell::new(3, 1)), Ground::Bare);
    assert_eq!(level.ground_at(Cell::new(2, 2)), Ground::Bridge);
    script.layer(0, "Ground")["intGridCsv"][9] = json!(7);
    let refused = ldtk::read(&script.0.to_string()).unwrap_err().to_string();
    let words = "Shallow, Deep, Chasm, Rubble, Grass, Bridge";
    assert!(refused.contains(&format!("intGridCsv[9]: the value 7 is not defined as one of {words}")), "{refused}");
}
