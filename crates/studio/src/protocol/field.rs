//! Fields of recipes and options of formats, as the library's tables hold them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::dungeon::ProvenanceInput;
use undercroft::field::{Choice, Field, FieldKind};

/// A field of a recipe, or an option of a format.
///
/// ```
/// use undercroft::recipe::field;
/// use undercroft_studio::protocol::{FieldInfo, FieldValues};
///
/// let count = FieldInfo::from(field("rooms.count").unwrap());
/// assert_eq!((count.label, count.group), ("Room count", "Rooms"));
/// assert_eq!(count.kind, FieldValues::Integer { min: 2, max: 200_000 });
/// assert_eq!(count.applies_to, ["accrete", "bsp", "house", "plan"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldInfo {
    /// Dotted name, as in `set`; the name of an option in `options`.
    pub key: &'static str,
    /// The values that it takes.
    pub kind: FieldValues,
    /// Its value where none is given.
    pub default: Value,
    /// What its number counts; empty where it is not a number.
    pub unit: &'static str,
    /// Its name in a form.
    pub label: &'static str,
    /// The heading under which it is listed.
    pub group: &'static str,
    /// The values of the field `method` with which it is read; empty for options of formats.
    pub applies_to: Vec<&'static str>,
    /// One or two sentences.
    pub doc: &'static str,
}

/// The values that a field takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "FieldKind")]
pub enum FieldValues {
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
    Fraction {},
    /// `true` or `false`.
    Bool {},
    /// One of these values.
    Choice {
        /// The values.
        choices: Vec<ChoiceInfo>,
    },
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
    /// A list of weights from 0, not all 0: one for each item from the first.
    Weights {
        /// The greatest number of items.
        most: usize,
        /// The greatest weight.
        max: i64,
    },
    /// A text.
    Text {},
    /// The content of a text file.
    TextFile {},
    /// The names of files, one or a list. Their texts travel beside the recipe, in `files`.
    Files {
        /// The greatest number of files.
        most: usize,
        /// The greatest length of one. [Unit: bytes]
        bytes: usize,
    },
}

/// One value of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Choice")]
pub struct ChoiceInfo {
    /// The value, as in commands.
    pub value: String,
    /// Its name in a form.
    pub label: String,
}

impl From<&Field> for FieldInfo {
    fn from(field: &Field) -> Self {
        Self {
            key: field.key,
            kind: field.kind.into(),
            default: default_value(field),
            unit: field.unit,
            label: field.label,
            group: field.group,
            applies_to: field.methods(),
            doc: field.doc,
        }
    }
}

impl FieldInfo {
    /// The same field with numbers up to `most`, where that is less.
    #[must_use]
    pub fn up_to(mut self, most: Option<i64>) -> Self {
        if let (Some(most), FieldValues::Integer { max, .. } | FieldValues::IntegerOrAuto { max, .. }) =
            (most, &mut self.kind)
        {
            *max = most.min(*max);
        }
        self
    }
}

/// The default as JSON. Choices are texts, also those that look like numbers.
fn default_value(field: &Field) -> Value {
    match field.default_value().to_json() {
        Value::Number(number) if matches!(field.kind, FieldKind::Choice(_)) => number.to_string().into(),
        default => default,
    }
}

impl From<FieldKind> for FieldValues {
    fn from(kind: FieldKind) -> Self {
        match kind {
            FieldKind::Integer { min, max } => Self::Integer { min, max },
            FieldKind::IntegerOrAuto { min, max } => Self::IntegerOrAuto { min, max },
            FieldKind::Fraction => Self::Fraction {},
            FieldKind::Bool => Self::Bool {},
            FieldKind::Choice(choices) => Self::Choice { choices: choices.iter().map(ChoiceInfo::from).collect() },
            FieldKind::Modules { min, max } => Self::Modules { min, max },
            FieldKind::IntegerList { least, most, min, max } => Self::IntegerList { least, most, min, max },
            FieldKind::Weights { most, max } => Self::Weights { most, max },
            FieldKind::TextFile => Self::TextFile {},
            FieldKind::Files { most } => Self::Files { most, bytes: ProvenanceInput::MAX_BYTES },
            // Kinds that the library may add later are entered as text.
            _ => Self::Text {},
        }
    }
}

impl From<&Choice> for ChoiceInfo {
    fn from(choice: &Choice) -> Self {
        Self { value: choice.value.to_owned(), label: choice.label.to_owned() }
    }
}
