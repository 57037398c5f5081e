//! A dungeon as a map of Tiled.
//!
//! ```text
//! map                      properties: seed, recipe, entrance, goal, hook, groups …
//!   Level 0   (group)      properties: level, width, height
//!     Floor, Ground, Walls, Doors  tiles; Ground only where something lies on the floor
//!     Pinned               tiles on single cells that are pinned, where there are any
//!     Rooms, Doors, Links, Stairs, Features, Spawns, Markers, Collision      objects
//!   Level -1  (group)
//! ```
//! Tiled has one size for all layers of a map, so that smaller levels say their own in their properties. Only the level of
//! the entrance is shown at first; a click in the list of layers shows another.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Grid};

use super::contents::story_properties;
use super::entities::Desk;
use super::map_file::{Content, Layer, Map, MapPosition, Object, Properties, Tiles, json_text};
use super::tileset_map::Skin;
use crate::pin_cells::{self, pinned_cells};
use crate::pin_ticks::pinned_things;
use crate::tileset::{FloorLook, Layers, Shade, Tile, TileId, tiling_metered};
use undercroft::dungeon::{Dungeon, Level, Surround, Terrain};
use undercroft_draw::WorkMeter;

/// The map of some levels of a dungeon; after a cancellation it lacks tiles.
pub(super) fn compose(dungeon: &Dungeon, levels: &[&Level], skin: Skin, meter: &WorkMeter) -> Map {
    let side = |of: fn(&Level) -> i32| levels.iter().map(|level| of(level)).max().unwrap_or(1);
    let (columns, rows) = (side(|level| level.size().width()), side(|level| level.size().height()));
    let tile = skin.tileset.tile;
    let stairs = stairs(dungeon);
    let mut composer = Composer {
        dungeon,
        skin: &skin,
        meter,
        columns: columns as usize,
        rows: rows as usize,
        desk: Desk {
            dungeon,
            tile,
            here: levels.iter().map(|level| level.z).collect(),
            stairs: &stairs,
            pinned: pinned_things(dungeon),
        },
        next_layer: 1,
        next_object: stairs.len() as u32 + 1,
    };
    let first = shown_first(dungeon, levels);
    let layers = levels.iter().map(|level| composer.level(level, level.z == first)).collect();
    let next = [composer.next_layer, composer.next_object];
    Map {
        columns: columns.into(),
        rows: rows.into(),
        tile: tile.map(i64::from),
        properties: properties(dungeon),
        tilesets: vec![skin.tileset],
        layers,
        next,
    }
}

/// The level of the entrance, or else the highest.
fn shown_first(dungeon: &Dungeon, levels: &[&Level]) -> i32 {
    let entrance = dungeon.entrance.as_ref().and_then(|entrance| dungeon.rooms.get(entrance.room.index()));
    let wanted = entrance.map(|room| room.z).filter(|&z| levels.iter().any(|level| level.z == z));
    wanted.or(levels.first().map(|level| level.z)).unwrap_or(0)
}

/// The stairs of all levels by the cells where they begin, with the numbers of their objects: stairs point at each other,
/// also from map to map.
fn stairs(dungeon: &Dungeon) -> BTreeMap<(i32, Cell), u32> {
    let is_stairs = |terrain: &Terrain| matches!(terrain, Terrain::StairsUp | Terrain::StairsDown);
    let begins = |&(z, cell): &(i32, Cell)| !dungeon.is_later_step(z, cell);
    let on = |level: &Level| -> Vec<(i32, Cell)> {
        level
            .terrain
            .iter()
            .filter(|(_, terrain)| is_stairs(terrain))
            .map(|(cell, _)| (level.z, cell))
            .filter(begins)
            .collect()
    };
    dungeon.levels.iter().flat_map(on).zip(1..).collect()
}

fn properties(dungeon: &Dungeon) -> Properties {
    let entrance = dungeon.entrance.as_ref();
    let list = |warnings: &Vec<String>| (!warnings.is_empty()).then(|| json_text(warnings));
    let text = |text: &String| (!text.is_empty()).then(|| text.clone());
    let [groups, hook, rumours] = story_properties(dungeon);
    Properties::default()
        .with_some("entrance_door", entrance.map(|entrance| entrance.door.0))
        .with_some("entrance_open_end", entrance.filter(|entrance| entrance.open_end).map(|_| true))
        .with_some("entrance_room", entrance.map(|entrance| entrance.room.0))
        .with_some("entrance_runway", entrance.map(|entrance| u32::from(entrance.runway)))
        .with("epoch", dungeon.provenance.epoch)
        .with("generator", "Undercroft")
        .with_some("goal", dungeon.goal.map(|goal| goal.0))
        .with_some(groups.0, groups.1)
        .with_some(hook.0, hook.1)
        .with_some("inputs", (!dungeon.provenance.inputs.is_empty()).then(|| json_text(&dungeon.provenance.inputs)))
        .with_some("lattice", dungeon.module_grid.map(|lattice| json_text(&lattice)))
        .with("levels", dungeon.levels.len() as u32)
        .with_some("name", text(&dungeon.name))
        .with_some("outline", dungeon.outline.map(|rect| json_text(&[rect.left, rect.top, rect.right, rect.bottom])))
        .with_some("pins", (!dungeon.provenance.pins.is_empty()).then(|| json_text(&dungeon.provenance.pins)))
        .with_some("pins_size", dungeon.provenance.pins_size.map(|sides| json_text(&sides)))
        .with_some("recipe", (!dungeon.provenance.recipe.is_empty()).then(|| json_text(&dungeon.provenance.recipe)))
        .with_some(rumours.0, rumours.1)
        .with_some("seed", text(&dungeon.provenance.seed))
        .with("tile_feet", u32::from(dungeon.tile_feet))
        .with("version", env!("CARGO_PKG_VERSION"))
        .with_some("warnings", list(&dungeon.file_warnings()))
        .with_some("windows", (!dungeon.windows.is_empty()).then(|| json_text(&dungeon.windows)))
}

