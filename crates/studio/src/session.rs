//! The session: commands in, replies out. No sockets, no files, no clock: the same type can run anywhere.

mod document;
mod export;
mod generate;
mod hello;
mod history;
mod refuse;
mod share;
mod trace;

pub use refuse::CANCELLED;

use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::grid::{Grid, Size};
use undercroft::seed::Stream;

use crate::progress::Progress;
use crate::protocol::{Body, Command, DocumentReply, Made, Refusal, Reply};
use document::Document;
use history::History;

/// Everything that one tab works on.
#[derive(Clone, Debug)]
pub struct Session {
    document: Document,
    history: History,
    /// Where seeds come from that nobody chose.
    dice: Stream,
}

/// The map of a session that has just begun.
const FIRST_SIZE: (i32, i32) = (32, 20);

impl Session {
    /// A session with an empty map. `entropy` decides the seeds that nobody chooses.
    pub fn new(entropy: u64) -> Self {
        let (width, height) = FIRST_SIZE;
        let document = Document::new(empty_map(Size::of(width, height))).expect("the first map is small");
        Self { document, history: History::default(), dice: Stream::new(entropy, "studio") }
    }

    /// Does what a command says. A refused command leaves everything as it was.
    ///
    /// # Errors
    /// When the command cannot be done, would take too much, or nobody waits for it any more.
    pub fn handle(&mut self, command: Command, progress: &mut dyn Progress) -> Result<Reply, Refusal> {
        match command {
            Command::Hello {} => Ok(Body::Hello(Box::new(hello::hello())).into()),
            Command::Cancel { .. } => Ok(Body::Done {}.into()),
            Command::Generate { preset, set, seed, stages, trace, gesture } => {
                let seed = seed.unwrap_or_else(|| self.dice.clone().below(u32::MAX).to_string());
                self.generate(&Made { preset, set, seed, stages }, trace, gesture, progress)
            }
            Command::Undo {} => self.undo(),
            Command::Redo {} => self.redo(),
            Command::Document {} => Ok(self.reply(Vec::new())),
            _ => Err(Refusal::new("This command is not known.")),
        }
    }

    /// After a mistake of the program: gives up what may be half changed. The document is changed only as a whole.
    pub fn recover(&mut self) {}

    fn generate(
        &mut self,
        wish: &Made,
        trace: bool,
        gesture: Option<u32>,
        progress: &mut dyn Progress,
    ) -> Result<Reply, Refusal> {
        let document = generate::make(wish, trace, progress)?;
        self.dice.bits();
        self.replace(document, gesture);
        Ok(self.reply(Vec::new()))
    }

    /// Puts another document in place of this one, as a step that can be undone.
    fn replace(&mut self, document: Document, gesture: Option<u32>) {
        let old = std::mem::replace(&mut self.document, document);
        self.history.step(old, gesture);
    }

    fn undo(&mut self) -> Result<Reply, Refusal> {
        let before = self.history.undo(&self.document);
        self.document = before.ok_or_else(|| Refusal::new("There is nothing to undo."))?;
        Ok(self.reply(Vec::new()))
    }

    fn redo(&mut self) -> Result<Reply, Refusal> {
        let after = self.history.redo(&self.document);
        self.document = after.ok_or_else(|| Refusal::new("There is nothing to redo."))?;
        Ok(self.reply(Vec::new()))
    }

    /// The whole state for the page.
    fn reply(&self, notes: Vec<String>) -> Reply {
        let (document, dungeon) = (&self.document, &*self.document.dungeon);
        let (undo, redo) = self.history.depth();
        let mut payload = Vec::new();
        let body = DocumentReply {
            name: dungeon.name.clone(),
            seed: dungeon.seed.clone(),
            recipe: dungeon.recipe.clone(),
            made: document.made.clone(),
            edited: document.edited,
            share: document.made.as_ref().filter(|_| !document.edited).map(share::write),
            tile_feet: dungeon.tile_feet,
            levels: document.levels(&mut payload),
            rooms: dungeon.rooms.clone(),
            doors: dungeon.doors.clone(),
            links: dungeon.links.clone(),
            stubs: dungeon.stubs.clone(),
            markers: dungeon.markers.clone(),
            entrance: dungeon.entrance.clone(),
            goal: dungeon.goal,
            outline: dungeon.outline,
            lattice: dungeon.lattice,
            warnings: dungeon.warnings.clone(),
            report: document.report().clone(),
            trace: document.trace.as_ref().map(|trace| trace.info()),
            undo,
            redo,
            observer: document.observer.map(document::Looker::state),
            crowd: None,
            notes,
        };
        Reply { body: Body::Document(Box::new(body)), payload }
    }
}

/// Free cells with a solid border.
fn empty_map(size: Size) -> Dungeon {
    let inner = size.rect().grow(-1);
    let terrain = Grid::from_fn(size, |cell| if inner.contains(cell) { Terrain::Floor } else { Terrain::Wall });
    Dungeon::bare("Untitled map", vec![Level { z: 0, terrain }])
}
