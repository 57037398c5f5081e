//! The part of a recipe that concerns rooms from templates.

use std::sync::Arc;

use super::RecipeError;
use super::build::Fields;
use crate::fraction::Fraction;
use crate::template::{Pool, SETS};

/// How required sockets are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Required {
    /// By rooms that are placed together with the one that asks for them, all or nothing.
    Groups,
    /// Only by rooms that are there already.
    Strict,
}

/// What rooms from templates should be like.
#[derive(Clone, Debug, PartialEq)]
pub struct Templates {
    /// The templates and groups to choose from. Replace it to use your own.
    pub pool: Arc<Pool>,
    /// Width of the map; `None` where the rooms decide. [Unit: cells]
    pub width: Option<i32>,
    /// Height of the map; `None` where the rooms decide. [Unit: cells]
    pub height: Option<i32>,
    /// Floor cells at which placement ends.
    pub floor: u32,
    /// How many walkers place rooms in turn.
    pub walkers: u32,
    /// Rooms that a walker places before it starts anew elsewhere.
    pub rooms_per_walker: u32,
    /// Templates tried at a socket.
    pub attempts: u32,
    /// How much walkers prefer sockets near the centre of mass to chance.
    pub compactness: Fraction,
    /// Turns that each walker gets at most.
    pub iterations: u32,
    /// Turns without a new room after which placement ends.
    pub patience: u32,
    /// How required sockets are met.
    pub required: Required,
    /// Whether corridors join distant parts at unused sockets.
    pub corridors: bool,
}

impl Fields<'_> {
    /// The settings of `templates`.
    pub(super) fn templates(&self) -> Result<Templates, RecipeError> {
        Ok(Templates {
            pool: self.choice("templates.set", &SETS)?.pool(),
            width: self.given("width")?,
            height: self.given("height")?,
            floor: self.whole("templates.floor")?,
            walkers: self.whole("templates.walkers")?,
            rooms_per_walker: self.whole("templates.rooms_per_walker")?,
            attempts: self.whole("templates.attempts")?,
            compactness: self.share("templates.compactness")?,
            iterations: self.whole("templates.iterations")?,
            patience: self.whole("templates.patience")?,
            required: self.choice("templates.required", &[Required::Groups, Required::Strict])?,
            corridors: self.switch("templates.corridors")?,
        })
    }
}
