//! Taut turns: a shortest path turns only round a wall, and towards it.
//!
//! ```text
//!      . . . . .       The path from P turns at corner c to go to N. The wall lies inside the turn: pulled tight, the
//!      P . c . .       path would not move. To M it would: a shorter path leaves c out. So of the edges that leave
//!      . . . # .       a corner only those that keep the path taut need be looked at, given where it came from.
//!      . M . . N
//! ```
//!
//! A wall that touches a corner diagonally fills one of four quadrants round it. On which side of an edge a quadrant
//! lies depends only on the signs of the edge's two parts, so that a turn is tested with two small tables and one cross
//! product. A straight pass is no turn, as the edge could go on.

use undercroft_grid::Cell;

use crate::diagonal::Diagonal;

/// Quadrants round a corner that are solid: bit `Diagonal as u8`.
pub(crate) type Walls = u8;

/// Quadrants on both sides of an edge: those where cross products are positive in the lower four bits, the others above.
pub(crate) type Sides = u8;

/// Whether the path is taut that arrives by one edge and leaves by another. Both are longer than nothing.
#[inline]
pub(crate) fn turns(walls: Walls, arriving: Cell, leaving: Cell) -> bool {
    turns_round(sides_after(walls, arriving) & sides_before(leaving), arriving, leaving)
}

/// Whether the path turns to a side where both edges have a wall.
#[inline]
pub(crate) fn turns_round(sides: Sides, arriving: Cell, leaving: Cell) -> bool {
    let cross = i64::from(arriving.x) * i64::from(leaving.y) - i64::from(arriving.y) * i64::from(leaving.x);
    // Without branches: to which side a path turns is next to random.
    let side = (0x0F * u8::from(cross > 0)) | (0xF0 * u8::from(cross < 0));
    sides & side != 0
}

/// The walls that a path can turn round which arrives by this edge.
#[inline]
pub(crate) fn sides_after(walls: Walls, arriving: Cell) -> Sides {
    (walls | walls << 4) & ARRIVING[signs(arriving)]
}

/// The walls that a path can turn round which arrives by the other direction of an edge, given [`sides_before`] of this one.
#[inline]
pub(crate) const fn sides_after_reverse(walls: Walls, before: Sides) -> Sides {
    (walls | walls << 4) & before.rotate_left(4)
}

/// The quadrants that a path can have turned round which leaves by this edge.
#[inline]
pub(crate) fn sides_before(leaving: Cell) -> Sides {
    LEAVING[signs(leaving)]
}

/// Whether a path that arrives by this edge can turn at all.
#[inline]
pub(crate) fn can_turn_after(walls: Walls, arriving: Cell) -> bool {
    sides_after(walls, arriving) != 0
}

/// Whether a path that leaves by this edge can have turned at all.
#[inline]
pub(crate) fn can_turn_before(walls: Walls, leaving: Cell) -> bool {
    can_turn_after(walls, -leaving)
}

/// Whether paths that have turned at a corner can leave it for places north-east and south-west of it.
#[inline]
pub(crate) const fn leaves_rising(walls: Walls) -> bool {
    walls & (1 << Diagonal::NorthWest as u8 | 1 << Diagonal::SouthEast as u8) != 0
}

/// Whether paths that have turned at a corner can leave it for places north-west and south-east of it.
#[inline]
pub(crate) const fn leaves_sinking(walls: Walls) -> bool {
    walls & (1 << Diagonal::NorthEast as u8 | 1 << Diagonal::SouthWest as u8) != 0
}

/// For the signs of an edge: the quadrants beside it which it does not run into.
static ARRIVING: [Sides; 9] = table(-1);
/// For the signs of an edge: the quadrants beside it which it does not run away from.
static LEAVING: [Sides; 9] = table(1);

/// [`sides_before`] of a short step. Signs are looked up: a search does this for each edge that it looks at.
#[inline]
pub(crate) fn sides_before_near([x, y]: [i8; 2]) -> Sides {
    LEAVING[usize::from(SIGNS[usize::from(x as u8)] + 3 * SIGNS[usize::from(y as u8)])]
}

/// The sign of each short number, plus one.
static SIGNS: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = ((i as u8 as i8).signum() + 1) as u8;
        i += 1;
    }
    table
};

/// Nine numbers for the nine pairs of signs.
#[inline]
const fn signs(edge: Cell) -> usize {
    (edge.x.signum() + 1 + 3 * (edge.y.signum() + 1)) as usize
}

const fn table(along: i32) -> [Sides; 9] {
    let mut table = [0; 9];
    let mut i = 0;
    while i < 9 * 8 {
        let (signs, bit) = (i / 8, i % 8);
        let edge = Cell::new(signs as i32 % 3 - 1, signs as i32 / 3 - 1);
        let side = if bit < 4 { 1 } else { -1 };
        if lies_beside(Diagonal::ALL[bit % 4].delta(), edge, side, along) {
            table[signs] |= 1 << bit;
        }
        i += 1;
    }
    table
}

