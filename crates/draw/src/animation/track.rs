//! Where every body is at every tick, on the paper.

use std::collections::BTreeMap;

use undercroft_crowd::{ActorId, Replay};

use crate::picture::Point;

/// The track of one body.
#[derive(Clone, Debug)]
pub struct Track {
    /// Its place after each tick; `None` while it is not there.
    places: Vec<Option<Point>>,
}

/// The tracks of all who were ever there, by their numbers.
pub fn tracks(replay: &Replay) -> Vec<Track> {
    let mut tracks: BTreeMap<ActorId, Track> = BTreeMap::new();
    for (tick, snapshot) in replay.snapshots().enumerate() {
        for &id in snapshot.bodies.keys() {
            let track = tracks.entry(id).or_insert_with(|| Track { places: Vec::new() });
            track.places.resize(tick, None);
            let (x, y) = snapshot.body_millicells(id).expect("the body is in the snapshot");
            track.places.push(Some(Point::new(x, y)));
        }
    }
    for track in tracks.values_mut() {
        track.places.resize(replay.len() + 1, None);
    }
    tracks.into_values().collect()
}

impl Track {
    /// Where it is, was last, or will be first.
    pub fn place(&self, tick: usize) -> Point {
        let (past, future) = self.places.split_at((tick + 1).min(self.places.len()));
        let known = past.iter().rev().chain(future).flatten().next();
        known.copied().unwrap_or_default()
    }

    /// Whether it is there.
    pub fn is_there(&self, tick: usize) -> bool {
        self.places.get(tick).is_some_and(Option::is_some)
    }

    /// The longest step along one axis in a tick.
    pub fn longest_step(&self) -> i32 {
        let steps = self.places.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?)));
        steps.map(|(a, b)| (a.x - b.x).abs().max((a.y - b.y).abs())).max().unwrap_or(0)
    }

    /// The ticks at which it comes or goes, with the first.
    pub fn changes(&self) -> Vec<usize> {
        (0..self.places.len()).filter(|&tick| tick == 0 || self.is_there(tick) != self.is_there(tick - 1)).collect()
    }

    /// The ticks at which a dot that is `behind` ticks behind must be told its place: between them it moves evenly.
    pub fn keys(&self, behind: usize) -> Vec<usize> {
        let last = self.places.len() - 1;
        let step = |tick: usize| {
            let (from, to) = (self.place((tick - 1).saturating_sub(behind)), self.place(tick.saturating_sub(behind)));
            (to.x - from.x, to.y - from.y)
        };
        let turns = |&tick: &usize| tick == 0 || tick == last || step(tick) != step(tick + 1);
        (0..=last).filter(turns).collect()
    }
}
