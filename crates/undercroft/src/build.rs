//! Builds the dungeon that layout and routes describe. No randomness; what follows from the entities is derived.

use undercroft_grid::Cell;

use crate::derive::outline::building_outline;
use crate::derive::progression::{assign_progression, dungeon_progress};
use crate::derive::sockets::update_sockets;
use crate::derive::template_roles::assign_template_roles;
use crate::derive::tiles;
use crate::dungeon::{Dungeon, Level, Link, LinkId, Marker, MarkerKind, Provenance, Role, Room, RoomId};
use crate::fraction::Fraction;
use crate::name;
use crate::place::{Layout, Placement};
use crate::plan::Plan;
use crate::recipe::Recipe;
use crate::route::Routes;

/// Builds the dungeon that the layout and the routes describe.
pub fn build(recipe: &Recipe, layout: Layout, routes: Routes) -> Dungeon {
    let rooms: Vec<Room> = layout.rooms.iter().enumerate().map(|(id, room)| plain_room(id, room)).collect();
    let (levels, has_template_roles) = (levels(&layout), layout.has_template_roles);
    let keys = routes.keys;
    let outline = recipe.outline.then(|| building_outline(&rooms, &routes.links));
    let mut dungeon = Dungeon {
        name: name::dungeon_name(recipe),
        markers: rooms.iter().flat_map(markers).collect(),
        rooms,
        doors: routes.doors,
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
    tiles::build_tiles(&mut dungeon);
    update_sockets(&mut dungeon);
    let stairs = stair_markers(&dungeon);
    dungeon.markers.extend(stairs);
    assign_roles(&mut dungeon, has_template_roles);
    add_keys(&mut dungeon, keys);
    dungeon
}

/// Puts a key for each locked link into its room.
fn add_keys(dungeon: &mut Dungeon, keys: impl IntoIterator<Item = (LinkId, RoomId)>) {
    for (link, room) in keys {
        let marker = key_marker(dungeon, link, room);
        dungeon.markers.push(marker);
    }
}

/// Builds the dungeon of a plan: rooms keep their cells in it, and keys lie where it puts them.
pub fn build_plan(recipe: &Recipe, plan: &Plan, layout: Layout, routes: Routes) -> Dungeon {
    let mut dungeon = build(recipe, layout, routes);
    for (room, planned) in dungeon.rooms.iter_mut().zip(&plan.rooms) {
        room.plan = Some(planned.coord());
    }
    add_keys(&mut dungeon, (0..).zip(&plan.links).filter_map(|(id, link)| Some((LinkId(id), link.key?))));
    dungeon
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

fn plain_room(id: usize, placement: &Placement) -> Room {
    Room {
        id: RoomId(id as u32),
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
        cell: link.path()[0],
        room: Some(room.id),
        link: Some(link.id),
        label: Some(other.id.to_string()),
    };
    tiles::stair_ends(dungeon).map(marker).collect()
}

/// A key in a room, apart from light, spawn and stairs where the room is large enough.
fn key_marker(dungeon: &Dungeon, link: LinkId, room: RoomId) -> Marker {
    let taken = |cell: &Cell| dungeon.markers.iter().any(|marker| marker.room == Some(room) && marker.cell == *cell);
    let room = dungeon.room(room);
    let middle = room.bounds().center();
    let free = room.cells().filter(|cell| !taken(cell)).min_by_key(|cell| (cell.distance_squared(middle), *cell));
    let cell = free.unwrap_or(room.floor[0].start);
    Marker { kind: MarkerKind::Key, z: room.z, cell, room: Some(room.id), link: Some(link), label: None }
}

/// A light over the middle of each room and a place to appear beside it.
fn markers(room: &Room) -> [Marker; 2] {
    let middle = room.bounds().center();
    let nearest = |to: Cell, not: Option<Cell>| {
        let cells = room.cells().filter(|&cell| Some(cell) != not);
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
