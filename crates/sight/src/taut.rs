//! Taut turns: a shortest way turns only round a wall, and towards it.
//!
//! ```text
//!      . . . . .       The way from P turns at corner c to go to N. The wall lies inside the turn: pulled tight, the
//!      P . c . .       way would not move. To M it would: a shorter way leaves c out. So of the legs that leave
//!      . . . # .       a corner only those that keep the way taut need be looked at, given where it came from.
//!      . M . . N
//! ```
//!
//! A wall that touches a corner diagonally fills one of four quadrants round it. On which side of a leg a quadrant
//! lies depends only on the signs of the leg's two parts, so that a turn is tested with two small tables and one cross
//! product. A straight pass is no turn, as the leg could go on.

use undercroft_grid::Cell;

use crate::Diagonal;

/// Quadrants round a corner that are solid: bit `Diagonal as u8`.
pub(crate) type Walls = u8;

/// Whether the way is taut that arrives by one leg and leaves by another. Both are longer than nothing.
#[inline]
pub(crate) fn turns(walls: Walls, arriving: Cell, leaving: Cell) -> bool {
    let cross = i64::from(arriving.x) * i64::from(leaving.y) - i64::from(arriving.y) * i64::from(leaving.x);
    let side = match cross {
        0 => return false,
        1.. => 0,
        _ => 1,
    };
    walls & ARRIVING[side][signs(arriving)] & LEAVING[side][signs(leaving)] != 0
}

/// Whether a way that arrives by this leg can turn at all.
#[inline]
pub(crate) fn can_turn_after(walls: Walls, arriving: Cell) -> bool {
    let signs = signs(arriving);
    walls & (ARRIVING[0][signs] | ARRIVING[1][signs]) != 0
}

/// Whether a way that leaves by this leg can have turned at all.
#[inline]
pub(crate) fn can_turn_before(walls: Walls, leaving: Cell) -> bool {
    can_turn_after(walls, -leaving)
}

/// For both sides and the signs of a leg: the quadrants on that side which it does not run into.
static ARRIVING: [[Walls; 9]; 2] = tables(-1);
/// For both sides and the signs of a leg: the quadrants on that side which it does not run away from.
static LEAVING: [[Walls; 9]; 2] = tables(1);

/// Nine numbers for the nine pairs of signs.
#[inline]
const fn signs(leg: Cell) -> usize {
    (leg.x.signum() + 1 + 3 * (leg.y.signum() + 1)) as usize
}

const fn tables(along: i32) -> [[Walls; 9]; 2] {
    let mut tables = [[0; 9]; 2];
    let mut i = 0;
    while i < 2 * 9 * 4 {
        let (side, signs, quadrant) = (i / 36, i / 4 % 9, i % 4);
        let leg = Cell::new(signs as i32 % 3 - 1, signs as i32 / 3 - 1);
        if lies_beside(Diagonal::ALL[quadrant].delta(), leg, 1 - 2 * side as i32, along) {
            tables[side][signs] |= 1 << quadrant;
        }
        i += 1;
    }
    tables
}

/// Whether a quadrant lies wholly to one side of a leg (1: where cross products are positive), and, when the leg runs
/// along its edge, on the wanted end of it: −1 behind, 1 ahead.
const fn lies_beside(quadrant: Cell, leg: Cell, side: i32, along: i32) -> bool {
    let beside = -leg.y * quadrant.x * side >= 0 && leg.x * quadrant.y * side >= 0;
    let upright = leg.x == 0 && leg.y != 0 && quadrant.y == leg.y * along;
    let level = leg.y == 0 && leg.x != 0 && quadrant.x == leg.x * along;
    beside && (upright || level || leg.x * leg.y != 0)
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
                // A leg through the wall itself is nobody's way.
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
