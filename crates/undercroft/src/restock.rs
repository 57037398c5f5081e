//! Stocks a finished dungeon again: other furniture and inhabitants in the same rooms.

use crate::dungeon::Dungeon;
use crate::error::Error;
use crate::events::EventSink;
use crate::pin_contents;
use crate::recipe::RecipeFile;
use crate::seed::Seed;
use crate::stock::stock;

/// The same dungeon with other contents: `change` lays fields `stock.*` and content files over its recipe, `seed` is the
/// number of the stage; without one it keeps its own. Works on every dungeon with rooms and an entrance, whoever made it.
/// Of a generated dungeon that was not edited, the result is what recipe and seed now give.
///
/// # Errors
/// When the dungeon has no rooms or no entrance, a field or content file is wrong, or the events ask to stop.
///
/// ```
/// use undercroft::events::NoEvents;
/// use undercroft::{RecipeFile, generate, restock};
///
/// let crypt = generate("crypt", 4)?;
/// let other = restock(&crypt, RecipeFile::default(), Some(3), &mut NoEvents)?;
/// assert_eq!((other.levels, other.provenance.seed.as_str()), (crypt.levels, "4 stock=3"));
/// # Ok::<(), undercroft::Error>(())
/// ```
pub fn restock(
    dungeon: &Dungeon,
    change: RecipeFile,
    seed: Option<u64>,
    events: &mut dyn EventSink,
) -> Result<Dungeon, Error> {
    if dungeon.rooms.is_empty() || dungeon.entrance.is_none() {
        return Err(Error::NothingToStock { missing: if dungeon.rooms.is_empty() { "rooms" } else { "an entrance" } });
    }
    let file = RecipeFile::from_provenance("its recipe", &dungeon.provenance)?.overlay(change);
    let recorded = Seed::from_record(&dungeon.provenance.seed).unwrap_or_default();
    let seed = seed.map_or(recorded.clone(), |number| recorded.with_stage("stock", number));
    let recipe = file.check(seed)?;
    let mut stocked = dungeon.clone();
    stock(&mut stocked, &recipe.stock, recipe.contents(), &recipe.seed, events)?;
    pin_contents::write_before_stock(&mut stocked);
    pin_contents::write_after_stock(&mut stocked);
    if dungeon.is_generated() {
        stocked.provenance.recipe = recipe.record.clone();
        stocked.provenance.inputs.clone_from(&recipe.inputs);
        stocked.provenance.seed = recipe.seed.to_string();
    }
    Ok(stocked)
}
