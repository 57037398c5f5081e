//! The levels of a map: what its tiles show.

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::{Cell, Grid};

use super::map_file::{Content, Fault, Layer, Map, MapPosition, Object, Properties, TileNote, Tiles, Tileset};
use crate::pin_cells;
use crate::tileset::{DoorLook, Tile};
use undercroft::dungeon::{Ground, Level, Surround, Terrain};
use undercroft::format::decode;

/// A level as a map shows it.
pub(super) struct MapLevel {
    pub z: i32,
    /// What people call it; empty where the map does not say.
    pub name: String,
    pub terrain: Grid<Terrain>,
    /// What lies on the floor.
    pub ground: Grid<Ground>,
    /// What lies around its rooms.
    pub surround: Surround,
    /// The doors that tiles show, where they say which.
    pub looks: BTreeMap<Cell, DoorLook>,
    pub objects: Vec<Object>,
    /// The objects on layers called Features.
    pub features: Vec<Object>,
    /// The cells with tiles on the layer of pinned ones, where there is one.
    pub pinned: Option<BTreeSet<Cell>>,
    /// Width and height of a tile. [Unit: pixels]
    pub tile: [i64; 2],
    pub spot: MapPosition,
}

impl MapLevel {
    /// The level that its tiles show.
    pub fn to_level(&self) -> Level {
        let mut level = Level::new(self.z, self.terrain.clone());
        level.name.clone_from(&self.name);
        level.surround = self.surround;
        level.set_ground(self.ground.clone());
        level
    }
}

/// What a tile means.
#[derive(Clone, Copy)]
struct Meaning {
    terrain: Terrain,
    look: Option<DoorLook>,
}

/// The levels of a map: its groups that have a number, or else the map as a whole.
pub(super) fn storeys(map: Map, taken: &mut usize) -> Result<Vec<MapLevel>, Fault> {
    let Map { columns, rows, tile, properties, tilesets, layers, .. } = map;
    let meanings = Meanings::from_tilesets(&tilesets);
    let (groups, loose): (Vec<Layer>, Vec<Layer>) = layers.into_iter().partition(is_level);
    let mut floors: Vec<Floor> = Vec::new();
    for group in groups {
        let Content::Group(layers) = group.content else { continue };
        floors.push(Floor { properties: group.properties, layers, spot: group.spot });
    }
    if floors.is_empty() {
        floors.push(Floor { properties, layers: loose, spot: MapPosition::File });
    }
    floors.into_iter().map(|floor| floor.read([columns, rows], tile, &meanings, taken)).collect()
}

pub(super) fn is_level(layer: &Layer) -> bool {
    matches!(layer.content, Content::Group(_)) && layer.properties.get("level").is_some()
}

/// The layers of one level.
struct Floor {
    properties: Properties,
    layers: Vec<Layer>,
    spot: MapPosition,
}

impl Floor {
    fn read(
        self,
        [columns, rows]: [i64; 2],
        tile: [i64; 2],
        meanings: &Meanings,
        taken: &mut usize,
    ) -> Result<MapLevel, Fault> {
        let z = decode::height(self.properties.whole("level").unwrap_or(0))
            .map_err(|problem| self.spot.fault(format!("level: {problem}")))?;
        let Sorted { tiles, objects, features, pinned } = Sorted::from_layers(self.layers);
        if !tiles.iter().any(|(name, layer)| meanings.shows(name, layer)) {
            return Err(self.spot.fault(meanings.nothing_known()));
        }
        let wanted = |name: &str, most: i64| self.properties.whole(name).unwrap_or(most).clamp(1, most);
        let reach = tiles.iter().map(|(_, layer)| reach(layer)).fold([1, 1], |a, b| [a[0].max(b[0]), a[1].max(b[1])]);
        let [width, height] = [wanted("width", columns).max(reach[0]), wanted("height", rows).max(reach[1])];
        let size = decode::size(width, height, *taken).map_err(|problem| self.spot.fault(problem))?;
        *taken += size.area();
        let (mut terrain, mut looks) = (Grid::filled(size, Terrain::Rock), BTreeMap::new());
        let mut ground = Grid::filled(size, Ground::Bare);
        for (name, layer) in &tiles {
            meanings.lay(name, layer, &mut terrain, &mut looks);
            meanings.lay_ground(layer, &mut ground);
        }
        // A user who paints a wall over a pool takes the pool away.
        size.cells().filter(|&cell| terrain[cell].is_massive()).for_each(|cell| ground[cell] = Ground::Bare);
        looks.retain(|&cell, _| terrain[cell] == Terrain::Door);
        let name = self.properties.text("level_name").unwrap_or_default().to_owned();
        let surround = self.properties.text("surround").and_then(Surround::named).unwrap_or_default();
        let spot = self.spot;
        Ok(MapLevel { z, name, terrain, ground, surround, looks, objects, features, pinned, tile, spot })
    }
}