/// Whether a quadrant lies wholly to one side of an edge (1: where cross products are positive), and, when the edge runs
/// along its edge, on the wanted end of it: −1 behind, 1 ahead.
const fn lies_beside(quadrant: Cell, edge: Cell, side: i32, along: i32) -> bool {
    let beside = -edge.y * quadrant.x * side >= 0 && edge.x * quadrant.y * side >= 0;
    let upright = edge.x == 0 && edge.y != 0 && quadrant.y == edge.y * along;
    let level = edge.y == 0 && edge.x != 0 && quadrant.x == edge.x * along;
    beside && (upright || level || edge.x * edge.y != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUTH_EAST: Walls = 1 << Diagonal::SouthEast as u8;

    /// Straight from the picture: the open cone inside the turn holds the middle of the quadrant.
    fn slow(walls: Walls, arriving: Cell, leaving: Cell) -> bool {
        let cross = |a: Cell, b: Cell| (a.x * b.y - a.y * b.x).signum();
        let (back, turn) = (-arriving, cross(arriving, leaving));
        let free = |quadrant: Cell, ray: Cell| ray.x * quadrant.x <= 0 || ray.y * quadrant.y <= 0;
        Diagonal::ALL.into_iter().filter(|&d| walls >> d as u8 & 1 == 1).map(Diagonal::delta).any(|quadrant| {
            let inside = turn != 0 && cross(back, quadrant) == -turn && cross(quadrant, leaving) == -turn;
            inside && free(quadrant, back) && free(quadrant, leaving)
        })
    }

    #[test]
    fn turns_are_taut_when_the_wall_lies_inside() {
        let steps: Vec<Cell> =
            (-3..=3).flat_map(|y| (-3..=3).map(move |x| Cell::new(x, y))).filter(|&c| c != Cell::new(0, 0)).collect();
        for (&arriving, &leaving) in steps.iter().flat_map(|a| steps.iter().map(move |b| (a, b))) {
            for wall in Diagonal::ALL {
                // No path runs through the wall itself.
                let quadrant = wall.delta();
                let through = |ray: Cell| ray.x * quadrant.x > 0 && ray.y * quadrant.y > 0;
                if through(-arriving) || through(leaving) {
                    continue;
                }
                let walls = 1 << wall as u8;
                assert_eq!(
                    turns(walls, arriving, leaving),
                    slow(walls, arriving, leaving),
                    "{arriving} {leaving} {wall:?}"
                );
            }
        }
    }

    #[test]
    fn the_sides_of_a_leg_tell_those_of_its_reverse() {
        for step in (-2..=2).flat_map(|y| (-2..=2).map(move |x| Cell::new(x, y))) {
            for walls in 0..16 {
                assert_eq!(sides_after_reverse(walls, sides_before(step)), sides_after(walls, -step), "{step} {walls}");
            }
        }
    }

    #[test]
    fn the_sides_of_a_short_step_are_those_of_the_step() {
        for [x, y] in (i8::MIN..=i8::MAX).flat_map(|y| (i8::MIN..=i8::MAX).map(move |x| [x, y])) {
            assert_eq!(sides_before_near([x, y]), sides_before(Cell::new(x.into(), y.into())), "{x} {y}");
        }
    }

    #[test]
    fn ways_leave_a_corner_beside_its_walls() {
        let steps = (-3..=3).flat_map(|y| (-3..=3).map(move |x| Cell::new(x, y))).filter(|c| c.x * c.y != 0);
        for (leaving, wall) in steps.flat_map(|step| Diagonal::ALL.map(|wall| (step, 1 << wall as u8))) {
            let side = if leaving.x * leaving.y < 0 { leaves_rising(wall) } else { leaves_sinking(wall) };
            assert_eq!(can_turn_before(wall, leaving), side, "{leaving} {wall}");
        }
    }

    #[test]
    fn a_leg_can_turn_when_some_other_leg_makes_a_turn_with_it() {
        let steps = || (-3..=3).flat_map(|y| (-3..=3).map(move |x| Cell::new(x, y))).filter(|&c| c != Cell::new(0, 0));
        for arriving in steps().filter(|ray| !(ray.x < 0 && ray.y < 0)) {
            let some = steps().any(|leaving| turns(SOUTH_EAST, arriving, leaving));
            assert_eq!(can_turn_after(SOUTH_EAST, arriving), some, "{arriving}");
            let some = steps().any(|before| turns(SOUTH_EAST, before, -arriving));
            assert_eq!(can_turn_before(SOUTH_EAST, -arriving), some, "{arriving}");
        }
    }
}
