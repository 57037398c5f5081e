//! References in texts: `{room:12}` names a room by its id and is written out as its number.
//!
//! Notes, the hook and rumors keep references, so that texts stay true when rooms are numbered again. This is the only
//! place that reads them and the only one that writes them out. `{{` and `}}` are braces.

use std::fmt;

use super::{DoorId, Dungeon, LinkId, RoomId};

/// What a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A room, written as its number.
    Room(RoomId),
    /// A link, written as the number of its far room, which is the deeper one.
    Link(LinkId),
    /// A door, written as the number of its room.
    Door(DoorId),
    /// A group, written as the word for one of them or for several.
    Group(u32),
    /// A feature, written as its kind.
    Feature(u32),
    /// A spawn, written as its name or its kind.
    Spawn(u32),
    /// A level, written as its name.
    Level(i32),
    /// The key of the room.
    Key,
}

impl Reference {
    /// The reference that stands between two braces.
    fn parse(name: &str) -> Option<Self> {
        if name == "key" {
            return Some(Self::Key);
        }
        let (kind, id) = name.split_once(':')?;
        match kind {
            "room" => Some(Self::Room(RoomId(number(id)?))),
            "link" => Some(Self::Link(LinkId(number(id)?))),
            "door" => Some(Self::Door(DoorId(number(id)?))),
            "group" => number(id).map(Self::Group),
            "feature" => number(id).map(Self::Feature),
            "spawn" => number(id).map(Self::Spawn),
            "level" => height(id).map(Self::Level),
            _ => None,
        }
    }
}

impl Reference {
    /// The reference to the same thing where it has another id, by kind; `None` where it is gone.
    pub fn renumbered(self, new_id: impl Fn(&str, u32) -> Option<u32>) -> Option<Self> {
        Some(match self {
            Self::Room(id) => Self::Room(RoomId(new_id("room", id.0)?)),
            Self::Link(id) => Self::Link(LinkId(new_id("link", id.0)?)),
            Self::Door(id) => Self::Door(DoorId(new_id("door", id.0)?)),
            Self::Group(id) => Self::Group(new_id("group", id)?),
            Self::Feature(id) => Self::Feature(new_id("feature", id)?),
            Self::Spawn(id) => Self::Spawn(new_id("spawn", id)?),
            Self::Level(_) | Self::Key => self,
        })
    }
}

/// As it stands in a text, braces included.
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(id) => write!(f, "{{room:{id}}}"),
            Self::Link(id) => write!(f, "{{link:{id}}}"),
            Self::Door(id) => write!(f, "{{door:{id}}}"),
            Self::Group(id) => write!(f, "{{group:{id}}}"),
            Self::Feature(id) => write!(f, "{{feature:{id}}}"),
            Self::Spawn(id) => write!(f, "{{spawn:{id}}}"),
            Self::Level(z) => write!(f, "{{level:{z}}}"),
            Self::Key => f.write_str("{key}"),
        }
    }
}

/// The references of a text, in order. What stands between braces and is no reference, or is a single brace, is an
/// error that holds that piece of the text.
pub fn references(text: &str) -> impl Iterator<Item = Result<Reference, &str>> {
    pieces(text).filter_map(|piece| match piece {
        Piece::Reference(_, reference) => Some(Ok(reference)),
        Piece::Broken(piece) => Some(Err(piece)),
        Piece::Letters(_) | Piece::Brace(_) => None,
    })
}

/// The text with other references; `None` where one has no other. All else stays as it is.
pub fn replace_references(text: &str, replace: impl Fn(Reference) -> Option<Reference>) -> Option<String> {
    pieces(text)
        .map(|piece| match piece {
            Piece::Reference(_, reference) => replace(reference).map(|reference| reference.to_string()),
            Piece::Letters(piece) | Piece::Brace(piece) | Piece::Broken(piece) => Some(piece.to_owned()),
        })
        .collect()
}

impl Dungeon {
    /// A text with its references written out, as people read it: the first letter and those after a full stop, `!` or `?`
    /// become capitals. A reference that names nothing stays as it is.
    ///
    /// ```
    /// let mut crypt = undercroft::generate("crypt", 4)?;
    /// crypt.rooms[2].number = Some(7);
    /// assert_eq!(crypt.write_out("Boot prints lead to {room:2}."), "Boot prints lead to 7.");
    /// crypt.rooms[2].number = None;
    /// assert_eq!(crypt.write_out("Boot prints lead to {room:2}."), "Boot prints lead to room 2.");
    /// assert_eq!(crypt.write_out("{{{room:999}}}"), "{{room:999}}");
    /// # Ok::<(), undercroft::Error>(())
    /// ```
    pub fn write_out(&self, text: &str) -> String {
        let mut plain = String::with_capacity(text.len());
        for piece in pieces(text) {
            match piece {
                Piece::Letters(piece) | Piece::Broken(piece) => plain.push_str(piece),
                Piece::Brace(pair) => plain.push_str(&pair[1..]),
                Piece::Reference(piece, reference) => {
                    plain.push_str(self.words_for(reference).as_deref().unwrap_or(piece));
                }
            }
        }
        in_sentence_case(plain)
    }

