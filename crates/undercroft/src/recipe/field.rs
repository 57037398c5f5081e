//! The fields of a recipe: one table that the parser, the command line's help, the documentation and the schema share.

/// What values a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number between two limits, both included.
    Whole {
        /// The smallest value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A number from 0 to 1 with at most four decimals.
    Fraction,
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// One whole number for both axes, `[x, y]`, or `"auto"`.
    Lattice {
        /// The smallest value on each axis.
        min: i64,
        /// The greatest value on each axis.
        max: i64,
    },
    /// Any word that is not empty.
    Word,
    /// A list of whole numbers, or `"auto"`.
    Numbers {
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
        /// The smallest value of each.
        min: i64,
        /// The greatest value of each.
        max: i64,
    },
}

/// A field of a recipe.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Dotted name, as in `rooms.min`.
    pub key: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Its value where nobody gives one, written as in TOML.
    pub default: &'static str,
    /// What its number counts; empty where it is not a number.
    pub unit: &'static str,
    /// One or two sentences.
    pub doc: &'static str,
}

/// Largest cost of a corridor step or turn: sums over any window of the map stay far below `u32::MAX`.
const MAX_COST: i64 = 500;

/// All fields, in the order in which people read them.
pub const FIELDS: &[Field] = &[
    whole("width", 16, 16_384, "80", "cells", "Width of the map; a plan makes its own."),
    whole("height", 16, 16_384, "80", "cells", "Height of the map; a plan makes its own."),
    choice("entry", &["north", "east", "south", "west"], "\"south\"", "The side from which the visitor comes in."),
    whole("tile", 1, 100, "10", "feet", "Side length of a cell, for the scale bar and the tabletops."),
    choice(
        "rooms.style",
        &["separate", "adjoining"],
        "\"separate\"",
        "`separate` rooms have corridors between them; `adjoining` rooms fill a building and share walls.",
    ),
    whole("rooms.count", 2, 200_000, "8", "rooms", "How many rooms to place. What cannot be met is reported."),
    whole("rooms.min", 3, 64, "5", "cells", "Shortest side of a room's floor."),
    whole("rooms.max", 3, 64, "10", "cells", "Longest side of a room's floor. At least `rooms.min`."),
    Field {
        key: "rooms.grid",
        kind: Kind::Lattice { min: 1, max: 8 },
        default: "4",
        unit: "cells",
        doc: "Module that rooms are placed and sized by: one number, `[x, y]`, or `\"auto\"` for the largest that meets \
              count, min and max.",
    },
    whole(
        "rooms.padding",
        2,
        16,
        "2",
        "cells",
        "Cells between a room's floor and the edge of its partition: two facing rooms are twice this apart.",
    ),
    switch("rooms.house", "false", "Draw a building's outline round the rooms; the entrance leads outside."),
    share(
        "loops",
        "0.15",
        "Fraction of the possible extra links that are made, those that save the longest detour first.",
    ),
    choice(
        "corridors.style",
        &["routed", "elbow"],
        "\"routed\"",
        "`routed` corridors find the best way; `elbow` corridors have one corner and end on the module grid.",
    ),
    whole("corridors.width", 1, 4, "1", "cells", "Width of corridors, and of doors where the wall is long enough."),
    whole(
        "corridors.runway",
        0,
        8,
        "2",
        "cells",
        "How far a corridor runs straight out from its door before it may turn.",
    ),
    whole("corridors.step", 1, MAX_COST, "10", "cost", "Cost of a step through rock."),
    whole(
        "corridors.merge",
        1,
        MAX_COST,
        "3",
        "cost",
        "Cost of a step along an existing corridor. At most `corridors.step`.",
    ),
    whole("corridors.turn", 0, MAX_COST, "40", "cost", "Extra cost of a turn."),
    whole("corridors.hug", 0, MAX_COST, "60", "cost", "Extra cost of a step along a room's wall."),
    whole("corridors.beside", 0, MAX_COST, "15", "cost", "Extra cost of a step beside an existing corridor."),
    whole(
        "corridors.off_centre",
        0,
        MAX_COST,
        "2",
        "cost",
        "Cost of each cell that a door lies off the middle of its wall.",
    ),
    whole(
        "corridors.crowded",
        0,
        MAX_COST,
        "60",
        "cost",
        "Extra cost of a door with a single cell of wall between it and another door.",
    ),
    whole(
        "corridors.wander",
        0,
        MAX_COST,
        "0",
        "cost",
        "Extra cost of a step through the half of the rock that chance makes hard: the higher, the more corridors wind.",
    ),
    share("corridors.dead_ends", "0", "Blind stubs to add, as a share of the number of links."),
    share("doors.archway", "0.2", "Fraction of doors that are archways."),
    share("doors.open", "0.1", "Fraction of doors that stand open."),
    share("doors.locked", "0.1", "Fraction of the links that nobody needs that have a locked door."),
    share("doors.portcullis", "0.05", "Fraction of the links that nobody needs that have a portcullis."),
    share("doors.barred", "0.05", "Fraction of the links that nobody needs that have a barred door."),
    share("doors.secret", "0.1", "Fraction of the links that nobody needs that have a secret door."),
    choice(
        "place",
        &["bsp", "templates", "lattice"],
        "\"bsp\"",
        "How rooms get their places: `bsp` cuts the map in two again and again; `templates` joins drawn rooms; `lattice` \
         draws a plan first and makes the map as large as it needs.",
    ),
    choice("templates.set", &["keep", "crypt", "hall", "chambers"], "\"keep\"", "The templates to choose from."),
    whole("templates.floor", 20, 1_000_000, "500", "cells", "Floor cells at which placement ends."),
    whole("templates.walkers", 1, 1_000, "3", "walkers", "How many walkers place rooms in turn."),
    whole(
        "templates.rooms_per_walker",
        1,
        100_000,
        "20",
        "rooms",
        "Rooms that a walker places before it starts anew elsewhere.",
    ),
    whole("templates.attempts", 1, 1_000, "10", "templates", "Templates tried at a socket."),
    share("templates.compactness", "0.3", "How much walkers prefer sockets near the centre of mass to chance."),
    whole("templates.iterations", 1, 10_000_000, "10000", "turns", "Turns that each walker gets at most."),
    whole(
        "templates.patience",
        1,
        1_000_000,
        "200",
        "turns",
        "Turns without a new room after which placement ends and says so.",
    ),
    choice(
        "templates.required",
        &["groups", "strict"],
        "\"groups\"",
        "How required sockets are met: `groups` places the rooms they need with them, all or nothing; `strict` takes \
         only rooms that are there already.",
    ),
    switch("templates.corridors", "false", "Join distant parts by corridors at unused sockets."),
    whole(
        "budget",
        1_000,
        10_000_000_000,
        "2000000000",
        "steps",
        "Search steps a generation may take; one that needs more fails and says so.",
    ),
    // Plans.
    Field {
        key: "category",
        kind: Kind::Word,
        default: "\"dungeon\"",
        unit: "",
        doc: "What the place is: cave, mine, temple, monastery, shrine, dungeon, forest, ruins, wilderness, tower, inn, \
              tomb, crypt or a word of your own. Names go by it, and with `place = \"lattice\"` it stands for a shape and a \
              number of levels.",
    },
    choice(
        "shape",
        &["auto", "linear", "branching", "hub", "maze"],
        "\"auto\"",
        "Shape of each level of a plan; `auto` takes the category's.",
    ),
    choice(
        "branching",
        &["spine", "staircase"],
        "\"spine\"",
        "A branching plan has a `spine` with branches, or is the historic `staircase`: north, east, north, east.",
    ),
    numbers(
        "bounds",
        4,
        -100_000,
        100_000,
        "Places of the plan that each level may use, as if entering from the south: `[west, east, south, north]`, edges \
         included, the entrance is at 0, 0.",
    ),
    numbers(
        "levels",
        2,
        -100,
        100,
        "Lowest and highest level of a plan, `[low, high]`; `\"auto\"` takes the category's.",
    ),
    share("secrets.chance", "0.15", "Chance of each level of a plan to have secret passages; 0.1 to 0.2 is usual."),
    whole("secrets.count", 1, 100, "1", "passages", "How many secret passages a level then has."),
    whole("locks", 0, 1_000, "0", "links", "Links of a plan with a lock; there is a key for each."),
    Field {
        key: "storeys",
        kind: Kind::Numbers { least: 2, most: 20, min: 2, max: 10_000 },
        default: "\"auto\"",
        unit: "rooms",
        doc: "Rooms of each storey of a house with `rooms.style = \"adjoining\"`, the basement first; they add up to \
              `rooms.count`. `\"auto\"` is a house of one storey.",
    },
    switch(
        "rooms.natural",
        "false",
        "Rooms of a plan are caves or clearings instead of rectangles, with mouths 1 to 3 cells wide instead of doors.",
    ),
    word(
        "tags.entrance",
        "\"none\"",
        "Tags, with spaces between them, of the template of `templates.set` that a plan's entrance is made from where one \
         fits; `none` asks for no template.",
    ),
    word("tags.goal", "\"none\"", "Tags of the template of a plan's goal."),
    word("tags.treasure", "\"none\"", "Tags of the templates of a plan's rooms with treasure."),
    word("tags.rooms", "\"none\"", "Tags of the templates of all other chambers of a plan."),
];

