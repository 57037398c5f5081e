//! A template file, cut into blocks: header lines and a drawing each. Nothing is understood here but the layout.

use super::TemplateError;

/// A line of a header: `key: value`.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Line in the file, from 1.
    pub line: usize,
    /// Column of the value, from 1.
    pub column: usize,
    /// What stands before the colon.
    pub key: &'a str,
    /// What stands after it, without spaces round it.
    pub value: &'a str,
}

/// A header and what is drawn below it.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    /// The file, for messages.
    pub file: &'a str,
    /// The header; the first entry is `name` or `group`.
    pub entries: Vec<Entry<'a>>,
    /// Line of the drawing's first row.
    pub first_row: usize,
    /// The rows of the drawing.
    pub rows: Vec<&'a str>,
}

/// Cuts a text into blocks.
pub fn blocks<'a>(file: &'a str, text: &'a str) -> Result<Vec<Block<'a>>, TemplateError> {
    let mut blocks: Vec<Block> = Vec::new();
    // Whether the last line was a row of a drawing, so that the next one belongs to it.
    let mut drawing = false;
    for (index, line) in text.lines().enumerate() {
        let (line, number) = (line.trim_end(), index + 1);
        if line.is_empty() || line.starts_with(';') {
            drawing &= !line.is_empty();
            continue;
        }
        match entry(line, number) {
            Some(entry) if matches!(entry.key, "name" | "group") => {
                blocks.push(Block { file, entries: vec![entry], first_row: 0, rows: Vec::new() });
                drawing = false;
            }
            Some(entry) => {
                let open = blocks.last_mut().filter(|block| block.rows.is_empty());
                let stray =
                    || TemplateError::new(file, (number, 1), "a header stands above its drawing, after its `name:`");
                open.ok_or_else(stray)?.entries.push(entry);
            }
            None => {
                let block = blocks.last_mut().filter(|block| drawing || block.rows.is_empty());
                let stray = || TemplateError::new(file, (number, 1), "a drawing needs a header with `name:` above it");
                let block = block.ok_or_else(stray)?;
                if block.rows.is_empty() {
                    block.first_row = number;
                }
                block.rows.push(line);
                drawing = true;
            }
        }
    }
    Ok(blocks)
}

/// A header entry, if the line is one: a word in small letters and a colon.
fn entry(line: &str, number: usize) -> Option<Entry<'_>> {
    let (key, value) = line.split_once(':')?;
    let is_word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase());
    let column = || line.chars().count() - value.trim_start().chars().count() + 1;
    is_word.then(|| Entry { line: number, column: column(), key, value: value.trim() })
}

impl<'a> Block<'a> {
    /// The name of the template or group.
    pub fn name(&self) -> &'a str {
        self.entries[0].value
    }

    /// The line that the block begins on.
    pub fn line(&self) -> usize {
        self.entries[0].line
    }

    /// Whether it is a group.
    pub fn is_group(&self) -> bool {
        self.entries[0].key == "group"
    }

    /// An error at a line of the header, in the column of its value.
    pub fn error(&self, line: usize, rule: impl Into<String>) -> TemplateError {
        let column = self.entries.iter().find(|entry| entry.line == line).map_or(0, |entry| entry.column);
        TemplateError::new(self.file, (line, column), rule)
    }

    /// The only entry with this key, if there is one.
    pub fn entry(&self, key: &str) -> Result<Option<&Entry<'a>>, TemplateError> {
        let mut entries = self.entries.iter().filter(|entry| entry.key == key);
        let first = entries.next();
        match entries.next() {
            Some(second) => Err(self.error(second.line, format!("`{key}:` stands in this header twice"))),
            None => Ok(first),
        }
    }

    /// A whole number from 0 to `most`, or the default where the header has no such entry.
    pub fn number(&self, key: &str, most: u32, default: u32) -> Result<u32, TemplateError> {
        let Some(entry) = self.entry(key)? else { return Ok(default) };
        let number = entry.value.parse().ok().filter(|&number| number <= most);
        let refuse =
            || self.error(entry.line, format!("{key}: need a whole number from 0 to {most}, got {:?}", entry.value));
        number.ok_or_else(refuse)
    }

    /// `yes` or `no`; `no` where the header has no such entry.
    pub fn switch(&self, key: &str) -> Result<bool, TemplateError> {
        let Some(entry) = self.entry(key)? else { return Ok(false) };
        match entry.value {
            "yes" => Ok(true),
            "no" => Ok(false),
            other => Err(self.error(entry.line, format!("{key}: need yes or no, got {other:?}"))),
        }
    }

    /// Refuses entries that the block's kind does not have.
    pub fn only(&self, keys: &[&str]) -> Result<(), TemplateError> {
        let Some(entry) = self.entries.iter().find(|entry| !keys.contains(&entry.key)) else { return Ok(()) };
        Err(self.error(entry.line, format!("{}: there is no such entry; known are {}", entry.key, keys.join(", "))))
    }
}
