//! What tile editors carry beyond tiles: numbers, names and shapes of rooms, names of levels, doorways, runs of stairs.

use undercroft::dungeon::{
    Corridor, DoorId, DoorKind, Dungeon, Entrance, HiddenDoor, Link, LinkId, LinkKind, RoomId, Shape,
};
use undercroft::format::{json, text};
use undercroft::grid::{Cell, Rect};
use undercroft_formats::ldtk::{self, LdtkOptions};
use undercroft_formats::read;
use undercroft_formats::tiled::{self, Syntax, TiledOptions};

const TOWER: &str =
    "--- level 0\n##########\n#..._,,+.#\n#>>.#  #.#\n##########\n\n--- level -1\n######\n#....#\n#<<<.#\n######\n";

/// Two rooms above, one below, stairs of two and three cells, a doorway.
fn tower() -> Dungeon {
    let mut dungeon = text::read(TOWER).unwrap();
    "Tower".clone_into(&mut dungeon.name);
    let corridor = Corridor::new([DoorId(0), DoorId(1)], vec![Cell::new(5, 1), Cell::new(6, 1)]);
    let run = |length: i32| (1..=length).map(|x| Cell::new(x, 2)).collect::<Vec<_>>();
    let kinds = [
        ([0, 1], LinkKind::Corridor { corridor, hidden: HiddenDoor::None }),
        ([0, 2], LinkKind::Stairs { runs: [run(2), run(3)] }),
    ];
    dungeon.links =
        (0..).zip(kinds).map(|(id, (rooms, kind))| Link::new(LinkId(id), rooms.map(RoomId), kind)).collect();
    dungeon.entrance = Some(Entrance { room: RoomId(0), door: DoorId(0), runway: 1, open_end: true });
    for (room, (number, shape)) in
        dungeon.rooms.iter_mut().zip([(Some(1), Shape::Dais), (None, Shape::Rect), (Some(2), Shape::Free)])
    {
        (room.number, room.shape) = (number, shape);
    }
    "The \"Watch\"".clone_into(&mut dungeon.rooms[0].name);
    dungeon.rooms[0].dais = Some(Rect::new(1, 1, 4, 2));
    (dungeon.levels[0].name, dungeon.levels[1].name) = ("Ground floor".to_owned(), "Cellar".to_owned());
    dungeon
}

fn map(dungeon: &Dungeon, syntax: Syntax) -> String {
    let options = TiledOptions { name: "tower".to_owned(), syntax, ..TiledOptions::default() };
    String::from_utf8(tiled::write(dungeon, &options).unwrap()[0].bytes.clone()).unwrap()
}

fn back(text: &str) -> Dungeon {
    read(None, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn project(dungeon: &Dungeon) -> String {
    String::from_utf8(ldtk::write(dungeon, &LdtkOptions::default()).unwrap()[0].bytes.clone()).unwrap()
}

#[test]
fn numbers_names_shapes_and_runs_come_back_from_every_format_that_is_read() {
    let tower = tower();
    assert_eq!(tower.doors[0].kind, DoorKind::Doorway);
    assert_eq!(json::read(&json::write(&tower)).unwrap(), tower, "json");
    for syntax in [Syntax::Tmx, Syntax::Tmj] {
        assert_eq!(back(&map(&tower, syntax)), tower, "{syntax:?}");
    }
    assert_eq!(back(&project(&tower)), tower, "ldtk");
}

#[test]
fn a_run_of_stairs_is_one_object_that_points_at_the_other() {
    let text = map(&tower(), Syntax::Tmj);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let layers = |value: &serde_json::Value| value["layers"].as_array().cloned().unwrap_or_default();
    let stairs: Vec<_> = layers(&value)
        .iter()
        .flat_map(layers)
        .filter(|layer| layer["name"] == "Stairs")
        .flat_map(|layer| layer["objects"].as_array().cloned().unwrap_or_default())
        .collect();
    let width = |object: &serde_json::Value| object["width"].as_f64().unwrap() / object["height"].as_f64().unwrap();
    assert_eq!(stairs.iter().map(width).collect::<Vec<_>>(), [2.0, 3.0]);
    assert!(stairs.iter().all(|object| object.to_string().contains("target_object")), "{stairs:?}");
    assert_eq!(project(&tower()).matches("\"__identifier\":\"Stairs\"").count(), 2);
}

#[test]
fn a_map_of_stairs_with_a_run_that_is_too_long_is_refused() {
    let long: Vec<[i32; 2]> = (1..=4).map(|x| [x, 2]).collect();
    let text = map(&tower(), Syntax::Tmj).replace("[[1,2],[2,2],[3,2]]", &serde_json::to_string(&long).unwrap());
    let error = read(None, text.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("links[1].to_run: a run of stairs has 1 to 3 cells, got 4"), "{error}");
}

/// Tiles beyond the rectangle of a room show that someone painted there; the room has no longer the shape it was made with.
#[test]
fn a_room_that_was_made_larger_with_the_brush_follows_no_rule() {
    let mut value: serde_json::Value = serde_json::from_str(&map(&tower(), Syntax::Tmj)).unwrap();
    assert_eq!(back(&value.to_string()).rooms[1].shape, Shape::Rect);
    let layers = value["layers"][0]["layers"].as_array_mut().unwrap();
    let rooms = layers.iter_mut().find(|layer| layer["name"] == "Rooms").unwrap();
    let height = &mut rooms["objects"][1]["height"];
    *height = (height.as_f64().unwrap() / 2.0).into();
    assert_eq!(back(&value.to_string()).rooms[1].shape, Shape::Free);
}

#[test]
fn the_back_door_of_a_house_comes_back_from_every_format_that_is_read() {
    let mut file = undercroft::recipe::preset("cottage").unwrap().recipe().unwrap();
    file.set("house.back_door=true").unwrap();
    let recipe = file.check(undercroft::Seed::new(3)).unwrap();
    let cottage = recipe.generate(&mut undercroft::events::NoEvents).unwrap();
    let is_linked = |id: DoorId| cottage.links.iter().any(|link| link.doors().contains(&id));
    assert_eq!(cottage.doors.iter().filter(|door| !is_linked(door.id)).count(), 2, "front door and back door");
    for syntax in [Syntax::Tmx, Syntax::Tmj] {
        assert_eq!(back(&map(&cottage, syntax)), cottage, "{syntax:?}");
    }
    assert_eq!(back(&project(&cottage)), cottage, "ldtk");
    assert!(undercroft::verify(&back(&project(&cottage))).is_sound());
}
