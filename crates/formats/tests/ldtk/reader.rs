//! What `ldtk2`, an independent reader, finds in a project.

use std::collections::BTreeSet;

use ldtk2::{EntityInstance, LayerInstance, Ldtk, Level};
use rayon::prelude::*;
use serde_json::{Value, json};
use undercroft::dungeon::{Dungeon, MarkerKind};
use undercroft::grid::Cell;

use super::consistency::entity;
use super::{all_presets, dungeon, project};

fn layer<'a>(level: &'a Level, name: &str) -> &'a LayerInstance {
    level.layer_instances.iter().flatten().find(|layer| layer.identifier == name).unwrap()
}

fn entities<'a>(project: &'a Ldtk, name: &'a str) -> impl Iterator<Item = (&'a Level, &'a EntityInstance)> {
    let all = project
        .levels
        .iter()
        .flat_map(|level| layer(level, "Entities").entity_instances.iter().map(move |e| (level, e)));
    all.filter(move |(_, entity)| entity.identifier == name)
}

fn field(entity: &EntityInstance, name: &str) -> Value {
    let found = entity.field_instances.iter().find(|field| field.identifier == name);
    found.unwrap().value.clone().unwrap_or_default()
}

#[test]
fn it_finds_every_tile_room_door_and_marker() {
    all_presets(2).for_each(|(name, seed, dungeon)| {
        let read = Ldtk::from_str(project(&dungeon)).unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
        assert_eq!((read.json_version.as_str(), read.flags.len()), ("1.5.3", 0));
        terrain(&dungeon, &read);
        rooms(&dungeon, &read);
        doors(&dungeon, &read);
        links(&dungeon, &read);
        markers(&dungeon, &read);
    });
}

/// The names of the values say what the dungeon's tiles are.
fn terrain(dungeon: &Dungeon, read: &Ldtk) {
    assert_eq!(read.levels.len(), dungeon.levels.len());
    for (theirs, ours) in read.levels.iter().zip(&dungeon.levels) {
        assert_eq!((theirs.world_depth, theirs.world_x, theirs.world_y), (ours.z.into(), 0, 0));
        let names: Vec<&str> = theirs.layer_instances.iter().flatten().map(|layer| layer.identifier.as_str()).collect();
        assert_eq!(names, ["Entities", "Tiles", "Ground", "Terrain"]);
        let layer = layer(theirs, "Terrain");
        let def = read.defs.layers.iter().find(|def| def.uid == layer.layer_def_uid).unwrap();
        for (cell, value) in ours.size().cells().zip(&layer.int_grid_csv) {
            let name =
                def.int_grid_values.iter().find(|known| known.value == *value).and_then(|v| v.identifier.as_deref());
            assert_eq!(name.unwrap_or("Rock"), format!("{:?}", ours.at(cell)));
        }
    }
}

fn rooms(dungeon: &Dungeon, read: &Ldtk) {
    let found: Vec<_> = entities(read, "Room").collect();
    assert_eq!(found.len(), dungeon.rooms.len());
    for (level, entity) in found {
        let room = &dungeon.rooms[field(entity, "id").as_u64().unwrap() as usize];
        assert_eq!(level.world_depth, i64::from(room.z));
        let bounds = room.bounds();
        assert_eq!(entity.grid, [i64::from(bounds.left), bounds.top.into()]);
        assert_eq!([entity.width, entity.height], [16 * i64::from(bounds.width()), 16 * i64::from(bounds.height())]);
        let roles: Vec<String> = room.roles.iter().map(|role| format!("{role:?}")).collect();
        assert_eq!(field(entity, "roles"), json!(roles));
        assert_eq!(field(entity, "goal"), json!(dungeon.goal == Some(room.id)));
        assert_eq!(field(entity, "depth"), json!(room.depth));
    }
}

