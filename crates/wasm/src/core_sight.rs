//! Fields of view and paths of the npm package, on a level or on a grid of the caller's own.

use undercroft::grid::{BitGrid, Cell, Size};
use undercroft_sight::{Floor, Footprint, Fov, FovKind, Observer, Radius, View, inflate, path};
use wasm_bindgen::prelude::wasm_bindgen;

use super::core_problem::CoreProblem;

/// Solid cells, row by row: 0 is free.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SolidGrid(BitGrid);

impl SolidGrid {
    /// The grid of these solid cells.
    pub(super) const fn from_solid(solid: BitGrid) -> Self {
        Self(solid)
    }

    fn cell(&self, name: &str, x: i32, y: i32) -> Result<Cell, CoreProblem> {
        let (size, cell) = (self.0.size(), Cell::new(x, y));
        if size.contains(cell) {
            return Ok(cell);
        }
        let (width, height) = (size.width(), size.height());
        let message = format!("{name}: need a cell of the map of {width} columns and {height} rows, got [{x}, {y}]");
        Err(CoreProblem::new("cell", message).field(name))
    }

    fn visible(
        &self,
        at: Cell,
        kind: FovKind,
        radius: Option<Radius>,
        body: Footprint,
    ) -> Result<Vec<u8>, CoreProblem> {
        let (floor, mut view) = (Floor::new(&self.0), View::new(self.0.size()));
        let seen = match kind {
            FovKind::Shadowcast => Fov::new().shadowcast(&floor, at, radius, &mut view),
            _ => Fov::new().exact(&floor, Observer::new(at, body), radius, &mut view),
        };
        seen.map_err(|error| CoreProblem::new("cell", format!("at: {error}")).field("at"))?;
        let cells = view.cells();
        Ok(self.0.size().cells().map(|cell| u8::from(cells.contains(cell))).collect())
    }
}

#[wasm_bindgen]
impl SolidGrid {
    /// The grid of a map that is no dungeon.
    ///
    /// # Errors
    /// When the size is beyond the limits, or the number of cells is not that of the size.
    #[wasm_bindgen(constructor)]
    pub fn new(width: f64, height: f64, solid: &[u8]) -> Result<Self, String> {
        let size = Size::new(width as i64, height as i64).map_err(|error| CoreProblem::option("map", &error))?;
        if solid.len() != size.area() {
            let message = format!("solid: need width × height = {} cells, got {}", size.area(), solid.len());
            return Err(CoreProblem::new("option", message).field("solid").into());
        }
        let at = |cell: Cell| cell.y as usize * size.width() as usize + cell.x as usize;
        Ok(Self(BitGrid::from_fn(size, |cell| solid[at(cell)] != 0)))
    }

    /// 1 for each cell that is seen, row by row.
    ///
    /// # Errors
    /// When the observer is off the map, or an option has no such value.
    pub fn fov(&self, x: i32, y: i32, kind: &str, radius: Option<u16>, footprint: &str) -> Result<Vec<u8>, String> {
        let kind = kind.parse().map_err(|error| CoreProblem::option("kind", &error))?;
        let body = footprint.parse().map_err(|error| CoreProblem::option("footprint", &error))?;
        let at = self.cell("at", x, y)?;
        Ok(self.visible(at, kind, radius.map(Radius::cells), body)?)
    }

    /// The shortest path: its length, then x and y of each point; nothing where there is none.
    ///
    /// # Errors
    /// When an end is off the map, or the footprint is unknown.
    pub fn path(&self, from: &[i32], to: &[i32], footprint: &str) -> Result<Vec<f64>, String> {
        let body = footprint.parse().map_err(|error| CoreProblem::option("footprint", &error))?;
        let ends = (self.cell("from", from[0], from[1])?, self.cell("to", to[0], to[1])?);
        let found = path(&Floor::new(&inflate(&self.0, body)), ends.0, ends.1).ok().flatten();
        let points = |path: undercroft_sight::Path| {
            let steps = path.waypoints().iter().flat_map(|cell| [f64::from(cell.x), f64::from(cell.y)]);
            std::iter::once(path.length()).chain(steps).collect()
        };
        Ok(found.map(points).unwrap_or_default())
    }
}
