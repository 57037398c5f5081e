//! Values of a TOML document with their path and position, so that every mistake can be named and found.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};

use toml::de::DeTable;

use super::super::error::ContentError;
use super::super::suggestion::unknown;
use super::toml_reader::read_plain;
use super::toml_tree::{TomlEntry, TomlItem, TomlValue, table_entries};
use crate::fraction::Fraction;
use crate::parser_words::reword_toml;

/// The most letters of a value that a message repeats.
const MAX_ECHO: usize = 40;

/// A file that was parsed.
pub struct Document<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    text: &'a str,
    value: TomlValue<'a>,
    /// Mistakes that reading went on after.
    mistakes: Mutex<Vec<ContentError>>,
}

/// A value of a document.
#[derive(Clone, Copy)]
pub struct Node<'n> {
    document: &'n Document<'n>,
    parent: Option<&'n Node<'n>>,
    step: Step<'n>,
    start: usize,
    end: usize,
    value: &'n TomlValue<'n>,
}

/// How a value is reached from the one that it is in.
#[derive(Clone, Copy)]
enum Step<'n> {
    Root,
    Key(&'n str),
    Index(usize),
}

impl<'a> Document<'a> {
    /// Parses a file.
    pub fn parse(name: &'a str, text: &'a str) -> Result<Self, ContentError> {
        let entries = match read_plain(text) {
            Some(entries) => entries,
            None => table_entries(parse_any(name, text)?),
        };
        Ok(Self { name, text, value: TomlValue::Table(entries), mistakes: Mutex::default() })
    }

    /// The table of the whole document.
    pub fn root(&self) -> Node<'_> {
        Node { document: self, parent: None, step: Step::Root, start: 0, end: 0, value: &self.value }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<ContentError>> {
        self.mistakes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, offset: usize, message: String) -> ContentError {
        let before = self.text.get(..offset).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        ContentError { file: self.name.to_owned(), line, column, message, others: Vec::new() }
    }
}

/// Reads what is not plain, or says what is wrong with it.
fn parse_any<'a>(name: &str, text: &'a str) -> Result<DeTable<'a>, ContentError> {
    let table = DeTable::parse(text).map_err(|error| {
        let (line, column, message) = reword_toml(text, &error);
        ContentError { file: name.to_owned(), line, column, message, others: Vec::new() }
    })?;
    Ok(table.into_inner())
}

