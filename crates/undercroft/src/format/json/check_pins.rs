//! The same for pins: cells that a map can have, texts within their limits, ids that are given once.
//!
//! Whether pins contradict each other is asked when they are rolled, and whether a dungeon keeps them is for the judge to say.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, MAX_SIDE, Rect};

use super::checked::{Checked, is_text, is_text_of};
use super::path::Path;
use super::{parse_list, place};
use crate::dungeon::{
    FeaturePin, MAX_CELLS, MAX_FEATURE_SIDE, MAX_PINS, MAX_STAIRS_RUN, Pin, PinnedDoor, PinnedLink, Provenance,
    RoomPin, Run,
};
use crate::format::ReadError;
use crate::seed::Seed;

/// The widest door and the widest corridor. [Unit: cells]
const MAX_WIDTH: usize = 4;
/// The longest note. [Unit: characters]
const MAX_NOTE: usize = 2_000;
/// The most notes of a room.
const MAX_NOTES: usize = 64;

/// Reads a list of pins. Nothing but the list stands in the text.
///
/// # Errors
/// When the text is no JSON or no list of pins; with path, line and column.
///
/// ```
/// use undercroft::format::json::read_pins;
///
/// let pins = read_pins(r#"[{"pin": "name", "id": 1, "name": "The old mill"}]"#)?;
/// assert_eq!(pins[0].kind_name(), "name");
/// assert!(read_pins(r#"[{"pin": "hat", "id": 1}]"#).is_err());
/// # Ok::<(), undercroft::format::ReadError>(())
/// ```
pub fn read_pins(text: &str) -> Result<Vec<Pin>, ReadError> {
    let pins: Vec<Pin> = parse_list(text)?;
    check_list(&pins, &Path::default()).map_err(|fault| place(text, fault))?;
    Ok(pins)
}

/// Checks the pins of a dungeon.
pub(super) fn check_pins(provenance: &Provenance) -> Checked {
    let path = || Path::of("provenance").key("pins");
    check_list(&provenance.pins, &path())?;
    let Some(sides) = provenance.pins_size else { return Ok(()) };
    if sides.iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Ok(());
    }
    let problem = format!("need a width and a height of 1 to {MAX_SIDE} cells, got {sides:?}");
    Err(Path::of("provenance").key("pins_size").fault(problem))
}

fn check_list(pins: &[Pin], path: &Path) -> Checked {
    if pins.len() > MAX_PINS {
        return Err(path.clone().fault(format!("need at most {MAX_PINS} pins, got {}", pins.len())));
    }
    let (mut seen, mut area) = (BTreeSet::new(), 0);
    for (i, pin) in pins.iter().enumerate() {
        let path = || path.clone().index(i);
        if !seen.insert(pin.id()) {
            return Err(path().key("id").fault(format!("pin {} comes twice", pin.id())));
        }
        check_pin(pin, &path())?;
        area += cells_of(pin);
        if area > MAX_CELLS as i64 {
            return Err(path().fault(format!("the pins have more than {MAX_CELLS} cells")));
        }
    }
    Ok(())
}

/// The cells that a pin holds, as far as they take memory.
fn cells_of(pin: &Pin) -> i64 {
    match pin {
        Pin::Room(pin) => pin.floor.iter().map(|run| i64::from(run.length)).sum(),
        Pin::Cells(pin) => pin.bounds().area(),
        Pin::Link(pin) => pin.kind.corridor().map_or(0, |carved| carved.path.len() as i64),
        _ => 1,
    }
}

fn check_pin(pin: &Pin, path: &Path) -> Checked {
    match pin {
        Pin::Room(pin) => room(pin, path),
        Pin::Link(pin) => link(&pin.kind, &path.clone().key("kind")),
        Pin::Door(pin) => door(&pin.door(), path),
        Pin::Cells(pin) => {
            on_map([pin.at], path, "at")?;
            pin.fault().map_or(Ok(()), |problem| Err(path.clone().key("rows").fault(problem)))?;
            on_map([pin.at, pin.at + Cell::new(pin.bounds().width() - 1, pin.bounds().height() - 1)], path, "at")
        }
        Pin::Feature(pin) => feature(pin, path),
        Pin::Spawn(pin) => {
            is_text(pin.name.as_deref().unwrap_or_default(), || path.clone().key("name"))?;
            on_map([pin.cell], path, "cell")
        }
        Pin::Entrance(pin) => door(&pin.door(), path),
        Pin::Name(pin) => is_text(&pin.name, || path.clone().key("name")),
        Pin::Stage(pin) => {
            if Seed::STAGES.contains(&pin.stage.as_str()) {
                return Ok(());
            }
            let problem = format!("need one of {}, got {:?}", Seed::STAGES.join(", "), pin.stage);
            Err(path.clone().key("stage").fault(problem))
        }
    }
}

