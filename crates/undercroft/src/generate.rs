//! The pipeline: recipe to dungeon.

use crate::build;
use crate::dungeon::Dungeon;
use crate::error::Error;
use crate::events::EventSink;
use crate::generate_pinned::generate_pinned;
use crate::ground::{self, GroundLayers};
use crate::meter::Meter;
use crate::method::{self, Blueprint};
use crate::pin_contents;
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
        if self.pins().is_empty() {
            return self.generate_attempt(&mut Meter::new(events, self.budget));
        }
        generate_pinned(self, events)
    }

    /// One attempt; with pins it may not be sound.
    pub(crate) fn generate_attempt(&self, meter: &mut Meter) -> Result<Dungeon, Error> {
        let Blueprint { plan, layout, routes, places } = method::lay_out(self, meter)?;
        let ground = self.lay_ground(&layout, &routes, meter)?;
        method::begin_stage("build", meter)?;
        let mut dungeon = match plan {
            Some(plan) => build::build_plan(self, &plan, layout, routes, ground, meter)?,
            None => build::build(self, layout, routes, ground, meter)?,
        };
        for (room, place) in dungeon.rooms.iter_mut().zip(places.into_iter().flatten()) {
            room.plan = place;
        }
        pin_contents::write_before_stock(&mut dungeon);
        method::begin_stage("stock", meter)?;
        stock::add_contents(&mut dungeon, &self.stock, self.contents(), &self.seed, meter)?;
        pin_contents::write_after_stock(&mut dungeon);
        if !self.pins().is_empty() {
            stock::add_missing_players(&mut dungeon);
        }
        Ok(dungeon)
    }

    /// What lies on the floors; nothing where the method lays none.
    fn lay_ground(&self, layout: &Layout, routes: &Routes, meter: &mut Meter) -> Result<GroundLayers, Error> {
        let Some(spec) = &self.ground else { return Ok(GroundLayers::new()) };
        method::begin_stage("ground", meter)?;
        Ok(ground::lay(self, spec, layout, routes, meter)?)
    }
}
