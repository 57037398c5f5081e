//! Why a file could not be read: one sentence, with the place.

use std::fmt;

/// Why a file could not be read, as one sentence that names the file and the place in it.
///
/// ```text
/// hall.txt:3:7: unknown character 'q'; dungeon text knows …
/// hall.json:41:9: rooms[3].z: there is no level 7
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    file: Option<String>,
    place: FilePosition,
    problem: String,
}

/// Where in a file something is wrong. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilePosition {
    /// The file as a whole.
    File,
    /// A line.
    Line(usize),
    /// A character.
    Character {
        /// Its line.
        line: usize,
        /// Its column.
        column: usize,
    },
    /// A value in a JSON document.
    Value {
        /// Its path, as in `rooms[3].floor[0]`.
        path: String,
        /// Its line.
        line: usize,
        /// Its column.
        column: usize,
    },
}

impl ReadError {
    /// A problem with the file as a whole.
    pub fn new(problem: impl Into<String>) -> Self {
        Self::at(FilePosition::File, problem)
    }

    /// A problem with one line.
    pub fn on_line(line: usize, problem: impl Into<String>) -> Self {
        Self::at(FilePosition::Line(line), problem)
    }

    /// A problem at a place.
    pub fn at(place: FilePosition, problem: impl Into<String>) -> Self {
        Self { file: None, place, problem: problem.into() }
    }

    /// The same error with the name of the file it is about.
    pub fn in_file(mut self, name: Option<&str>) -> Self {
        self.file = name.map(str::to_owned);
        self
    }

    /// Where it is.
    pub const fn place(&self) -> &FilePosition {
        &self.place
    }

    /// What is wrong, without the place.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or("input");
        let problem = &self.problem;
        match &self.place {
            FilePosition::File => write!(f, "{file}: {problem}"),
            FilePosition::Line(line) => write!(f, "{file}:{line}: {problem}"),
            FilePosition::Character { line, column } => write!(f, "{file}:{line}:{column}: {problem}"),
            FilePosition::Value { path, line, column } => write!(f, "{file}:{line}:{column}: {path}: {problem}"),
        }
    }
}

impl std::error::Error for ReadError {}
