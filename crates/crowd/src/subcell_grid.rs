//! The grid of sub-cells: finer than the cells, and shifted if requested.
//!
//! ```text
//!   n = 2, no offset        n = 2, offset x           Sub-cell k spans the half sub-cells 2k − o and 2k − o + 1
//!   |0 1|2 3|4 5|           0|1|2|3|4|5               of its axis, with o = 1 where the axis is shifted; cell c
//!   +---+---+---+           +---+---+---+             spans 2n·c to 2n·c + 2n − 1. All in whole numbers.
//! ```
//!
//! A sub-cell is free when every cell it overlaps is free. A shifted grid keeps its size: its first row or column
//! sticks out of the map and is never free.

use undercroft_grid::{BitGrid, Cell, MAX_SIDE, Size};

use crate::error::CrowdError;
use crate::offset::Offset;
use crate::open_moves::{ORTHOGONAL, OpenMoves, STEPS, SubcellId};
use crate::settings::Steps;
use crate::subcell::SubCell;

/// Sub-cells with what a body needs to know of them: walls, open steps, connected areas.
#[derive(Clone, Debug)]
pub(crate) struct SubcellGrid {
    n: i32,
    halves: Cell,
    solid: BitGrid,
    moves: OpenMoves,
    /// The open steps of a flow along four and along eight directions: none leads to or from a closed sub-cell.
    flow: [OpenMoves; 2],
    closed: Vec<SubcellId>,
    /// The number of the connected area of every sub-cell; solid ones have none of worth.
    areas: Vec<u32>,
}

impl SubcellGrid {
    /// The sub-cell grid over a map of solid cells.
    pub(crate) fn new(map: &BitGrid, n: u8, offset: Offset) -> Result<Self, CrowdError> {
        let cells = map.size();
        let n = i32::from(n);
        if !(1..=3).contains(&n) {
            return Err(CrowdError::Subdivision(n as u8));
        }
        let size = Size::new(i64::from(cells.width()) * i64::from(n), i64::from(cells.height()) * i64::from(n))
            .map_err(|_| CrowdError::GridTooLarge { map: cells, n: n as u8, limit: MAX_SIDE })?;
        let halves = offset.halves();
        let free = BitGrid::from_fn(size, |at| overlapped(at, n, halves).all(|cell| is_free(map, cell)));
        let moves = OpenMoves::eight(&free);
        let flow = [moves.orthogonal(), moves.clone()];
        let areas = areas(&free, &moves);
        let mut solid = free;
        solid.complement();
        Ok(Self { n, halves, solid, moves, flow, closed: Vec::new(), areas })
    }

    pub(crate) const fn size(&self) -> Size {
        self.solid.size()
    }

    /// The sub-cells that no body can stand on.
    pub(crate) const fn solid(&self) -> &BitGrid {
        &self.solid
    }

    pub(crate) const fn moves(&self) -> &OpenMoves {
        &self.moves
    }

    /// The open steps of a flow.
    pub(crate) const fn flow_moves(&self, steps: Steps) -> &OpenMoves {
        match steps {
            Steps::Four => &self.flow[0],
            Steps::Eight => &self.flow[1],
        }
    }

    /// Takes over one cell of an edited map, and returns the sub-cells that became solid or free.
    pub(crate) fn follow_edit(&mut self, map: &BitGrid, cell: Cell) -> Vec<SubcellId> {
        let is_solid = |at: SubCell| !overlapped(at.0, self.n, self.halves).all(|cell| is_free(map, cell));
        let over: Vec<SubCell> = self.over(cell).filter(|&at| is_solid(at) != self.solid.contains(at.0)).collect();
        over.iter().for_each(|at| self.solid.set(at.0, !self.solid.contains(at.0)));
        let mut free = self.solid.clone();
        free.complement();
        let size = self.size();
        let round = |at: &SubCell| STEPS.map(|step| at.0 + step).into_iter().chain([at.0]).collect::<Vec<_>>();
        for at in over.iter().flat_map(round).filter(|&at| size.contains(at)) {
            self.moves.review(&free, at);
            self.review_flow(self.moves.id(at));
        }
        self.areas = areas(&free, &self.moves);
        over.iter().map(|&at| self.id(at)).collect()
    }

