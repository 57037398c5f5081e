//! Numbers about a solution, for tables.

use serde::Serialize;

use super::Solution;
use crate::fraction::Fraction;

/// Numbers about a shortest solution. They cost a search, so `verify` has none of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SolutionFacts {
    /// Steps of the shortest walk from inside the entrance's door to the goal's floor, with the keys fetched.
    pub solution_steps: Option<u32>,
    /// Locks that it opens, each with a key.
    pub solution_keys: Option<u32>,
    /// The share of its steps that lead to a cell where it has been before.
    pub backtracking: Option<Fraction>,
}

impl SolutionFacts {
    /// The names of the columns.
    pub const COLUMNS: [&str; 3] = ["solution_steps", "solution_keys", "backtracking"];

    /// The facts of a solution; empty where no shortest walk is known.
    ///
    /// ```
    /// use undercroft::generate;
    /// use undercroft::solve::{SolutionFacts, SolveOptions, solve};
    /// use undercroft::verify::verify;
    ///
    /// let tower = generate("tower", 7)?;
    /// let facts = SolutionFacts::new(&solve(&tower, &SolveOptions::default())?);
    /// assert!(facts.solution_steps >= verify(&tower).facts.critical_steps);
    /// assert_eq!(facts.csv_row().split(',').count(), SolutionFacts::COLUMNS.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(solution: &Solution) -> Self {
        let Solution::Shortest(walk) = solution else { return Self::default() };
        Self {
            solution_steps: Some(walk.steps()),
            solution_keys: Some(walk.locks().count() as u32),
            backtracking: Some(walk.backtracking()),
        }
    }

    /// The values in the order of [`COLUMNS`](Self::COLUMNS); what is not known is empty.
    pub fn csv_row(&self) -> String {
        fn text(value: Option<impl ToString>) -> String {
            value.map(|value| value.to_string()).unwrap_or_default()
        }
        [text(self.solution_steps), text(self.solution_keys), text(self.backtracking)].join(",")
    }
}
