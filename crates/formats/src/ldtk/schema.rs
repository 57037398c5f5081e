//! What the project defines: entities and their fields, with the numbers (`uid`) by which the file names them.
//!
//! One table says which fields an entity has; definitions and values are both made from it, and a value that is not in
//! the table cannot be written.

use undercroft_grid::Dir;

use super::enums::{Flight, Worded};
use undercroft::dungeon::{DoorKind, DoorState, Fallback, Mount, Role, SpawnKind};
use undercroft::format::json::LinkFileKind;

/// The tileset's number.
pub(super) const TILESET_UID: u32 = 9;
/// The number of the first enum.
const FIRST_ENUM: u32 = 10;
/// The number of the first field of levels.
pub(super) const FIRST_LEVEL_FIELD: u32 = 50;
/// The number of the first entity; its fields follow it.
const FIRST_ENTITY: u32 = 100;
/// Numbers from one entity to the next.
const ENTITY_STEP: u32 = 30;
/// The number of the first level.
pub(super) const FIRST_LEVEL: u32 = 1_000;

/// The entities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Room,
    Link,
    Stub,
    Door,
    Entrance,
    Feature,
    Stairs,
    Spawn,
    Light,
    Key,
}

impl Kind {
    /// All kinds; those that come later lie on top.
    pub const ALL: [Self; 10] = [
        Self::Room,
        Self::Link,
        Self::Stub,
        Self::Door,
        Self::Entrance,
        Self::Feature,
        Self::Stairs,
        Self::Spawn,
        Self::Light,
        Self::Key,
    ];

    /// Its number.
    pub const fn uid(self) -> u32 {
        FIRST_ENTITY + ENTITY_STEP * self as u32
    }

    /// What it is.
    pub const fn entity(self) -> &'static Entity {
        match self {
            Self::Room => &ROOM,
            Self::Link => &LINK,
            Self::Stub => &STUB,
            Self::Door => &DOOR,
            Self::Entrance => &ENTRANCE,
            Self::Feature => &FEATURE,
            Self::Stairs => &STAIRS,
            Self::Spawn => &SPAWN,
            Self::Light => &LIGHT,
            Self::Key => &KEY,
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.entity().name == name)
    }
}

/// What an entity is.
pub(super) struct Entity {
    pub name: &'static str,
    pub doc: &'static str,
    pub colour: u32,
    /// Whether its rectangle says something.
    pub resizable: bool,
    /// How many a project may have; 0 as many as one likes.
    pub max_count: u32,
    pub fields: &'static [Field],
}

impl Entity {
    /// A place without extent, of which there may be many.
    const fn new(name: &'static str, doc: &'static str, colour: u32, fields: &'static [Field]) -> Self {
        Self { name, doc, colour, resizable: false, max_count: 0, fields }
    }

    const fn resizable(self) -> Self {
        Self { resizable: true, ..self }
    }

    const fn at_most(self, max_count: u32) -> Self {
        Self { max_count, ..self }
    }
}

/// A field of an entity or of the levels.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub name: &'static str,
    pub value: Value,
    pub many: Many,
    pub doc: &'static str,
}

/// How many values a field has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Many {
    One,
    OneOrNone,
    List,
}

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Int,
    Bool,
    Line,
    Text,
    Point,
    /// A word of the enum of this name.
    Word(&'static str),
    /// An entity of this kind.
    Entity(Kind),
}

const fn field(name: &'static str, value: Value, many: Many, doc: &'static str) -> Field {
    Field { name, value, many, doc }
}

use Many::{List, One, OneOrNone};
use Value::{Bool, Int, Line, Point, Text};

const ROLE: Value = Value::Word(Role::ENUM);
const DIRECTION: Value = Value::Word(Dir::ENUM);
const FALLBACK: Value = Value::Word(Fallback::ENUM);

const ROOM: Entity = Entity::new(
    "Room",
    "A room: its floor lies inside this rectangle, its walls round it.",
    0x5a_9e_b8,
    &[
        field("id", Int, OneOrNone, "Its number; empty for a new room."),
        field("roles", ROLE, List, "What it is for."),
        field("goal", Bool, One, "Whether visitors want to get here."),
        field("depth", Int, One, "Links between it and the entrance."),
        field("difficulty", Int, One, "How hard it should be, in parts per 10000."),
        field("aligned", Bool, One, "Whether it lies on the module grid."),
        field("plan", Int, List, "Its place in the plan: x, y and z."),
        field("template", Line, OneOrNone, "The template it was made from."),
        field("template_turn", Int, One, "Quarter turns clockwise."),
        field("template_mirror", Bool, One, "Whether it was mirrored before turning."),
        field("template_at", Point, OneOrNone, "The north-west corner of the drawing."),
        field("sockets", Line, List, "x, y from the rectangle's corner, direction, `required`, `open`."),
        field("floor", Text, OneOrNone, "Runs x,y,length from the rectangle's corner; empty where it is all floor."),
        field("number", Int, OneOrNone, "Its number for people; empty for passages."),
        field("name", Line, OneOrNone, "Its name for people."),
        field("shape", Line, OneOrNone, "The rule of its floor: rect, l, t, cross, octagon … or free."),
        field("dais", Int, List, "Its raised part: left, top, right, bottom in cells."),
        field("template_group", Line, OneOrNone, "The author-made group that it was placed with."),
        field("purpose", Line, OneOrNone, "What people use it for."),
        field("hearth", Line, OneOrNone, "Its hearth as JSON: cell and normal."),
        field("surface", Line, OneOrNone, "What its floor is made of."),
        field("notes", Text, OneOrNone, "What visitors may be told, a note to a line."),
        field("notes_gm", Text, OneOrNone, "What only the game master knows, a note to a line."),
        field("notes_json", Line, List, "The notes as JSON, for those that were not changed."),
        PINNED,
    ],
)
.resizable();

