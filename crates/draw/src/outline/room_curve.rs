//! The curves of round rooms: what their staircases of cells stand for.

use undercroft_grid::{Cell, Dir, Edge, Rect};

use super::edge_place::middle;
use crate::picture::CELL;
use undercroft::dungeon::{Room, Run, Shape};

/// The curve of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomCurve {
    /// The cells whose edges follow it.
    zone: Rect,
    /// The ellipse, or none where staircases become straight slants.
    ellipse: Option<Ellipse>,
}

/// An ellipse along the axes. [Unit: thousandths of a cell]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ellipse {
    center: [i64; 2],
    radii: [i64; 2],
}

impl RoomCurve {
    /// The curve of a room with this floor, if its shape has one.
    pub fn from_room(room: &Room, bounds: Rect, floor: &[Run]) -> Option<Self> {
        if bounds.is_empty() {
            return None;
        }
        match room.shape {
            Shape::Circle => Some(Self { zone: bounds, ellipse: Some(Ellipse::inscribed(bounds)) }),
            Shape::Octagon => Some(Self { zone: bounds, ellipse: None }),
            Shape::Apse => apse(bounds, floor),
            _ => None,
        }
    }

    /// Whether the edges of a cell follow the curve.
    pub const fn bends(&self, cell: Cell) -> bool {
        self.zone.contains(cell)
    }

    /// How far out of the cells the curve passes the middle of an edge; `None` where the middles are on it.
    pub fn offset(&self, edge: Edge) -> Option<i32> {
        self.ellipse.map(|ellipse| ellipse.offset(edge))
    }
}

impl Ellipse {
    fn inscribed(bounds: Rect) -> Self {
        let half = i64::from(CELL) / 2;
        let twice = |low: i32, high: i32| i64::from(low) + i64::from(high);
        Self {
            center: [twice(bounds.left, bounds.right) * half, twice(bounds.top, bounds.bottom) * half],
            radii: [i64::from(bounds.width()) * half, i64::from(bounds.height()) * half],
        }
    }

    /// The distance from the middle of an edge out to the ellipse.
    fn offset(self, edge: Edge) -> i32 {
        let out = edge.dir.left();
        let (x, y) = middle(edge);
        let off = [i64::from(x) - self.center[0], i64::from(y) - self.center[1]];
        let (along, across) = if out.is_horizontal() { (0, 1) } else { (1, 0) };
        let [radius, other] = [self.radii[along], self.radii[across]];
        // Beyond the ellipse its tip is meant. Radii are below 2^23, so that squares fit.
        let reach = radius * (other * other - off[across] * off[across]).max(0).isqrt() / other;
        let delta = out.delta();
        (reach - off[along] * i64::from(delta.x + delta.y)) as i32
    }
}

/// The half disc at the end of an apse: the side of its box that lacks both corners.
fn apse(bounds: Rect, floor: &[Run]) -> Option<RoomCurve> {
    let Rect { left, top, right, bottom } = bounds;
    let is_floor = |x: i32, y: i32| floor.iter().any(|run| run.rect().contains(Cell::new(x, y)));
    let corners = |end: Dir| match end {
        Dir::North => [(left, top), (right - 1, top)],
        Dir::East => [(right - 1, top), (right - 1, bottom - 1)],
        Dir::South => [(left, bottom - 1), (right - 1, bottom - 1)],
        Dir::West => [(left, top), (left, bottom - 1)],
    };
    let end = Dir::ALL.into_iter().find(|&end| corners(end).into_iter().all(|(x, y)| !is_floor(x, y)))?;
    let width = if end.is_horizontal() { bounds.height() } else { bounds.width() };
    // The disc's box, and the half of it beyond the middle.
    let (disc, half) = match end {
        Dir::North => (Rect::at(Cell::new(left, top), width, width), Rect::at(Cell::new(left, top), width, width / 2)),
        Dir::West => (Rect::at(Cell::new(left, top), width, width), Rect::at(Cell::new(left, top), width / 2, width)),
        Dir::South => (
            Rect::at(Cell::new(left, bottom - width), width, width),
            Rect::at(Cell::new(left, bottom - width / 2), width, width / 2),
        ),
        Dir::East => (
            Rect::at(Cell::new(right - width, top), width, width),
            Rect::at(Cell::new(right - width / 2, top), width / 2, width),
        ),
    };
    Some(RoomCurve { zone: half, ellipse: Some(Ellipse::inscribed(disc)) })
}
