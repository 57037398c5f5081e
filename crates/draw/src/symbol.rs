//! Small line symbols for what is worth knowing about a room.

use super::ink::Ink;
use super::picture::{CELL, Point, VectorPath};
use undercroft::dungeon::Role;

/// A symbol with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// A star.
    Goal,
    /// A skull.
    Boss,
    /// A chest.
    Treasure,
    /// A pair of scales.
    Merchant,
    /// A mark of exclamation in a lozenge.
    Event,
    /// A key.
    Key,
}

impl Symbol {
    /// The symbol of a role, if it has one.
    pub const fn from_role(role: Role) -> Option<Self> {
        match role {
            Role::Goal => Some(Self::Goal),
            Role::Boss => Some(Self::Boss),
            Role::Treasure => Some(Self::Treasure),
            Role::Merchant => Some(Self::Merchant),
            Role::Event => Some(Self::Event),
            _ => None,
        }
    }

    /// What the legend calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Boss => "guardian",
            Self::Treasure => "treasure",
            Self::Merchant => "merchant",
            Self::Event => "event",
            Self::Key => "key",
        }
    }

    /// Draws it round a middle, about 0.7 of `side` high.
    pub fn draw(self, middle: Point, side: i32) -> Ink {
        let ink = match self {
            Self::Goal => star(),
            Self::Boss => skull(),
            Self::Treasure => chest(),
            Self::Merchant => scales(),
            Self::Event => lozenge(),
            Self::Key => key(),
        };
        ink.map(|p| middle.shift(p.x * side / CELL, p.y * side / CELL))
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

fn skull() -> Ink {
    let mut head = VectorPath::default();
    head.move_to(Point::new(-270, -60));
    head.quarter_vertical(Point::new(0, -340));
    head.quarter_horizontal(Point::new(270, -60));
    head.quarter_vertical(Point::new(150, 130));
    head.line_to(Point::new(150, 310));
    head.line_to(Point::new(-150, 310));
    head.line_to(Point::new(-150, 130));
    head.quarter_horizontal(Point::new(-270, -60));
    let mut solid = VectorPath::circle(Point::new(-112, -40), 80);
    solid.extend(VectorPath::circle(Point::new(112, -40), 80));
    solid.extend(polygon(&[(0, 50), (45, 130), (-45, 130)]));
    let mut ink = Ink { faces: head, solid, ..Ink::default() };
    for x in [-50, 50] {
        ink.solid.extend(polygon(&[(x - 12, 200), (x + 12, 200), (x + 12, 310), (x - 12, 310)]));
    }
    ink
}

fn chest() -> Ink {
    let mut faces = VectorPath::default();
    faces.move_to(Point::new(-320, -60));
    faces.quarter_vertical(Point::new(-200, -250));
    faces.line_to(Point::new(200, -250));
    faces.quarter_horizontal(Point::new(320, -60));
    faces.line_to(Point::new(320, 260));
    faces.line_to(Point::new(-320, 260));
    faces.commands.push(super::picture::PathCommand::Close);
    let mut solid = polygon(&[(-320, -85), (320, -85), (320, -35), (-320, -35)]);
    solid.extend(polygon(&[(-70, -110), (70, -110), (70, 70), (-70, 70)]));
    Ink { faces, solid, light: VectorPath::circle(Point::new(0, -20), 34), ..Ink::default() }
}

fn scales() -> Ink {
    let mut lines = line(&[(0, -330), (0, 300)]);
    lines.extend(line(&[(-180, 310), (180, 310)]));
    lines.extend(line(&[(-290, -240), (290, -240)]));
    for x in [-290, 290] {
        lines.extend(line(&[(x - 110, 60), (x, -240), (x + 110, 60)]));
        lines.move_to(Point::new(x - 120, 60));
        lines.quarter_vertical(Point::new(x, 140));
        lines.quarter_horizontal(Point::new(x + 120, 60));
        lines.line_to(Point::new(x - 120, 60));
    }
    Ink { lines, ..Ink::default() }
}

fn lozenge() -> Ink {
    let faces = polygon(&[(0, -370), (300, 0), (0, 370), (-300, 0)]);
    let mut solid = polygon(&[(-38, -190), (38, -190), (22, 60), (-22, 60)]);
    solid.extend(VectorPath::circle(Point::new(0, 145), 44));
    Ink { faces, solid, ..Ink::default() }
}

fn key() -> Ink {
    let mut lines = line(&[(-60, 0), (350, 0), (350, 140)]);
    lines.extend(line(&[(220, 0), (220, 110)]));
    let faces = VectorPath::circle(Point::new(-200, 0), 140);
    Ink { faces, lines, ..Ink::default() }
}