fn doors(dungeon: &Dungeon, read: &Ldtk) {
    let found: Vec<_> = entities(read, "Door").collect();
    assert_eq!(found.len(), dungeon.doors.len());
    for (level, found) in found {
        let door = &dungeon.doors[field(found, "id").as_u64().unwrap() as usize];
        assert_eq!(level.world_depth, i64::from(door.z));
        let cells: Vec<Cell> = (found.px[1]..found.px[1] + found.height)
            .step_by(16)
            .flat_map(|y| (found.px[0]..found.px[0] + found.width).step_by(16).map(move |x| (x, y)))
            .map(|(x, y)| Cell::new(x as i32 / 16, y as i32 / 16))
            .collect();
        assert_eq!(cells, door.cells);
        let said = ["state", "kind", "normal"].map(|name| field(found, name));
        assert_eq!(
            said,
            [
                json!(format!("{:?}", door.state)),
                json!(format!("{:?}", door.kind)),
                json!(format!("{:?}", door.normal))
            ]
        );
        assert_eq!(field(found, "secret"), json!(door.secret));
        let room = entity(read, &field(found, "room"));
        assert_eq!(field(room, "id"), json!(door.room.unwrap().0));
    }
}

fn links(dungeon: &Dungeon, read: &Ldtk) {
    let found: Vec<_> = entities(read, "Link").collect();
    assert_eq!(found.len(), dungeon.links.len());
    for (_, found) in found {
        let link = &dungeon.links[field(found, "id").as_u64().unwrap() as usize];
        let ends = |name| -> Vec<u64> {
            let Value::Array(ends) = field(found, name) else { panic!() };
            ends.iter().map(|end| field(entity(read, end), "id").as_u64().unwrap()).collect()
        };
        assert_eq!(ends("rooms"), link.rooms.map(|room| u64::from(room.0)));
        assert_eq!(ends("doors"), link.doors().iter().map(|door| u64::from(door.0)).collect::<Vec<_>>());
        let path: Vec<Value> = link.path().iter().map(|cell| json!({"cx": cell.x, "cy": cell.y})).collect();
        assert_eq!(field(found, "path"), Value::Array(path));
    }
}

fn markers(dungeon: &Dungeon, read: &Ldtk) {
    let kinds = [("Light", MarkerKind::Light), ("Key", MarkerKind::Key), ("Stairs", MarkerKind::Stairs)];
    for (name, kind) in kinds {
        let theirs: BTreeSet<(i64, Vec<i64>)> =
            entities(read, name).map(|(level, entity)| (level.world_depth, entity.grid.clone())).collect();
        let ours = dungeon.markers.iter().filter(|marker| marker.kind == kind);
        let ours = ours.map(|marker| (marker.z.into(), vec![marker.cell.x.into(), marker.cell.y.into()])).collect();
        assert_eq!(theirs, ours, "{name}");
    }
}

#[test]
fn stairs_lead_to_their_other_end_and_back() {
    let read = Ldtk::from_str(project(&dungeon("tower", 1))).unwrap();
    let stairs: Vec<_> = entities(&read, "Stairs").collect();
    assert!(!stairs.is_empty());
    for (level, here) in stairs {
        let there = entity(&read, &field(here, "to"));
        assert_eq!(there.grid, here.grid);
        assert_eq!(entity(&read, &field(there, "to")).iid, here.iid);
        let depth = entities(&read, "Stairs").find(|(_, entity)| entity.iid == there.iid).unwrap().0.world_depth;
        let step = if field(here, "flight") == "Up" { 1 } else { -1 };
        assert_eq!(depth, level.world_depth + step);
    }
}

#[test]
fn it_finds_what_the_dungeon_came_from() {
    let ours = dungeon("castle", 4);
    let read = Ldtk::from_str(project(&ours)).unwrap();
    let value = |name| {
        read.levels[0].field_instances.iter().find(|field| field.identifier == name).unwrap().value.clone().unwrap()
    };
    assert_eq!(
        [value("name"), value("seed"), value("epoch")],
        [json!(ours.name), json!("4"), json!(ours.provenance.epoch)]
    );
    assert_eq!(value("recipe").as_array().unwrap().len(), ours.provenance.recipe.len());
    let entrance: Vec<_> = entities(&read, "Entrance").collect();
    assert_eq!(entrance.len(), 1);
    let door = entity(&read, &field(entrance[0].1, "door"));
    assert_eq!(field(door, "id"), json!(ours.entrance.unwrap().door.0));
}
