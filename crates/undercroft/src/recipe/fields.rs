//! The fields of a recipe: the one table that parser, help, forms, documentation, schema and record read.

use crate::field::{Choice, Field, FieldKind, MethodKind};

/// Largest cost of a corridor step or turn: sums over any window of the map stay far below `u32::MAX`.
const MAX_COST: i64 = 500;

const ALL: &[MethodKind] = &MethodKind::ALL;
const SIZED: &[MethodKind] = &[MethodKind::Accrete, MethodKind::Bsp, MethodKind::House, MethodKind::Templates];
const OUTLINED: &[MethodKind] = &[MethodKind::Bsp, MethodKind::House, MethodKind::Templates];
const MADE: &[MethodKind] = &[MethodKind::Accrete, MethodKind::Bsp, MethodKind::House, MethodKind::Plan];
const RANGED: &[MethodKind] = &[MethodKind::Accrete, MethodKind::Bsp, MethodKind::Plan];
const SIDED: &[MethodKind] = &[MethodKind::Accrete, MethodKind::Bsp, MethodKind::House, MethodKind::Plan];
const APART: &[MethodKind] = &[MethodKind::Bsp, MethodKind::Plan];
const ROUTED: &[MethodKind] = &[MethodKind::Accrete, MethodKind::Bsp, MethodKind::Templates, MethodKind::Plan];
const SHAPED: &[MethodKind] = &[MethodKind::Accrete, MethodKind::Bsp, MethodKind::Plan];
const ACCRETE: &[MethodKind] = &[MethodKind::Accrete];
/// All other corridors keep away from each other.
const MERGING: &[MethodKind] = &[MethodKind::Bsp];
const HOUSE: &[MethodKind] = &[MethodKind::House];
const TEMPLATES: &[MethodKind] = &[MethodKind::Templates];
const POOL: &[MethodKind] = &[MethodKind::Templates, MethodKind::Plan];
const PLAN: &[MethodKind] = &[MethodKind::Plan];
const LEVELED: &[MethodKind] = &[MethodKind::Accrete, MethodKind::House, MethodKind::Plan];
const GRAPHED: &[MethodKind] = &[MethodKind::Accrete, MethodKind::Plan];

/// Values with their labels.
macro_rules! choices {
    ($($value:literal $label:literal),*) => {
        FieldKind::Choice(&[$(Choice { value: $value, label: $label }),*])
    };
}

/// Rows `key, label, kind, default, unit, applies_to, doc`, by group.
macro_rules! fields {
    ($($group:literal { $($key:literal, $label:literal, $kind:expr, $default:literal, $unit:literal, $applies_to:expr,
        $doc:literal;)* })*) => {
        &[$($(Field {
            key: $key, kind: $kind, default: $default, unit: $unit, label: $label, group: $group,
            applies_to: $applies_to, doc: $doc,
        },)*)*]
    };
}

