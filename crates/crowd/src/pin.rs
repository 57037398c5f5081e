//! Actors that stay where they are whatever happens.

use crate::open_moves::SubcellId;
use crate::{ActorId, Crowd, CrowdError};

impl Crowd {
    /// Pins an actor to where it is: it has no goal, takes no orders, and no flow pushes it aside. A step that it walks
    /// is ended first.
    ///
    /// ```
    /// use undercroft_crowd::{Crowd, CrowdError, CrowdSettings, Mode, StepNavigator, SubCell};
    /// use undercroft_grid::{BitGrid, Cell, Size};
    ///
    /// let mut crowd = Crowd::new(BitGrid::new(Size::of(5, 3)), CrowdSettings::new(Mode::Flow))?;
    /// let guard = crowd.spawn(SubCell::new(2, 1), 64)?;
    /// crowd.pin(guard)?;
    /// assert_eq!(crowd.order(guard, Cell::new(0, 0)), Err(CrowdError::Pinned(guard)));
    /// let walker = crowd.spawn(SubCell::new(0, 1), 64)?;
    /// crowd.order(walker, Cell::new(4, 1))?;
    /// while !crowd.is_settled() {
    ///     crowd.step(&mut StepNavigator::default());
    ///     assert_eq!(crowd.cell(guard)?, Cell::new(2, 1));
    /// }
    /// crowd.unpin(guard)?;
    /// crowd.order(guard, Cell::new(0, 0))?;
    /// # Ok::<(), CrowdError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such actor.
    pub fn pin(&mut self, id: ActorId) -> Result<(), CrowdError> {
        self.set_goal(id, None)?;
        self.set_pinned(id, true)
    }

    /// Lets a pinned actor go again.
    ///
    /// # Errors
    /// When there is no such actor.
    pub fn unpin(&mut self, id: ActorId) -> Result<(), CrowdError> {
        self.set_pinned(id, false)
    }

    fn set_pinned(&mut self, id: ActorId, pinned: bool) -> Result<(), CrowdError> {
        let actor = self.actors.get_mut(id).ok_or(CrowdError::NoSuchActor(id))?;
        if std::mem::replace(&mut actor.pinned, pinned) != pinned {
            self.planner.forget_all();
        }
        Ok(())
    }

    /// Closes the sub-cells of pinned actors to a flow, and opens those that pinned actors have left.
    pub(crate) fn close_pinned(&mut self) {
        let pinned = self.actors.iter().filter(|(_, actor)| actor.pinned);
        let spots: Vec<SubcellId> = pinned.map(|(_, actor)| self.subcells.id(actor.current)).collect();
        self.subcells.close(&spots);
    }
}
