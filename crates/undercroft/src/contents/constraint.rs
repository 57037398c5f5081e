//! Conditions on rooms: what purposes need and what they and groups prefer.

use super::suggestion::unknown;
use crate::dungeon::Shape;

/// A condition that a room meets or does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// It has one link.
    DeadEnd,
    /// It lies on a shortest path from the entrance to the goal.
    OnPath,
    /// It lies on none.
    OffPath,
    /// Its depth is at most a quarter of the greatest.
    NearEntrance,
    /// Its depth is at least three quarters of the greatest.
    Deep,
    /// It cannot be reached without a key.
    BehindLock,
    /// It is an end of a secret link.
    BehindSecret,
    /// A wall of it faces outside.
    OuterWall,
    /// Stairs begin or end in it.
    OnStairs,
    /// A fifth of its ground is water.
    Water,
    /// It is of the upper third by area.
    Large,
    /// It is of the lower third by area.
    Small,
    /// It has this shape.
    Shape(Shape),
    /// Its template has this tag.
    Template(String),
    /// It is linked to a room of this purpose.
    Beside(String),
    /// A room of this purpose lies below it.
    Over(String),
    /// A room of this purpose lies above it.
    Under(String),
}

/// The conditions without a value.
const PLAIN: [(&str, Constraint); 12] = [
    ("dead-end", Constraint::DeadEnd),
    ("on-path", Constraint::OnPath),
    ("off-path", Constraint::OffPath),
    ("near-entrance", Constraint::NearEntrance),
    ("deep", Constraint::Deep),
    ("behind-lock", Constraint::BehindLock),
    ("behind-secret", Constraint::BehindSecret),
    ("outer-wall", Constraint::OuterWall),
    ("on-stairs", Constraint::OnStairs),
    ("water", Constraint::Water),
    ("large", Constraint::Large),
    ("small", Constraint::Small),
];

/// What stands before the value of the others.
const WITH_VALUE: [&str; 5] = ["shape:", "template:", "beside:", "over:", "under:"];

impl std::fmt::Display for Constraint {
    /// As content tables have it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, value) = self.words();
        write!(f, "{name}{value}")
    }
}

impl Constraint {
    /// Reads a condition as content tables have it. Whether its purpose exists is the caller's to ask.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some((_, plain)) = PLAIN.into_iter().find(|(name, _)| *name == text) {
            return Ok(plain);
        }
        match text.split_once(':').map(|(name, value)| (name, value.trim())) {
            Some((name @ ("template" | "beside" | "over" | "under"), "")) => {
                Err(format!("{name}: has no value; need such as {name}:chapel"))
            }
            Some(("shape", shape)) => Shape::from_name(shape)
                .map(Self::Shape)
                .ok_or_else(|| unknown("shape", shape, Shape::ALL.map(Shape::name))),
            Some(("template", tag)) => Ok(Self::Template(tag.to_owned())),
            Some(("beside", purpose)) => Ok(Self::Beside(purpose.to_owned())),
            Some(("over", purpose)) => Ok(Self::Over(purpose.to_owned())),
            Some(("under", purpose)) => Ok(Self::Under(purpose.to_owned())),
            _ => Err(unknown("constraint", text, PLAIN.into_iter().map(|(name, _)| name).chain(WITH_VALUE))),
        }
    }

    /// What stands before its value, and the value.
    fn words(&self) -> (&'static str, &str) {
        match self {
            Self::Shape(shape) => ("shape:", shape.name()),
            Self::Template(tag) => ("template:", tag),
            Self::Beside(purpose) => ("beside:", purpose),
            Self::Over(purpose) => ("over:", purpose),
            Self::Under(purpose) => ("under:", purpose),
            plain => (PLAIN.iter().find(|(_, other)| other == plain).map_or("", |(name, _)| name), ""),
        }
    }

    /// The purpose that it names.
    pub fn purpose(&self) -> Option<&str> {
        match self {
            Self::Beside(purpose) | Self::Over(purpose) | Self::Under(purpose) => Some(purpose),
            _ => None,
        }
    }
}
