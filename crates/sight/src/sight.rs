//! The looking: a workspace that is kept between looks, so that none of them allocates.

use undercroft_grid::{BitGrid, Cell};

use crate::beam::Beam;
use crate::{Floor, Observer, OutsideError, Radius, View, clear, glimpse};

/// The memory of a scan. Make one per thread and keep it: once warm, looking allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    beams: Vec<Beam>,
    /// The view of one cell of an observer that has several.
    part: Option<View>,
}

impl Sight {
    /// An empty workspace.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many beams the workspace has room for. It grows while the workspace warms up, and then no more.
    pub fn capacity(&self) -> usize {
        self.beams.capacity()
    }

    /// Writes everything in clear sight of the observer to `view`, in place of what it held.
    ///
    /// An observer of several cells sees what all of its cells see. If one of them is solid, that is nothing. With a
    /// radius, only what is within it of every cell counts.
    ///
    /// # Errors
    /// When a cell of the observer lies outside the map. The view is unchanged then.
    pub fn clear(
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
        clear::look(floor, observer.at, radius, &mut self.beams, view);
        for cell in observer.cells().skip(1) {
            let part = self.part.get_or_insert_with(|| View::new(floor.size()));
            part.reset(floor.size());
            clear::look(floor, cell, radius, &mut self.beams, part);
            view.keep_common(part);
        }
        Ok(())
    }

    /// Writes everything in glimpse sight of a cell to `view`, in place of what it held: the free cells whose centre is
    /// in view of the observer's centre, and the walls that are lit. From a solid cell nothing is seen.
    ///
    /// # Errors
    /// When the cell lies outside the map. The view is unchanged then.
    pub fn glimpse(
        &mut self,
        floor: &Floor,
        from: Cell,
        radius: Option<Radius>,
        view: &mut View,
    ) -> Result<(), OutsideError> {
        Observer::one(from).check(floor.size())?;
        view.reset(floor.size());
        if floor.is_free(from) {
            glimpse::look(floor, from, radius, &mut self.beams, view);
        }
        Ok(())
    }
}

/// Everything in clear sight of the observer: one look, with a workspace of its own.
///
/// # Errors
/// When a cell of the observer lies outside the map.
pub fn clear_view(solid: &BitGrid, observer: Observer, radius: Option<Radius>) -> Result<BitGrid, OutsideError> {
    let mut view = View::new(solid.size());
    Sight::new().clear(&Floor::new(solid), observer, radius, &mut view)?;
    Ok(view.into_cells())
}
