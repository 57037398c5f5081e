//! The pipeline: recipe to dungeon.

use crate::build;
use crate::dungeon::Dungeon;
use crate::error::Error;
use crate::events::EventSink;
use crate::ground::{self, GroundLayers};
use crate::meter::Meter;
use crate::method::{self, Blueprint};
use crate::place::Layout;
use crate::recipe::Recipe;
use crate::route::Routes;
use crate::stock;

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
        let mut meter = Meter::new(events, self.budget);
        let Blueprint { plan, layout, routes } = method::lay_out(self, &mut meter)?;
        let ground = self.lay_ground(&layout, &routes, &mut meter)?;
        method::begin_stage("build", &mut meter)?;
        let mut dungeon = match plan {
            Some(plan) => build::build_plan(self, &plan, layout, routes, ground, &mut meter)?,
            None => build::build(self, layout, routes, ground, &mut meter)?,
        };
        method::begin_stage("stock", &mut meter)?;
        stock::add_contents(&mut dungeon, &self.stock, self.contents(), &self.seed, &mut meter)?;
        Ok(dungeon)
    }

    /// What lies on the floors; nothing where the method lays none.
    fn lay_ground(&self, layout: &Layout, routes: &Routes, meter: &mut Meter) -> Result<GroundLayers, Error> {
        let Some(spec) = &self.ground else { return Ok(GroundLayers::new()) };
        method::begin_stage("ground", meter)?;
        Ok(ground::lay(self, spec, layout, routes, meter)?)
    }
}
