//! One level on paper: rock, floor, grid and walls.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::cell_loops::{Loop, outline};
use super::entrance_arrow::EntranceArrow;
use super::fine_hatch::fine_hatch;
use super::ground_color::ground_color;
use super::hatch::{REACH, can_hatch};
use super::options::{DrawOptions, MAX_HATCHED_CELLS, Masonry, Rock};
use super::picture::{CELL, Paint, PictureGroup, Point, VectorPath};
use super::theme::Color;
use super::wobble::Wobble;
use super::work_meter::WorkMeter;
use undercroft::dungeon::{Dungeon, Ground, Level, Terrain};

/// Length of the dots of a cave's grid. [Unit: thousandths of a cell]
const DOTS: i32 = 90;

/// A level as it is drawn: what counts as floor and what as masonry.
pub struct LevelDrawing<'a> {
    /// The dungeon.
    pub dungeon: &'a Dungeon,
    /// The level.
    pub level: &'a Level,
    /// Floor, corridors and door gaps; a secret door is wall.
    pub floor: BitGrid,
    /// Filled walls, the building's outline included.
    pub masonry: BitGrid,
    /// The outline of the building, on its own level.
    pub house: Option<Rect>,
    /// The hand that draws outlines.
    pub wobble: Wobble<'a>,
}

impl<'a> LevelDrawing<'a> {
    /// Prepares a level.
    pub fn new(dungeon: &'a Dungeon, level: &'a Level, options: &DrawOptions) -> Self {
        let floor = floor(dungeon, level);
        let house = dungeon.outline.map(|outline| outline.intersection(level.size().rect())).filter(|r| !r.is_empty());
        let filled = match options.masonry {
            Masonry::Auto => house.is_some(),
            Masonry::Filled => true,
            Masonry::Empty => false,
        };
        // In a house, walls stand along every floor and along its rim; what they leave over is courtyard.
        let in_house = |cell: Cell| {
            let near = || cell.neighbors8().into_iter().any(|beside| floor.contains(beside));
            house.is_some_and(|house| house.contains(cell) && (!house.grow(-1).contains(cell) || near()))
        };
        let is_wall = |cell: Cell| {
            !floor.contains(cell) && (level.at(cell) == Terrain::Wall || is_secret_gap(level, cell) || in_house(cell))
        };
        let masonry = if filled { BitGrid::from_fn(level.size(), is_wall) } else { BitGrid::new(level.size()) };
        Self { dungeon, level, floor, masonry, house, wobble: Wobble::from_level(dungeon, level) }
    }

    /// The cells that have anything on them.
    pub fn bounds(&self) -> Rect {
        let rows = (0..self.level.size().height()).flat_map(|y| {
            let ends = |set: &BitGrid| [set.next_set(y, 0), set.previous_set(y, self.level.size().width() - 1)];
            let found: Vec<_> = [ends(&self.floor), ends(&self.masonry)].into_iter().flatten().flatten().collect();
            found.into_iter().map(move |x| Cell::new(x, y))
        });
        let bounds = Rect::around(rows).unwrap_or_else(|| self.level.size().rect());
        self.house.map_or(bounds, |house| bounds.hull(house))
    }

    /// The rock along the walls: shade, then hatching.
    pub fn rock(&self, options: &DrawOptions, id: &str, meter: &WorkMeter) -> PictureGroup {
        let mut group = PictureGroup::new(format!("{id}-rock"));
        // A house stands in the open.
        if options.rock == Rock::Bare || self.house.is_some() {
            return group;
        }
        let open = self.built();
        let theme = &options.theme;
        if theme.rock != theme.paper {
            let shade = Paint::stroke(theme.rock, REACH * 4 / 3);
            group.push("shade", shade, closed(&outline(&open), self.wobble));
        }
        let quiet = EntranceArrow::find(self.dungeon, self.level, &self.floor, options.sheet)
            .map(EntranceArrow::areas_taken)
            .unwrap_or_default();
        let size = self.level.size();
        if options.rock == Rock::Hatched && size.area() <= MAX_HATCHED_CELLS && can_hatch(size) {
            let strokes = fine_hatch(&open, &quiet, options.hatch_parts, meter);
            group.push("hatch", Paint::stroke(theme.hatch, theme.weights.hatch.0), strokes);
        }
        group
    }

    /// Filled walls, the floor and what lies on it.
    pub fn ground(&self, options: &DrawOptions, id: &str) -> PictureGroup {
        let mut group = PictureGroup::new(format!("{id}-floor"));
        let theme = &options.theme;
        group.push("masonry", Paint::fill(theme.masonry), closed(&outline(&self.masonry), self.wobble));
        if theme.corridor == theme.floor {
            group.push("floor", Paint::fill(theme.floor), closed(&outline(&self.floor), self.wobble));
        } else {
            let mut rooms = self.floor.clone();
            let others: Vec<Cell> = rooms.iter().filter(|&cell| !self.is_room(cell)).collect();
            for cell in others {
                rooms.remove(cell);
            }
            group.push("corridor", Paint::fill(theme.corridor), closed(&outline(&self.floor), self.wobble));
            group.push("floor", Paint::fill(theme.floor), closed(&outline(&rooms), self.wobble));
        }
        for (name, color, cells) in self.lying(options) {
            group.push(name, Paint::fill(color), closed(&outline(&cells), self.wobble));
        }
        group
    }

    /// The grid.
    pub fn grid_lines(&self, options: &DrawOptions, id: &str) -> PictureGroup {
        let mut group = PictureGroup::new(format!("{id}-grid"));
        let theme = &options.theme;
        if options.grid {
            let grid = Paint::stroke(theme.ink, theme.weights.grid.0).faint(theme.grid);
            let grid = if self.wobble.is_uneven() { grid.dashed(DOTS) } else { grid };
            let mut lines = self.grid();
            (1..i32::from(options.squares))
                .for_each(|i| self.add_squares(&mut lines, i * CELL / i32::from(options.squares)));
            group.push("grid", grid, lines);
        }
        group
    }

