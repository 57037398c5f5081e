//! All walks of a MovingAI scenario.

use std::fmt::Write as _;
use std::path::Path as FilePath;

use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};
use undercroft::grid::BitGrid;
use undercroft::sight::{CornerGraph, Floor, Footprint, PathError, PathSearch, inflate};
use undercroft_formats::movingai::scenario::{self, Scenario};

use crate::input;

/// What lengths in files may be off, for they have few decimals. [Unit: cells]
const ROUNDING: f64 = 0.01;

/// The problems with the lengths of their shortest paths; `None` where there is none.
pub struct Walks {
    walks: Vec<(Scenario, Option<f64>)>,
    /// Whether lengths in the file are those of a body of this size.
    comparable: bool,
}

/// Walks every line of a scenario file.
pub fn walk(solid: &BitGrid, body: Footprint, file: &FilePath) -> anyhow::Result<Walks> {
    let name = file.display().to_string();
    let text = String::from_utf8(input::bytes(file)?).with_context(|| name.clone())?;
    let scenarios = scenario::read(&text).map_err(|error| error.in_file(Some(&name)))?;
    let graph = CornerGraph::build(&Floor::new(&inflate(solid, body)));
    let mut search = PathSearch::new();
    let mut walks = Vec::new();
    for (number, walk) in scenarios.into_iter().enumerate() {
        let place = || format!("{name}: walk {}", number + 1);
        if walk.size != solid.size() {
            bail!("{}: it is for a {} map, this one is {}", place(), walk.size, solid.size());
        }
        let found = match graph.path(&mut search, walk.start, walk.goal) {
            // Scenarios are made for one cell; where a larger body has no room there is no path for it.
            Err(PathError::Solid { .. }) if body != Footprint::One => None,
            found => found.map_err(|error| anyhow!("{}: {error}", place()))?,
        };
        walks.push((walk, found.map(|path| path.length())));
    }
    Ok(Walks { walks, comparable: body == Footprint::One })
}

impl Walks {
    /// Whether there is a path for each problem, no longer than that of eight directions in the file.
    pub fn are_sound(&self) -> bool {
        self.walks
            .iter()
            .all(|(walk, length)| length.is_some_and(|length| !self.comparable || length <= walk.length() + ROUNDING))
    }

    /// A line for each walk and one for all.
    pub fn text(&self) -> String {
        let mut text = "start\tgoal\tlength\tin the file\n".to_owned();
        for (walk, length) in &self.walks {
            let length = length.map_or_else(|| "none".to_owned(), |length| format!("{length:.6}"));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}\t{}\t{length}\t{}", walk.start, walk.goal, walk.optimal);
        }
        let (ours, theirs) = self.sums();
        let reached = self.walks.iter().filter(|(_, length)| length.is_some()).count();
        let _ =
            writeln!(text, "{reached} of {} walks, {ours:.3} cells in all, {theirs:.3} in the file", self.walks.len());
        text
    }

    /// All walks and the sums.
    pub fn json(&self) -> Value {
        let walk = |(walk, length): &(Scenario, Option<f64>)| json!({ "start": walk.start, "goal": walk.goal, "length": length, "file": walk.length() });
        let (ours, theirs) = self.sums();
        json!({ "walks": self.walks.iter().map(walk).collect::<Vec<_>>(), "length": ours, "file": theirs })
    }

    /// The lengths of all walks that can be walked, and those in the file.
    fn sums(&self) -> (f64, f64) {
        let lengths = self.walks.iter().filter_map(|(walk, length)| Some(((*length)?, walk.length())));
        lengths.fold((0.0, 0.0), |sum, length| (sum.0 + length.0, sum.1 + length.1))
    }
}
