//! Fields: their definitions, and values as readers and as the editor want them.

use undercroft_grid::Cell;

use super::enums::Worded;
use super::schema::{FEATURE_KIND, Field, Kind, Many, Value, enum_uid};
use super::wire::{FieldDef, FieldInstance, Inner, Shown};
use undercroft::dungeon::SpawnKind;
use undercroft::format::json::LinkFileKind;

/// One value of a field.
pub(super) enum Datum {
    Int(i64),
    Bool(bool),
    Text(String),
    Point(Cell),
    Word(&'static str),
    /// A word of an enum whose words are the dungeon's own.
    Named(String),
    Entity(Reference),
}

/// Where an entity is, in LDtk's words.
#[derive(Clone)]
pub(super) struct Reference {
    pub entity: String,
    pub layer: String,
    pub level: String,
    pub world: String,
}

impl Datum {
    /// A word.
    pub fn word(word: impl Worded) -> Self {
        Self::Word(word.word())
    }

    /// A number.
    pub fn int(number: impl Into<i64>) -> Self {
        Self::Int(number.into())
    }

    fn shown(&self) -> Shown {
        match self {
            Self::Int(number) => Shown::Int(*number),
            Self::Bool(truth) => Shown::Bool(*truth),
            Self::Text(text) => Shown::Text(escape(text)),
            Self::Point(Cell { x, y }) => Shown::Point { cx: *x, cy: *y },
            Self::Word(word) => Shown::Text((*word).to_owned()),
            Self::Named(word) => Shown::Text(word.clone()),
            Self::Entity(at) => Shown::Entity {
                entity_iid: at.entity.clone(),
                layer_iid: at.layer.clone(),
                level_iid: at.level.clone(),
                world_iid: at.world.clone(),
            },
        }
    }

    fn inner(self) -> Inner {
        match self {
            Self::Int(number) => Inner::Int([number]),
            Self::Bool(truth) => Inner::Bool([truth]),
            Self::Text(text) => Inner::Text([escape(&text)]),
            Self::Point(Cell { x, y }) => Inner::Text([format!("{x},{y}")]),
            Self::Word(word) => Inner::Text([word.to_owned()]),
            Self::Named(word) => Inner::Text([word]),
            Self::Entity(at) => Inner::Text([at.entity]),
        }
    }
}

/// The definition of a field with this number; `kinds` are the kinds of features.
pub(super) fn definition(field: &Field, uid: u32, kinds: &[String]) -> FieldDef {
    let owner = if let Value::Entity(kind) = field.value { Some(kind.uid()) } else { None };
    FieldDef {
        identifier: field.name,
        doc: field.doc,
        shown_type: shown_type(field),
        uid,
        field_type: editor_type(field.value),
        is_array: field.many == Many::List,
        can_be_null: field.many == Many::OneOrNone,
        array_min_length: (),
        array_max_length: (),
        editor_display_mode: display_mode(field),
        editor_display_scale: 1,
        editor_display_pos: "Above",
        editor_link_style: if owner.is_some() { "CurvedArrow" } else { "StraightArrow" },
        editor_display_color: (),
        editor_always_show: false,
        editor_show_in_world: false,
        editor_cut_long_values: true,
        editor_text_suffix: (),
        editor_text_prefix: (),
        use_for_smart_color: matches!(field.name, "state" | "flight"),
        export_to_toc: false,
        searchable: field.name == "id",
        min: limits(field).map(|limits| limits[0]),
        max: limits(field).map(|limits| limits[1]),
        regex: (),
        accept_file_types: (),
        default_override: default(field, kinds),
        text_language_mode: (),
        symmetrical_ref: field.value == Value::Entity(Kind::Stairs),
        auto_chain_ref: false,
        allow_out_of_level_ref: true,
        allowed_refs: if owner.is_some() { "OnlySpecificEntity" } else { "OnlySame" },
        allowed_refs_entity_uid: owner,
        allowed_ref_tags: [],
        tileset_uid: (),
    }
}

/// A field with its values: none or one, or any number where it is a list.
pub(super) fn instance(field: &Field, uid: u32, values: Vec<Datum>) -> FieldInstance {
    let mut shown: Vec<Shown> = values.iter().map(Datum::shown).collect();
    let value = match field.many {
        Many::List => Shown::List(shown),
        Many::One | Many::OneOrNone => shown.pop().unwrap_or(Shown::Nothing),
    };
    FieldInstance {
        identifier: field.name,
        shown_type: shown_type(field),
        value,
        tile: (),
        def_uid: uid,
        real_editor_values: values.into_iter().map(Datum::inner).collect(),
    }
}

/// LDtk keeps texts with `\` and line ends written out a second time.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n")
}