struct Composer<'a> {
    dungeon: &'a Dungeon,
    skin: &'a Skin,
    meter: &'a WorkMeter<'a>,
    columns: usize,
    rows: usize,
    desk: Desk<'a>,
    next_layer: u32,
    next_object: u32,
}

impl Composer<'_> {
    fn level(&mut self, level: &Level, visible: bool) -> Layer {
        let id = self.layer_id();
        let tiles = tiling_metered(self.dungeon, level, self.meter);
        let mut layers = vec![
            self.tiles("Floor", &tiles, |cell| cell.floor),
            self.tiles("Walls", &tiles, |cell| cell.wall),
            self.tiles("Doors", &tiles, |cell| cell.door),
            self.objects("Rooms", self.desk.rooms(level.z), true),
            self.objects("Doors", self.desk.doors(level.z), true),
            self.objects("Links", self.desk.links(level.z), true),
            self.objects("Stairs", self.desk.stairs(level), true),
            self.objects("Features", self.desk.features(level.z), true),
            self.objects("Spawns", self.desk.spawns(level.z), true),
            self.objects("Markers", self.desk.markers(level.z), true),
            self.objects("Collision", self.desk.collision(level), false),
        ];
        if level.ground.is_some() {
            layers.insert(1, self.tiles("Ground", &tiles, |cell| cell.ground));
        }
        layers.extend(self.pinned(level));
        let properties = Properties::default()
            .with("height", level.size().height())
            .with("level", level.z)
            .with_some("level_name", (!level.name.is_empty()).then(|| level.name.clone()))
            .with_some("surround", (level.surround != Surround::Rock).then(|| level.surround.name().to_owned()))
            .with("width", level.size().width());
        let name = format!("Level {}", level.z);
        Layer {
            id,
            name,
            class: "level",
            visible,
            properties,
            content: Content::Group(layers),
            spot: MapPosition::File,
        }
    }

    fn layer_id(&mut self) -> u32 {
        self.next_layer += 1;
        self.next_layer - 1
    }

    fn tiles(&mut self, name: &str, tiles: &Grid<Layers>, of: fn(&Layers) -> Option<TileId>) -> Layer {
        let mut gids = vec![0; self.columns * self.rows];
        for (row, tiles) in gids.chunks_exact_mut(self.columns).zip(tiles.rows()) {
            if !self.meter.goes_on(self.columns as u64 / 4) {
                break;
            }
            row.iter_mut().zip(tiles).for_each(|(gid, tile)| *gid = self.skin.gid(of(tile)));
        }
        self.layer(name, Content::Tiles(Tiles { at: [0, 0], columns: self.columns, gids }), true)
    }

    /// The layer of pinned cells, hidden at first; `None` where there are none, or the tileset has no floor to mark them
    /// with.
    fn pinned(&mut self, level: &Level) -> Option<Layer> {
        let cells = pinned_cells(self.dungeon, level);
        let mark = self.skin.gid(Some(Tile::Floor(FloorLook { texture: 0, shade: Shade::None }).id()));
        if cells.is_empty() || mark == 0 {
            return None;
        }
        let mut gids = vec![0; self.columns * self.rows];
        for cell in cells {
            gids[cell.y as usize * self.columns + cell.x as usize] = mark;
        }
        Some(self.layer(pin_cells::NAME, Content::Tiles(Tiles { at: [0, 0], columns: self.columns, gids }), false))
    }

    /// A layer of objects; those without a number get the next free ones.
    fn objects(&mut self, name: &str, mut objects: Vec<Object>, visible: bool) -> Layer {
        for object in objects.iter_mut().filter(|object| object.id == 0) {
            object.id = self.next_object;
            self.next_object += 1;
        }
        self.layer(name, Content::Objects(objects), visible)
    }

    fn layer(&mut self, name: &str, content: Content, visible: bool) -> Layer {
        let properties = Properties::default();
        Layer {
            id: self.layer_id(),
            name: name.to_owned(),
            class: "",
            visible,
            properties,
            content,
            spot: MapPosition::File,
        }
    }
}