impl<'n> Node<'n> {
    /// The key by which it is reached; empty for elements of lists.
    pub fn key(&self) -> &'n str {
        match self.step {
            Step::Key(key) => key,
            Step::Root | Step::Index(_) => "",
        }
    }

    /// The entries of a table, in the order of the file.
    pub fn entries(&'n self) -> Result<Vec<Self>, ContentError> {
        let mut entries: Vec<Self> = self.table()?.iter().map(|entry| self.entry(entry)).collect();
        entries.sort_by_key(|entry| entry.start);
        Ok(entries)
    }

    /// The entries of a table that has no keys but these, in the order of the file.
    pub fn fields(&'n self, known: &[&str]) -> Result<Vec<Self>, ContentError> {
        let entries = self.entries()?;
        match entries.iter().find(|entry| !known.contains(&entry.key())) {
            Some(entry) => Err(self.document.error(
                self.key_start(entry.key()).unwrap_or(entry.start),
                unprefixed(&self.path(), &unknown("key", entry.key(), known.iter().copied())),
            )),
            None => Ok(entries),
        }
    }

    /// The entry of a table with this key.
    pub fn get(&'n self, key: &str) -> Option<Self> {
        let TomlValue::Table(table) = self.value else { return None };
        table.iter().find(|entry| entry.key == key).map(|entry| self.entry(entry))
    }

    /// The entry of a table with this key, which must be there.
    pub fn need(&'n self, key: &str) -> Result<Self, ContentError> {
        self.get(key).ok_or_else(|| self.error(&format!("{key} is missing")))
    }

    /// The elements of a list.
    pub fn items(&'n self, count: RangeInclusive<usize>) -> Result<Vec<Self>, ContentError> {
        let TomlValue::List(array) = self.value else { return Err(self.wrong("a list")) };
        if !count.contains(&array.len()) {
            let (least, most) = count.into_inner();
            return Err(self.error(&format!("need {least} to {most} entries, got {}", array.len())));
        }
        let node = |(index, item): (usize, &'n TomlItem<'n>)| self.child(Step::Index(index), item.start, item);
        Ok(array.iter().enumerate().map(node).collect())
    }

    /// A text, as it stands.
    pub fn text(&self) -> Result<&'n str, ContentError> {
        match self.value {
            TomlValue::Text(text) => Ok(text),
            _ => Err(self.wrong("a text")),
        }
    }

    /// True or false.
    pub fn switch(&self) -> Result<bool, ContentError> {
        match self.value {
            TomlValue::Switch(value) => Ok(*value),
            _ => Err(self.wrong("true or false")),
        }
    }

    /// A whole number.
    pub fn integer(&self, limits: RangeInclusive<u32>) -> Result<u32, ContentError> {
        let (min, max) = limits.into_inner();
        let number = self.whole_number().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| self.wrong(&format!("a whole number from {min} to {max}")))
    }

    /// Two whole numbers, the second at least as large as the first.
    pub fn integers(&'n self, limits: RangeInclusive<u32>) -> Result<[u32; 2], ContentError> {
        let pair = self.pair(Self::whole_number);
        let fits = |pair: &[u32; 2]| pair[0] <= pair[1] && pair.iter().all(|number| limits.contains(number));
        let (min, max) = (limits.start(), limits.end());
        pair.filter(fits).ok_or_else(|| self.wrong(&format!("{min} <= min <= max <= {max}")))
    }

    /// A number from 0 to 1.
    pub fn fraction(&self) -> Result<Fraction, ContentError> {
        self.decimal()
            .and_then(Fraction::from_decimal)
            .ok_or_else(|| self.wrong("a number from 0 to 1 with at most four decimals"))
    }

    /// Two numbers from 0 to 1, the second at least as large as the first.
    pub fn fractions(&'n self) -> Result<[Fraction; 2], ContentError> {
        let pair = self.pair(|node| node.decimal().and_then(Fraction::from_decimal));
        pair.filter(|[low, high]| low <= high).ok_or_else(|| self.wrong("0 <= min <= max <= 1"))
    }

    /// A number with at most two decimals, in hundredths.
    pub fn hundredths(&self, limits: RangeInclusive<u32>) -> Result<u32, ContentError> {
        let digits = match self.value {
            TomlValue::Integer(digits, _) | TomlValue::Float(digits) => Some(&**digits),
            _ => None,
        };
        let (min, max) = (limits.start() / 100, limits.end() / 100);
        let hundredths = digits.and_then(hundredths).filter(|number| limits.contains(number));
        hundredths.ok_or_else(|| self.wrong(&format!("a number from {min} to {max} with at most two decimals")))
    }

    /// What was read; nothing where it has a mistake, which is kept so that others of the file are found, too.
    pub fn keep<T>(&self, read: Result<T, ContentError>) -> Option<T> {
        read.map_err(|mistake| self.document.kept().push(mistake)).ok()
    }

    /// What was read in the end, unless mistakes were kept: then the first one of the file, with the others behind it.
    pub fn finish<T>(&self, read: Result<T, ContentError>) -> Result<T, ContentError> {
        let mut mistakes = std::mem::take(&mut *self.document.kept());
        match read {
            Ok(value) if mistakes.is_empty() => return Ok(value),
            Ok(_) => {}
            Err(mistake) => mistakes.push(mistake),
        }
        mistakes.sort_by_key(|mistake| (mistake.line, mistake.column));
        let mut first = mistakes.remove(0);
        first.others = mistakes;
        Err(first)
    }

    /// The error about this value. An element of a list is named by its list.
    pub fn error(&self, message: &str) -> ContentError {
        let named = match (self.step, self.parent) {
            (Step::Index(_), Some(list)) if !matches!(self.value, TomlValue::Table(_)) => list.path(),
            _ => self.path(),
        };
        self.document.error(self.start, unprefixed(&named, message))
    }

    /// The error at the place of this value, in a message that names it.
    pub fn error_alone(&self, message: &str) -> ContentError {
        self.document.error(self.start, message.to_owned())
    }

    /// The error about this text, or about a letter of it. Letters count from 1.
    pub fn error_in_text(&self, letter: Option<usize>, message: &str) -> ContentError {
        let letter = letter.map(|letter| format!(", letter {letter}")).unwrap_or_default();
        self.document.error(self.start, format!("{}{letter}: {message}", self.path()))
    }

    /// The error about a value of another kind or beyond a limit.
    pub fn wrong(&self, needed: &str) -> ContentError {
        let source = self.document.text.get(self.start..self.end).unwrap_or_default();
        let line = source.lines().next().unwrap_or_default();
        let got: String = line.chars().take(MAX_ECHO).collect();
        let more = if got.len() < source.len() { "…" } else { "" };
        self.error(&format!("need {needed}, got {got}{more}"))
    }

    /// Its path in the document: `purpose.ossuary.notes.sense[2]`.
    fn path(&self) -> String {
        let mut path = self.parent.map(Self::path).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Key(key) if path.is_empty() => key.clone_into(&mut path),
            Step::Key(key) => {
                let _ = write!(path, ".{key}");
            }
            Step::Index(index) => {
                let _ = write!(path, "[{index}]");
            }
        }
        path
    }

    fn table(&self) -> Result<&'n [TomlEntry<'n>], ContentError> {
        match self.value {
            TomlValue::Table(table) => Ok(table),
            _ => Err(self.wrong("a table")),
        }
    }

    fn key_start(&self, key: &str) -> Option<usize> {
        self.table().ok()?.iter().find(|entry| entry.key == key).map(|entry| entry.key_start)
    }

    fn entry(&'n self, entry: &'n TomlEntry<'n>) -> Self {
        // The place of a table is that of its name: headers of tables within it may come first.
        let is_table = matches!(entry.item.value, TomlValue::Table(_));
        let start = if is_table { entry.key_start } else { entry.item.start };
        self.child(Step::Key(&entry.key), start, &entry.item)
    }

    fn child(&'n self, step: Step<'n>, start: usize, item: &'n TomlItem<'n>) -> Self {
        let Self { document, .. } = *self;
        Self { document, parent: Some(self), step, start, end: item.end, value: &item.value }
    }

    fn pair<T>(&'n self, read: impl Fn(&Self) -> Option<T>) -> Option<[T; 2]> {
        let items = self.items(2..=2).ok()?;
        items.iter().map(read).collect::<Option<Vec<T>>>()?.try_into().ok()
    }

    fn whole_number(&self) -> Option<u32> {
        let TomlValue::Integer(digits, radix) = self.value else { return None };
        u32::from_str_radix(digits, *radix).ok()
    }

    fn decimal(&self) -> Option<f64> {
        match self.value {
            TomlValue::Integer(..) => self.whole_number().map(f64::from),
            TomlValue::Float(digits) => digits.parse().ok(),
            _ => None,
        }
    }
}

