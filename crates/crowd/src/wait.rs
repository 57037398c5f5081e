//! Why actors wait, and how often.

/// Why an actor that wants to go on stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Wait {
    /// What it needs belongs to others.
    Taken,
    /// The step would cross another actor's.
    AntiCross,
    /// The step would lead farther from the end of the leg.
    Distance,
    /// Walls are all that lies ahead; a new plan will follow.
    Wall,
    /// It has got no nearer to its goal for long, and takes no step aside so that others can pass.
    Stalled,
    /// Its turn to plan has not come.
    Planning,
    /// Walls have cut it off from its destination.
    Unreachable,
}

/// Waiting actors counted by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Waits {
    /// See [`Wait::Taken`].
    pub taken: u64,
    /// See [`Wait::AntiCross`].
    pub anti_cross: u64,
    /// See [`Wait::Distance`].
    pub distance: u64,
    /// See [`Wait::Wall`].
    pub wall: u64,
    /// See [`Wait::Stalled`].
    pub stalled: u64,
    /// See [`Wait::Planning`].
    pub planning: u64,
    /// See [`Wait::Unreachable`].
    pub unreachable: u64,
}

impl Waits {
    pub(crate) const fn add(&mut self, wait: Wait) {
        *match wait {
            Wait::Taken => &mut self.taken,
            Wait::AntiCross => &mut self.anti_cross,
            Wait::Distance => &mut self.distance,
            Wait::Wall => &mut self.wall,
            Wait::Stalled => &mut self.stalled,
            Wait::Planning => &mut self.planning,
            Wait::Unreachable => &mut self.unreachable,
        } += 1;
    }

    /// All waits.
    pub const fn total(&self) -> u64 {
        self.taken + self.anti_cross + self.distance + self.wall + self.stalled + self.planning + self.unreachable
    }
}