    /// What people read for a reference; `None` where it names nothing.
    fn words_for(&self, reference: Reference) -> Option<String> {
        match reference {
            Reference::Room(id) => self.room_words(id),
            Reference::Link(id) => {
                let [a, b] = self.links.get(id.index())?.rooms;
                let depth = |id: RoomId| Some(self.rooms.get(id.index())?.depth);
                self.room_words(if depth(a)? > depth(b)? { a } else { b })
            }
            Reference::Door(id) => self.room_words(self.doors.get(id.index())?.room?),
            Reference::Group(id) => {
                let group = self.groups.get(id as usize)?;
                Some(if group.count == 1 { group.one.clone() } else { group.many.clone() })
            }
            Reference::Feature(id) => Some(self.features.get(id as usize)?.kind.replace('-', " ")),
            Reference::Spawn(id) => {
                let spawn = self.spawns.get(id as usize)?;
                Some(spawn.name.clone().unwrap_or_else(|| spawn.kind.name().to_owned()))
            }
            Reference::Level(z) => {
                let level = self.level(z)?;
                Some(if level.name.is_empty() { format!("level {z}") } else { level.name.clone() })
            }
            Reference::Key => Some("key".to_owned()),
        }
    }

    fn room_words(&self, id: RoomId) -> Option<String> {
        let room = self.rooms.get(id.index())?;
        Some(room.number.map_or_else(|| format!("room {id}"), |number| number.to_string()))
    }
}

/// The text with capitals at the beginning of its sentences.
fn in_sentence_case(text: String) -> String {
    if has_sentence_case(&text) {
        return text;
    }
    let mut begins = true;
    let mut cased = String::with_capacity(text.len());
    for letter in text.chars() {
        if begins {
            cased.extend(letter.to_uppercase());
        } else {
            cased.push(letter);
        }
        begins = begins && letter.is_whitespace() || matches!(letter, '.' | '!' | '?');
    }
    cased
}

/// Whether no letter has to become a capital. Most texts are written so, and their bytes tell it.
fn has_sentence_case(text: &str) -> bool {
    let mut begins = true;
    text.bytes().all(|byte| {
        let stays = !begins || (byte.is_ascii() && !byte.is_ascii_lowercase());
        begins = begins && byte.is_ascii_whitespace() || matches!(byte, b'.' | b'!' | b'?');
        stays
    })
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    /// Letters without braces.
    Letters(&'a str),
    /// Two braces that stand for one.
    Brace(&'a str),
    /// A reference, as it is written.
    Reference(&'a str, Reference),
    /// A brace that is none of these, with what it encloses.
    Broken(&'a str),
}

/// The pieces of a text; joined they are the text.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let brace = rest.bytes().position(|byte| matches!(byte, b'{' | b'}')).unwrap_or(rest.len());
        let length = if brace > 0 { brace } else { braced_length(rest) };
        let (piece, after) = rest.split_at(length);
        rest = after;
        match piece.as_bytes().first()? {
            b'{' | b'}' => Some(braced(piece)),
            _ => Some(Piece::Letters(piece)),
        }
    })
}

/// How many bytes belong together at the start of a text that starts with a brace: a pair, a pair with what it encloses,
/// or what stands before the next brace.
fn braced_length(text: &str) -> usize {
    if text.starts_with("{{") || text.starts_with("}}") {
        return 2;
    }
    if !text.starts_with('{') {
        return text.len().min(1);
    }
    match text[1..].find(['{', '}']) {
        Some(before) if text[1 + before..].starts_with('}') => before + 2,
        Some(before) => before + 1,
        None => text.len(),
    }
}

fn braced(piece: &str) -> Piece<'_> {
    if matches!(piece, "{{" | "}}") {
        return Piece::Brace(piece);
    }
    let name = piece.strip_prefix('{').and_then(|piece| piece.strip_suffix('}'));
    name.and_then(Reference::parse).map_or(Piece::Broken(piece), |reference| Piece::Reference(piece, reference))
}

/// An id in decimal digits, and nothing else.
fn number(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// The height of a level, which may be below ground.
fn height(digits: &str) -> Option<i32> {
    let bare = digits.strip_prefix('-').unwrap_or(digits);
    bare.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
