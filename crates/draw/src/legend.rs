//! The legend: what occurs on the sheet, and nothing else.

use super::contents::Occurrences;
use super::door::{self, DoorLook};
use super::ink::{Frame, Ink};
use super::overlay::{Overlay, Swatch};
use super::page_pen::PagePen;
use super::picture::{Area, CELL, Paint, Point, VectorPath};
use super::stairs;
use super::symbol::Symbol;
use undercroft_grid::{Cell, Dir};

/// What stands before a word.
enum Sample {
    Door(DoorLook),
    Symbol(Symbol),
    Stairs,
    Overlay(Swatch),
}

/// Draws the legend in as many columns as fit; gives the height below it.
pub fn legend(sheet: &mut PagePen, seen: &Occurrences, overlays: &[Overlay], at: Point, width: i32) -> i32 {
    let entries = entries(seen, overlays);
    let Some(widest) = entries.iter().map(|(_, word)| sheet.width(word, 42)).max() else { return at.y };
    let column = widest + sheet.units(270);
    let columns = (width / column).clamp(1, entries.len() as i32);
    let line = sheet.units(130);
    let top = at.y + sheet.units(70);
    for (i, (sample, word)) in entries.iter().enumerate() {
        let (row, col) = (i as i32 / columns, i as i32 % columns);
        let middle = Point::new(at.x + col * column + sheet.units(60), top + row * line + sheet.units(50));
        draw_sample(sheet, sample, middle);
        sheet.write(word, middle.shift(sheet.units(95), sheet.units(21)), 42);
    }
    top + (entries.len() as i32 + columns - 1) / columns * line
}

fn entries(seen: &Occurrences, overlays: &[Overlay]) -> Vec<(Sample, String)> {
    let doors = seen.doors.iter().map(|&look| (Sample::Door(look), look.name().to_owned()));
    let stairs = seen.stairs.then(|| (Sample::Stairs, "stairs".to_owned()));
    let symbols = seen.symbols.iter().map(|&symbol| (Sample::Symbol(symbol), symbol.name().to_owned()));
    // What goes on over several levels is named once.
    let is_first = |i: usize| overlays[..i].iter().all(|before| before.name != overlays[i].name);
    let overlays = overlays.iter().enumerate().filter(|&(i, _)| is_first(i));
    let overlays = overlays.map(|(_, overlay)| (Sample::Overlay(overlay.swatch()), overlay.name.clone()));
    doors.chain(stairs).chain(symbols).chain(overlays).collect()
}

fn draw_sample(sheet: &mut PagePen, sample: &Sample, middle: Point) {
    let scale = sheet.units(115);
    let place = |p: Point| middle.shift(p.x * scale / CELL, p.y * scale / CELL);
    let ink = match *sample {
        Sample::Door(look) => gap(sheet, look, place),
        Sample::Symbol(symbol) => symbol.draw(Point::default(), CELL).map(place),
        Sample::Stairs => stairs::treads(Cell::new(0, 0), Dir::North).map(|p| place(p.shift(-CELL / 2, -CELL / 2))),
        Sample::Overlay(swatch) => return swatch.draw(&mut sheet.group, middle, scale),
    };
    ink.paint(&mut sheet.group, &sheet.options.theme, scale);
}

/// A door in a piece of wall.
fn gap(sheet: &mut PagePen, look: DoorLook, place: impl Fn(Point) -> Point) -> Ink {
    let theme = &sheet.options.theme;
    let frame = Frame { origin: Point::default(), out: Dir::South };
    let floor = VectorPath::rect(Area::new(Point::new(-500, -400), Point::new(500, 400)));
    sheet.group.push("floor", Paint::fill(theme.floor), floor.map(&place));
    let mut jambs = frame.line([-500, -400], [-500, 400]);
    jambs.extend(frame.line([500, -400], [500, 400]));
    let weight = theme.weights.corridor.0 * sheet.unit / CELL;
    sheet.group.push("wall", Paint::stroke(theme.ink, weight), jambs.map(&place));
    let mut ink = door::symbol(look, frame, 1, false);
    // The lines at the ends of a secret door are jambs already; a leaf that swings out is drawn shorter.
    ink.fine = if look == DoorLook::Secret { VectorPath::default() } else { ink.fine };
    let lift = if look == DoorLook::Open { -330 } else { 0 };
    ink.map(|p| place(p.shift(0, lift)))
}
