//! Levels: terrain, tiles, entities and what tells of the whole dungeon.

use super::entities::{Entities, json_line};
use super::fields::{Datum, instance};
use super::iid::Iids;
use super::layer::Layer;
use super::schema::{FIRST_LEVEL, FIRST_LEVEL_FIELD, LEVEL_FIELDS, OWN_LEVEL_FIELDS};
use super::wire::{FieldInstance, LayerInstance, LevelInstance, Neighbour, Tile};
use super::{BACKGROUND, GENERATOR, TILESET_UID, defs};
use crate::pin_cells::pinned_cells;
use crate::tileset::{self, Blob, COLUMNS, TileId, tiling_metered};
use undercroft::dungeon::{Dungeon, Level, Provenance, ProvenanceInput};
use undercroft_draw::WorkMeter;
use undercroft_grid::Cell;

/// Makes the levels of a project.
pub(super) struct Levels<'a> {
    pub dungeon: &'a Dungeon,
    pub iids: &'a Iids,
    pub entities: Entities<'a>,
    /// The side of a tile. [Unit: pixels]
    pub tile: u32,
    /// The tileset's file, as seen from the project.
    pub tileset: &'a str,
    /// What the work is paid with; after a cancellation levels lack tiles.
    pub meter: &'a WorkMeter<'a>,
}