/// The field with this name.
pub fn field(key: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.key == key)
}

/// The name of a field that is nearest to what somebody typed, if one is near.
pub fn nearest(key: &str) -> Option<&'static str> {
    let last = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    let distance = |name: &'static str| edit_distance(key, name).min(edit_distance(key, last(name)));
    let best = FIELDS.iter().min_by_key(|field| distance(field.key))?;
    (distance(best.key) <= 2).then_some(best.key)
}

impl Field {
    /// Its limits in words: `3 to 64`.
    pub fn limits(&self) -> String {
        match self.kind {
            Kind::Whole { min, max } => format!("{min} to {max}"),
            Kind::Fraction => "0 to 1, at most four decimals".to_owned(),
            Kind::Switch => "true or false".to_owned(),
            Kind::Choice(words) => words.join(", "),
            Kind::Lattice { min, max } => format!("{min} to {max}, or [x, y], or \"auto\""),
            Kind::Word => "a word".to_owned(),
            Kind::Numbers { least, most, min, max } => {
                let count = if least == most { format!("{most}") } else { format!("{least} to {most}") };
                format!("a list of {count} numbers from {min} to {max}, or \"auto\"")
            }
        }
    }
}

const fn whole(
    key: &'static str,
    min: i64,
    max: i64,
    default: &'static str,
    unit: &'static str,
    doc: &'static str,
) -> Field {
    Field { key, kind: Kind::Whole { min, max }, default, unit, doc }
}

