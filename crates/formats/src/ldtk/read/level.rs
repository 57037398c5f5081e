//! Levels: their terrain, and where their entities are.

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::{Cell, Grid, MAX_SIDE, Rect};

use super::fields::Fields;
use super::file::{DefsFile, EntityFile, LayerFile, LevelFile, SEPARATE};
use crate::ldtk::enums::Worded;
use crate::ldtk::layer::Layer;
use crate::ldtk::schema::Kind;
use crate::pin_cells::PaintedCells;
use undercroft::dungeon::{Ground, Level, Surround, Terrain};
use undercroft::format::decode;
use undercroft::format::json::path::{Fault, Path};

/// An entity of a kind that we know, and where it is.
pub(super) struct Item<'a> {
    pub kind: Kind,
    pub iid: &'a str,
    pub z: i32,
    /// Its rectangle. [Unit: cells]
    pub rect: Rect,
    pub path: Path,
    file: &'a EntityFile,
}

impl Item<'_> {
    /// Its fields.
    pub fn fields(&self) -> Fields<'_> {
        Fields::new(&self.file.field_instances, &self.path)
    }

    /// The complaint about it.
    pub fn fault(&self, problem: impl Into<String>) -> Fault {
        self.path.clone().fault(problem)
    }
}

/// Reads one level; `taken` cells of the file's limit belong to others. Its entities and pinned cells join the others.
pub(super) fn level<'a>(
    file: &'a LevelFile,
    path: &Path,
    defs: &DefsFile,
    taken: usize,
    items: &mut Vec<Item<'a>>,
    painted: &mut PaintedCells,
) -> Result<Level, Fault> {
    let z = height(file, path)?;
    let fields = Fields::new(&file.field_instances, path);
    let name = fields.one("level_name")?.unwrap_or_default();
    let surround: String = fields.one("surround")?.unwrap_or_default();
    let path = path.clone().key("layerInstances");
    let layers = file.layer_instances.as_ref().ok_or_else(|| path.clone().fault(SEPARATE))?;
    let (i, layer) = terrain_layer(layers, &path)?;
    let terrain = terrain(layer, &path.clone().index(i), defs, taken)?;
    for (i, layer) in layers.iter().enumerate() {
        entities(layer, &path.clone().index(i), z, items)?;
    }
    let is_ground = |layer: &&LayerFile| layer.identifier == Layer::Ground.name() && !layer.int_grid_csv.is_empty();
    let lying = layers.iter().position(|layer| is_ground(&layer));
    let mut level = Level::new(z, terrain);
    if let Some(i) = lying {
        level.set_ground(ground(&layers[i], &path.clone().index(i), defs, &level.terrain)?);
    }
    if let Some(cells) = pinned(layers, &path, &level)? {
        painted.insert(z, cells);
    }
    level.name = name;
    level.surround = Surround::named(&surround).unwrap_or_default();
    Ok(level)
}

fn height(file: &LevelFile, path: &Path) -> Result<i32, Fault> {
    decode::height(file.world_depth).map_err(|problem| path.clone().key("worldDepth").fault(problem))
}

/// The IntGrid layer with our name, or the only one.
fn terrain_layer<'a>(layers: &'a [LayerFile], path: &Path) -> Result<(usize, &'a LayerFile), Fault> {
    let wanted = Layer::Terrain;
    // What lies on the floor is a grid too, and what is pinned; both are no terrain.
    let is_other = |name: &str| [Layer::Ground, Layer::Pinned].iter().any(|layer| layer.name() == name);
    let is_grid = |layer: &LayerFile| layer.layer_type == wanted.layer_type() && !is_other(&layer.identifier);
    let grids: Vec<_> = layers.iter().enumerate().filter(|(_, layer)| is_grid(layer)).collect();
    let named = grids.iter().find(|(_, layer)| layer.identifier == wanted.name());
    match (named, grids.as_slice()) {
        (Some(&found), _) | (None, &[found]) => Ok(found),
        (None, all) => {
            let name = wanted.name();
            let problem =
                format!("need one IntGrid layer, or one that is called `{name}`; this level has {}", all.len());
            Err(path.clone().fault(problem))
        }
    }
}

fn terrain(layer: &LayerFile, path: &Path, defs: &DefsFile, taken: usize) -> Result<Grid<Terrain>, Fault> {
    let size =
        decode::size(layer.columns, layer.rows, taken).map_err(|problem| path.clone().key("__cWid").fault(problem))?;
    let csv = path.clone().key("intGridCsv");
    if layer.int_grid_csv.len() != size.area() {
        let problem =
            format!("need {} values, one for each cell of {size}, got {}", size.area(), layer.int_grid_csv.len());
        return Err(csv.fault(problem));
    }
    let meanings = meanings(layer, defs);
    let unknown = |i: usize, value: i64| {
        let words: Vec<&str> = Terrain::WORDS.iter().map(|word| word.text).collect();
        let problem = format!("the value {value} is not defined as one of {}", words.join(", "));
        csv.clone().index(i).fault(problem)
    };
    let cells = layer.int_grid_csv.iter().enumerate();
    let cells = cells.map(|(i, &value)| meanings.get(&value).copied().ok_or_else(|| unknown(i, value)));
    Ok(Grid::from_values(size, cells.collect::<Result<_, _>>()?))
}

