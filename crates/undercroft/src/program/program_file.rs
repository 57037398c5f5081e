//! Reads a program: TOML, with the position of every mistake.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Footprint, Program, ProgramRoom};
use crate::parser_words::reword_toml;

/// The most rooms of a list.
const MOST_ROOMS: usize = 64;
/// The longest word for a purpose.
const LONGEST_PURPOSE: usize = 40;
/// Longest side of a room in per cent of its shortest, where a program gives none.
pub const DEFAULT_ASPECT: i64 = 250;
/// The same for halls and galleries.
const HALL_ASPECT: i64 = 600;
const ROOM_KEYS: &str = "need purpose, area, beside, private, outer, max_aspect or repeat";

/// A program cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{line}:{column}: {message}")]
pub struct ProgramError {
    /// The name of the file.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what is needed.
    pub message: String,
}

type Key<'a> = Spanned<DeString<'a>>;
type Item<'a> = Spanned<DeValue<'a>>;

/// Reads a program. `name` is for messages.
///
/// # Errors
/// At the first mistake.
pub fn parse(name: &str, text: &str) -> Result<Program, ProgramError> {
    Reader { name, text }.program()
}

/// A text and its name.
struct Reader<'a> {
    name: &'a str,
    text: &'a str,
}

/// A room with the place of its request for a neighbour.
struct ReadRoom {
    room: ProgramRoom,
    beside_at: usize,
}

