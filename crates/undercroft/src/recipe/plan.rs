//! The fields that only a plan has.

use super::RecipeError;
use super::check::Fields;
use super::source::Value;
use crate::plan::{Bounds, Category, PlanShape, category};
use crate::share::Share;

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
    pub secret_chance: Share,
    /// How many it then has.
    pub secret_count: u32,
    /// Links with a lock, each with a key somewhere.
    pub locks: usize,
    /// Whether rooms are caves instead of rectangles.
    pub natural: bool,
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
            natural: self.switch("rooms.natural")?,
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

    /// A word that is not empty.
    fn word(&self, key: &'static str) -> Result<String, RecipeError> {
        match self.value_of(key)? {
            Value::Word(word) if !word.trim().is_empty() => Ok(word),
            other => Err(self.beyond(key, &other)),
        }
    }

    /// A list of so many whole numbers; `None` for `"auto"`.
    fn numbers<const N: usize>(&self, key: &'static str) -> Result<Option<[i32; N]>, RecipeError> {
        let limits = self.list_limits(key);
        let number = |value: &Value| match value {
            Value::Whole(number) if limits.contains(number) => Some(*number as i32),
            _ => None,
        };
        match self.value_of(key)? {
            Value::Word(word) if word == "auto" => Ok(None),
            Value::List(values) => {
                let numbers: Option<Vec<i32>> = values.iter().map(number).collect();
                let numbers = numbers.and_then(|numbers| <[i32; N]>::try_from(numbers).ok());
                numbers.map(Some).ok_or_else(|| self.beyond(key, &Value::List(values)))
            }
            other => Err(self.beyond(key, &other)),
        }
    }
}
