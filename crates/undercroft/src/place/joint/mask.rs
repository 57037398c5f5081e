//! The floor of a room with its ring and the sites where a joint can begin or end.
//!
//! A *candidate* is a ring cell with floor behind it and neither floor nor ring beyond. A *run* is a longest line of
//! candidates with one normal. Joints use no end cell of a run, so that doors keep off corners; runs of one or two
//! cells, as in niches and the steps of a circle, only serve caves and rooms that have no other.

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size, Symmetry};

use crate::dungeon::{Run, Shape};
use crate::shape::MaskDraft;

/// The shortest run whose end cells are left out.
const LONG_RUN: i32 = 3;

/// A floor whose bounding box begins at 0, 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomMask {
    /// Its shape.
    pub shape: Shape,
    /// The floor; its bounding box is the whole grid.
    pub cells: BitGrid,
    /// The floor, row by row.
    pub floor: Vec<Run>,
    /// The ring, row by row.
    pub ring: Vec<Run>,
    /// Number of floor cells.
    pub area: i64,
    /// The sites by normal: north, east, south, west.
    sites: [Vec<JointSite>; 4],
    /// Floor and ring, one cell larger on every side.
    closed: BitGrid,
}

/// A ring cell where a joint can begin or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointSite {
    /// Outwards.
    pub normal: Dir,
    /// The cell.
    pub cell: Cell,
    /// Sites before it in its run.
    pub before: i32,
    /// Sites after it in its run.
    pub after: i32,
}

impl JointSite {
    /// The widest door that holds this cell. [Unit: cells]
    pub const fn widest(&self) -> i32 {
        self.before + 1 + self.after
    }

    /// How far it lies from the middle of its run. [Unit: half cells]
    pub const fn off_center(&self) -> i32 {
        (self.before - self.after).abs()
    }

    /// The cells of a door of this width: this one and those after it, then those before it.
    pub fn door(&self, width: i32) -> Rect {
        let first = self.cell.step(along(self.normal), -(width - 1 - self.after).max(0));
        line(first, self.normal, width)
    }

    /// The same site elsewhere.
    #[must_use]
    pub fn shift(self, by: Cell) -> Self {
        Self { cell: self.cell + by, ..self }
    }

    /// The same site of the image of a room of this width.
    const fn image(self, width: i32) -> Self {
        let Self { normal, cell, before, after } = self;
        let (normal, cell) = (Symmetry::MirrorX.dir(normal), Cell::new(width - 1 - cell.x, cell.y));
        // Walls in the north and the south are counted from the west.
        let (before, after) = if normal.is_horizontal() { (before, after) } else { (after, before) };
        Self { normal, cell, before, after }
    }

    /// The cell before it, outside the room.
    pub fn approach(&self) -> Cell {
        self.cell + self.normal
    }
}

/// The direction in which the cells of a wall with this normal are counted.
pub const fn along(normal: Dir) -> Dir {
    if normal.is_horizontal() { Dir::South } else { Dir::East }
}

/// Cells of a wall with this normal.
pub const fn line(first: Cell, normal: Dir, length: i32) -> Rect {
    if normal.is_horizontal() { Rect::at(first, 1, length) } else { Rect::at(first, length, 1) }
}

impl RoomMask {
    /// The room of a draft.
    pub fn new(draft: &MaskDraft) -> Self {
        Self::from_cells(draft.shape, draft.mask())
    }

    /// The cave of a floor whose bounding box is the whole grid. It can be entered at runs of at least this many cells.
    pub fn cave(cells: BitGrid, shortest_run: i32) -> Self {
        let mut mask = Self::from_cells(Shape::Cave, cells);
        mask.sites = mask.find_sites(shortest_run);
        mask
    }

    /// The room of a floor whose bounding box is the whole grid.
    pub fn from_cells(shape: Shape, cells: BitGrid) -> Self {
        let floor: Vec<Run> = Run::of_cells(&cells).collect();
        let (width, height) = (cells.size().width(), cells.size().height());
        let mut closed = BitGrid::new(Size::of(width + 2, height + 2));
        floor.iter().for_each(|run| closed.fill_rect(run.rect().shift(Cell::new(1, 1)).grow(1)));
        let mut around = closed.clone();
        floor.iter().for_each(|run| around.erase_rect(run.rect().shift(Cell::new(1, 1))));
        let back = |run: Run| Run { start: run.start - Cell::new(1, 1), ..run };
        let ring = Run::of_cells(&around).map(back).collect();
        let mut mask =
            Self { shape, area: cells.count() as i64, cells, floor, ring, sites: Default::default(), closed };
        mask.sites = mask.find_sites(LONG_RUN);
        mask
    }

    /// The room of a floor that can only be entered at these sites.
    pub fn with_sites(shape: Shape, cells: BitGrid, sites: impl IntoIterator<Item = (Dir, Cell)>) -> Self {
        let mut mask = Self::from_cells(shape, cells);
        let given: Vec<(Dir, Cell)> = sites.into_iter().collect();
        let is_site = |normal: Dir, cell: Cell| given.contains(&(normal, cell));
        let count = |normal: Dir, from: Cell, step: i32| {
            (1..=given.len() as i32).take_while(|&i| is_site(normal, from.step(along(normal), i * step))).count() as i32
        };
        mask.sites = Dir::ALL.map(|normal| {
            let own = given.iter().filter(|(dir, _)| *dir == normal);
            let site = |&(normal, cell): &(Dir, Cell)| JointSite {
                normal,
                cell,
                before: count(normal, cell, -1),
                after: count(normal, cell, 1),
            };
            own.map(site).collect()
        });
        mask
    }

