//! The module grid that rooms grow on.

use crate::recipe::{ModuleGrid, RoomSpec};

/// The coarsest module.
const COARSEST: i32 = 8;

/// The modules in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// Sides and places of rooms are multiples of these, by axis of the map.
    pub modules: [i32; 2],
    /// The module grid that alignment is judged by.
    pub judged: [i32; 2],
    /// Where it is not the one that was asked for.
    pub warnings: Vec<String>,
}

impl Lattice {
    /// The grid of the recipe, lowered on an axis where no side of a room is a multiple of it.
    pub fn new(rooms: RoomSpec) -> Self {
        let asked = match rooms.grid {
            ModuleGrid::Fixed(modules) => modules,
            ModuleGrid::Auto => {
                let modules = [workable(COARSEST, rooms); 2];
                return Self { modules, judged: modules, warnings: Vec::new() };
            }
        };
        let modules = asked.map(|module| workable(module, rooms));
        let lowered = asked.into_iter().zip(modules).zip(["x", "y"]).filter(|((asked, used), _)| asked != used);
        let warning = |((asked, used), name): ((i32, i32), &str)| {
            let RoomSpec { min, max, .. } = rooms;
            format!("rooms.grid: no multiple of {asked} lies between {min} and {max}, so {used} was used along {name}.")
        };
        Self { modules, judged: asked, warnings: lowered.map(warning).collect() }
    }
}

/// The largest module up to this one that has a multiple between `rooms.min` and `rooms.max`. Module 1 always has.
pub fn workable(module: i32, rooms: RoomSpec) -> i32 {
    let fits = |module: &i32| rooms.max / module * module >= rooms.min;
    (1..=module).rev().find(fits).unwrap_or(1)
}

/// The weights of joint lengths along an axis with this module: joints keep the next room on the grid. Where none of them
/// has a weight, the shortest gets one.
pub fn length_weights(weights: &[u32], module: i32) -> Vec<u32> {
    if module == 1 {
        return weights.to_vec();
    }
    // Two rings and the corridor lie between the floors.
    let keeps_grid = |length: usize| length > 0 && (length as i32 + 2) % module == 0;
    let kept: Vec<u32> =
        weights.iter().enumerate().map(|(length, &weight)| if keeps_grid(length) { weight } else { 0 }).collect();
    if kept.iter().any(|&weight| weight > 0) {
        return kept;
    }
    let shortest = (1..=module as usize).find(|&length| keeps_grid(length)).unwrap_or(1);
    (0..=shortest).map(|length| u32::from(length == shortest)).collect()
}
