//! From values to a recipe that can be trusted: every limit is checked here, once.

use undercroft_grid::{Dir, Size};

use super::fields::FIELDS;
use super::file::RecipeFile;
use super::map_size::DEFAULT_SIDE;
use super::method::{AccreteSpec, BspSpec, Method, Required, TemplateSpec};
use super::values::{Values, applies};
use super::{GroundSpec, Recipe, RecipeError};
use crate::dungeon::{KeyRule, Record};
use crate::field::{Field, MethodKind};
use crate::seed::Seed;

/// Whether a method reads a field. Houses may keep what a partition of the same recipe reads: both are readings of one house.
fn is_read(key: &str, kind: MethodKind) -> bool {
    applies(key, kind) || kind == MethodKind::House && applies(key, MethodKind::Bsp)
}

impl RecipeFile {
    /// The recipe that these values and the defaults make.
    ///
    /// # Errors
    /// When a value is beyond its limits, or two values contradict each other.
    pub fn check(&self, seed: Seed) -> Result<Recipe, RecipeError> {
        let kind = Values { file: self, kind: None, mask: None }.choice("method", &MethodKind::ALL)?;
        let values = Values { file: self, kind: Some(kind), mask: None };
        values.check_limits()?;
        let mask = values.mask()?;
        let values = Values { mask: mask.as_deref(), ..values };
        let own_contents = values.own_contents()?;
        let recipe = Recipe {
            category: values.text("category")?,
            entrance_side: values.choice("entrance_side", &Dir::ALL)?,
            tile_feet: values.integer("tile_feet")?,
            outline: values.bool("outline")?,
            extra_links: values.fraction("extra_links")?,
            corridors: values.corridors()?,
            doors: values.doors()?,
            stairs_run: values.integer("stairs.run")?,
            ground: applies("ground.water", kind).then(|| values.ground()).transpose()?,
            stock: values.stock(own_contents.as_deref())?,
            own_contents: own_contents.clone(),
            budget: values.integer("budget")?,
            method: values.method(kind)?,
            record: values.record(kind),
            inputs: values.inputs()?,
            mask: mask.clone(),
            ignored: self.iter().map(|(key, _)| key).filter(|key| !is_read(key, kind)).collect(),
            seed,
            pins: Vec::new(),
            pins_size: None,
        };
        Ok(recipe)
    }
}

impl Values<'_> {
    fn method(&self, kind: MethodKind) -> Result<Method, RecipeError> {
        Ok(match kind {
            MethodKind::Accrete => Method::Accrete(self.accrete()?),
            MethodKind::Bsp => Method::Bsp(BspSpec {
                size: self.size(1)?,
                rooms: self.rooms(kind)?,
                shapes: self.shape_weights()?,
                max_aspect: self.integer("rooms.max_aspect")?,
                natural: self.fraction("rooms.natural")?,
            }),
            MethodKind::House => Method::House(self.house()?),
            MethodKind::Templates => Method::Templates(self.templates()?),
            MethodKind::Plan => Method::Plan(self.plan()?),
        })
    }

    fn ground(&self) -> Result<GroundSpec, RecipeError> {
        Ok(GroundSpec {
            chance: self.fraction("ground.chance")?,
            water: self.fraction("ground.water")?,
            deep: self.fraction("ground.deep")?,
            chasm: self.fraction("ground.chasm")?,
            rubble: self.fraction("ground.rubble")?,
            grass: self.fraction("ground.grass")?,
        })
    }

    fn accrete(&self) -> Result<AccreteSpec, RecipeError> {
        Ok(AccreteSpec {
            size: self.sides()?,
            rooms: self.rooms(MethodKind::Accrete)?,
            shapes: self.shape_weights()?,
            max_aspect: self.integer("rooms.max_aspect")?,
            natural: self.fraction("rooms.natural")?,
            compactness: self.fraction("accrete.compactness")?,
            chain: self.fraction("accrete.chain")?,
            bend: self.fraction("accrete.bend")?,
            lengths: self.weights("accrete.lengths")?,
            symmetry: self.fraction("symmetry")?,
            levels: self.accrete_levels()?,
            secrets: self.secrets()?,
            locks: self.integer("locks")?,
            keys: self.choice("keys", &[KeyRule::Own, KeyRule::Shared])?,
        })
    }

    /// Level 0 alone, or those of the recipe, if there are rooms for two on each.
    fn accrete_levels(&self) -> Result<[i32; 2], RecipeError> {
        let Some([low, high]) = self.levels()? else { return Ok([0, 0]) };
        let count: i32 = self.integer("rooms.count")?;
        if low < high && count < 2 * (high - low + 1) {
            let limit = format!("at most {} levels, two rooms on each of rooms.count = {count}", count / 2);
            return Err(self.error("levels", limit, format!("[{low}, {high}]")));
        }
        Ok([low, high])
    }

    fn templates(&self) -> Result<TemplateSpec, RecipeError> {
        let size = self.sides()?;
        if let [Some(width), Some(height)] = size {
            self.check_cells(Size::of(width, height), 1)?;
        }
        Ok(TemplateSpec {
            size,
            pool: self.pool()?,
            floor_cells: self.integer("templates.floor_cells")?,
            walkers: self.integer("templates.walkers")?,
            rooms_per_walker: self.integer("templates.rooms_per_walker")?,
            attempts: self.integer("templates.attempts")?,
            compactness: self.fraction("templates.compactness")?,
            iterations: self.integer("templates.iterations")?,
            stall_limit: self.integer("templates.stall_limit")?,
            required: self.choice("templates.required", &[Required::Groups, Required::Strict])?,
            corridors: self.bool("templates.corridors")?,
        })
    }

    /// Every field that applies, with its value. Sides that are left to the program are recorded as they come out.
    fn record(&self, kind: MethodKind) -> Record {
        let is_sized = ![MethodKind::Accrete, MethodKind::Templates].contains(&kind);
        let is_side = |key: &str| is_sized && (key == "width" || key == "height");
        let masked = |key: &str| match key {
            "width" => self.mask.map(|mask| mask.size().width()),
            "height" => self.mask.map(|mask| mask.size().height()),
            _ => None,
        };
        let value = |field: &Field| match self.value(field) {
            _ if masked(field.key).is_some() => masked(field.key).into(),
            value if is_side(field.key) && value.is_auto() => DEFAULT_SIDE.into(),
            value => value.to_json(),
        };
        let applying = FIELDS.iter().filter(|field| field.applies_to.contains(&kind));
        applying.map(|field| (field.key.to_owned(), value(field))).collect()
    }
}
