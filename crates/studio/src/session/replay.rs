//! Replays the journal: the document after some of its entries.

use undercroft::edit::Edit;
use undercroft::grid::Size;
use undercroft::journal::{EditNews, JournalEntry, JournalError, JournalState, JournalStep, OpenEntry};

use super::crowd_state::{CrowdEntry, CrowdOrder, CrowdState, Followed};
use super::document::SessionDocument;
use super::generate::RollRequest;
use super::history::EVERY;
use super::{Session, files, generate};
use crate::limits::EDIT_BUDGET;
use crate::progress::{NoProgress, Progress};
use crate::protocol::{ErrorCode, ProtocolError, Reply};

/// Of a replay so many documents before the last one are kept: the next ones to be shown by undo.
const LAST: usize = 8;
/// The map of a new session.
const FIRST_SIZE: (i32, i32) = (32, 20);

/// The document of a session without entries.
pub fn first_document() -> SessionDocument {
    let (width, height) = FIRST_SIZE;
    SessionDocument::new(files::empty_map(Size::of(width, height))).expect("the first map is small")
}

impl Session {
    /// Puts the document after so many entries in place of this one.
    pub(super) fn go_to(&mut self, n: usize, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        let entries = self.history.journal().entries.len();
        if n > entries {
            return Err(ProtocolError::invalid_field("n", format!("n: the journal has {entries} entries, got {n}.")));
        }
        let Replayed { document, passed } = self.replay_to(n, progress)?;
        let crowd = self.crowd_across(n, &document, progress)?;
        let old = std::mem::replace(&mut self.document, document);
        self.history.keep_passed(passed);
        self.history.go_to(n, old);
        self.revision += 1;
        if let Some(crowd) = crowd {
            self.crowd = crowd;
        }
        let notes = self.crowd.sync_to(&self.document).notes;
        Ok(self.reply(notes))
    }

    /// The document after so many entries, from the nearest one that is kept.
    pub(super) fn document_at(&self, n: usize, progress: &mut dyn Progress) -> Result<SessionDocument, ProtocolError> {
        self.replay_to(n, progress).map(|replayed| replayed.document)
    }

    /// The document after so many entries, and those before it that are worth keeping.
    pub(super) fn replay_to(&self, n: usize, progress: &mut dyn Progress) -> Result<Replayed, ProtocolError> {
        let (cursor, mut passed) = (self.history.cursor(), Vec::new());
        let alike = self.history.last_alike(n);
        if (n..=alike).contains(&cursor) {
            return Ok(Replayed { document: self.document.clone(), passed });
        }
        let entries = &self.history.journal().entries[..n.min(self.history.journal().entries.len())];
        // What came before an opened file does not matter, so a replay can begin there with any document.
        let fresh = entries.iter().rposition(is_fresh_start).unwrap_or(0);
        let shown = (cursor <= n).then_some((cursor, &self.document));
        let nearest = self.history.nearest(alike).into_iter().chain(shown).max_by_key(|(after, _)| *after);
        let nearest = nearest.filter(|(after, _)| *after >= fresh);
        let (mut after, mut document) =
            nearest.map_or_else(|| (fresh, first_document()), |(after, document)| (after, document.clone()));
        while after < n {
            document = replay_entry(document, &entries[after], progress)?;
            after += 1;
            if after < n && (after.is_multiple_of(EVERY) || n - after <= LAST) {
                passed.push((after, document.clone()));
            }
        }
        Ok(Replayed { document, passed })
    }

    /// The crowd after going from the cursor to another place of the journal, with the document there: going back, as it
    /// was before the first order that is crossed, going forward, as the last one leaves it. `None` where none is crossed:
    /// the crowd goes on then, on another map.
    pub(super) fn crowd_across(
        &self,
        to: usize,
        document: &SessionDocument,
        progress: &mut dyn Progress,
    ) -> Result<Option<CrowdState>, ProtocolError> {
        let (from, entries) = (self.history.cursor(), &self.history.journal().entries);
        let order = |at: usize| match &entries[at].step {
            JournalStep::Crowd(entry) => Some((at, entry)),
            _ => None,
        };
        let crossed = if to < from { (to..from).find_map(order) } else { (from..to).rev().find_map(order) };
        let Some((at, entry)) = crossed else { return Ok(None) };
        let entry = CrowdEntry::read(entry).map_err(malformed)?;
        if to < from {
            return entry.before().map(Some);
        }
        let after = if self.history.last_alike(at) >= to {
            entry.after(document)
        } else {
            entry.after(&self.document_at(at, progress)?)
        };
        after.map(Some)
    }

