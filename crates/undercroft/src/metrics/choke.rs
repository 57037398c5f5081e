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
    if !matches!(here.at(cell), Terrain::StairsUp | Terrain::StairsDown) {
        return None;
    }
    let z = dungeon.stairs_lead(here.z, cell)?;
    dungeon.levels.iter().position(|level| level.z == z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::tests::fixture;

    /// The obvious way: fill the cell in and count the parts.
    fn parts(dungeon: &Dungeon, walkable: &[BitGrid], without: Option<(usize, Cell)>) -> usize {
        let mut open = walkable.to_vec();
        if let Some((level, cell)) = without {
            open[level].remove(cell);
        }
        let mut count = 0;
        for (level, start) in (0..open.len()).flat_map(|level| walkable[level].iter().map(move |cell| (level, cell))) {
            count += usize::from(open[level].contains(start));
            let mut stack = vec![(level, start)];
            while let Some((level, cell)) = stack.pop() {
                if open[level].remove(cell) {
                    stack.extend(cell.neighbors4().map(|beside| (level, beside)));
                    stack.extend(beyond_stairs(dungeon, level, cell).map(|level| (level, cell)));
                }
            }
        }
        count
    }

    #[test]
    fn choke_cells_are_those_whose_loss_parts_the_dungeon() {
        let d = fixture::dungeon();
        let (walkable, chokes) = (walkable(&d), choke_cells(&d));
        let whole = parts(&d, &walkable, None);
        for (level, cells) in walkable.iter().enumerate() {
            for cell in cells.iter() {
                let is_choke = parts(&d, &walkable, Some((level, cell))) > whole;
                assert_eq!(chokes[level].contains(cell), is_choke, "level {level}, cell {cell}");
            }
        }
    }

    #[test]
    fn stairs_and_the_only_door_are_chokes_and_a_loop_is_not() {
        let d = fixture::dungeon();
        let chokes = choke_cells(&d);
        assert!(chokes[0].contains(Cell::new(40, 20)) && chokes[1].contains(Cell::new(40, 20)));
        assert!(chokes[0].contains(Cell::new(24, 16)));
        assert!(!chokes[0].contains(Cell::new(15, 12)));
    }
}
