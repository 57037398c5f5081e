//! Builds the dungeon that layout and routes describe. No randomness; what follows from the entities is derived.

use std::collections::BTreeMap;

use undercroft_grid::Cell;

use crate::derive::dais::assign_daises;
use crate::derive::level_names::name_levels;
use crate::derive::numbers::assign_numbers;
use crate::derive::outline::building_outline;
use crate::derive::progression::{assign_progression, dungeon_progress};
use crate::derive::sockets::update_sockets;
use crate::derive::template_roles::assign_template_roles;
use crate::derive::tiles;
use crate::derive::wall_fixtures::{assign_hearths, assign_windows};
use crate::dungeon::{Dungeon, Level, Link, LinkId, Marker, MarkerKind, Provenance, Role, Room, RoomId};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::name;
use crate::place::{Layout, Placement};
use crate::plan::Plan;
use crate::recipe::Recipe;
use crate::route::Routes;

/// Cells of a room that are looked at in one step.
const CELLS_PER_STEP: u64 = 16;

/// Builds the dungeon that the layout and the routes describe.
///
/// # Errors
/// When the meter halts.
pub fn build(recipe: &Recipe, layout: Layout, routes: Routes, meter: &mut Meter) -> Result<Dungeon, Halt> {
    let stairs = stair_cells(&routes);
    let (mut rooms, mut markers) = (Vec::with_capacity(layout.rooms.len()), Vec::new());
    for (id, placement) in layout.rooms.iter().enumerate() {
        // Markers look at every cell of the room.
        meter.spend(1 + placement.bounds.area() as u64 / CELLS_PER_STEP)?;
        let mut room = plain_room(id, placement);
        let stairs = stairs.get(&room.id).map_or(&[][..], Vec::as_slice);
        // Alcoves become floor of their rooms.
        room.add_floor(stairs);
        markers.extend(room_markers(&room, stairs));
        rooms.push(room);
    }
    let (levels, has_template_roles) = (levels(&layout), layout.has_template_roles);
    let keys = routes.keys;
    let is_public: Vec<bool> =
        layout.rooms.iter().map(|room| room.house.as_ref().is_some_and(|house| !house.program.private)).collect();
    let outline = recipe.outline.then(|| building_outline(&rooms, &routes.links));
    let mut dungeon = Dungeon {
        name: name::dungeon_name(recipe),
        markers,
        rooms,
        doors: routes.doors,
        windows: Vec::new(),
        links: routes.links,
        stubs: routes.stubs,
        entrance: Some(routes.entrance),
        goal: None,
        outline,
        module_grid: Some(layout.module_grid),
        tile_feet: recipe.tile_feet,
        warnings: [layout.warnings, routes.warnings].concat(),
        provenance: Provenance {
            recipe: recipe.record.clone(),
            seed: recipe.seed.to_string(),
            ..Provenance::default()
        },
        levels,
    };
    build_tiles(&mut dungeon, meter)?;
    meter.spend(dungeon.doors.len() as u64)?;
    update_sockets(&mut dungeon);
    if let Some(distance) = recipe.method.window_distance() {
        meter.spend(dungeon.rooms.iter().map(Room::area).sum::<i64>() as u64)?;
        assign_hearths(&mut dungeon, |room| is_public[room.index()]);
        assign_windows(&mut dungeon, distance);
    }
    assign_daises(&mut dungeon);
    let stairs = stair_markers(&dungeon);
    dungeon.markers.extend(stairs);
    meter.spend(4 * dungeon.links.len() as u64)?;
    assign_roles(&mut dungeon, has_template_roles);
    add_keys(&mut dungeon, keys, meter)?;
    meter.spend(dungeon.rooms.len() as u64)?;
    assign_numbers(&mut dungeon);
    name_levels(&mut dungeon);
    Ok(dungeon)
}

/// Builds the tiles of one level after the other.
fn build_tiles(dungeon: &mut Dungeon, meter: &mut Meter) -> Result<(), Halt> {
    for level in 0..dungeon.levels.len() {
        meter.spend(1 + dungeon.levels[level].size().area() as u64 / 256)?;
        tiles::build_tiles(dungeon, level);
    }
    Ok(())
}

/// Puts a key for each locked link into its room.
fn add_keys(
    dungeon: &mut Dungeon,
    keys: impl IntoIterator<Item = (LinkId, RoomId)>,
    meter: &mut Meter,
) -> Result<(), Halt> {
    let mut taken: BTreeMap<RoomId, Vec<Cell>> = BTreeMap::new();
    for (room, cell) in dungeon.markers.iter().filter_map(|marker| Some((marker.room?, marker.cell))) {
        taken.entry(room).or_default().push(cell);
    }
    for (link, room, _) in tiles::stair_ends(dungeon) {
        taken.entry(room.id).or_default().extend(link.stairs_in(room.id));
    }
    for (link, room) in keys {
        meter.spend(1)?;
        let in_room = taken.entry(room).or_default();
        let marker = key_marker(dungeon, link, room, in_room);
        in_room.push(marker.cell);
        dungeon.markers.push(marker);
    }
    Ok(())
}

