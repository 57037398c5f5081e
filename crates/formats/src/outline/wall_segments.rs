//! Loops of edges become walls: straight stretches merged, moved back by the inset, cut where portals end.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Dir};

use super::portal::jamb;
use super::{Edge, Scale, WallPoint, loops};

/// The walls round the open cells.
pub fn walls(open: &BitGrid, cuts: &BTreeSet<Edge>, scale: Scale) -> Vec<Vec<WallPoint>> {
    let mut walls: Vec<Vec<WallPoint>> =
        loops(open).iter().flat_map(|edges| pieces(&vertices(edges, cuts, scale))).collect();
    if scale.inset > 0 {
        walls.extend(bridges(open, scale));
    }
    walls
}

/// A point of a loop.
#[derive(Clone, Copy)]
struct Vertex {
    at: WallPoint,
    /// Whether a portal ends here.
    cut: bool,
}

/// The points of a loop where it turns or a portal ends.
fn vertices(edges: &[Edge], cuts: &BTreeSet<Edge>, scale: Scale) -> Vec<Vertex> {
    let mut vertices = Vec::new();
    let before = edges.iter().cycle().skip(edges.len() - 1);
    for (edge, before) in edges.iter().zip(before) {
        if edge.dir != before.dir {
            let out = before.dir.left().delta() + edge.dir.left().delta();
            vertices.push(Vertex { at: scale.corner(edge.start(), out), cut: false });
        }
        if cuts.contains(edge) {
            vertices.push(Vertex { at: jamb(*edge, scale), cut: true });
        }
    }
    vertices
}

/// The loop as polylines from cut to cut; without a cut it is one that repeats its first point.
fn pieces(vertices: &[Vertex]) -> Vec<Vec<WallPoint>> {
    let first = vertices.iter().position(|vertex| vertex.cut).unwrap_or(0);
    let (head, tail) = vertices.split_at(first);
    let mut pieces = vec![vec![vertices[first].at]];
    for vertex in tail[1..].iter().chain(head).chain(&tail[..1]) {
        pieces.last_mut().expect("there is always a piece").push(vertex.at);
        if vertex.cut {
            pieces.push(vec![vertex.at]);
        }
    }
    // The last piece began where the first one did.
    if vertices[first].cut {
        pieces.pop();
    }
    pieces
}

/// Short lines between corners of rock that touch: standing back, they would leave a slit.
fn bridges(open: &BitGrid, scale: Scale) -> impl Iterator<Item = Vec<WallPoint>> {
    let bridge = move |cell: Cell, slant: Dir| {
        // `cell` is open and its diagonal neighbour south, to the side of `slant`, too; the two others are rock.
        let [side, south] = [slant.delta(), Dir::South.delta()];
        let is_slit = open.contains(cell)
            && open.contains(cell + side + south)
            && !open.contains(cell + side)
            && !open.contains(cell + south);
        let corner = if slant == Dir::East { cell + Cell::new(1, 1) } else { cell + Cell::new(0, 1) };
        let into = side - south;
        let ends = [into, Cell::new(-into.x, -into.y)].map(|towards| scale.corner(corner, towards));
        is_slit.then(|| ends.to_vec())
    };
    open.iter().flat_map(move |cell| [Dir::East, Dir::West].into_iter().filter_map(move |slant| bridge(cell, slant)))
}
