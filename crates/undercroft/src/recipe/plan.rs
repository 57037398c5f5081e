//! The fields that only a plan has.

use super::build::Fields;
use super::{Place, RecipeError, RoomStyle, Tags};
use crate::fraction::Fraction;
use crate::plan::{Bounds, Category, PlanShape, category};
use crate::template::SETS;

/// What a plan should be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planning {
    /// The category, as written.
    pub category: String,
    /// The shape of the levels: the one asked for, else the category's.
    pub shape: PlanShape,
    /// The places that each level may use, as if the visitor came from the south; `None` for as many as it takes.
    pub bounds: Option<Bounds>,
    /// The lowest and the highest level, where somebody asked for them.
    pub levels: Option<[i32; 2]>,
    /// The lowest and the highest level of the category.
    pub category_levels: [i32; 2],
    /// Chance of a level to have secret passages.
    pub secret_chance: Fraction,
    /// How many it then has.
    pub secret_count: u32,
    /// Links with a lock, each with a key somewhere.
    pub locks: usize,
    /// Rooms of each storey of a house, the basement first; empty for a house of one storey.
    pub storeys: Vec<u32>,
    /// Whether rooms are caves instead of rectangles.
    pub natural: bool,
    /// The tags that templates of its rooms must have.
    pub tags: Tags,
}

impl Fields<'_> {
    /// The fields of the plan.
    pub(super) fn planning(&self) -> Result<Planning, RecipeError> {
        let name = self.word("category")?;
        let Category { shape, levels } = category(&name);
        Ok(Planning {
            category: name,
            shape: self.shape(shape)?,
            bounds: self.bounds()?,
            levels: self.levels()?,
            category_levels: levels,
            secret_chance: self.share("secrets.chance")?,
            secret_count: self.whole("secrets.count")?,
            locks: self.whole("locks")?,
            storeys: self.storeys()?,
            natural: self.switch("rooms.natural")?,
            tags: self.tags(&self.choice("templates.set", &SETS)?.pool())?,
        })
    }

    fn shape(&self, of_category: PlanShape) -> Result<PlanShape, RecipeError> {
        let shapes = [PlanShape::Linear, PlanShape::Branching, PlanShape::Hub, PlanShape::Maze].map(Some);
        let shapes = [None, shapes[0], shapes[1], shapes[2], shapes[3]];
        let shape = self.choice("shape", &shapes)?.unwrap_or(of_category);
        let branching = self.choice("branching", &[PlanShape::Branching, PlanShape::Staircase])?;
        Ok(if shape == PlanShape::Branching { branching } else { shape })
    }

    fn bounds(&self) -> Result<Option<Bounds>, RecipeError> {
        let Some([x0, x1, y0, y1]) = self.numbers("bounds")? else { return Ok(None) };
        if x0 > 0 || x1 < 0 || y0 > 0 || y1 < 0 {
            let limit = "bounds that contain the entrance at (0, 0)".to_owned();
            return Err(self.refuse("bounds", limit, format!("[{x0}, {x1}, {y0}, {y1}]")));
        }
        Ok(Some(Bounds { x: [x0, x1], y: [y0, y1] }))
    }

    fn levels(&self) -> Result<Option<[i32; 2]>, RecipeError> {
        let Some([low, high]) = self.numbers("levels")? else { return Ok(None) };
        if low > 0 || high < 0 {
            let limit = "the lowest and the highest level with level 0, the entrance's, among them".to_owned();
            return Err(self.refuse("levels", limit, format!("[{low}, {high}]")));
        }
        Ok(Some([low, high]))
    }

    fn storeys(&self) -> Result<Vec<u32>, RecipeError> {
        let Some(storeys) = self.list("storeys")? else { return Ok(Vec::new()) };
        let count: i32 = self.whole("rooms.count")?;
        let sum: i32 = storeys.iter().sum();
        let is_house = self.place()? == Place::Bsp
            && self.choice("rooms.style", &[RoomStyle::Separate, RoomStyle::Adjoining])? == RoomStyle::Adjoining;
        if !is_house || sum != count {
            let limit = format!(
                "place = \"bsp\", rooms.style = \"adjoining\" and numbers that add up to rooms.count = {count}"
            );
            return Err(self.refuse("storeys", limit, format!("{storeys:?}")));
        }
        Ok(storeys.into_iter().map(|rooms| rooms as u32).collect())
    }

    /// A text that is not empty.
    pub(super) fn word(&self, key: &'static str) -> Result<String, RecipeError> {
        Ok(self.checked(key)?.as_text().unwrap_or_default().to_owned())
    }

    /// A list of exactly `N` integers; `None` for `"auto"`.
    fn numbers<const N: usize>(&self, key: &'static str) -> Result<Option<[i32; N]>, RecipeError> {
        let list = self.list(key)?;
        Ok(list.and_then(|numbers| <[i32; N]>::try_from(numbers).ok()))
    }

    /// A list of integers, as many as the field takes; `None` for `"auto"`.
    fn list(&self, key: &'static str) -> Result<Option<Vec<i32>>, RecipeError> {
        let numbers = self.checked(key)?.as_integers();
        Ok(numbers.map(|numbers| numbers.into_iter().map(|number| number as i32).collect()))
    }
}
