//! Facts with their kinds, and which of them need tiles.

use crate::fraction::Fraction;

use super::Facts;

/// A fact with its kind, for tables with types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactValue {
    /// How many things of a dungeon; below 2^32.
    Count(u32),
    /// A sum over cells.
    Sum(u64),
    /// A number of floor cells.
    Cells(i64),
    /// A share.
    Share(Fraction),
    /// A length that may not be known.
    Length(Option<u32>),
}

/// The columns of [`Facts`] that are counted on tiles; the room graph and the entities hold the others.
const ON_TILES: [&str; 13] = [
    "blind_corridors",
    "critical_steps",
    "corridor_steps",
    "hugging_steps",
    "hugging_share",
    "fill",
    "rectangle_share",
    "corner_door_share",
    "close_doors",
    "long_room_share",
    "sheet_aspect_tenths",
    "symmetry_share",
    "ground_share",
];

impl Facts {
    /// Whether a column is counted on tiles, rather than on the room graph and the entities.
    pub fn is_on_tiles(column: &str) -> bool {
        ON_TILES.contains(&column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_on_tiles_is_a_column() {
        assert!(ON_TILES.iter().all(|column| Facts::COLUMNS.contains(column)));
        assert!(Facts::is_on_tiles("fill") && !Facts::is_on_tiles("loops"));
    }

    #[test]
    fn every_fact_has_a_value_and_a_sentence() {
        assert_eq!(Facts::default().values().len(), Facts::COLUMNS.len());
        assert!(Facts::SENTENCES.iter().all(|sentence| sentence.contains('.') && !sentence.starts_with(' ')));
        assert_eq!(Facts::SENTENCES.len(), Facts::COLUMNS.len());
    }
}