/// What layers hold, by sort; groups are opened.
#[derive(Default)]
struct Sorted {
    /// Layers of tiles with their names, lowest first.
    tiles: Vec<(String, Tiles)>,
    objects: Vec<Object>,
    features: Vec<Object>,
    /// The cells of the layer of pinned ones, which shows no terrain.
    pinned: Option<BTreeSet<Cell>>,
}

impl Sorted {
    fn from_layers(layers: Vec<Layer>) -> Self {
        let mut sorted = Self::default();
        sorted.add(layers);
        sorted
    }

    fn add(&mut self, layers: Vec<Layer>) {
        for layer in layers {
            match layer.content {
                Content::Group(layers) => self.add(layers),
                Content::Tiles(grid) if is_pinned(&layer.name) => self.pin(&grid),
                Content::Chunks(chunks) if is_pinned(&layer.name) => {
                    self.pinned.get_or_insert_default();
                    chunks.iter().for_each(|chunk| self.pin(chunk));
                }
                Content::Tiles(grid) => self.tiles.push((layer.name, grid)),
                Content::Chunks(chunks) => {
                    self.tiles.extend(chunks.into_iter().map(|chunk| (layer.name.clone(), chunk)));
                }
                // The type of a feature is its kind, which may be any word: the layer tells that it is one.
                Content::Objects(list) if layer.name.trim().eq_ignore_ascii_case("features") => {
                    self.features.extend(list);
                }
                Content::Objects(list) => self.objects.extend(list),
                Content::Other => {}
            }
        }
    }

    /// Takes the cells of a layer of pinned ones.
    fn pin(&mut self, layer: &Tiles) {
        let [left, top] = layer.at.map(|at| at as i32);
        let painted = (0..).zip(&layer.gids).filter(|(_, gid)| **gid != 0);
        let columns = layer.columns.max(1);
        let cell = |at: usize| Cell::new(left + (at % columns) as i32, top + (at / columns) as i32);
        self.pinned.get_or_insert_default().extend(painted.map(|(at, _)| cell(at)));
    }
}

fn is_pinned(layer: &str) -> bool {
    layer.trim().eq_ignore_ascii_case(pin_cells::NAME)
}

/// How far east and south a layer has tiles: a level grows when a user paints beyond its end.
fn reach(layer: &Tiles) -> [i64; 2] {
    let last = |row: &[u32]| row.iter().rposition(|&gid| gid != 0).map_or(0, |x| x + 1);
    let rows = layer.gids.chunks(layer.columns.max(1));
    let painted = rows.enumerate().map(|(y, row)| (last(row), y + 1)).filter(|(width, _)| *width > 0);
    let reach = painted.map(|(width, height)| [layer.at[0] + width as i64, layer.at[1] + height as i64]);
    reach.fold([0, 0], |a, b| [a[0].max(b[0]), a[1].max(b[1])])
}

/// What the tiles of a map mean, by global id.
struct Meanings {
    tiles: BTreeMap<u32, Meaning>,
    /// Those that lie on the floor.
    grounds: BTreeMap<u32, Ground>,
    /// A tileset in a file of its own, of whose tiles nothing is known.
    elsewhere: Option<String>,
}

