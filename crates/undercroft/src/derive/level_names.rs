//! Plain names of levels.

use crate::dungeon::Dungeon;

/// Ordinal numbers in words; larger ones are written with digits.
const ORDINALS: [&str; 12] = [
    "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh",
    "Twelfth",
];

/// Names every level by its height: the levels of a house are floors and cellars, those of other dungeons depths.
pub fn name_levels(dungeon: &mut Dungeon) {
    let is_house = dungeon.provenance.recipe.is_house();
    dungeon.levels.iter_mut().for_each(|level| level.name = level_name(level.z, is_house));
}

fn level_name(z: i32, is_house: bool) -> String {
    match (z, is_house) {
        (0, true) => "Ground floor".to_owned(),
        (0, false) => "Entrance level".to_owned(),
        (1.., _) => format!("{} upper floor", ordinal(z)),
        (-1, true) => "Cellar".to_owned(),
        (_, true) => format!("{} cellar", ordinal(-z)),
        (_, false) => format!("{} depth", ordinal(-z)),
    }
}

/// An ordinal number: "First", "13th".
pub fn ordinal(number: i32) -> String {
    match usize::try_from(number - 1).ok().and_then(|index| ORDINALS.get(index)) {
        Some(word) => (*word).to_owned(),
        None => format!("{number}{}", suffix(number)),
    }
}

const fn suffix(number: i32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_houses_are_floors_and_cellars_and_those_of_dungeons_depths() {
        let names = |is_house| [2, 1, 0, -1, -2, -21, -112].map(|z| level_name(z, is_house));
        let house = [
            "Second upper floor",
            "First upper floor",
            "Ground floor",
            "Cellar",
            "Second cellar",
            "21st cellar",
            "112th cellar",
        ];
        let dungeon = [
            "Second upper floor",
            "First upper floor",
            "Entrance level",
            "First depth",
            "Second depth",
            "21st depth",
            "112th depth",
        ];
        assert_eq!(names(true), house);
        assert_eq!(names(false), dungeon);
    }
}
