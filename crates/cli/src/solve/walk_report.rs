//! A solution as sentences, as JSON and as layers over the map.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use undercroft::dungeon::Dungeon;
use undercroft::multi_level::LevelCell;
use undercroft::plural::count;
use undercroft::solve::{Solution, Walk, WalkAction, WalkEvent};
use undercroft_draw::{Mark, Overlay, Point};

use super::key_name::key_name;
use super::walk_legs::sentences;
use crate::path_lane::{color, lane};

/// The color of places.
const PLACES: usize = 7;

/// A solution of a dungeon.
pub struct WalkReport<'a> {
    dungeon: &'a Dungeon,
    solution: &'a Solution,
    /// Whether the walk leads into every room.
    all_rooms: bool,
}

impl<'a> WalkReport<'a> {
    pub const fn new(dungeon: &'a Dungeon, solution: &'a Solution, all_rooms: bool) -> Self {
        Self { dungeon, solution, all_rooms }
    }

    /// The verdict, and a line for each part of the walk.
    pub fn text(&self) -> String {
        let lines = self.solution.walk().into_iter().flat_map(|walk| sentences(self.dungeon, walk));
        [self.verdict()].into_iter().chain(lines).map(|line| line + "\n").collect()
    }

    /// How long the walk is and whether it is a shortest one, or why there is none.
    pub fn verdict(&self) -> String {
        let target = self.target();
        match self.solution {
            Solution::Shortest(walk) => format!("{}; no walk is shorter", self.length(walk)),
            Solution::Bounded { walk: Some(walk), lower_bound } => {
                format!("{}; every walk has at least {lower_bound}", self.length(walk))
            }
            Solution::Bounded { walk: None, lower_bound } => {
                format!("no walk {target} was found within the budget; every walk has at least {lower_bound} steps")
            }
            Solution::Impossible => format!("no walk leads from the entrance {target}"),
        }
    }

    fn length(&self, walk: &Walk) -> String {
        let locks = walk.locks().count();
        let keys = if locks == 0 { String::new() } else { format!(", {}", count(locks, "lock")) };
        format!("{} {}{keys}", count(walk.steps() as usize, "step"), self.target())
    }

    fn target(&self) -> String {
        match self.dungeon.goal.filter(|_| !self.all_rooms) {
            Some(goal) => format!("to the goal, {}", self.dungeon.room_label(goal)),
            None => "into every room".to_owned(),
        }
    }

    /// Every cell, level by level, and what happens where.
    pub fn json(&self) -> Value {
        let walk = self.solution.walk();
        let lower_bound = match self.solution {
            Solution::Shortest(walk) => Some(walk.steps()),
            Solution::Bounded { lower_bound, .. } => Some(*lower_bound),
            Solution::Impossible => None,
        };
        let events = walk.map(|walk| walk.events.iter().map(|event| self.event(walk, *event)).collect::<Vec<Value>>());
        let segments = walk.map(|walk| {
            let levels = walk.cells.chunk_by(|one, next| one.z == next.z);
            let cells = |level: &[LevelCell]| level.iter().map(|at| json!(at.cell)).collect::<Vec<Value>>();
            levels.map(|level| json!({ "level": level[0].z, "cells": cells(level) })).collect::<Vec<Value>>()
        });
        json!({
            "goal": if self.all_rooms { "all" } else { "goal" },
            "possible": *self.solution != Solution::Impossible,
            "optimal": self.solution.is_shortest(),
            "steps": walk.map(Walk::steps),
            "lower_bound": lower_bound,
            "locks": walk.map(|walk| walk.locks().count()),
            "backtracking": walk.map(Walk::backtracking),
            "events": events.unwrap_or_default(),
            "segments": segments.unwrap_or_default(),
        })
    }

    fn event(&self, walk: &Walk, WalkEvent { step, action }: WalkEvent) -> Value {
        let at = walk.cells[step as usize];
        let mut event = match action {
            WalkAction::Enter(room) => json!({ "action": "enter", "room": room }),
            WalkAction::TakeKey { marker } => {
                let key = &self.dungeon.markers[marker];
                let (name, lock) = (key_name(self.dungeon, key), self.dungeon.lock_of(key));
                json!({ "action": "take_key", "marker": marker, "name": name, "link": lock })
            }
            WalkAction::OpenLock { link, door } => json!({ "action": "open_lock", "link": link, "door": door }),
            WalkAction::TakeStairs { from, .. } => json!({ "action": "take_stairs", "from_level": from }),
            _ => json!({}),
        };
        event["step"] = json!(step);
        event["level"] = json!(at.z);
        event["cell"] = json!(at.cell);
        event
    }

    /// A line for each part of the walk up to a key, and where it begins and ends.
    pub fn overlays(&self) -> Vec<Overlay> {
        let Some(walk) = self.solution.walk() else { return Vec::new() };
        let levels: BTreeSet<i32> = walk.cells.iter().map(|at| at.z).collect();
        let legs = self.legs(walk);
        let mut overlays = Vec::new();
        for (i, leg) in legs.iter().enumerate() {
            let lane = lane(i, legs.len());
            overlays.extend(levels.iter().filter_map(|&z| leg.line(walk, z, lane, color(i))));
        }
        overlays.extend(levels.iter().map(|&z| places(walk, &legs, z)));
        overlays
    }

    fn legs(&self, walk: &Walk) -> Vec<Leg> {
        let mut legs = Vec::new();
        let mut first = 0;
        for &WalkEvent { step, action } in &walk.events {
            if let WalkAction::TakeKey { marker } = action
                && step as usize > first
            {
                let name = key_name(self.dungeon, &self.dungeon.markers[marker]);
                legs.push(Leg { first, last: step as usize, name: format!("to {name}") });
                first = step as usize;
            }
        }
        let name = self.target();
        legs.push(Leg { first, last: walk.cells.len() - 1, name });
        legs
    }
}

/// A part of a walk.
struct Leg {
    first: usize,
    last: usize,
    name: String,
}

impl Leg {
    /// What there is of it on a level.
    fn line(&self, walk: &Walk, z: i32, lane: i32, color: undercroft_draw::Color) -> Option<Overlay> {
        let cells = &walk.cells[self.first..=self.last];
        let on_level = cells.chunk_by(|one, next| one.z == next.z).filter(|part| part[0].z == z);
        let line = |part: &[LevelCell]| part.iter().map(|at| Point::middle(at.cell).shift(lane, lane)).collect();
        let lines: Vec<Vec<Point>> = on_level.map(line).collect();
        let name = format!("{} ({})", self.name, count(self.last - self.first, "step"));
        (!lines.is_empty()).then_some(Overlay { name, z, color, mark: Mark::Lines(lines) })
    }
}

/// Where the walk begins and ends on a level, and the keys in their order.
fn places(walk: &Walk, legs: &[Leg], z: i32) -> Overlay {
    let end = |(i, leg): (usize, &Leg)| {
        let is_last = i + 1 == legs.len();
        (walk.cells[leg.last], if is_last { "B".to_owned() } else { (i + 1).to_string() })
    };
    let ends = [(walk.cells[0], "A".to_owned())].into_iter().chain(legs.iter().enumerate().map(end));
    let here = ends.filter(|(at, _)| at.z == z).map(|(at, word)| (Point::middle(at.cell), word));
    Overlay { name: "start, keys and end".to_owned(), z, color: color(PLACES), mark: Mark::Points(here.collect()) }
}
