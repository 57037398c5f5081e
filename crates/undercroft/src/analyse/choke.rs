//! Choke cells: the walkable cells without which the others would fall apart.

use undercroft_grid::{BitGrid, Cell, Dir, Grid};

use super::articulation_points;
use crate::dungeon::{Dungeon, Level, Terrain};

/// No walkable cell.
const NONE: u32 = u32::MAX;

/// The choke cells of each level, in the order of the levels.
///
/// Every door counts as open except secret ones; stairs join the levels.
pub fn choke_cells(dungeon: &Dungeon) -> Vec<BitGrid> {
    let walkable = walkable(dungeon);
    let places: Vec<(usize, Cell)> =
        walkable.iter().enumerate().flat_map(|(level, cells)| cells.iter().map(move |cell| (level, cell))).collect();
    let mut numbers: Vec<Grid<u32>> = walkable.iter().map(|cells| Grid::filled(cells.size(), NONE)).collect();
    for (number, &(level, cell)) in (0..).zip(&places) {
        numbers[level][cell] = number;
    }
    let number_at = |level: usize, cell: Cell| {
        numbers[level].get(cell).filter(|&&number| number != NONE).map(|&number| number as usize)
    };
    let neighbour = |node: usize, slot: usize| {
        let (level, cell) = places[node];
        match Dir::ALL.get(slot) {
            Some(&dir) => number_at(level, cell + dir),
            None => beyond_stairs(dungeon, level, cell).and_then(|level| number_at(level, cell)),
        }
    };
    let is_choke = articulation_points(places.len(), |_| Dir::ALL.len() + 1, neighbour);
    let mut chokes: Vec<BitGrid> = walkable.iter().map(|cells| BitGrid::new(cells.size())).collect();
    for (&(level, cell), _) in places.iter().zip(is_choke).filter(|(_, is)| *is) {
        chokes[level].insert(cell);
    }
    chokes
}

/// The cells of each level where somebody can stand who opens every door and knows no secret.
pub(super) fn walkable(dungeon: &Dungeon) -> Vec<BitGrid> {
    let of_level = |level: &Level| {
        let mut cells = BitGrid::from_fn(level.size(), |cell| !level.terrain[cell].is_massive());
        for &cell in dungeon.doors_on(level.z).filter(|door| door.secret).flat_map(|door| &door.cells) {
            cells.remove(cell);
        }
        cells
    };
    dungeon.levels.iter().map(of_level).collect()
}

fn beyond_stairs(dungeon: &Dungeon, level: usize, cell: Cell) -> Option<usize> {
    let here = &dungeon.levels[level];
    let (z, other) = match here.at(cell) {
        Terrain::StairsUp => (here.z + 1, Terrain::StairsDown),
        Terrain::StairsDown => (here.z - 1, Terrain::StairsUp),
        _ => return None,
    };
    dungeon.levels.iter().position(|level| level.z == z && level.at(cell) == other)
}
