//! Keeping work: the journal with a checkpoint as a file, and back.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use undercroft::dungeon::EPOCH;
use undercroft::edit::Edit;
use undercroft::format::json;
use undercroft::journal::{Journal, JournalEntry, JournalState, JournalStep, OpenEntry, ShelvedEdit};
use undercroft::sight::Observer;

use super::crowd_state::{CrowdEntry, CrowdState, SavedCrowd};
use super::document::{PlacedObserver, SessionDocument, shape};
use super::export::slug;
use super::files::unreadable;
use super::history::{History, entries_from};
use super::replay::Replayed;
use super::{Session, generate, replay};
use crate::progress::Progress;
use crate::protocol::{Body, ErrorCode, GenerationSource, JournalReply, ObserverState, ProtocolError, Reply};

/// The name of the format of a saved state.
const FORMAT: &str = "undercroft-studio";
/// The version that is written.
const VERSION: u32 = 2;

/// What every saved state has.
#[derive(Deserialize)]
struct SavedHead {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u32,
}

/// The first version: a document without its journal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedDocument {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    dungeon: Box<RawValue>,
    source: Option<GenerationSource>,
    edited: bool,
    observer: Option<ObserverState>,
    crowd: SavedCrowd,
}

/// The journal as a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedJournal {
    format: String,
    version: u32,
    journal: Journal,
    checkpoint: SavedCheckpoint,
}

/// A document that a replay begins with, and what is beside the journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedCheckpoint {
    /// How many entries it follows.
    after: usize,
    dungeon: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    carried: Vec<Edit>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rebased: Vec<Edit>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shelved: Vec<ShelvedEdit>,
    #[serde(default)]
    dropped: usize,
    observer: Option<ObserverState>,
    crowd: SavedCrowd,
}

/// Where a journal comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JournalSource {
    /// A file, whose entries the page does not have.
    File,
    /// The page that kept it.
    Page,
}

impl Session {
    /// Entries of the journal.
    pub(super) fn journal(&self, from: usize) -> Result<Reply, ProtocolError> {
        let journal = self.history.journal();
        let length = journal.entries.len();
        if from > length {
            let sentence = format!("from: the journal has {length} entries, got {from}.");
            return Err(ProtocolError::invalid_field("from", sentence));
        }
        let (epoch, cursor) = (journal.epoch, journal.cursor as u32);
        let entries = entries_from(journal, from);
        let reply = JournalReply { journal: Journal::VERSION, epoch, from: from as u32, entries, cursor };
        Ok(Body::Journal(reply).into())
    }

    /// The whole state as one file.
    pub(super) fn save(&self) -> Result<Reply, ProtocolError> {
        let state = SavedJournal {
            format: FORMAT.to_owned(),
            version: VERSION,
            journal: self.history.journal().clone(),
            checkpoint: self.saved_checkpoint()?,
        };
        let text = serde_json::to_string(&state).map_err(|error| broken(&error))?;
        let name = format!("{}.undercroft.json", slug(&self.document.dungeon.name));
        Ok(Body::Text { text, name }.into())
    }

    /// The document after the entries that count.
    pub(super) fn checkpoint(&self) -> Result<Reply, ProtocolError> {
        let text = serde_json::to_string(&self.saved_checkpoint()?).map_err(|error| broken(&error))?;
        Ok(Body::Text { text, name: "checkpoint.json".to_owned() }.into())
    }

    fn saved_checkpoint(&self) -> Result<SavedCheckpoint, ProtocolError> {
        let document = &self.document;
        let margin = document.margin.clone();
        Ok(SavedCheckpoint {
            after: self.history.cursor(),
            dungeon: RawValue::from_string(json::write(&document.dungeon)).map_err(|error| broken(&error))?,
            carried: margin.carried,
            rebased: margin.rebased,
            shelved: margin.shelved,
            dropped: margin.dropped,
            observer: document.observer.map(PlacedObserver::state),
            crowd: self.crowd.save()?,
        })
    }