const fn share(key: &'static str, default: &'static str, doc: &'static str) -> Field {
    Field { key, kind: Kind::Fraction, default, unit: "share", doc }
}

const fn switch(key: &'static str, default: &'static str, doc: &'static str) -> Field {
    Field { key, kind: Kind::Switch, default, unit: "", doc }
}

const fn choice(key: &'static str, words: &'static [&'static str], default: &'static str, doc: &'static str) -> Field {
    Field { key, kind: Kind::Choice(words), default, unit: "", doc }
}

const fn word(key: &'static str, default: &'static str, doc: &'static str) -> Field {
    Field { key, kind: Kind::Word, default, unit: "", doc }
}

const fn numbers(key: &'static str, count: usize, min: i64, max: i64, doc: &'static str) -> Field {
    Field { key, kind: Kind::Numbers { least: count, most: count, min, max }, default: "\"auto\"", unit: "", doc }
}

/// Letters to add, drop or change to get from one word to the other (Levenshtein).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique() {
        for (i, field) in FIELDS.iter().enumerate() {
            assert!(FIELDS[..i].iter().all(|other| other.key != field.key), "{} is there twice", field.key);
        }
    }

    #[test]
    fn a_slip_of_the_pen_finds_its_field() {
        assert_eq!(nearest("rooms.mim"), Some("rooms.min"));
        assert_eq!(nearest("widht"), Some("width"));
        assert_eq!(nearest("grid"), Some("rooms.grid"));
        assert_eq!(nearest("quality"), None);
    }

    #[test]
    fn edit_distance_counts_letters() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", "abc"), 0);
    }
}