    /// Adds entries whose document is made, as one step that can be undone. Actors that lose their floor are an entry
    /// before them, so that they come back with the map. Returns notes for the user.
    pub(super) fn commit(
        &mut self,
        document: SessionDocument,
        mut steps: Vec<JournalStep>,
        gesture: Option<u32>,
    ) -> Vec<String> {
        let Followed { mut notes, before } = self.crowd.sync_to(&document);
        if let Some(lost) = before.and_then(|before| CrowdEntry::new(CrowdOrder::Follow {}, &before).ok()?.step().ok())
        {
            steps.insert(0, lost);
        }
        let old = std::mem::replace(&mut self.document, document);
        self.history.push(old, steps, gesture);
        if gesture.is_some() && self.history.before_last().is_some_and(|before| before.is_same_roll(&self.document)) {
            // A gesture that came back to where it began.
            self.take_back();
            notes.clear();
        }
        self.revision += 1;
        notes.extend(self.fold());
        notes
    }

    /// Puts document and crowd back to where a gesture began.
    fn take_back(&mut self) {
        let Some((document, order)) = self.history.take_back() else { return };
        self.document = document;
        let crowd = order.and_then(|order| CrowdEntry::read(&order).ok()?.before().ok());
        self.crowd = crowd.unwrap_or_else(|| std::mem::take(&mut self.crowd));
        drop(self.crowd.sync_to(&self.document));
    }

    /// Folds the oldest entries of a journal that grew too long.
    pub(super) fn fold(&mut self) -> Option<String> {
        let cut = self.history.folded_entries()?;
        let document = self.document_at(cut, &mut NoProgress).ok()?;
        self.history.fold(cut, &document).then(|| {
            "The journal is full: its oldest steps are one now and cannot be undone singly, and the work is shared as a file."
                .to_owned()
        })
    }
}

/// A document that was replayed, and documents before it with the number of entries that each follows.
pub struct Replayed {
    pub document: SessionDocument,
    pub passed: Vec<(usize, SessionDocument)>,
}

/// Whether what came before an entry does not matter to what it gives.
fn is_fresh_start(entry: &JournalEntry) -> bool {
    match &entry.step {
        JournalStep::Open(_) => true,
        JournalStep::Roll(roll) => roll.fresh,
        _ => false,
    }
}

/// The document after one more entry.
fn replay_entry(
    document: SessionDocument,
    entry: &JournalEntry,
    progress: &mut dyn Progress,
) -> Result<SessionDocument, ProtocolError> {
    match &entry.step {
        JournalStep::Roll(roll) => rolled(&document, &RollRequest::of(roll).map_err(malformed)?, false, progress),
        JournalStep::Edit(edit) => edited(&document, edit).map(|(document, _)| document),
        JournalStep::Open(open) => opened(open),
        JournalStep::Drop(edit) => dropped(&document, edit),
        _ => Ok(document),
    }
}

/// The document of a roll, with the edits that no pin holds.
///
/// # Errors
/// When the recipe is wrong, the pins cannot be kept, or the command is cancelled.
pub fn rolled(
    before: &SessionDocument,
    roll: &RollRequest,
    trace: bool,
    progress: &mut dyn Progress,
) -> Result<SessionDocument, ProtocolError> {
    let mut made = generate::generate_document(&roll.source, roll.pins.clone(), trace, progress)?;
    let mut state = if roll.fresh { JournalState::default() } else { before.state_without_dungeon() };
    state.take_roll(made.dungeon.clone(), EDIT_BUDGET);
    made.edited = !state.rebased.is_empty();
    made.trace = made.trace.filter(|_| !made.edited);
    made.take_state(state)
}

/// The document after an edit, and what it changed.
pub fn edited(before: &SessionDocument, edit: &Edit) -> Result<(SessionDocument, EditNews), ProtocolError> {
    let mut state = before.state();
    let news = state.take_edit(edit, EDIT_BUDGET).map_err(|error| match error {
        JournalError::Edit(error) => ProtocolError::from(error),
        other => malformed(other.to_string()),
    })?;
    let mut after = before.clone();
    after.edited |= edit.changes_map();
    if edit.changes_map() {
        after.trace = None;
    }
    Ok((after.take_state(state)?, news))
}

/// The document of a file.
pub fn opened(open: &OpenEntry) -> Result<SessionDocument, ProtocolError> {
    let mut state = JournalState::default();
    let entry = JournalEntry { step: JournalStep::Open(Box::new(open.clone())), gesture: None };
    state.step(&entry, EDIT_BUDGET).map_err(|error| malformed(error.to_string()))?;
    let dungeon = state.dungeon.take().ok_or_else(|| malformed("it holds no dungeon".to_owned()))?;
    let mut document = SessionDocument::new(dungeon)?;
    document.source = open.roll.as_deref().map(generate::source_of).transpose().map_err(malformed)?;
    document.edited = open.edited;
    document.set_margin(state);
    Ok(document)
}

/// The document without a shelved edit.
pub fn dropped(before: &SessionDocument, edit: &Edit) -> Result<SessionDocument, ProtocolError> {
    let mut state = before.state();
    state.drop_shelved(edit).map_err(|error| malformed(error.to_string()))?;
    let mut after = before.clone();
    after.set_margin(state);
    Ok(after)
}

/// An entry that makes no sense.
fn malformed(mut problem: String) -> ProtocolError {
    problem.insert_str(0, "An entry of the journal cannot be read: ");
    problem.push('.');
    ProtocolError::new(ErrorCode::Unreadable, problem)
}