const LINK: Entity = Entity::new(
    "Link",
    "How two rooms are joined.",
    0x7c_8a_a0,
    &[
        field("id", Int, OneOrNone, "Its number; empty for a new link."),
        field("kind", Value::Word(LinkFileKind::ENUM), One, "Corridor, shared wall, stairs or secret passage."),
        field("rooms", Value::Entity(Kind::Room), List, "The two rooms."),
        field("doors", Value::Entity(Kind::Door), List, "Its doors, in the order of the rooms."),
        field(
            "path",
            Point,
            List,
            "The corridor's cells from door to door (the north-west ones of its width); the cells of stairs.",
        ),
        field("width", Int, One, "Width of the corridor in cells."),
        field("runway", Int, List, "Cells straight out from each door."),
        field("fallback", FALLBACK, List, "What was given up at each end."),
        field("roughened", Point, List, "Cells cut away beside the corridor."),
        field("discovered", Bool, OneOrNone, "Whether players know of the secret passage."),
        field("from_coord", Int, List, "The first room's place in the plan."),
        field("to_coord", Int, List, "The second room's place in the plan."),
        field("is_secret_passage", Bool, One, "Whether it is a secret passage."),
        field("to_run", Point, List, "For stairs: their cells on the level of the second room."),
        PINNED,
    ],
);

const STUB: Entity = Entity::new(
    "Stub",
    "A blind corridor.",
    0x9c_93_82,
    &[
        field("order", Int, OneOrNone, "Its place in the list."),
        field("path", Point, List, "Its cells, from the corridor it leaves (the north-west ones of its width)."),
        field("width", Int, One, "Its width in cells."),
    ],
);

const DOOR: Entity = Entity::new(
    "Door",
    "A door: the cells of this rectangle, 1 to 4 in one straight wall.",
    0xd8_a0_3c,
    &[
        field("id", Int, OneOrNone, "Its number; empty for a new door."),
        field("state", Value::Word(DoorState::ENUM), One, "How it stands."),
        field("kind", Value::Word(DoorKind::ENUM), One, "What hangs in the gap."),
        field("secret", Bool, One, "Whether it looks like wall to those who do not know."),
        field("normal", DIRECTION, One, "Outwards from the room."),
        field("room", Value::Entity(Kind::Room), OneOrNone, "The room in whose wall it is."),
        PINNED,
    ],
)
.resizable();

const ENTRANCE: Entity = Entity::new(
    "Entrance",
    "Where visitors come in.",
    0x6f_b0_5e,
    &[
        field("room", Value::Entity(Kind::Room), OneOrNone, "The entrance room."),
        field("door", Value::Entity(Kind::Door), OneOrNone, "The door that leads out."),
        field("runway", Int, One, "Cells of corridor before it."),
        field("open_end", Bool, One, "Whether no wall closes the corridor before it."),
    ],
)
.at_most(1);

const STAIRS: Entity = Entity::new(
    "Stairs",
    "Stairs to the level above or below.",
    0x48_b8_a0,
    &[
        field("to", Value::Entity(Kind::Stairs), OneOrNone, "Their other end."),
        field("flight", Value::Word(Flight::ENUM), One, "Where they lead."),
        ORDER,
        IN_ROOM,
        OF_LINK,
        LABEL,
    ],
);

const FEATURE: Entity = Entity::new(
    "Feature",
    "A table, a statue, a torch: the cells of this rectangle.",
    0x8a_6a_4a,
    &[
        field("id", Int, OneOrNone, "Its number; empty for a new feature."),
        field("kind", Value::Word(FEATURE_KIND), One, "What it is."),
        field("kind_text", Line, OneOrNone, "What it is, where that is no word of the enum."),
        field("turn", Int, One, "Quarter turns clockwise; its back is to the north at 0."),
        field("blocks", Bool, One, "Whether it stops bodies."),
        field("opaque", Bool, One, "Whether it stops sight."),
        field("secret", Bool, One, "Whether visitors do not see it."),
        field("flat", Bool, One, "Whether others may stand on it."),
        field("mount", Value::Word(Mount::ENUM), One, "On the floor or in the wall."),
        field("bright_feet", Int, OneOrNone, "How far it gives bright light."),
        field("dim_feet", Int, OneOrNone, "How far it gives dim light; empty where it gives none."),
        field("spawn", Value::Entity(Kind::Spawn), OneOrNone, "The spawn that it holds."),
        IN_ROOM,
        PINNED,
    ],
)
.resizable();

