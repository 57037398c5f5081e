//! Where a body may step from where: one byte of open directions for every sub-cell of the sub-cell grid.
//!
//! ```text
//!   NW N NE      bit 0 1 2
//!   W  ·  E          3   4     a diagonal bit is set only when both of its
//!   SW S SE          5 6 7     orthogonal neighbours are free of walls
//! ```

use undercroft_grid::{BitGrid, Cell, Size};

/// The eight steps in the order in which ties are broken: NW, N, NE, W, E, SW, S, SE.
pub(crate) const STEPS: [Cell; 8] = [
    Cell::new(-1, -1),
    Cell::new(0, -1),
    Cell::new(1, -1),
    Cell::new(-1, 0),
    Cell::new(1, 0),
    Cell::new(-1, 1),
    Cell::new(0, 1),
    Cell::new(1, 1),
];

/// The bits of N, W, E and S.
pub(crate) const ORTHOGONAL: u8 = 0b0101_1010;

/// A sub-cell of the sub-cell grid by its number, `x + y·width`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub(crate) struct SubcellId(pub(crate) u32);

impl SubcellId {
    /// No sub-cell at all: an actor whose next sub-cell is not decided yet.
    pub(crate) const NONE: Self = Self(u32::MAX);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The open directions of every sub-cell.
#[derive(Clone, Debug)]
pub(crate) struct OpenMoves {
    size: Size,
    masks: Vec<u8>,
    /// What each of [`STEPS`] adds to a sub-cell's number.
    offsets: [u32; 8],
}

impl OpenMoves {
    /// The steps that stay on free sub-cells, diagonals included.
    pub(crate) fn eight(free: &BitGrid) -> Self {
        let size = free.size();
        let masks = size.cells().map(|at| open_directions(free, at)).collect();
        Self { size, masks, offsets: STEPS.map(|step| (step.x + step.y * size.width()) as u32) }
    }

    /// The same without the diagonals.
    pub(crate) fn orthogonal(&self) -> Self {
        let masks = self.masks.iter().map(|mask| mask & ORTHOGONAL).collect();
        Self { size: self.size, masks, offsets: self.offsets }
    }

    pub(crate) const fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn id(&self, at: Cell) -> SubcellId {
        SubcellId(self.size.id(at) as u32)
    }

    pub(crate) fn cell(&self, spot: SubcellId) -> Cell {
        self.size.cell(spot.index())
    }

    /// The open directions of a sub-cell.
    #[inline]
    pub(crate) fn mask(&self, spot: SubcellId) -> u8 {
        self.masks[spot.index()]
    }

    /// Sets the open directions of a sub-cell again after a change beside it.
    pub(crate) fn review(&mut self, free: &BitGrid, at: Cell) {
        let spot = self.id(at);
        self.set_mask(spot, open_directions(free, at));
    }

    pub(crate) fn set_mask(&mut self, spot: SubcellId, mask: u8) {
        self.masks[spot.index()] = mask;
    }

    /// How many neighbours a body can step to.
    pub(crate) fn degree(&self, spot: SubcellId) -> u32 {
        self.mask(spot).count_ones()
    }

    /// The sub-cell one step away; the direction must be open.
    #[inline]
    pub(crate) const fn step(&self, spot: SubcellId, direction: usize) -> SubcellId {
        SubcellId(spot.0.wrapping_add(self.offsets[direction]))
    }

    /// The open directions of a sub-cell, one by one.
    #[inline]
    pub(crate) fn directions(&self, spot: SubcellId) -> Directions {
        Directions(self.mask(spot))
    }

    /// The open direction that leads from one sub-cell to the other.
    pub(crate) fn direction(&self, from: SubcellId, to: SubcellId) -> Option<usize> {
        self.directions(from).find(|&direction| self.step(from, direction) == to)
    }

    /// The sub-cells a body can step to, in the order of [`STEPS`].
    #[inline]
    pub(crate) fn neighbours(&self, spot: SubcellId) -> impl Iterator<Item = SubcellId> + '_ {
        self.directions(spot).map(move |direction| self.step(spot, direction))
    }
}

/// The horizontal and the vertical direction that a diagonal one is made of; `None` for an orthogonal one.
pub(crate) const fn sides(direction: usize) -> Option<(usize, usize)> {
    match direction {
        0 => Some((3, 1)),
        2 => Some((4, 1)),
        5 => Some((3, 6)),
        7 => Some((4, 6)),
        _ => None,
    }
}

/// The numbers of the set bits of a mask, lowest first.
pub(crate) struct Directions(pub(crate) u8);

impl Iterator for Directions {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

fn open_directions(free: &BitGrid, at: Cell) -> u8 {
    let is_open = |step: Cell| {
        let sides = [step, Cell::new(step.x, 0), Cell::new(0, step.y)];
        sides.iter().all(|&side| free.contains(at + side))
    };
    let bits = STEPS.iter().enumerate().map(|(bit, &step)| u8::from(is_open(step)) << bit);
    if free.contains(at) { bits.sum() } else { 0 }
}
