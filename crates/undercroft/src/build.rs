//! From layout and routes to the finished dungeon: the only place that writes terrain. No randomness.

mod casting;
mod meaning;

use undercroft_grid::{Cell, Grid, Rect};

use crate::dungeon::{Dungeon, EPOCH, Level, Marker, MarkerKind, Room, RoomId, Terrain};
use crate::name;
use crate::place::{Layout, Placement};
use crate::recipe::Recipe;
use crate::route::Routes;
use crate::share::Share;

/// Builds the dungeon that the layout and the routes describe.
pub fn build(recipe: &Recipe, layout: Layout, routes: Routes) -> Dungeon {
    let rooms: Vec<Room> = layout.rooms.iter().enumerate().map(|(id, room)| plain_room(id, room)).collect();
    let outline = recipe.rooms.house.then(|| outline(&layout, &routes));
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
        recipe: recipe.fields.clone(),
        seed: recipe.seed.to_string(),
        epoch: EPOCH,
        levels: vec![Level::solid_rock(0, layout.size)],
    };
    let terrain = terrain(&dungeon);
    dungeon.levels[0].terrain = terrain;
    open_sockets(&mut dungeon);
    meaning::give(&mut dungeon);
    dungeon
}

fn plain_room(id: usize, placement: &Placement) -> Room {
    Room {
        id: RoomId(id as u32),
        z: placement.z,
        floor: placement.floor.clone(),
        roles: placement.roles.clone(),
        depth: 0,
        difficulty: Share::NONE,
        plan: None,
        template: placement.template.clone(),
        sockets: placement.sockets.clone(),
        aligned: placement.aligned,
    }
}

/// A socket is open where a door was put.
fn open_sockets(dungeon: &mut Dungeon) {
    let terrain = &dungeon.levels[0].terrain;
    let sockets = dungeon.rooms.iter_mut().flat_map(|room| &mut room.sockets);
    sockets.for_each(|socket| socket.open = terrain[socket.cell] == Terrain::Door);
}

fn terrain(dungeon: &Dungeon) -> Grid<Terrain> {
    let mut grid = dungeon.levels[0].terrain.clone();
    let floor = || dungeon.rooms.iter().flat_map(|room| &room.floor);
    floor().for_each(|run| fill(&mut grid, run.rect().grow(1), Terrain::Wall));
    floor().for_each(|run| fill(&mut grid, run.rect(), Terrain::Floor));
    for link in &dungeon.links {
        dungeon.corridor_rects(link).for_each(|rect| fill(&mut grid, rect, Terrain::Corridor));
    }
    for stub in &dungeon.stubs {
        let width = i32::from(stub.width);
        stub.path.iter().for_each(|&at| fill(&mut grid, Rect::at(at, width, width), Terrain::Corridor));
    }
    if let Some(entrance) = &dungeon.entrance {
        let runway = dungeon.door(entrance.door).runway_rect(i32::from(entrance.runway));
        fill(&mut grid, runway, Terrain::Corridor);
    }
    let doors = dungeon.doors.iter().flat_map(|door| &door.cells);
    doors.for_each(|&cell| grid[cell] = Terrain::Door);
    grid
}

fn fill(grid: &mut Grid<Terrain>, rect: Rect, terrain: Terrain) {
    for y in rect.top..rect.bottom {
        grid.row_mut(y)[rect.left as usize..rect.right as usize].fill(terrain);
    }
}

/// A light over the middle of each room and a place to appear beside it.
fn markers(room: &Room) -> [Marker; 2] {
    let middle = room.bounds().centre();
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
        let width = i32::from(link.width);
        link.path.iter().map(move |&at| Rect::at(at, width, width).grow(1))
    });
    rooms.chain(corridors).fold(Rect::new(0, 0, 0, 0), Rect::hull)
}
