//! Tables of plain TOML while they are read: headers may add to them until the end of the document.

use std::borrow::Cow;

use super::toml_tree::{TomlEntry, TomlItem, TomlValue};

/// The most keys of a table: each is compared with those before it.
const MAX_KEYS: usize = 256;

/// A key with its first byte and the one after its last.
pub type PlainKey<'a> = (Cow<'a, str>, usize, usize);

/// A table that headers may still add to.
#[derive(Default)]
pub struct PlainTable<'a> {
    entries: Vec<TomlEntry<'a>>,
    /// Tables that headers opened, by the position of their entry, whose value is empty until the end.
    tables: Vec<(usize, HeaderTable<'a>)>,
}

/// What headers of one name opened.
enum HeaderTable<'a> {
    /// One table; whether a header of its own opened it, not only one of a table within it.
    One(PlainTable<'a>, bool),
    /// A list of tables, each with the bytes of its header.
    Many(Vec<(usize, usize, PlainTable<'a>)>),
}

impl<'a> PlainTable<'a> {
    /// Adds an entry; `None` where its key is taken, or where there are too many.
    pub fn add(&mut self, entry: TomlEntry<'a>) -> Option<()> {
        let is_new = self.entries.len() < MAX_KEYS && self.entries.iter().all(|other| other.key != entry.key);
        is_new.then(|| self.entries.push(entry))
    }

    /// Opens the table of a header, whose keys and bytes these are. Returns its path: positions in lists of tables.
    pub fn open(&mut self, mut keys: Vec<PlainKey<'a>>, is_list: bool, span: (usize, usize)) -> Option<Vec<usize>> {
        let last = keys.pop()?;
        let mut path = Vec::new();
        let mut table = self;
        for key in keys {
            let position = table.implicit(key)?;
            path.push(position);
            table = table.inside(position)?;
        }
        path.push(if is_list { table.open_list(last, span)? } else { table.open_one(last, span)? });
        Some(path)
    }

    /// The table of a header on the path to another one.
    fn implicit(&mut self, (key, key_start, key_end): PlainKey<'a>) -> Option<usize> {
        if let Some(position) = self.position(&key) {
            return Some(position);
        }
        self.push(key, (key_start, (key_start, key_end)), HeaderTable::One(Self::default(), false))
    }

    fn open_one(&mut self, (key, key_start, _): PlainKey<'a>, span: (usize, usize)) -> Option<usize> {
        let Some(position) = self.position(&key) else {
            return self.push(key, (key_start, span), HeaderTable::One(Self::default(), true));
        };
        let (index, HeaderTable::One(_, is_open)) = &mut self.tables[position] else { return None };
        // The header of its own is its place from now on.
        let entry = &mut self.entries[*index];
        (entry.key_start, entry.item.start, entry.item.end) = (key_start, span.0, span.1);
        (!std::mem::replace(is_open, true)).then_some(position)
    }

    fn open_list(&mut self, (key, key_start, _): PlainKey<'a>, span: (usize, usize)) -> Option<usize> {
        let new = (span.0, span.1, Self::default());
        let Some(position) = self.position(&key) else {
            return self.push(key, (key_start, span), HeaderTable::Many(vec![new]));
        };
        let (_, HeaderTable::Many(tables)) = &mut self.tables[position] else { return None };
        tables.push(new);
        Some(position)
    }

    fn push(&mut self, key: Cow<'a, str>, place: (usize, (usize, usize)), table: HeaderTable<'a>) -> Option<usize> {
        let (key_start, (start, end)) = place;
        let item = TomlItem { start, end, value: TomlValue::Table(Vec::new()) };
        self.add(TomlEntry { key, key_start, item })?;
        self.tables.push((self.entries.len() - 1, table));
        Some(self.tables.len() - 1)
    }

    fn position(&self, key: &str) -> Option<usize> {
        self.tables.iter().position(|(index, _)| self.entries[*index].key == key)
    }

    fn inside(&mut self, position: usize) -> Option<&mut Self> {
        match &mut self.tables[position].1 {
            HeaderTable::One(table, _) => Some(table),
            HeaderTable::Many(tables) => tables.last_mut().map(|(.., table)| table),
        }
    }

    /// The table at a path.
    pub fn descend(&mut self, path: &[usize]) -> Option<&mut Self> {
        path.iter().try_fold(self, |table, &position| table.inside(position))
    }

    /// Its entries, in the order of the file.
    pub fn into_entries(self) -> Vec<TomlEntry<'a>> {
        let Self { mut entries, tables } = self;
        let item = |(start, end, table): (usize, usize, Self)| TomlItem {
            start,
            end,
            value: TomlValue::Table(table.into_entries()),
        };
        for (index, table) in tables {
            entries[index].item.value = match table {
                HeaderTable::One(table, _) => TomlValue::Table(table.into_entries()),
                HeaderTable::Many(tables) => TomlValue::List(tables.into_iter().map(item).collect()),
            };
        }
        entries.sort_by_key(|entry| entry.key_start);
        entries
    }
}
