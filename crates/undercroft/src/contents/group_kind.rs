//! Kinds of groups: inhabitants that belong together.

use std::sync::Arc;

use super::constraint::ConditionList;
use super::sentence::Sentence;
use crate::fraction::Fraction;

/// A kind of inhabitants, such as salvagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupKind {
    /// The noun for one of them, without article.
    pub one: String,
    /// The noun for several.
    pub many: String,
    /// How many there are, least and most. [Limits: 1 <= min <= max <= 60]
    pub count: [u32; 2],
    /// Danger of one member. [Unit: points] [Limits: 5..=200]
    pub cost: u32,
    /// What they may feel.
    pub mood: Vec<String>,
    /// Difficulty of their home, least and greatest.
    pub at: [Fraction; 2],
    /// What their rooms should be like.
    pub wants: ConditionList,
    /// How often they are chosen, against the others of the table. [Limits: 1..=1000]
    pub weight: u32,
    /// Whether they do no harm.
    pub peaceful: bool,
    /// Notes about their rooms.
    pub notes: Vec<Arc<Sentence>>,
}
