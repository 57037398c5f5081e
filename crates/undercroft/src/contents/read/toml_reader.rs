//! Reads plain TOML: what content files are written in, a tenth of the work that all of TOML takes.
//!
//! Whatever it does not know (escapes, dotted keys, dates, signs, mistakes) makes it give up, and the crate `toml` reads
//! the document, or says what is wrong with it. So it need not know all of TOML, and must only never read what it knows
//! otherwise: a test compares both on all shipped files and on thousands of damaged ones.

use std::borrow::Cow;

use super::plain_table::{PlainKey, PlainTable};
use super::toml_tree::{TomlEntry, TomlItem, TomlValue};

/// How deep lists and tables in braces nest.
const MAX_NESTING: u32 = 8;

/// The table of a document; `None` where it is not plain.
pub fn read_plain(text: &str) -> Option<Vec<TomlEntry<'_>>> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    let mut root = PlainTable::default();
    let mut current = Vec::new();
    loop {
        reader.skip_lines()?;
        match reader.peek() {
            None => return Some(root.into_entries()),
            Some(b'[') => current = reader.open_table(&mut root)?,
            Some(_) => {
                let entry = reader.entry(0)?;
                root.descend(&current)?.add(entry)?;
            }
        }
        reader.end_line()?;
    }
}

