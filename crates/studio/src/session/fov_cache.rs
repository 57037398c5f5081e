//! The level that the observer is on, prepared for fields of view.

use std::sync::Arc;

use undercroft::dungeon::Dungeon;
use undercroft::grid::BitGrid;
use undercroft::sight::{Corners, Floor, Fov};

use super::document::SessionDocument;
use crate::protocol::ProtocolError;

/// A level prepared for fields of view. It follows from the document.
#[derive(Clone)]
pub struct PreparedLevel {
    dungeon: Arc<Dungeon>,
    z: i32,
    /// The cells that bodies can enter, which exact fields of view cover.
    pub floor: Floor,
    /// What blocks the view of shadowcasting, once it was computed: shut doors too, but no portcullis.
    pub opaque: Option<(Floor, BitGrid)>,
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
    /// The prepared level; rebuilt when the dungeon is another one.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn level(&mut self, document: &SessionDocument, z: i32) -> Result<&mut PreparedLevel, ProtocolError> {
        let fits = |level: &PreparedLevel| Arc::ptr_eq(&level.dungeon, &document.dungeon) && level.z == z;
        let level = if let Some(level) = self.0.take().filter(|level| fits(level)) {
            level
        } else {
            let floor = Floor::new(&document.solid(z)?);
            let corners = Corners::new(&floor);
            let all_corners = corners.all();
            let dungeon = document.dungeon.clone();
            Box::new(PreparedLevel { dungeon, z, floor, opaque: None, corners, all_corners, fov: Fov::new() })
        };
        Ok(self.0.insert(level))
    }
}
