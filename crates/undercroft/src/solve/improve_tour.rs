//! Shortens a walk through all rooms by moving single rooms to another place in the order.

use super::nearest_first::{FoundTour, Tours};

/// How many cells the floods of all tries may come to.
const VISITS: u64 = 1 << 24;

/// Takes every move that makes the walk shorter, until none does or the visits are used up.
pub(super) fn improve(tours: &mut Tours, mut best: FoundTour) -> FoundTour {
    let mut at = 0;
    let mut tries_in_vain = 0;
    while tries_in_vain < best.order.len() && tours.visits < VISITS {
        match better(tours, &best, at % best.order.len()) {
            Some(tour) => (best, tries_in_vain) = (tour, 0),
            None => tries_in_vain += 1,
        }
        at += 1;
    }
    best
}

/// The first shorter walk with one room moved.
fn better(tours: &mut Tours, best: &FoundTour, from: usize) -> Option<FoundTour> {
    let others = (0..best.order.len()).filter(|&to| to != from);
    for to in others {
        let mut order = best.order.clone();
        let room = order.remove(from);
        order.insert(to, room);
        let tour = tours.in_order(&order, best.nodes.len()).filter(|tour| tour.nodes.len() < best.nodes.len());
        if tour.is_some() || tours.visits >= VISITS {
            return tour;
        }
    }
    None
}
