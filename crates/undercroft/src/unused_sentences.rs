//! Sentences of a content table that are never true: the trap of writing tables.

use std::collections::BTreeSet;

use crate::contents::{ContentTable, Contents};
use crate::dungeon::Dungeon;
use crate::error::Error;
use crate::events::NoEvents;
use crate::fraction::Fraction;
use crate::recipe::StockSpec;
use crate::seed::Seed;
use crate::stock::stock_watched;

/// What treasure is set to by turns: all tiers have their turn.
const TREASURE: [Fraction; 3] = [Fraction::constant(500), Fraction::constant(5_000), Fraction::ONE];

/// The sentences of a table, not of its parents, that could be no note, hook or rumor when these dungeons were stocked with it,
/// in the order of the table.
///
/// # Errors
/// When a dungeon cannot be stocked.
///
/// ```
/// use undercroft::contents::Contents;
/// use undercroft::{generate, unused_sentences};
///
/// let text = "[notes]\n\
///             sense = [\"The bread in it is from today.\", \"{feature:oven} and {feature:throne}, both cold.\"]\n";
/// let own = Contents::with_files(&[("bakery.toml", text)])?;
/// let mut dungeons = vec![generate("crypt", 1)?, generate("crypt", 2)?];
/// let unused = unused_sentences(&own, "bakery", &mut dungeons)?;
/// assert_eq!(unused, ["{feature:oven} and {feature:throne}, both cold."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unused_sentences<'a>(
    contents: &'a Contents,
    table: &str,
    dungeons: &mut [Dungeon],
) -> Result<Vec<&'a str>, Error> {
    let Some(own) = contents.table(table) else { return Ok(Vec::new()) };
    let mut possible = BTreeSet::new();
    // With a note in every room, all kinds of sentences have their turn.
    let mut spec = StockSpec { table: Some(table.to_owned()), notes: Fraction::ONE, ..StockSpec::default() };
    for (seed, dungeon) in (1..).zip(dungeons) {
        spec.treasure = TREASURE[seed as usize % TREASURE.len()];
        let mut watch = |sentence: &str| {
            possible.insert(sentence.to_owned());
        };
        stock_watched(dungeon, (&spec, contents), &Seed::new(seed), &mut watch, &mut NoEvents)?;
    }
    let parents = own.parents().iter().filter_map(|parent| contents.table(parent));
    let inherited: BTreeSet<&str> = parents.flat_map(ContentTable::sentence_texts).collect();
    Ok(own.sentence_texts().filter(|text| !inherited.contains(text) && !possible.contains(*text)).collect())
}
