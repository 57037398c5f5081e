//! Builds the dungeon that layout and routes describe. No randomness; what follows from the entities is derived.

use crate::derive::dais::assign_daises;
use crate::derive::numbers::assign_numbers;
use crate::derive::outline::building_outline;
use crate::derive::progression::{assign_progression, dungeon_progress};
use crate::derive::sockets::update_sockets;
use crate::derive::template_roles::assign_template_roles;
use crate::derive::tiles;
use crate::derive::wall_fixtures::assign_wall_fixtures;
use crate::dungeon::{Dungeon, Level, Link, Marker, MarkerKind, Provenance, Role, Room, RoomId, Story};
use crate::fraction::Fraction;
use crate::ground::GroundLayers;
use crate::meter::{Halt, Meter};
use crate::name;
use crate::place::{Layout, Placement};
use crate::plan::Plan;
use crate::recipe::Recipe;
use crate::route::{PlacedKey, Routes, stairs_of_rooms};

/// Cells of a room that are looked at in one step.
const CELLS_PER_STEP: u64 = 16;

/// Builds the dungeon that the layout and the routes describe.
///
/// # Errors
/// When the meter halts.
pub fn build(
    recipe: &Recipe,
    layout: Layout,
    routes: Routes,
    mut ground: GroundLayers,
    meter: &mut Meter,
) -> Result<Dungeon, Halt> {
    let stairs = stairs_of_rooms(&routes.links);
    let mut rooms = Vec::with_capacity(layout.rooms.len());
    for (id, placement) in layout.rooms.iter().enumerate() {
        meter.spend(1 + placement.bounds.area() as u64 / CELLS_PER_STEP)?;
        let mut room = plain_room(id, placement);
        let stairs = stairs.get(&room.id).map_or(&[][..], Vec::as_slice);
        // Alcoves become floor of their rooms.
        room.add_floor(stairs);
        rooms.push(room);
    }
    let (mut levels, has_template_roles) = (levels(recipe, &layout), layout.has_template_roles);
    levels.iter_mut().for_each(|level| level.ground = ground.remove(&level.z));
    let is_public: Vec<bool> =
        layout.rooms.iter().map(|room| room.house.as_ref().is_some_and(|house| !house.program.private)).collect();
    let outline = recipe.outline.then(|| building_outline(&rooms, &routes.links));
    let mut dungeon = Dungeon {
        name: name::dungeon_name(recipe),
        markers: Vec::new(),
        features: Vec::new(),
        spawns: Vec::new(),
        groups: Vec::new(),
        story: Story::default(),
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
            inputs: recipe.inputs.clone(),
            pins: recipe.pins().to_vec(),
            pins_size: recipe.pins_size.filter(|_| !recipe.pins().is_empty()),
            ..Provenance::default()
        },
        levels,
    };
    build_tiles(&mut dungeon, meter)?;
    meter.spend(dungeon.doors.len() as u64)?;
    update_sockets(&mut dungeon);
    if let Some(distance) = recipe.method.window_distance() {
        meter.spend(dungeon.rooms.iter().map(Room::area).sum::<i64>() as u64)?;
        assign_wall_fixtures(&mut dungeon, distance, |room| is_public[room.index()]);
    }
    assign_daises(&mut dungeon);
    let stairs = stair_markers(&dungeon);
    dungeon.markers.extend(stairs);
    meter.spend(4 * dungeon.links.len() as u64)?;
    assign_roles(&mut dungeon, has_template_roles);
    dungeon.markers.extend(routes.keys.iter().map(|key| key_marker(&dungeon.rooms, key)));
    meter.spend(dungeon.rooms.len() as u64)?;
    assign_numbers(&mut dungeon);
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

/// Builds the dungeon of a plan: rooms keep their cells in it.
///
/// # Errors
/// When the meter halts.
pub fn build_plan(
    recipe: &Recipe,
    plan: &Plan,
    layout: Layout,
    routes: Routes,
    ground: GroundLayers,
    meter: &mut Meter,
) -> Result<Dungeon, Halt> {
    let mut dungeon = build(recipe, layout, routes, ground, meter)?;
    for (room, planned) in dungeon.rooms.iter_mut().zip(&plan.rooms) {
        room.plan = Some(planned.coord());
    }
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
fn levels(recipe: &Recipe, layout: &Layout) -> Vec<Level> {
    let mut levels: Vec<i32> = layout.rooms.iter().map(|room| room.z).collect();
    levels.sort_unstable_by_key(|&z| std::cmp::Reverse(z));
    levels.dedup();
    let level = |z: i32| Level { surround: recipe.surround(z), ..Level::solid_rock(z, layout.size) };
    levels.into_iter().map(level).collect()
}

fn plain_room(id: usize, placement: &Placement) -> Room {
    Room {
        id: RoomId(id as u32),
        number: None,
        name: String::new(),
        shape: placement.shape,
        purpose: placement.house.as_ref().map(|house| house.program.purpose.clone()),
        surface: None,
        hearth: None,
        dais: None,
        z: placement.z,
        floor: placement.floor.clone(),
        roles: placement.roles.clone(),
        depth: 0,
        difficulty: Fraction::ZERO,
        plan: None,
        template: placement.template.clone(),
        template_group: placement.template_group.clone(),
        sockets: placement.sockets.clone(),
        aligned: placement.aligned,
        notes: Vec::new(),
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

/// A key in its place.
fn key_marker(rooms: &[Room], key: &PlacedKey) -> Marker {
    let &PlacedKey { link, room, cell } = key;
    let z = rooms[room.index()].z;
    Marker { kind: MarkerKind::Key, z, cell, room: Some(room), link: Some(link), label: None }
}
