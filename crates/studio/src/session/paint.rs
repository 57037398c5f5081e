//! Painting cells by hand: a stroke changes the document in place.

use std::collections::BTreeSet;

use undercroft::dungeon::{Door, Terrain};
use undercroft::edit;
use undercroft::grid::Cell;

use super::Session;
use crate::limits::{LIVE_VERIFY, MAX_PAINT};
use crate::protocol::{Body, ErrorCode, PaintReply, PayloadBlob, ProtocolError, Reply};

/// Cells that paint skips, with the reason.
struct PaintGuard {
    doors: BTreeSet<Cell>,
    observer: Vec<Cell>,
    actors: BTreeSet<Cell>,
}

impl PaintGuard {
    fn reason(&self, cell: Cell, terrain: Terrain, solid: bool) -> Option<&'static str> {
        if matches!(terrain, Terrain::StairsUp | Terrain::StairsDown) {
            return Some("there are stairs");
        }
        if self.doors.contains(&cell) {
            return Some("there is a door");
        }
        if solid && self.observer.contains(&cell) {
            return Some("the observer stands there");
        }
        (solid && self.actors.contains(&cell)).then_some("an actor stands there")
    }
}

/// The cells of a stroke.
#[derive(Default)]
struct Stroke {
    /// Those that will be different, each once.
    changed: Vec<Cell>,
    /// Those that must stay, with the reason.
    skipped: Vec<(Cell, String)>,
}

impl Session {
    pub(super) fn paint(
        &mut self,
        z: i32,
        cells: &[Cell],
        solid: bool,
        gesture: Option<u32>,
    ) -> Result<Reply, ProtocolError> {
        self.check_stroke(z, cells)?;
        let stroke = self.stroke(z, cells, solid)?;
        if let (true, Some((cell, reason))) = (stroke.changed.is_empty(), stroke.skipped.first()) {
            let sentence = format!("{cell} stays as it is: {reason}.");
            return Err(ProtocolError::new(ErrorCode::EditRejected, sentence).with_field("cells"));
        }
        if !stroke.changed.is_empty() {
            let patch = edit::paint(&mut self.document.dungeon, z, &stroke.changed, solid)?;
            let changes_contents = patch.changes_contents();
            let meta = self.document.mark_painted();
            self.history.record_patch(patch, meta, gesture);
            self.revision += 1;
            if changes_contents {
                // Features that are gone leave more cells free than were painted. The prepared level is then made again.
                drop(self.crowd.sync_to(&self.document));
            } else {
                self.fov_cache.follow_paint(self.revision, z, &stroke.changed, solid);
                self.crowd.follow_paint(z, &stroke.changed, solid);
            }
        }
        Ok(self.paint_reply(z, stroke, solid))
    }

    fn check_stroke(&self, z: i32, cells: &[Cell]) -> Result<(), ProtocolError> {
        let size = self.document.level(z)?.size();
        if cells.len() > MAX_PAINT {
            let sentence = format!("cells: need up to {MAX_PAINT}, got {}.", cells.len());
            return Err(ProtocolError::new(ErrorCode::TooLarge, sentence).with_field("cells"));
        }
        match cells.iter().find(|&&cell| !size.contains(cell)) {
            Some(cell) => Err(ProtocolError::invalid_cell("cells", format!("{cell} lies outside the {size} map."))),
            None => Ok(()),
        }
    }

    fn stroke(&self, z: i32, cells: &[Cell], solid: bool) -> Result<Stroke, ProtocolError> {
        let level = self.document.level(z)?;
        let observer = self.document.observer.filter(|observer| observer.z == z);
        let guard = PaintGuard {
            doors: self.document.dungeon.doors_on(z).flat_map(|door: &Door| door.cells.iter().copied()).collect(),
            observer: observer.map(|observer| observer.body.cells().collect()).unwrap_or_default(),
            actors: self.crowd.occupied(z),
        };
        let (mut stroke, mut seen) = (Stroke::default(), BTreeSet::new());
        for &cell in cells.iter().filter(|&&cell| seen.insert(cell)) {
            let terrain = level.at(cell);
            if terrain.is_massive() == solid {
                continue;
            }
            match guard.reason(cell, terrain, solid) {
                Some(reason) => stroke.skipped.push((cell, reason.to_owned())),
                None => stroke.changed.push(cell),
            }
        }
        Ok(stroke)
    }

    fn paint_reply(&mut self, z: i32, Stroke { changed, skipped }: Stroke, solid: bool) -> Reply {
        let mut payload = Vec::new();
        let fov = self.fov_after_paint(z, &mut payload);
        let document = &self.document;
        let level = document.dungeon.level(z);
        let tiles: Vec<u8> = changed.iter().map(|&cell| level.map_or(0, |level| level.at(cell) as u8)).collect();
        let (undo, redo) = self.history.depth();
        let reply = PaintReply {
            z,
            terrain: PayloadBlob::append(&mut payload, &tiles),
            cells: changed,
            solid,
            skipped,
            report: (document.cells() <= LIVE_VERIFY).then(|| document.report().clone()),
            undo,
            redo,
            share_link: None,
            fov,
        };
        Reply { body: Body::Paint(Box::new(reply)), payload }
    }
}