impl Reader<'_> {
    fn program(&self) -> Result<Program, ProgramError> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let (line, column, message) = reword_toml(self.text, &error);
            ProgramError { name: self.name.to_owned(), line, column, message }
        })?;
        let mut program = Program::default();
        let mut entries: Vec<(&Key, &Item)> = table.get_ref().iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, item) in entries {
            match key.get_ref().as_ref() {
                "footprint" => program.footprints = self.footprints(key, item)?,
                "cellar" => program.cellar = self.storey(key, item)?,
                "ground" => program.ground = self.storey(key, item)?,
                "upper" => program.upper = self.storey(key, item)?,
                "top" => program.top = self.storey(key, item)?,
                _ => return Err(self.at(key, "unknown key; need footprint, cellar, ground, upper or top")),
            }
        }
        if program.ground.is_empty() {
            return Err(self.error(0, "ground: a program has a list of rooms for the ground floor".to_owned()));
        }
        if program.footprints.iter().all(|&weight| weight == 0) {
            program.footprints[Footprint::Rect as usize] = 1;
        }
        Ok(program)
    }

    fn footprints(&self, key: &Key, item: &Item) -> Result<[u32; Footprint::ALL.len()], ProgramError> {
        let DeValue::Table(table) = item.get_ref() else {
            return Err(self.at(key, "need weights, such as { rect = 3, l = 1 }"));
        };
        let mut weights = [0; Footprint::ALL.len()];
        for (key, item) in table {
            let Some(footprint) = Footprint::ALL.iter().position(|kind| kind.name() == key.get_ref().as_ref()) else {
                return Err(self.at(key, "unknown footprint; need rect, l, t, u, court or round"));
            };
            weights[footprint] = self.integer(key, item, 0, 1_000)? as u32;
        }
        if weights.iter().all(|&weight| weight == 0) {
            return Err(self.at(key, "all weights are 0; raise one of them"));
        }
        Ok(weights)
    }

    fn storey(&self, key: &Key, item: &Item) -> Result<Vec<ProgramRoom>, ProgramError> {
        let DeValue::Array(items) = item.get_ref() else { return Err(self.at(key, "need a list of rooms")) };
        if items.is_empty() || items.len() > MOST_ROOMS {
            return Err(self.at(key, &format!("need 1 to {MOST_ROOMS} rooms, got {}", items.len())));
        }
        let read: Vec<ReadRoom> = items.iter().map(|item| self.room(item)).collect::<Result<_, _>>()?;
        for (i, ReadRoom { room, beside_at }) in read.iter().enumerate() {
            let others = || read.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, read)| &read.room.purpose);
            if let Some(beside) = room.beside.as_ref().filter(|beside| others().all(|purpose| purpose != *beside)) {
                return Err(self.error(*beside_at, format!("beside: no room {beside:?} on this storey")));
            }
        }
        if read[0].room.is_court() {
            return Err(self.at(key, "the first room cannot be a court; the front door and the stairs are in it"));
        }
        Ok(read.into_iter().map(|read| read.room).collect())
    }

    fn room(&self, item: &Item) -> Result<ReadRoom, ProgramError> {
        let start = item.span().start;
        let DeValue::Table(table) = item.get_ref() else {
            return Err(self.error(start, "need a room, such as { purpose = \"hall\", area = 20 }".to_owned()));
        };
        let (mut purpose, mut area, mut beside, mut beside_at) = (None, None, None, start);
        let (mut private, mut outer, mut repeat, mut max_aspect) = (false, false, false, None);
        let mut entries: Vec<(&Key, &Item)> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, item) in entries {
            match key.get_ref().as_ref() {
                "purpose" => purpose = Some(self.purpose(key, item)?),
                "area" => area = Some(self.integer(key, item, 4, 4_096)?),
                "beside" => (beside, beside_at) = (Some(self.purpose(key, item)?), key.span().start),
                "private" => private = self.bool(key, item)?,
                "outer" => outer = self.bool(key, item)?,
                "repeat" => repeat = self.bool(key, item)?,
                "max_aspect" => max_aspect = Some(self.integer(key, item, 100, 800)?),
                _ => return Err(self.at(key, &format!("unknown key; {ROOM_KEYS}"))),
            }
        }
        let missing = |what: &str| self.error(start, format!("{what}: a room has one; {ROOM_KEYS}"));
        let purpose = purpose.ok_or_else(|| missing("purpose"))?;
        let area = area.ok_or_else(|| missing("area"))?;
        let max_aspect = max_aspect.unwrap_or(if is_long(&purpose) { HALL_ASPECT } else { DEFAULT_ASPECT });
        Ok(ReadRoom { room: ProgramRoom { purpose, area, beside, private, outer, max_aspect, repeat }, beside_at })
    }

    fn purpose(&self, key: &Key, item: &Item) -> Result<String, ProgramError> {
        let is_word = |text: &str| {
            let letters = text.chars().all(|letter| letter.is_alphanumeric() || " '-".contains(letter));
            letters && !text.trim().is_empty() && text.trim() == text && text.chars().count() <= LONGEST_PURPOSE
        };
        match item.get_ref() {
            DeValue::String(text) if is_word(text) => Ok(text.to_string()),
            _ => Err(self.at(key, &format!("need a word of at most {LONGEST_PURPOSE} letters, such as \"kitchen\""))),
        }
    }

    fn integer(&self, key: &Key, item: &Item, min: i64, max: i64) -> Result<i64, ProgramError> {
        let number = match item.get_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        number.filter(|number| (min..=max).contains(number)).ok_or_else(|| {
            let got = self.text.get(item.span()).unwrap_or_default();
            let got: String = got.chars().take(LONGEST_PURPOSE).collect();
            self.at(key, &format!("need a whole number from {min} to {max}, got {got}"))
        })
    }

    fn bool(&self, key: &Key, item: &Item) -> Result<bool, ProgramError> {
        match item.get_ref() {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(self.at(key, "need true or false")),
        }
    }

    /// The error about the value of a key.
    fn at(&self, key: &Key, message: &str) -> ProgramError {
        let name: String = key.get_ref().chars().take(LONGEST_PURPOSE).collect();
        self.error(key.span().start, format!("{name}: {message}"))
    }

    fn error(&self, offset: usize, message: String) -> ProgramError {
        let before = self.text.get(..offset).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        ProgramError { name: self.name.to_owned(), line, column, message }
    }
}

/// Whether rooms of this purpose are long by nature.
fn is_long(purpose: &str) -> bool {
    ["hall", "gallery", "landing"].contains(&purpose)
}
