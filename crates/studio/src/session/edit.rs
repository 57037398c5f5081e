//! Changes by hand: rooms, doors, cells.

use std::collections::BTreeSet;

use undercroft::dungeon::{DoorId, DoorKind, DoorState, Dungeon, RoomId, Terrain};
use undercroft::edit::{self, DoorChange, EditError};
use undercroft::grid::Cell;

use super::Session;
use crate::limits::{LIVE_VERIFY, MAX_BUDGET, MAX_PAINT};
use crate::protocol::{Blob, Body, ErrorCode, PaintReply, ProtocolError, Reply};

/// Cells that paint leaves alone, with the reason.
struct PaintGuard<'a> {
    dungeon: &'a Dungeon,
    z: i32,
    observer: Vec<Cell>,
    actors: BTreeSet<Cell>,
}

impl PaintGuard<'_> {
    fn reason(&self, cell: Cell, terrain: Terrain, solid: bool) -> Option<&'static str> {
        if matches!(terrain, Terrain::StairsUp | Terrain::StairsDown) {
            return Some("there are stairs");
        }
        if self.dungeon.doors_on(self.z).any(|door| door.cells.contains(&cell)) {
            return Some("there is a door");
        }
        if solid && self.observer.contains(&cell) {
            return Some("the observer stands there");
        }
        (solid && self.actors.contains(&cell)).then_some("an actor stands there")
    }
}

impl Session {
    pub(super) fn move_room(&mut self, room: RoomId, to: Cell, gesture: Option<u32>) -> Result<Reply, ProtocolError> {
        match edit::move_room(&self.document.dungeon, room, to, MAX_BUDGET) {
            // A drag that ends where it began is no step.
            Err(EditError::SamePlace(_)) => Ok(self.reply(Vec::new())),
            moved => Ok(self.show(self.document.with(moved?), gesture)),
        }
    }

    pub(super) fn delete_room(&mut self, room: RoomId) -> Result<Reply, ProtocolError> {
        let dungeon = edit::delete_room(&self.document.dungeon, room)?;
        Ok(self.show(self.document.with(dungeon), None))
    }

    pub(super) fn set_door(
        &mut self,
        door: DoorId,
        kind: Option<DoorKind>,
        state: Option<DoorState>,
        secret: Option<bool>,
    ) -> Result<Reply, ProtocolError> {
        let dungeon = edit::set_door(&self.document.dungeon, door, DoorChange { kind, state, secret })?;
        let document = self.document.with(dungeon);
        let stands_in = |z: i32| document.observer.filter(|looker| looker.z == z).map(|looker| looker.body);
        let changed = document.dungeon.door(door);
        let closes = document.solid(changed.z)?;
        if let Some(body) = stands_in(changed.z)
            && let Some(cell) = body.cells().find(|&cell| changed.cells.contains(&cell) && closes.contains(cell))
        {
            return Err(ProtocolError::new(
                ErrorCode::EditRejected,
                format!("The observer stands in the door at {cell}."),
            )
            .with_field("door"));
        }
        Ok(self.show(document, None))
    }

    pub(super) fn paint(
        &mut self,
        z: i32,
        cells: &[Cell],
        solid: bool,
        gesture: Option<u32>,
    ) -> Result<Reply, ProtocolError> {
        let size = self.document.level(z)?.size();
        if cells.len() > MAX_PAINT {
            return Err(ProtocolError::new(
                ErrorCode::TooLarge,
                format!("cells: need up to {MAX_PAINT}, got {}.", cells.len()),
            )
            .with_field("cells"));
        }
        if let Some(&cell) = cells.iter().find(|&&cell| !size.contains(cell)) {
            return Err(ProtocolError::invalid_cell("cells", format!("{cell} lies outside the {size} map.")));
        }
        let (changes, kept) = self.paintable(z, cells, solid)?;
        if changes.is_empty() {
            return match kept.first() {
                Some((cell, reason)) => {
                    Err(ProtocolError::new(ErrorCode::EditRejected, format!("{cell} stays as it is: {reason}."))
                        .with_field("cells"))
                }
                None => Ok(self.painted(z, &changes, solid, kept)),
            };
        }
        let dungeon = edit::paint(&self.document.dungeon, z, &changes, solid)?;
        let document = self.document.with(dungeon);
        self.replace(document, gesture);
        self.crowd.sync_to(&self.document);
        Ok(self.painted(z, &changes, solid, kept))
    }

    /// The cells that will be different, each once, and those that must stay with the reason.
    #[expect(clippy::type_complexity, reason = "two lists, named by their only caller")]
    fn paintable(
        &self,
        z: i32,
        cells: &[Cell],
        solid: bool,
    ) -> Result<(Vec<Cell>, Vec<(Cell, String)>), ProtocolError> {
        let level = self.document.level(z)?;
        let looker = self.document.observer.filter(|looker| looker.z == z);
        let keep = PaintGuard {
            dungeon: &self.document.dungeon,
            z,
            observer: looker.map(|looker| looker.body.cells().collect()).unwrap_or_default(),
            actors: self.crowd.occupied(z),
        };
        let (mut changes, mut kept, mut known) = (Vec::new(), Vec::new(), BTreeSet::new());
        for &cell in cells.iter().filter(|&&cell| known.insert(cell)) {
            let terrain = level.at(cell);
            if terrain.is_massive() == solid {
                continue;
            }
            match keep.reason(cell, terrain, solid) {
                Some(reason) => kept.push((cell, reason.to_owned())),
                None => changes.push(cell),
            }
        }
        Ok((changes, kept))
    }

    fn painted(&mut self, z: i32, changes: &[Cell], solid: bool, skipped: Vec<(Cell, String)>) -> Reply {
        let mut payload = Vec::new();
        let fov = self.fov_after_paint(z, &mut payload);
        let document = &self.document;
        let level = document.dungeon.level(z);
        let tiles: Vec<u8> = changes.iter().map(|&cell| level.map_or(0, |level| level.at(cell) as u8)).collect();
        let area: usize = document.dungeon.levels.iter().map(|level| level.size().area()).sum();
        let (undo, redo) = self.history.depth();
        let reply = PaintReply {
            z,
            cells: changes.to_vec(),
            terrain: Blob::append(&mut payload, &tiles),
            solid,
            skipped,
            report: (area <= LIVE_VERIFY).then(|| document.report().clone()),
            undo,
            redo,
            share_link: None,
            fov,
        };
        Reply { body: Body::Paint(Box::new(reply)), payload }
    }
}
