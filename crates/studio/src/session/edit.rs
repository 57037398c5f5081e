//! Edits by hand: those of rooms, doors and pins, and the shelf of those that found no place.

use undercroft::dungeon::{Dungeon, LinkId};
use undercroft::edit::{Edit, EditError, LinkRef, snap_to_grid};
use undercroft::journal::{EditNews, JournalStep};

use super::Session;
use super::document::SessionDocument;
use super::patch::changed;
use super::replay::{dropped, edited};
use crate::limits::MAX_EDITS;
use crate::protocol::error::ended;
use crate::protocol::{ErrorCode, ProtocolError, Reply, ShelfAction};
use crate::words::count;

impl Session {
    /// Applies edits, all or none; one step to undo.
    pub(super) fn edit(&mut self, edits: Vec<Edit>, gesture: Option<u32>) -> Result<Reply, ProtocolError> {
        if self.is_same_place(&edits) {
            return Ok(self.reply_changed(&self.document.dungeon.clone(), Vec::new()));
        }
        let (document, news) = self.try_edits(&edits)?;
        let mut reply = self.commit_edits(document, edits.into_iter().map(JournalStep::Edit).collect(), gesture);
        reply.add_news(news);
        Ok(reply)
    }

    /// What edits would change; the document and its steps stay as they are.
    pub(super) fn preview_edits(&mut self, edits: &[Edit]) -> Result<Reply, ProtocolError> {
        let (document, news) = self.try_edits(edits)?;
        self.goal = None;
        let state = self.describe(&document, Vec::new(), None);
        let mut reply = changed(self.sent.as_deref(), &self.document.dungeon, &document.dungeon, state);
        reply.add_news(news);
        Ok(reply)
    }

    /// Makes edits entries of the journal. Replies with what they changed.
    fn commit_edits(&mut self, document: SessionDocument, steps: Vec<JournalStep>, gesture: Option<u32>) -> Reply {
        let before = self.document.dungeon.clone();
        let notes = self.commit(document, steps, gesture);
        self.reply_changed(&before, notes)
    }

    /// What is different now, for a page that has the dungeon before it.
    fn reply_changed(&mut self, before: &Dungeon, notes: Vec<String>) -> Reply {
        let state = self.state(notes);
        changed(self.sent.take().as_deref(), before, &self.document.dungeon, state)
    }

    /// A drag that ends where it began is no step.
    fn is_same_place(&self, edits: &[Edit]) -> bool {
        let [Edit::MoveRoom { room, by }] = edits else { return false };
        let dungeon = &self.document.dungeon;
        room.find(dungeon).is_ok_and(|id| {
            let room = dungeon.room(id);
            let from = room.bounds().min();
            let fits = |from: i32, by: i32| from.checked_add(by).is_some();
            fits(from.x, by.x) && fits(from.y, by.y) && snap_to_grid(dungeon, room, from + *by) == from
        })
    }

    fn try_edits(&self, edits: &[Edit]) -> Result<(SessionDocument, Vec<EditNews>), ProtocolError> {
        if edits.is_empty() || edits.len() > MAX_EDITS {
            let sentence = format!("edits: need 1 to {}, got {}.", count(MAX_EDITS), count(edits.len()));
            return Err(ProtocolError::new(ErrorCode::TooLarge, sentence).with_field("edits"));
        }
        let (mut document, mut news) = (self.document.clone(), Vec::new());
        for (at, edit) in edits.iter().enumerate() {
            let (after, made) = edited(&document, edit).map_err(|mut error| {
                if edits.len() > 1 {
                    error.message = format!("Edit {} of {}: {}", at + 1, edits.len(), error.message);
                }
                error.with_field("edits")
            })?;
            self.check_observer(edit, &after)?;
            document = after;
            news.push(made);
        }
        Ok((document, news))
    }

    /// The observer does not stand in a door that is shut.
    fn check_observer(&self, edit: &Edit, after: &SessionDocument) -> Result<(), ProtocolError> {
        let (Edit::SetDoor { door, .. }, Some(observer)) = (edit, self.document.observer) else { return Ok(()) };
        let Some(id) = door.find(&after.dungeon).ok().filter(|_| observer.z == door.z) else { return Ok(()) };
        let (changed, solid) = (after.dungeon.door(id), after.solid(door.z)?);
        match observer.body.cells().find(|cell| changed.cells.contains(cell) && solid.contains(*cell)) {
            Some(cell) => {
                let sentence = format!("The observer stands in the door at {cell}.");
                Err(ProtocolError::new(ErrorCode::EditRejected, sentence).with_field("edits"))
            }
            None => Ok(()),
        }
    }

    pub(super) fn discover(&mut self, link: Option<LinkId>) -> Result<Reply, ProtocolError> {
        let link = link.map(|id| self.link_ref(id)).transpose()?;
        self.edit(vec![Edit::Discover { link }], None).map_err(|error| error.with_field("link"))
    }

    /// The link by its content.
    fn link_ref(&self, id: LinkId) -> Result<LinkRef, ProtocolError> {
        let dungeon = &self.document.dungeon;
        let links = dungeon.links.len();
        let none = || ProtocolError::from(EditError::NoSuchLink { link: id, links }).with_field("link");
        LinkRef::of(dungeon, dungeon.links.get(id.index()).ok_or_else(none)?).ok_or_else(none)
    }

    /// Tries shelved edits again, or gives them up.
    pub(super) fn shelved(&mut self, action: ShelfAction, index: Option<u32>) -> Result<Reply, ProtocolError> {
        let shelf = &self.document.margin.shelved;
        let chosen: Vec<Edit> = match index {
            None => shelf.iter().map(|shelved| shelved.edit.clone()).collect(),
            Some(at) => shelf.get(at as usize).map(|shelved| shelved.edit.clone()).into_iter().collect(),
        };
        if chosen.is_empty() {
            let sentence = format!("index: there are {} shelved edits.", shelf.len());
            return Err(ProtocolError::invalid_field("index", sentence));
        }
        let (mut document, mut steps, mut problem) = (self.document.clone(), Vec::new(), None);
        for edit in chosen {
            let made = match action {
                ShelfAction::Retry => edited(&document, &edit).map(|(after, _)| (after, JournalStep::Edit(edit))),
                ShelfAction::Drop => dropped(&document, &edit).map(|after| (after, JournalStep::Drop(edit))),
            };
            match made {
                Ok((after, step)) => {
                    document = after;
                    steps.push(step);
                }
                Err(error) => problem = problem.or(Some(error)),
            }
        }
        match problem {
            Some(error) if steps.is_empty() => Err(error),
            problem => {
                let mut reply = self.commit_edits(document, steps, None);
                reply.add_notes(problem.map(|error| format!("Some edits still wait: {}", ended(&error.message))));
                Ok(reply)
            }
        }
    }
}
