//! Names for dungeons and houses, by their category: a crypt is named like a crypt, a forest like a forest.
//!
//! Every category has nouns that no other has, so that dungeons of one seed and different categories never have the
//! same name.

use crate::recipe::Recipe;
use crate::seed::Stream;

/// How the names of a category are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Places under the ground.
    Below,
    /// Places under the sky, and caves.
    Wild,
    /// Places of worship.
    Holy,
    /// Houses and castles.
    House,
    /// Houses with a sign over the door.
    Sign,
}

/// The categories with their manner and nouns.
const CATEGORIES: &[(&str, Manner, &[&str])] = &[
    ("cave", Manner::Wild, &["Caverns", "Caves", "Potholes", "Hollows"]),
    ("grotto", Manner::Wild, &["Grotto", "Sinks", "Springs", "Weeping Stones"]),
    ("mine", Manner::Below, &["Mines", "Diggings", "Delvings", "Shafts"]),
    ("temple", Manner::Holy, &["Temple", "Fane", "Sanctuary"]),
    ("monastery", Manner::Holy, &["Monastery", "Abbey", "Priory", "Cloisters"]),
    ("shrine", Manner::Holy, &["Shrine", "Oratory", "Chapel"]),
    ("dungeon", Manner::Below, &["Dungeon", "Oubliettes", "Pits", "Gaol"]),
    ("forest", Manner::Wild, &["Woods", "Forest", "Greenwood", "Thicket"]),
    ("ruins", Manner::Below, &["Ruins", "Remains", "Rubble"]),
    ("wilderness", Manner::Wild, &["Wilds", "Heath", "Moors", "Marches"]),
    ("tower", Manner::House, &["Tower", "Spire", "Belfry"]),
    ("inn", Manner::Sign, &["Inn", "Hostelry"]),
    ("tomb", Manner::Below, &["Tomb", "Sepulchre", "Barrow", "Mausoleum"]),
    ("crypt", Manner::Below, &["Crypt", "Ossuary", "Charnel House", "Undercroft"]),
    ("cellars", Manner::Below, &["Cellars", "Cells", "Chambers"]),
    ("vaults", Manner::Below, &["Vaults", "Halls", "Deeps", "Galleries"]),
    ("delve", Manner::Below, &["Delve", "Depths", "Underhalls"]),
    ("broken vaults", Manner::Below, &["Broken Vaults", "Fallen Arches", "Cracked Stones"]),
    ("warrens", Manner::Below, &["Warrens", "Labyrinth", "Tunnels", "Windings"]),
    ("catacombs", Manner::Below, &["Catacombs", "Necropolis", "Burial Ways"]),
    ("keep", Manner::House, &["Keep", "Stronghold", "Donjon"]),
    ("citadel", Manner::House, &["Citadel", "Bastion", "Redoubt"]),
    ("fortress", Manner::House, &["Fortress", "Ramparts", "Battlements"]),
    ("palace", Manner::House, &["Palace", "Great Hall", "Gatehouse"]),
    ("house", Manner::House, &["House", "Lodge", "Rest"]),
    ("estate", Manner::House, &["Estate", "Grange", "Park"]),
    ("townhouse", Manner::House, &["Place", "Row", "Terrace"]),
    ("cottage", Manner::House, &["Cottage", "Croft", "Farm"]),
    ("manor", Manner::House, &["Manor", "Court", "Hall"]),
    ("tavern", Manner::Sign, &["Tavern", "Alehouse"]),
    ("castle", Manner::House, &["Castle", "Hold", "Burgh"]),
    ("wizard tower", Manner::House, &["Observatory", "Wizard's Tower", "Scholar's Folly"]),
];

const FIRST: &[&str] = &[
    "Ash", "Black", "Bram", "Cold", "Crow", "Dun", "Elder", "Fallow", "Grey", "Harrow", "Hollow", "Iron", "Kestrel",
    "Lych", "Marsh", "Nether", "Oak", "Raven", "Rook", "Salt", "Thorn", "Umber", "Vale", "Winter", "Wolf", "Yarrow",
];
const SECOND: &[&str] = &[
    "barrow", "bourne", "bridge", "combe", "cross", "dale", "fell", "ford", "gate", "grove", "ham", "hold", "hurst",
    "mere", "moor", "ridge", "shaw", "stead", "stone", "thorpe", "ton", "wick", "wood", "worth",
];
const MOOD: &[&str] = &[
    "Broken",
    "Buried",
    "Crooked",
    "Drowned",
    "Dusty",
    "Empty",
    "Forgotten",
    "Gilded",
    "Hidden",
    "Howling",
    "Lost",
    "Mournful",
    "Nameless",
    "Quiet",
    "Restless",
    "Shattered",
    "Silent",
    "Sleepless",
    "Sunken",
    "Unlit",
    "Veiled",
    "Weeping",
    "Whispering",
];
const OWNER: &[&str] = &[
    "the Ashen King",
    "the Blind Prior",
    "the Candle Maker",
    "the Copper Duke",
    "the Drowned Queen",
    "the Fifth Sister",
    "the Grey Abbot",
    "the Hanged Scribe",
    "the Last Steward",
    "the Lantern Bearer",
    "the Mad Mason",
    "the Moth Mother",
    "the Pale Regent",
    "the Salt Witch",
    "the Seven Clerks",
    "the Silent Order",
    "the Toll Keeper",
    "the Widow Queen",
];
const BEAST: &[&str] = &[
    "Badger", "Boar", "Bull", "Cat", "Cock", "Crow", "Dragon", "Fox", "Goose", "Hare", "Hart", "Heron", "Hound",
    "Mule", "Otter", "Owl", "Pike", "Stag", "Swan", "Wolf",
];
const COLOUR: &[&str] = &[
    "Black",
    "Blind",
    "Blue",
    "Crooked",
    "Dancing",
    "Drunken",
    "Gilded",
    "Green",
    "Grey",
    "Laughing",
    "Lazy",
    "Old",
    "Proud",
    "Red",
    "Sleeping",
    "Three-legged",
    "White",
    "Winged",
];

