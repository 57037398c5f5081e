//! A template in one orientation: what placement reads of it, computed once.

use undercroft_grid::{Cell, Dir, Grid, Rect, Size, Symmetry};

use super::TemplateGlyph;
use crate::dungeon::Run;

/// A place of a template where it may or must be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateSocket {
    /// The wall cell.
    pub cell: Cell,
    /// Outwards.
    pub dir: Dir,
    /// Whether it must be open.
    pub required: bool,
}

/// A drawing's cells, sorted by what they are. Cells count from the drawing's north-west corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrientedTemplate {
    /// Width and height of the drawing.
    pub size: Size,
    /// The floor, row by row.
    pub floor: Vec<Run>,
    /// The smallest rectangle round the floor.
    pub bounds: Rect,
    /// Every drawn cell that is not floor: walls and sockets.
    pub walls: Vec<Cell>,
    /// The sockets, row by row.
    pub sockets: Vec<TemplateSocket>,
    /// The first cell of each required socket, however wide it is.
    pub required: Vec<TemplateSocket>,
    /// Number of floor cells.
    pub area: u32,
}

impl OrientedTemplate {
    /// Sorts the cells of a drawing that keeps the rules.
    pub fn new(drawing: &Grid<TemplateGlyph>) -> Self {
        let size = drawing.size();
        let floor: Vec<Run> = (0..size.height()).flat_map(|y| runs(drawing, y)).collect();
        let bounds = floor.iter().fold(Rect::new(0, 0, 0, 0), |all, run| all.hull(run.rect()));
        let is_wall = |glyph: TemplateGlyph| !matches!(glyph, TemplateGlyph::Nothing | TemplateGlyph::Floor);
        let walls = drawing.iter().filter(|(_, glyph)| is_wall(**glyph)).map(|(cell, _)| cell).collect();
        let sockets = sockets(drawing);
        let is_first = |socket: &&TemplateSocket| {
            let before = TemplateSocket { cell: socket.cell - along_wall(socket.dir), ..**socket };
            socket.required && !sockets.contains(&before)
        };
        let required = sockets.iter().filter(is_first).copied().collect();
        let area = floor.iter().map(|run| run.length as u32).sum();
        Self { size, floor, bounds, walls, sockets, required, area }
    }

    /// How many separate runs of sockets point in each direction, which is the number of doors it can have there.
    pub fn openings(&self) -> [usize; 4] {
        let mut openings = [0; 4];
        let is_first = |socket: &TemplateSocket| {
            let before = socket.cell - along_wall(socket.dir);
            !self.sockets.iter().any(|other| other.dir == socket.dir && other.cell == before)
        };
        self.sockets.iter().filter(|socket| is_first(socket)).for_each(|socket| openings[socket.dir.index()] += 1);
        openings
    }

    /// The floor cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.floor.iter().flat_map(|run| run.cells())
    }
}

/// The id of an oriented template: eight for each template, in the order of [`Symmetry::ALL`].
pub const fn oriented_id(template: usize, symmetry: Symmetry) -> u32 {
    (template * Symmetry::ALL.len() + symmetry as usize) as u32
}

/// The direction in which a wall with this normal is counted: east or south.
pub const fn along_wall(normal: Dir) -> Dir {
    if normal.is_horizontal() { Dir::South } else { Dir::East }
}

fn sockets(drawing: &Grid<TemplateGlyph>) -> Vec<TemplateSocket> {
    let marked = drawing.iter().filter(|(_, glyph)| glyph.is_socket());
    let socket = |(cell, glyph): (Cell, &TemplateGlyph)| {
        let dir = outwards(drawing, cell)?;
        Some(TemplateSocket { cell, dir, required: *glyph != TemplateGlyph::Socket })
    };
    marked.filter_map(socket).collect()
}

/// Away from the only floor neighbour; `None` where there is none or more than one.
pub fn outwards(drawing: &Grid<TemplateGlyph>, cell: Cell) -> Option<Dir> {
    let is_floor = |dir: &Dir| drawing.get(cell - *dir) == Some(&TemplateGlyph::Floor);
    let mut dirs = Dir::ALL.into_iter().filter(is_floor);
    dirs.next().filter(|_| dirs.next().is_none())
}

fn runs(drawing: &Grid<TemplateGlyph>, y: i32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (x, glyph) in (0..).zip(drawing.row(y)) {
        let last = runs.last_mut().filter(|run| run.start.x + run.length == x);
        match (glyph, last) {
            (TemplateGlyph::Floor, Some(run)) => run.length += 1,
            (TemplateGlyph::Floor, None) => runs.push(Run { start: Cell::new(x, y), length: 1 }),
            _ => {}
        }
    }
    runs
}
