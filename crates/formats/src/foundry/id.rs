//! Ids of documents: sixteen letters and digits, from name, seed, epoch and tiles of the dungeon.

use serde::Serialize;

use undercroft::dungeon::Dungeon;
use undercroft::seed::Stream;

/// The id of a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Id(pub String);

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where the ids of a dungeon come from.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    number: u64,
}

impl Ids {
    /// The same dungeon always gets the same ids, another dungeon others.
    pub fn from_dungeon(dungeon: &Dungeon) -> Self {
        let tiles = dungeon.levels.iter().map(|level| {
            level.terrain.values().iter().map(|terrain| terrain.glyph()).collect::<String>() + &level.z.to_string()
        });
        let parts = [dungeon.name.clone(), dungeon.provenance.seed.clone(), dungeon.provenance.epoch.to_string()]
            .into_iter()
            .chain(tiles);
        let mut number = 0;
        for part in parts {
            number = Stream::new(number, &part).bits();
        }
        Self { number }
    }

    /// The id of the thing of this name.
    pub fn id(self, name: &str) -> Id {
        const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let mut stream = Stream::new(self.number, name);
        Id((0..16).map(|_| char::from(LETTERS[stream.below(62) as usize])).collect())
    }
}
