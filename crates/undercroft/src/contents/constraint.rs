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

    /// The conditions without a value that it asks for: itself, or none.
    const fn plain(&self) -> PlainConditions {
        PlainConditions(match self {
            Self::DeadEnd => 1,
            Self::OnPath => 1 << 1,
            Self::OffPath => 1 << 2,
            Self::NearEntrance => 1 << 3,
            Self::Deep => 1 << 4,
            Self::BehindLock => 1 << 5,
            Self::BehindSecret => 1 << 6,
            Self::OuterWall => 1 << 7,
            Self::OnStairs => 1 << 8,
            Self::Water => 1 << 9,
            Self::Large => 1 << 10,
            Self::Small => 1 << 11,
            Self::Shape(_) | Self::Template(_) | Self::Beside(_) | Self::Over(_) | Self::Under(_) => 0,
        })
    }

    /// The purpose that it names.
    pub fn purpose(&self) -> Option<&str> {
        match self {
            Self::Beside(purpose) | Self::Over(purpose) | Self::Under(purpose) => Some(purpose),
            _ => None,
        }
    }
}

/// A set of conditions without a value, a bit each: those that a room meets, or that something asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlainConditions(u16);

impl PlainConditions {
    /// Adds a condition without a value where it holds.
    pub const fn set(&mut self, condition: &Constraint, holds: bool) {
        if holds {
            self.0 |= condition.plain().0;
        }
    }

    /// Whether a condition without a value is in the set.
    pub const fn contains(self, condition: &Constraint) -> bool {
        self.0 & condition.plain().0 != 0
    }

    /// Whether all of the other set are in this one.
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// How many are in both sets.
    pub const fn count_common(self, other: Self) -> u32 {
        (self.0 & other.0).count_ones()
    }
}

/// What a purpose or a group asks for, in the order of its file, none twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionList {
    all: Vec<Constraint>,
    /// Those without a value, which are compared all at once.
    pub plain: PlainConditions,
    has_values: bool,
}

impl ConditionList {
    /// All conditions, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Constraint> {
        self.all.iter()
    }

    /// Those with a value.
    pub fn with_values(&self) -> impl Iterator<Item = &Constraint> {
        let all: &[Constraint] = if self.has_values { &self.all } else { &[] };
        all.iter().filter(|condition| condition.plain() == PlainConditions::default())
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether nothing is asked for.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl FromIterator<Constraint> for ConditionList {
    fn from_iter<I: IntoIterator<Item = Constraint>>(conditions: I) -> Self {
        let mut list = Self::default();
        for condition in conditions {
            if list.all.contains(&condition) {
                continue;
            }
            list.plain.set(&condition, true);
            list.has_values |= condition.plain() == PlainConditions::default();
            list.all.push(condition);
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_without_a_value_has_a_bit_of_its_own() {
        let mut all = PlainConditions::default();
        for (name, condition) in &PLAIN {
            assert!(!all.contains(condition), "{name}");
            all.set(condition, true);
            assert!(all.contains(condition), "{name}");
        }
        assert_eq!(all.count_common(all), PLAIN.len() as u32);
    }

    #[test]
    fn a_list_keeps_its_order_and_parts_conditions_by_their_values() {
        let beside = Constraint::Beside("chapel".to_owned());
        let list: ConditionList =
            [Constraint::Deep, beside.clone(), Constraint::Large, Constraint::Deep].into_iter().collect();
        assert!(list.iter().eq(&[Constraint::Deep, beside.clone(), Constraint::Large]));
        assert!(list.with_values().eq([&beside]));
        assert_eq!((list.len(), list.plain.count_common(list.plain)), (3, 2));
    }
}
