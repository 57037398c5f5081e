//! The laws that every project keeps, asked of what `ldtk2` read.

use std::collections::{BTreeMap, BTreeSet};

use ldtk2::{EntityInstance, FieldDefinition, FieldInstance, LayerInstance, Ldtk, Level, Type};
use rayon::prelude::*;
use serde_json::Value;

use super::{all_presets, project};

#[test]
fn every_preset_makes_a_project_that_agrees_with_itself() {
    all_presets(2).for_each(|(_, _, dungeon)| check(&project(&dungeon)));
}

/// Fails when the project does not agree with itself.
pub fn check(text: &str) {
    let project = Ldtk::from_str(text).unwrap();
    uids(&project);
    iids(&project);
    for level in &project.levels {
        assert_eq!(level.layer_instances.as_ref().unwrap().len(), project.defs.layers.len());
        let fields = level.field_instances.iter();
        fields.for_each(|field| check_field(&project, &project.defs.level_fields, field));
        let layers = level.layer_instances.iter().flatten().zip(&project.defs.layers);
        layers.for_each(|(layer, def)| {
            assert_eq!((layer.layer_def_uid, &layer.identifier), (def.uid, &def.identifier));
            check_layer(&project, level, layer);
        });
        neighbours(&project, level);
    }
    enums_are_referred_to(&project);
}

/// Every uid is used once, and the next one is larger than all.
fn uids(project: &Ldtk) {
    let defs = &project.defs;
    let fields = |fields: &[FieldDefinition]| fields.iter().map(|field| field.uid).collect::<Vec<_>>();
    let mut all: Vec<i64> = defs.layers.iter().map(|def| def.uid).collect();
    all.extend(defs.tilesets.iter().map(|def| def.uid));
    all.extend(defs.enums.iter().map(|def| def.uid));
    all.extend(defs.entities.iter().flat_map(|def| [vec![def.uid], fields(&def.field_defs)].concat()));
    all.extend(fields(&defs.level_fields));
    all.extend(project.levels.iter().map(|level| level.uid));
    let once: BTreeSet<i64> = all.iter().copied().collect();
    assert_eq!(once.len(), all.len());
    assert!(once.last() < Some(&project.next_uid));
}

/// Every iid is a UUID and is used once.
fn iids(project: &Ldtk) {
    let mut all = vec![project.iid.as_str(), project.dummy_world_iid.as_str()];
    for level in &project.levels {
        all.push(&level.iid);
        for layer in level.layer_instances.iter().flatten() {
            all.push(&layer.iid);
            all.extend(layer.entity_instances.iter().map(|entity| entity.iid.as_str()));
        }
    }
    for iid in &all {
        let parts: Vec<usize> = iid.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12], "{iid}");
        assert!(iid.chars().all(|c| c == '-' || c.is_ascii_hexdigit() && !c.is_ascii_uppercase()));
    }
    let once: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(once.len(), all.len());
}

fn check_layer(project: &Ldtk, level: &Level, layer: &LayerInstance) {
    let def = project.defs.layers.iter().find(|def| def.uid == layer.layer_def_uid).unwrap();
    assert_eq!((layer.level_id, layer.grid_size), (level.uid, def.grid_size));
    assert_eq!((layer.c_wid * layer.grid_size, layer.c_hei * layer.grid_size), (level.px_wid, level.px_hei));
    let is = |wanted: &str| layer.layer_instance_type == wanted;
    assert!(is("Entities") || layer.entity_instances.is_empty());
    assert!(is("Tiles") || layer.grid_tiles.is_empty());
    match def.purple_type {
        Type::IntGrid => int_grid(layer, def),
        Type::Tiles => tiles(project, layer),
        Type::Entities => layer.entity_instances.iter().for_each(|entity| check_entity(project, level, entity)),
        Type::AutoLayer => panic!("there are no such layers"),
    }
}

fn int_grid(layer: &LayerInstance, def: &ldtk2::LayerDefinition) {
    let defined: BTreeSet<i64> = def.int_grid_values.iter().map(|value| value.value).chain([0]).collect();
    assert_eq!(layer.int_grid_csv.len() as i64, layer.c_wid * layer.c_hei);
    assert!(layer.int_grid_csv.iter().all(|value| defined.contains(value)));
    let groups: BTreeSet<i64> = def.int_grid_values_groups.iter().map(|group| group.uid).collect();
    assert!(def.int_grid_values.iter().all(|value| groups.contains(&value.group_uid)));
}

fn tiles(project: &Ldtk, layer: &LayerInstance) {
    let tileset = project.defs.tilesets.iter().find(|def| Some(def.uid) == layer.tileset_def_uid).unwrap();
    assert_eq!(layer.tileset_rel_path, tileset.rel_path);
    assert_eq!(
        (tileset.c_wid * tileset.tile_grid_size, tileset.c_hei * tileset.tile_grid_size),
        (tileset.px_wid, tileset.px_hei)
    );
    for tile in &layer.grid_tiles {
        let side = tileset.tile_grid_size;
        assert_eq!(tile.src, [tile.t % tileset.c_wid * side, tile.t / tileset.c_wid * side]);
        assert!(tile.src[1] + side <= tileset.px_hei);
        let cell = tile.d[0];
        assert_eq!(tile.px, [cell % layer.c_wid * layer.grid_size, cell / layer.c_wid * layer.grid_size]);
        assert!((0..layer.c_wid * layer.c_hei).contains(&cell));
    }
}

