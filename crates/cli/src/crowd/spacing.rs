//! How much room bodies leave each other.

use std::collections::BTreeMap;

use undercroft_crowd::{ActorId, Crowd, Position, SUBCELL_UNITS};

/// One tick in so many is looked at.
const EVERY: u64 = 5;

/// The distances of bodies that move to their nearest neighbours, in every fifth tick.
#[derive(Default)]
pub struct Spacing {
    before: BTreeMap<ActorId, Position>,
    sum: f64,
    count: u32,
}

impl Spacing {
    /// Looks at a crowd before a tick.
    pub fn before(&mut self, crowd: &Crowd) {
        self.before.clear();
        if (crowd.tick() + 1).is_multiple_of(EVERY) {
            self.before.extend(crowd.actors().map(|(id, actor)| (id, actor.position())));
        }
    }

    /// Looks at it after the tick.
    pub fn after(&mut self, crowd: &Crowd) {
        if self.before.is_empty() {
            return;
        }
        let mut bodies: Vec<(Position, ActorId)> = crowd.actors().map(|(id, actor)| (actor.position(), id)).collect();
        bodies.sort_unstable();
        for (at, (body, id)) in bodies.iter().enumerate() {
            if self.before.get(id) == Some(body) {
                continue;
            }
            if let Some(squared) = nearest(&bodies, at) {
                self.sum += (squared as f64).sqrt() / f64::from(SUBCELL_UNITS);
                self.count += 1;
            }
        }
    }

    /// The mean distance. [Unit: sub-cells]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

/// The square of the distance to the nearest other body, of bodies from west to east.
fn nearest(bodies: &[(Position, ActorId)], at: usize) -> Option<i64> {
    let body = bodies[at].0;
    let west = bodies[..at].iter().rev();
    let east = bodies[at + 1..].iter();
    let scan = |mut best: Option<i64>, others: &mut dyn Iterator<Item = &(Position, ActorId)>| {
        for (other, _) in others {
            let columns = i64::from(other.x - body.x);
            if best.is_some_and(|best| columns * columns >= best) {
                break;
            }
            best = best.into_iter().chain([body.distance_squared(*other)]).min();
        }
        best
    };
    let best = scan(None, &mut west.into_iter());
    scan(best, &mut east.into_iter())
}
