//! Texts that travel in a picture, so that its dungeon can be generated again.

use undercroft::dungeon::Dungeon;

use super::options::Edition;

/// A text that travels in the image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What it is about: `Title`, `Seed`, `Recipe`, `Epoch`, `Inputs`.
    pub keyword: String,
    /// The text.
    pub text: String,
}

/// What a picture may carry: for players nothing that would make the dungeon again, secrets and all.
///
/// ```
/// use undercroft_draw::{Edition, png_metadata};
///
/// let dungeon = undercroft::generate("small-dungeon", 7).unwrap();
/// let keywords = |edition| png_metadata(&dungeon, edition).into_iter().map(|entry| entry.keyword).collect::<Vec<_>>();
/// assert_eq!(keywords(Edition::GameMaster), ["Title", "Software", "Seed", "Recipe", "Epoch"]);
/// assert_eq!(keywords(Edition::Player), ["Title", "Software"]);
/// ```
pub fn png_metadata(dungeon: &Dungeon, edition: Edition) -> Vec<Metadata> {
    let betrays =
        |note: &Metadata| edition == Edition::Player && !matches!(note.keyword.as_str(), "Title" | "Software");
    all_metadata(dungeon).into_iter().filter(|note| !betrays(note)).collect()
}

/// What a picture of a dungeon should carry, so that it can be made again.
fn all_metadata(dungeon: &Dungeon) -> Vec<Metadata> {
    let note = |keyword: &str, text: String| Metadata { keyword: keyword.to_owned(), text };
    let recipe = serde_json::to_string(&dungeon.provenance.recipe).unwrap_or_default();
    let inputs = serde_json::to_string(&dungeon.provenance.inputs).unwrap_or_default();
    let notes = [
        (!dungeon.name.is_empty()).then(|| note("Title", dungeon.name.clone())),
        Some(note("Software", "Undercroft".to_owned())),
        (!dungeon.provenance.seed.is_empty()).then(|| note("Seed", dungeon.provenance.seed.clone())),
        (!dungeon.provenance.recipe.is_empty()).then(|| note("Recipe", recipe)),
        (!dungeon.provenance.recipe.is_empty()).then(|| note("Epoch", dungeon.provenance.epoch.to_string())),
        (!dungeon.provenance.inputs.is_empty()).then(|| note("Inputs", inputs)),
    ];
    notes.into_iter().flatten().collect()
}