    /// A saved state in place of everything.
    pub(super) fn load(&mut self, text: &str, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        let refuse = |error: serde_json::Error| {
            let problem = unreadable("text", format!("This is not a saved studio: {error}."));
            problem.with_position(error.line(), Some(error.column()))
        };
        let head: SavedHead = serde_json::from_str(text).map_err(refuse)?;
        match (head.format.as_str(), head.version) {
            (FORMAT, 1) => self.load_document(serde_json::from_str(text).map_err(refuse)?),
            (FORMAT, VERSION) => {
                let SavedJournal { journal, checkpoint, .. } = serde_json::from_str(text).map_err(refuse)?;
                self.take_journal(journal, Some(&checkpoint), JournalSource::File, progress)
            }
            (format, version) => {
                let sentence =
                    format!("This is not a saved studio of version 1 to {VERSION}: got {format:?} {version}.");
                Err(unreadable("text", sentence))
            }
        }
    }

    /// A journal that a page kept, with its last checkpoint.
    pub(super) fn restore(
        &mut self,
        journal: Value,
        checkpoint: Option<&str>,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        let refuse = |field: &str, error: serde_json::Error| unreadable(field, format!("{field}: {error}."));
        let journal: Journal = serde_json::from_value(journal).map_err(|error| refuse("journal", error))?;
        let checkpoint: Option<SavedCheckpoint> =
            checkpoint.map(serde_json::from_str).transpose().map_err(|error| refuse("checkpoint", error))?;
        self.take_journal(journal, checkpoint.as_ref(), JournalSource::Page, progress)
    }

    /// A state of the first version: the journal begins with its document.
    fn load_document(&mut self, state: SavedDocument) -> Result<Reply, ProtocolError> {
        let dungeon = json::read(state.dungeon.get());
        let dungeon = dungeon.map_err(|error| unreadable("text", format!("dungeon: {}.", error.problem())))?;
        let roll = state.source.as_ref().map(|source| Box::new(generate::roll_of(source, (Vec::new(), None))));
        let open = OpenEntry::new(&dungeon.name, &dungeon).map_err(|error| broken(&error))?;
        let open = OpenEntry { roll, edited: state.edited, ..open };
        let mut document = replay::opened(&open)?;
        document.observer = state.observer.map(|observer| saved_observer(&document, &observer)).transpose()?;
        let mut journal = Journal::default();
        journal.push(JournalStep::Open(Box::new(open)), None);
        let crowd = CrowdState::load(&state.crowd, &document)?;
        Ok(self.take_over(History::restored(journal), document, crowd, Vec::new(), false))
    }

    /// Puts a journal and the document after its cursor in place of everything.
    fn take_journal(
        &mut self,
        mut journal: Journal,
        checkpoint: Option<&SavedCheckpoint>,
        source: JournalSource,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        if let Some(fault) = journal.fault().or_else(|| crowd_fault(&journal)) {
            return Err(unreadable("journal", format!("journal: {fault}.")));
        }
        let mut notes = Vec::new();
        if journal.epoch != EPOCH {
            let checkpoint = checkpoint.ok_or_else(|| {
                let epoch = journal.epoch;
                unreadable(
                    "journal",
                    format!("journal: it was made by generator {epoch}, this is {EPOCH}, and it has no map."),
                )
            })?;
            notes.push(format!(
                "This work was made by generator {}, and this is {EPOCH}: the map is as it was, its steps are gone.",
                journal.epoch
            ));
            journal = only_map(checkpoint)?;
        }
        let mut other = Self { history: History::restored(journal), ..self.clone() };
        let cursor = other.history.cursor();
        let checkpoint = checkpoint.filter(|kept| notes.is_empty() && kept.after <= cursor);
        let kept = checkpoint.map(|kept| kept_document(other.history.journal(), kept)).transpose()?;
        let (after, document) = match (checkpoint, kept) {
            (Some(SavedCheckpoint { after, .. }), Some(document)) => (*after, document),
            _ => (0, replay::first_document()),
        };
        // A replay begins with what is shown at the cursor, and with the crowd on it.
        let crowd = checkpoint.map(|kept| CrowdState::load(&kept.crowd, &document)).transpose()?;
        (other.document, other.crowd) = (document.clone(), crowd.unwrap_or_default());
        other.history.set_cursor(after);
        let Replayed { document: shown, passed } = other.replay_to(cursor, progress)?;
        let crowd = other.crowd_across(cursor, &shown, progress)?.unwrap_or(other.crowd);
        other.history.set_cursor(cursor);
        other.history.keep_passed(passed);
        if (1..cursor).contains(&after) {
            other.history.keep(after, document);
        }
        let is_kept = source == JournalSource::Page && notes.is_empty();
        Ok(self.take_over(other.history, shown, crowd, notes, is_kept))
    }

