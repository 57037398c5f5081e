//! TOML documents as trees of values with their positions.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it stands. [Unit: bytes]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlItem<'a> {
    /// Its first byte; of a table, that of the header or brace.
    pub start: usize,
    /// The byte after its last; of a table, after its header or brace.
    pub end: usize,
    /// The value.
    pub value: TomlValue<'a>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TomlValue<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// The digits of a whole number, and their base.
    Integer(Cow<'a, str>, u32),
    /// The digits of a number with a point.
    Float(Cow<'a, str>),
    /// True or false.
    Switch(bool),
    /// A date or a time, which no content file needs.
    Date,
    /// A list.
    List(Vec<TomlItem<'a>>),
    /// A table.
    Table(Vec<TomlEntry<'a>>),
}

/// A key of a table and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlEntry<'a> {
    /// The key.
    pub key: Cow<'a, str>,
    /// Its first byte.
    pub key_start: usize,
    /// The value.
    pub item: TomlItem<'a>,
}

/// The entries of a table as the crate `toml` reads it.
pub fn table_entries(table: DeTable<'_>) -> Vec<TomlEntry<'_>> {
    let mut entries: Vec<TomlEntry> = table.into_iter().map(toml_entry).collect();
    entries.sort_by_key(|entry| entry.key_start);
    entries
}

fn toml_entry<'a>((key, item): (Spanned<Cow<'a, str>>, Spanned<DeValue<'a>>)) -> TomlEntry<'a> {
    TomlEntry { key_start: key.span().start, item: toml_item(item), key: key.into_inner() }
}

fn toml_item(item: Spanned<DeValue<'_>>) -> TomlItem<'_> {
    let span = item.span();
    let value = match item.into_inner() {
        DeValue::String(text) => TomlValue::Text(text),
        DeValue::Integer(number) => TomlValue::Integer(Cow::Owned(number.as_str().to_owned()), number.radix()),
        DeValue::Float(number) => TomlValue::Float(Cow::Owned(number.as_str().to_owned())),
        DeValue::Boolean(value) => TomlValue::Switch(value),
        DeValue::Datetime(_) => TomlValue::Date,
        DeValue::Array(items) => TomlValue::List(items.into_iter().map(toml_item).collect()),
        DeValue::Table(table) => TomlValue::Table(table_entries(table)),
    };
    TomlItem { start: span.start, end: span.end, value }
}
