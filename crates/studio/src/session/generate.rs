//! Generates dungeons from a command: with progress, limits and cancellation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;
use undercroft::dungeon::{Dungeon, Pin, ProvenanceInput};
use undercroft::events::{Event, EventSink};
use undercroft::grid::Cell;
use undercroft::journal::{JournalError, RollEntry};
use undercroft::recipe::{Method, Recipe, RecipeError, RecipeFile, preset, presets};
use undercroft::seed::Seed;

use super::document::{SessionDocument, too_large};
use super::trace::Trace;
use crate::limits::{MAX_BUDGET, MAX_CELLS, MAX_EVENTS, MAX_FLOOR, MAX_ROOMS};
use crate::progress::Progress;
use crate::protocol::error::{ended, sentence};
use crate::protocol::{AttachedFile, ErrorCode, GenerationSource, ProtocolError};
use crate::words::{count, plural};

/// The field whose value decides which fields apply.
const METHOD: &str = "method";
/// The field that names masks, and those that a mask decides.
const MASK: &str = "mask.file";
const SIDES: [&str; 2] = ["width", "height"];
/// The name of the settings of a command in messages.
const SETTINGS: &str = "settings";

/// Pins, and width and height of the map that they were made on.
pub type MadePins = (Vec<Pin>, Option<[i32; 2]>);

/// A roll: what is generated, what it keeps, and whether another document begins with it. Its files are as they were given,
/// so that a mistake in one is named with line and column; the journal holds masks in another form.
#[derive(Clone, Debug)]
pub struct RollRequest {
    pub source: GenerationSource,
    pub pins: MadePins,
    pub fresh: bool,
}

impl RollRequest {
    /// The first roll of another document.
    pub const fn fresh(source: GenerationSource) -> Self {
        Self { source, pins: (Vec::new(), None), fresh: true }
    }

    /// The roll of an entry.
    ///
    /// # Errors
    /// When one of its files is broken.
    pub fn of(roll: &RollEntry) -> Result<Self, String> {
        Ok(Self { source: source_of(roll)?, pins: (roll.pins.clone(), roll.pins_size), fresh: roll.fresh })
    }
}

/// Generates the dungeon. Its source lists only the fields that differ from the preset.
///
/// # Errors
/// When the recipe is wrong or cannot be met within the studio's limits, or the command is cancelled.
pub fn generate_document(
    source: &GenerationSource,
    (pins, pins_size): MadePins,
    trace: bool,
    progress: &mut dyn Progress,
) -> Result<SessionDocument, ProtocolError> {
    let recipe = recipe(source)?.with_pins(pins, pins_size);
    let (dungeon, trace) = generate_dungeon(&recipe, trace, progress)?;
    progress.report("verify", 0, 0);
    let made = GenerationSource {
        preset: source.preset.clone(),
        set: differences(source, &recipe)?,
        seed: recipe.seed.base().to_string(),
        stages: recipe.seed.stages().iter().map(|(stage, number)| (stage.clone(), number.to_string())).collect(),
        files: read_files(source, &recipe),
    };
    let mut document = SessionDocument::new(dungeon)?;
    document.trace = trace.map(Arc::new);
    document.source = Some(made);
    Ok(document)
}

/// Generates the dungeon of a recipe, with its trace where that is wanted.
///
/// # Errors
/// When the recipe cannot be met within the studio's limits, or the command is cancelled.
pub fn generate_dungeon(
    recipe: &Recipe,
    trace: bool,
    progress: &mut dyn Progress,
) -> Result<(Dungeon, Option<Trace>), ProtocolError> {
    check_limits(recipe)?;
    let mut sink = ProgressSink::new(progress, trace);
    let made = recipe.generate(&mut sink);
    let (events, cut_short, cells) = (sink.events, sink.cut_short, sink.cells);
    let dungeon = made.map_err(|error| match cells {
        _ if !error.is_stopped() => ProtocolError::new(ErrorCode::GenerationFailed, sentence(&error)),
        Some(cells) => too_large(cells),
        None => ProtocolError::cancelled(),
    })?;
    Ok((dungeon, events.map(|events| Trace { events, cut_short })))
}

/// The source of a roll in a journal.
///
/// # Errors
/// When one of its files is broken.
pub fn source_of(roll: &RollEntry) -> Result<GenerationSource, String> {
    let file = |input: &ProvenanceInput| {
        let text = input.file_text()?.into_owned();
        Ok(AttachedFile { key: input.key.clone(), name: input.name.clone(), text })
    };
    Ok(GenerationSource {
        preset: roll.preset.clone(),
        set: roll.set.clone(),
        seed: roll.seed.clone(),
        stages: roll.stages.clone(),
        files: roll.inputs.iter().map(file).collect::<Result<_, String>>()?,
    })
}