    fn take_over(
        &mut self,
        history: History,
        document: SessionDocument,
        crowd: CrowdState,
        mut notes: Vec<String>,
        is_kept: bool,
    ) -> Reply {
        (self.history, self.document) = (history, document);
        self.crowd = crowd;
        self.revision += 1;
        if !is_kept {
            self.history.mark_unsent();
        }
        notes.extend(self.crowd.sync_to(&self.document).notes);
        self.reply(notes)
    }
}

/// What is wrong with an order to the crowd, as a clause.
fn crowd_fault(journal: &Journal) -> Option<String> {
    let fault = |(at, entry): (usize, &JournalEntry)| match &entry.step {
        JournalStep::Crowd(order) => {
            CrowdEntry::read(order).err().map(|problem| format!("entry {}: {problem}", at + 1))
        }
        _ => None,
    };
    journal.entries.iter().enumerate().find_map(fault)
}

/// The journal that opens the map of a checkpoint.
fn only_map(checkpoint: &SavedCheckpoint) -> Result<Journal, ProtocolError> {
    let dungeon = read_dungeon(checkpoint)?;
    let open = OpenEntry::new(&dungeon.name, &dungeon).map_err(|error| broken(&error))?;
    let open = OpenEntry { carried: checkpoint.carried.clone(), shelved: checkpoint.shelved.clone(), ..open };
    let mut journal = Journal::default();
    journal.push(JournalStep::Open(Box::new(open)), None);
    Ok(journal)
}

/// The document of a checkpoint.
fn kept_document(journal: &Journal, kept: &SavedCheckpoint) -> Result<SessionDocument, ProtocolError> {
    let mut document = SessionDocument::new(read_dungeon(kept)?)?;
    let (carried, rebased, shelved) = (kept.carried.clone(), kept.rebased.clone(), kept.shelved.clone());
    document.set_margin(JournalState { dungeon: None, carried, rebased, shelved, dropped: kept.dropped });
    let mut before = journal.clone();
    before.cursor = kept.after;
    let source = before.roll().map(generate::source_of).transpose();
    document.source = source.map_err(|problem| unreadable("journal", format!("journal: {problem}.")))?;
    document.edited =
        before.edits().any(Edit::changes_map) || !document.margin.rebased.is_empty() || before.is_open_edited();
    document.observer = kept.observer.as_ref().map(|observer| saved_observer(&document, observer)).transpose()?;
    Ok(document)
}

fn read_dungeon(kept: &SavedCheckpoint) -> Result<undercroft::dungeon::Dungeon, ProtocolError> {
    let dungeon = json::read(kept.dungeon.get());
    dungeon.map_err(|error| unreadable("checkpoint", format!("dungeon: {}.", error.problem())))
}

/// A saved observer; it must lie on its level.
fn saved_observer(document: &SessionDocument, state: &ObserverState) -> Result<PlacedObserver, ProtocolError> {
    let body = Observer::new(state.cell, shape(Some(&state.shape))?);
    let size = document.level(state.z)?.size();
    body.check(size).map_err(|error| unreadable("text", format!("observer: {error}.")))?;
    Ok(PlacedObserver { z: state.z, body })
}

fn broken(error: &dyn std::fmt::Display) -> ProtocolError {
    ProtocolError::new(ErrorCode::Internal, format!("The state cannot be written: {error}."))
}