    /// Closes these sub-cells to a flow, and opens all others.
    pub(crate) fn close(&mut self, spots: &[SubcellId]) {
        let changed: Vec<SubcellId> =
            std::mem::replace(&mut self.closed, spots.to_vec()).into_iter().chain(spots.iter().copied()).collect();
        for spot in changed {
            let around: Vec<SubcellId> = self.moves.neighbours(spot).chain([spot]).collect();
            around.into_iter().for_each(|spot| self.review_flow(spot));
        }
    }

    /// Sets the open steps of a flow from a sub-cell: those without walls and closed sub-cells.
    fn review_flow(&mut self, spot: SubcellId) {
        let is_open = |&direction: &usize| !self.closed.contains(&self.moves.step(spot, direction));
        let open = self.moves.directions(spot).filter(is_open).fold(0, |mask, direction| mask | 1 << direction);
        let mask = if self.closed.contains(&spot) { 0 } else { open };
        self.flow[0].set_mask(spot, mask & ORTHOGONAL);
        self.flow[1].set_mask(spot, mask);
    }

    /// The cell under the centre of a sub-cell.
    pub(crate) const fn cell_of(&self, at: SubCell) -> Cell {
        let centre = self.centre(at);
        Cell::new(centre.x.div_euclid(2 * self.n), centre.y.div_euclid(2 * self.n))
    }

    pub(crate) fn id(&self, at: SubCell) -> SubcellId {
        self.moves.id(at.0)
    }

    pub(crate) fn at(&self, spot: SubcellId) -> SubCell {
        SubCell(self.moves.cell(spot))
    }

    pub(crate) fn is_free(&self, at: SubCell) -> bool {
        self.size().contains(at.0) && !self.solid.contains(at.0)
    }

    /// Whether a body can get from one free sub-cell to the other.
    pub(crate) fn are_connected(&self, a: SubCell, b: SubCell) -> bool {
        self.areas[self.id(a).index()] == self.areas[self.id(b).index()]
    }

    /// The free sub-cell nearest to the centre of a cell among those that overlap it; ties: smaller y, then x.
    pub(crate) fn anchor(&self, cell: Cell) -> Option<SubCell> {
        let middle = Cell::new((2 * cell.x + 1) * self.n, (2 * cell.y + 1) * self.n);
        let free = self.over(cell).filter(|&at| self.is_free(at));
        free.min_by_key(|&at| (self.centre(at).distance_squared(middle), at))
    }

