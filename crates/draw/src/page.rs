//! The page of a plain picture: levels packed into rows, with title, hook, room key, scale bar and north arrow around them.
//!
//! ```text
//!   The Hall of Quiet Ink                      Levels are packed so that the sheet is as near to 4 : 3 as they allow.
//!   They say that the ink …                    The key stands to the right of a sheet that is higher than wide, else
//!   ┌ level 0 ─────┐ ┌ level −1 ────┐          below it in columns.
//!   └──────────────┘ └──────────────┘
//!   1 Porch. Two braziers …
//!   ▄▄▄▄    ▄▄▄▄  40 ft          N
//! ```
//! Letters grow with the map, so that the sheet looks the same when it is printed on one page.

use super::contents::Occurrences;
use super::frame;
use super::key;
use super::legend;
use super::lettering;
use super::level_pane::LevelPane;
use super::options::{DrawOptions, Edition};
use super::overlay::Overlay;
use super::page_pen::PagePen;
use super::pane_rows::{Extent, Packing, PaneRows};
use super::picture::{Area, CELL, Paint, Picture, PictureGroup, Point, VectorPath};
use undercroft::dungeon::Dungeon;

/// The proportions that a sheet aims at.
const TARGET: Extent = Extent::new(4 * CELL, 3 * CELL);
/// Between two panes, and the line of names above a row.
const GAP: i32 = 3 * CELL / 2;
const NAME_LINE: i32 = CELL;

/// Lays bare maps side by side.
pub fn bare(title: String, plates: Vec<LevelPane>, options: &DrawOptions) -> Picture {
    let (groups, width, height) = side_by_side(plates, CELL, Point::default());
    // Without a level there is a blank cell.
    let end = Point::new(width.max(CELL), height.max(CELL));
    finish(title, Area::new(Point::default(), end), groups, options)
}

/// Lays out a sheet.
pub fn compose(
    dungeon: &Dungeon,
    title: String,
    plates: Vec<LevelPane>,
    options: &DrawOptions,
    seen: &Occurrences,
    overlays: &[Overlay],
) -> Picture {
    let mut sheet = PagePen { options, unit: unit(&plates), group: PictureGroup::new("sheet") };
    let [margin, gap, space] = [120, 60, 150].map(|hundredths| sheet.units(hundredths));
    let has_names = plates.len() > 1;
    let frame = Sheet { dungeon, title: &title, pen: &sheet, has_names };
    let rows = frame.pack(&plates);
    let (width, whole) = (frame.width(rows.extent), frame.sheet(rows.extent));

    let y = frame::title(&mut sheet, dungeon, &title, Point::new(margin, margin), width);
    let origin = Point::new(margin, y);
    let groups = place(&mut sheet, plates, &rows, origin, width, has_names);
    let mut end = Point::new(margin + width, y + rows.extent.height);
    let mut bottom = end.y;
    if options.room_key && options.edition == Edition::GameMaster {
        let key = if whole.height > whole.width {
            key::beside(&mut sheet, dungeon, Point::new(end.x + space, y), rows.extent.height)
        } else {
            key::below(&mut sheet, dungeon, Point::new(margin, end.y + gap), width)
        };
        end.x = end.x.max(key.x);
        bottom = bottom.max(key.y);
    }
    let width = end.x - margin;
    bottom = frame::footer(&mut sheet, dungeon, Point::new(margin, bottom + gap), width);
    let nothing = Occurrences::default();
    let seen = if options.legend { seen } else { &nothing };
    bottom = legend::legend(&mut sheet, seen, overlays, Point::new(margin, bottom), width);
    let area = Area::new(Point::default(), Point::new(end.x, bottom).shift(margin, margin));
    let frame = sheet.group;
    finish(title, area, groups.into_iter().chain([frame]).collect(), options)
}

/// The length that letters are measured in: a page holds about thirty-six lines of it. Maps of the same area get the same
/// letters, whatever their proportions.
fn unit(plates: &[LevelPane]) -> i32 {
    let area = |plate: &LevelPane| i64::from(plate.area.width()) * i64::from(plate.area.height());
    let side = plates.iter().map(area).sum::<i64>().isqrt() as i32;
    (side / 32).clamp(CELL * 55 / 100, 12 * CELL)
}

/// A sheet whose levels are to be packed.
struct Sheet<'a> {
    dungeon: &'a Dungeon,
    title: &'a str,
    pen: &'a PagePen<'a>,
    has_names: bool,
}

impl Sheet<'_> {
    fn pack(&self, plates: &[LevelPane]) -> PaneRows {
        let name_line = if self.has_names { NAME_LINE.max(self.pen.units(90)) } else { 0 };
        let head = [self.title.to_owned(), frame::hook(self.dungeon)].map(|text| self.pen.width(&text, 100));
        let sheet = |map: Extent| self.measured(map, head);
        let extent = |plate: &LevelPane| Extent::new(plate.area.width(), plate.area.height());
        let panes: Vec<Extent> = plates.iter().map(extent).collect();
        Packing { gap: GAP, name_line, target: TARGET, sheet }.pack(&panes)
    }

    /// The width inside the margins.
    fn width(&self, map: Extent) -> i32 {
        map.width.max(self.pen.units(1700))
    }

    fn sheet(&self, map: Extent) -> Extent {
        let head = [self.title.to_owned(), frame::hook(self.dungeon)].map(|text| self.pen.width(&text, 100));
        self.measured(map, head)
    }

    /// The sheet round a map, from the widths of title and hook at one unit.
    fn measured(&self, map: Extent, [title, hook]: [i32; 2]) -> Extent {
        let width = self.width(map);
        let lines = |wide: i32, height: i32| (wide / 100 * height + width - 1) / width.max(1);
        let head = lines(title, 70).max(1) * 160 + lines(hook, 42) * 75 + 20;
        Extent::new(width + self.pen.units(240), map.height + self.pen.units(head + 60 + 290 + 240))
    }
}

