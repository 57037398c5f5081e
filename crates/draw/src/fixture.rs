//! Dungeons for tests, from pictures.

use undercroft_grid::{BitGrid, Cell, Dir, Grid, Rect, Regions, Size};

use crate::picture::{PathCommand, Point, VectorPath};

use undercroft::dungeon::{
    Door, DoorId, DoorKind, DoorState, Dungeon, Entrance, Feature, HiddenDoor, Level, Link, LinkId, LinkKind, Marker,
    MarkerKind, Mount, Role, Room, RoomId, Run, Terrain,
};

/// A dungeon from pictures of its levels, highest first. Regions of `.`, `<` and `>` are rooms.
pub fn dungeon(name: &str, pictures: &[&str]) -> Dungeon {
    let grids: Vec<Grid<char>> = pictures.iter().map(|picture| glyphs(picture)).collect();
    let level = |(i, grid): (usize, &Grid<char>)| Level::new(-(i as i32), grid.map(|&glyph| terrain(glyph)));
    let mut dungeon = Dungeon::bare(name, grids.iter().enumerate().map(level).collect());
    for (i, grid) in grids.iter().enumerate() {
        add_rooms(&mut dungeon, grid, -(i as i32));
        add_doors(&mut dungeon, grid, -(i as i32));
    }
    add_stairs(&mut dungeon);
    dungeon.tile_feet = 10;
    dungeon
}

/// The same with the first door that leads nowhere as its entrance, and roles for the last rooms.
pub fn furnished(name: &str, pictures: &[&str]) -> Dungeon {
    let mut dungeon = dungeon(name, pictures);
    dungeon.provenance.seed = "7".to_owned();
    let last = dungeon.rooms.len() - 1;
    let roles = [Role::Boss, Role::Treasure, Role::Merchant, Role::Event];
    for (i, role) in roles.into_iter().enumerate().take(last) {
        dungeon.rooms[last - i].roles.push(role);
    }
    dungeon.rooms[last].roles.push(Role::Goal);
    dungeon.goal = Some(RoomId(last as u32));
    let outer = dungeon.doors.iter().find(|door| leads_out(&dungeon, door));
    dungeon.entrance =
        outer.map(|door| Entrance { room: door.room.unwrap_or(RoomId(0)), door: door.id, runway: 2, open_end: false });
    add_key(&mut dungeon);
    dungeon
}

/// Whether the corridor before the door reaches no other door.
fn leads_out(dungeon: &Dungeon, door: &Door) -> bool {
    let level = dungeon.level(door.z).unwrap();
    let mut seen = BitGrid::new(level.size());
    let mut todo: Vec<Cell> = door.cells.iter().map(|cell| cell.step(door.normal, 1)).collect();
    while let Some(cell) = todo.pop() {
        match level.at(cell) {
            Terrain::Corridor if seen.insert(cell) => todo.extend(cell.neighbors4()),
            Terrain::Door if !door.cells.contains(&cell) => return false,
            terrain if terrain.is_room() => return false,
            _ => {}
        }
    }
    !seen.is_empty() && !door.secret
}

/// Puts a rug, a chest, a secret pit and a torch in the wall into the first room, from its north-west corner.
pub fn furnish(dungeon: &mut Dungeon) {
    let room = &dungeon.rooms[0];
    let (corner, z, id) = (room.floor[0].start, room.z, room.id);
    let feature = |place: u32, kind: &str, x: i32, y: i32, size: [i32; 2]| Feature {
        id: place,
        kind: kind.to_owned(),
        z,
        cell: corner + Cell::new(x, y),
        size,
        turn: 0,
        room: Some(id),
        blocks: kind == "chest",
        opaque: false,
        secret: kind == "pit",
        flat: kind == "rug" || kind == "pit",
        mount: if kind == "torch" { Mount::Wall } else { Mount::Floor },
        light: None,
        spawn: None,
    };
    dungeon.features = vec![
        feature(0, "chest", 2, 0, [1, 1]),
        feature(1, "rug", 0, 0, [2, 2]),
        feature(2, "torch", 1, -1, [1, 1]),
        feature(3, "pit", 2, 1, [1, 1]),
    ];
}

