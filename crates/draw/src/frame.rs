//! Title, level names, scale bar, north arrow and coordinates.

use undercroft_grid::Rect;

use super::lettering;
use super::options::Edition;
use super::page_pen::PagePen;
use super::picture::{Area, CELL, Paint, PictureGroup, Point, VectorPath};
use super::theme::Theme;
use super::typeset::capitals::capitalized;
use super::typeset::paragraph::{Paragraph, Setting, Span};
use super::voice::Voice;
use undercroft::dungeon::Dungeon;

/// Heights of a title on one line, and the smallest before it is broken. [Unit: hundredths of the pen's unit]
const TITLE: i32 = 100;
const SMALL_TITLE: i32 = 70;

/// Writes the title, on one line where that can be, and the hook below it; gives the height at which the map begins.
pub fn title(sheet: &mut PagePen, dungeon: &Dungeon, title: &str, at: Point, width: i32) -> i32 {
    let wide = sheet.width(title, TITLE).max(1);
    let height = sheet.units(TITLE).min((i64::from(sheet.units(TITLE)) * i64::from(width) / i64::from(wide)) as i32);
    let height = height.max(sheet.units(SMALL_TITLE));
    let mut y = at.y;
    let lines = |voice: Voice, text: &str, height: i32| {
        let paragraph = Paragraph { label: String::new(), spans: vec![Span::new(voice, text)] };
        Setting { height, width, indent: 0 }.set(&paragraph)
    };
    for line in lines(Voice::Bold, title, height) {
        y += height;
        line.into_iter().for_each(|word| sheet.write_word(&word.shift(at.x, y)));
        y += sheet.units(50);
    }
    for line in lines(Voice::Slanted, &hook(dungeon), sheet.units(42)).into_iter().filter(|line| !line.is_empty()) {
        y += sheet.units(75);
        line.into_iter().for_each(|word| sheet.write_word(&word.shift(at.x, y)));
    }
    y + sheet.units(60)
}

/// Why people go in, with references written out.
pub fn hook(dungeon: &Dungeon) -> String {
    dungeon.write_out(&dungeon.story.hook)
}

