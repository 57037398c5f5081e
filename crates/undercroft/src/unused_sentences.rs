//! Sentences of a content table that are never true: the trap of writing tables.

use std::collections::BTreeSet;

use crate::contents::{ContentTable, Contents};
use crate::dungeon::{Dungeon, Role};
use crate::error::Error;
use crate::events::NoEvents;
use crate::fraction::Fraction;
use crate::generator::Generator;
use crate::recipe::{Preset, StockSpec, presets};
use crate::seed::Seed;
use crate::stock::stock_watched;

/// What treasure is set to by turns: all tiers have their turn.
const TREASURE: [Fraction; 3] = [Fraction::constant(500), Fraction::constant(5_000), Fraction::ONE];
/// How often each dungeon is stocked: that takes less time than to generate another one.
const STOCKINGS: u64 = 8;
/// Rooms of each storey of a house, the cellar first.
const TALL_HOUSE: [i64; 4] = [5, 5, 5, 5];
/// Roles that few presets give a room.
const RARE_ROLES: [Role; 4] = [Role::Boss, Role::Treasure, Role::Merchant, Role::Event];

/// The sentences of a table, not of its parents, that could be no note, hook or rumor when this many dungeons were stocked
/// with it, in the order of the table. 200 dungeons of all presets hold whatever a sentence may speak of.
///
/// # Errors
/// When a dungeon cannot be generated or stocked.
///
/// ```
/// use undercroft::contents::Contents;
/// use undercroft::unused_sentences;
///
/// let text = "[notes]\n\
///             sense = [\"The bread in it is from today.\", \"{feature:oven} and {feature:throne}, both cold.\"]\n";
/// let own = Contents::with_files(&[("bakery.toml", text)])?;
/// let unused = unused_sentences(&own, "bakery", 4)?;
/// assert_eq!(unused, ["{feature:oven} and {feature:throne}, both cold."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unused_sentences<'a>(contents: &'a Contents, table: &str, dungeons: usize) -> Result<Vec<&'a str>, Error> {
    let Some(own) = contents.table(table) else { return Ok(Vec::new()) };
    let mut possible = BTreeSet::new();
    // With a note in every room, all kinds of sentences have their turn.
    let mut spec = StockSpec { table: Some(table.to_owned()), notes: Fraction::ONE, ..StockSpec::default() };
    for (seed, preset) in (1..).zip(trial_presets(contents, own).take(dungeons)) {
        let mut dungeon = trial_dungeon(preset, seed)?;
        spec.treasure = TREASURE[seed as usize % TREASURE.len()];
        let mut watch = |sentence: &str| {
            possible.insert(sentence.to_owned());
        };
        for round in 0..STOCKINGS {
            let seed = Seed::new(seed + (round << 32));
            stock_watched(&mut dungeon, (&spec, contents), &seed, &mut watch, &mut NoEvents)?;
        }
    }
    let parents = own.parents().iter().filter_map(|parent| contents.table(parent));
    let inherited: BTreeSet<&str> = parents.flat_map(ContentTable::sentence_texts).collect();
    Ok(own.sentence_texts().filter(|text| !inherited.contains(text) && !possible.contains(*text)).collect())
}

/// All presets in turn; every second one takes the table, or one that it extends, by itself.
fn trial_presets(contents: &Contents, own: &ContentTable) -> impl Iterator<Item = &'static Preset> {
    let takes = |preset: &&Preset| {
        let category = preset.recipe().and_then(|file| file.check(Seed::new(1))).map(|recipe| recipe.category);
        let taken = contents.table_for(&category.unwrap_or_default()).name();
        own.name() == taken || own.parents().iter().any(|parent| parent == taken)
    };
    let near: Vec<&Preset> = presets().iter().filter(takes).collect();
    let near = if near.is_empty() { presets().iter().collect() } else { near };
    near.into_iter().cycle().zip(presets().iter().cycle()).flat_map(|(near, any)| [near, any])
}

/// A bare dungeon. Two of four have locks, one of four is a house of several storeys, where their method has any; one of three
/// has a room for each rare role: else a table whose presets have none would seem to speak of nothing there.
fn trial_dungeon(preset: &Preset, seed: u64) -> Result<Dungeon, Error> {
    let bare = Generator::preset(preset.name)?.set("stock.mode", "none")?.seed(seed);
    let varied = match seed / 2 % 4 {
        0 | 2 => bare.clone().set("locks", 2).and_then(|locked| locked.generate()).ok(),
        1 => tall_house(bare.clone()).and_then(|house| house.generate()).ok(),
        _ => None,
    };
    let mut dungeon = varied.map_or_else(|| bare.generate(), Ok)?;
    if seed.is_multiple_of(3) {
        let free = dungeon.rooms.iter_mut().filter(|room| room.number.is_some() && room.roles.is_empty());
        free.zip(RARE_ROLES).for_each(|(room, role)| room.roles.push(role));
    }
    Ok(dungeon)
}

/// With a cellar and a top floor, whose rooms a program may name apart.
fn tall_house(bare: Generator) -> Result<Generator, Error> {
    bare.set("storeys", TALL_HOUSE.to_vec())?.set("rooms.count", TALL_HOUSE.iter().sum::<i64>())
}