impl Levels<'_> {
    /// All levels, highest first.
    pub fn all(&self) -> Vec<LevelInstance> {
        (0..).zip(&self.dungeon.levels).map(|(position, level)| self.level(position, level)).collect()
    }

    fn level(&self, position: u32, level: &Level) -> LevelInstance {
        let [px_wid, px_hei] = [level.size().width(), level.size().height()].map(|side| self.pixels(side));
        LevelInstance {
            identifier: identifier(level.z),
            iid: self.iids.level(level.z),
            uid: FIRST_LEVEL + position,
            world_x: 0,
            world_y: 0,
            world_depth: level.z,
            px_wid,
            px_hei,
            shown_bg_color: BACKGROUND.to_owned(),
            bg_color: (),
            use_auto_identifier: false,
            bg_rel_path: (),
            bg_pos: (),
            bg_pivot_x: 0.5,
            bg_pivot_y: 0.5,
            smart_color: BACKGROUND.to_owned(),
            shown_bg_pos: (),
            external_rel_path: (),
            field_instances: self.fields(level, position == 0),
            layer_instances: Layer::of(self.dungeon)
                .into_iter()
                .map(|layer| self.layer(layer, position, level))
                .collect(),
            neighbours: self.neighbours(level.z),
        }
    }

    fn pixels(&self, cells: i32) -> i64 {
        i64::from(cells) * i64::from(self.tile)
    }

    fn layer(&self, layer: Layer, position: u32, level: &Level) -> LayerInstance {
        let is_tiles = layer == Layer::Tiles;
        LayerInstance {
            identifier: layer.name(),
            layer_type: layer.layer_type(),
            columns: level.size().width(),
            rows: level.size().height(),
            grid_size: self.tile,
            opacity: 1,
            total_offset_x: 0,
            total_offset_y: 0,
            tileset_def_uid: is_tiles.then_some(TILESET_UID),
            tileset_rel_path: is_tiles.then(|| self.tileset.to_owned()),
            iid: self.iids.layer(layer.name(), level.z),
            level_id: FIRST_LEVEL + position,
            layer_def_uid: layer.uid(),
            px_offset_x: 0,
            px_offset_y: 0,
            visible: layer != Layer::Pinned,
            optional_rules: [],
            int_grid_csv: match layer {
                Layer::Terrain => terrain(level),
                Layer::Ground => ground(level),
                Layer::Pinned => pinned(self.dungeon, level),
                Layer::Entities | Layer::Tiles => Vec::new(),
            },
            auto_layer_tiles: [],
            seed: 0,
            override_tileset_uid: (),
            grid_tiles: if is_tiles { self.tiles(level) } else { Vec::new() },
            entity_instances: if layer == Layer::Entities { self.entities.all_of_level(level.z) } else { Vec::new() },
        }
    }

    /// The tiles of all cells, row by row, those of one cell from the ground up. Rock out of sight is left to the
    /// background.
    fn tiles(&self, level: &Level) -> Vec<Tile> {
        let unseen = tileset::Tile::Rock(Blob::from_open([false; 8])).id();
        let cells = tiling_metered(self.dungeon, level, self.meter);
        let tiles = cells.iter().zip(0..).flat_map(|((cell, layers), number)| {
            [layers.floor, layers.ground, layers.wall, layers.door]
                .into_iter()
                .flatten()
                .map(move |id| (cell, number, id))
        });
        let tiles = tiles.take_while(|_| self.meter.goes_on(1));
        tiles.filter(|&(_, _, id)| id != unseen).map(|(cell, number, id)| self.lay(cell, number, id)).collect()
    }

    fn lay(&self, cell: Cell, number: u32, id: TileId) -> Tile {
        let side = self.tile;
        let [column, row] = [id.0 % COLUMNS, id.0 / COLUMNS].map(u32::from);
        Tile {
            px: [cell.x * side as i32, cell.y * side as i32],
            src: [column * side, row * side],
            f: 0,
            t: id.0.into(),
            d: [number],
            a: 1,
        }
    }

    /// All levels lie on each other: those one storey away are neighbours, `<` below and `>` above.
    fn neighbours(&self, z: i32) -> Vec<Neighbour> {
        let near = self.dungeon.levels.iter().filter(|level| (level.z - z).abs() == 1);
        let dir = |other: i32| if other < z { "<" } else { ">" };
        near.map(|level| Neighbour { level_iid: self.iids.level(level.z), dir: dir(level.z) }).collect()
    }

    /// What tells of the dungeon, on its first level, and the level's own name.
    fn fields(&self, level: &Level, is_first: bool) -> Vec<FieldInstance> {
        let mut values = if is_first { self.dungeon_values() } else { Vec::new() };
        values.resize_with(LEVEL_FIELDS.len() - OWN_LEVEL_FIELDS, Vec::new);
        let name = Some(&level.name).filter(|name| !name.is_empty());
        values.push(name.map(|name| Datum::Text(name.clone())).into_iter().collect());
        values.push(vec![Datum::Text(level.surround.name().to_owned())]);
        let numbered = LEVEL_FIELDS.iter().zip(FIRST_LEVEL_FIELD..);
        numbered.zip(values).map(|((field, uid), values)| instance(field, uid, values)).collect()
    }

    fn dungeon_values(&self) -> Vec<Vec<Datum>> {
        let Dungeon { name, tile_feet, module_grid, outline, groups, story, .. } = self.dungeon;
        let Provenance { recipe, seed, epoch, inputs, pins, pins_size, .. } = &self.dungeon.provenance;
        let input = |input: &ProvenanceInput| Datum::Text(serde_json::to_string(input).unwrap_or_default());
        let outline = outline.map(|rect| [rect.left, rect.top, rect.right, rect.bottom]);
        vec![
            vec![Datum::Text(name.clone())],
            vec![Datum::Text(GENERATOR.to_owned())],
            vec![Datum::Text(seed.clone())],
            vec![Datum::int(*epoch)],
            vec![Datum::int(*tile_feet)],
            module_grid.iter().flatten().copied().map(Datum::int).collect(),
            outline.into_iter().flatten().map(Datum::int).collect(),
            recipe.iter().map(|(field, value)| Datum::Text(format!("{field} = {value}"))).collect(),
            self.dungeon.file_warnings().into_iter().map(Datum::Text).collect(),
            inputs.iter().map(input).collect(),
            self.dungeon.windows.iter().map(|window| Datum::Text(json_line(window))).collect(),
            groups.iter().map(|group| Datum::Text(json_line(group))).collect(),
            Some(&story.hook).filter(|hook| !hook.is_empty()).cloned().map(Datum::Text).into_iter().collect(),
            story.rumours.iter().cloned().map(Datum::Text).collect(),
            pins.iter().map(|pin| Datum::Text(json_line(pin))).collect(),
            pins_size.iter().flatten().copied().map(Datum::int).collect(),
        ]
    }
}

fn terrain(level: &Level) -> Vec<u8> {
    level.terrain.values().iter().map(|&terrain| defs::value_of(terrain)).collect()
}

fn ground(level: &Level) -> Vec<u8> {
    level.size().cells().map(|cell| level.ground_at(cell).code()).collect()
}

/// 1 for each cell that is pinned by itself.
fn pinned(dungeon: &Dungeon, level: &Level) -> Vec<u8> {
    let cells = pinned_cells(dungeon, level);
    level.size().cells().map(|cell| u8::from(cells.contains(&cell))).collect()
}

/// A name that LDtk keeps as it is: letters, digits and underscores.
fn identifier(z: i32) -> String {
    match z {
        0 => "Level_0".to_owned(),
        1.. => format!("Level_above_{z}"),
        _ => format!("Level_below_{}", -z),
    }
}