/// Category, seed and numbers of rooms and levels. Players are not told how many rooms there are.
fn facts(dungeon: &Dungeon, edition: Edition) -> String {
    let count = |count: usize, noun: &str| match count {
        0 => None,
        1 => Some(format!("1 {noun}")),
        _ => Some(format!("{count} {noun}s")),
    };
    let category = dungeon.provenance.recipe.category().map(capitalized);
    let rooms = (edition == Edition::GameMaster).then(|| count(dungeon.rooms.len(), "room")).flatten();
    let levels = if dungeon.levels.len() > 1 { count(dungeon.levels.len(), "level") } else { None };
    let seed = (!dungeon.provenance.seed.is_empty()).then(|| format!("seed {}", dungeon.provenance.seed));
    [category, seed, rooms, levels].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Draws scale bar and north arrow, with the facts between or below them; gives the height below all of it.
pub fn footer(sheet: &mut PagePen, dungeon: &Dungeon, at: Point, width: i32) -> i32 {
    let bottom = scale_and_north(sheet, dungeon, at, width);
    let facts = facts(dungeon, sheet.options.edition);
    let (left, room) = (sheet.units(1050), width - sheet.units(1050 + 200));
    if sheet.width(&facts, 36) <= room {
        sheet.write(&facts, at.shift(left, sheet.units(100)), 36);
        return bottom;
    }
    let mut y = bottom - sheet.units(40);
    for line in lettering::wrap(&facts, sheet.units(36), width) {
        y += sheet.units(66);
        sheet.write(&line, Point::new(at.x, y), 36);
    }
    y + sheet.units(20)
}

/// Draws the scale bar to the left and the north arrow to the right; gives the height below both.
fn scale_and_north(sheet: &mut PagePen, dungeon: &Dungeon, at: Point, width: i32) -> i32 {
    scale_bar(sheet, dungeon, at.shift(0, sheet.units(70)));
    let size = sheet.units(75);
    north_arrow(sheet, Point::new(at.x + width - size, at.y + size + sheet.units(20)), size);
    at.y + sheet.units(190)
}

/// Four fields, every other one filled, each a round number of squares.
fn scale_bar(sheet: &mut PagePen, dungeon: &Dungeon, at: Point) {
    let theme = &sheet.options.theme;
    let rounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    let field = rounds.into_iter().rev().find(|&n| n * CELL * 4 <= sheet.units(800)).unwrap_or(1);
    let (step, height) = (field * CELL, sheet.units(22));
    let weight = (sheet.unit / 20).max(1);
    let [mut fields, mut filled] = [VectorPath::default(), VectorPath::default()];
    for i in 0..4 {
        let area = Area::new(at.shift(i * step, 0), at.shift((i + 1) * step, height));
        if i % 2 == 0 { filled.extend(VectorPath::rect(area)) } else { fields.extend(VectorPath::rect(area)) }
    }
    sheet.group.push("scale", Paint::face(theme.floor, theme.ink, weight), fields);
    sheet.group.push("scale", Paint::face(theme.ink, theme.ink, weight), filled);
    for i in [0, 2, 4] {
        let squares = field * i;
        let unit = if i == 4 { " squares" } else { "" };
        number(sheet, &format!("{squares}{unit}"), at.shift(i * step, -sheet.units(18)), i);
        let unit = if i == 4 { " ft" } else { "" };
        let feet = squares * i32::from(dungeon.tile_feet);
        number(sheet, &format!("{feet}{unit}"), at.shift(i * step, height + sheet.units(54)), i);
    }
}

/// A number centred on a mark, its unit hanging over to the right; the first begins at the mark.
fn number(sheet: &mut PagePen, text: &str, at: Point, mark: i32) {
    let digits = text.split(' ').next().unwrap_or_default();
    let shift = if mark == 0 { 0 } else { sheet.width(digits, 36) / 2 };
    sheet.write(text, at.shift(-shift, 0), 36);
}

/// A needle, half of it filled, with the letter above it.
fn north_arrow(sheet: &mut PagePen, middle: Point, size: i32) {
    let theme = &sheet.options.theme;
    let weight = (sheet.unit / 20).max(1);
    let half = |side: i32| {
        let points = [(0, -size * 3 / 5), (side * size * 2 / 5, size * 4 / 5), (0, size / 2)];
        VectorPath::polygon(points.map(|(x, y)| middle.shift(x, y)))
    };
    sheet.group.push("north", Paint::face(theme.floor, theme.ink, weight), half(1));
    sheet.group.push("north", Paint::face(theme.ink, theme.ink, weight), half(-1));
    let left = middle.x - sheet.width("N", 42) / 2;
    sheet.write("N", Point::new(left, middle.y - size * 3 / 5 - sheet.units(16)), 42);
}

/// Letters of columns and numbers of rows along all four sides of the cells shown.
pub fn coordinates(bounds: Rect, theme: &Theme, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-coordinates"));
    let longest = bounds.width().max(bounds.height());
    // One in five on large maps, with larger letters.
    let (every, height) = if longest <= 40 { (1, 320) } else { (5, 320 + longest * 5) };
    let far = 1500.max(height * 3);
    let mut path = VectorPath::default();
    for x in (bounds.left..bounds.right).filter(|x| x % every == 0) {
        for y in [bounds.top * CELL - far, bounds.bottom * CELL + far] {
            path.extend(lettering::write_centred(&column(x), Point::new(x * CELL + CELL / 2, y), height));
        }
    }
    for y in (bounds.top..bounds.bottom).filter(|y| (y + 1) % every == 0 || every == 1) {
        for x in [bounds.left * CELL - far, bounds.right * CELL + far] {
            path.extend(lettering::write_centred(&(y + 1).to_string(), Point::new(x, y * CELL + CELL / 2), height));
        }
    }
    group.push("words", Paint::stroke(theme.ink, lettering::pen_weight(height)).faint(70), path);
    group
}

/// A, B … Z, AA, AB …
pub fn column(x: i32) -> String {
    let mut name = Vec::new();
    let mut rest = x + 1;
    while rest > 0 {
        name.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    name.iter().rev().collect()
}

/// The module grid, as dashed lines over the cells shown.
pub fn module_grid(bounds: Rect, module: (u16, u16), theme: &Theme, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-lattice"));
    let mut path = VectorPath::default();
    let [left, top, right, bottom] = [bounds.left, bounds.top, bounds.right, bounds.bottom].map(|side| side * CELL);
    let (gx, gy) = (i32::from(module.0.max(1)), i32::from(module.1.max(1)));
    for x in (bounds.left..=bounds.right).filter(|x| x % gx == 0) {
        path.add_line([Point::new(x * CELL, top), Point::new(x * CELL, bottom)]);
    }
    for y in (bounds.top..=bounds.bottom).filter(|y| y % gy == 0) {
        path.add_line([Point::new(left, y * CELL), Point::new(right, y * CELL)]);
    }
    group.push("lattice", Paint::stroke(theme.ink, 30).faint(45).dashed(150), path);
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_like_those_of_a_spreadsheet() {
        assert_eq!([0, 1, 25, 26, 51, 52, 701, 702].map(column), ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
