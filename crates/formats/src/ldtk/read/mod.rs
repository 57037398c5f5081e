//! Reads a project back, edited or not.
//!
//! The terrain layer is taken as it is. Rooms and doors are matched by their entities; floor and door tiles that no
//! entity tells of become new rooms and doors. Links, markers and the rest are what their entities say; a link that lost
//! a room or a door is gone. Nothing is repaired: what an edit broke is for the judge to tell
//! ([`verify`](undercroft::verify::verify)).

mod content_fields;
mod entity_fields;
mod fields;
mod file;
mod floors;
mod level;

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::{Cell, Grid, Rect};

use self::entity_fields::Numbered;
use self::fields::Fields;
use self::file::{HeaderFile, LevelFile, ProjectFile};
use self::level::Item;
use super::schema::Kind;
use crate::pin_cells::{self, PaintedCells};
use crate::pin_ticks::{PinSubject, PinTicks};
use crate::room_notes::NewIds;
use undercroft::dungeon::{
    Door, DoorId, DoorKind, DoorState, Dungeon, Level, LinkId, Room, RoomId, Run, Terrain, Window,
};
use undercroft::format::infer_rooms::{self, Gap, Look};
use undercroft::format::json::path::{Fault, Path};
use undercroft::format::json::{self, check};
use undercroft::format::{MAX_CELLS, ReadError};

/// A door that only the tiles tell of.
const PLAIN: Look = Look { kind: DoorKind::Door, state: DoorState::Closed, secret: false };

/// Reads a project.
///
/// # Errors
/// When the text is no JSON, no LDtk project of a version that we know, has its levels in other files, or does not agree
/// with itself; with path, line and column.
pub fn read(text: &str) -> Result<Dungeon, ReadError> {
    let header: HeaderFile = json::parse(text)?;
    header.check().map_err(|fault| json::place(text, fault))?;
    let project: ProjectFile = json::parse(text)?;
    dungeon(&project).map_err(|fault| json::place(text, fault))
}

fn dungeon(project: &ProjectFile) -> Result<Dungeon, Fault> {
    let (files, path) = levels_of(project)?;
    let (levels, items, painted) = levels(project, files, &path)?;
    let mut dungeon = Dungeon::bare("", levels);
    let is_ours = origin(&mut dungeon, files, &path)?;
    if !is_ours && !items.iter().any(|item| matches!(item.kind, Kind::Room | Kind::Door)) {
        let gaps = door_tiles(&dungeon, &BTreeSet::new());
        return Ok(infer_rooms::infer_rooms(dungeon, &gaps));
    }
    let sources = furnish(&mut dungeon, &items)?;
    check::check(&dungeon).map_err(|fault| sources.locate(&fault, &path))?;
    sources.ticks.settle(&mut dungeon);
    pin_cells::settle(&mut dungeon, &painted);
    Ok(dungeon)
}

/// The levels of the one world, and their path.
fn levels_of(project: &ProjectFile) -> Result<(&[LevelFile], Path), Fault> {
    match project.worlds.as_slice() {
        [] if project.levels.is_empty() => Err(Path::of("levels").fault("a project needs at least one level")),
        [] => Ok((&project.levels, Path::of("levels"))),
        [world] => Ok((&world.levels, Path::of("worlds").index(0).key("levels"))),
        worlds => {
            let problem = format!("a dungeon is one world, this project has {}", worlds.len());
            Err(Path::of("worlds").fault(problem))
        }
    }
}

fn levels<'a>(
    project: &ProjectFile,
    files: &'a [LevelFile],
    path: &Path,
) -> Result<(Vec<Level>, Vec<Item<'a>>, PaintedCells), Fault> {
    let (mut levels, mut items, mut taken): (Vec<Level>, _, _) = (Vec::new(), Vec::new(), 0);
    let mut painted = PaintedCells::new();
    for (i, file) in files.iter().enumerate() {
        let path = path.clone().index(i);
        let level = level::level(file, &path, &project.defs, taken, &mut items, &mut painted)?;
        if levels.iter().any(|other| other.z == level.z) {
            return Err(path.key("worldDepth").fault(format!("there are two levels at the depth {}", level.z)));
        }
        taken += level.size().area();
        levels.push(level);
    }
    Ok((levels, items, painted))
}

