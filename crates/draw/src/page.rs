//! The page: levels side by side, with title, scale bar, north arrow, legend and room key around them.
//!
//! ```text
//!   The Hall of Quiet Ink
//!   seed 7 · 5 rooms
//!   ┌ level 0 ─────┐ ┌ level −1 ────┐  1  30 × 40 ft, 2 exits
//!   │              │ │              │  2  …
//!   └──────────────┘ └──────────────┘
//!   ▄▄▄▄    ▄▄▄▄  40 ft          N
//!   legend …
//! ```
//! Letters grow with the map, so that the sheet looks the same when it is printed on one page.

use super::contents::Occurrences;
use super::frame;
use super::key;
use super::legend;
use super::options::{DrawOptions, Edition};
use super::overlay::Overlay;
use super::page_pen::PagePen;
use super::picture::{Area, CELL, Paint, Picture, PictureGroup, Point, VectorPath};
use undercroft::dungeon::Dungeon;

/// A level ready to be laid on the sheet.
pub struct LevelPane {
    /// Its height in the dungeon.
    pub z: i32,
    /// The part of its map that is shown.
    pub area: Area,
    /// What is drawn.
    pub group: PictureGroup,
}

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
    let longest = longest_side(&plates);
    // A page holds about thirty-six lines of the unit.
    let unit = (longest / 36).clamp(CELL * 55 / 100, 12 * CELL);
    let mut sheet = PagePen { options, unit, group: PictureGroup::new("sheet") };
    let margin = sheet.units(120);
    let map_width: i32 =
        plates.iter().map(|plate| plate.area.width()).sum::<i32>() + sheet.units(200) * (plates.len() as i32 - 1);
    let width = map_width.max(sheet.units(1700));

    let mut y = frame::title(&mut sheet, dungeon, &title, Point::new(margin, margin), width);
    let several = plates.len() > 1;
    let names: Vec<(i32, Area)> = plates.iter().map(|plate| (plate.z, plate.area)).collect();
    y += if several { sheet.units(110) } else { 0 };
    let origin = Point::new(margin + (width - map_width) / 2, y);
    let (groups, _, map_height) = side_by_side(plates, sheet.units(200), origin);
    if several {
        frame::level_names(&mut sheet, &names, origin);
    }
    let key = if options.room_key && options.edition == Edition::GameMaster {
        let at = Point::new(margin + width + sheet.units(150), y);
        key::room_key(&mut sheet, dungeon, at, map_height)
    } else {
        Point::new(margin + width, y)
    };
    y += map_height + sheet.units(60);
    y = frame::scale_and_north(&mut sheet, dungeon, Point::new(margin, y), width);
    if options.legend {
        y = legend::legend(&mut sheet, seen, overlays, Point::new(margin, y), width);
    }
    let end = Point::new(key.x, y.max(key.y));
    let area = Area::new(Point::default(), end.shift(margin, margin));
    let frame = sheet.group;
    finish(title, area, groups.into_iter().chain([frame]).collect(), options)
}

fn longest_side(plates: &[LevelPane]) -> i32 {
    let width: i32 = plates.iter().map(|plate| plate.area.width()).sum();
    plates.iter().map(|plate| plate.area.height()).max().unwrap_or(CELL).max(width)
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