fn room(pin: &RoomPin, path: &Path) -> Checked {
    is_floor(&pin.floor, &path.clone().key("floor"))?;
    is_text(pin.name.as_deref().unwrap_or_default(), || path.clone().key("name"))?;
    is_text(pin.purpose.as_deref().unwrap_or_default(), || path.clone().key("purpose"))?;
    if pin.number == Some(0) {
        return Err(path.clone().key("number").fault("numbers of rooms count from 1, got 0"));
    }
    if pin.template.as_ref().is_some_and(|template| template.turn > 3) {
        return Err(path.clone().key("template").key("turn").fault("need 0 to 3 quarter turns"));
    }
    on_map(pin.sockets.iter().map(|socket| socket.cell), path, "sockets")?;
    let notes = pin.notes.as_deref().unwrap_or_default();
    if notes.len() > MAX_NOTES {
        return Err(path.clone().key("notes").fault(format!("need at most {MAX_NOTES} texts, got {}", notes.len())));
    }
    notes.iter().enumerate().try_for_each(|(i, note)| {
        is_text_of(MAX_NOTE, &note.text, || path.clone().key("notes").index(i).key("text"))?;
        is_text_of(MAX_NOTE, &note.plain, || path.clone().key("notes").index(i).key("plain"))
    })
}

fn is_floor(floor: &[Run], path: &Path) -> Checked {
    if floor.is_empty() {
        return Err(path.clone().fault("a room has at least one run of floor"));
    }
    let mut last: Option<Run> = None;
    for (i, &run) in floor.iter().enumerate() {
        let fits = run.length >= 1 && run.length <= MAX_SIDE && map().contains(run.start);
        if !fits || run.start.x + run.length > MAX_SIDE {
            return Err(path.clone().index(i).fault(format!("no map has {} cells from {}", run.length, run.start)));
        }
        let end = |run: Run| Cell::new(run.start.x + run.length, run.start.y);
        if last.is_some_and(|last| run.start < end(last)) {
            return Err(path.clone().index(i).fault("runs must go row by row, west to east, without a cell twice"));
        }
        last = Some(run);
    }
    Ok(())
}

fn link(kind: &PinnedLink, path: &Path) -> Checked {
    kind.doors().iter().try_for_each(|pinned| door(pinned, path))?;
    if let Some(carved) = kind.corridor() {
        if !(1..=MAX_WIDTH).contains(&usize::from(carved.width)) || carved.path.is_empty() {
            return Err(path.clone().fault(format!("need a path, and a width of 1 to {MAX_WIDTH} cells")));
        }
        let width = i32::from(carved.width) - 1;
        on_map(carved.path.iter().copied(), path, "path")?;
        on_map(carved.path.iter().map(|&at| at + Cell::new(width, width)), path, "path")?;
        on_map(carved.roughened.iter().copied(), path, "roughened")?;
        on_map(kind.corridor_cells(), path, "runway")?;
    }
    if let PinnedLink::Stairs(runs) = kind {
        if runs.iter().any(|run| !(1..=MAX_STAIRS_RUN).contains(&run.len())) {
            return Err(path.clone().fault(format!("a run of stairs has 1 to {MAX_STAIRS_RUN} cells")));
        }
        on_map(runs.iter().flatten().copied(), path, "stairs")?;
    }
    Ok(())
}

fn door(door: &PinnedDoor, path: &Path) -> Checked {
    if !(1..=MAX_WIDTH).contains(&door.cells.len()) {
        let problem = format!("a door has 1 to {MAX_WIDTH} cells, got {}", door.cells.len());
        return Err(path.clone().key("cells").fault(problem));
    }
    on_map(door.cells.iter().copied(), path, "cells")?;
    let along = if door.normal.is_horizontal() { Cell::new(0, 1) } else { Cell::new(1, 0) };
    if door.cells.windows(2).any(|pair| pair[0] + along != pair[1]) {
        let problem = "the cells of a door lie side by side across its normal, in order";
        return Err(path.clone().key("cells").fault(problem));
    }
    Ok(())
}

fn feature(pin: &FeaturePin, path: &Path) -> Checked {
    is_text(&pin.kind, || path.clone().key("kind"))?;
    if pin.kind.is_empty() || pin.turn > 3 || pin.size.iter().any(|side| !(1..=MAX_FEATURE_SIDE).contains(side)) {
        let problem = format!("need a kind, sides of 1 to {MAX_FEATURE_SIDE} cells and 0 to 3 quarter turns");
        return Err(path.clone().fault(problem));
    }
    on_map([pin.cell], path, "cell")?;
    on_map([pin.cell + Cell::new(pin.size[0] - 1, pin.size[1] - 1)], path, "cell")
}

const fn map() -> Rect {
    Rect::new(0, 0, MAX_SIDE, MAX_SIDE)
}

fn on_map(cells: impl IntoIterator<Item = Cell>, path: &Path, key: &str) -> Checked {
    match cells.into_iter().find(|&cell| !map().contains(cell)) {
        Some(cell) => Err(path.clone().key(key).fault(format!("{cell} lies on no map"))),
        None => Ok(()),
    }
}