/// A text and how far it was read.
struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// The bytes from here on that are so, which are passed.
    fn run(&mut self, is_in: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        let length = self.bytes[start..].iter().position(|&byte| !is_in(byte));
        self.at = length.map_or(self.bytes.len(), |length| start + length);
        &self.text[start..self.at]
    }

    fn skip_blanks(&mut self) {
        self.run(|byte| matches!(byte, b' ' | b'\t'));
    }

    fn skip_comment(&mut self) -> Option<()> {
        if self.peek() == Some(b'#') {
            self.run(is_letter);
        }
        matches!(self.peek(), None | Some(b'\n')).then_some(())
    }

    /// Passes blanks, ends of lines and comments.
    fn skip_lines(&mut self) -> Option<()> {
        loop {
            self.run(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
            if self.peek() != Some(b'#') {
                return Some(());
            }
            self.skip_comment()?;
        }
    }

    fn end_line(&mut self) -> Option<()> {
        self.skip_blanks();
        self.skip_comment()
    }

    /// Reads a header and opens its table. Returns its path.
    fn open_table(&mut self, root: &mut PlainTable<'a>) -> Option<Vec<usize>> {
        let start = self.at;
        let is_list = self.bytes[start..].starts_with(b"[[");
        self.at += if is_list { 2 } else { 1 };
        let mut keys = vec![self.key()?];
        while !is_list && self.take(b'.') {
            keys.push(self.key()?);
        }
        let is_closed = self.take(b']') && (!is_list || self.take(b']'));
        is_closed.then_some(()).and_then(|()| root.open(keys, is_list, (start, self.at)))
    }

    /// A key that is no path, with the blanks before and after it.
    fn key(&mut self) -> Option<PlainKey<'a>> {
        self.skip_blanks();
        let start = self.at;
        let key = match self.peek()? {
            b'"' if !self.bytes[start..].starts_with(b"\"\"\"") => self.line_text()?,
            _ => self.run(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')),
        };
        let end = self.at;
        self.skip_blanks();
        (end > start).then_some((Cow::Borrowed(key), start, end))
    }

    fn entry(&mut self, depth: u32) -> Option<TomlEntry<'a>> {
        let (key, key_start, _) = self.key()?;
        self.take(b'=').then_some(())?;
        self.skip_blanks();
        Some(TomlEntry { key, key_start, item: self.item(depth)? })
    }

    fn item(&mut self, depth: u32) -> Option<TomlItem<'a>> {
        let start = self.at;
        let value = match self.peek()? {
            b'"' if self.bytes[start..].starts_with(b"\"\"\"") => TomlValue::Text(self.long_text()?),
            b'"' => TomlValue::Text(Cow::Borrowed(self.line_text()?)),
            b'[' if depth < MAX_NESTING => TomlValue::List(self.list(depth + 1)?),
            b'{' if depth < MAX_NESTING => TomlValue::Table(self.braced_table(depth + 1)?),
            b'0'..=b'9' => self.number()?,
            b't' | b'f' => TomlValue::Switch(self.switch()?),
            _ => return None,
        };
        Some(TomlItem { start, end: self.at, value })
    }

    /// A text in quotation marks on one line.
    fn line_text(&mut self) -> Option<&'a str> {
        self.at += 1;
        let text = self.run(|byte| is_letter(byte) && !matches!(byte, b'"' | b'\\'));
        self.take(b'"').then_some(text)
    }

    /// A text in three quotation marks. A backslash at the end of a line joins it with the next word.
    fn long_text(&mut self) -> Option<Cow<'a, str>> {
        self.at += 3;
        self.take(b'\n');
        let mut text = Cow::Borrowed("");
        loop {
            let piece = self.run(|byte| is_letter(byte) && !matches!(byte, b'"' | b'\\') || byte == b'\n');
            if text.is_empty() {
                text = Cow::Borrowed(piece);
            } else {
                text.to_mut().push_str(piece);
            }
            match self.peek()? {
                b'\\' => {
                    self.at += 1;
                    self.peek().filter(|&byte| byte == b'\n')?;
                    self.run(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
                }
                b'"' if self.bytes[self.at..].starts_with(b"\"\"\"") => {
                    self.at += 3;
                    return (self.peek() != Some(b'"')).then_some(text);
                }
                b'"' => {
                    self.at += 1;
                    text.to_mut().push('"');
                }
                _ => return None,
            }
        }
    }

    fn list(&mut self, depth: u32) -> Option<Vec<TomlItem<'a>>> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_lines()?;
            if self.take(b']') {
                return Some(items);
            }
            items.push(self.item(depth)?);
            self.skip_lines()?;
            if !self.take(b',') {
                return self.take(b']').then_some(items);
            }
        }
    }

    /// A table in braces on one line.
    fn braced_table(&mut self, depth: u32) -> Option<Vec<TomlEntry<'a>>> {
        self.at += 1;
        self.skip_blanks();
        let mut table = PlainTable::default();
        if self.take(b'}') {
            return Some(table.into_entries());
        }
        loop {
            table.add(self.entry(depth)?)?;
            self.skip_blanks();
            if !self.take(b',') {
                return self.take(b'}').then(|| table.into_entries());
            }
        }
    }

    /// Digits, with a point or without.
    fn number(&mut self) -> Option<TomlValue<'a>> {
        let start = self.at;
        let whole = self.run(|byte| byte.is_ascii_digit());
        (whole.len() == 1 || !whole.starts_with('0')).then_some(())?;
        let value = if self.take(b'.') {
            let part = self.run(|byte| byte.is_ascii_digit());
            (!part.is_empty()).then_some(())?;
            TomlValue::Float(Cow::Borrowed(&self.text[start..self.at]))
        } else {
            TomlValue::Integer(Cow::Borrowed(whole), 10)
        };
        self.ends_word().then_some(value)
    }

    fn switch(&mut self) -> Option<bool> {
        let word = self.run(|byte| byte.is_ascii_alphanumeric());
        let value = word == "true";
        ((value || word == "false") && self.ends_word()).then_some(value)
    }

    /// Whether nothing follows here that would belong to a number or a word.
    fn ends_word(&self) -> bool {
        matches!(self.peek(), None | Some(b' ' | b'\t' | b'\n' | b',' | b']' | b'}' | b'#'))
    }
}

/// Whether a byte belongs to a letter, not to a control character or the end of a line.
const fn is_letter(byte: u8) -> bool {
    byte >= b' ' && byte != 0x7f || byte == b'\t'
}

#[cfg(test)]
mod tests;