/// The roll of a source, as a journal holds it.
pub fn roll_of(source: &GenerationSource, (pins, pins_size): MadePins) -> RollEntry {
    let input = |AttachedFile { key, name, text }: &AttachedFile| ProvenanceInput::new(key, name, text);
    RollEntry {
        preset: source.preset.clone(),
        set: source.set.clone(),
        seed: source.seed.clone(),
        stages: source.stages.clone(),
        inputs: source.files.iter().map(input).collect(),
        pins_size: pins_size.filter(|_| !pins.is_empty()),
        pins,
        fresh: false,
    }
}

/// The roll that keeps everything on a map and has the recipe's rooms round it.
///
/// # Errors
/// When the recipe is wrong, or the map cannot be kept whole.
pub fn filling(source: &GenerationSource, map: &Dungeon) -> Result<RollRequest, ProtocolError> {
    // Its complaints name the field.
    recipe(source)?;
    let filled = roll_of(source, (Vec::new(), None)).filling(map).map_err(|error| match error {
        JournalError::Edit(error) => ProtocolError::from(error),
        other => ProtocolError::new(ErrorCode::GenerationFailed, sentence(&other)),
    })?;
    RollRequest::of(&filled).map_err(|problem| ProtocolError::new(ErrorCode::GenerationFailed, ended(&problem)))
}

/// The recipe of a source.
pub fn recipe(source: &GenerationSource) -> Result<Recipe, ProtocolError> {
    if source.set.contains_key("") {
        return Err(ProtocolError::invalid_field("set", "set: a field has no name."));
    }
    let settings =
        serde_json::to_string(&source.set).map_err(|error| ProtocolError::invalid_field("set", ended(&error)))?;
    let mut settings = RecipeFile::parse(SETTINGS, &settings).map_err(plain)?;
    for AttachedFile { key, name, text } in &source.files {
        settings.attach(key, name, text.as_bytes()).map_err(plain)?;
    }
    let mut recipe = base(source.preset.as_deref())?.overlay(settings).check(seed(source)?).map_err(plain)?;
    // The record keeps the budget of the recipe: a dungeon that needs less is the same with either.
    recipe.budget = recipe.budget.min(MAX_BUDGET);
    Ok(recipe)
}

/// The error without its position: a page has no lines.
fn plain(error: RecipeError) -> ProtocolError {
    let mut error = ProtocolError::from(error);
    if let Some((sentence, _)) = error.message.split_once(&format!(" ({SETTINGS}:")) {
        error.message = ended(&sentence);
    }
    error
}

fn base(name: Option<&str>) -> Result<RecipeFile, ProtocolError> {
    let Some(name) = name else { return Ok(RecipeFile::default()) };
    let unknown = || {
        let names: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
        ProtocolError::invalid_field("preset", format!("There is no preset {name:?}; there are {}.", names.join(", ")))
    };
    Ok(preset(name).ok_or_else(unknown)?.recipe()?)
}

fn seed(source: &GenerationSource) -> Result<Seed, ProtocolError> {
    let seed: Seed = source.seed.parse().map_err(|error| ProtocolError::invalid_field("seed", sentence(&error)))?;
    for stage in source.stages.keys().chain(seed.stages().keys()) {
        if !Seed::STAGES.contains(&stage.as_str()) {
            let known = Seed::STAGES.join(", ");
            return Err(ProtocolError::invalid_field(
                "stages",
                format!("There is no stage {stage:?}; there are {known}."),
            ));
        }
    }
    source.stages.iter().try_fold(seed, |seed, (stage, number)| {
        let invalid = |_| {
            ProtocolError::invalid_field("stages", format!("{stage}: need a whole number below 2^64, got {number:?}."))
        };
        Ok(seed.with_stage(stage, number.parse().map_err(invalid)?))
    })
}

/// The files that the method reads.
fn read_files(source: &GenerationSource, recipe: &Recipe) -> Vec<AttachedFile> {
    let is_read = |file: &&AttachedFile| names_file(recipe, &file.key, &file.name);
    source.files.iter().filter(is_read).cloned().collect()
}

/// Whether a field of the record names the file.
fn names_file(recipe: &Recipe, key: &str, name: &str) -> bool {
    let names = |value: &Value| match value {
        Value::Array(names) => names.iter().any(|other| other == name),
        one => one == name,
    };
    recipe.record.iter().any(|(field, value)| field == key && names(value))
}

