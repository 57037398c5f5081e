//! Painting cells by hand: a stroke is one entry of the journal, however many commands it comes in.

use std::collections::BTreeSet;

use undercroft::dungeon::{Door, Run, Terrain};
use undercroft::edit::Edit;
use undercroft::grid::Cell;
use undercroft::journal::JournalStep;

use super::Session;
use super::replay::edited;
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
            let features = self.document.dungeon.features.len();
            let before = self.sent.is_none().then(|| Box::new(self.document.dungeon.clone()));
            self.take_stroke(z, &stroke.changed, solid, gesture)?;
            self.sent = self.sent.take().or(before);
            self.revision += 1;
            if self.document.dungeon.features.len() < features {
                // Features that are gone leave more cells free than were painted. The prepared level is then made again.
                drop(self.crowd.sync_to(&self.document));
            } else {
                self.fov_cache.follow_paint(self.revision, z, &stroke.changed, solid);
                self.crowd.follow_paint(z, &stroke.changed, solid);
            }
        }
        Ok(self.paint_reply(z, stroke, solid))
    }

    /// Makes the cells an entry of the journal; what a gesture goes on with joins the entry that it began.
    fn take_stroke(&mut self, z: i32, cells: &[Cell], solid: bool, gesture: Option<u32>) -> Result<(), ProtocolError> {
        let last = self.history.journal().active().last().map(|entry| &entry.step);
        let begun = match (last, self.history.before_last()) {
            (Some(JournalStep::Edit(Edit::SetCells { z: on, solid: to, runs })), Some(before))
                if self.history.continues(gesture) && (*on, *to) == (z, solid) =>
            {
                Some((runs.iter().flat_map(|run| run.cells()), before))
            }
            _ => None,
        };
        if let Some((painted, before)) = begun {
            let edit = Edit::SetCells { z, solid, runs: runs_of(painted.chain(cells.iter().copied()).collect()) };
            let observer = self.document.observer;
            self.document = edited(before, &edit)?.0;
            self.document.observer = observer;
            self.history.replace_last(JournalStep::Edit(edit));
        } else {
            let edit = Edit::SetCells { z, solid, runs: runs_of(cells.to_vec()) };
            let document = edited(&self.document, &edit)?.0;
            let old = std::mem::replace(&mut self.document, document);
            self.history.push(old, vec![JournalStep::Edit(edit)], gesture);
        }
        let _ = self.fold();
        Ok(())
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
        let level = self.document.dungeon.level(z);
        let tiles: Vec<u8> = changed.iter().map(|&cell| level.map_or(0, |level| level.at(cell) as u8)).collect();
        let (undo, redo) = self.history.depth();
        let step = self.history.take_step();
        let document = &self.document;
        let reply = PaintReply {
            z,
            terrain: PayloadBlob::append(&mut payload, &tiles),
            cells: changed,
            solid,
            skipped,
            report: (document.cells() <= LIVE_VERIFY).then(|| document.report().clone()),
            undo,
            redo,
            step,
            share_link: None,
            fov,
        };
        Reply { body: Body::Paint(Box::new(reply)), payload }
    }
}

/// Cells as runs, row by row.
fn runs_of(mut cells: Vec<Cell>) -> Vec<Run> {
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    let mut runs: Vec<Run> = Vec::new();
    for cell in cells {
        match runs.last_mut() {
            Some(run) if run.start.y == cell.y && run.start.x + run.length == cell.x => run.length += 1,
            _ => runs.push(Run { start: cell, length: 1 }),
        }
    }
    runs
}
