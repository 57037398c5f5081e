//! Texts and files: opening, copying and pasting.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
#[cfg(feature = "formats")]
use undercroft::dungeon::ProvenanceInput;
use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::format::json;
use undercroft::grid::{BitGrid, Grid, Size};
use undercroft::journal::{JournalError, JournalStep, OpenEntry};
#[cfg(feature = "formats")]
use undercroft::seed::Seed;
use undercroft::sight::{FovCase, FovGlyphs, FovText, Observer};
#[cfg(feature = "formats")]
use undercroft_draw::{NotedPins, raster};
use undercroft_formats as format;
use undercroft_formats::InputKind;

use super::Session;
use super::document::{PlacedObserver, SessionDocument};
use super::export::slug;
use super::generate::RollRequest;
use crate::limits::{MAX_CELLS, MAX_SIDE};
use crate::progress::Progress;
#[cfg(feature = "formats")]
use crate::protocol::AttachedFile;
#[cfg(feature = "formats")]
use crate::protocol::GenerationSource;
use crate::protocol::error::ended;
use crate::protocol::{Body, Command, ErrorCode, ProtocolError, ReadFile, ReadPicture, Reply};
use crate::words::{count, plural};

/// The name of a pasted text in messages.
pub const PASTED: &str = "pasted text";

impl Session {
    /// Opens a file. A picture of a generated dungeon is generated again.
    #[cfg_attr(not(feature = "formats"), expect(unused_variables, reason = "only pictures are generated again"))]
    pub(super) fn open(
        &mut self,
        name: &str,
        base64: &str,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        let bytes = STANDARD.decode(base64);
        let bytes = bytes.map_err(|error| not_base64(&error))?;
        #[cfg(feature = "formats")]
        if bytes.starts_with(b"\x89PNG") {
            return self.open_picture(recorded(name, &bytes)?, progress);
        }
        let dungeon = format::read(Some(name), &bytes)?;
        let observer = std::str::from_utf8(&bytes).ok().and_then(|text| marked(name, text).ok().flatten());
        self.show(name, dungeon, observer)
    }

    /// Puts a dungeon in place of the document, as a step that can be undone.
    fn show(&mut self, name: &str, dungeon: Dungeon, observer: Option<Observer>) -> Result<Reply, ProtocolError> {
        let mut document = SessionDocument::new(dungeon)?;
        document.observer = observer.map(on_the_ground).or(document.observer);
        let broken =
            |error: JournalError| ProtocolError::new(ErrorCode::Internal, format!("The map cannot be kept: {error}."));
        let open = OpenEntry::new(name, &document.dungeon).map_err(broken)?;
        let notes = self.commit(document, vec![JournalStep::Open(Box::new(open))], None);
        Ok(self.reply(notes))
    }

    /// Generates what a picture was generated from, with its pins, as another document.
    fn open_picture(&mut self, picture: ReadPicture, progress: &mut dyn Progress) -> Result<Reply, ProtocolError> {
        let ReadPicture { source, pins, pins_size, left_out } = picture;
        let request = RollRequest { pins: (pins, pins_size), ..RollRequest::fresh(source) };
        let mut reply = self.roll(&request, false, None, progress)?;
        let sentence = || format!("The picture has no room for its {}: they are not kept.", plural(left_out, "pin"));
        reply.add_notes((left_out > 0).then(sentence));
        Ok(reply)
    }

    /// An empty map.
    pub(super) fn new_map(&mut self, width: i32, height: i32) -> Result<Reply, ProtocolError> {
        for (field, side) in [("width", width), ("height", height)] {
            if !(3..=MAX_SIDE).contains(&side) {
                return Err(ProtocolError::invalid_field(
                    field,
                    format!("{field}: need 3 to {} cells, got {side}.", count(MAX_SIDE as usize)),
                ));
            }
        }
        if width as usize * height as usize > MAX_CELLS {
            let sentence =
                format!("width, height: need up to {} together, got {width}×{height}.", plural(MAX_CELLS, "cell"));
            return Err(ProtocolError::new(ErrorCode::TooLarge, sentence).with_field("width"));
        }
        self.show("new map", empty_map(Size::of(width, height)), None)
    }

    /// The observer's level as text.
    pub(super) fn copy_text(&self) -> Reply {
        let (observer, solid, seen) = if let Some((observer, solid, seen)) = self.visible_cells() {
            (Some(observer), solid, seen)
        } else {
            let solid = self.document.dungeon.levels.first().map(|level| self.document.dungeon.solid(level));
            let solid = solid.unwrap_or_else(|| BitGrid::new(Size::of(1, 1)));
            let nothing = BitGrid::new(solid.size());
            (None, solid, nothing)
        };
        let none = BitGrid::new(solid.size());
        let observer = observer.map(|observer| observer.body);
        let picture = FovText { solid: &solid, observer, seen: &seen, corners: &none, interesting: &none };
        let name = format!("{}.txt", slug(&self.document.dungeon.name));
        Body::Text { text: picture.draw(FovGlyphs::SQUARES), name }.into()
    }