/// The name that belongs to the recipe's seed and category.
pub fn dungeon_name(recipe: &Recipe) -> String {
    let category = category(recipe);
    // Streams of their own keep the names of one seed apart in every word.
    let mut stream = Stream::new(recipe.seed.stream("name").bits(), &category);
    match CATEGORIES.iter().find(|(name, ..)| *name == category) {
        Some((_, manner, nouns)) => name(*manner, word(nouns, &mut stream), &mut stream),
        None => name(Manner::Below, &capitalised(&category), &mut stream),
    }
}

/// The category in lower case with single spaces. A building is no dungeon, even without a category.
fn category(recipe: &Recipe) -> String {
    let is_house = recipe.is_house();
    let words: Vec<&str> = recipe.category.split_whitespace().collect();
    match words.join(" ").to_lowercase() {
        category if is_house && category == "dungeon" => "house".to_owned(),
        category => category,
    }
}

fn name(manner: Manner, noun: &str, stream: &mut Stream) -> String {
    match (manner, stream.below(4)) {
        (Manner::Sign, _) => format!("The {} {} {noun}", word(COLOUR, stream), word(BEAST, stream)),
        (Manner::House, 0) => format!("The {} {noun}", word(MOOD, stream)),
        (Manner::Wild, 0) => format!("The {noun} beyond {}", town(stream)),
        (Manner::House, _) | (Manner::Wild, 1) => format!("{} {noun}", town(stream)),
        (Manner::Holy, 0) => format!("The {noun} at {}", town(stream)),
        (Manner::Below, 0) => format!("The {noun} under {}", town(stream)),
        (Manner::Below | Manner::Holy, 1) => format!("The {} {noun} of {}", word(MOOD, stream), town(stream)),
        (_, 2) => format!("The {} {noun}", word(MOOD, stream)),
        (..) => format!("The {noun} of {}", word(OWNER, stream)),
    }
}

fn town(stream: &mut Stream) -> String {
    format!("{}{}", word(FIRST, stream), word(SECOND, stream))
}

fn word(words: &[&'static str], stream: &mut Stream) -> &'static str {
    words[stream.below(words.len() as u32) as usize]
}

/// The words with a capital letter each.
fn capitalised(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    words.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::recipe::{PRESETS, RecipeFile};
    use crate::seed::Seed;

    fn named(text: &str, seed: u64) -> String {
        dungeon_name(&RecipeFile::parse("r", text).unwrap().check(Seed::new(seed)).unwrap())
    }

    #[test]
    fn no_two_categories_have_a_noun_in_common() {
        let nouns: Vec<&str> = CATEGORIES.iter().flat_map(|(_, _, nouns)| nouns.iter().copied()).collect();
        assert_eq!(nouns.iter().collect::<BTreeSet<_>>().len(), nouns.len());
        let names: BTreeSet<&str> = CATEGORIES.iter().map(|(name, ..)| *name).collect();
        assert_eq!(names.len(), CATEGORIES.len());
    }

    #[test]
    fn presets_have_a_category_each_and_names_of_one_seed_never_repeat() {
        for seed in 0..1_000 {
            let recipes = PRESETS.iter().map(|preset| preset.recipe().unwrap().check(Seed::new(seed)).unwrap());
            let names: BTreeSet<String> = recipes.map(|recipe| dungeon_name(&recipe)).collect();
            assert_eq!(names.len(), PRESETS.len(), "seed {seed}: {names:?}");
        }
    }

    #[test]
    fn a_crypt_is_named_like_a_crypt() {
        let nouns = CATEGORIES.iter().find(|(name, ..)| *name == "crypt").unwrap().2;
        for seed in 0..200 {
            let name = named("method = \"plan\"\ncategory = \" CRYPT \"", seed);
            assert!(nouns.iter().any(|noun| name.contains(noun)), "{name}");
        }
    }

    #[test]
    fn a_category_of_ones_own_is_its_own_noun() {
        for seed in 0..50 {
            let name = named("method = \"plan\"\ncategory = \"salt  bakery\"", seed);
            assert!(name.contains("Salt Bakery"), "{name}");
        }
        assert!(["House", "Lodge", "Rest"].iter().any(|noun| named("outline = true", 1).ends_with(noun)));
    }

    #[test]
    fn other_settings_leave_the_name_alone() {
        assert_eq!(named("rooms.count = 9", 7), named("width = 64\nextra_links = 0.5", 7));
    }
}
