//! What stands on a level: doors, stairs, the entrance, symbols and room numbers.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect};

use super::chart::Chart;
use super::door::{self, DoorLook};
use super::entrance::Entry;
use super::ink::Ink;
use super::lettering;
use super::options::{DrawOptions, Edition};
use super::picture::{CELL, Group, Paint, Path, Point};
use super::spot::Free;
use super::stairs::{self, Stair};
use super::symbol::Symbol;
use super::theme::Theme;
use crate::dungeon::{MarkerKind, Room};

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
/// Height of room numbers where there is room for them.
const NUMBER: i32 = 620;

/// The contents of a level as groups, noting what occurs.
pub fn contents(chart: &Chart, options: &DrawOptions, id: &str, seen: &mut Occurrences) -> Vec<Group> {
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
    if let Some(found) = Entry::of(chart) {
        entry.extend(found.arrow());
        words.outside.extend(found.word());
    }
    let painted = [("doors", doors), ("stairs", treads), ("symbols", symbols), ("entrance", entry)];
    let mut groups: Vec<Group> = painted.into_iter().map(|(name, ink)| group(id, name, ink, &options.theme)).collect();
    groups.push(words.group(id, &options.theme));
    groups
}

fn group(id: &str, name: &str, ink: Ink, theme: &Theme) -> Group {
    let mut group = Group::new(format!("{id}-{name}"));
    ink.paint(&mut group, theme, CELL);
    group
}

fn doors(chart: &Chart, options: &DrawOptions, seen: &mut Occurrences) -> Ink {
    let mut ink = Ink::default();
    for found in chart.dungeon.doors_on(chart.level.z) {
        // Players find out at the door whether it is locked or barred.
        let look = DoorLook::of(found);
        let hides = options.edition == Edition::Player && matches!(look, DoorLook::Locked | DoorLook::Barred);
        let look = if hides { DoorLook::Closed } else { look };
        seen.doors.insert(look);
        ink.extend(door::door(found, look));
    }
    ink
}

fn treads(chart: &Chart, stairs: &[Stair], words: &mut Words, taken: &mut Vec<Cell>) -> Ink {
    let mut ink = Ink::default();
    for stair in stairs {
        ink.extend(stairs::treads(stair.cell, stair.down));
        taken.push(stair.cell);
        let beside = beside(chart, stair.cell);
        taken.push(beside);
        words.small.extend(lettering::write_centred(&stair.label, Point::middle(beside), SMALL));
    }
    ink
}

/// Where the label of a thing on a cell goes: east or west of it on free floor, else below it.
fn beside(chart: &Chart, cell: Cell) -> Cell {
    let [north, east, south, west] = cell.neighbours4();
    let free = |cell: &Cell| chart.level.at(*cell) == crate::dungeon::Terrain::Floor;
    [east, west, south, north].into_iter().find(free).unwrap_or(south)
}

fn keys(chart: &Chart, words: &mut Words, taken: &mut Vec<Cell>, seen: &mut Occurrences) -> Ink {
    let mut ink = Ink::default();
    let dungeon = chart.dungeon;
    for key in dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Key && m.z == chart.level.z) {
        ink.extend(Symbol::Key.draw(Point::middle(key.cell).shift(0, -100)));
        seen.symbols.insert(Symbol::Key);
        taken.push(key.cell);
        let Some(label) = &key.label else { continue };
        words.small.extend(lettering::write_centred(label, Point::middle(key.cell).shift(0, 260), SMALL));
    }
    // A lock carries the letter of its key, wherever the key lies.
    for key in dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key) {
        let link = key.link.and_then(|link| dungeon.links.get(link.index()));
        let (Some(link), Some(label)) = (link, &key.label) else { continue };
        let doors = link.doors.iter().filter_map(|door| dungeon.doors.get(door.index()));
        for lock in doors.filter(|door| door.z == chart.level.z && DoorLook::of(door) == DoorLook::Locked) {
            let Some(gap) = Rect::around(lock.cells.iter().copied()) else { continue };
            let middle = Point::new((gap.left + gap.right) * CELL / 2, (gap.top + gap.bottom) * CELL / 2);
            let out = lock.normal.delta();
            let at = middle.shift(-out.x * 360, -out.y * 360);
            words.small.extend(lettering::write_centred(label, at, SMALL * 4 / 5));
        }
    }
    ink
}

/// Numbers and the symbols of roles, each in the largest square that is left.
fn rooms(
    chart: &Chart,
    options: &DrawOptions,
    mut ink: Ink,
    words: &mut Words,
    taken: &[Cell],
    seen: &mut Occurrences,
) -> Ink {
    if options.edition == Edition::Player {
        return ink;
    }
    for room in chart.dungeon.rooms.iter().filter(|room| room.z == chart.level.z) {
        let Some(mut free) = Free::of(room.cells()) else { continue };
        taken.iter().for_each(|&cell| free.take(cell));
        if options.numbers {
            number(room, &mut free, words);
        }
        for symbol in room.roles.iter().copied().filter_map(Symbol::of) {
            let Some(spot) = free.largest() else { break };
            ink.extend(symbol.draw(spot.middle));
            free.take_label(spot.middle, CELL * 9 / 10, CELL * 9 / 10);
            seen.symbols.insert(symbol);
        }
    }
    ink
}

fn number(room: &Room, free: &mut Free, words: &mut Words) {
    let Some(spot) = free.largest() else { return };
    let text = room.id.to_string();
    let limit = spot.side * CELL - 240;
    let height = (NUMBER * limit / lettering::width(&text, NUMBER).max(1)).min(NUMBER);
    words.numbers.extend(lettering::write_centred(&text, spot.middle, height));
    free.take_label(spot.middle, lettering::width(&text, height) + 200, height + 200);
}

/// Everything written on a level.
#[derive(Default)]
struct Words {
    numbers: Path,
    small: Path,
    outside: Path,
}

impl Words {
    /// Letters over a broader stroke of the ground, so that no line runs through them.
    fn group(self, id: &str, theme: &Theme) -> Group {
        let mut group = Group::new(format!("{id}-words"));
        let parts =
            [(self.numbers, NUMBER, theme.floor), (self.small, SMALL, theme.floor), (self.outside, 420, theme.paper)];
        for (path, height, ground) in parts {
            let weight = lettering::pen_weight(height);
            group.push("ground", Paint::stroke(ground, weight * 4), path.clone());
            group.push("words", Paint::stroke(theme.ink, weight), path);
        }
        group
    }
}