/// All fields, in the order in which people read them.
pub const FIELDS: &[Field] = fields! {
    "Map" {
        "method", "Method",
            choices!["accrete" "Growth", "bsp" "Binary space partition", "house" "House", "templates" "Templates", "plan" "Plan"],
            "\"bsp\"", "", ALL,
            "How the dungeon is laid out: `accrete` attaches one room after the other at doors of those before it; `bsp` cuts the map in two repeatedly and joins the rooms by corridors; `house` \
             fills a building with rooms that share walls; `templates` joins drawn rooms; `plan` draws a plan of rooms and \
             links first and makes the map as large as it needs.";
        "category", "Category", FieldKind::Text, "\"dungeon\"", "", ALL,
            "What the dungeon is: cave, mine, temple, monastery, shrine, dungeon, forest, ruins, wilderness, tower, inn, \
             tomb, crypt or a word of your own. Names follow it, and a plan takes its shape and its number of levels.";
        "width", "Map width", FieldKind::IntegerOrAuto { min: 16, max: 16_384 }, "\"auto\"", "cells", SIZED,
            "Width of the map. `\"auto\"` is 80; with `method = \"templates\"` or `\"accrete\"` as much as the rooms need.";
        "height", "Map height", FieldKind::IntegerOrAuto { min: 16, max: 16_384 }, "\"auto\"", "cells", SIZED,
            "Height of the map. `\"auto\"` is 80; with `method = \"templates\"` or `\"accrete\"` as much as the rooms need.";
        "entrance_side", "Entrance side",
            choices!["north" "North", "east" "East", "south" "South", "west" "West"], "\"south\"", "", ALL,
            "The side from which the visitor comes in.";
        "tile_feet", "Cell size", integer(1, 100), "5", "feet", ALL,
            "Side length of a cell, for the scale bar and the tabletops. Sides, widths and runways count cells: 2 cells of 5 feet are 10 feet.";
        "mask.file", "Mask files", FieldKind::Files { most: 16 }, "[]", "", ALL,
            "Files with the cells where the dungeon may lie: `#` and space are blocked, `.` is free, a block per level after \
             `level: Z`. The map has the size of the mask, whatever `width` and `height` are; for a house it is the lot.";
        "outline", "Building outline", FieldKind::Bool, "false", "", OUTLINED,
            "Draw a building's outline round the rooms; the entrance leads outside.";
    }
    "Rooms" {
        "rooms.count", "Room count", integer(2, 200_000), "8", "rooms", MADE,
            "How many rooms to place. A shortfall is reported.";
        "rooms.min", "Minimum side", integer(3, 64), "5", "cells", MADE,
            "Shortest side of a room's floor; in a house from wall line to wall line.";
        "rooms.max", "Maximum side", integer(3, 64), "10", "cells", SIDED,
            "Longest side of a room's floor; in a house from wall line to wall line, halls excepted. At least `rooms.min`.";
        "rooms.grid", "Module grid", FieldKind::Modules { min: 1, max: 8 }, "4", "cells", MADE,
            "Module that rooms are placed and sized by: one number, `[x, y]`, or `\"auto\"` for the largest that meets \
             count, min and max.";
        "rooms.padding", "Padding", integer(2, 16), "2", "cells", APART,
            "Cells between a room's floor and the edge of its partition: two facing rooms are twice this apart.";
        "rooms.natural", "Natural rooms", FieldKind::Fraction, "0", "fraction", SHAPED,
            "Share of the rooms that are caves or clearings, with doorways 1 to 3 cells wide between them. A cave has between \
             `rooms.min` and `rooms.max` squared cells, off the module grid. `true` and `false` mean 1 and 0.";
        "rooms.max_aspect", "Longest room", integer(100, 800), "200", "per cent", SHAPED,
            "Longest side of a room in per cent of its shortest.";
    }
    "Room shapes" {
        "rooms.shapes.rect", "Rectangle", integer(0, 1_000), "100", "weight", SHAPED,
            "Weight of rectangles. Shapes without a box between `rooms.min` and `rooms.max` are left out.";
        "rooms.shapes.l", "L shape", integer(0, 1_000), "0", "weight", SHAPED,
            "Weight of rectangles without one corner, from 5×5.";
        "rooms.shapes.t", "T shape", integer(0, 1_000), "0", "weight", SHAPED,
            "Weight of a bar with a stem, from 7×5.";
        "rooms.shapes.cross", "Cross", integer(0, 1_000), "0", "weight", SHAPED, "Weight of crosses, from 7×7.";
        "rooms.shapes.octagon", "Octagon", integer(0, 1_000), "0", "weight", SHAPED, "Weight of octagons, from 5×5.";
        "rooms.shapes.circle", "Circle", integer(0, 1_000), "0", "weight", SHAPED,
            "Weight of discs of odd diameter, from 5×5.";
        "rooms.shapes.apse", "Apse", integer(0, 1_000), "0", "weight", SHAPED,
            "Weight of rectangles that end in half a disc, from 5×5.";
        "rooms.shapes.pillared", "Pillared hall", integer(0, 1_000), "0", "weight", SHAPED,
            "Weight of rectangles with two rows of pillars, from 7×7, sides odd.";
        "rooms.shapes.alcoves", "Alcoves", integer(0, 1_000), "0", "weight", SHAPED,
            "Weight of rectangles with niches along two sides, from 5×5.";
        "rooms.shapes.dais", "Dais", integer(0, 1_000), "0", "weight", SHAPED,
            "Weight of rectangles with a raised end, from 4×6.";
        "rooms.shapes.ring", "Ring", integer(0, 1_000), "0", "weight", SHAPED,
            "Weight of walks round a solid core, from 7×7.";
    }
    "Growth" {
        "accrete.compactness", "Growth compactness", FieldKind::Fraction, "0.35", "fraction", ACCRETE,
            "How much growth prefers places that keep the dungeon in a small box to chance.";
        "accrete.chain", "Chain", FieldKind::Fraction, "0.5", "fraction", ACCRETE,
            "Chance that a room is attached to the later of two drawn rooms: the higher, the longer are the branches.";
        "accrete.bend", "Bends", FieldKind::Fraction, "0.2", "fraction", ACCRETE,
            "Chance of a corridor to have a turn, where it has place for a runway before and after it.";
        "accrete.lengths", "Corridor lengths", FieldKind::Weights { most: 13, max: 1_000 },
            "[45, 10, 18, 14, 6, 4, 3]", "weights", GRAPHED,
            "Weights of corridors of 0, 1, 2 … cells between rooms; without a cell they share a wall.";
    }
    "Corridors" {
        "extra_links", "Extra links", FieldKind::Fraction, "0.15", "fraction", ALL,
            "Fraction of the possible extra links that are made, those that save the longest detour first.";
        "corridors.style", "Corridor style", choices!["routed" "Routed", "elbow" "Elbow"], "\"routed\"", "", ROUTED,
            "`routed` corridors are found by search; `elbow` corridors have one corner and end on the module grid.";
        "corridors.width", "Corridor width", integer(1, 4), "1", "cells", ALL,
            "Width of corridors, and of doors where the wall is long enough.";
        "corridors.runway", "Runway length", integer(0, 8), "2", "cells", ALL,
            "How far a corridor runs straight out from its door before it may turn; 2 cells of 5 feet are 10 feet.";
        "corridors.dead_ends", "Dead ends", FieldKind::Fraction, "0", "fraction", ROUTED,
            "Dead ends to add, as a fraction of the number of links.";
        "stairs.run", "Stair length", integer(1, 3), "2", "cells", LEVELED,
            "Longest run of stairs on each level; shorter where the rooms or their doors leave no more place.";
    }
    "Corridor costs" {
        "corridors.cost.step", "Step cost", integer(1, MAX_COST), "10", "cost", ROUTED, "Cost of a step through rock.";
        "corridors.cost.merge", "Merge cost", integer(1, MAX_COST), "3", "cost", MERGING,
            "Cost of a step along an existing corridor. At most `corridors.cost.step`.";
        "corridors.cost.turn", "Turn cost", integer(0, MAX_COST), "40", "cost", ROUTED, "Extra cost of a turn.";
        "corridors.cost.hug", "Wall cost", integer(0, MAX_COST), "60", "cost", ROUTED,
            "Extra cost of a step along a room's wall.";
        "corridors.cost.parallel", "Parallel cost", integer(0, MAX_COST), "15", "cost", MERGING,
            "Extra cost of a step beside an existing corridor.";
        "corridors.cost.off_center", "Off-center cost", integer(0, MAX_COST), "4", "cost", RANGED,
            "Cost of each cell that a door lies off the middle of its wall.";
        "corridors.cost.corner", "Corner-door cost", integer(0, MAX_COST), "80", "cost", RANGED,
            "Extra cost of a door beside a corner of its room, where the wall has a cell more on both sides.";
        "corridors.cost.door_gap", "Close-door cost", integer(0, MAX_COST), "300", "cost", RANGED,
            "Extra cost of a door with one or two cells of wall between it and another door.";
        "corridors.cost.hard_rock", "Hard-rock cost", integer(0, MAX_COST), "0", "cost", ROUTED,
            "Extra cost of a step through the half of the rock that chance makes hard: the higher, the more corridors wind.";
    }
    "Doors" {
        "doors.per_link", "Leaves per corridor", integer(1, 2), "1", "doors", ROUTED,
            "Leaves of a corridor of at most 8 cells: with 1 the end nearer to the entrance is a doorway, a gap without leaf \
             and frame. Longer, locked, barred and secret corridors have one at each end.";
        "doors.archway", "Archways", FieldKind::Fraction, "0.2", "fraction", ALL, "Fraction of doors that are archways.";
        "doors.open", "Open doors", FieldKind::Fraction, "0.1", "fraction", ALL, "Fraction of doors that stand open.";
        "doors.locked", "Locked doors", FieldKind::Fraction, "0.1", "fraction", ALL,
            "Fraction of the links no one needs that have a locked door.";
        "doors.portcullis", "Portcullises", FieldKind::Fraction, "0.05", "fraction", ALL,
            "Fraction of the links no one needs that have a portcullis.";
        "doors.barred", "Barred doors", FieldKind::Fraction, "0.05", "fraction", ALL,
            "Fraction of the links no one needs that have a barred door.";
        "doors.secret", "Secret doors", FieldKind::Fraction, "0.1", "fraction", ALL,
            "Fraction of the links no one needs that have a secret door.";
    }
    "Plan" {
        "shape", "Layout",
            choices!["auto" "Auto", "linear" "Linear", "branching" "Branching", "staircase" "Staircase",
                "hub" "Hub", "maze" "Maze"],
            "\"auto\"", "", PLAN, "Shape of each level of a plan; `auto` takes the category's, `staircase` goes north, east, north, east.";
        "bounds", "Plan bounds", numbers(4, -100_000, 100_000), "\"auto\"", "", PLAN,
            "Coordinates of the plan that each level may use, as if entering from the south: \
             `[west, east, south, north]`, edges included, the entrance is at 0, 0.";
        "levels", "Lowest and highest level", numbers(2, -100, 100), "\"auto\"", "", GRAPHED,
            "Lowest and highest level, `[low, high]`; `\"auto\"` takes the category's, for growth level 0 alone.";
        "bend", "Plan turns", FieldKind::Fraction, "0", "fraction", PLAN,
            "Chance of a linear plan to turn at each step, inside the bounds; at 0 it turns at the bounds only.";
        "gate", "Front door", choices!["center" "In the first room", "outer" "In the outermost room"], "\"center\"", "", PLAN,
            "Where the front door of a hub is: in its center, or in the last room of the spoke towards the visitor. A center \
             behind that spoke has no wall for it: then it is outer, with a warning.";
        "arrange", "Arrangement", choices!["attach" "Attached", "slots" "Slots"], "\"attach\"", "", PLAN,
            "How rooms of a plan get their places: `attach` puts each beside the one before it, on the side that the plan \
             says; `slots` gives each a slot of a lattice, as caves always have.";
        "symmetry", "Symmetry", FieldKind::Fraction, "0", "fraction", GRAPHED,
            "Share of the rooms beside the line through the entrance's door that have a mirror image; at 1 the whole map is its \
             own, but for stairs and secret passages. Of plans those of layout `hub` can be symmetric.";
        "secrets.chance", "Secret passage chance", FieldKind::Fraction, "0.15", "fraction", GRAPHED,
            "Chance of each level to have secret passages; 0.1 to 0.2 is usual.";
        "secrets.count", "Secret passages per level", integer(1, 100), "1", "passages", GRAPHED,
            "Number of secret passages of a level that has any.";
        "locks", "Locks with keys", integer(0, 1_000), "0", "links", GRAPHED,
            "Links with a lock; there is a key for each.";
        "keys", "Keys", choices!["own" "Each opens its lock", "shared" "Any opens any lock"], "\"own\"", "", GRAPHED,
            "What a key opens: `own`, its own lock, every door of it, and it is kept; `shared`, any lock, and it is used up. \
             Shared keys are proved in the worst order of opening, and no text names the lock of one.";
        "tags.entrance", "Entrance template tags", FieldKind::Text, "\"none\"", "", PLAN,
            "Tags, separated by spaces, of the template of `templates.set` that a plan's entrance is made from where one \
             fits; `none` asks for no template.";
        "tags.goal", "Goal template tags", FieldKind::Text, "\"none\"", "", PLAN,
            "Tags of the template of a plan's goal.";
        "tags.treasure", "Treasure template tags", FieldKind::Text, "\"none\"", "", PLAN,
            "Tags of the templates of a plan's rooms with treasure.";
        "tags.rooms", "Room template tags", FieldKind::Text, "\"none\"", "", PLAN,
            "Tags of the templates of all other chambers of a plan.";
    }
    "House" {
        "storeys", "Rooms per storey", FieldKind::IntegerList { least: 2, most: 20, min: 2, max: 10_000 }, "\"auto\"",
            "rooms", HOUSE,
            "Rooms of each storey of a house, the basement first; they add up to `rooms.count`. `\"auto\"` is a house of \
             one storey.";
        "house.program", "House program",
            choices!["auto" "Auto", "house" "House", "cottage" "Cottage", "townhouse" "Townhouse", "manor" "Manor",
                "inn" "Inn", "castle" "Castle", "tower" "Tower"],
            "\"auto\"", "", HOUSE,
            "The rooms that the storeys have, in order; `auto` goes by the category.";
        "house.program_file", "House program file", FieldKind::Files { most: 1 }, "[]", "", HOUSE,
            "A file with a house program of your own, which takes the place of the program.";
        "house.footprint", "Footprint",
            choices!["auto" "Auto", "rect" "Rectangle", "l" "L-shaped", "t" "T-shaped", "u" "U-shaped", "court" "Court",
                "round" "Round"],
            "\"auto\"", "", HOUSE,
            "The outline of the house; `auto` draws one that suits the program.";
        "house.lowest", "Lowest storey", integer(-3, 0), "-1", "level", HOUSE,
            "Level of the first of `storeys`; a house of one storey is level 0.";
        "house.windows", "Window distance", integer(0, 8), "3", "cells", HOUSE,
            "Cells from one window to the next in long outer walls above ground, from 2; 0 for no windows.";
        "house.back_door", "Back door", FieldKind::Bool, "false", "", HOUSE,
            "Whether the kitchen has a door to the outside.";
    }
    "Ground" {
        "ground.chance", "Water and chasm chance", FieldKind::Fraction, "0.5", "fraction", ROUTED,
            "Chance of each level to have water or a chasm.";
        "ground.water", "Water", FieldKind::Fraction, "0.12", "fraction", ROUTED,
            "Fraction of the floor of such a level that is under water: one pool, from 0.25 on two.";
        "ground.deep", "Deep water", FieldKind::Fraction, "0.4", "fraction", ROUTED,
            "Fraction of the water that is deep, away from the shore; no one needs to swim.";
        "ground.chasm", "Chasm", FieldKind::Fraction, "0", "fraction", ROUTED,
            "Chance of such a level to have a chasm; a bridge crosses it where someone must.";
        "ground.rubble", "Rubble", FieldKind::Fraction, "0.02", "fraction", ROUTED,
            "Fraction of the floor of every level that is under rubble, in corners.";
        "ground.grass", "Grass", FieldKind::Fraction, "0", "fraction", ROUTED,
            "Fraction of the floor of every level that is grown over.";
    }
    "Contents" {
        "stock.mode", "Contents", choices!["none" "None", "furnish" "Furniture", "full" "Furniture and life"], "\"full\"", "",
            ALL,
            "What rooms are filled with: `furnish` gives them a purpose, a name and furniture, `full` also inhabitants, traps \
             and treasure. Tiles, doors and links are the same in all three.";
        "stock.table", "Content table", FieldKind::Text, "\"auto\"", "", ALL,
            "The table that purposes, furniture and inhabitants come from, such as `crypt`; `undercroft contents` lists them. \
             `\"auto\"` goes by the category.";
        "stock.density", "Furniture density", FieldKind::Fraction, "0.5", "", ALL,
            "How full rooms are: furniture blocks at most 0.24 × density of a room's floor.";
        "stock.danger", "Danger", FieldKind::Fraction, "0.5", "", ALL,
            "How many inhabitants there are. They grow with the difficulty of a room.";
        "stock.treasure", "Treasure", FieldKind::Fraction, "0.5", "", ALL,
            "How much there is to take: up to 100 points for 12 rooms.";
        "stock.notes", "Notes", FieldKind::Fraction, "0.6", "", ALL,
            "Share of the numbered rooms that have notes. Rooms with a role, a key or a lock always have theirs.";
        "stock.file", "Content files", FieldKind::Files { most: 16 }, "[]", "", ALL,
            "Files with content tables or feature kinds of your own; see docs/contents.md.";
    }
    "Templates" {
        "templates.set", "Template set",
            choices!["keep" "Keep", "crypt" "Crypt", "hall" "Hall", "chambers" "Chambers", "none" "None"], "\"keep\"", "",
            POOL, "The templates to choose from; `none` leaves those of `templates.file` alone.";
        "templates.file", "Template files", FieldKind::Files { most: 16 }, "[]", "", POOL,
            "Files with templates of your own, beside those of `templates.set`.";
        "templates.floor_cells", "Floor area", integer(20, 1_000_000), "500", "cells", TEMPLATES,
            "Floor cells at which placement ends.";
        "templates.walkers", "Walkers", integer(1, 1_000), "3", "walkers", TEMPLATES,
            "Number of walkers that place rooms in turn.";
        "templates.rooms_per_walker", "Rooms per walker", integer(1, 100_000), "20", "rooms", TEMPLATES,
            "Rooms that a walker places before it starts again elsewhere.";
        "templates.attempts", "Attempts per socket", integer(1, 1_000), "10", "templates", TEMPLATES,
            "Templates tried at a socket.";
        "templates.compactness", "Compactness", FieldKind::Fraction, "0.3", "fraction", TEMPLATES,
            "How much walkers prefer sockets near the center of mass to chance.";
        "templates.iterations", "Turns per walker", integer(1, 10_000_000), "10000", "turns", TEMPLATES,
            "Turns that each walker gets at most.";
        "templates.stall_limit", "Stall limit", integer(1, 1_000_000), "200", "turns", TEMPLATES,
            "Turns without a new room after which placement ends with a warning.";
        "templates.required", "Required sockets", choices!["groups" "Groups", "strict" "Strict"], "\"groups\"", "",
            TEMPLATES,
            "How required sockets are met: `groups` places the rooms they need with them, all or nothing; `strict` takes \
             only rooms that are there already.";
        "templates.corridors", "Connecting corridors", FieldKind::Bool, "false", "", TEMPLATES,
            "Loops at unused sockets may be corridors of up to 14 cells; else they are lines of up to 6 cells, or 10 with a turn.";
    }
    "Search" {
        "budget", "Search budget", integer(1_000, 10_000_000_000), "2000000000", "steps", ALL,
            "Search steps a generation may take; one that needs more fails with an error.";
    }
};