/// The fields that are not as the preset has them with this method.
fn differences(source: &GenerationSource, recipe: &Recipe) -> Result<BTreeMap<String, Value>, ProtocolError> {
    let base = base(source.preset.as_deref())?;
    let own = base.check(Seed::new(0))?.record.to_map();
    // Fields of another method that nobody set have their defaults: a link need not name them.
    let mut method = RecipeFile::default();
    method.set(&format!("{METHOD}={}", recipe.method.kind().name()))?;
    let switched = base.overlay(method).check(Seed::new(0)).ok().map(|switched| switched.record.to_map());
    let mut plain = switched.unwrap_or_else(|| own.clone());
    plain.extend(own.get(METHOD).map(|value| (METHOD.to_owned(), value.clone())));
    let differs = |(key, value): &(&str, &Value)| plain.get(*key) != Some(*value);
    let differing = recipe.record.iter().filter(differs).map(|(key, value)| (key.to_owned(), value.clone()));
    let mut set: BTreeMap<String, Value> = differing.collect();
    if set.contains_key(MASK) {
        // The record has the sides of the mask, which no one chose: without it they are again what they were.
        for key in SIDES {
            set.remove(key);
            set.extend(source.set.get(key).map(|side| (key.to_owned(), side.clone())));
        }
    }
    Ok(set)
}

/// Rejects what would take too long or too much before it begins.
///
/// # Errors
/// When the recipe is larger than the studio makes.
pub fn check_limits(recipe: &Recipe) -> Result<(), ProtocolError> {
    let (cells, rooms, floor) = match &recipe.method {
        Method::Accrete(spec) => {
            let [width, height] = spec.size.map(|side| side.map_or(0, |side| side as usize));
            (width * height, spec.rooms.count, 0)
        }
        Method::Bsp(spec) => (spec.size.area(), spec.rooms.count, 0),
        Method::House(spec) => (spec.size.area(), spec.rooms.count, 0),
        Method::Templates(spec) => (0, 0, i64::from(spec.floor_cells)),
        Method::Plan(spec) => (0, spec.rooms.count, 0),
        _ => (0, 0, 0),
    };
    if cells > MAX_CELLS {
        return Err(too_large(cells).with_field("width"));
    }
    if rooms > MAX_ROOMS {
        let most = plural(MAX_ROOMS as usize, "room");
        let sentence = format!(
            "rooms.count: the studio makes up to {most}, got {}; the command line more.",
            count(rooms as usize)
        );
        return Err(ProtocolError::new(ErrorCode::TooLarge, sentence).with_field("rooms.count"));
    }
    if floor > MAX_FLOOR as i64 {
        let (most, floor) = (plural(MAX_FLOOR, "floor cell"), count(floor as usize));
        let sentence = format!("templates.floor_cells: the studio makes up to {most}, got {floor}.");
        return Err(ProtocolError::new(ErrorCode::TooLarge, sentence).with_field("templates.floor_cells"));
    }
    Ok(())
}

/// Reports progress, keeps events, and stops a generation that grows too large or is cancelled.
struct ProgressSink<'a> {
    progress: &'a mut dyn Progress,
    events: Option<Vec<Event>>,
    cut_short: bool,
    stage: String,
    rooms: u64,
    links: u64,
    /// The far corner of the rooms so far, and their levels.
    reach: Cell,
    levels: BTreeSet<i32>,
    /// How many cells the map would have, where that is too many.
    cells: Option<usize>,
}

impl<'a> ProgressSink<'a> {
    fn new(progress: &'a mut dyn Progress, keep: bool) -> Self {
        Self {
            progress,
            events: keep.then(Vec::new),
            cut_short: false,
            stage: String::new(),
            rooms: 0,
            links: 0,
            reach: Cell::new(0, 0),
            levels: BTreeSet::new(),
            cells: None,
        }
    }

    fn measure(&mut self) {
        let cells = self.reach.x.max(0) as usize * self.reach.y.max(0) as usize * self.levels.len();
        if cells > MAX_CELLS {
            self.cells = Some(cells);
        }
    }

    fn observe(&mut self, event: &Event) {
        match event {
            Event::Stage { name } => {
                // A plan that is placed again begins from the start.
                (self.stage, self.links) = (name.clone(), 0);
                if name == "place" {
                    (self.rooms, self.reach, self.levels) = (0, Cell::new(0, 0), BTreeSet::new());
                }
                self.progress.report(name, 0, 0);
            }
            Event::Placed { floor, z, .. } => {
                self.rooms += 1;
                self.reach = Cell::new(self.reach.x.max(floor.right), self.reach.y.max(floor.bottom));
                self.levels.insert(*z);
                self.measure();
            }
            Event::Carved { .. } => {
                self.links += 1;
                // Links are about as many as rooms, and at least as many as a tree has.
                self.progress.report(&self.stage, self.links, self.links.max(self.rooms));
            }
            _ => {}
        }
    }
}

impl EventSink for ProgressSink<'_> {
    fn on_event(&mut self, event: Event) {
        self.observe(&event);
        match &mut self.events {
            Some(events) if events.len() < MAX_EVENTS => events.push(event),
            Some(_) => self.cut_short = true,
            None => {}
        }
    }

    fn should_continue(&self) -> bool {
        self.cells.is_none() && self.progress.should_continue()
    }
}
