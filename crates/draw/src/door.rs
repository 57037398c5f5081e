//! Doors, drawn across the gap in the wall.
//!
//! ```text
//!   closed   open     archway   locked    portcullis  barred    secret    doorway
//!   ─┤   ├─  │▌  ╮    ├╴   ╶┤   ─┤ ● ├─   │• • • •│   ═┤═══├═   ───S───   │     │
//! ```
//! Doors two cells wide or wider have two leaves.

use undercroft_grid::{Rect, Size};

use super::ink::{Frame, Ink};
use super::lettering;
use super::picture::{CELL, Point, VectorPath};
use undercroft::dungeon::{Door, DoorKind, DoorState};

/// What the leaf of a shut door leaves free at each jamb.
const JAMB: i32 = 150;
/// Half the thickness of a leaf.
const HALF_LEAF: i32 = 125;
/// Length and half the thickness of the ticks of an archway.
const TICK: i32 = 300;
const HALF_TICK: i32 = 60;
/// Height of the letter of a secret door.
const SECRET: i32 = 500;

/// What a door looks like, for the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DoorLook {
    /// A leaf, open.
    Open,
    /// A leaf, shut.
    Closed,
    /// A leaf with a keyhole.
    Locked,
    /// Two jambs.
    Archway,
    /// A row of dots.
    Portcullis,
    /// A leaf with a bar.
    Barred,
    /// A letter in the wall.
    Secret,
    /// Nothing: a gap in the wall.
    Doorway,
}

impl DoorLook {
    /// How a door looks to those who know of it.
    pub fn from_door(door: &Door) -> Self {
        match (door.secret, door.kind, door.state) {
            (true, ..) => Self::Secret,
            (_, DoorKind::Archway, _) => Self::Archway,
            (_, DoorKind::Doorway, _) => Self::Doorway,
            (_, DoorKind::Portcullis, _) => Self::Portcullis,
            (_, _, DoorState::Open) => Self::Open,
            (_, DoorKind::Barred, _) => Self::Barred,
            (_, _, DoorState::Locked) => Self::Locked,
            (_, _, DoorState::Closed) => Self::Closed,
        }
    }

    /// What the legend calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open door",
            Self::Closed => "door",
            Self::Locked => "locked door",
            Self::Archway => "archway",
            Self::Portcullis => "portcullis",
            Self::Barred => "barred door",
            Self::Secret => "secret door",
            Self::Doorway => "doorway",
        }
    }
}

/// The middle of a door's gap; `None` when it has no cell, or one off the map.
pub fn middle(door: &Door, map: Size) -> Option<Point> {
    let gap = Rect::around(door.cells.iter().copied()).filter(|&gap| map.rect().contains_rect(gap))?;
    Some(Point::new((gap.left + gap.right) * CELL / 2, (gap.top + gap.bottom) * CELL / 2))
}

/// Draws a door that looks like this, with its middle here.
pub fn door(door: &Door, look: DoorLook, middle: Point) -> Ink {
    let frame = Frame { origin: middle, out: door.normal };
    symbol(look, frame, door.cells.len() as i32, door.state == DoorState::Open)
}

/// Draws a door of `width` cells whose middle is the origin of the frame.
pub fn symbol(look: DoorLook, frame: Frame, width: i32, raised: bool) -> Ink {
    let half = width * CELL / 2;
    match look {
        DoorLook::Closed => shut(frame, half),
        DoorLook::Locked => locked(frame, half),
        DoorLook::Barred => barred(frame, half),
        DoorLook::Open => open(frame, half),
        DoorLook::Archway => archway(frame, half),
        DoorLook::Portcullis => portcullis(frame, width, raised),
        DoorLook::Secret => secret(frame),
        DoorLook::Doorway => Ink::default(),
    }
}

/// The leaves between the jambs, as ranges along the wall: one, or two from two cells on.
fn leaves(half: i32) -> Vec<[i32; 2]> {
    if half > CELL / 2 { vec![[JAMB - half, 0], [0, half - JAMB]] } else { vec![[JAMB - half, half - JAMB]] }
}

fn shut(frame: Frame, half: i32) -> Ink {
    let mut ink = Ink { lines: frame.line([-half, 0], [half, 0]), ..Ink::default() };
    for [left, right] in leaves(half) {
        ink.faces.extend(frame.rect([left, -HALF_LEAF], [right, HALF_LEAF]));
    }
    ink
}

/// Dark leaves, the last one with a light keyhole: they stand out from other doors at arm's length.
fn locked(frame: Frame, half: i32) -> Ink {
    let mut ink = Ink { lines: frame.line([-half, 0], [half, 0]), ..Ink::default() };
    let leaves = leaves(half);
    let seam = if leaves.len() > 1 { 25 } else { 0 };
    for &[left, right] in &leaves {
        let (left, right) = (if left == 0 { seam } else { left }, if right == 0 { -seam } else { right });
        ink.solid.extend(frame.rect([left, -HALF_LEAF - 40], [right, HALF_LEAF + 40]));
    }
    let hole = frame.at(if seam > 0 { 170 } else { 0 }, 0).shift(0, -40);
    ink.light.extend(VectorPath::circle(hole, 66));
    ink.light.extend(VectorPath::polygon([hole, hole.shift(52, 145), hole.shift(-52, 145)]));
    ink
}

fn barred(frame: Frame, half: i32) -> Ink {
    let mut ink = shut(frame, half);
    // The bar lies on the side of the room.
    ink.solid.extend(frame.rect([40 - half, -HALF_LEAF - 110], [half - 40, -HALF_LEAF - 20]));
    ink
}

/// Leaves turned by a quarter, with the arc they swung along.
fn open(frame: Frame, half: i32) -> Ink {
    let mut ink = Ink::default();
    let hinges: &[i32] = if half > CELL / 2 { &[-1, 1] } else { &[-1] };
    let reach = (2 * half / hinges.len() as i32 - 2 * JAMB).min(CELL);
    for &side in hinges {
        let hinge = side * (half - JAMB / 2);
        ink.faces.extend(frame.rect([hinge, 0], [hinge - side * 110, reach]));
        let tip = hinge - side * 55;
        let mut swing = VectorPath::default();
        swing.move_to(frame.at(tip, reach));
        let end = frame.at(tip - side * reach, 0);
        if frame.out.is_horizontal() {
            swing.quarter_vertical(end);
        } else {
            swing.quarter_horizontal(end);
        }
        ink.fine.extend(swing);
    }
    ink
}

fn archway(frame: Frame, half: i32) -> Ink {
    let mut ink = Ink::default();
    for side in [-1, 1] {
        ink.solid.extend(frame.rect([side * half, -HALF_TICK], [side * (half - TICK), HALF_TICK]));
    }
    ink
}

fn portcullis(frame: Frame, width: i32, raised: bool) -> Ink {
    let mut ink = Ink { lines: frame.line([-width * CELL / 2, 0], [width * CELL / 2, 0]), ..Ink::default() };
    for i in 0..4 * width {
        let dot = VectorPath::circle(frame.at(i * 250 + 125 - width * CELL / 2, 0), if raised { 55 } else { 80 });
        if raised { ink.faces.extend(dot) } else { ink.solid.extend(dot) }
    }
    ink
}

/// A letter in the wall, which stays whole; upright whatever the wall, for it is a letter.
fn secret(frame: Frame) -> Ink {
    let lines = lettering::write_centred("S", frame.origin, SECRET);
    Ink { lines, clear: VectorPath::circle(frame.origin, SECRET * 3 / 5), ..Ink::default() }
}
