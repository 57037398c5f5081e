//! Floor that no one built: caves, clearings, and the passages between them.

use undercroft_grid::{BitGrid, Cell, Regions};

use undercroft::dungeon::{DoorKind, Dungeon, Level, Room, Shape, Terrain};

/// The open cells of a level whose walls are natural.
pub fn natural_floor(dungeon: &Dungeon, level: &Level, open: &BitGrid) -> BitGrid {
    let all_natural = dungeon.provenance.recipe.is_natural();
    // Records before rooms had shapes call all of them caves at once.
    let is_cave = |room: &&Room| room.shape == Shape::Cave || all_natural && room.shape == Shape::Free;
    let mut natural = BitGrid::new(level.size());
    for room in dungeon.rooms.iter().filter(|room| room.z == level.z).filter(is_cave) {
        room.cells().filter(|&cell| open.contains(cell)).for_each(|cell| {
            natural.insert(cell);
        });
    }
    if natural.is_empty() {
        return natural;
    }
    add_passages(level, open, &mut natural);
    add_mouths(dungeon, level, open, &mut natural);
    natural
}

/// Adds corridors that lead to natural rooms and to no others.
fn add_passages(level: &Level, open: &BitGrid, natural: &mut BitGrid) {
    let corridors = BitGrid::from_fn(level.size(), |cell| open.contains(cell) && level.at(cell) == Terrain::Corridor);
    let regions = Regions::of(&corridors);
    // Whether a region meets natural rooms, and whether it meets others.
    let mut meets = vec![[false; 2]; regions.count()];
    for cell in corridors.iter() {
        let Some(region) = regions.at(cell) else { continue };
        for beside in cell.neighbors4() {
            let is_gap = open.contains(beside) && level.at(beside) == Terrain::Door;
            let beyond = if is_gap { beside.neighbors4().to_vec() } else { vec![beside] };
            for room in beyond.into_iter().filter(|&cell| open.contains(cell) && level.at(cell).is_room()) {
                meets[region.index()][usize::from(!natural.contains(room))] = true;
            }
        }
    }
    for cell in corridors.iter() {
        if regions.at(cell).is_some_and(|region| meets[region.index()] == [true, false]) {
            natural.insert(cell);
        }
    }
}

/// Adds doorways, which have neither leaf nor frame, where all floor around them is natural.
fn add_mouths(dungeon: &Dungeon, level: &Level, open: &BitGrid, natural: &mut BitGrid) {
    let doorways = dungeon.doors_on(level.z).filter(|door| door.kind == DoorKind::Doorway && !door.secret);
    let rooms = natural.clone();
    for door in doorways {
        let beside = door.cells.iter().flat_map(|cell| cell.neighbors4());
        let is_worked = |cell: Cell| open.contains(cell) && !rooms.contains(cell) && !door.cells.contains(&cell);
        if !beside.into_iter().any(is_worked) {
            door.cells.iter().filter(|&&cell| open.contains(cell)).for_each(|&cell| {
                natural.insert(cell);
            });
        }
    }
}