fn add_key(dungeon: &mut Dungeon) {
    let Some(locked) = dungeon.doors.iter().find(|door| door.state == DoorState::Locked) else { return };
    let room = &dungeon.rooms[dungeon.rooms.len() / 2];
    let id = LinkId(dungeon.links.len() as u32);
    let marker = Marker {
        kind: MarkerKind::Key,
        z: room.z,
        cell: room.floor[0].start,
        room: Some(room.id),
        link: Some(id),
        label: Some("A".to_owned()),
    };
    let kind = LinkKind::Shared { door: locked.id, hidden: HiddenDoor::None };
    let link = Link::new(id, [RoomId(0), RoomId(1)], kind);
    dungeon.markers.push(marker);
    dungeon.links.push(link);
}

fn glyphs(picture: &str) -> Grid<char> {
    let lines: Vec<Vec<char>> = picture.trim_matches('\n').lines().map(|line| line.chars().collect()).collect();
    let width = lines.iter().map(Vec::len).max().unwrap_or(1);
    let size = Size::of(width as i32, lines.len() as i32);
    Grid::from_fn(size, |cell| lines[cell.y as usize].get(cell.x as usize).copied().unwrap_or(' '))
}

fn terrain(glyph: char) -> Terrain {
    match glyph {
        '#' | '.' | ',' | '<' | '>' | ' ' => Terrain::from_glyph(glyph).unwrap(),
        _ => Terrain::Door,
    }
}

fn add_rooms(dungeon: &mut Dungeon, grid: &Grid<char>, z: i32) {
    let floor = BitGrid::from_fn(grid.size(), |cell| terrain(grid[cell]).is_room());
    for floor in Run::of_regions(&floor, &Regions::of(&floor)) {
        let id = RoomId(dungeon.rooms.len() as u32);
        dungeon.rooms.push(Room::bare(id, z, floor));
    }
}

fn add_doors(dungeon: &mut Dungeon, grid: &Grid<char>, z: i32) {
    let mut seen = BitGrid::new(grid.size());
    for (cell, &glyph) in grid.iter().filter(|(_, glyph)| terrain(**glyph) == Terrain::Door) {
        if seen.contains(cell) {
            continue;
        }
        let normal = normal(grid, cell);
        let along = if normal.is_horizontal() { Dir::South } else { Dir::East };
        let cells: Vec<Cell> = (0..grid.size().width().max(grid.size().height()))
            .map(|i| cell.step(along, i))
            .take_while(|cell| grid.get(*cell) == Some(&glyph))
            .collect();
        for &cell in &cells {
            seen.insert(cell);
        }
        let (kind, state) = hanging(glyph);
        let inside = cell.step(normal.opposite(), 1);
        let room = dungeon.rooms.iter().find(|room| room.z == z && room.contains(inside)).map(|room| room.id);
        let id = DoorId(dungeon.doors.len() as u32);
        dungeon.doors.push(Door { id, z, room, cells, normal, kind, state, secret: glyph == 'S' });
    }
}

fn hanging(glyph: char) -> (DoorKind, DoorState) {
    match glyph {
        '\'' => (DoorKind::Door, DoorState::Open),
        '"' => (DoorKind::Archway, DoorState::Open),
        'L' => (DoorKind::Door, DoorState::Locked),
        'H' => (DoorKind::Portcullis, DoorState::Closed),
        'B' => (DoorKind::Barred, DoorState::Closed),
        _ => (DoorKind::Door, DoorState::Closed),
    }
}