    /// A text map in place of the document.
    pub(super) fn paste_text(&mut self, text: &str) -> Result<Reply, ProtocolError> {
        let dungeon = named_pasted(format::read(Some(PASTED), text.as_bytes())?);
        let observer = marked(PASTED, text)?;
        self.show(PASTED, dungeon, observer)
    }

    /// Ends `open` or `paste_text` with what another module has read.
    pub(super) fn take_read(
        &mut self,
        command: &Command,
        file: ReadFile,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        let dungeon = match file {
            ReadFile::Picture(picture) => return self.open_picture(*picture, progress),
            ReadFile::Dungeon(text) => json::read(text.get())?,
        };
        match command {
            Command::Open { name, .. } => self.show(name, dungeon, None),
            _ => self.show(PASTED, named_pasted(dungeon), None),
        }
    }
}

/// What is pasted has no file to be named after.
fn named_pasted(mut dungeon: Dungeon) -> Dungeon {
    if dungeon.name == "Pasted Text" {
        "Pasted map".clone_into(&mut dungeon.name);
    }
    dungeon
}

/// The bytes of a file are not base64.
pub fn not_base64(error: &base64::DecodeError) -> ProtocolError {
    unreadable("base64", format!("The file is not base64: {error}."))
}

/// A file or text cannot be read.
pub fn unreadable(field: &str, message: impl Into<String>) -> ProtocolError {
    ProtocolError::new(ErrorCode::Unreadable, message).with_field(field)
}

/// Free cells with a solid border.
pub fn empty_map(size: Size) -> Dungeon {
    let inner = size.rect().grow(-1);
    let terrain = Grid::from_fn(size, |cell| if inner.contains(cell) { Terrain::Floor } else { Terrain::Wall });
    Dungeon::bare("Untitled map", vec![Level::new(0, terrain)])
}

/// The source and the pins that a picture carries.
///
/// # Errors
/// When it carries no source, or something broken.
#[cfg(feature = "formats")]
pub fn recorded(name: &str, png: &[u8]) -> Result<ReadPicture, ProtocolError> {
    let notes = raster::read_metadata(png)
        .map_err(|error| ProtocolError::new(ErrorCode::Unreadable, format!("{name}: {error}.")))?;
    let text = |keyword: &str| notes.iter().find(|note| note.keyword == keyword).map(|note| note.text.as_str());
    let (Some(recipe), Some(seed)) = (text("Recipe"), text("Seed")) else {
        let sentence = "The picture carries no recipe; only pictures of generated dungeons do.";
        return Err(ProtocolError::new(ErrorCode::Unreadable, format!("{name}: {sentence}")));
    };
    let set = serde_json::from_str(recipe).map_err(|error| {
        ProtocolError::new(ErrorCode::Unreadable, format!("{name}: its recipe is broken: {error}."))
    })?;
    let seed = Seed::from_record(seed)
        .map_err(|error| ProtocolError::new(ErrorCode::Unreadable, format!("{name}: {error}.")))?;
    let broken = |problem: String| {
        ProtocolError::new(ErrorCode::Unreadable, format!("{name}: its files are broken: {problem}."))
    };
    let inputs: Vec<ProvenanceInput> =
        serde_json::from_str(text("Inputs").unwrap_or("[]")).map_err(|error| broken(error.to_string()))?;
    let file = |input: &ProvenanceInput| {
        let text = input.file_text().map_err(broken)?.into_owned();
        Ok(AttachedFile { key: input.key.clone(), name: input.name.clone(), text })
    };
    let files = inputs.iter().map(file).collect::<Result<_, ProtocolError>>()?;
    let NotedPins { pins, size, left_out } = NotedPins::from_notes(&notes).map_err(|problem| {
        ProtocolError::new(ErrorCode::Unreadable, format!("{name}: its pins are broken: {problem}."))
    })?;
    let source = GenerationSource { preset: None, set, seed: seed.to_string(), files, ..GenerationSource::default() };
    Ok(ReadPicture { source, pins, pins_size: size, left_out })
}

/// The observer that a FOV map marks.
///
/// # Errors
/// When the text is a FOV map with a mark that cannot be read.
pub fn marked(name: &str, text: &str) -> Result<Option<Observer>, ProtocolError> {
    let is_blank = |line: &&str| line.trim().is_empty();
    let mut rows = text.lines().skip_while(is_blank).take_while(|line| !is_blank(line));
    let has_mark = rows.any(|line| line.contains(['s', 'z']));
    if InputKind::recognize(Some(name), text.as_bytes()) != InputKind::FovText || !has_mark {
        return Ok(None);
    }
    let case = FovCase::read(name, text).map_err(|error| unreadable("text", ended(&error)))?;
    Ok(case.observer)
}

/// FOV maps have one level.
const fn on_the_ground(body: Observer) -> PlacedObserver {
    PlacedObserver { z: 0, body }
}