    /// The sub-cells that overlap a cell of the map.
    pub(crate) fn over(&self, cell: Cell) -> impl Iterator<Item = SubCell> + '_ {
        let first = Cell::new(cell.x * self.n, cell.y * self.n);
        let last = Cell::new(first.x + self.n - 1 + self.halves.x, first.y + self.n - 1 + self.halves.y);
        (first.y..=last.y)
            .flat_map(move |y| (first.x..=last.x).map(move |x| SubCell::new(x, y)))
            .filter(|at| self.size().contains(at.0))
    }

    /// The sub-cell of another sub-cell grid over the same map that lies nearest to one of this grid.
    pub(crate) fn nearest_of(&self, other: &Self, at: SubCell) -> SubCell {
        // Twice the other's number is (2k − o + 1)·n'/n + o' − 1, and halving rounds to one of the two nearest.
        let axis = |k: i32, o: i32, o2: i32, limit: i32| {
            (((2 * k - o + 1) * other.n / self.n + o2 - 1).div_euclid(2)).clamp(0, limit - 1)
        };
        let size = other.size();
        SubCell::new(
            axis(at.0.x, self.halves.x, other.halves.x, size.width()),
            axis(at.0.y, self.halves.y, other.halves.y, size.height()),
        )
    }

    /// Whether a body of one sub-cell can slide along the straight line between two sub-cells.
    pub(crate) fn is_clear(&self, a: SubCell, b: SubCell) -> bool {
        let (dx, dy) = (b.0.x - a.0.x, b.0.y - a.0.y);
        let (sx, sy) = (dx.signum(), dy.signum());
        let (dx, dy) = (dx.abs(), dy.abs());
        let place = |along: i32, across: i32| {
            let (x, y) = if dx >= dy { (along, across) } else { (across, along) };
            SubCell::new(a.0.x + sx * x, a.0.y + sy * y)
        };
        let (long, short) = (dx.max(dy), dx.min(dy));
        // Between the steps k and k + 1 the body covers both columns, and the rows from ⌊k·s/l⌋ to ⌈(k + 1)·s/l⌉.
        (0..long).all(|k| {
            let rows = k * short / long..=((k + 1) * short + long - 1) / long;
            rows.into_iter().all(|row| self.is_free(place(k, row)) && self.is_free(place(k + 1, row)))
        }) && self.is_free(a)
    }

    /// The centre in half sub-cells from the map's corner.
    const fn centre(&self, at: SubCell) -> Cell {
        Cell::new(2 * at.0.x - self.halves.x + 1, 2 * at.0.y - self.halves.y + 1)
    }
}

fn is_free(map: &BitGrid, cell: Cell) -> bool {
    map.size().contains(cell) && !map.contains(cell)
}

/// The one to four cells that a sub-cell overlaps; some may lie outside the map.
fn overlapped(at: Cell, n: i32, halves: Cell) -> impl Iterator<Item = Cell> {
    let span = move |k: i32, o: i32| (2 * k - o).div_euclid(2 * n)..=(2 * k - o + 1).div_euclid(2 * n);
    span(at.y, halves.y).flat_map(move |y| span(at.x, halves.x).map(move |x| Cell::new(x, y)))
}

