//! Texts and files: opening, copying, pasting, saving and loading.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
#[cfg(feature = "formats")]
use undercroft::dungeon::ProvenanceInput;
use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::format::json;
use undercroft::grid::{BitGrid, Grid, Size};
#[cfg(feature = "formats")]
use undercroft::seed::Seed;
use undercroft::sight::{FovCase, FovGlyphs, FovText, Observer};
#[cfg(feature = "formats")]
use undercroft_draw::raster;
use undercroft_formats as format;
use undercroft_formats::InputKind;

use super::Session;
use super::crowd_state::{CrowdState, SavedCrowd};
use super::document::{PlacedObserver, SessionDocument, shape};
use super::export::slug;
use super::generate;
use crate::limits::{MAX_CELLS, MAX_SIDE};
use crate::progress::Progress;
#[cfg(feature = "formats")]
use crate::protocol::AttachedFile;
use crate::protocol::error::ended;
use crate::protocol::{Body, ErrorCode, GenerationSource, ObserverState, ProtocolError, ReadFile, Reply};
use crate::words::{count, plural};

/// The name of the format of a saved state.
const FORMAT: &str = "undercroft-studio";
/// The version that is written and read.
const VERSION: u32 = 1;
/// The name of a pasted text in messages.
pub const PASTED: &str = "pasted text";

/// The whole state as a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedState {
    format: String,
    version: u32,
    dungeon: Box<RawValue>,
    source: Option<GenerationSource>,
    edited: bool,
    observer: Option<ObserverState>,
    crowd: SavedCrowd,
}

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
            let document = generate::generate_document(&recorded(name, &bytes)?, false, progress)?;
            return Ok(self.show(document, None));
        }
        let dungeon = format::read(Some(name), &bytes)?;
        let observer = std::str::from_utf8(&bytes).ok().and_then(|text| marked(name, text).ok().flatten());
        let mut document = SessionDocument::new(dungeon)?;
        document.observer = observer.map(on_the_ground).or(document.observer);
        Ok(self.show(document, None))
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
        let document = SessionDocument::new(empty_map(Size::of(width, height)))?;
        Ok(self.show(document, None))
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
        let mut document = SessionDocument::new(dungeon)?;
        document.observer = observer.map(on_the_ground).or(document.observer);
        Ok(self.show(document, None))
    }

    /// Ends `open` or `paste_text` with what another module has read.
    pub(super) fn take_read(
        &mut self,
        file: ReadFile,
        is_pasted: bool,
        progress: &mut dyn Progress,
    ) -> Result<Reply, ProtocolError> {
        let document = match file {
            ReadFile::Source(source) => generate::generate_document(&source, false, progress)?,
            ReadFile::Dungeon(text) => {
                let dungeon = json::read(text.get())?;
                SessionDocument::new(if is_pasted { named_pasted(dungeon) } else { dungeon })?
            }
        };
        Ok(self.show(document, None))
    }

    /// The whole state as one file.
    pub(super) fn save(&self) -> Result<Reply, ProtocolError> {
        let document = &self.document;
        let broken = |error: serde_json::Error| {
            ProtocolError::new(ErrorCode::Internal, format!("The state cannot be written: {error}."))
        };
        let state = SavedState {
            format: FORMAT.to_owned(),
            version: VERSION,
            dungeon: RawValue::from_string(json::write(&document.dungeon)).map_err(broken)?,
            source: document.source.clone(),
            edited: document.edited,
            observer: document.observer.map(PlacedObserver::state),
            crowd: self.crowd.save()?,
        };
        let text = serde_json::to_string(&state).map_err(broken)?;
        let name = format!("{}.studio.json", slug(&document.dungeon.name));
        Ok(Body::Text { text, name }.into())
    }

    /// A saved state in place of everything.
    pub(super) fn load(&mut self, text: &str) -> Result<Reply, ProtocolError> {
        let state: SavedState = serde_json::from_str(text).map_err(|error| {
            let problem = unreadable("text", format!("This is not a saved studio: {error}."));
            problem.with_position(error.line(), Some(error.column()))
        })?;
        if (state.format.as_str(), state.version) != (FORMAT, VERSION) {
            let (format, version) = (state.format, state.version);
            let sentence = format!("This is not a saved studio of version {VERSION}: got {format:?} {version}.");
            return Err(unreadable("text", sentence));
        }
        let dungeon = json::read(state.dungeon.get());
        let dungeon = dungeon.map_err(|error| unreadable("text", format!("dungeon: {}.", error.problem())))?;
        let mut document = SessionDocument::new(dungeon)?;
        (document.source, document.edited) = (state.source, state.edited);
        document.observer = state.observer.map(|observer| saved_observer(&document, &observer)).transpose()?;
        let company = CrowdState::load(&state.crowd, &document)?;
        self.crowd = company;
        Ok(self.show(document, None))
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
fn unreadable(field: &str, message: impl Into<String>) -> ProtocolError {
    ProtocolError::new(ErrorCode::Unreadable, message).with_field(field)
}

/// Free cells with a solid border.
pub fn empty_map(size: Size) -> Dungeon {
    let inner = size.rect().grow(-1);
    let terrain = Grid::from_fn(size, |cell| if inner.contains(cell) { Terrain::Floor } else { Terrain::Wall });
    Dungeon::bare("Untitled map", vec![Level::new(0, terrain)])
}

/// The source that a picture carries.
///
/// # Errors
/// When it carries none, or a broken one.
#[cfg(feature = "formats")]
pub fn recorded(name: &str, png: &[u8]) -> Result<GenerationSource, ProtocolError> {
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
    Ok(GenerationSource { preset: None, set, seed: seed.to_string(), files, ..GenerationSource::default() })
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

/// A saved observer; it must lie on its level.
fn saved_observer(document: &SessionDocument, state: &ObserverState) -> Result<PlacedObserver, ProtocolError> {
    let body = Observer::new(state.cell, shape(Some(&state.shape))?);
    let size = document.level(state.z)?.size();
    body.check(size).map_err(|error| unreadable("text", format!("observer: {error}.")))?;
    Ok(PlacedObserver { z: state.z, body })
}