/// Outwards from the room beside the door.
fn normal(grid: &Grid<char>, cell: Cell) -> Dir {
    let at = |dir: Dir| grid.get(cell.step(dir, 1)).map_or(Terrain::Rock, |&glyph| terrain(glyph));
    let passes = |dir: Dir| {
        let open = |terrain: Terrain| !terrain.is_massive() && terrain != Terrain::Door;
        open(at(dir.opposite())) && open(at(dir))
    };
    let from_room = Dir::ALL.into_iter().find(|&dir| at(dir.opposite()).is_room() && passes(dir));
    from_room.or_else(|| Dir::ALL.into_iter().find(|&dir| passes(dir))).unwrap_or(Dir::North)
}

/// Links stairs that lie on the same cell of two levels.
fn add_stairs(dungeon: &mut Dungeon) {
    for pair in 0..dungeon.levels.len().saturating_sub(1) {
        let (upper, lower) = (dungeon.levels[pair].clone(), dungeon.levels[pair + 1].clone());
        for (cell, _) in upper.terrain.iter().filter(|(_, terrain)| **terrain == Terrain::StairsDown) {
            let at = |z| dungeon.rooms.iter().find(|room| room.z == z && room.contains(cell)).map(|room| room.id);
            let (Some(a), Some(b)) = (at(upper.z), at(lower.z)) else { continue };
            let id = LinkId(dungeon.links.len() as u32);
            let ends = [(upper.z, a, b), (lower.z, b, a)];
            dungeon.markers.extend(ends.map(|(z, own, other)| Marker {
                kind: MarkerKind::Stairs,
                z,
                cell,
                room: Some(own),
                link: Some(id),
                label: Some(format!("{other}")),
            }));
            dungeon.links.push(Link::new(id, [a, b], LinkKind::stairs_at(cell)));
        }
    }
}

/// A picture of rooms in blocks of twelve cells, joined to their neighbours; every kind of door occurs.
pub fn random_picture(blocks: Size, seed: u64) -> String {
    let mut stream = undercroft::seed::Stream::new(seed, "fixture");
    let size = Size::of(blocks.width() * 12 + 2, blocks.height() * 12 + 2);
    let mut grid = Grid::filled(size, ' ');
    let mut rooms = Grid::filled(blocks, Rect::new(0, 0, 0, 0));
    for block in blocks.cells() {
        let (w, h) = (stream.range(3..9), stream.range(3..9));
        let at = Cell::new(block.x * 12 + 2 + stream.range(0..10 - w), block.y * 12 + 2 + stream.range(0..10 - h));
        rooms[block] = Rect::at(at, w, h);
        rooms[block].grow(1).cells().for_each(|cell| grid[cell] = '#');
        rooms[block].cells().for_each(|cell| grid[cell] = '.');
    }
    for block in blocks.cells() {
        for next in [Cell::new(block.x + 1, block.y), Cell::new(block.x, block.y + 1)] {
            if blocks.contains(next) && stream.below(5) > 0 {
                let glyph = *stream.choose(&['+', '+', '+', '\'', '"', 'L', 'H', 'B', 'S']).unwrap();
                dig(&mut grid, rooms[block].center(), rooms[next].center(), glyph);
            }
        }
    }
    (0..size.height()).map(|y| grid.row(y).iter().collect::<String>() + "\n").collect()
}

fn dig(grid: &mut Grid<char>, from: Cell, to: Cell, glyph: char) {
    let mut cell = from;
    while cell != to {
        let sideways = (cell.x != to.x) && ((to.y - from.y).abs() < (to.x - from.x).abs() || cell.y == to.y);
        let step =
            if sideways { Cell::new((to.x - cell.x).signum(), 0) } else { Cell::new(0, (to.y - cell.y).signum()) };
        cell = Cell::new(cell.x + step.x, cell.y + step.y);
        grid[cell] = match grid[cell] {
            '#' => glyph,
            ' ' => ',',
            other => other,
        };
    }
}

/// The points of a path, control points left out.
pub fn points(path: &VectorPath) -> Vec<Point> {
    let point = |command: &PathCommand| match *command {
        PathCommand::Move(to) | PathCommand::Line(to) | PathCommand::Curve(_, _, to) => Some(to),
        PathCommand::Close => None,
    };
    path.commands.iter().filter_map(point).collect()
}
