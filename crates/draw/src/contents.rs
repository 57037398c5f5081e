//! What stands on a level: features, doors, stairs, the entrance, symbols and room numbers.

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::Cell;

use super::door::{self, DoorLook};
use super::entrance_arrow::{EntranceArrow, WORD_HEIGHT};
use super::feature;
use super::ink::Ink;
use super::label_spot::Free;
use super::lettering;
use super::level_drawing::LevelDrawing;
use super::options::{DrawOptions, Edition};
use super::picture::{CELL, Paint, PictureGroup, Point, VectorPath};
use super::room_number::{RoomNumber, VOICE, room_numbers};
use super::stairs::{self, Stair};
use super::symbol::Symbol;
use super::symbols::SymbolSet;
use super::theme::Theme;
use super::window;
use undercroft::dungeon::{Feature, Marker, MarkerKind, Room, SpawnKind, Terrain};

/// The kinds of things that occur on a sheet, for its legend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// Looks of doors.
    pub doors: BTreeSet<DoorLook>,
    /// Symbols.
    pub symbols: BTreeSet<Symbol>,
    /// Whether there are stairs.
    pub stairs: bool,
}

/// Height of the letters beside stairs and keys.
const SMALL: i32 = 340;
/// Marks grow on maps of more cells than this, so that the whole can be read on a page.
const CELLS_OF_A_PAGE: i32 = 40;
/// Lines from numbers in rock to their rooms.
const LEADER: i32 = 20;

/// The contents of a level as groups, noting what occurs.
pub fn contents(
    chart: &LevelDrawing,
    options: &DrawOptions,
    shown: &SymbolSet,
    id: &str,
    seen: &mut Occurrences,
) -> Vec<PictureGroup> {
    let stairs = stairs::stairs(chart.dungeon, chart.level);
    let mut words = Words::default();
    let mut taken: Vec<Cell> = Vec::new();
    let doors = doors(chart, options, seen);
    let treads = treads(chart, &stairs, &mut words, &mut taken);
    seen.stairs |= !stairs.is_empty();
    let symbols =
        if options.edition == Edition::GameMaster { keys(chart, &mut words, &mut taken, seen) } else { Ink::default() };
    let symbols = rooms(chart, options, symbols, &mut words, &taken, seen);
    let mut entry = Ink::default();
    if let Some(found) = EntranceArrow::find(chart.dungeon, chart.level, &chart.floor, options.sheet) {
        entry.extend(found.arrow());
        words.outside.extend(found.word());
    }
    let painted = [
        ("windows", window::windows(chart)),
        ("doors", doors),
        ("stairs", treads),
        ("symbols", symbols),
        ("entrance", entry),
    ];
    let mut groups: Vec<PictureGroup> =
        painted.into_iter().map(|(name, ink)| group(id, name, ink, &options.theme)).collect();
    // What hangs in walls stands before the words and above doors and stairs.
    groups.insert(3, feature::mounted(chart, options, shown, id));
    if options.edition == Edition::GameMaster && options.numbers {
        groups.push(spawn_marks(chart, &options.theme, id, seen));
    }
    groups.push(words.group(id, &options.theme));
    groups
}

fn group(id: &str, name: &str, ink: Ink, theme: &Theme) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-{name}"));
    ink.paint(&mut group, theme, CELL);
    group
}

fn doors(chart: &LevelDrawing, options: &DrawOptions, seen: &mut Occurrences) -> Ink {
    let mut ink = Ink::default();
    for found in chart.dungeon.doors_on(chart.level.z) {
        let Some(middle) = door::middle(found, chart.level.size()) else { continue };
        // Players find out at the door whether it is locked or barred.
        let look = DoorLook::from_door(found);
        let hides = options.edition == Edition::Player && matches!(look, DoorLook::Locked | DoorLook::Barred);
        let look = if hides { DoorLook::Closed } else { look };
        // A gap without leaf or frame is no symbol to explain.
        if look != DoorLook::Doorway {
            seen.doors.insert(look);
        }
        ink.extend(door::door(found, look, middle));
    }
    ink
}

fn treads(chart: &LevelDrawing, stairs: &[Stair], words: &mut Words, taken: &mut Vec<Cell>) -> Ink {
    let mut ink = Ink::default();
    for stair in stairs {
        ink.extend(stairs::run_treads(stair));
        taken.push(stair.cell);
        if stair.label.is_empty() {
            continue;
        }
        let beside = beside(chart, stair.cell);
        taken.push(beside);
        words.small.extend(lettering::write_centred(&stair.label, Point::middle(beside), SMALL));
    }
    ink
}

/// Where the label of a thing on a cell goes: east or west of it on free floor, else below it.
fn beside(chart: &LevelDrawing, cell: Cell) -> Cell {
    let [north, east, south, west] = cell.neighbors4();
    let is_before_door = |cell: Cell| cell.neighbors4().into_iter().any(|it| chart.level.at(it) == Terrain::Door);
    let free = |cell: &Cell| chart.level.at(*cell) == Terrain::Floor && !is_before_door(*cell);
    [east, west, south, north].into_iter().find(free).unwrap_or(south)
}

