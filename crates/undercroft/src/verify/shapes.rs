//! Rooms have the floor that their shape or their template describes, and a dais where their shape has one.
//!
//! The rules of shapes are written here a second time, after the table of shapes and not after the generator, whose
//! drafts a test compares with them. Alcoves that were cut for stairs are no part of a shape.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size, Symmetry};

use super::{Flaw, FlawCode};
use crate::dungeon::{DoorId, Dungeon, LinkKind, PlacedTemplate, Room, RoomId, Run, Shape, StairAlcoves};
use crate::template::{Pool, SETS};

/// Rows or columns of a dais. [Unit: cells]
const DAIS_DEPTH: i32 = 2;
/// The first epoch whose templates are those that are shipped.
const TEMPLATE_EPOCH: u32 = 3;

pub(super) fn check(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    let alcoves = StairAlcoves::new(dungeon);
    let is_from_shipped =
        dungeon.is_generated() && dungeon.provenance.epoch >= TEMPLATE_EPOCH && has_shipped_templates(dungeon);
    let first_doors = if has_dais(dungeon) { first_doors(dungeon) } else { BTreeMap::new() };
    for room in &dungeon.rooms {
        let floor = alcoves.floor_without(room);
        flaws.extend(misshapen(room, &floor));
        flaws.extend(is_from_shipped.then(|| unlike_template(room, &floor)).flatten());
        flaws.extend(misplaced_dais(room, &floor, first_doors.get(&room.id).copied()));
    }
}

fn misshapen(room: &Room, floor: &[Run]) -> Option<Flaw> {
    // A run of stairs in the floor of a shape may look like an alcove after an edit.
    if has_shape(room.shape, floor) || has_shape(room.shape, &room.floor) {
        return None;
    }
    let sentence = format!("The floor of room {} is not that of the shape {}.", room.id, room.shape.name());
    Some(Flaw::new(FlawCode::ShapeMismatch, sentence).rooms([room.id]))
}

/// Whether a floor follows the rule of a shape in one of its turns and mirrors.
fn has_shape(shape: Shape, floor: &[Run]) -> bool {
    if matches!(shape, Shape::Free | Shape::Cave | Shape::Court) {
        return true;
    }
    let bounds = bounds(floor);
    let area: i64 = floor.iter().map(|run| i64::from(run.length)).sum();
    if matches!(shape, Shape::Rect | Shape::Dais) {
        return area == bounds.area() && (shape == Shape::Rect || is_dais_box(bounds));
    }
    let mut plain = BitGrid::new(Size::of(bounds.width(), bounds.height()));
    floor.iter().for_each(|run| plain.fill_rect(run.rect().shift(-bounds.min())));
    Symmetry::ALL.into_iter().any(|symmetry| follows(shape, &symmetry.bits(&plain)))
}

fn bounds(floor: &[Run]) -> Rect {
    floor.iter().fold(Rect::new(0, 0, 0, 0), |bounds, run| bounds.hull(run.rect()))
}

const fn is_dais_box(bounds: Rect) -> bool {
    let (width, height) = (bounds.width(), bounds.height());
    (width >= 4 && height >= 6) || (width >= 6 && height >= 4)
}

/// Whether a floor that fills its box is the one of a shape, unturned.
fn follows(shape: Shape, floor: &BitGrid) -> bool {
    let (w, h) = (floor.size().width(), floor.size().height());
    let is = |rule: &dyn Fn(i32, i32) -> bool| {
        floor.size().rect().cells().all(|cell| floor.contains(cell) == rule(cell.x, cell.y))
    };
    let (from_side, from_end) = (|x: i32| x.min(w - 1 - x), |y: i32| y.min(h - 1 - y));
    let both_odd = w % 2 == 1 && h % 2 == 1;
    // Twice the distance from the middle.
    let (off_x, off_y) = (|x: i32| (2 * x - w + 1).abs(), |y: i32| (2 * y - h + 1).abs());
    match shape {
        Shape::L => {
            let cut = [
                (0..w).take_while(|&x| !floor.contains(Cell::new(w - 1 - x, 0))).count() as i32,
                (0..h).take_while(|&y| !floor.contains(Cell::new(w - 1, y))).count() as i32,
            ];
            let fits = 2 <= cut[0] && cut[0] <= w - 3 && 2 <= cut[1] && cut[1] <= h - 3;
            fits && is(&|x, y| x < w - cut[0] || y >= cut[1])
        }
        Shape::T => {
            let fits = w >= 7 && h >= 5 && w % 2 == 1;
            fits && [2, 3].into_iter().any(|deep| is(&|x, y| y < deep || off_x(x) <= 2))
        }
        Shape::Cross => {
            let half = if w.min(h) >= 11 { 2 } else { 1 };
            both_odd && w.min(h) >= 7 && is(&|x, y| off_x(x) <= 2 * half || off_y(y) <= 2 * half)
        }
        Shape::Octagon => w == h && w >= 5 && is(&|x, y| from_side(x) + from_end(y) >= 3 * w / 10),
        Shape::Circle => w == h && w >= 5 && both_odd && is(&|x, y| is_in_disc(x, y, w)),
        Shape::Apse => {
            let fits = w >= 5 && w % 2 == 1 && h >= w / 2 + 3;
            fits && is(&|x, y| y >= w / 2 || is_in_disc(x, y, w))
        }
        Shape::Pillared => {
            let row = if h >= 9 { 2 } else { 1 };
            both_odd && w.min(h) >= 7 && is(&|x, y| x % 2 == 0 || (y != row && y != h - 1 - row))
        }
        // The box holds the niches: the rectangle between them is two cells less high.
        Shape::Alcoves => {
            let fits = w >= 5 && h >= 5 && w >= h - 2;
            fits && is(&|x, y| (y > 0 && y < h - 1) || (x % 2 == 1 && x <= w - 2))
        }
        Shape::Ring => w.min(h) >= 7 && is(&|x, y| from_side(x) < 2 || from_end(y) < 2),
        Shape::Cloister => {
            let is_line = |x: i32, y: i32| from_side(x).min(from_end(y)) == 2;
            both_odd && w.min(h) >= 9 && is(&|x, y| !(is_line(x, y) && x % 2 == 0 && y % 2 == 0))
        }
        Shape::Rect | Shape::Dais | Shape::Court | Shape::Cave | Shape::Free => is(&|_, _| true),
    }
}