impl Meanings {
    fn from_tilesets(tilesets: &[Tileset]) -> Self {
        let tile = |first: u32, note: &TileNote| {
            let terrain = Tile::terrain_of(&note.class)?;
            let look = note.properties.text("look").and_then(DoorLook::from_name);
            Some((first.checked_add(note.id)?, Meaning { terrain, look }))
        };
        let tiles = |tileset: &Tileset| {
            tileset.tiles.iter().filter_map(|note| tile(tileset.first_gid, note)).collect::<Vec<_>>()
        };
        let lying = |tileset: &Tileset| {
            let ground =
                |note: &TileNote| Some((tileset.first_gid.checked_add(note.id)?, Tile::ground_of(&note.class)?));
            tileset.tiles.iter().filter_map(ground).collect::<Vec<_>>()
        };
        let grounds = tilesets.iter().flat_map(lying).collect();
        let elsewhere = tilesets.iter().find_map(|tileset| tileset.source.clone());
        Self { tiles: tilesets.iter().flat_map(tiles).collect(), grounds, elsewhere }
    }

    /// The sentence about a map that shows nothing.
    fn nothing_known(&self) -> String {
        let advice = "no tile is known: name the layers Floor, Walls and Doors, or give the tiles of the tileset these \
                      types: floor, corridor, wall, rock, door, stairs-up, stairs-down";
        match &self.elsewhere {
            Some(file) => format!("{advice}; {file} is not read, embed the tileset in the map"),
            None => advice.to_owned(),
        }
    }

    /// What a tile means on a layer: what its tileset says, or else what the layer is called.
    fn get(&self, gid: u32, by_name: Option<Terrain>) -> Option<Meaning> {
        let named = by_name.map(|terrain| Meaning { terrain, look: None });
        if gid == 0 || self.grounds.contains_key(&gid) { None } else { self.tiles.get(&gid).copied().or(named) }
    }

    /// Lays what lies on the floor.
    fn lay_ground(&self, layer: &Tiles, ground: &mut Grid<Ground>) {
        let [left, top] = layer.at.map(|at| at as i32);
        for (y, row) in (top..).zip(layer.gids.chunks(layer.columns.max(1))) {
            for (x, gid) in (left..).zip(row) {
                if let (Some(&lies), Some(place)) = (self.grounds.get(gid), ground.get_mut(Cell::new(x, y))) {
                    *place = lies;
                }
            }
        }
    }

    fn shows(&self, name: &str, layer: &Tiles) -> bool {
        let by_name = by_name(name);
        by_name.is_some() || layer.gids.iter().any(|&gid| self.get(gid, by_name).is_some())
    }

    /// Lays a layer over what lies below it.
    fn lay(&self, name: &str, layer: &Tiles, terrain: &mut Grid<Terrain>, looks: &mut BTreeMap<Cell, DoorLook>) {
        let by_name = by_name(name);
        let [left, top] = layer.at.map(|at| at as i32);
        for (y, row) in (top..).zip(layer.gids.chunks(layer.columns.max(1))) {
            for (x, &gid) in (left..).zip(row) {
                let Some(meaning) = self.get(gid, by_name) else { continue };
                let cell = Cell::new(x, y);
                let Some(there) = terrain.get_mut(cell) else { continue };
                *there = meaning.terrain;
                if let Some(look) = meaning.look {
                    looks.insert(cell, look);
                }
            }
        }
    }
}

/// What a layer shows whose tiles are of an unknown kind.
fn by_name(name: &str) -> Option<Terrain> {
    match name.trim().to_lowercase().as_str() {
        "floor" | "floors" | "ground" => Some(Terrain::Floor),
        "corridor" | "corridors" => Some(Terrain::Corridor),
        "wall" | "walls" => Some(Terrain::Wall),
        "door" | "doors" => Some(Terrain::Door),
        _ => None,
    }
}