/// The levels at their places, with their names above them where there are several.
fn place(
    sheet: &mut PagePen,
    plates: Vec<LevelPane>,
    rows: &PaneRows,
    origin: Point,
    width: i32,
    has_names: bool,
) -> Vec<PictureGroup> {
    let mut plates = plates.into_iter();
    let (mut groups, mut y) = (Vec::new(), origin.y);
    for row in &rows.rows {
        let row: Vec<LevelPane> = plates.by_ref().take(row.len()).collect();
        let across = row.iter().map(|plate| plate.area.width()).sum::<i32>() + GAP * (row.len() as i32 - 1);
        let height = row.iter().map(|plate| plate.area.height()).max().unwrap_or(0);
        let mut x = origin.x + (width - across) / 2;
        let top = if has_names { y + NAME_LINE.max(sheet.units(90)) } else { y };
        for plate in row {
            if has_names {
                level_name(sheet, &plate, Point::new(x, top - sheet.units(20)));
            }
            let offset = Point::new(x - plate.area.min.x, top - plate.area.min.y);
            x += plate.area.width() + GAP;
            groups.push(PictureGroup { offset, ..plate.group });
        }
        y = top + height + GAP;
    }
    groups
}

/// Names a level above its map, no wider than the map.
fn level_name(sheet: &mut PagePen, plate: &LevelPane, left: Point) {
    let wide = lettering::width(&plate.name, 1000).max(1);
    let room = plate.area.width() + GAP / 2;
    let height = sheet.units(52).min((i64::from(room) * 1000 / i64::from(wide)) as i32);
    let middle = left.x + (plate.area.width() - lettering::width(&plate.name, height)) / 2;
    sheet.write_high(&plate.name, Point::new(middle, left.y), height);
}

/// The groups at their places, with the width and height of all together.
fn side_by_side(plates: Vec<LevelPane>, gap: i32, origin: Point) -> (Vec<PictureGroup>, i32, i32) {
    let (mut x, mut height) = (0, 0);
    let mut groups = Vec::new();
    for plate in plates {
        let offset = origin.shift(x - plate.area.min.x, -plate.area.min.y);
        groups.push(PictureGroup { offset, ..plate.group });
        x += plate.area.width() + gap;
        height = height.max(plate.area.height());
    }
    (groups, x - gap, height)
}

fn finish(title: String, area: Area, groups: Vec<PictureGroup>, options: &DrawOptions) -> Picture {
    let mut paper = PictureGroup::new("paper");
    paper.push("paper", Paint::fill(options.theme.paper), VectorPath::rect(area));
    Picture { title, area, groups: std::iter::once(paper).chain(groups).filter(|group| !group.is_empty()).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level_pane::panes;
    use crate::work_meter::WorkMeter;
    use undercroft::events::NoEvents;
    use undercroft::recipe::presets;
    use undercroft::seed::Seed;

    /// Extents of all partitions, by the bits of a number.
    fn partitions(panes: &[Extent], name_line: i32) -> Vec<Extent> {
        let breaks = 0..1_u32 << panes.len().saturating_sub(1);
        let extent = |bits: u32| {
            let (mut all, mut row) = (Extent::new(0, 0), panes[0]);
            let close = |all: Extent, row: Extent| {
                let gap = if all.height > 0 { GAP } else { 0 };
                Extent::new(all.width.max(row.width), all.height + gap + row.height + name_line)
            };
            for (i, pane) in panes.iter().enumerate().skip(1) {
                if bits >> (i - 1) & 1 == 1 {
                    (all, row) = (close(all, row), *pane);
                } else {
                    row = Extent::new(row.width + GAP + pane.width, row.height.max(pane.height));
                }
            }
            close(all, row)
        };
        breaks.map(extent).collect()
    }

    #[test]
    fn no_sheet_is_longer_than_9_to_5_unless_every_partition_is() {
        let seeds = std::env::var("UNDERCROFT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(2);
        let (mut looked, mut long) = (0, 0);
        for preset in presets() {
            for seed in 1..=seeds {
                let Ok(recipe) = preset.recipe().unwrap().check(Seed::new(seed)) else { continue };
                let Ok(dungeon) = recipe.generate(&mut NoEvents) else { continue };
                let options = DrawOptions { rock: crate::options::Rock::Bare, ..DrawOptions::default() };
                let plates = panes(&dungeon, &options, &[], &mut Occurrences::default(), &WorkMeter::unlimited());
                let pen = PagePen { options: &options, unit: unit(&plates), group: PictureGroup::new("") };
                let sheet = Sheet { dungeon: &dungeon, title: &dungeon.name, pen: &pen, has_names: plates.len() > 1 };
                let extents: Vec<Extent> =
                    plates.iter().map(|plate| Extent::new(plate.area.width(), plate.area.height())).collect();
                let found = sheet.sheet(sheet.pack(&plates).extent);
                let name_line = if plates.len() > 1 { NAME_LINE.max(pen.units(90)) } else { 0 };
                looked += 1;
                long += usize::from(!found.is_compact());
                let could = partitions(&extents, name_line).into_iter().any(|map| sheet.sheet(map).is_compact());
                assert!(found.is_compact() || !could, "{} {seed}: {found:?}", preset.name);
            }
        }
        println!(
            "law: no sheet longer than 1.8 : 1 unless every partition is | {looked} sheets | {long} that cannot be shorter"
        );
        assert!(looked > 0);
    }
}
