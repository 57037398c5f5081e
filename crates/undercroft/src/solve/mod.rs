//! The witness: a shortest walk from the entrance to the goal, with the keys that it needs.
//!
//! [`solve`] begins on the floor inside the entrance's door and ends on any floor cell of the goal. Every step to one of
//! four neighbors costs 1, and so does a change of level, on the first cell of a run of stairs. Keys are taken by
//! entering their cells; closed doors open, locks open for their keys, and all other obstacles stay: barred doors, shut
//! portcullises, locks without a key, secret doors, deep water, chasms and features that block.
//!
//! ```text
//!     relaxation ──▶ token_search (A* over cells that matter and what was collected) ──▶ replay ──▶ Walk
//!          ▲                                                                               │
//!          └────────────── locks that the walk broke are respected from now on ◀───────────┘
//! ```
//!
//! Time is a few floods over the map, and one for each cell that matters: keys and doors of the locks that a shortest
//! walk comes to. `verify` proves that a solution exists and never calls this.

mod gates;
mod improve_tour;
mod nearest_first;
mod relaxation;
mod replay;
mod room_index;
mod site;
mod solution;
mod solution_facts;
mod solution_walk;
mod step_flood;
mod token_search;
mod tree_bound;
mod walk_map;

pub use solution::{Solution, SolveError, SolveGoal, SolveOptions};
pub use solution_facts::SolutionFacts;
pub use solution_walk::{Walk, WalkAction, WalkEvent};

use crate::dungeon::{Dungeon, KeyRule};
use nearest_first::Tours;
use room_index::RoomIndex;
use site::Site;
use step_flood::StepFlood;
use token_search::SearchEnd;

/// The most rooms for which a shortest walk through all of them is looked for.
const EXACT_ROOMS: usize = 10;

/// Finds a shortest solution of a dungeon.
///
/// ```
/// use undercroft::generate;
/// use undercroft::solve::{Solution, SolveOptions, solve};
///
/// let crypt = generate("crypt", 7)?;
/// let Solution::Shortest(walk) = solve(&crypt, &SolveOptions::default())? else { panic!("every dungeon has one") };
/// let last = walk.cells[walk.cells.len() - 1];
/// assert!(crypt.room(crypt.goal.unwrap()).contains(last.cell));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the dungeon has no entrance or no goal, or its entities are invalid.
pub fn solve(dungeon: &Dungeon, options: &SolveOptions) -> Result<Solution, SolveError> {
    let mut site = Site::new(dungeon, options)?;
    let mut flood = StepFlood::new(site.map.len());
    let end = if site.rooms.len() <= EXACT_ROOMS {
        relaxation::shortest(&mut site, &mut flood, options.budget)
    } else {
        SearchEnd::OutOfBudget(0)
    };
    Ok(match end {
        SearchEnd::Found(nodes) => Solution::Shortest(replay::walk(&site, &RoomIndex::new(dungeon), &nodes)),
        SearchEnd::Impossible => Solution::Impossible,
        SearchEnd::OutOfBudget(lower_bound) => best_walk(&site, &mut flood, lower_bound),
    })
}

/// A legal walk that is short, and a bound that no walk is shorter than.
fn best_walk(site: &Site, flood: &mut StepFlood, lower_bound: u32) -> Solution {
    let Some(tree) = tree_bound::tree_bound(site, flood) else { return Solution::Impossible };
    let lower_bound = tree.max(lower_bound);
    let mut tours = Tours::new(site, flood);
    let tour = tours.nearest_first().map(|tour| improve_tour::improve(&mut tours, tour));
    let rooms = RoomIndex::new(site.dungeon);
    match tour.map(|tour| replay::walk(site, &rooms, &tour.nodes)) {
        Some(walk) if walk.steps() == lower_bound => Solution::Shortest(walk),
        // Own keys are kept: whoever is stuck with all keys in reach has no other choice.
        None if site.gates.rule == KeyRule::Own => Solution::Impossible,
        walk => Solution::Bounded { walk, lower_bound },
    }
}
