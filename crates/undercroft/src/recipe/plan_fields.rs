//! Fields of plans.

use super::RecipeError;
use super::category::{Category, category, has_cloister};
use super::method::PlanSpec;
use super::plan_shape::{Arrange, Bounds, PlanGate, PlanShape};
use super::template_tags::TemplateTags;
use super::values::Values;
use crate::dungeon::KeyRule;
use crate::field::MethodKind;
use crate::template::Pool;

/// The text that asks for no template.
const NO_TAGS: &str = "none";

impl Values<'_> {
    pub fn plan(&self) -> Result<PlanSpec, RecipeError> {
        let name = self.text("category")?;
        let Category { shape, levels, .. } = category(&name);
        let shape = self.shape(shape)?;
        let pool = self.pool()?;
        Ok(PlanSpec {
            rooms: self.rooms(MethodKind::Plan)?,
            arrange: self.choice("arrange", &[Arrange::Attach, Arrange::Slots])?,
            shapes: self.shape_weights()?,
            max_aspect: self.integer("rooms.max_aspect")?,
            lengths: self.weights("accrete.lengths")?,
            natural: self.fraction("rooms.natural")?,
            shape,
            bend: self.fraction("bend")?,
            gate: self.choice("gate", &[PlanGate::Center, PlanGate::Outer])?,
            symmetry: self.fraction("symmetry")?,
            has_cloister: shape == PlanShape::Hub && has_cloister(&name),
            bounds: self.bounds()?,
            levels: self.levels()?,
            category_levels: levels,
            secrets: self.secrets()?,
            locks: self.integer("locks")?,
            keys: self.choice("keys", &[KeyRule::Own, KeyRule::Shared])?,
            tags: self.template_tags(&pool)?,
            pool,
        })
    }

    fn shape(&self, of_category: PlanShape) -> Result<PlanShape, RecipeError> {
        use PlanShape::{Branching, Hub, Linear, Maze, Staircase};
        let shapes = [None, Some(Linear), Some(Branching), Some(Staircase), Some(Hub), Some(Maze)];
        Ok(self.choice("shape", &shapes)?.unwrap_or(of_category))
    }

    fn bounds(&self) -> Result<Option<Bounds>, RecipeError> {
        let Some([x0, x1, y0, y1]) = self.array("bounds")? else { return Ok(None) };
        if x0 > 0 || x1 < 0 || y0 > 0 || y1 < 0 {
            let limit = "bounds that contain the entrance at (0, 0)".to_owned();
            return Err(self.error("bounds", limit, format!("[{x0}, {x1}, {y0}, {y1}]")));
        }
        Ok(Some(Bounds { x: [x0, x1], y: [y0, y1] }))
    }

    fn template_tags(&self, pool: &Pool) -> Result<TemplateTags, RecipeError> {
        Ok(TemplateTags {
            entrance: self.tags("tags.entrance", pool)?,
            goal: self.tags("tags.goal", pool)?,
            treasure: self.tags("tags.treasure", pool)?,
            rooms: self.tags("tags.rooms", pool)?,
        })
    }

    /// Tags that some template of the pool has.
    fn tags(&self, key: &'static str, pool: &Pool) -> Result<Vec<String>, RecipeError> {
        let text = self.text(key)?;
        let tags: Vec<String> =
            text.split([',', ' ']).filter(|tag| !tag.is_empty() && *tag != NO_TAGS).map(str::to_owned).collect();
        if !tags.is_empty() && !pool.templates().iter().any(|template| template.has_tags(&tags)) {
            let mut known: Vec<&str> = pool.templates().iter().flat_map(|t| &t.tags).map(String::as_str).collect();
            known.sort_unstable();
            known.dedup();
            let limit = format!("\"none\", or tags of one template of templates.set ({})", known.join(", "));
            return Err(self.error(key, limit, format!("{text:?}")));
        }
        Ok(tags)
    }
}