/// What tells of the whole dungeon: the fields of the first level that has them. Says whether a writer of ours filled
/// them in.
fn origin(dungeon: &mut Dungeon, files: &[LevelFile], path: &Path) -> Result<bool, Fault> {
    for (i, file) in files.iter().enumerate() {
        let path = path.clone().index(i);
        let fields = Fields::new(&file.field_instances, &path);
        let Some(epoch) = fields.one("epoch")? else { continue };
        dungeon.provenance.epoch = epoch;
        dungeon.name = fields.one("name")?.unwrap_or_default();
        dungeon.provenance.seed = fields.one("seed")?.unwrap_or_default();
        dungeon.tile_feet = fields.one("tile_feet")?.unwrap_or(dungeon.tile_feet);
        dungeon.module_grid = fields.exactly("lattice")?;
        dungeon.outline =
            fields.exactly("outline")?.map(|[left, top, right, bottom]| Rect { left, top, right, bottom });
        dungeon.set_file_warnings(fields.list("warnings")?);
        for line in fields.list::<String>("windows")? {
            let refuse = |_| fields.fault("windows", format!("need a window as JSON, got {line:?}"));
            let window: Window = serde_json::from_str(&line).map_err(refuse)?;
            dungeon.windows.push(Window { id: dungeon.windows.len() as u32, ..window });
        }
        for line in fields.list::<String>("recipe")? {
            let setting =
                line.split_once(" = ").and_then(|(key, value)| Some((key, serde_json::from_str(value).ok()?)));
            let refuse = || fields.fault("recipe", format!("need `field = value`, got {line:?}"));
            let (key, value): (_, serde_json::Value) = setting.ok_or_else(refuse)?;
            dungeon.provenance.recipe.insert(key, value);
        }
        for input in fields.list::<String>("inputs")? {
            let refuse = |error| fields.fault("inputs", format!("need a file as JSON: {error}"));
            dungeon.provenance.inputs.push(serde_json::from_str(&input).map_err(refuse)?);
        }
        for line in fields.list::<String>("pins")? {
            let refuse = |error| fields.fault("pins", format!("need a pin as JSON: {error}"));
            dungeon.provenance.pins.push(serde_json::from_str(&line).map_err(refuse)?);
        }
        dungeon.provenance.pins_size = fields.exactly("pins_size")?;
        content_fields::told(dungeon, &fields)?;
        return Ok(true);
    }
    Ok(false)
}

/// Where the things of a dungeon come from, by their numbers; new ones come from no entity.
#[derive(Default)]
struct Sources {
    paths: BTreeMap<&'static str, Vec<Path>>,
    ticks: PinTicks,
}

impl Sources {
    fn record(&mut self, list: &'static str, items: &[&Item<'_>]) {
        self.paths.insert(list, items.iter().map(|item| item.path.clone()).collect());
    }

    /// Notes which of these things are ticked as pinned.
    fn note_pinned(&mut self, thing: fn(u32) -> PinSubject, items: &[&Item<'_>]) -> Result<(), Fault> {
        for (id, item) in (0..).zip(items) {
            self.ticks.insert(thing(id), item.fields().one("pinned")?);
        }
        Ok(())
    }

    /// A complaint about the dungeon as one about the file: `doors[3].cells` becomes the path of door 3's entity.
    fn locate(&self, fault: &Fault, levels: &Path) -> Fault {
        let said = fault.path.clone().flat().to_string();
        let (list, rest) = said.split_once('[').unwrap_or((&said, ""));
        let number = rest.split_once(']').and_then(|(number, _)| number.parse::<usize>().ok());
        let path = self.paths.get(list).zip(number).and_then(|(paths, number)| paths.get(number));
        path.unwrap_or(levels).clone().fault(format!("{said}: {}", fault.problem))
    }
}