/// Numbers the connected areas from 1. An open diagonal has open orthogonal detours, so four directions suffice.
fn areas(free: &BitGrid, moves: &OpenMoves) -> Vec<u32> {
    let mut areas = vec![0; free.size().area()];
    let mut stack = Vec::new();
    let mut count = 0;
    for start in free.iter().map(|at| moves.id(at)) {
        if areas[start.index()] != 0 {
            continue;
        }
        count += 1;
        areas[start.index()] = count;
        stack.push(start);
        while let Some(spot) = stack.pop() {
            for direction in crate::open_moves::Directions(moves.mask(spot) & ORTHOGONAL) {
                let next = moves.step(spot, direction);
                if areas[next.index()] == 0 {
                    areas[next.index()] = count;
                    stack.push(next);
                }
            }
        }
    }
    areas
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn maps() -> impl Strategy<Value = (BitGrid, u8, Offset)> {
        let walls = proptest::collection::vec(0..4u8, 80);
        (1..9i32, 1..9i32, walls, 1..=3u8, 0..4usize).prop_map(|(w, h, walls, n, offset)| {
            let size = Size::of(w, h);
            (BitGrid::from_fn(size, |cell| walls[size.id(cell)] == 0), n, Offset::ALL[offset])
        })
    }

    /// The open square of a sub-cell in sixths of a half cell: left, top, right, bottom. n divides 6.
    fn square(at: Cell, n: u8, offset: Offset) -> [i32; 4] {
        let side = 12 / i32::from(n);
        let (left, top) = (at.x * side - offset.halves().x * side / 2, at.y * side - offset.halves().y * side / 2);
        [left, top, left + side, top + side]
    }

    fn overlaps(square: [i32; 4], cell: Cell) -> bool {
        let [left, top, right, bottom] = square;
        left < 12 * cell.x + 12 && 12 * cell.x < right && top < 12 * cell.y + 12 && 12 * cell.y < bottom
    }

    proptest! {
        #[test]
        fn a_sub_cell_is_free_when_every_cell_it_overlaps_is((map, n, offset) in maps()) {
            let subcells = SubcellGrid::new(&map, n, offset).unwrap();
            for at in subcells.size().cells() {
                let square = square(at, n, offset);
                let around = map.size().rect().grow(1).cells();
                let slow = around.filter(|&cell| overlaps(square, cell)).all(|cell| is_free(&map, cell));
                prop_assert_eq!(subcells.is_free(SubCell(at)), slow, "{}", at);
            }
        }

        #[test]
        fn the_heart_of_a_cell_is_its_most_central_free_sub_cell((map, n, offset) in maps()) {
            let subcells = SubcellGrid::new(&map, n, offset).unwrap();
            for cell in map.size().cells() {
                let centre = |at: Cell| {
                    let [left, top, right, bottom] = square(at, n, offset);
                    Cell::new(left + right, top + bottom)
                };
                let middle = Cell::new(24 * cell.x + 12, 24 * cell.y + 12);
                let inside = |at: &Cell| overlaps(square(*at, n, offset), cell) && subcells.is_free(SubCell(*at));
                let slow = subcells.size().cells().filter(inside).min_by_key(|&at| (centre(at).distance_squared(middle), at));
                prop_assert_eq!(subcells.anchor(cell), slow.map(SubCell));
            }
        }

        #[test]
        fn a_line_is_clear_when_no_wall_lies_under_any_of_its_points((map, n, offset) in maps(), a in 0..999usize, b in 0..999usize) {
            let subcells = SubcellGrid::new(&map, n, offset).unwrap();
            let size = subcells.size();
            let (a, b) = (size.cell(a % size.area()), size.cell(b % size.area()));
            // Every place where the body's edges enter or leave a column or row, and the middles between them.
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            let parts = 2 * dx.abs().max(1) * dy.abs().max(1);
            let slow = (0..=parts).all(|part| {
                let (x, y) = (a.x * parts + dx * part, a.y * parts + dy * part);
                let span = |k: i32| k.div_euclid(parts)..=(k + parts - 1).div_euclid(parts);
                span(y).all(|y| span(x).all(|x| subcells.is_free(SubCell::new(x, y))))
            });
            prop_assert_eq!(subcells.is_clear(SubCell(a), SubCell(b)), slow, "{} {}", a, b);
        }

        #[test]
        fn spots_are_connected_when_steps_lead_from_one_to_the_other((map, n, offset) in maps()) {
            let subcells = SubcellGrid::new(&map, n, offset).unwrap();
            let free: Vec<Cell> = subcells.size().cells().filter(|&at| subcells.is_free(SubCell(at))).collect();
            let Some(&start) = free.first() else { return Ok(()) };
            let mut reached = BitGrid::new(subcells.size());
            let mut stack = vec![start];
            while let Some(at) = stack.pop() {
                if reached.insert(at) {
                    stack.extend(subcells.moves().neighbours(subcells.id(SubCell(at))).map(|spot| subcells.at(spot).0));
                }
            }
            for at in free {
                prop_assert_eq!(subcells.are_connected(SubCell(start), SubCell(at)), reached.contains(at));
            }
        }
    }

    #[test]
    fn the_first_column_of_a_shifted_lattice_sticks_out_of_the_map() {
        let subcells = SubcellGrid::new(&BitGrid::new(Size::of(3, 2)), 2, Offset::X).unwrap();
        assert_eq!(subcells.size(), Size::of(6, 4));
        assert!((0..4).all(|y| !subcells.is_free(SubCell::new(0, y)) && subcells.is_free(SubCell::new(1, y))));
        assert_eq!(subcells.anchor(Cell::new(0, 0)), Some(SubCell::new(1, 0)));
        assert_eq!(subcells.anchor(Cell::new(1, 1)), Some(SubCell::new(3, 2)));
    }
}