/// Whether a cell lies in the disc of an odd diameter whose box begins at 0, 0.
fn is_in_disc(x: i32, y: i32, diameter: i32) -> bool {
    let off = |at: i32| i64::from(2 * at - diameter + 1);
    off(x) * off(x) + off(y) * off(y) <= i64::from(diameter) * i64::from(diameter)
}

/// The templates that come with the crate, by name.
static SHIPPED: LazyLock<BTreeMap<String, Vec<(usize, usize)>>> = LazyLock::new(|| {
    let mut shipped: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    for (set, pool) in SETS.iter().map(|set| set.pool()).enumerate() {
        for (id, template) in pool.templates().iter().enumerate() {
            shipped.entry(template.name.clone()).or_default().push((set, id));
        }
    }
    shipped
});

/// Whether all templates have names of shipped ones: templates of one's own may have some of them, too.
fn has_shipped_templates(dungeon: &Dungeon) -> bool {
    if dungeon.provenance.inputs.iter().any(|input| input.key == "templates.file") {
        return false;
    }
    let mut templates = dungeon.rooms.iter().filter_map(|room| room.template.as_ref());
    templates.all(|placed| SHIPPED.contains_key(&placed.name))
}

fn unlike_template(room: &Room, floor: &[Run]) -> Option<Flaw> {
    let placed = room.template.as_ref()?;
    let drawings = SHIPPED.get(&placed.name)?;
    let is_drawn = |&(set, id): &(usize, usize)| drawn_floor(&SETS[set].pool(), id, placed).as_ref() == floor;
    if drawings.iter().any(is_drawn) {
        return None;
    }
    let sentence = format!("The floor of room {} is not that of its template {:?}.", room.id, placed.name);
    Some(Flaw::new(FlawCode::TemplateMismatch, sentence).rooms([room.id]))
}

fn drawn_floor(pool: &Pool, id: usize, placed: &PlacedTemplate) -> Cow<'static, [Run]> {
    let symmetry = Symmetry::new(placed.mirror, placed.turn.into());
    let oriented = pool.oriented_template((id * Symmetry::ALL.len() + symmetry as usize) as u32);
    oriented.floor.iter().map(|run| Run { start: run.start + placed.at, ..*run }).collect::<Vec<_>>().into()
}

fn has_dais(dungeon: &Dungeon) -> bool {
    dungeon.rooms.iter().any(|room| room.shape == Shape::Dais || room.dais.is_some())
}

/// The door of each room with the lowest id, with the direction out of the room.
fn first_doors(dungeon: &Dungeon) -> BTreeMap<RoomId, (DoorId, Dir)> {
    let own = dungeon.doors.iter().filter_map(|door| Some((door.room?, door.id, door.normal)));
    let shared = dungeon.links.iter().filter_map(|link| {
        let LinkKind::Shared { door, .. } = link.kind else { return None };
        let door = dungeon.door(door);
        let other = link.rooms.into_iter().find(|&room| Some(room) != door.room)?;
        Some((other, door.id, door.normal.opposite()))
    });
    let mut first: BTreeMap<RoomId, (DoorId, Dir)> = BTreeMap::new();
    for (room, door, out) in own.chain(shared) {
        let entry = first.entry(room).or_insert((door, out));
        if door < entry.0 {
            *entry = (door, out);
        }
    }
    first
}

fn misplaced_dais(room: &Room, floor: &[Run], first: Option<(DoorId, Dir)>) -> Option<Flaw> {
    let expected = first.filter(|_| room.shape == Shape::Dais).map(|(_, out)| opposite_rows(bounds(floor), out));
    if room.dais == expected {
        return None;
    }
    let sentence = match expected {
        Some(_) => format!("The dais of room {} is not opposite the wall of its first door.", room.id),
        None => format!("Room {} has a dais, but no shape or no door that gives it one.", room.id),
    };
    Some(Flaw::new(FlawCode::DaisMisplaced, sentence).rooms([room.id]).doors(first.map(|(door, _)| door)))
}

/// The rows or columns farthest from the wall on a side.
fn opposite_rows(bounds: Rect, side: Dir) -> Rect {
    match side {
        Dir::North => Rect { top: bounds.bottom - DAIS_DEPTH, ..bounds },
        Dir::East => Rect { right: bounds.left + DAIS_DEPTH, ..bounds },
        Dir::South => Rect { bottom: bounds.top + DAIS_DEPTH, ..bounds },
        Dir::West => Rect { left: bounds.right - DAIS_DEPTH, ..bounds },
    }
}

#[cfg(test)]
mod tests;
