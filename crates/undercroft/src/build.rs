//! From layout and routes to the finished dungeon: the only place that writes terrain. No randomness.

mod casting;
mod meaning;

use undercroft_grid::{Cell, Grid, Rect};

use crate::dungeon::{Dungeon, EPOCH, Level, Link, LinkId, Marker, MarkerKind, Room, RoomId, Terrain};
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
    let outline = recipe.outline.then(|| outline(&layout, &routes));
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
        lattice: Some(layout.lattice),
        tile_feet: recipe.tile_feet,
        warnings: [layout.warnings, routes.warnings].concat(),
        recipe: recipe.record.clone(),
        seed: recipe.seed.to_string(),
        epoch: EPOCH,
        levels,
    };
    for level in 0..dungeon.levels.len() {
        let terrain = terrain(&dungeon, &dungeon.levels[level]);
        dungeon.levels[level].terrain = terrain;
    }
    open_sockets(&mut dungeon);
    let stairs = stair_markers(&dungeon);
    dungeon.markers.extend(stairs);
    meaning::give(&mut dungeon, has_template_roles);
    dungeon
}

/// Builds the dungeon of a plan: rooms know their places in it, and keys lie where it says.
pub fn build_plan(recipe: &Recipe, plan: &Plan, layout: Layout, routes: Routes) -> Dungeon {
    let mut dungeon = build(recipe, layout, routes);
    for (room, planned) in dungeon.rooms.iter_mut().zip(&plan.rooms) {
        room.plan = Some(planned.coord());
    }
    for (link, room) in (0..).zip(&plan.links).filter_map(|(id, link)| Some((LinkId(id), link.key?))) {
        let marker = key_marker(&dungeon, link, room);
        dungeon.markers.push(marker);
    }
    dungeon
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

/// A socket is open where a door was put.
fn open_sockets(dungeon: &mut Dungeon) {
    let levels = &dungeon.levels;
    for room in &mut dungeon.rooms {
        let Some(level) = levels.iter().find(|level| level.z == room.z) else { continue };
        room.sockets.iter_mut().for_each(|socket| socket.open = level.at(socket.cell) == Terrain::Door);
    }
}

/// The tiles of a level of solid rock, as rooms, links, doors, stubs and the entrance tell them.
pub(crate) fn terrain(dungeon: &Dungeon, level: &Level) -> Grid<Terrain> {
    let (z, mut grid) = (level.z, level.terrain.clone());
    let floor = || dungeon.rooms.iter().filter(move |room| room.z == z).flat_map(|room| &room.floor);
    floor().for_each(|run| fill(&mut grid, run.rect().grow(1), Terrain::Wall));
    floor().for_each(|run| fill(&mut grid, run.rect(), Terrain::Floor));
    for link in dungeon.links.iter().filter(|link| dungeon.room(link.rooms[0]).z == z) {
        dungeon.corridor_rects(link).for_each(|rect| fill(&mut grid, rect, Terrain::Corridor));
        link.roughened().iter().for_each(|&cell| grid[cell] = Terrain::Corridor);
    }
    for stub in dungeon.stubs.iter().filter(|stub| stub.z == z) {
        let width = i32::from(stub.width);
        stub.path.iter().for_each(|&at| fill(&mut grid, Rect::at(at, width, width), Terrain::Corridor));
    }
    for (link, room, other) in stairs(dungeon).filter(|(_, room, _)| room.z == z) {
        grid[link.path()[0]] = if room.z > other.z { Terrain::StairsDown } else { Terrain::StairsUp };
    }
    if let Some(entrance) = dungeon.entrance.as_ref().filter(|entrance| dungeon.door(entrance.door).z == z) {
        let runway = dungeon.door(entrance.door).runway_rect(i32::from(entrance.runway));
        fill(&mut grid, runway, Terrain::Corridor);
    }
    let doors = dungeon.doors_on(z).flat_map(|door| &door.cells);
    doors.for_each(|&cell| grid[cell] = Terrain::Door);
    grid
}

/// Both ends of all stairs: the link, the room, and the room at the other end.
fn stairs(dungeon: &Dungeon) -> impl Iterator<Item = (&Link, &Room, &Room)> {
    let stairs = dungeon.links.iter().filter(|link| link.stairs().is_some());
    stairs.flat_map(|link| {
        let [a, b] = link.rooms.map(|room| dungeon.room(room));
        [(link, a, b), (link, b, a)]
    })
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
    stairs(dungeon).map(marker).collect()
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

fn fill(grid: &mut Grid<Terrain>, rect: Rect, terrain: Terrain) {
    for y in rect.top..rect.bottom {
        grid.row_mut(y)[rect.left as usize..rect.right as usize].fill(terrain);
    }
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

/// The smallest rectangle round all rooms with their walls and all corridors but the entrance's.
fn outline(layout: &Layout, routes: &Routes) -> Rect {
    let rooms = layout.rooms.iter().map(|room| room.bounds.grow(1));
    let corridors = routes.links.iter().flat_map(|link| {
        let width = link.corridor().map_or(1, |corridor| i32::from(corridor.width));
        link.path().iter().map(move |&at| Rect::at(at, width, width).grow(1))
    });
    rooms.chain(corridors).fold(Rect::new(0, 0, 0, 0), Rect::hull)
}
