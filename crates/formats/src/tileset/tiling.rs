//! Which tiles show a level.

use undercroft_grid::{Cell, Grid};

use super::blob::AROUND;
use super::tile::TEXTURES;
use super::{Blob, DoorLook, DoorPart, DoorTile, FloorLook, Shade, Tile, TileId, WallRun};
use undercroft::dungeon::{Door, Dungeon, Ground, Level, Terrain};
use undercroft_draw::WorkMeter;

/// The tiles of one cell, from the ground up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// What one walks on: floor, corridor, threshold, stairs.
    pub floor: Option<TileId>,
    /// What lies on it.
    pub ground: Option<TileId>,
    /// What one cannot walk through: wall, rock. A secret door has wall here.
    pub wall: Option<TileId>,
    /// The door.
    pub door: Option<TileId>,
}

/// The tiles of one cell. [`tiling`] returns those of all cells.
pub fn tile_of(level: &Level, cell: Cell, dungeon: &Dungeon) -> Layers {
    let door = dungeon.doors_on(level.z).filter(|door| door.cells.contains(&cell)).last();
    let built =
        layers(cell, level.at(cell), door.map(|door| door_tile(door, cell)), &|cell| is_massive(level, dungeon, cell));
    Layers { ground: lying(level, cell), ..built }
}

fn lying(level: &Level, cell: Cell) -> Option<TileId> {
    Some(level.ground_at(cell)).filter(|&ground| ground != Ground::Bare).map(|ground| Tile::Ground(ground).id())
}

/// The tiles of all cells of a level.
pub fn tiling(dungeon: &Dungeon, level: &Level) -> Grid<Layers> {
    tiling_metered(dungeon, level, &WorkMeter::unlimited())
}

/// The tiles of all cells of a level; of those after a cancellation none.
pub(crate) fn tiling_metered(dungeon: &Dungeon, level: &Level, meter: &WorkMeter) -> Grid<Layers> {
    let mut doors: Grid<Option<DoorTile>> = Grid::filled(level.size(), None);
    for door in dungeon.doors_on(level.z) {
        for &cell in &door.cells {
            if let Some(place) = doors.get_mut(cell) {
                *place = Some(door_tile(door, cell));
            }
        }
    }
    let massive = |cell: Cell| {
        let door = doors.get(cell).copied().flatten();
        looks_massive(level.at(cell), door)
    };
    Grid::from_fn(level.size(), |cell| {
        let goes_on = meter.goes_on(1);
        if !goes_on {
            return Layers::default();
        }
        Layers { ground: lying(level, cell), ..layers(cell, level.terrain[cell], doors[cell], &massive) }
    })
}

fn is_massive(level: &Level, dungeon: &Dungeon, cell: Cell) -> bool {
    let door = dungeon.doors_on(level.z).filter(|door| door.cells.contains(&cell)).last();
    looks_massive(level.at(cell), door.map(|door| door_tile(door, cell)))
}

/// A secret door looks like the wall it is in.
fn looks_massive(terrain: Terrain, door: Option<DoorTile>) -> bool {
    let secret = door.is_some_and(|door| door.look == DoorLook::Secret);
    terrain.is_massive() || (terrain == Terrain::Door && secret)
}

fn door_tile(door: &Door, cell: Cell) -> DoorTile {
    let index = door.cells.iter().position(|&there| there == cell).unwrap_or(0);
    let wall = if door.normal.is_horizontal() { WallRun::Down } else { WallRun::Across };
    DoorTile { look: DoorLook::from_door(door), wall, part: DoorPart::from_index(index, door.cells.len()) }
}

