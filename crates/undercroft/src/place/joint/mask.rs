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
/// Cells round a floor that its ring needs.
const MARGIN: i32 = 1;

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
        Self::with_runs(Shape::Cave, cells, shortest_run)
    }

    /// The room of a floor whose bounding box is the whole grid.
    pub fn from_cells(shape: Shape, cells: BitGrid) -> Self {
        Self::with_runs(shape, cells, LONG_RUN)
    }

    fn with_runs(shape: Shape, cells: BitGrid, shortest_run: i32) -> Self {
        let inner = cells.cropped(cells.size().rect().grow(MARGIN));
        let closed =
            inner.map_neighborhood(|[[nw, n, ne], [w, c, e], [sw, s, se]]| nw | n | ne | w | c | e | sw | s | se);
        let mut around = closed.clone();
        around -= &inner;
        let mut mask = Self {
            shape,
            area: cells.count() as i64,
            floor: runs_of(&cells, 0),
            ring: runs_of(&around, MARGIN),
            sites: Default::default(),
            cells,
            closed,
        };
        mask.sites = mask.find_sites(&inner, shortest_run);
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

    /// The sites in runs of at least `shortest` cells; in all runs where none is as long. `inner` is the floor with a margin
    /// of one cell.
    fn find_sites(&self, inner: &BitGrid, shortest: i32) -> [Vec<JointSite>; 4] {
        let lines = Dir::ALL.map(|normal| self.candidate_lines(inner, normal));
        let has_any = lines.iter().flatten().any(|(_, length)| *length >= shortest);
        let mut sites: [Vec<JointSite>; 4] = Default::default();
        for (normal, lines) in Dir::ALL.into_iter().zip(lines) {
            let of_normal = &mut sites[normal.index()];
            for (first, length) in lines {
                let cell = |i| first.step(along(normal), i);
                if length >= LONG_RUN {
                    let site = |i| JointSite { normal, cell: cell(i), before: i - 1, after: length - 2 - i };
                    of_normal.extend((1..length - 1).map(site));
                } else if length >= shortest || !has_any {
                    // Where a room has no better ones, each cell of a short run is a site of its own.
                    let others = |count: i32| if length >= shortest { count } else { 0 };
                    let site =
                        |i| JointSite { normal, cell: cell(i), before: others(i), after: others(length - 1 - i) };
                    of_normal.extend((0..length).map(site));
                }
            }
        }
        sites
    }

    /// The runs of candidates with this normal: first cell and length, in the order of their lines.
    fn candidate_lines(&self, inner: &BitGrid, normal: Dir) -> Vec<(Cell, i32)> {
        let (width, height) = (self.size().width(), self.size().height());
        if self.is_full() {
            return vec![match normal {
                Dir::North => (Cell::new(0, -1), width),
                Dir::East => (Cell::new(width, 0), height),
                Dir::South => (Cell::new(0, height), width),
                Dir::West => (Cell::new(-1, 0), height),
            }];
        }
        let cells = candidates(inner, &self.closed, normal);
        if normal.is_horizontal() {
            return columns_of(&cells, MARGIN);
        }
        runs_of(&cells, MARGIN).into_iter().map(|run| (run.start, run.length)).collect()
    }
}

/// The runs of a set of cells, row by row, from a grid with this margin.
fn runs_of(cells: &BitGrid, margin: i32) -> Vec<Run> {
    let mut runs = Vec::with_capacity(2 * cells.size().height() as usize);
    for y in 0..cells.size().height() {
        for xs in cells.runs(y) {
            runs.push(Run { start: Cell::new(xs.start - margin, y - margin), length: xs.end - xs.start });
        }
    }
    runs
}

/// The cells with floor behind them and neither floor nor ring beyond.
fn candidates(floor: &BitGrid, closed: &BitGrid, normal: Dir) -> BitGrid {
    let near = |cells: &BitGrid, dir: Dir| match dir {
        Dir::North => cells.map_neighborhood(|[[_, n, _], ..]| n),
        Dir::East => cells.map_neighborhood(|[_, [.., e], _]| e),
        Dir::South => cells.map_neighborhood(|[.., [_, s, _]]| s),
        Dir::West => cells.map_neighborhood(|[_, [w, ..], _]| w),
    };
    let mut cells = near(floor, normal.opposite());
    cells -= floor;
    cells -= &near(closed, normal);
    cells
}

/// The lines of cells in columns, column by column, from a grid with this margin: first cell and length.
fn columns_of(cells: &BitGrid, margin: i32) -> Vec<(Cell, i32)> {
    let firsts = cells.map_neighborhood(|[[_, n, _], [_, c, _], _]| c & !n);
    let length =
        |first: Cell| (1..=cells.size().height()).find(|&i| !cells.contains(first.step(Dir::South, i))).unwrap_or(1);
    let line = |first: Cell| (first - Cell::new(margin, margin), length(first));
    let mut lines: Vec<(Cell, i32)> = firsts.iter().map(line).collect();
    lines.sort_unstable_by_key(|(first, _)| (first.x, first.y));
    lines
}
