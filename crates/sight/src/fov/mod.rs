//! Field of view: a workspace that is kept between views, so that computing one allocates nothing.

mod beam;
mod bit_runs;
pub(crate) mod bounds;
pub(crate) mod cone;
pub(crate) mod exact;
pub(crate) mod notes;
mod observer;
pub mod oracle;
mod quarter;
mod radius;
mod ray;
mod shadowcast;
pub(crate) mod straddle;
mod survey;
mod text;
mod view;

use std::fmt;
use std::str::FromStr;

use undercroft_grid::{BitGrid, Cell};

use self::beam::Beam;
use self::cone::Cone;
pub use self::observer::{Footprint, FootprintError, Observer, OutsideError};
pub use self::radius::Radius;
pub use self::survey::{LineOfSight, Survey, survey};
pub use self::text::{FovGlyphs, FovText};
pub use self::view::View;
use crate::floor::Floor;

/// Which definition of visibility a view uses.
///
/// ```
/// use undercroft_sight::FovKind;
///
/// assert_eq!("shadowcast".parse(), Ok(FovKind::Shadowcast));
/// assert!("glimpse".parse::<FovKind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FovKind {
    /// A cell is visible when a body of one cell could move to it in a straight line without touching the inside of a
    /// wall. Mutual, and the edge relation of shortest paths.
    #[default]
    Exact,
    /// Symmetric shadowcasting: a free cell is visible when the observer's center sees its center, and a wall is
    /// visible when it is lit. For display and fog of war.
    Shadowcast,
}

/// No kind of field of view has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("need exact or shadowcast, not {0:?}")]
pub struct FovKindError(pub String);

/// The memory of a scan. Make one per thread and keep it: once warm, computing a view allocates nothing.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Floor, Fov, Observer, Radius, View};
///
/// let floor = Floor::new(&BitGrid::new(Size::of(20, 20)));
/// let (mut fov, mut view) = (Fov::new(), View::new(floor.size()));
/// for x in 5..15 {
///     fov.exact(&floor, Observer::one(Cell::new(x, 10)), Some(Radius::cells(1)), &mut view)?;
///     assert_eq!(view.count(), 5);
/// }
/// # Ok::<(), undercroft_sight::OutsideError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Fov {
    cones: Vec<Cone>,
    beams: Vec<Beam>,
    /// The view of one cell of an observer that has several.
    part: Option<View>,
}

impl Fov {
    /// An empty workspace.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many cones and beams the workspace has room for. It grows while the workspace warms up, and then no more.
    pub fn capacity(&self) -> usize {
        self.cones.capacity() + self.beams.capacity()
    }

    /// Writes everything in clear sight of the observer to `view`, in place of what it held.
    ///
    /// An observer of several cells sees what all of its cells see. If one of them is solid, that is nothing. With a
    /// radius, only what is within it of every cell counts.
    ///
    /// # Errors
    /// When a cell of the observer lies outside the map. The view is unchanged then.
    pub fn exact(
        &mut self,
        floor: &Floor,
        observer: Observer,
        radius: Option<Radius>,
        view: &mut View,
    ) -> Result<(), OutsideError> {
        observer.check(floor.size())?;
        view.reset(floor.size());
        if !observer.cells().all(|cell| floor.is_free(cell)) {
            return Ok(());
        }
        exact::look(floor, observer.at, radius, &mut self.cones, view);
        for cell in observer.cells().skip(1) {
            let part = self.part.get_or_insert_with(|| View::new(floor.size()));
            part.reset(floor.size());
            exact::look(floor, cell, radius, &mut self.cones, part);
            view.keep_common(part);
        }
        Ok(())
    }

    /// Writes everything that shadowcasting shows from a cell to `view`, in place of what it held: the free cells whose
    /// centre is in view of the observer's centre, and the walls that are lit. From a solid cell nothing is seen.
    ///
    /// # Errors
    /// When the cell lies outside the map. The view is unchanged then.
    pub fn shadowcast(
        &mut self,
        floor: &Floor,
        from: Cell,
        radius: Option<Radius>,
        view: &mut View,
    ) -> Result<(), OutsideError> {
        Observer::one(from).check(floor.size())?;
        view.reset(floor.size());
        if floor.is_free(from) {
            shadowcast::look(floor, from, radius, &mut self.beams, view);
        }
        Ok(())
    }
}

impl FovKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Exact, Self::Shadowcast];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Shadowcast => "shadowcast",
        }
    }
}

impl fmt::Display for FovKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FovKind {
    type Err = FovKindError;
    fn from_str(text: &str) -> Result<Self, FovKindError> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| FovKindError(text.to_owned()))
    }
}

/// Whether two cells are on the map, free, and in clear sight of each other, as in [`FovKind::Exact`]: one pair without a
/// view, in a few instructions for each row between them.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Floor, sees};
///
/// let mut solid = BitGrid::new(Size::of(9, 5));
/// solid.insert(Cell::new(4, 2));
/// let floor = Floor::new(&solid);
/// let guard = Cell::new(1, 2);
/// assert!(sees(&floor, guard, Cell::new(4, 0)) && !sees(&floor, guard, Cell::new(7, 2)));
/// assert!(!sees(&floor, guard, Cell::new(4, 2)) && !sees(&floor, guard, Cell::new(9, 2)));
/// ```
pub fn sees(floor: &Floor, a: Cell, b: Cell) -> bool {
    floor.is_free(a) && floor.is_free(b) && exact::sees(floor, a, b)
}

/// The exact field of view of an observer: one view, with a workspace of its own.
///
/// # Errors
/// When a cell of the observer lies outside the map.
pub fn exact_fov(solid: &BitGrid, observer: Observer, radius: Option<Radius>) -> Result<BitGrid, OutsideError> {
    let mut view = View::new(solid.size());
    Fov::new().exact(&Floor::new(solid), observer, radius, &mut view)?;
    Ok(view.into_cells())
}

#[cfg(test)]
mod tests;
