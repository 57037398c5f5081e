//! Where bodies are on the map.

use undercroft_grid::Cell;

use crate::{ActorId, Crowd, CrowdError, SUBCELL_UNITS};

impl Crowd {
    /// Where the middle of a body is on the map, from its north-west corner: east, then south. [Unit: cells]
    ///
    /// For drawing; nothing is decided by these numbers.
    ///
    /// ```
    /// use undercroft_crowd::{Crowd, CrowdSettings, Mode, StepNavigator, SubCell};
    /// use undercroft_grid::{BitGrid, Cell, Size};
    ///
    /// let mut crowd = Crowd::new(BitGrid::new(Size::of(4, 1)), CrowdSettings::new(Mode::AntiCross))?;
    /// let actor = crowd.spawn(SubCell::new(0, 0), 64)?;
    /// crowd.order(actor, Cell::new(3, 0))?;
    /// assert_eq!(crowd.place(actor)?, (0.5, 0.5));
    /// crowd.step(&mut StepNavigator::default());
    /// assert_eq!(crowd.place(actor)?, (0.75, 0.5));
    /// # Ok::<(), undercroft_crowd::CrowdError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such actor.
    pub fn place(&self, id: ActorId) -> Result<(f64, f64), CrowdError> {
        let (x, y, cell) = self.half_units(id)?;
        Ok((f64::from(x) / f64::from(cell), f64::from(y) / f64::from(cell)))
    }

    /// The cell that the middle of a body is on; on the border of two cells the one to the east or south.
    ///
    /// ```
    /// use undercroft_crowd::{Crowd, CrowdSettings, SubCell};
    /// use undercroft_grid::{BitGrid, Cell, Size};
    ///
    /// let mut settings = CrowdSettings::default();
    /// settings.n = 2;
    /// let mut crowd = Crowd::new(BitGrid::new(Size::of(4, 4)), settings)?;
    /// let actor = crowd.spawn(SubCell::new(5, 2), 64)?;
    /// assert_eq!(crowd.cell(actor)?, Cell::new(2, 1));
    /// # Ok::<(), undercroft_crowd::CrowdError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such actor.
    pub fn cell(&self, id: ActorId) -> Result<Cell, CrowdError> {
        let (x, y, cell) = self.half_units(id)?;
        Ok(Cell::new(x.div_euclid(cell), y.div_euclid(cell)))
    }

    /// The middle of a body from the map's corner, and the side of a cell. [Unit: 1/512 sub-cell]
    fn half_units(&self, id: ActorId) -> Result<(i32, i32, i32), CrowdError> {
        let at = self.actors.get(id).ok_or(CrowdError::NoSuchActor(id))?.position();
        let halves = self.settings.offset.halves();
        // Position p is p/256 + ½ − o/2 sub-cells from the corner.
        let axis = |p: i32, o: i32| 2 * p + (1 - o) * SUBCELL_UNITS;
        Ok((axis(at.x, halves.x), axis(at.y, halves.y), 2 * SUBCELL_UNITS * i32::from(self.settings.n)))
    }
}
