//! The recipes that come with the program.

use super::error::RecipeError;
use super::file::RecipeFile;

/// A recipe that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name to ask for it by.
    pub name: &'static str,
    /// The recipe, in TOML; its first comment says what it makes.
    pub text: &'static str,
}

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        &[$(Preset { name: $name, text: include_str!(concat!("../../data/recipes/", $name, ".toml")) }),*]
    };
}

/// The preset that is used where none is named.
pub const DEFAULT_PRESET: &str = "delve";

/// All presets, in the order in which they are listed.
pub(crate) const PRESETS: &[Preset] = presets![
    "delve",
    "broken-vaults",
    "small-dungeon",
    "large-dungeon",
    "winding-dungeon",
    "small-house",
    "large-manor",
    "townhouse",
    "walker-keep",
    "walker-keep-compact",
    "walker-keep-sprawling",
    "crypt-of-tees",
    "great-hall",
    "cave",
    "grotto",
    "mine",
    "temple",
    "monastery",
    "shrine",
    "dungeon",
    "forest",
    "ruins",
    "wilderness",
    "tower",
    "inn",
    "crypt",
    "tomb",
    "cottage",
    "manor",
    "house-inn",
    "castle",
    "wizard-tower",
];

/// All presets, in the order in which they are listed.
///
/// ```
/// let named: Vec<&str> = undercroft::presets().iter().map(|preset| preset.name).collect();
/// assert!(named.contains(&"small-dungeon") && named.contains(&"crypt"));
/// ```
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// The preset of this name, in any case, with spaces or hyphens.
pub fn preset(name: &str) -> Option<&'static Preset> {
    let wanted = name.trim().to_lowercase().replace([' ', '_'], "-");
    PRESETS.iter().find(|preset| preset.name == wanted)
}

impl Preset {
    /// What it makes, in one sentence: the first comment of its text.
    pub fn summary(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }

    /// Its settings.
    ///
    /// # Errors
    /// Never for the presets of the program; a test reads them all.
    pub fn recipe(&self) -> Result<RecipeFile, RecipeError> {
        RecipeFile::parse(&format!("{}.toml", self.name), self.text)
    }
}