const SPAWN: Entity = Entity::new(
    "Spawn",
    "Where something begins: visitors, inhabitants, loot, traps.",
    0xc8_4a_3c,
    &[
        field("id", Int, OneOrNone, "Its number; empty for a new spawn."),
        field("kind", Value::Word(SpawnKind::ENUM), One, "What begins here."),
        field("group", Int, OneOrNone, "The group it belongs to, by position in the list of groups."),
        field("difficulty", Int, One, "How hard or how precious it should be, in parts per 10000."),
        field("name", Line, OneOrNone, "A name for people."),
        IN_ROOM,
        PINNED,
    ],
);

const LIGHT: Entity = marker("Light", "A light.", 0xff_d8_68);
const KEY: Entity = Entity::new("Key", "A key.", 0xe0_a0_30, &[ORDER, IN_ROOM, LOCK, LABEL]);

const fn marker(name: &'static str, doc: &'static str, colour: u32) -> Entity {
    Entity::new(name, doc, colour, &[ORDER, IN_ROOM, OF_LINK, LABEL])
}

const ORDER: Field = field("order", Int, OneOrNone, "Its place in the list of markers.");
const IN_ROOM: Field = field("room", Value::Entity(Kind::Room), OneOrNone, "The room it lies in.");
const OF_LINK: Field = field("link", Value::Entity(Kind::Link), OneOrNone, "The link it belongs to.");
const LOCK: Field = field("lock", Value::Entity(Kind::Link), OneOrNone, "The locked link that it opens.");
const PINNED: Field = field("pinned", Bool, One, "Whether new rolls keep it as it is now.");
const LABEL: Field = field("label", Line, OneOrNone, "What drawings write beside it.");

/// How many fields every level fills in.
pub(super) const OWN_LEVEL_FIELDS: usize = 2;

/// The fields of levels. But for the last two they tell of the whole dungeon, and only its first level fills them in.
pub(super) const LEVEL_FIELDS: &[Field] = &[
    field("name", Line, OneOrNone, "The dungeon's name."),
    field("generator", Line, OneOrNone, "What wrote this file."),
    field("seed", Line, OneOrNone, "The seed it was made from."),
    field("epoch", Int, OneOrNone, "The version of the generator's results."),
    field("tile_feet", Int, OneOrNone, "The length of a cell's side in feet."),
    field("lattice", Int, List, "The module grid: width and height of a module in cells."),
    field("outline", Int, List, "The walls of the house: left, top, right, bottom in cells."),
    field("recipe", Line, List, "The recipe it was made from: `field = value`."),
    field("warnings", Line, List, "What did not come out as the recipe asked."),
    field("inputs", Line, List, "The files that the recipe names, as JSON."),
    field("windows", Line, List, "The windows as JSON: id, z, cell, normal."),
    field("groups", Line, List, "The groups of inhabitants as JSON."),
    field("hook", Text, OneOrNone, "The reason to go in."),
    field("rumours", Line, List, "What people say about it."),
    field("pins", Line, List, "What re-rolls keep, a pin a line, as in dungeon JSON."),
    field("pins_size", Int, List, "Width and height of the map that the pins were made on."),
    field("level_name", Line, OneOrNone, "The level's name."),
    field("surround", Line, OneOrNone, "What lies around its rooms: rock, trees, brick, water or bare."),
];

/// The enum of the kinds of features; its words are those of the dungeon.
pub(super) const FEATURE_KIND: &str = "FeatureKind";

/// The enums, with their numbers.
pub(super) fn enum_uid(name: &str) -> u32 {
    let enums = [
        DoorKind::ENUM,
        DoorState::ENUM,
        LinkFileKind::ENUM,
        Fallback::ENUM,
        Role::ENUM,
        Dir::ENUM,
        Flight::ENUM,
        Mount::ENUM,
        SpawnKind::ENUM,
        FEATURE_KIND,
    ];
    let position = enums.iter().position(|known| *known == name).expect("the enum is one of ours");
    FIRST_ENUM + position as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_things_have_one_number() {
        for kind in Kind::ALL {
            assert!((kind.entity().fields.len() as u32) < ENTITY_STEP, "{kind:?}");
            assert_eq!(Kind::from_name(kind.entity().name), Some(kind));
        }
        assert!(FIRST_LEVEL_FIELD + LEVEL_FIELDS.len() as u32 <= FIRST_ENTITY);
        assert!(Kind::Key.uid() + ENTITY_STEP <= FIRST_LEVEL);
        assert!(enum_uid(FEATURE_KIND) < FIRST_LEVEL_FIELD);
    }
}
