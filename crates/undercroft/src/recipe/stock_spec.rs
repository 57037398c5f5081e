//! What the stage is asked for: the fields `stock.*` of a recipe.

use crate::fraction::Fraction;

/// How much is added to a dungeon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StockMode {
    /// Names of levels and lights, without chance.
    None,
    /// Purposes, names, features and places for visitors.
    Furnish,
    /// Inhabitants, treasure, traps and texts as well.
    #[default]
    Full,
}

impl StockMode {
    /// All modes, in the order of the recipe's choice.
    pub const ALL: [Self; 3] = [Self::None, Self::Furnish, Self::Full];

    /// Its name in recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Furnish => "furnish",
            Self::Full => "full",
        }
    }
}

/// What a dungeon is filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StockSpec {
    /// How much is added.
    pub mode: StockMode,
    /// The content table; `None` goes by the category.
    pub table: Option<String>,
    /// How full rooms are: features block at most 0.24 of this share of a room's floor.
    pub density: Fraction,
    /// How many inhabitants there are.
    pub danger: Fraction,
    /// How much there is to take.
    pub treasure: Fraction,
    /// Share of the numbered rooms that have notes.
    pub notes: Fraction,
}

impl Default for StockSpec {
    fn default() -> Self {
        let half = Fraction::constant(5_000);
        let notes = Fraction::constant(6_000);
        Self { mode: StockMode::Full, table: None, density: half, danger: half, treasure: half, notes }
    }
}
