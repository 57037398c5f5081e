//! Room templates: rooms drawn in ASCII, with the places where they may or must be entered.
//!
//! ```text
//!     name: tee        . floor    # wall    + optional socket    A to Z required socket    space: not part of the room
//!     #####
//!     A...B            A socket points away from its only floor neighbour; beyond it the drawing is empty.
//!     ##.##            The same letter on neighbouring cells of a wall is one wide required socket.
//!      #C#
//! ```
//!
//! A file holds any number of templates and author-made groups, each with a short header; `;` begins a comment line.
//! [`Pool::parse`] reads files, checks every rule and names file, line and column where one is broken; what comes out is
//! never changed again. Rooms are turned by quarter turns and, where the header has `mirror: yes`, mirrored; sockets
//! turn along because they are part of the drawing.

mod block;
mod candidate;
mod error;
mod group;
mod oriented;
mod pool;
mod rule;
mod shipped;
mod template_sheet;

pub use candidate::{Candidate, CandidatePart, OrientedCandidate};
pub use error::TemplateError;
pub use group::{TemplateGroup, TemplateMember};
pub use oriented::{OrientedTemplate, TemplateSocket};
pub(crate) use oriented::{along_wall, oriented_id};
pub use pool::Pool;
pub(crate) use shipped::shipped_template_has_tag;
pub use shipped::{SETS, ShippedSet, is_shipped_corridor};
pub use template_sheet::sheet;

use undercroft_grid::{Grid, Symmetry};

use crate::dungeon::Role;

/// Whether a text is a template file: its first line that is no comment names a template or group.
///
/// ```
/// use undercroft::template::is_template;
///
/// assert!(is_template("; my rooms\nname: cell\n###\n#.+\n###"));
/// assert!(!is_template("###\n#.+\n###"));
/// ```
pub fn is_template(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with(';'));
    first.is_some_and(|line| line.starts_with("name:") || line.starts_with("group:"))
}

/// Longest side of a drawing. [Unit: cells]
pub const LARGEST_DRAWING: i32 = 64;
/// Cells of the widest required socket: a door has no more.
pub const WIDEST_SOCKET: i32 = 4;

/// What is drawn on a cell of a template.
///
/// ```
/// use undercroft::template::TemplateGlyph;
///
/// assert_eq!(TemplateGlyph::from_char('B'), Some(TemplateGlyph::Required('B')));
/// assert!(TemplateGlyph::Socket.is_socket() && !TemplateGlyph::Wall.is_socket());
/// assert_eq!(TemplateGlyph::Socket.to_char(), '+');
/// assert_eq!(TemplateGlyph::from_char('?'), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateGlyph {
    /// Not part of the room.
    Nothing,
    /// Wall.
    Wall,
    /// Floor.
    Floor,
    /// Wall that may be opened.
    Socket,
    /// Wall that must be opened, with its letter.
    Required(char),
}

impl TemplateGlyph {
    /// The glyph that a character of a drawing stands for.
    pub const fn from_char(letter: char) -> Option<Self> {
        Some(match letter {
            ' ' => Self::Nothing,
            '#' => Self::Wall,
            '.' => Self::Floor,
            '+' => Self::Socket,
            'A'..='Z' => Self::Required(letter),
            _ => return None,
        })
    }

    /// Its character.
    pub const fn to_char(self) -> char {
        match self {
            Self::Nothing => ' ',
            Self::Wall => '#',
            Self::Floor => '.',
            Self::Socket => '+',
            Self::Required(letter) => letter,
        }
    }

    /// Whether a door may be put here.
    pub const fn is_socket(self) -> bool {
        matches!(self, Self::Socket | Self::Required(_))
    }
}

/// How often something may be placed, and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// How likely it is, compared with the others; 0 where only groups or a role call for it. [Limits: 0..=1000]
    pub weight: u32,
    /// At least this many in each dungeon.
    pub min: u32,
    /// At most this many, if there is a limit.
    pub max: Option<u32>,
}

/// A room as its author drew it.
///
/// ```
/// use undercroft::template::Pool;
///
/// let pool = Pool::parse_loose(&[("rooms.txt", "name: cell\nweight: 3\ntags: small\n###\n#.+\n###")])?;
/// let cell = &pool.templates()[0];
/// assert_eq!((cell.name.as_str(), cell.quota.weight), ("cell", 3));
/// assert!(cell.has_tag("small"));
/// // Four quarter turns look different; mirroring adds nothing.
/// assert_eq!(cell.symmetries().len(), 4);
/// # Ok::<(), undercroft::template::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomTemplate {
    /// Its name, unique in its pool.
    pub name: String,
    /// How often it is wanted.
    pub quota: Quota,
    /// Whether it may be mirrored.
    pub mirror: bool,
    /// Words for people and programs: `tee`, `corridor`.
    pub tags: Vec<String>,
    /// What it is for.
    pub roles: Vec<Role>,
    /// The drawing.
    pub drawing: Grid<TemplateGlyph>,
}

impl RoomTemplate {
    /// The drawing, mirrored and turned.
    pub fn turned(&self, symmetry: Symmetry) -> Grid<TemplateGlyph> {
        symmetry.grid(&self.drawing)
    }

    /// The symmetries under which it may be placed and looks different each time.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let mut seen: Vec<Grid<TemplateGlyph>> = Vec::new();
        let allowed = Symmetry::ALL.into_iter().filter(|symmetry| self.mirror || !symmetry.is_mirrored());
        let is_new = |symmetry: &Symmetry| {
            // Letters only name sockets: two drawings that differ by them alone are the same room.
            let plain = self
                .turned(*symmetry)
                .map(|glyph| if glyph.to_char() > '@' { TemplateGlyph::Required('A') } else { *glyph });
            let is_new = !seen.contains(&plain);
            seen.push(plain);
            is_new
        };
        allowed.filter(is_new).collect()
    }

    /// Whether its header or one of its tags has this word.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|word| word == tag)
    }

    /// Whether it has all of these tags.
    pub fn has_tags(&self, tags: &[String]) -> bool {
        tags.iter().all(|tag| self.has_tag(tag))
    }

    /// Whether it has this role.
    pub fn has_role(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }
}

#[cfg(test)]
mod tests;
