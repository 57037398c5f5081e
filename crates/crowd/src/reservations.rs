//! The table of who owns which sub-cell: at most one actor each.

use crate::ActorId;
use crate::open_moves::SubcellId;

/// No one.
const FREE: u32 = u32::MAX;

/// One owner for every sub-cell of the sub-cell grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owners(Vec<u32>);

impl Owners {
    pub(crate) fn new(area: usize) -> Self {
        Self(vec![FREE; area])
    }

    pub(crate) fn owner(&self, spot: SubcellId) -> Option<ActorId> {
        let owner = self.0[spot.index()];
        (owner != FREE).then_some(ActorId::from_bits(owner))
    }

    pub(crate) fn is_free(&self, spot: SubcellId) -> bool {
        self.0[spot.index()] == FREE
    }

    /// Takes all of the sub-cells or, when one has an owner, none of them.
    pub(crate) fn claim(&mut self, spots: &[SubcellId], id: ActorId) -> bool {
        let all_free = spots.iter().all(|&spot| self.is_free(spot));
        if all_free {
            for spot in spots {
                self.0[spot.index()] = id.to_bits();
            }
        }
        all_free
    }

    /// Gives a sub-cell back. Only its owner may.
    pub(crate) fn release(&mut self, spot: SubcellId, id: ActorId) {
        debug_assert_eq!(self.owner(spot), Some(id), "only the owner gives a sub-cell back");
        self.0[spot.index()] = FREE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_spots_are_taken_together_or_not_at_all() {
        let mut owners = Owners::new(4);
        let (a, b) = (ActorId::from_bits(0), ActorId::from_bits(1));
        assert!(owners.claim(&[SubcellId(1)], a));
        assert!(!owners.claim(&[SubcellId(0), SubcellId(1)], b));
        assert_eq!((owners.owner(SubcellId(0)), owners.owner(SubcellId(1))), (None, Some(a)));
        owners.release(SubcellId(1), a);
        assert!(owners.claim(&[SubcellId(0), SubcellId(1)], b));
        assert_eq!((owners.owner(SubcellId(0)), owners.owner(SubcellId(1))), (Some(b), Some(b)));
    }
}