fn layers(cell: Cell, terrain: Terrain, door: Option<DoorTile>, massive: &dyn Fn(Cell) -> bool) -> Layers {
    let blob = || Blob::from_open(AROUND.map(|(x, y, _)| !massive(cell + Cell::new(x, y))));
    let ground = || FloorLook { texture: texture(cell), shade: shade(cell, massive) };
    let floor = |tile: Tile| Layers { floor: Some(tile.id()), ..Layers::default() };
    let wall = |tile: Tile| Layers { wall: Some(tile.id()), ..Layers::default() };
    match terrain {
        Terrain::Floor => floor(Tile::Floor(ground())),
        Terrain::Corridor => floor(Tile::Corridor(ground())),
        Terrain::StairsUp => floor(Tile::StairsUp),
        Terrain::StairsDown => floor(Tile::StairsDown),
        Terrain::Wall => wall(Tile::Wall(blob())),
        Terrain::Door => {
            // A gap without a door is an archway.
            let archway = DoorTile { look: DoorLook::Archway, wall: WallRun::Across, part: DoorPart::Whole };
            let door = door.unwrap_or(archway);
            let below = if door.look == DoorLook::Secret { wall(Tile::Wall(blob())) } else { floor(Tile::Threshold) };
            Layers { door: Some(Tile::Door(door).id()), ..below }
        }
        _ => wall(Tile::Rock(blob())),
    }
}

/// Textures are strewn without a pattern, and always the same; the plainest is the most frequent.
fn texture(cell: Cell) -> u8 {
    let mixed = (cell.x as u32).wrapping_mul(0x9e37_79b1) ^ (cell.y as u32).wrapping_mul(0x85eb_ca77);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    match mixed >> 24 {
        0..150 => 0,
        150..205 => 1,
        205..240 => 2,
        _ => TEXTURES - 1,
    }
}

/// Light comes from the north-west.
fn shade(cell: Cell, massive: &dyn Fn(Cell) -> bool) -> Shade {
    let at = |x: i32, y: i32| massive(cell + Cell::new(x, y));
    match (at(0, -1), at(-1, 0)) {
        (true, true) => Shade::NorthWest,
        (true, false) => Shade::North,
        (false, true) => Shade::West,
        (false, false) if at(-1, -1) => Shade::Corner,
        (false, false) => Shade::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use undercroft::format::text;

    const MAP: &str = "########\n#..+,,,#\n#..S...#\n#HH#<>.#\n#,,#...#\n";

    #[test]
    fn one_cell_and_all_cells_give_the_same_tiles() {
        let dungeon = text::read(MAP).unwrap();
        let level = &dungeon.levels[0];
        let all = tiling(&dungeon, level);
        level.size().cells().for_each(|cell| assert_eq!(all[cell], tile_of(level, cell, &dungeon)));
    }

    #[test]
    fn every_cell_is_shown_and_names_its_terrain() {
        let dungeon = text::read(MAP).unwrap();
        for (cell, layers) in tiling(&dungeon, &dungeon.levels[0]).iter() {
            let top = layers.door.or(layers.wall).or(layers.floor).and_then(Tile::from_id).unwrap();
            assert_eq!(Tile::terrain_of(top.class()), Some(dungeon.levels[0].at(cell)), "{cell}");
        }
    }

    #[test]
    fn a_secret_door_has_the_wall_under_it_and_its_neighbours_do_not_betray_it() {
        let with = text::read(MAP).unwrap();
        let without = text::read(&MAP.replace('S', "#")).unwrap();
        let [with, without] = [&with, &without].map(|dungeon| tiling(dungeon, &dungeon.levels[0]));
        for (cell, layers) in with.iter() {
            let known = Layers { door: layers.door.filter(|_| cell != Cell::new(3, 2)), ..*layers };
            assert_eq!(known, without[cell]);
        }
    }

    #[test]
    fn wide_doors_have_two_ends() {
        let dungeon = text::read(MAP).unwrap();
        let tiles = tiling(&dungeon, &dungeon.levels[0]);
        let name = |x| Tile::from_id(tiles[Cell::new(x, 3)].door.unwrap()).unwrap().name();
        assert_eq!([name(1), name(2)], ["portcullis-closed-across-first", "portcullis-closed-across-last"]);
    }
}