/// The field with this key.
pub fn field(key: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.key == key)
}

const fn integer(min: i64, max: i64) -> FieldKind {
    FieldKind::Integer { min, max }
}

const fn numbers(count: usize, min: i64, max: i64) -> FieldKind {
    FieldKind::IntegerList { least: count, most: count, min, max }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{FieldGroup, nearest};

    #[test]
    fn keys_are_unique() {
        for (i, field) in FIELDS.iter().enumerate() {
            assert!(FIELDS[..i].iter().all(|other| other.key != field.key), "{} is there twice", field.key);
        }
    }

    #[test]
    fn a_record_is_asked_for_fields_only() {
        for key in crate::dungeon::Record::KEYS {
            assert!(field(key).is_some(), "{key} is no field");
        }
    }

    #[test]
    fn groups_come_in_order_and_labels_are_unique() {
        let groups: Vec<_> = FieldGroup::collect(FIELDS).into_iter().map(|group| group.name).collect();
        let order = [
            "Map",
            "Rooms",
            "Room shapes",
            "Growth",
            "Corridors",
            "Corridor costs",
            "Doors",
            "Plan",
            "House",
            "Ground",
            "Contents",
            "Templates",
            "Search",
        ];
        assert_eq!(groups, order);
        for (i, field) in FIELDS.iter().enumerate() {
            assert!(FIELDS[..i].iter().all(|other| other.label != field.label), "{}", field.label);
            assert!(i == 0 || FIELDS[i - 1].group == field.group || !groups_before(i).contains(&field.group));
        }
    }

    fn groups_before(row: usize) -> Vec<&'static str> {
        FIELDS[..row].iter().map(|field| field.group).collect()
    }

    #[test]
    fn a_slip_of_the_pen_finds_its_field() {
        let check = |word, key| assert_eq!(nearest(word, FIELDS.iter().map(|field| field.key))[0], key, "{word}");
        check("rooms.mim", "rooms.min");
        check("widht", "width");
        check("grid", "rooms.grid");
    }
}
