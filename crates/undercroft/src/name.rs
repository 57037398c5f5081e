//! Names for dungeons and houses.

use crate::recipe::{Recipe, RoomStyle};
use crate::seed::Stream;

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
const PLACE: &[&str] = &[
    "Catacombs",
    "Cells",
    "Cellars",
    "Chambers",
    "Cloisters",
    "Crypt",
    "Deeps",
    "Delvings",
    "Galleries",
    "Halls",
    "Labyrinth",
    "Mines",
    "Ossuary",
    "Pits",
    "Sanctum",
    "Sepulchre",
    "Tombs",
    "Tunnels",
    "Undercroft",
    "Vaults",
    "Warrens",
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
const HOUSE: &[&str] = &["Cottage", "Court", "Grange", "Hall", "House", "Lodge", "Manor", "Place", "Rest", "Priory"];

/// The name that belongs to the recipe's seed.
pub fn dungeon_name(recipe: &Recipe) -> String {
    let mut stream = recipe.seed.stream("name");
    let is_house = recipe.rooms.house || recipe.rooms.style == RoomStyle::Adjoining;
    if is_house { house_name(&mut stream) } else { delve_name(&mut stream) }
}

fn house_name(stream: &mut Stream) -> String {
    format!("{} {}", town(stream), word(HOUSE, stream))
}

fn delve_name(stream: &mut Stream) -> String {
    match stream.below(4) {
        0 => format!("The {} {}", word(MOOD, stream), word(PLACE, stream)),
        1 => format!("The {} of {}", word(PLACE, stream), word(OWNER, stream)),
        2 => format!("The {} under {}", word(PLACE, stream), town(stream)),
        _ => format!("The {} {} of {}", word(MOOD, stream), word(PLACE, stream), town(stream)),
    }
}

fn town(stream: &mut Stream) -> String {
    format!("{}{}", word(FIRST, stream), word(SECOND, stream))
}

fn word(words: &[&'static str], stream: &mut Stream) -> &'static str {
    words[stream.below(words.len() as u32) as usize]
}