    /// What lies on the floor, a plain color for each kind.
    fn lying(&self, options: &DrawOptions) -> Vec<(&'static str, Color, BitGrid)> {
        let Some(ground) = &self.level.ground else { return Vec::new() };
        let lies = |cell: Cell, kind: Ground| ground.get(cell) == Some(&kind) && self.floor.contains(cell);
        let cells = |kind: Ground| BitGrid::from_fn(self.level.size(), |cell| lies(cell, kind));
        let fill = |kind: Ground| (kind.name(), ground_color(kind, &options.theme), cells(kind));
        Ground::ALL[1..].iter().map(|&kind| fill(kind)).filter(|(_, _, cells)| !cells.is_empty()).collect()
    }

    /// The walls: a heavy line round rooms, a lighter one along corridors, and the outline of the building.
    pub fn walls(&self, options: &DrawOptions, id: &str) -> PictureGroup {
        let mut group = PictureGroup::new(format!("{id}-walls"));
        let (theme, weights) = (&options.theme, options.theme.weights);
        let [mut rooms, mut corridors] = [VectorPath::default(), VectorPath::default()];
        for piece in outline(&self.floor).iter().flat_map(|edge| edge.pieces(|cell| self.is_room(cell))) {
            let path = if piece.tag { &mut rooms } else { &mut corridors };
            add_piece(path, &piece.corners, self.wobble);
        }
        let building = self.building();
        group.push("building", Paint::stroke(theme.ink, weights.room.0), building);
        group.push("corridor-wall", Paint::stroke(theme.ink, weights.corridor.0), corridors);
        group.push("room-wall", Paint::stroke(theme.ink, weights.room.0), rooms);
        group
    }

    /// The outer face of the masonry and of the house, without the floor that leads through it.
    fn building(&self) -> VectorPath {
        let mut mass = self.built();
        if let Some(house) = self.house {
            mass.fill_rect(house);
        }
        let is_wall = |cell: Cell| !self.floor.contains(cell);
        let mut path = VectorPath::default();
        for piece in outline(&mass).iter().flat_map(|edge| edge.pieces(is_wall)).filter(|piece| piece.tag) {
            add_piece(&mut path, &piece.corners, self.wobble);
        }
        path
    }

    /// Floor and masonry together.
    fn built(&self) -> BitGrid {
        let mut built = self.floor.clone();
        built |= &self.masonry;
        built
    }

    fn is_room(&self, cell: Cell) -> bool {
        self.level.at(cell).is_room()
    }

    /// Lines between floor cells, each as long as it goes.
    fn grid(&self) -> VectorPath {
        let mut path = VectorPath::default();
        let size = self.level.size();
        for y in 1..size.height() {
            let both = |x: i32| self.floor.contains(Cell::new(x, y)) && self.floor.contains(Cell::new(x, y - 1));
            add_runs(&mut path, size.width(), both, |x| Point::corner(Cell::new(x, y)));
        }
        for x in 1..size.width() {
            let both = |y: i32| self.floor.contains(Cell::new(x, y)) && self.floor.contains(Cell::new(x - 1, y));
            add_runs(&mut path, size.height(), both, |y| Point::corner(Cell::new(x, y)));
        }
        path
    }

    /// Lines through floor cells, this far from their northern and western sides.
    fn add_squares(&self, path: &mut VectorPath, inside: i32) {
        let size = self.level.size();
        for y in 0..size.height() {
            let floor = |x: i32| self.floor.contains(Cell::new(x, y));
            add_runs(path, size.width(), floor, |x| Point::corner(Cell::new(x, y)).shift(0, inside));
        }
        for x in 0..size.width() {
            let floor = |y: i32| self.floor.contains(Cell::new(x, y));
            add_runs(path, size.height(), floor, |y| Point::corner(Cell::new(x, y)).shift(inside, 0));
        }
    }
}

/// Floor as it is drawn: all that is not massive, secret doors excepted.
fn floor(dungeon: &Dungeon, level: &Level) -> BitGrid {
    let mut floor = BitGrid::from_fn(level.size(), |cell| !level.at(cell).is_massive());
    for &cell in dungeon.doors_on(level.z).filter(|door| door.secret).flat_map(|door| &door.cells) {
        floor.remove(cell);
    }
    floor
}

/// A door cell that is not floor: a secret one, which is masonry like the wall around it.
fn is_secret_gap(level: &Level, cell: Cell) -> bool {
    level.at(cell) == Terrain::Door
}

/// The loops as closed figures.
pub fn closed(loops: &[Loop], wobble: Wobble) -> VectorPath {
    let mut path = VectorPath::default();
    for found in loops {
        path.add_polygon(wobble.polygon(&found.corners()));
    }
    path
}

/// A stretch of wall; the whole of a loop is closed, so that its corner is joined.
fn add_piece(path: &mut VectorPath, corners: &[Cell], wobble: Wobble) {
    match corners {
        [first, inner @ .., last] if first == last && inner.len() > 1 => {
            path.add_polygon(wobble.polygon(&corners[..corners.len() - 1]));
        }
        _ => path.add_line(wobble.line(corners)),
    }
}

fn add_runs(path: &mut VectorPath, length: i32, member: impl Fn(i32) -> bool, place: impl Fn(i32) -> Point) {
    let mut at = 0;
    while at < length {
        if !member(at) {
            at += 1;
            continue;
        }
        let end = (at..length).find(|&i| !member(i)).unwrap_or(length);
        path.add_line([place(at), place(end)]);
        at = end;
    }
}
