//! Fields: what a user can set, one row each.
//!
//! A [`Field`] is the only description of a setting. Parsers, help texts, forms, schemas and documentation read it, for
//! recipes and for the options of export formats alike.

mod check;
mod document;
mod nearest;
mod value;

pub use check::FieldError;
pub use document::{json_schema, markdown_table};
pub use nearest::{nearest, suggestion};
pub use value::Value;

/// The most characters of a text that is no file: a title, a name, a list of tags.
pub const MAX_TEXT: usize = 200;

/// A setting with its limits, its default and its texts.
///
/// ```
/// use undercroft::recipe::field;
///
/// let count = field("rooms.count").unwrap();
/// assert_eq!((count.label, count.group, count.limits().as_str()), ("Room count", "Rooms", "2 to 200000"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Dotted name, as in `rooms.min`.
    pub key: &'static str,
    /// The values that it takes.
    pub kind: FieldKind,
    /// The value where none is given, written as in TOML.
    pub default: &'static str,
    /// What its number counts; empty where it is not a number.
    pub unit: &'static str,
    /// Its name in a form.
    pub label: &'static str,
    /// The heading under which it is listed.
    pub group: &'static str,
    /// The methods that read it; empty for fields outside recipes.
    pub applies_to: &'static [MethodKind],
    /// One or two sentences.
    pub doc: &'static str,
}

/// The values that a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldKind {
    /// An integer between two limits, both included.
    Integer {
        /// The smallest value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// An integer between two limits, both included, or `"auto"`.
    IntegerOrAuto {
        /// The smallest value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A number from 0 to 1 with at most four decimals.
    Fraction,
    /// `true` or `false`.
    Bool,
    /// One of these values.
    Choice(&'static [Choice]),
    /// One integer for both axes, `[x, y]`, or `"auto"`.
    Modules {
        /// The smallest value on each axis.
        min: i64,
        /// The greatest value on each axis.
        max: i64,
    },
    /// A list of integers, or `"auto"`.
    IntegerList {
        /// The smallest number of items.
        least: usize,
        /// The greatest number of items.
        most: usize,
        /// The smallest item.
        min: i64,
        /// The greatest item.
        max: i64,
    },
    /// A list of weights, not all 0.
    Weights {
        /// The greatest number of weights.
        most: usize,
        /// The greatest weight.
        max: i64,
    },
    /// A text that is not empty.
    Text,
    /// The content of a text file. A command line takes its path.
    TextFile,
    /// The names of files, one or a list. Their bytes are attached.
    Files {
        /// The greatest number of files.
        most: usize,
    },
}

/// One value of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The value, as written in a recipe.
    pub value: &'static str,
    /// Its name in a form.
    pub label: &'static str,
}

/// The methods by which a dungeon is laid out, without their settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// Rooms attached to each other one after the other.
    Accrete,
    /// Binary space partition.
    Bsp,
    /// Rooms that share walls.
    House,
    /// Rooms from templates.
    Templates,
    /// A plan of rooms and links first.
    Plan,
}

impl MethodKind {
    /// All methods, in the order in which people read them.
    pub const ALL: [Self; 5] = [Self::Accrete, Self::Bsp, Self::House, Self::Templates, Self::Plan];

    /// The value of the field `method`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accrete => "accrete",
            Self::Bsp => "bsp",
            Self::House => "house",
            Self::Templates => "templates",
            Self::Plan => "plan",
        }
    }
}

/// Fields under one heading.
#[derive(Clone, Debug)]
pub struct FieldGroup {
    /// The heading.
    pub name: &'static str,
    /// The fields, in their order.
    pub fields: Vec<&'static Field>,
}

impl FieldGroup {
    /// Fields by their groups, both in the order of their first row.
    pub fn collect(fields: impl IntoIterator<Item = &'static Field>) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for field in fields {
            match groups.iter_mut().find(|group| group.name == field.group) {
                Some(group) => group.fields.push(field),
                None => groups.push(Self { name: field.group, fields: vec![field] }),
            }
        }
        groups
    }
}