fn keys(chart: &LevelDrawing, words: &mut Words, taken: &mut Vec<Cell>, seen: &mut Occurrences) -> Ink {
    let mut ink = Ink::default();
    let dungeon = chart.dungeon;
    let here = |m: &&Marker| m.z == chart.level.z && chart.level.size().contains(m.cell);
    for key in dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key).filter(here) {
        ink.extend(Symbol::Key.draw(Point::middle(key.cell).shift(0, -100), CELL));
        seen.symbols.insert(Symbol::Key);
        taken.push(key.cell);
        let Some(label) = &key.label else { continue };
        words.small.extend(lettering::write_centred(label, Point::middle(key.cell).shift(0, 260), SMALL));
    }
    // A lock carries the letter of its key, wherever the key lies.
    for key in dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key) {
        let link = dungeon.lock_of(key).and_then(|link| dungeon.links.get(link.index()));
        let (Some(link), Some(label)) = (link, &key.label) else { continue };
        let doors = link.doors().iter().filter_map(|door| dungeon.doors.get(door.index()));
        for lock in doors.filter(|door| door.z == chart.level.z && DoorLook::from_door(door) == DoorLook::Locked) {
            let Some(middle) = door::middle(lock, chart.level.size()) else { continue };
            let out = lock.normal.delta();
            let at = middle.shift(-out.x * 360, -out.y * 360);
            words.small.extend(lettering::write_centred(label, at, SMALL * 4 / 5));
        }
    }
    ink
}

/// Numbers and the star of the goal, each in the largest square that is left.
fn rooms(
    chart: &LevelDrawing,
    options: &DrawOptions,
    mut ink: Ink,
    words: &mut Words,
    taken: &[Cell],
    seen: &mut Occurrences,
) -> Ink {
    if options.edition == Edition::Player {
        return ink;
    }
    let scale = options.symbols.unwrap_or_else(|| page_scale(chart));
    let numbers = room_numbers(chart, options);
    for room in chart.dungeon.rooms.iter().filter(|room| room.z == chart.level.z) {
        let cells = room.cells().filter(|&cell| chart.level.size().contains(cell));
        let Some(mut free) = Free::from_cells(cells) else { continue };
        for &cell in taken {
            free.take(cell);
        }
        free = beside_features(chart, room, free);
        if let Some(number) = numbers.iter().find(|number| number.room == room.id) {
            words.add_number(number);
            let area = number.area();
            free.take_label(number.middle, area.width() + 200, area.height() + 200);
        }
        if let Some(spot) = free.largest().filter(|_| chart.dungeon.goal == Some(room.id)) {
            let side = scale.min((spot.side * CELL * 2 / 3).max(CELL));
            ink.extend(Symbol::Goal.draw(spot.middle, side));
            seen.symbols.insert(Symbol::Goal);
        }
    }
    ink
}

/// Treasure in its container or on the floor, and traps. Inhabitants stand in the key alone.
fn spawn_marks(chart: &LevelDrawing, theme: &Theme, id: &str, seen: &mut Occurrences) -> PictureGroup {
    let mut ink = Ink::default();
    let dungeon = chart.dungeon;
    let shown = dungeon.features.iter().filter(|it| feature::is_shown(chart, it));
    let containers: BTreeMap<u32, &Feature> = shown.filter_map(|it| Some((it.spawn?, it))).collect();
    for spawn in dungeon.spawns.iter().filter(|it| it.z == chart.level.z && chart.level.size().contains(it.cell)) {
        let symbol = match spawn.kind {
            SpawnKind::Loot => Symbol::Treasure,
            SpawnKind::Trap => Symbol::Trap,
            _ => continue,
        };
        let middle =
            containers.get(&spawn.id).map_or_else(|| Point::middle(spawn.cell), |it| feature::middle(chart, it));
        ink.extend(symbol.draw(middle, CELL));
        seen.symbols.insert(symbol);
    }
    group(id, "spawns", ink, theme)
}

/// How much larger than usual numbers and symbols are drawn. [Unit: thousandths]
fn page_scale(chart: &LevelDrawing) -> i32 {
    let bounds = chart.bounds();
    (bounds.width().max(bounds.height()) * CELL / CELLS_OF_A_PAGE).clamp(CELL, 5 * CELL / 2)
}

/// The free cells without those of features that stand, where that leaves any.
fn beside_features(chart: &LevelDrawing, room: &Room, free: Free) -> Free {
    let standing = chart.dungeon.features.iter().filter(|it| it.z == room.z && it.is_on_floor() && !it.flat);
    let mut clear = free.clone();
    standing.flat_map(Feature::cells).for_each(|cell| clear.take(cell));
    if clear.largest().is_some() { clear } else { free }
}

/// Everything written on a level.
#[derive(Default)]
struct Words {
    /// By height.
    numbers: BTreeMap<i32, VectorPath>,
    /// Those that stand in rock, by height.
    in_rock: BTreeMap<i32, VectorPath>,
    /// From numbers in rock to their rooms.
    leaders: VectorPath,
    small: VectorPath,
    outside: VectorPath,
}

impl Words {
    fn add_number(&mut self, number: &RoomNumber) {
        let leader = number.leader();
        let all = if leader.is_some() { &mut self.in_rock } else { &mut self.numbers };
        all.entry(number.height).or_default().extend(number.word().path());
        leader.into_iter().for_each(|line| self.leaders.add_line(line));
    }

    /// Letters over a broader stroke of the ground, so that no line runs through them.
    fn group(self, id: &str, theme: &Theme) -> PictureGroup {
        let mut group = PictureGroup::new(format!("{id}-words"));
        let [small, outside] = [SMALL, WORD_HEIGHT].map(lettering::pen_weight);
        let others = [(self.small, small, theme.floor), (self.outside, outside, theme.paper)];
        let numbers = self.numbers.into_iter().map(|(height, path)| (path, VOICE.pen_weight(height), theme.floor));
        let in_rock = self.in_rock.into_iter().map(|(height, path)| (path, VOICE.pen_weight(height), theme.rock));
        let parts = numbers.chain(in_rock).chain(others);
        group.push("leader", Paint::stroke(theme.ink, LEADER), self.leaders);
        for (path, weight, ground) in parts {
            group.push("ground", Paint::stroke(ground, weight * 3), path.clone());
            group.push("words", Paint::stroke(theme.ink, weight), path);
        }
        group
    }
}
