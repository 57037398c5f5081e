//! The level that the observer is on, prepared for fields of view and paths.

use undercroft::grid::{BitGrid, Cell};
use undercroft::sight::{Corners, Floor, Footprint, Fov, Observer, inflate};

use super::document::SessionDocument;
use crate::protocol::ProtocolError;

/// A level prepared for fields of view and paths. It follows from the document.
#[derive(Clone)]
pub struct PreparedLevel {
    /// The revision of the document that it was made from, or has followed to.
    revision: u64,
    z: i32,
    /// The cells that bodies can enter, which exact fields of view cover.
    pub floor: Floor,
    /// What blocks the view of shadowcasting, once it was computed: shut doors too, but no portcullis.
    pub opaque: Option<(Floor, BitGrid)>,
    /// Where the north-west cell of a larger body can be, once a path was computed for it.
    inflated: Option<(Footprint, Floor)>,
    pub corners: Corners,
    pub all_corners: BitGrid,
    pub fov: Fov,
}

/// A cache is no part of the state: all of them print alike.
#[derive(Clone, Default)]
pub struct FovCache(Option<Box<PreparedLevel>>);

impl std::fmt::Debug for FovCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FovCache")
    }
}

impl FovCache {
    /// The prepared level; rebuilt when the document has another revision.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn level(
        &mut self,
        document: &SessionDocument,
        revision: u64,
        z: i32,
    ) -> Result<&mut PreparedLevel, ProtocolError> {
        let kept = self.0.take().filter(|level| (level.revision, level.z) == (revision, z));
        let level = match kept {
            Some(level) => level,
            None => Box::new(PreparedLevel::new(&document.solid(z)?, revision, z)),
        };
        Ok(self.0.insert(level))
    }

    /// Follows painted cells, which are neither doors nor stairs, to the next revision.
    pub fn follow_paint(&mut self, revision: u64, z: i32, cells: &[Cell], solid: bool) {
        if let Some(level) = self.0.as_mut().filter(|level| level.revision + 1 == revision) {
            level.revision = revision;
            if level.z == z {
                cells.iter().for_each(|&cell| level.set_free(cell, !solid));
            }
        }
    }
}

impl PreparedLevel {
    fn new(solid: &BitGrid, revision: u64, z: i32) -> Self {
        let floor = Floor::new(solid);
        let corners = Corners::new(&floor);
        let all_corners = corners.all();
        Self { revision, z, floor, opaque: None, inflated: None, corners, all_corners, fov: Fov::new() }
    }

    /// Where the north-west cell of a body can be.
    pub fn walkable(&mut self, footprint: Footprint) -> &Floor {
        if footprint == Footprint::One {
            return &self.floor;
        }
        let kept = self.inflated.take().filter(|(other, _)| *other == footprint);
        let inflated = kept.unwrap_or_else(|| {
            let mut solid = self.floor.free().clone();
            solid.complement();
            (footprint, Floor::new(&inflate(&solid, footprint)))
        });
        &self.inflated.insert(inflated).1
    }

    fn set_free(&mut self, cell: Cell, free: bool) {
        self.floor.set_free(cell, free);
        self.corners.update(&self.floor, cell);
        self.update_all_corners(cell);
        if let Some((floor, opaque)) = &mut self.opaque {
            floor.set_free(cell, free);
            opaque.set(cell, !free);
        }
        if let Some((footprint, inflated)) = &mut self.inflated {
            // The bodies that cover the cell.
            for part in Observer::new(Cell::new(0, 0), *footprint).cells() {
                let at = cell + Cell::new(-part.x, -part.y);
                if self.floor.size().contains(at) {
                    let fits = Observer::new(at, *footprint).cells().all(|cell| self.floor.is_free(cell));
                    inflated.set_free(at, fits);
                }
            }
        }
    }

    fn update_all_corners(&mut self, changed: Cell) {
        let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| changed + Cell::new(x, y)));
        for cell in near.filter(|&cell| self.floor.size().contains(cell)) {
            self.all_corners.set(cell, self.corners.has(cell));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft::grid::Size;

    use super::*;

    proptest! {
        #[test]
        fn a_level_that_followed_paint_is_the_level_of_the_painted_map(
            strokes in prop::collection::vec((0..12i32, 0..9i32, any::<bool>()), 1..40), shape in 0..4usize,
        ) {
            let (size, footprint) = (Size::of(12, 9), Footprint::ALL[shape]);
            let mut solid = BitGrid::new(size);
            let mut cache = FovCache(Some(Box::new(PreparedLevel::new(&solid, 0, 0))));
            cache.0.as_mut().unwrap().walkable(footprint);
            for ((x, y, is_solid), revision) in strokes.into_iter().zip(1..) {
                solid.set(Cell::new(x, y), is_solid);
                cache.follow_paint(revision, 0, &[Cell::new(x, y)], is_solid);
            }
            let (mut followed, mut fresh) = (cache.0.unwrap(), PreparedLevel::new(&solid, 0, 0));
            prop_assert_eq!(&followed.floor, &fresh.floor);
            prop_assert_eq!(&followed.corners, &fresh.corners);
            prop_assert_eq!(&followed.all_corners, &fresh.all_corners);
            prop_assert_eq!(followed.walkable(footprint), fresh.walkable(footprint));
        }
    }
}
