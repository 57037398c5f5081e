//! The project's definitions, made from the schema.

use super::enums::{Flight, Worded, hex};
use super::feature_word::COLOR;
use super::layer::Layer;
use super::schema::{FEATURE_KIND, FIRST_LEVEL_FIELD, Field, Kind, LEVEL_FIELDS, enum_uid};
use super::wire::{
    Definitions, EntityDef, EnumDef, EnumValueDef, FieldDef, IntGridValueDef, IntGridValueGroupDef, LayerDef,
    TilesetDef,
};
use super::{TILESET_UID, fields};
use crate::pin_cells;
use undercroft::dungeon::{DoorKind, DoorState, Fallback, Ground, Mount, Role, SpawnKind, Terrain};
use undercroft::format::json::LinkFileKind;
use undercroft_grid::Dir;

/// The group of impassable terrain, and of terrain to walk on.
const GROUPS: [(u32, &str); 2] = [(1, "Solid"), (2, "Open")];

/// The colour of pinned cells.
const PIN_COLOR: u32 = 0xd0_7a_2e;

/// All definitions, for some layers, tiles of a size and features of some kinds.
pub(super) fn definitions(layers: &[Layer], tile: u32, tileset: TilesetDef, kinds: Vec<String>) -> Definitions {
    Definitions {
        layers: layers.iter().map(|&which| layer(which, tile)).collect(),
        entities: Kind::ALL.map(|kind| entity(kind, tile, &kinds)).into(),
        tilesets: vec![tileset],
        enums: vec![
            enumeration::<DoorKind>(),
            enumeration::<DoorState>(),
            enumeration::<LinkFileKind>(),
            enumeration::<Fallback>(),
            enumeration::<Role>(),
            enumeration::<Dir>(),
            enumeration::<Flight>(),
            enumeration::<Mount>(),
            enumeration::<SpawnKind>(),
            feature_kinds(kinds),
        ],
        external_enums: [],
        level_fields: field_defs(LEVEL_FIELDS, FIRST_LEVEL_FIELD, &[]),
    }
}

/// The value of a terrain in the IntGrid.
pub(super) fn value_of(terrain: Terrain) -> u8 {
    terrain as u8
}

fn layer(which: Layer, tile: u32) -> LayerDef {
    LayerDef {
        shown_type: which.layer_type(),
        identifier: which.name(),
        layer_type: which.layer_type(),
        uid: which.uid(),
        doc: Some(match which {
            Layer::Entities => "Rooms, doors, links, stairs and what lies in the rooms.",
            Layer::Tiles => "How the dungeon looks. Nothing is read from it.",
            Layer::Terrain => "What the cells are made of. This is what is read back.",
            Layer::Ground => "What lies on the floor. This is read back, too.",
            Layer::Pinned => "Single cells that new rolls keep as they are.",
        }),
        ui_color: (),
        grid_size: tile,
        guide_grid_wid: 0,
        guide_grid_hei: 0,
        display_opacity: 1,
        inactive_opacity: if which == Layer::Entities { 0.6 } else { 1.0 },
        hide_in_list: false,
        hide_fields_when_inactive: true,
        can_select_when_inactive: true,
        render_in_world_view: true,
        px_offset_x: 0,
        px_offset_y: 0,
        parallax_factor_x: 0,
        parallax_factor_y: 0,
        parallax_scaling: true,
        required_tags: [],
        excluded_tags: [],
        auto_tiles_killed_by_other_layer_uid: (),
        ui_filter_tags: [],
        use_async_render: false,
        int_grid_values: match which {
            Layer::Terrain => int_grid_values(),
            Layer::Ground => ground_values(),
            Layer::Pinned => pinned_values(),
            Layer::Entities | Layer::Tiles => Vec::new(),
        },
        int_grid_values_groups: match which {
            Layer::Terrain | Layer::Ground => groups(),
            Layer::Entities | Layer::Tiles | Layer::Pinned => Vec::new(),
        },
        auto_rule_groups: [],
        auto_source_layer_def_uid: (),
        tileset_def_uid: (which == Layer::Tiles).then_some(TILESET_UID),
        tile_pivot_x: 0,
        tile_pivot_y: 0,
        biome_field_uid: (),
    }
}

