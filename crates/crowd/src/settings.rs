//! How a crowd moves.

use crate::{CrowdError, Offset};

/// A search holds some 20 bytes for each actor and step of its budget; more than this no machine holds for a crowd.
const MAX_SEARCH_BUDGET: u32 = 1_000_000;

/// The rule by which actors share the sub-cell grid.
///
/// ```
/// use undercroft_crowd::Mode;
///
/// assert_eq!(Mode::AntiCross.name(), "anti-cross");
/// assert!(Mode::Flow.forbids_crossing() && !Mode::Basic3.forbids_crossing());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Mode {
    /// A step takes the whole 2×2 block round it, if it can.
    Square,
    /// A diagonal step takes one of the two sub-cells beside it.
    Diagonal,
    /// No diagonal steps.
    NoDiagonal,
    /// A diagonal step may not cross another's.
    AntiCross,
    /// One of the best three steps, and never away from the end of the leg.
    Basic3,
    /// Both of the last two.
    Basic3AntiCross,
    /// Every actor steps at once, and yields to those who have waited longest.
    #[default]
    Flow,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Self; 7] = [
        Self::Square,
        Self::Diagonal,
        Self::NoDiagonal,
        Self::AntiCross,
        Self::Basic3,
        Self::Basic3AntiCross,
        Self::Flow,
    ];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Diagonal => "diagonal",
            Self::NoDiagonal => "no-diagonal",
            Self::AntiCross => "anti-cross",
            Self::Basic3 => "basic3",
            Self::Basic3AntiCross => "basic3-anti-cross",
            Self::Flow => "flow",
        }
    }

    /// Whether two actors can never cross on the two diagonals of one block.
    pub const fn forbids_crossing(self) -> bool {
        !matches!(self, Self::Basic3)
    }
}

/// What an actor in the square mode does where others own a part of its block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum BlockRule {
    /// It takes a single step, as in anti-cross.
    #[default]
    Single,
    /// It waits for a block, and until no one on the move is beside the sub-cell it steps to. It takes a single step only
    /// where walls or parked actors leave no room, or when it has got no nearer for long.
    Wait,
}

impl BlockRule {
    /// Every rule.
    pub const ALL: [Self; 2] = [Self::Single, Self::Wait];
}

/// Which neighbours a flow steps to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Steps {
    /// The orthogonal ones, as in the multi-agent path finding literature.
    Four,
    /// The diagonal ones too.
    #[default]
    Eight,
}

/// How a crowd moves. The seed and these decide a run.
///
/// ```
/// use undercroft_crowd::{CrowdSettings, Mode};
///
/// let mut settings = CrowdSettings::new(Mode::Flow);
/// settings.n = 2;
/// settings.seed = 7;
/// assert_eq!(settings.search_budget, CrowdSettings::default().search_budget);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields, default))]
#[non_exhaustive]
pub struct CrowdSettings {
    /// Sub-cells a side of a cell. [Limits: 1..=3]
    pub n: u8,
    /// Where the sub-cell grid is shifted.
    pub offset: Offset,
    /// The rule.
    pub mode: Mode,
    /// In the square mode: what to do where there is no room for a block.
    pub block: BlockRule,
    /// Reserve the next step from the middle of this one on.
    pub early: bool,
    /// Let steps away from the waypoint be candidates too.
    pub allow_backward: bool,
    /// In the basic3 modes: take the best step when the distance rule leaves none.
    pub fallback: bool,
    /// Waiting ticks before a new plan; twice as many before the next, and so on. [Limits: at least 1]
    pub replan_after: u32,
    /// The most paths planned in one tick. [Limits: at least 1]
    pub plans_per_tick: u32,
    /// Sub-cells a tick whose distances to goals a flow computes; whoever has no distances yet waits. [Limits: at
    /// least 1]
    pub distances_per_tick: u32,
    /// The neighbours a flow steps to.
    pub flow_steps: Steps,
    /// Steps of the whole crowd that a flow's search may try when it stalls. [Limits: 1..=1,000,000]
    pub search_budget: u32,
    /// Breaks ties in a flow.
    pub seed: u64,
}

impl Default for CrowdSettings {
    fn default() -> Self {
        Self {
            n: 1,
            offset: Offset::None,
            mode: Mode::default(),
            block: BlockRule::default(),
            early: false,
            allow_backward: false,
            fallback: false,
            replan_after: 16,
            plans_per_tick: 32,
            distances_per_tick: 1 << 16,
            flow_steps: Steps::default(),
            search_budget: 5000,
            seed: 0,
        }
    }
}

impl CrowdSettings {
    /// The default settings with this mode.
    pub fn new(mode: Mode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// Whether all numbers are within their limits; the sub-cell grid checks n.
    pub(crate) fn check(&self) -> Result<(), CrowdError> {
        let numbers = [
            ("replan_after", self.replan_after),
            ("plans_per_tick", self.plans_per_tick),
            ("distances_per_tick", self.distances_per_tick),
            ("search_budget", self.search_budget),
        ];
        if self.search_budget > MAX_SEARCH_BUDGET {
            let got = self.search_budget.into();
            return Err(CrowdError::Setting { field: "search_budget", need: "at most 1000000", got });
        }
        match numbers.into_iter().find(|&(_, got)| got == 0) {
            Some((field, got)) => Err(CrowdError::Setting { field, need: "at least 1", got: got.into() }),
            None => Ok(()),
        }
    }
}