/// What the values of a layer mean, by their names, in any case. The empty cell is rock.
fn meanings(layer: &LayerFile, defs: &DefsFile) -> BTreeMap<i64, Terrain> {
    let def = defs.layers.iter().find(|def| def.uid == layer.layer_def_uid);
    let values = def.into_iter().flat_map(|def| &def.int_grid_values);
    let named = values.filter_map(|value| Some((value.value, terrain_called(value.identifier.as_ref()?)?)));
    named.chain([(0, Terrain::Rock)]).collect()
}

/// What lies on the floor; where a user painted a wall over it, it is gone.
fn ground(layer: &LayerFile, path: &Path, defs: &DefsFile, terrain: &Grid<Terrain>) -> Result<Grid<Ground>, Fault> {
    let (size, csv) = (terrain.size(), path.clone().key("intGridCsv"));
    let length = layer.int_grid_csv.len();
    if length != size.area() {
        let problem = format!("need {} values, one for each cell of {size}, got {length}", size.area());
        return Err(csv.fault(problem));
    }
    let def = defs.layers.iter().find(|def| def.uid == layer.layer_def_uid);
    let named = def.into_iter().flat_map(|def| &def.int_grid_values);
    let called = |name: &str| Ground::WORDS.iter().find(|word| word.text.eq_ignore_ascii_case(name));
    let meanings: BTreeMap<i64, Ground> =
        named.filter_map(|value| Some((value.value, called(value.identifier.as_ref()?)?.meaning))).collect();
    let meaning = |(i, &value): (usize, &i64)| {
        let known = if value == 0 { Some(Ground::Bare) } else { meanings.get(&value).copied() };
        let words: Vec<&str> = Ground::WORDS.iter().map(|word| word.text).collect();
        known.ok_or_else(|| {
            csv.clone().index(i).fault(format!("the value {value} is not defined as one of {}", words.join(", ")))
        })
    };
    let cells = layer.int_grid_csv.iter().enumerate().map(meaning).collect::<Result<Vec<_>, _>>()?;
    let mut ground = Grid::from_values(size, cells);
    size.cells().filter(|&cell| terrain[cell].is_massive()).for_each(|cell| ground[cell] = Ground::Bare);
    Ok(ground)
}

/// The cells that are painted on the layer of pinned ones, where there is one.
fn pinned(layers: &[LayerFile], path: &Path, level: &Level) -> Result<Option<BTreeSet<Cell>>, Fault> {
    let is_pinned = |layer: &&LayerFile| layer.identifier == Layer::Pinned.name() && !layer.int_grid_csv.is_empty();
    let Some(i) = layers.iter().position(|layer| is_pinned(&layer)) else { return Ok(None) };
    let (size, values) = (level.size(), &layers[i].int_grid_csv);
    if values.len() != size.area() {
        let problem = format!("need {} values, one for each cell of {size}, got {}", size.area(), values.len());
        return Err(path.clone().index(i).key("intGridCsv").fault(problem));
    }
    Ok(Some(size.cells().zip(values).filter(|(_, value)| **value != 0).map(|(cell, _)| cell).collect()))
}

fn terrain_called(name: &str) -> Option<Terrain> {
    Terrain::WORDS.iter().find(|word| word.text.eq_ignore_ascii_case(name)).map(|word| word.meaning)
}

fn entities<'a>(layer: &'a LayerFile, path: &Path, z: i32, items: &mut Vec<Item<'a>>) -> Result<(), Fault> {
    if layer.entity_instances.is_empty() {
        return Ok(());
    }
    if layer.grid_size < 1 {
        return Err(path.clone().key("__gridSize").fault(format!("need at least 1 pixel, got {}", layer.grid_size)));
    }
    let path = path.clone().key("entityInstances");
    for (i, file) in layer.entity_instances.iter().enumerate() {
        // Entities that a user added for a game of their own are none of our business.
        let Some(kind) = Kind::from_name(&file.identifier) else { continue };
        let rect = rect(file, layer.grid_size);
        items.push(Item { kind, iid: &file.iid, z, rect, path: path.clone().index(i), file });
    }
    Ok(())
}

/// The cells that an entity covers. Whatever the file says, the numbers stay so small that they can be reckoned with.
fn rect(file: &EntityFile, grid: i64) -> Rect {
    let limit = 2 * i64::from(MAX_SIDE);
    let start = |axis: usize, side: i64| {
        // Our pivot is 0; a user who changed it moved the entity's px with it.
        let pivot = (file.pivot[axis] * side as f64) as i64;
        file.px[axis].saturating_sub(pivot).div_euclid(grid).clamp(-limit, limit) as i32
    };
    let span = |side: i64| (side.saturating_add(grid / 2) / grid).clamp(1, limit) as i32;
    let [left, top] = [start(0, file.width), start(1, file.height)];
    Rect::new(left, top, left + span(file.width), top + span(file.height))
}