    /// The room with east and west exchanged.
    #[must_use]
    pub fn image(&self) -> Self {
        let mut image = Self::from_cells(self.shape, Symmetry::MirrorX.bits(&self.cells));
        let width = self.size().width();
        image.sites = Dir::ALL.map(|normal| {
            let sites = self.sites(Symmetry::MirrorX.dir(normal)).iter().rev();
            sites.map(|site| site.image(width)).collect()
        });
        image
    }

    /// Whether it has a column of cells in its middle and is its own image, its sites too.
    pub fn is_own_image(&self) -> bool {
        let width = self.size().width();
        width % 2 == 1
            && Symmetry::MirrorX.bits(&self.cells) == self.cells
            && self.all_sites().all(|site| {
                let image = site.image(width);
                self.sites(image.normal).contains(&image)
            })
    }

    /// The site from which a door lies in the middle of a room that is its own image, north or south, and the widest such
    /// door up to a width.
    pub fn axis_site(&self, normal: Dir, widest: i32) -> Option<(JointSite, i32)> {
        let middle = self.size().width() / 2;
        let outwards = |site: &&JointSite| if normal == Dir::South { -site.cell.y } else { site.cell.y };
        let on_axis = self.sites(normal).iter().filter(|site| site.cell.x == middle);
        let center = on_axis.min_by_key(outwards)?;
        let half = ((widest - 1) / 2).min(center.before).min(center.after);
        let first = center.cell.step(Dir::East, -half);
        let site = self.sites(normal).iter().find(|site| site.cell == first)?;
        Some((*site, 2 * half + 1))
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        self.cells.size()
    }

    /// Whether it is a cave.
    pub fn is_cave(&self) -> bool {
        self.shape == Shape::Cave
    }

    /// Whether the floor fills its box.
    pub fn is_full(&self) -> bool {
        self.area == self.size().rect().area()
    }

    /// Its sites with this normal.
    pub fn sites(&self, normal: Dir) -> &[JointSite] {
        &self.sites[normal.index()]
    }

    /// All its sites.
    pub fn all_sites(&self) -> impl Iterator<Item = JointSite> {
        self.sites.iter().flatten().copied()
    }

    /// Whether the cell is floor or ring.
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.closed.contains(cell + Cell::new(1, 1))
    }

    /// The sites in runs of at least `shortest` cells; in all runs where none is as long.
    fn find_sites(&self, shortest: i32) -> [Vec<JointSite>; 4] {
        let runs: Vec<(Dir, Cell, i32)> = Dir::ALL.into_iter().flat_map(|normal| self.runs(normal)).collect();
        let has_any = runs.iter().any(|(_, _, length)| *length >= shortest);
        let mut sites: [Vec<JointSite>; 4] = Default::default();
        for (normal, first, length) in runs {
            let of_normal = &mut sites[normal.index()];
            if length >= LONG_RUN {
                let site =
                    |i| JointSite { normal, cell: first.step(along(normal), i), before: i - 1, after: length - 2 - i };
                of_normal.extend((1..length - 1).map(site));
            } else if length >= shortest || !has_any {
                // Where a room has no better ones, each cell of a short run is a site of its own.
                let others = |count: i32| if length >= shortest { count } else { 0 };
                let cell = |i| first.step(along(normal), i);
                let site = |i| JointSite { normal, cell: cell(i), before: others(i), after: others(length - 1 - i) };
                of_normal.extend((0..length).map(site));
            }
        }
        sites
    }

    /// The one run that a floor without gaps has with this normal.
    fn full_side(&self, normal: Dir) -> (Dir, Cell, i32) {
        let (width, height) = (self.size().width(), self.size().height());
        match normal {
            Dir::North => (normal, Cell::new(0, -1), width),
            Dir::East => (normal, Cell::new(width, 0), height),
            Dir::South => (normal, Cell::new(0, height), width),
            Dir::West => (normal, Cell::new(-1, 0), height),
        }
    }

    /// The runs of candidates with this normal: first cell and length, in the order of their lines.
    fn runs(&self, normal: Dir) -> Vec<(Dir, Cell, i32)> {
        if self.is_full() {
            return vec![self.full_side(normal)];
        }
        let is_candidate = |cell: Cell| {
            self.cells.contains(cell - normal) && !self.cells.contains(cell) && !self.is_closed(cell + normal)
        };
        let bounds = self.size().rect().grow(1);
        let lines = if normal.is_horizontal() { bounds.left..bounds.right } else { bounds.top..bounds.bottom };
        let length = if normal.is_horizontal() { bounds.height() } else { bounds.width() };
        let mut runs = Vec::new();
        for line in lines {
            let first = if normal.is_horizontal() { Cell::new(line, bounds.top) } else { Cell::new(bounds.left, line) };
            let mut begun: Option<i32> = None;
            for i in 0..=length {
                let is_one = i < length && is_candidate(first.step(along(normal), i));
                match begun {
                    None if is_one => begun = Some(i),
                    Some(start) if !is_one => {
                        runs.push((normal, first.step(along(normal), start), i - start));
                        begun = None;
                    }
                    _ => {}
                }
            }
        }
        runs
    }
}