/// Builds the dungeon of a plan: rooms keep their cells in it, and keys lie where it puts them.
///
/// # Errors
/// When the meter halts.
pub fn build_plan(
    recipe: &Recipe,
    plan: &Plan,
    layout: Layout,
    routes: Routes,
    meter: &mut Meter,
) -> Result<Dungeon, Halt> {
    let mut dungeon = build(recipe, layout, routes, meter)?;
    for (room, planned) in dungeon.rooms.iter_mut().zip(&plan.rooms) {
        room.plan = Some(planned.coord());
    }
    let keys = (0..).zip(&plan.links).filter_map(|(id, link)| Some((LinkId(id), link.key?)));
    add_keys(&mut dungeon, keys, meter)?;
    Ok(dungeon)
}

/// Sets depth, difficulty, goal and roles. Where all rooms are from templates, those drawn for a role come first.
fn assign_roles(dungeon: &mut Dungeon, all_from_templates: bool) {
    let Some((rooms, far)) = dungeon_progress(dungeon) else { return };
    assign_progression(dungeon);
    let is_throne = |room: &&Room| all_from_templates && room.roles.contains(&Role::Boss);
    dungeon.goal = dungeon.rooms.iter().find(is_throne).map(|room| room.id).or(far);
    if all_from_templates {
        assign_template_roles(dungeon);
        return;
    }
    for (room, progress) in dungeon.rooms.iter_mut().zip(rooms) {
        room.roles.extend(progress.roles);
    }
}

/// Solid rock for every level that has rooms, highest first.
fn levels(layout: &Layout) -> Vec<Level> {
    let mut levels: Vec<i32> = layout.rooms.iter().map(|room| room.z).collect();
    levels.sort_unstable_by_key(|&z| std::cmp::Reverse(z));
    levels.dedup();
    levels.into_iter().map(|z| Level::solid_rock(z, layout.size)).collect()
}

/// The cells of stairs in each room that has any.
fn stair_cells(routes: &Routes) -> BTreeMap<RoomId, Vec<Cell>> {
    let mut cells: BTreeMap<RoomId, Vec<Cell>> = BTreeMap::new();
    for link in &routes.links {
        for (&room, run) in link.rooms.iter().zip(link.stairs().into_iter().flatten()) {
            cells.entry(room).or_default().extend(run);
        }
    }
    cells
}

fn plain_room(id: usize, placement: &Placement) -> Room {
    Room {
        id: RoomId(id as u32),
        number: None,
        name: String::new(),
        shape: placement.shape,
        purpose: placement.house.as_ref().map(|house| house.program.purpose.clone()),
        hearth: None,
        dais: None,
        z: placement.z,
        floor: placement.floor.clone(),
        roles: placement.roles.clone(),
        depth: 0,
        difficulty: Fraction::ZERO,
        plan: None,
        template: placement.template.clone(),
        sockets: placement.sockets.clone(),
        aligned: placement.aligned,
    }
}

/// Beside each end of stairs stands the number of the room where they lead.
fn stair_markers(dungeon: &Dungeon) -> Vec<Marker> {
    let marker = |(link, room, other): (&Link, &Room, &Room)| Marker {
        kind: MarkerKind::Stairs,
        z: room.z,
        cell: link.stairs_in(room.id)[0],
        room: Some(room.id),
        link: Some(link.id),
        label: Some(other.id.to_string()),
    };
    tiles::stair_ends(dungeon).map(marker).collect()
}

/// A key in a room, apart from light, spawn and stairs where the room is large enough.
fn key_marker(dungeon: &Dungeon, link: LinkId, room: RoomId, taken: &[Cell]) -> Marker {
    let room = dungeon.room(room);
    let middle = room.bounds().center();
    let free =
        room.cells().filter(|cell| !taken.contains(cell)).min_by_key(|cell| (cell.distance_squared(middle), *cell));
    let cell = free.unwrap_or(room.floor[0].start);
    Marker { kind: MarkerKind::Key, z: room.z, cell, room: Some(room.id), link: Some(link), label: None }
}

/// A light over the middle of each room and a place to appear beside it, neither on stairs.
fn room_markers(room: &Room, stairs: &[Cell]) -> [Marker; 2] {
    let middle = room.bounds().center();
    let nearest = |to: Cell, not: Option<Cell>| {
        let cells = room.cells().filter(|cell| Some(*cell) != not && !stairs.contains(cell));
        cells.min_by_key(|cell| (cell.distance_squared(to), *cell)).unwrap_or(to)
    };
    let light = nearest(middle, None);
    let spawn = nearest(light, Some(light));
    [(MarkerKind::Light, light), (MarkerKind::Spawn, spawn)].map(|(kind, cell)| Marker {
        kind,
        z: room.z,
        cell,
        room: Some(room.id),
        link: None,
        label: None,
    })
}
