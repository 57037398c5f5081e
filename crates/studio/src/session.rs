//! The session: commands in, replies out. No socket, no file, no thread, no clock.

mod crowd_state;
#[cfg(not(feature = "formats"))]
mod delegate;
#[cfg(feature = "formats")]
mod delegated;
mod document;
mod edit;
mod export;
mod files;
mod fov;
mod fov_cache;
mod generate;
mod hello;
mod history;
mod inspect;
mod level_lines;
mod links;
mod paint;
mod patch;
mod replay;
mod restore;
mod share_link;
mod sweep;
mod trace;
mod vary;

#[cfg(feature = "formats")]
pub use delegated::do_delegated;
#[cfg(feature = "server")]
pub use export::formats;
#[cfg(feature = "server")]
pub use files::marked;

use std::fmt::Display;

use undercroft::dungeon::{Dungeon, Pin};
use undercroft::format::json::DungeonFile;
use undercroft::grid::Cell;
use undercroft::journal::{JournalStep, RollEntry, ShelvedEdit};
use undercroft::pin::hold_stages;
use undercroft::seed::{Seed, Stream};
use undercroft::sight::Radius;

use crate::limits::TRACE_PAGE;
use crate::progress::Progress;
use crate::protocol::error::sentence;
use crate::protocol::{
    Body, ChangedState, Command, DocumentReply, ErrorCode, FovChoice, GenerationSource, Moved, ProtocolError, Reply,
    SessionState, ShelvedInfo, StartChoice, StepInfo, TraceReply,
};
use crowd_state::{CrowdEntry, CrowdOrder, CrowdState};
use document::{PlacedObserver, SessionDocument};
use fov_cache::FovCache;
use generate::RollRequest;
use history::History;

/// Everything that one tab works on. Two sessions that are printed alike (`{:?}`) behave alike.
///
/// ```
/// use undercroft::grid::Cell;
/// use undercroft_studio::protocol::{Body, Command};
/// use undercroft_studio::{NoProgress, Session};
///
/// let mut session = Session::new(0);
/// session.handle(Command::New { width: 9, height: 5 }, &mut NoProgress).unwrap();
/// let wall = Command::Paint { z: 0, cells: vec![Cell::new(2, 2)], solid: true, gesture: None };
/// let Body::Paint(painted) = session.handle(wall, &mut NoProgress).unwrap().body else { panic!("paint replies with it") };
/// assert_eq!(painted.cells, [Cell::new(2, 2)]);
/// assert!(painted.fov.is_some(), "the reply carries the observer's new field of view");
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    document: SessionDocument,
    history: History,
    crowd: CrowdState,
    /// Seeds of generations that name none.
    seed_source: Stream,
    fov_kind: FovChoice,
    /// Where the observer is to go, on its level.
    goal: Option<Cell>,
    /// How the observer starts on its path to the goal.
    goal_start: StartChoice,
    /// The dungeon that the page was sent last, where it was painted since: painting tells of cells alone.
    sent: Option<Box<Dungeon>>,
    /// Counts the changes of the dungeon.
    revision: u64,
    fov_cache: FovCache,
}

impl Session {
    /// A session with an empty map. `entropy` decides the seeds of generations that name none.
    pub fn new(entropy: u64) -> Self {
        Self {
            document: replay::first_document(),
            history: History::default(),
            crowd: CrowdState::default(),
            seed_source: Stream::new(entropy, "studio"),
            fov_kind: FovChoice::default(),
            goal: None,
            goal_start: StartChoice::default(),
            sent: None,
            revision: 0,
            fov_cache: FovCache::default(),
        }
    }

