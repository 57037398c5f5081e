//! Small line symbols for what is worth knowing about a place.

use super::ink::Ink;
use super::picture::{CELL, Point, VectorPath};
use undercroft::dungeon::Role;

/// A symbol with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// A star.
    Goal,
    /// A filled lozenge.
    Treasure,
    /// A triangle.
    Trap,
    /// A key.
    Key,
}

impl Symbol {
    /// What the legend calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Treasure => "treasure",
            Self::Trap => "trap",
            Self::Key => "key",
        }
    }

    /// Draws it round a middle, about 0.7 of `side` high; treasure and traps are smaller.
    pub fn draw(self, middle: Point, side: i32) -> Ink {
        let ink = match self {
            Self::Goal => star(),
            Self::Treasure => lozenge(),
            Self::Trap => triangle(),
            Self::Key => key(),
        };
        ink.map(|p| middle.shift(p.x * side / CELL, p.y * side / CELL))
    }
}

/// What keys call a role that is worth knowing.
pub const fn role_word(role: Role) -> Option<&'static str> {
    match role {
        Role::Goal => Some("goal"),
        Role::Boss => Some("guardian"),
        Role::Treasure => Some("treasure"),
        Role::Merchant => Some("merchant"),
        Role::Event => Some("event"),
        _ => None,
    }
}

fn polygon(points: &[(i32, i32)]) -> VectorPath {
    VectorPath::polygon(points.iter().map(|&(x, y)| Point::new(x, y)))
}

fn line(points: &[(i32, i32)]) -> VectorPath {
    VectorPath::line(points.iter().map(|&(x, y)| Point::new(x, y)))
}

/// Ten corners on circles of 360 and 150.
fn star() -> Ink {
    let corners = [
        (0, -360),
        (88, -121),
        (342, -111),
        (143, 46),
        (212, 291),
        (0, 150),
        (-212, 291),
        (-143, 46),
        (-342, -111),
        (-88, -121),
    ];
    Ink { faces: polygon(&corners), ..Ink::default() }
}

/// Ink in a rim of floor, so that it shows on dark furniture, too.
fn lozenge() -> Ink {
    let around = |width: i32, height: i32| polygon(&[(0, -height), (width, 0), (0, height), (-width, 0)]);
    Ink { faces: around(150, 190), solid: around(90, 120), ..Ink::default() }
}

fn triangle() -> Ink {
    let faces = polygon(&[(0, -240), (230, 170), (-230, 170)]);
    let mut solid = polygon(&[(-32, -110), (32, -110), (16, 40), (-16, 40)]);
    solid.extend(VectorPath::circle(Point::new(0, 98), 30));
    Ink { faces, solid, ..Ink::default() }
}

fn key() -> Ink {
    let mut lines = line(&[(-60, 0), (350, 0), (350, 140)]);
    lines.extend(line(&[(220, 0), (220, 110)]));
    let faces = VectorPath::circle(Point::new(-200, 0), 140);
    Ink { faces, lines, ..Ink::default() }
}