/// The message behind the path, if there is one.
fn unprefixed(path: &str, message: &str) -> String {
    if path.is_empty() { message.to_owned() } else { format!("{path}: {message}") }
}

/// `2.5` is 250.
fn hundredths(digits: &str) -> Option<u32> {
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    if rest.len() > 2 || !rest.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    whole.checked_mul(100)?.checked_add(format!("{rest:0<2}").parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_are_read_digit_by_digit() {
        let read = ["2.5", "8", "1.25", "0.07"].map(hundredths);
        assert_eq!(read, [Some(250), Some(800), Some(125), Some(7)]);
        for text in ["2.555", "-1", "1e3", "inf", "nan", "99999999999", "2.-5", ""] {
            assert_eq!(hundredths(text), None, "{text}");
        }
    }

    #[test]
    fn a_value_knows_its_path_and_place() {
        let text = "[a]\nb = [1, { c = \"x\" }]\n\n[[d]]\ne = 1\n[[d]]\ne = 2\n";
        let document = Document::parse("t.toml", text).unwrap();
        let root = document.root();
        let a = root.need("a").unwrap();
        let b = a.need("b").unwrap();
        let items = b.items(0..=9).unwrap();
        assert_eq!(items[0].text().unwrap_err().to_string(), "t.toml:2:6: a.b: need a text, got 1");
        let c = items[1].need("c").unwrap();
        assert_eq!(c.switch().unwrap_err().to_string(), "t.toml:2:15: a.b[1].c: need true or false, got \"x\"");
        let d = root.need("d").unwrap();
        let second = d.items(0..=9).unwrap()[1];
        assert_eq!(second.need("f").err().unwrap().to_string(), "t.toml:6:1: d[1]: f is missing");
        assert_eq!(a.error("is odd").to_string(), "t.toml:1:2: a: is odd");
    }
}