    /// Runs a command. A command that fails leaves everything as it was.
    ///
    /// # Errors
    /// When the command cannot be done, exceeds a limit, or is cancelled.
    pub fn handle(&mut self, command: Command, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        if !progress.should_continue() {
            return Err(ProtocolError::cancelled());
        }
        #[cfg(not(feature = "formats"))]
        if let Some(delegated) = delegate::delegate(&command, &self.document.dungeon) {
            return Ok(delegated);
        }
        match command {
            Command::Hello {} => Ok(Body::Hello(Box::new(hello::hello())).into()),
            Command::Cancel { .. } => Ok(Body::Done {}.into()),
            Command::Generate { preset, set, seed, stages, files, trace, pins, fill, gesture } => {
                let seed = seed.unwrap_or_else(|| self.seed_source.clone().below(u32::MAX).to_string());
                let source = GenerationSource { preset, set, seed, stages, files };
                if fill {
                    let roll = generate::filling(&source, &self.document.dungeon)?;
                    return self.roll(&roll, trace, gesture, progress);
                }
                self.generate(source, pins, trace, gesture, progress)
            }
            Command::OpenShareLink { text, trace } => self.open_link(&text, trace, progress),
            Command::Open { name, base64 } => self.open(&name, &base64, progress),
            Command::New { width, height } => self.new_map(width, height),
            Command::Undo {} => self.undo(progress),
            Command::Redo {} => self.redo(progress),
            Command::Goto { n } => self.go_to(n as usize, progress),
            Command::Journal { from } => self.journal(from as usize),
            Command::Restore { journal, checkpoint } => self.restore(journal, checkpoint.as_deref(), progress),
            Command::Checkpoint {} => self.checkpoint(),
            Command::Link {} => Ok(self.link()),
            Command::Vary { n } => self.vary(n, progress),
            Command::Thumbnail { roll, px, z } => self.thumbnail(&roll, px, z, progress),
            Command::Diff { a, b } => self.diff(&a, &b, progress),
            Command::Document {} => Ok(self.reply(Vec::new())),
            Command::Trace { from, to } => self.trace(from, to),
            Command::Inspect { z, cell } => self.inspect(z, cell),
            Command::Edit { edits, gesture } => self.edit(edits, gesture),
            Command::Try { edits } => self.preview_edits(&edits),
            Command::Shelved { action, index } => self.shelved(action, index),
            Command::Discover { link } => self.discover(link),
            Command::Paint { z, cells, solid, gesture } => self.paint(z, &cells, solid, gesture),
            Command::Observer { z, cell, shape } => self.place_observer(z, cell, shape.as_deref()),
            Command::Fov { kind, radius } => self.fov(kind, radius.map(Radius::cells)),
            Command::Goal { cell, start } => self.set_goal(cell, start),
            Command::CopyText {} => Ok(self.copy_text()),
            Command::PasteText { text } => self.paste_text(&text),
            Command::Path { z, from, to, shape, start } => self.path(z, from, to, shape.as_deref(), start),
            Command::Sweep { z, from, to, shape } => self.sweep(z, from, to, shape.as_deref()),
            Command::Save {} => self.save(),
            Command::Load { text } => self.load(&text, progress),
            Command::Export { format, options } => {
                progress.report("draw", 0, 0);
                export::export(&self.document.dungeon, &format, &options, progress)
            }
            Command::CountPages { format, options } => export::count_pages(&self.document.dungeon, &format, &options),
            Command::Preview { format, options } => {
                progress.report("draw", 0, 0);
                export::preview(&self.document.dungeon, &format, &options, progress)
            }
            Command::Lines { z } => self.lines(z),
            Command::Check {} => Ok(Body::Check { report: self.document.report().clone() }.into()),
            crowd => self.handle_crowd(crowd, progress),
        }
    }

    /// Ends a command whose file another module has read, with that module's payload: a `ReadFile`.
    ///
    /// # Errors
    /// As [`Session::handle`].
    pub fn finish(
        &mut self,
        command: &Command,
        read: &[u8],
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        let broken = |error: &dyn Display| {
            ProtocolError::new(ErrorCode::Internal, format!("A part of the studio cannot read the other: {error}."))
        };
        let text = str::from_utf8(read).map_err(|error| broken(&error))?;
        let file = serde_json::from_str(text).map_err(|error| broken(&error))?;
        self.take_read(command, file, progress)
    }

    /// After a panic: drops what may be half changed. The document is changed only as a whole.
    pub fn recover(&mut self) {
        self.crowd.clear();
        self.fov_cache = FovCache::default();
    }

    fn handle_crowd(&mut self, command: Command, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        let order = match command {
            Command::CrowdSettings { settings } => CrowdOrder::Settings { settings },
            Command::CrowdSpawn { z, cells, pace } => CrowdOrder::Spawn { z, cells, pace },
            Command::CrowdScatter { z, count, seed, pace } => CrowdOrder::Scatter { z, count, seed, pace },
            Command::CrowdRemove { actors } => CrowdOrder::Remove { actors },
            Command::CrowdClear {} => CrowdOrder::Clear {},
            Command::CrowdDestination { actors, cell } => CrowdOrder::Send { actors, cell },
            Command::CrowdPaths { actors } => return self.crowd.paths(&actors),
            Command::CrowdStep { ticks } => {
                return self.crowd.step(ticks, progress).map(|reply| self.with_journal(reply));
            }
            _ => return Ok(self.with_journal(self.crowd.reply(Moved::default()))),
        };
        self.order_crowd(order)
    }

    /// Tells the crowd something, as a step that can be undone where it changes anything.
    fn order_crowd(&mut self, order: CrowdOrder) -> Result<Reply, ProtocolError> {
        let entry = CrowdEntry::new(order, &self.crowd)?;
        let (step, stamp) = (entry.step()?, self.crowd.stamp());
        let mut reply = self.crowd.obey(&self.document, &entry.order)?;
        if !self.crowd.is_as_before(&entry.order, &stamp) {
            self.history.push_order(step);
            reply.add_notes(self.fold());
        }
        Ok(self.with_journal(reply))
    }

    /// The crowd with what became of the journal.
    fn with_journal(&mut self, mut reply: Reply) -> Reply {
        if let Body::Crowd(crowd) = &mut reply.body {
            (crowd.undo, crowd.redo) = self.history.depth();
            crowd.step = self.history.take_step();
        }
        reply
    }

