//! Names of fields and choices as people read them. Recipes and commands have names of their own, which the page shows
//! beside them.

use crate::protocol::Choice;

/// What a form calls the fields of a recipe.
const FIELDS: &[(&str, &str)] = &[
    ("width", "Map width"),
    ("height", "Map height"),
    ("entry", "Entrance side"),
    ("tile", "Size of a cell"),
    ("rooms.style", "Rooms stand"),
    ("rooms.count", "How many"),
    ("rooms.min", "Shortest side"),
    ("rooms.max", "Longest side"),
    ("rooms.grid", "Line up by"),
    ("rooms.padding", "Space round rooms"),
    ("rooms.house", "Outer walls of a house"),
    ("loops", "Extra connections"),
    ("corridors.style", "Corridors go"),
    ("corridors.width", "Width"),
    ("corridors.runway", "Straight before doors"),
    ("corridors.step", "Dislike of digging"),
    ("corridors.merge", "Dislike of sharing a way"),
    ("corridors.turn", "Dislike of turns"),
    ("corridors.hug", "Dislike of room walls"),
    ("corridors.beside", "Dislike of parallel ways"),
    ("corridors.off_centre", "Dislike of off-centre doors"),
    ("corridors.crowded", "Dislike of crowded doors"),
    ("corridors.wander", "Winding"),
    ("corridors.dead_ends", "Dead ends"),
    ("doors.archway", "Archways"),
    ("doors.open", "Open doors"),
    ("doors.locked", "Locked doors"),
    ("doors.portcullis", "Portcullises"),
    ("doors.barred", "Barred doors"),
    ("doors.secret", "Secret doors"),
    ("place", "Rooms come from"),
    ("templates.set", "Drawn rooms"),
    ("templates.floor", "Floor to cover"),
    ("templates.walkers", "Walkers that build"),
    ("templates.rooms_per_walker", "Rooms in a row"),
    ("templates.attempts", "Tries at an opening"),
    ("templates.compactness", "Compactness"),
    ("templates.iterations", "Turns of a walker"),
    ("templates.patience", "Patience"),
    ("templates.required", "Openings must meet"),
    ("templates.corridors", "Join distant parts"),
    ("budget", "Longest search"),
    ("category", "Kind of place"),
    ("shape", "Shape of a level"),
    ("branching", "Branches grow"),
    ("bounds", "Bounds of the plan"),
    ("levels", "Lowest, highest level"),
    ("secrets.chance", "Chance of secret ways"),
    ("secrets.count", "Secret ways on a level"),
    ("locks", "Locks with keys"),
    ("storeys", "Rooms of each storey"),
    ("rooms.natural", "Caves, not rectangles"),
    ("tags.entrance", "Drawn entrance"),
    ("tags.goal", "Drawn goal"),
    ("tags.treasure", "Drawn treasure rooms"),
    ("tags.rooms", "Drawn other rooms"),
];

/// What a form calls the words of a field that do not speak for themselves.
const WORDS: &[(&str, &[(&str, &str)])] = &[
    ("place", &[("bsp", "A divided map"), ("templates", "Drawn rooms"), ("lattice", "A plan")]),
    ("rooms.style", &[("separate", "Apart"), ("adjoining", "Wall to wall")]),
    ("corridors.style", &[("routed", "The best way"), ("elbow", "With one bend")]),
    ("templates.required", &[("groups", "Rooms in groups"), ("strict", "Rooms there")]),
    (
        "shape",
        &[
            ("auto", "As the place is"),
            ("linear", "One long way"),
            ("branching", "With branches"),
            ("hub", "Round a middle"),
            ("maze", "A maze"),
        ],
    ),
    ("branching", &[("spine", "From one way"), ("staircase", "In steps")]),
];

/// What a form calls a field of a recipe.
pub fn field(key: &str) -> String {
    let own = FIELDS.iter().find(|(other, _)| *other == key).map(|(_, title)| (*title).to_owned());
    own.unwrap_or_else(|| title(key))
}

/// The words of a field with what a form calls them.
pub fn choices(key: &str, words: &[&str]) -> Vec<Choice> {
    let own = WORDS.iter().find(|(other, _)| *other == key).map_or(&[][..], |(_, titles)| titles);
    let titled = |word: &&str| match own.iter().find(|(name, _)| name == word) {
        Some((name, title)) => Choice { name: (*name).to_owned(), title: (*title).to_owned() },
        None => choice(word),
    };
    words.iter().map(titled).collect()
}

/// A word that speaks for itself.
pub fn choice(name: &str) -> Choice {
    Choice { name: name.to_owned(), title: title(name) }
}

/// `small-dungeon` is `Small dungeon`, and `off_centre` is `Off centre`.
pub fn title(name: &str) -> String {
    let words = name.replace(['-', '_', '.'], " ");
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use undercroft::recipe::{FIELDS as RECIPE, Kind};

    use super::*;

    #[test]
    fn every_field_has_a_name_of_its_own_and_no_name_is_left_over() {
        for field in RECIPE {
            assert!(FIELDS.iter().any(|(key, _)| *key == field.key), "{} has no name", field.key);
        }
        let titles = FIELDS.iter().map(|(key, _)| *key).chain(WORDS.iter().map(|(key, _)| *key));
        for key in titles {
            assert!(RECIPE.iter().any(|field| field.key == key), "there is no field {key}");
        }
    }

    #[test]
    fn words_that_have_a_name_are_words_of_their_field() {
        for (key, words) in WORDS {
            let Kind::Choice(known) = undercroft::recipe::field(key).unwrap().kind else { panic!("{key}") };
            assert_eq!(words.iter().map(|(word, _)| *word).collect::<Vec<_>>(), known, "{key}");
        }
    }
}
