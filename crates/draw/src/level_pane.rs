//! One level as a drawing of its own, to be laid on a sheet.

use undercroft::dungeon::{Dungeon, Level};

use super::contents::{self, Occurrences};
use super::entrance_arrow::EntranceArrow;
use super::feature;
use super::floor_drawing;
use super::frame;
use super::level_drawing::LevelDrawing;
use super::options::DrawOptions;
use super::overlay::Overlay;
use super::picture::{Area, PictureGroup};
use super::rock;
use super::room_number::{RoomNumber, room_numbers};
use super::symbols::SymbolSet;
use super::wall_strokes;
use super::word::Word;
use super::work_meter::WorkMeter;

/// A level ready to be laid on the sheet.
pub struct LevelPane {
    /// What people call it.
    pub name: String,
    /// The part of its map that is shown.
    pub area: Area,
    /// What is drawn.
    pub group: PictureGroup,
    /// The numbers of its rooms, in the units of the map.
    pub words: Vec<Word>,
}

/// A level that is not drawn yet: its height, its name, and the part of its map that is shown.
pub type PaneOutline = (i32, String, Area);

/// The levels that the options show, as their readers know them, drawn.
pub fn panes(
    dungeon: &Dungeon,
    options: &DrawOptions,
    overlays: &[Overlay],
    seen: &mut Occurrences,
    meter: &WorkMeter,
) -> Vec<LevelPane> {
    let levels = dungeon.levels.iter().filter(|level| options.levels.shows(level.z));
    let levels = levels.take_while(|_| meter.ask().is_ok());
    let symbols = SymbolSet::from_dungeon(dungeon);
    levels.map(|level| level_pane(dungeon, level, options, overlays, (&symbols, seen), meter)).collect()
}

/// The same levels without drawing them.
pub fn pane_outlines(dungeon: &Dungeon, options: &DrawOptions) -> Vec<PaneOutline> {
    let levels = dungeon.levels.iter().filter(|level| options.levels.shows(level.z));
    let outline = |level: &Level| {
        let chart = LevelDrawing::new(dungeon, level, options);
        (level.z, level_name(level), pane_area(&chart, options))
    };
    levels.map(outline).collect()
}

/// One level: ground first, then what is laid over it, then walls and what stands on the floor.
fn level_pane(
    dungeon: &Dungeon,
    level: &Level,
    options: &DrawOptions,
    overlays: &[Overlay],
    (symbols, seen): (&SymbolSet, &mut Occurrences),
    meter: &WorkMeter,
) -> LevelPane {
    let chart = LevelDrawing::new(dungeon, level, options);
    let id = format!("level-{}", level.z);
    let mut group = PictureGroup::new(id.clone());
    group.add(rock::rock(&chart, options, &id, meter));
    if meter.ask().is_ok() {
        group.add(floor_drawing::floor(&chart, options, &id));
        group.add(feature::flat(&chart, options, symbols, &id));
        group.add(floor_drawing::grid(&chart, options, &id));
    }
    let bounds = chart.bounds();
    if let Some(module) = options.module_grid {
        group.add(frame::module_grid(bounds, module, &options.theme, &id));
    }
    for overlay in overlays.iter().filter(|overlay| overlay.z == level.z) {
        group.add(overlay.draw(&id));
    }
    if meter.ask().is_ok() {
        group.add(feature::standing(&chart, options, symbols, &id));
        group.add(wall_strokes::walls(&chart, options, &id));
    }
    if meter.ask().is_ok() {
        for part in contents::contents(&chart, options, symbols, &id, seen) {
            group.add(part);
        }
    }
    if options.coordinates && options.sheet {
        group.add(frame::coordinates(bounds, &options.theme, &id));
    }
    let words = room_numbers(&chart, options).iter().map(RoomNumber::word).collect();
    LevelPane { name: level_name(level), area: pane_area(&chart, options), group, words }
}

/// What of a level is shown: on a sheet the cells that have something on them with a margin, else all of it.
fn pane_area(chart: &LevelDrawing, options: &DrawOptions) -> Area {
    if !options.sheet {
        return Area::from_rect(options.crop.unwrap_or(chart.level.size().rect()));
    }
    // Rock is drawn round a dungeon, nothing round a house.
    let margin = if chart.is_bare_house() && !options.coordinates { 1 } else { 2 };
    let entry = EntranceArrow::find(chart.dungeon, chart.level, &chart.floor, options.sheet)
        .map(EntranceArrow::areas_taken)
        .unwrap_or_default();
    Area::from_rect(entry.iter().fold(chart.bounds().grow(margin), |sheet, area| sheet.hull(area.cells())))
}

/// What people call a level.
fn level_name(level: &Level) -> String {
    if level.name.is_empty() { format!("Level {}", level.z).replace('-', "−") } else { level.name.clone() }
}