/// What [`escape`] made of a text, undone.
pub(super) fn unescape(text: &str) -> String {
    let (mut plain, mut characters) = (String::with_capacity(text.len()), text.chars().peekable());
    while let Some(character) = characters.next() {
        plain.push(match (character, characters.peek()) {
            ('\\', Some('\\')) => characters.next().unwrap_or('\\'),
            ('\\', Some('n')) => characters.next().map_or('\\', |_| '\n'),
            _ => character,
        });
    }
    plain
}

fn shown_type(field: &Field) -> String {
    let one = match field.value {
        Value::Int => "Int".to_owned(),
        Value::Bool => "Bool".to_owned(),
        // LDtk calls both kinds of text this, unless a project wants them told apart.
        Value::Line | Value::Text => "String".to_owned(),
        Value::Point => "Point".to_owned(),
        Value::Word(name) => format!("LocalEnum.{name}"),
        Value::Entity(_) => "EntityRef".to_owned(),
    };
    if field.many == Many::List { format!("Array<{one}>") } else { one }
}

fn editor_type(value: Value) -> String {
    match value {
        Value::Int => "F_Int".to_owned(),
        Value::Bool => "F_Bool".to_owned(),
        Value::Line => "F_String".to_owned(),
        Value::Text => "F_Text".to_owned(),
        Value::Point => "F_Point".to_owned(),
        Value::Word(name) => format!("F_Enum({})", enum_uid(name)),
        Value::Entity(_) => "F_EntityRef".to_owned(),
    }
}

/// What the editor draws beside or between entities.
fn display_mode(field: &Field) -> &'static str {
    match (field.name, field.value) {
        ("path", _) => "PointPath",
        ("to" | "link" | "lock", _) => "RefLinkBetweenCenters",
        ("id" | "label", _) => "ValueOnly",
        ("kind", Value::Word(name)) if name != LinkFileKind::ENUM => "ValueOnly",
        _ => "Hidden",
    }
}

fn limits(field: &Field) -> Option<[i32; 2]> {
    match field.name {
        "difficulty" => Some([0, 10_000]),
        "template_turn" | "turn" => Some([0, 3]),
        "width" => Some([1, 4]),
        _ => None,
    }
}

/// What the editor gives to a new entity: enums need a word to begin with.
fn default(field: &Field, kinds: &[String]) -> Option<Inner> {
    let word = |word: &str| Some(Inner::Text([word.to_owned()]));
    match (field.name, field.many) {
        (_, Many::List) => None,
        ("kind", _) if field.value == Value::Word(FEATURE_KIND) => kinds.first().and_then(|kind| word(kind)),
        ("kind", _) if field.value == Value::Word(SpawnKind::ENUM) => word("Enemy"),
        ("mount", _) => word("Floor"),
        ("state", _) => word("Closed"),
        ("kind", _) if field.value == Value::Word(LinkFileKind::ENUM) => word("Corridor"),
        ("kind", _) => word("Door"),
        ("normal", _) => word("North"),
        ("flight", _) => word("Down"),
        ("width", _) => Some(Inner::Int([1])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_the_editors_escapes() {
        for text in ["", "plain", "back\\slash", "a\\nb", "line\nend", "\\", "\\\\n\n", "a \"key\""] {
            assert_eq!(unescape(&escape(text)), text);
            assert!(!escape(text).contains('\n'));
        }
        assert_eq!(unescape("a\\tb\\"), "a\\tb\\");
    }
}
