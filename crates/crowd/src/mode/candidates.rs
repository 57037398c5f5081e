//! The eight steps from a sub-cell, ranked by how well they point to the waypoint.
//!
//! The score is the cosine between the step v and the direction d. |d| is the same for all, so v·d / |v| ranks alike;
//! it is compared exactly by its sign and then by (v·d)² · 2/|v|², where |v|² is 1 or 2.

use undercroft_grid::Cell;

use crate::open_moves::STEPS;

/// Directions of [`STEPS`], best first.
pub(crate) struct Candidates {
    directions: [u8; 8],
    len: usize,
}

impl Candidates {
    /// The directions of the mask that do not point away from `d`, unless `backward` allows it; the best `limit`.
    pub(crate) fn ranked(d: Cell, mask: u8, backward: bool, limit: usize) -> Self {
        let mut ranked = Self { directions: [0; 8], len: 0 };
        let mut scores = [0i64; 8];
        for direction in crate::open_moves::Directions(mask) {
            let score = score(STEPS[direction], d);
            if score >= 0 || backward {
                ranked.insert(&mut scores, direction as u8, score);
            }
        }
        ranked.len = ranked.len.min(limit);
        ranked
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.directions[..self.len].iter().map(|&direction| usize::from(direction))
    }

    pub(crate) fn best(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Equal scores keep the order of [`STEPS`], in which directions come in.
    fn insert(&mut self, scores: &mut [i64; 8], direction: u8, score: i64) {
        let mut at = self.len;
        while at > 0 && scores[at - 1] < score {
            (scores[at], self.directions[at]) = (scores[at - 1], self.directions[at - 1]);
            at -= 1;
        }
        (scores[at], self.directions[at]) = (score, direction);
        self.len += 1;
    }
}

/// A number that orders steps as their cosines with `d` do. Coordinates are below 2^15: it stays below 2^34.
pub(crate) const fn score(step: Cell, d: Cell) -> i64 {
    let dot = step.x as i64 * d.x as i64 + step.y as i64 * d.y as i64;
    let longer = step.x != 0 && step.y != 0;
    let squared = dot * dot * if longer { 1 } else { 2 };
    if dot < 0 { -squared } else { squared }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(d: (i32, i32), backward: bool, limit: usize) -> String {
        const NAMES: [&str; 8] = ["NW", "N", "NE", "W", "E", "SW", "S", "SE"];
        let ranked = Candidates::ranked(Cell::new(d.0, d.1), u8::MAX, backward, limit);
        ranked.iter().map(|direction| NAMES[direction]).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_are_ranked_by_their_angle_with_ties_from_the_north_west() {
        assert_eq!(names((10, 0), false, 5), "E NE SE N S");
        assert_eq!(names((10, 10), false, 5), "SE E S NE SW");
        assert_eq!(names((10, 3), false, 5), "E SE NE S");
        assert_eq!(names((10, 4), false, 3), "E SE NE");
        // Past 22.5° the diagonal is the nearer one: an unnormalised product would have said so at once.
        assert_eq!(names((10, 5), false, 3), "SE E S");
        assert_eq!(names((0, -1), true, 8), "N NW NE W E SW SE S");
    }

    #[test]
    fn the_best_three_steps_never_lead_away_but_the_fourth_may() {
        let mut fourth_leads_away = false;
        for d in (-40..=40).flat_map(|y| (-40..=40).map(move |x| Cell::new(x, y))).filter(|&d| d != Cell::new(0, 0)) {
            let before = d.distance_squared(Cell::new(0, 0));
            let ranked: Vec<usize> = Candidates::ranked(d, u8::MAX, true, 4).iter().collect();
            let leads_away = |&direction: &usize| STEPS[direction].distance_squared(d) > before;
            assert!(!ranked[..3].iter().any(leads_away), "towards {d}");
            fourth_leads_away |= leads_away(&ranked[3]);
        }
        assert!(fourth_leads_away);
    }

    proptest! {
        #[test]
        fn the_ranking_is_that_of_the_cosine(x in -500..500i32, y in -500..500i32) {
            prop_assume!((x, y) != (0, 0));
            let d = Cell::new(x, y);
            let cosine = |direction: usize| {
                let v = STEPS[direction];
                f64::from(v.x * x + v.y * y) / f64::from(v.x * v.x + v.y * v.y).sqrt()
            };
            let ranked: Vec<usize> = Candidates::ranked(d, u8::MAX, true, 8).iter().collect();
            prop_assert_eq!(ranked.len(), 8);
            prop_assert!(ranked.is_sorted_by(|&a, &b| cosine(a) > cosine(b) - 1e-9));
        }
    }
}
