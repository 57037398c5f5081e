//! From values to a recipe that can be trusted: every limit is checked here, once.

use std::sync::Arc;

use undercroft_grid::{Dir, Size};

use super::category::{Category, category, has_cloister};
use super::fields::FIELDS;
use super::file::RecipeFile;
use super::method::{
    AccreteSpec, BspSpec, HouseSpec, Method, ModuleGrid, PlanSpec, Required, RoomSpec, SecretSpec, TemplateSpec,
};
use super::plan_shape::{Arrange, Bounds, PlanGate, PlanShape};
use super::template_tags::TemplateTags;
use super::values::{Values, applies};
use super::{CorridorCosts, CorridorStyle, Corridors, Doors, GroundSpec, Recipe, RecipeError};
use crate::dungeon::{KeyRule, MAX_CELLS, Record};
use crate::field::{Field, MethodKind, Value};
use crate::fraction::Fraction;
use crate::program::{self, Footprint, Program, ShippedProgram, program_of_category};
use crate::seed::Seed;
use crate::shape::ShapeWeights;
use crate::template::Pool;

/// Side length of a map where a recipe gives none. [Unit: cells]
const DEFAULT_SIDE: i32 = 80;
/// The longest side of a room. [Unit: cells]
const MAX_SIDE: i32 = 64;
/// The text that asks for no template.
const NO_TAGS: &str = "none";

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

    fn size(&self, levels: usize) -> Result<Size, RecipeError> {
        let [width, height] = self.sides()?.map(|side| side.unwrap_or(DEFAULT_SIDE));
        let size = Size::of(width, height);
        self.check_cells(size, levels)?;
        Ok(size)
    }

    /// Width and height, where they are given; a mask has its own.
    fn sides(&self) -> Result<[Option<i32>; 2], RecipeError> {
        if let Some(mask) = self.mask {
            return Ok([Some(mask.size().width()), Some(mask.size().height())]);
        }
        Ok([self.integer_or_auto("width")?, self.integer_or_auto("height")?])
    }

    /// A dungeon has no more cells than a file holds.
    fn check_cells(&self, size: Size, levels: usize) -> Result<(), RecipeError> {
        if size.area() <= MAX_CELLS / levels {
            return Ok(());
        }
        let key = if self.file.get("width").is_some() { "width" } else { "height" };
        let each = if levels > 1 { format!(" on each of {levels} storeys") } else { String::new() };
        Err(self.error(key, format!("at most {MAX_CELLS} cells in all, such as 8192×8192"), format!("{size}{each}")))
    }

    fn rooms(&self, kind: MethodKind) -> Result<RoomSpec, RecipeError> {
        let min: i32 = self.integer("rooms.min")?;
        // Rooms of a house are as long as their partition.
        let max = if applies("rooms.max", kind) { self.integer("rooms.max")? } else { MAX_SIDE };
        if min > max {
            // The error goes to the one that is given; both may be.
            let key = if self.file.get("rooms.min").is_some() { "rooms.min" } else { "rooms.max" };
            let values =
                if key == "rooms.min" { format!("{min} with max {max}") } else { format!("{max} with min {min}") };
            return Err(self.error(key, "3 <= min <= max <= 64".to_owned(), values));
        }
        let (count, padding) = (self.integer("rooms.count")?, self.integer("rooms.padding")?);
        Ok(RoomSpec { count, min, max, grid: self.module_grid("rooms.grid", max)?, padding })
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

    fn corridors(&self) -> Result<Corridors, RecipeError> {
        Ok(Corridors {
            style: self.choice("corridors.style", &[CorridorStyle::Routed, CorridorStyle::Elbow])?,
            width: self.integer("corridors.width")?,
            runway: self.integer("corridors.runway")?,
            dead_ends: self.fraction("corridors.dead_ends")?,
            cost: self.corridor_costs()?,
        })
    }

    fn corridor_costs(&self) -> Result<CorridorCosts, RecipeError> {
        let (step, mut merge): (u32, u32) =
            (self.integer("corridors.cost.step")?, self.integer("corridors.cost.merge")?);
        if self.kind.is_some_and(|kind| !applies("corridors.cost.merge", kind)) {
            merge = merge.min(step);
        }
        if merge > step {
            let limit = format!("at most corridors.cost.step = {step}");
            return Err(self.error("corridors.cost.merge", limit, merge.to_string()));
        }
        Ok(CorridorCosts {
            step,
            merge,
            turn: self.integer("corridors.cost.turn")?,
            hug: self.integer("corridors.cost.hug")?,
            parallel: self.integer("corridors.cost.parallel")?,
            off_center: self.integer("corridors.cost.off_center")?,
            corner: self.integer("corridors.cost.corner")?,
            door_gap: self.integer("corridors.cost.door_gap")?,
            hard_rock: self.integer("corridors.cost.hard_rock")?,
        })
    }

    fn doors(&self) -> Result<Doors, RecipeError> {
        let doors = Doors {
            per_link: self.integer("doors.per_link")?,
            archway: self.fraction("doors.archway")?,
            open: self.fraction("doors.open")?,
            locked: self.fraction("doors.locked")?,
            portcullis: self.fraction("doors.portcullis")?,
            barred: self.fraction("doors.barred")?,
            secret: self.fraction("doors.secret")?,
        };
        self.check_sum("doors.open", &[doors.archway, doors.open], "doors.archway + doors.open <= 1")?;
        let blocking = [doors.locked, doors.portcullis, doors.barred, doors.secret];
        let limit = "doors.locked + doors.portcullis + doors.barred + doors.secret <= 1";
        self.check_sum("doors.secret", &blocking, limit)?;
        Ok(doors)
    }

    fn check_sum(&self, key: &'static str, fractions: &[Fraction], limit: &str) -> Result<(), RecipeError> {
        let sum: u32 = fractions.iter().map(|fraction| u32::from(fraction.parts())).sum();
        if sum <= u32::from(Fraction::WHOLE) {
            return Ok(());
        }
        let sum = f64::from(sum) / f64::from(Fraction::WHOLE);
        Err(self.error(key, limit.to_owned(), format!("a sum of {sum}")))
    }

    fn house(&self) -> Result<HouseSpec, RecipeError> {
        let (storeys, lowest) = self.storeys()?;
        Ok(HouseSpec {
            size: self.size(storeys.len())?,
            rooms: self.rooms(MethodKind::House)?,
            program: self.program()?,
            footprint: self.footprint()?,
            windows: self.window_distance()?,
            back_door: self.bool("house.back_door")?,
            storeys,
            lowest,
        })
    }

    fn program(&self) -> Result<Arc<Program>, RecipeError> {
        if let Some(own) = self.files("house.program_file")?.first() {
            return Ok(Arc::new(program::parse(&own.name, &own.text)?));
        }
        let [a, b, c, d, e, f, g] = ShippedProgram::ALL.map(Some);
        let chosen = self.choice("house.program", &[None, a, b, c, d, e, f, g])?;
        let shipped = match chosen {
            Some(shipped) => shipped,
            None => program_of_category(&self.text("category")?),
        };
        Ok(shipped.program())
    }

    fn footprint(&self) -> Result<Option<Footprint>, RecipeError> {
        let [a, b, c, d, e, f] = Footprint::ALL.map(Some);
        self.choice("house.footprint", &[None, a, b, c, d, e, f])
    }

    fn window_distance(&self) -> Result<i32, RecipeError> {
        let distance = self.integer("house.windows")?;
        if distance == 1 {
            return Err(self.error("house.windows", "0, or 2 to 8".to_owned(), "1".to_owned()));
        }
        Ok(distance)
    }

    /// The rooms of each storey, and the level of the first.
    fn storeys(&self) -> Result<(Vec<u32>, i32), RecipeError> {
        let Some(storeys) = self.integers("storeys")? else { return Ok((vec![self.integer("rooms.count")?], 0)) };
        let lowest: i32 = self.integer("house.lowest")?;
        if lowest + storeys.len() as i32 <= 0 {
            let limit =
                format!("at least {} for {} storeys, so that one is level 0", 1 - storeys.len() as i32, storeys.len());
            return Err(self.error("house.lowest", limit, lowest.to_string()));
        }
        let (count, sum): (i32, i32) = (self.integer("rooms.count")?, storeys.iter().sum());
        if sum != count {
            let limit = format!("numbers that add up to rooms.count = {count}");
            return Err(self.error("storeys", limit, format!("{storeys:?}")));
        }
        Ok((storeys.into_iter().map(|rooms| rooms as u32).collect(), lowest))
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

    fn secrets(&self) -> Result<SecretSpec, RecipeError> {
        Ok(SecretSpec { chance: self.fraction("secrets.chance")?, count: self.integer("secrets.count")? })
    }

    /// The weights of [`Shape::DRAWN`](crate::dungeon::Shape::DRAWN).
    fn shape_weights(&self) -> Result<ShapeWeights, RecipeError> {
        let weights = ShapeWeights([
            self.integer("rooms.shapes.rect")?,
            self.integer("rooms.shapes.l")?,
            self.integer("rooms.shapes.t")?,
            self.integer("rooms.shapes.cross")?,
            self.integer("rooms.shapes.octagon")?,
            self.integer("rooms.shapes.circle")?,
            self.integer("rooms.shapes.apse")?,
            self.integer("rooms.shapes.pillared")?,
            self.integer("rooms.shapes.alcoves")?,
            self.integer("rooms.shapes.dais")?,
            self.integer("rooms.shapes.ring")?,
        ]);
        if weights.0.iter().all(|&weight| weight == 0) {
            return Err(RecipeError::NoWeight { key: "rooms.shapes", origin: self.origin("rooms.shapes.rect") });
        }
        Ok(weights)
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

    fn plan(&self) -> Result<PlanSpec, RecipeError> {
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

    fn levels(&self) -> Result<Option<[i32; 2]>, RecipeError> {
        let Some([low, high]) = self.array("levels")? else { return Ok(None) };
        if low > 0 || high < 0 {
            let limit = "the lowest and the highest level with level 0, the entrance's, among them".to_owned();
            return Err(self.error("levels", limit, format!("[{low}, {high}]")));
        }
        Ok(Some([low, high]))
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

    fn module_grid(&self, key: &'static str, largest_room: i32) -> Result<ModuleGrid, RecipeError> {
        let value = self.checked(key)?;
        let axes: Option<[i64; 2]> = match &value {
            Value::List(_) => value.as_integers().and_then(|axes| axes.try_into().ok()),
            single => single.as_integer().map(|both| [both; 2]),
        };
        let Some(axes) = axes.map(|axes| axes.map(|axis| axis as i32)) else { return Ok(ModuleGrid::Auto) };
        if axes.iter().any(|&axis| axis > largest_room) {
            let limit = format!("at most rooms.max = {largest_room}, or no room could lie on it");
            return Err(self.error(key, limit, value.to_string()));
        }
        Ok(ModuleGrid::Fixed(axes))
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
