//! The pipeline: recipe to dungeon.

use crate::build;
use crate::dungeon::Dungeon;
use crate::error::Error;
use crate::events::EventSink;
use crate::method::{self, Blueprint};
use crate::recipe::Recipe;

impl Recipe {
    /// Makes the dungeon of a checked recipe and its seed: the same bytes on every machine, whatever the events do.
    /// [`Generator`](crate::Generator) is the shorter path from a preset or a text.
    ///
    /// # Errors
    /// When the recipe cannot be met; the message names what blocked it.
    ///
    /// ```
    /// use undercroft::events::EventLog;
    /// use undercroft::Generator;
    ///
    /// let recipe = Generator::preset("crypt")?.seed(7).check()?;
    /// let mut log = EventLog::default();
    /// let dungeon = recipe.generate(&mut log)?;
    /// assert_eq!(dungeon, undercroft::generate("crypt", 7)?);
    /// # Ok::<(), undercroft::Error>(())
    /// ```
    pub fn generate(&self, events: &mut dyn EventSink) -> Result<Dungeon, Error> {
        let Blueprint { plan, layout, routes } = method::lay_out(self, events)?;
        method::begin_stage("build", events)?;
        Ok(match plan {
            Some(plan) => build::build_plan(self, &plan, layout, routes),
            None => build::build(self, layout, routes),
        })
    }
}