fn check_entity(project: &Ldtk, level: &Level, entity: &EntityInstance) {
    let def = project.defs.entities.iter().find(|def| def.uid == entity.def_uid).unwrap();
    assert_eq!(entity.identifier, def.identifier);
    assert!(entity.width > 0 && entity.height > 0);
    assert!(def.resizable_x || (entity.width, entity.height) == (def.width, def.height));
    assert!(entity.px[0] >= 0 && entity.px[0] + entity.width <= level.px_wid, "{} {:?}", entity.identifier, entity.px);
    assert!(entity.px[1] >= 0 && entity.px[1] + entity.height <= level.px_hei);
    assert_eq!(entity.field_instances.len(), def.field_defs.len());
    entity.field_instances.iter().for_each(|field| check_field(project, &def.field_defs, field));
}

/// A field is defined, has the type it says, and refers to what is there.
fn check_field(project: &Ldtk, defs: &[FieldDefinition], field: &FieldInstance) {
    let def = defs.iter().find(|def| def.uid == field.def_uid).unwrap();
    assert_eq!((&def.identifier, &def.field_definition_type), (&field.identifier, &field.field_instance_type));
    let value = field.value.clone().unwrap_or_default();
    let values = match value {
        Value::Array(values) if def.is_array => values,
        Value::Null => {
            // LDtk does not mind empty fields of levels that have nothing to say.
            assert!(def.can_be_null, "{}", def.identifier);
            Vec::new()
        }
        value => vec![value],
    };
    assert_eq!(values.len(), field.real_editor_values.len(), "{}", def.identifier);
    values.iter().for_each(|value| check_value(project, def, value));
}

fn check_value(project: &Ldtk, def: &FieldDefinition, value: &Value) {
    let kind = def.purple_type.as_str();
    if let Some(uid) = kind.strip_prefix("F_Enum(").and_then(|rest| rest.strip_suffix(')')) {
        let known = project.defs.enums.iter().find(|known| known.uid.to_string() == uid).unwrap();
        assert!(known.values.iter().any(|word| word.id == value.as_str().unwrap()), "{value}");
        return;
    }
    match kind {
        "F_Int" => assert!(value.is_i64(), "{value}"),
        "F_Bool" => assert!(value.is_boolean(), "{value}"),
        "F_String" | "F_Text" => assert!(value.is_string(), "{value}"),
        "F_Point" => assert!(value["cx"].is_i64() && value["cy"].is_i64(), "{value}"),
        "F_EntityRef" => {
            let target = def.allowed_refs_entity_uid.unwrap();
            assert_eq!(entity(project, value).def_uid, target);
        }
        other => panic!("there are no fields of type {other}"),
    }
}

/// The entity that a value refers to, found by all four identifiers.
pub fn entity<'a>(project: &'a Ldtk, value: &Value) -> &'a EntityInstance {
    assert_eq!(value["worldIid"], project.dummy_world_iid.as_str());
    let level = project.levels.iter().find(|level| value["levelIid"] == level.iid.as_str()).unwrap();
    let mut layers = level.layer_instances.iter().flatten();
    let layer = layers.find(|layer| value["layerIid"] == layer.iid.as_str()).unwrap();
    layer.entity_instances.iter().find(|entity| value["entityIid"] == entity.iid.as_str()).unwrap()
}

/// The levels one above and one below are neighbours, and no others.
fn neighbours(project: &Ldtk, level: &Level) {
    let depths: BTreeMap<&str, i64> =
        project.levels.iter().map(|level| (level.iid.as_str(), level.world_depth)).collect();
    for neighbour in &level.neighbours {
        let step = if neighbour.dir == "<" { -1 } else { 1 };
        assert!(matches!(neighbour.dir.as_str(), "<" | ">"));
        assert_eq!(depths[neighbour.level_iid.as_str()], level.world_depth + step);
    }
    let near = depths.values().filter(|depth| (*depth - level.world_depth).abs() == 1).count();
    assert_eq!(level.neighbours.len(), near);
}

/// Every enum that a field names is defined, and every defined enum is used.
fn enums_are_referred_to(project: &Ldtk) {
    let fields = project.defs.entities.iter().flat_map(|def| &def.field_defs).chain(&project.defs.level_fields);
    let named: BTreeSet<String> =
        fields.map(|field| field.purple_type.clone()).filter(|name| name.starts_with("F_Enum")).collect();
    let defined: BTreeSet<String> = project.defs.enums.iter().map(|known| format!("F_Enum({})", known.uid)).collect();
    assert_eq!(named, defined);
}
