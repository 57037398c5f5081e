//! Who claims each cell of a level.
//!
//! Entities are painted one after the other, rooms first: floor, stairs, rings, doors, corridors. One `u32` per cell holds
//! the terrain that the claim asks for and the claimant's number, so that the tiles are judged by one comparison per
//! cell, and every question about neighbours is one look. This is the only whole-map array of 4 bytes per cell that
//! verify holds, one level at a time.

use undercroft_grid::{Cell, Grid, Size};

use crate::dungeon::{DoorId, RoomId, Terrain};

/// Bits of the claimant's number; the three above are the terrain.
const ID_BITS: u32 = 29;
const ID_MASK: u32 = (1 << ID_BITS) - 1;

/// Claimants that the encoding can tell apart.
pub(super) const MAX_THINGS: usize = ID_MASK as usize;

/// What a cell should be, and whose it is. Rock belongs to no one.
///
/// Floor, stairs and wall belong to a room (a wall in several rings to the one painted first), doors to a door,
/// corridors to a [`Claimant`](super::corridors::Claimant).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim(u32);

impl Claim {
    pub(super) const NONE: Self = Self(0);

    pub(super) fn new(terrain: Terrain, id: u32) -> Self {
        Self((terrain as u32) << ID_BITS | id)
    }

    pub(super) fn terrain(self) -> Terrain {
        TERRAIN_BY_NUMBER[(self.0 >> ID_BITS) as usize]
    }

    /// Whether the tile shows what the claim asks for.
    pub(super) fn agrees(self, tile: Terrain) -> bool {
        self.0 >> ID_BITS == tile as u32
    }

    pub(super) fn id(self) -> u32 {
        self.0 & ID_MASK
    }

    /// The room whose floor this is.
    pub(super) fn floor(self) -> Option<RoomId> {
        self.terrain().is_room().then(|| RoomId(self.id()))
    }

    pub(super) fn door(self) -> Option<DoorId> {
        (self.terrain() == Terrain::Door).then(|| DoorId(self.id()))
    }

    pub(super) fn corridor(self) -> Option<u32> {
        (self.terrain() == Terrain::Corridor).then(|| self.id())
    }

    /// Floor or ring of a room, doors included.
    pub(super) fn is_room_cell(self) -> bool {
        !matches!(self.terrain(), Terrain::Rock | Terrain::Corridor)
    }
}

/// `Terrain::ALL` is sorted by discriminant; the eighth number never occurs.
const TERRAIN_BY_NUMBER: [Terrain; 8] = {
    let [rock, wall, floor, corridor, door, up, down] = Terrain::ALL;
    [rock, wall, floor, corridor, door, up, down, rock]
};

/// The claims on one level.
pub(super) struct Owners(Grid<u32>);

impl Owners {
    pub(super) fn new(size: Size) -> Self {
        Self(Grid::filled(size, Claim::NONE.0))
    }

    /// The claim on a cell; none outside the map.
    pub(super) fn at(&self, cell: Cell) -> Claim {
        self.0.get(cell).map_or(Claim::NONE, |&claim| Claim(claim))
    }

    /// Writes a claim over another one. The cell lies on the map.
    pub(super) fn set(&mut self, cell: Cell, claim: Claim) {
        self.0[cell] = claim.0;
    }

    /// The claims of one row, west to east.
    pub(super) fn row(&self, y: i32) -> impl Iterator<Item = Claim> {
        self.0.row(y).iter().map(|&claim| Claim(claim))
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.0.size().contains(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_keeps_its_terrain_and_its_claimant() {
        for terrain in Terrain::ALL {
            let claim = Claim::new(terrain, ID_MASK);
            assert_eq!((claim.terrain(), claim.id()), (terrain, ID_MASK));
            assert!(Terrain::ALL.iter().all(|&tile| claim.agrees(tile) == (tile == terrain)));
        }
    }
}