    /// Rolls a source, with the pins of the document where none are given.
    fn generate(
        &mut self,
        mut source: GenerationSource,
        pins: Option<Vec<Pin>>,
        trace: bool,
        gesture: Option<u32>,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        let (kept, size) = self.document.pins();
        let pins = (pins.unwrap_or(kept), size);
        self.hold_stages(&mut source, &pins.0);
        self.roll(&RollRequest { source, pins, fresh: false }, trace, gesture, progress)
    }

    /// Pinned stages keep the numbers that they have in the document.
    fn hold_stages(&self, source: &mut GenerationSource, pins: &[Pin]) {
        let old = self.document.dungeon.provenance.seed.parse::<Seed>();
        let new = source.stages.is_empty().then(|| source.seed.parse::<Seed>());
        if let (Ok(old), Some(Ok(new)), true) = (old, new, pins.iter().any(|pin| matches!(pin, Pin::Stage(_)))) {
            source.seed = hold_stages(&old, new, pins).to_string();
        }
    }

    fn roll(
        &mut self,
        roll: &RollRequest,
        trace: bool,
        gesture: Option<u32>,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        let document = replay::rolled(&self.document, roll, trace, progress)?;
        self.seed_source.bits();
        if self.document.is_same_roll(&document) {
            // Nothing changed: only a trace may be there that was not kept before.
            self.document.trace = document.trace.or_else(|| self.document.trace.take());
            return Ok(self.reply(Vec::new()));
        }
        // The journal holds what the recipe made of the settings, so that a link need not name what is as in the preset.
        let source = document.source.clone().unwrap_or_default();
        let step = RollEntry { fresh: roll.fresh, ..generate::roll_of(&source, roll.pins.clone()) };
        let notes = self.commit(document, vec![JournalStep::Roll(Box::new(step))], gesture);
        Ok(self.reply(notes))
    }

    fn lines(&self, z: i32) -> Result<Reply, ProtocolError> {
        let level = self.document.level(z)?;
        let mut payload = Vec::new();
        let lines = level_lines::level_lines(&self.document.dungeon, level, &mut payload);
        Ok(Reply { body: Body::Lines { z, lines }, payload })
    }

    fn trace(&self, from: u32, to: u32) -> Result<Reply, ProtocolError> {
        let Some(trace) = &self.document.trace else {
            return Err(ProtocolError::new(ErrorCode::NotFound, "No trace was kept; generate with `trace`."));
        };
        if to < from || to - from > TRACE_PAGE {
            return Err(ProtocolError::invalid_field(
                "to",
                format!("to: need from..from+{TRACE_PAGE}, got {from}..{to}."),
            ));
        }
        let events = trace.page(from as usize, to as usize);
        Ok(Body::Trace(TraceReply { from, events, total: trace.events.len() as u32 }).into())
    }

    fn undo(&mut self, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        let nothing = || ProtocolError::new(ErrorCode::EditRejected, "There is nothing to undo.");
        let to = self.history.journal().undone_cursor(self.history.cursor()).ok_or_else(nothing)?;
        self.go_to(to, progress)
    }

    fn redo(&mut self, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        let nothing = || ProtocolError::new(ErrorCode::EditRejected, "There is nothing to redo.");
        let to = self.history.journal().redone_cursor(self.history.cursor()).ok_or_else(nothing)?;
        self.go_to(to, progress)
    }

    /// The whole state for the page, which has no goal afterwards.
    fn reply(&mut self, notes: Vec<String>) -> Reply {
        let state = self.state(notes);
        self.sent = None;
        let document = &self.document;
        let (roll_link, problem) = (document.roll_link(), document.link_problem());
        let mut payload = Vec::new();
        let session = SessionState::new(document.source.clone(), roll_link, problem, state);
        let dungeon = DungeonFile::new(&document.dungeon, document.levels(&mut payload));
        let body = DocumentReply { dungeon, session };
        Reply { body: Body::Document(Box::new(body)), payload }
    }

    /// What the session holds besides the dungeon, with what is new of the journal.
    fn state(&mut self, notes: Vec<String>) -> ChangedState {
        self.goal = None;
        let step = self.history.take_step();
        self.describe(&self.document, notes, step)
    }

    /// The state with this document in place of the session's own.
    fn describe(&self, document: &SessionDocument, notes: Vec<String>, step: Option<StepInfo>) -> ChangedState {
        let (undo, redo) = self.history.depth();
        ChangedState {
            edited: document.edited,
            share_link: document.share_link(),
            report: document.report().clone(),
            trace: document.trace.as_ref().map(|trace| trace.info()),
            undo,
            redo,
            observer: document.observer.map(PlacedObserver::state),
            crowd: self.crowd.state(),
            shelved: document.margin.shelved.iter().map(shelved_info).collect(),
            step,
            notes,
        }
    }
}

fn shelved_info(ShelvedEdit { edit, reason }: &ShelvedEdit) -> ShelvedInfo {
    ShelvedInfo { edit: edit.clone(), reason: sentence(reason) }
}
