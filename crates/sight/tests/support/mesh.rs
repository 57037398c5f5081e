//! The places where the centre of a body may be, as triangles for `polyanya`.
//!
//! The body is made a little smaller than a cell, so that corridors of one cell have some width. Between the lines at
//! `x ± SLACK` and `y ± SLACK` round all whole numbers the plane falls into rectangles that are wholly free or not. Their
//! outlines are triangulated (constrained Delaunay), as a mesh of few triangles is what serves `polyanya` best.

use std::collections::BTreeMap;

use glam::{DVec2, Vec2};
use polyanya::{Mesh, Polygon, Vertex};
use spade::handles::VertexHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use undercroft_grid::{BitGrid, Cell, Size};

type Triangles = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// Half of what the body is smaller than a cell.
const SLACK: f64 = 1.0 / 8192.0;

/// What `polyanya` calls a polygon that is not there.
const OBSTACLE: u32 = u32::MAX;

/// The mesh of a map with at least one free cell.
///
/// The lists of neighbours come from the triangulation, as `polyanya::Trimesh` takes quadratic time to find them.
pub fn mesh(solid: &BitGrid) -> Mesh {
    let (points, edges) = outlines(&free_rectangles(solid));
    let vertices = points.iter().map(|&at| Point2::new(line(at.x), line(at.y))).collect();
    let triangulation =
        Triangles::bulk_load_cdt(vertices, edges).expect("coordinates are finite and outlines do not cross");
    let mut numbers = vec![OBSTACLE; triangulation.num_all_faces()];
    let mut polygons = Vec::new();
    for face in triangulation.inner_faces().filter(|face| is_inside(solid, face.positions())) {
        numbers[face.index()] = polygons.len() as u32;
        polygons.push(Polygon::new(face.vertices().map(|vertex| vertex.index() as u32).to_vec(), false));
    }
    let vertices = triangulation.vertices().map(|vertex| with_neighbours(vertex, &numbers)).collect();
    Mesh::new(vertices, polygons).expect("a free cell makes triangles")
}

/// A vertex with the polygons round it, counterclockwise, and an obstacle for each run of other faces.
fn with_neighbours(vertex: VertexHandle<Point2<f64>, (), spade::CdtEdge<()>>, numbers: &[u32]) -> Vertex {
    let mut around: Vec<u32> = vertex.out_edges().map(|edge| numbers[edge.face().fix().index()]).collect();
    around.dedup();
    if around.len() > 1 && around.first() == around.last() {
        around.pop();
    }
    Vertex::new(Vec2::new(vertex.position().x as f32, vertex.position().y as f32), around)
}

/// Whether a triangle belongs to the places where a centre may be.
fn is_inside(solid: &BitGrid, corners: [Point2<f64>; 3]) -> bool {
    let middle = corners.iter().fold(DVec2::ZERO, |sum, at| sum + DVec2::new(at.x, at.y)) / 3.0;
    let (low, high) = (middle.floor(), middle.ceil());
    let around = [(low.x, low.y), (low.x, high.y), (high.x, low.y), (high.x, high.y)];
    around.into_iter().all(|(x, y)| {
        let near = |at: f64, whole: f64| (at - whole).abs() < 1.0 - SLACK;
        !near(middle.x, x) || !near(middle.y, y) || is_free(solid, Cell::new(x as i32, y as i32))
    })
}

/// Where a whole cell is.
pub fn centre(cell: Cell) -> Vec2 {
    Vec2::new(cell.x as f32, cell.y as f32)
}

/// Bit (2x, 2y) stands for the small square in the middle of a cell, odd ones for what lies between two or four middles.
fn free_rectangles(solid: &BitGrid) -> BitGrid {
    let size = Size::of(2 * solid.size().width() - 1, 2 * solid.size().height() - 1);
    let cells = |at: i32| at / 2..=(at + 1) / 2;
    BitGrid::from_fn(size, |at| cells(at.y).all(|y| cells(at.x).all(|x| is_free(solid, Cell::new(x, y)))))
}

fn is_free(solid: &BitGrid, cell: Cell) -> bool {
    solid.size().contains(cell) && !solid.contains(cell)
}

/// Where the line before a column of rectangles lies.
fn line(column: i32) -> f64 {
    f64::from(column / 2) + if column % 2 == 0 { -SLACK } else { SLACK }
}

/// The outlines as points and edges between turns.
fn outlines(free: &BitGrid) -> (Vec<Cell>, Vec<[usize; 2]>) {
    let (turned, size) = (free.transposed(), free.size());
    let mut edges: Vec<[Cell; 2]> = edges_along_rows(free);
    edges.extend(edges_along_rows(&turned).into_iter().map(|edge| edge.map(|at| Cell::new(at.y, at.x))));
    let mut numbers = BTreeMap::new();
    let mut points = Vec::new();
    let mut number = |at: Cell| {
        debug_assert!(at.x <= size.width() && at.y <= size.height());
        *numbers.entry(at).or_insert_with(|| {
            points.push(at);
            points.len() - 1
        })
    };
    let edges = edges.into_iter().map(|edge| edge.map(&mut number)).collect();
    (points, edges)
}

/// Edges between a free and another rectangle, along the lines between rows.
fn edges_along_rows(free: &BitGrid) -> Vec<[Cell; 2]> {
    let size = free.size();
    let mut edges = Vec::new();
    for y in 0..=size.height() {
        let side = |x| i32::from(free.contains(Cell::new(x, y))) - i32::from(free.contains(Cell::new(x, y - 1)));
        let mut start = 0;
        for x in 1..=size.width() {
            if x == size.width() || side(x) != side(start) {
                if side(start) != 0 {
                    edges.push([Cell::new(start, y), Cell::new(x, y)]);
                }
                start = x;
            }
        }
    }
    edges
}