fn int_grid_values() -> Vec<IntGridValueDef> {
    let value = |terrain: Terrain| {
        let word = &Terrain::WORDS[terrain as usize];
        let [solid, open] = GROUPS.map(|(uid, _)| uid);
        IntGridValueDef {
            value: value_of(terrain).into(),
            identifier: word.text,
            color: hex(word.colour),
            tile: None,
            group_uid: if terrain.is_massive() { solid } else { open },
        }
    };
    Terrain::ALL.into_iter().filter(|&terrain| terrain != Terrain::Rock).map(value).collect()
}

/// The values of ground are the codes that all exports share.
fn ground_values() -> Vec<IntGridValueDef> {
    let value = |word: &super::enums::Word<Ground>| {
        let [solid, open] = GROUPS.map(|(uid, _)| uid);
        IntGridValueDef {
            value: word.meaning.code().into(),
            identifier: word.text,
            color: hex(word.colour),
            tile: None,
            group_uid: if word.meaning.is_solid() { solid } else { open },
        }
    };
    Ground::WORDS.iter().map(value).collect()
}

fn pinned_values() -> Vec<IntGridValueDef> {
    vec![IntGridValueDef { value: 1, identifier: pin_cells::NAME, color: hex(PIN_COLOR), tile: None, group_uid: 0 }]
}

fn groups() -> Vec<IntGridValueGroupDef> {
    GROUPS.map(|(uid, identifier)| IntGridValueGroupDef { uid, identifier, color: () }).into()
}

fn entity(kind: Kind, tile: u32, kinds: &[String]) -> EntityDef {
    let what = kind.entity();
    EntityDef {
        identifier: what.name,
        uid: kind.uid(),
        tags: [],
        export_to_toc: false,
        allow_out_of_bounds: false,
        doc: what.doc,
        width: tile,
        height: tile,
        resizable_x: what.resizable,
        resizable_y: what.resizable,
        min_width: what.resizable.then_some(tile),
        max_width: None,
        min_height: what.resizable.then_some(tile),
        max_height: None,
        keep_aspect_ratio: false,
        tile_opacity: 1,
        fill_opacity: if matches!(kind, Kind::Room | Kind::Link) { 0.08 } else { 0.5 },
        line_opacity: 1,
        hollow: kind == Kind::Room,
        color: hex(what.colour),
        render_mode: match kind {
            Kind::Spawn | Kind::Light | Kind::Key => "Ellipse",
            Kind::Link | Kind::Stub => "Cross",
            _ => "Rectangle",
        },
        show_name: !matches!(kind, Kind::Link | Kind::Stub),
        tileset_id: None,
        tile_render_mode: "FitInside",
        tile_rect: None,
        ui_tile_rect: (),
        nine_slice_borders: [],
        max_count: what.max_count,
        limit_scope: "PerWorld",
        limit_behavior: "MoveLastOne",
        pivot_x: 0,
        pivot_y: 0,
        field_defs: field_defs(what.fields, kind.uid() + 1, kinds),
    }
}

fn field_defs(table: &[Field], first: u32, kinds: &[String]) -> Vec<FieldDef> {
    table.iter().zip(first..).map(|(field, uid)| fields::definition(field, uid, kinds)).collect()
}

fn enumeration<T: Worded>() -> EnumDef {
    let value =
        |word: &super::enums::Word<T>| EnumValueDef { id: word.text.to_owned(), tile_rect: (), color: word.colour };
    enum_def(T::ENUM, T::WORDS.iter().map(value).collect())
}

/// The kinds of features, which differ from dungeon to dungeon.
fn feature_kinds(kinds: Vec<String>) -> EnumDef {
    let value = |id: String| EnumValueDef { id, tile_rect: (), color: COLOR };
    enum_def(FEATURE_KIND, kinds.into_iter().map(value).collect())
}

fn enum_def(identifier: &'static str, values: Vec<EnumValueDef>) -> EnumDef {
    EnumDef {
        identifier,
        uid: enum_uid(identifier),
        values,
        icon_tileset_uid: (),
        external_rel_path: (),
        external_file_checksum: (),
        tags: [],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_terrain_has_its_value_and_rock_is_the_empty_cell() {
        for (value, terrain) in (0..).zip(Terrain::ALL) {
            assert_eq!(value_of(terrain), value);
            assert_eq!(Terrain::WORDS[terrain as usize].meaning, terrain);
        }
        assert_eq!(value_of(Terrain::Rock), 0);
    }
}