/// Puts rooms, doors, links and markers into the dungeon.
fn furnish(dungeon: &mut Dungeon, items: &[Item<'_>]) -> Result<Sources, Fault> {
    let mut sources = Sources::default();
    let rooms = Numbered::from_items(items, &[Kind::Room], "id")?;
    let doors = Numbered::from_items(items, &[Kind::Door], "id")?;
    sources.record("rooms", &rooms.items);
    sources.record("doors", &doors.items);
    sources.note_pinned(|id| PinSubject::Room(RoomId(id)), &rooms.items)?;
    sources.note_pinned(|id| PinSubject::Door(DoorId(id)), &doors.items)?;
    add_rooms(dungeon, &rooms)?;
    for (item, id) in doors.items.iter().zip(0..) {
        dungeon.doors.push(entity_fields::door(item, DoorId(id), &rooms)?);
    }
    let links = add_links(dungeon, items, &rooms, &doors, &mut sources)?;
    let stubs = Numbered::from_items(items, &[Kind::Stub], "order")?;
    dungeon.stubs = stubs.items.iter().map(|item| entity_fields::stub(item)).collect::<Result<_, _>>()?;
    sources.record("stubs", &stubs.items);
    add_markers(dungeon, items, &rooms, &links, &mut sources)?;
    let mut ids = NewIds::default();
    ids.insert("room", rooms.by_old("id")?);
    ids.insert("door", doors.by_old("id")?);
    ids.insert("link", old_links(items, &links)?);
    let [spawns, features] = content_fields::add_contents(dungeon, items, &rooms, ids)?;
    sources.record("spawns", &spawns);
    sources.record("features", &features);
    sources.note_pinned(PinSubject::Spawn, &spawns)?;
    sources.note_pinned(PinSubject::Feature, &features)?;
    if let Some(item) = items.iter().find(|item| item.kind == Kind::Entrance) {
        dungeon.entrance = entity_fields::entrance(item, &rooms, &doors)?;
    }
    attach_doors(dungeon);
    Ok(sources)
}

/// The rooms with the floors that the tiles show.
fn add_rooms(dungeon: &mut Dungeon, numbered: &Numbered<'_>) -> Result<(), Fault> {
    let mut area = 0;
    for (item, id) in numbered.items.iter().zip(0..) {
        let size = dungeon.level(item.z).map(Level::size).expect("an entity lies on a level that was read");
        let (room, is_goal) = entity_fields::room(item, RoomId(id), size)?;
        area += room.area();
        if area > MAX_CELLS as i64 {
            return Err(
                item.fault(format!("up to here the rooms have {area} cells of floor, at most {MAX_CELLS} are allowed"))
            );
        }
        dungeon.goal = dungeon.goal.or(is_goal.then_some(room.id));
        dungeon.rooms.push(room);
    }
    if !dungeon.rooms.is_empty() {
        take_floors(dungeon);
    }
    Ok(())
}

fn take_floors(dungeon: &mut Dungeon) {
    let mut new = Vec::new();
    for level in &dungeon.levels {
        let here: Vec<usize> = (0..dungeon.rooms.len()).filter(|&i| dungeon.rooms[i].z == level.z).collect();
        let had: Vec<&[Run]> = here.iter().map(|&i| dungeon.rooms[i].floor.as_slice()).collect();
        let found = floors::floors(level, &had);
        here.into_iter().zip(found.kept).for_each(|(i, floor)| dungeon.rooms[i].floor = floor);
        new.extend(found.new.into_iter().map(|floor| (level.z, floor)));
    }
    for (z, floor) in new {
        let id = RoomId(dungeon.rooms.len() as u32);
        dungeon.rooms.push(Room::bare(id, z, floor));
    }
}

/// The links that still have both ends; says which number each got.
fn add_links(
    dungeon: &mut Dungeon,
    items: &[Item<'_>],
    rooms: &Numbered<'_>,
    doors: &Numbered<'_>,
    sources: &mut Sources,
) -> Result<BTreeMap<String, LinkId>, Fault> {
    let (mut numbers, mut kept) = (BTreeMap::new(), Vec::new());
    for item in Numbered::from_items(items, &[Kind::Link], "id")?.items {
        let Some(mut link) = entity_fields::link(item, rooms, doors)? else { continue };
        link.id = LinkId(dungeon.links.len() as u32);
        numbers.insert(item.iid.to_owned(), link.id);
        kept.push(item);
        let link = link.to_link(&Path::of("links").index(link.id.index()), &dungeon.rooms, &dungeon.doors);
        dungeon.links.push(link.map_err(|fault| item.fault(format!("{}: {}", fault.path, fault.problem)))?);
    }
    sources.record("links", &kept);
    sources.note_pinned(|id| PinSubject::Link(LinkId(id)), &kept)?;
    Ok(numbers)
}

fn add_markers(
    dungeon: &mut Dungeon,
    items: &[Item<'_>],
    rooms: &Numbered<'_>,
    links: &BTreeMap<String, LinkId>,
    sources: &mut Sources,
) -> Result<(), Fault> {
    let kinds = [Kind::Stairs, Kind::Light, Kind::Key];
    let mut kept = Vec::new();
    for item in Numbered::from_items(items, &kinds, "order")?.items {
        let Some(marker) = entity_fields::marker(item, rooms, |iid| links.get(iid).copied())? else { continue };
        kept.push(item);
        dungeon.markers.push(marker);
    }
    sources.record("markers", &kept);
    Ok(())
}

/// The numbers that links have in the file, with those that they got.
fn old_links(items: &[Item<'_>], links: &BTreeMap<String, LinkId>) -> Result<BTreeMap<u32, u32>, Fault> {
    let mut by_old = BTreeMap::new();
    for item in items.iter().filter(|item| item.kind == Kind::Link) {
        if let (Some(old), Some(new)) = (item.fields().one::<u32>("id")?, links.get(item.iid)) {
            by_old.entry(old).or_insert(new.0);
        }
    }
    Ok(by_old)
}

/// Hangs doors where the tiles show gaps that no entity tells of, and gives doors whose room is gone the room that they
/// open from.
fn attach_doors(dungeon: &mut Dungeon) {
    let told = dungeon.doors.iter().flat_map(|door| door.cells.iter().map(|&cell| (door.z, cell))).collect();
    let gaps = door_tiles(dungeon, &told);
    if gaps.is_empty() && dungeon.doors.iter().all(|door| door.room.is_some()) {
        return;
    }
    for level in &dungeon.levels {
        let rooms = rooms_of(level, &dungeon.rooms);
        let room_at = |cell: Cell| rooms.get(cell).copied().flatten();
        let behind = |door: &Door| door.cells.iter().find_map(|&cell| room_at(cell - door.normal));
        let homeless = dungeon.doors.iter_mut().filter(|door| door.z == level.z && door.room.is_none());
        homeless.for_each(|door| door.room = behind(door));
        let here = gaps.iter().filter(|gap| gap.z == level.z).map(|gap| (gap.cell, gap.look)).collect();
        for (cells, look) in infer_rooms::gates(level, here) {
            let id = DoorId(dungeon.doors.len() as u32);
            dungeon.doors.push(infer_rooms::attach_door(id, level, cells, look, room_at));
        }
    }
}

/// The room of each cell.
fn rooms_of(level: &Level, rooms: &[Room]) -> Grid<Option<RoomId>> {
    let mut grid = Grid::filled(level.size(), None);
    for room in rooms.iter().filter(|room| room.z == level.z) {
        room.cells().for_each(|cell| grid.get_mut(cell).into_iter().for_each(|place| *place = Some(room.id)));
    }
    grid
}

/// The door tiles that none of these doors takes up.
fn door_tiles(dungeon: &Dungeon, told: &BTreeSet<(i32, Cell)>) -> Vec<Gap> {
    let tiles = dungeon
        .levels
        .iter()
        .flat_map(|level| level.terrain.iter().map(move |(cell, terrain)| (level.z, cell, *terrain)));
    let gaps = tiles.filter(|&(z, cell, terrain)| terrain == Terrain::Door && !told.contains(&(z, cell)));
    gaps.map(|(z, cell, _)| Gap { z, cell, look: PLAIN }).collect()
}
