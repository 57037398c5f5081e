//! Everyone who looks, behind one interface: Undercroft's two kinds of sight and the peers.
//!
//! A peer gets its map as it likes it, prepared before the clock starts. Peers that report cells one by one write the
//! number of the current look into a byte per cell, so that they need not clear anything between two looks.

use std::collections::HashSet;

use adam_fov_rs::IVec2;
use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, FieldOfViewAlg, Point};
use coord_2d::{ICoord, UCoord};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, FovRestrictive, MapData};
use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{Floor, Fov, Observer, View};

/// Someone who looks from one cell after another.
pub trait FovBackend {
    /// Computes everything that is seen from a free cell.
    fn look(&mut self, from: Cell);
    /// Whether the last look saw this cell.
    fn sees(&self, cell: Cell) -> bool;
}

/// A name, and how to prepare that backend for a map.
pub type Entrant = (&'static str, fn(&BitGrid) -> Box<dyn FovBackend>);

/// The two kinds of Undercroft.
pub const OURS: [Entrant; 2] = [
    ("exact", |solid| Box::new(ExactFov(Ours::new(solid)))),
    ("ours shadowcast", |solid| Box::new(OwnShadowcast(Ours::new(solid)))),
];

/// The published crates.
pub const PEERS: [Entrant; 6] = [
    ("shadowcast", |solid| Box::new(Shadowcast { marks: Marks::new(solid), context: shadowcast::Context::default() })),
    ("adam_fov_rs", |solid| Box::new(Adam(Marks::new(solid)))),
    ("doryen recursive", |solid| Box::new(Doryen { map: doryen_map(solid), fov: FovRecursiveShadowCasting::new() })),
    ("doryen restrictive", |solid| Box::new(Doryen { map: doryen_map(solid), fov: FovRestrictive::new() })),
    ("symmetric-shad.", symmetric),
    ("bracket symmetric", |solid| Box::new(Bracket { map: Marks::new(solid), seen: HashSet::new() })),
];

struct Ours {
    floor: Floor,
    sight: Fov,
    view: View,
}

impl Ours {
    fn new(solid: &BitGrid) -> Self {
        Self { floor: Floor::new(solid), sight: Fov::new(), view: View::new(solid.size()) }
    }
}

struct ExactFov(Ours);

impl FovBackend for ExactFov {
    fn look(&mut self, from: Cell) {
        let Ours { floor, sight, view } = &mut self.0;
        sight.exact(floor, Observer::one(from), None, view).expect("the observer is on the map");
    }
    fn sees(&self, cell: Cell) -> bool {
        self.0.view.contains(cell)
    }
}

struct OwnShadowcast(Ours);

impl FovBackend for OwnShadowcast {
    fn look(&mut self, from: Cell) {
        let Ours { floor, sight, view } = &mut self.0;
        sight.shadowcast(floor, from, None, view).expect("the observer is on the map");
    }
    fn sees(&self, cell: Cell) -> bool {
        self.0.view.contains(cell)
    }
}

/// A byte map and the marks of the last look.
struct Marks {
    size: Size,
    opaque: Vec<bool>,
    marks: Vec<u8>,
    look: u8,
}

impl Marks {
    fn new(solid: &BitGrid) -> Self {
        let size = solid.size();
        let opaque = size.cells().map(|cell| solid.contains(cell)).collect();
        Self { size, opaque, marks: vec![0; size.area()], look: 0 }
    }

    fn start(&mut self) {
        self.look = self.look.wrapping_add(1);
        if self.look == 0 {
            self.marks.fill(0);
            self.look = 1;
        }
    }

    fn sees(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.marks[self.size.id(cell)] == self.look
    }
}

struct Shadowcast {
    marks: Marks,
    context: shadowcast::Context<u8>,
}

struct Opacity(Size);

impl shadowcast::InputGrid for Opacity {
    type Grid = Vec<bool>;
    type Opacity = u8;
    fn size(&self, _: &Vec<bool>) -> UCoord {
        UCoord::new(self.0.width() as u32, self.0.height() as u32)
    }
    fn get_opacity(&self, grid: &Vec<bool>, at: ICoord) -> u8 {
        if grid[self.0.id(Cell::new(at.x, at.y))] { u8::MAX } else { 0 }
    }
}

impl FovBackend for Shadowcast {
    fn look(&mut self, from: Cell) {
        self.marks.start();
        let Marks { size, opaque, marks, look } = &mut self.marks;
        let everywhere = shadowcast::vision_distance::Square::new(u32::MAX);
        self.context.for_each_visible(
            ICoord::new(from.x, from.y),
            &Opacity(*size),
            opaque,
            everywhere,
            u8::MAX,
            |at, _, _| marks[size.id(Cell::new(at.x, at.y))] = *look,
        );
    }
    fn sees(&self, cell: Cell) -> bool {
        self.marks.sees(cell)
    }
}

struct Adam(Marks);

impl FovBackend for Adam {
    fn look(&mut self, from: Cell) {
        self.0.start();
        let Marks { size, opaque, marks, look } = &mut self.0;
        let id = |at: IVec2| size.id(Cell::new(at.x, at.y));
        let range = (size.width() + size.height()) as usize;
        let bounds = [size.width() as u32, size.height() as u32];
        adam_fov_rs::compute_fov([from.x, from.y], range, bounds, |at| opaque[id(at)], |at| marks[id(at)] = *look);
    }
    fn sees(&self, cell: Cell) -> bool {
        self.0.sees(cell)
    }
}

struct Doryen<F> {
    map: MapData,
    fov: F,
}

fn doryen_map(solid: &BitGrid) -> MapData {
    let size = solid.size();
    let mut map = MapData::new(size.width() as usize, size.height() as usize);
    map.transparent = size.cells().map(|cell| !solid.contains(cell)).collect();
    map
}

impl<F: FovAlgorithm> FovBackend for Doryen<F> {
    fn look(&mut self, from: Cell) {
        self.map.clear_fov();
        self.fov.compute_fov(&mut self.map, from.x as usize, from.y as usize, 0, true);
    }
    fn sees(&self, cell: Cell) -> bool {
        self.map.is_in_fov(cell.x as usize, cell.y as usize)
    }
}

struct Symmetric(Marks);

/// The crate that follows the same rule as our shadowcasting.
pub fn symmetric(solid: &BitGrid) -> Box<dyn FovBackend> {
    Box::new(Symmetric(Marks::new(solid)))
}

impl FovBackend for Symmetric {
    fn look(&mut self, from: Cell) {
        self.0.start();
        let Marks { size, opaque, marks, look } = &mut self.0;
        let cell = |(x, y): (isize, isize)| Some(Cell::new(x as i32, y as i32)).filter(|&cell| size.contains(cell));
        symmetric_shadowcasting::compute_fov(
            (from.x as isize, from.y as isize),
            &mut |at| cell(at).is_none_or(|cell| opaque[size.id(cell)]),
            &mut |at| {
                if let Some(cell) = cell(at) {
                    marks[size.id(cell)] = *look;
                }
            },
        );
    }
    fn sees(&self, cell: Cell) -> bool {
        self.0.sees(cell)
    }
}

struct Bracket {
    map: Marks,
    seen: HashSet<Point>,
}

impl BaseMap for Marks {
    fn is_opaque(&self, id: usize) -> bool {
        self.opaque[id]
    }
}

impl Algorithm2D for Marks {
    fn dimensions(&self) -> Point {
        Point::new(self.size.width(), self.size.height())
    }
}

impl FovBackend for Bracket {
    fn look(&mut self, from: Cell) {
        let range = self.map.size.width().max(self.map.size.height()) * 3 / 2;
        let from = Point::new(from.x, from.y);
        self.seen = FieldOfViewAlg::SymmetricShadowcasting.field_of_view_set(from, range, &self.map);
    }
    fn sees(&self, cell: Cell) -> bool {
        self.seen.contains(&Point::new(cell.x, cell.y))
    }
}
