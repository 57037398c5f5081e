//! The picture of a level on a virtual table: sharp enough to play on, small enough to be taken.
//!
//! A square has 140, 100 or 70 pixels, the most that fit into one picture. Fewer are no pleasure to look at: where 70 do not
//! fit, there are several pictures.

use std::fmt;

use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::raster::paint_picture;
use undercroft_draw::{Area, CELL, Metadata, Picture, Point, WorkMeter};
use undercroft_grid::Rect;

use super::output::WriteError;
use super::table_frame::TableFrame;
use super::table_parts::SeamCosts;
use super::tabletop::TableOptions;

/// Pixels along a square that tabletops expect, the finest first.
const USUAL_PIXELS: [u32; 3] = [140, 100, 70];
/// What one picture may have.
const MAX_PIXELS: u64 = 1 << 26;
/// The longest side of one of several pictures: graphics cards take no larger ones everywhere. [Unit: pixels]
const MAX_PART_SIDE: u32 = 8192;
/// The largest picture that tabletops take. [Unit: bytes]
const MAX_BYTES: usize = 24_000_000;
/// The most pictures of a level.
const MAX_PARTS: i32 = 64;

/// The pictures of a level.
pub(super) struct Backdrop {
    /// Pixels along the side of a square.
    pub pixels: u32,
    /// One, or several in rows from north to south.
    pub parts: Vec<PicturePart>,
}

/// A picture and what it shows.
pub(super) struct PicturePart {
    pub frame: TableFrame,
    /// Where it lies among others; `None` where it is the only one.
    pub place: Option<PartPlace>,
    pub png: Vec<u8>,
}

/// Row and column of a part, from 1; written `r1c2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartPlace {
    row: usize,
    column: usize,
}

impl fmt::Display for PartPlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// Draws what a table shows of a level.
pub(super) fn backdrop(
    table: &TableOptions,
    dungeon: &Dungeon,
    level: &Level,
    frame: TableFrame,
    meter: &WorkMeter,
) -> Result<Backdrop, WriteError> {
    let asked = table.asked_pixels()?;
    let pixels = asked.unwrap_or(USUAL_PIXELS[USUAL_PIXELS.len() - 1]);
    let needs_parts = !is_one_picture(frame, pixels);
    let cuts = Cuts { costs: SeamCosts::from_level(dungeon, level, frame.cells), frame, pixels, z: level.z };
    // What needs too many parts is refused before anything is drawn.
    let fewest = if needs_parts { cuts.fewest()? } else { [1, 1] };
    let (picture, notes) = table.draw(dungeon, level, frame, meter)?;
    let painter = Painter { picture, notes, frame, meter };
    for pixels in asked.map_or(USUAL_PIXELS.to_vec(), |pixels| vec![pixels]) {
        if is_one_picture(frame, pixels) {
            let png = painter.paint(frame.cells, pixels)?;
            if png.len() <= MAX_BYTES {
                return Ok(Backdrop { pixels, parts: vec![PicturePart { frame, place: None, png }] });
            }
        }
    }
    paint_parts(&cuts, if needs_parts { fewest } else { cuts.more([1, 1]) }, &painter)
}

/// Whether a table fits into one picture, as far as the number of pixels goes.
fn is_one_picture(frame: TableFrame, pixels: u32) -> bool {
    let [width, height] = frame.squares().map(|squares| squares as u64 * u64::from(pixels));
    width * height <= MAX_PIXELS
}

/// Paints as few parts as there can be, beginning with so many columns and rows.
fn paint_parts(cuts: &Cuts, mut counts: [i32; 2], painter: &Painter) -> Result<Backdrop, WriteError> {
    loop {
        let mut parts = Vec::new();
        for (place, cells) in cuts.parts(counts)? {
            let png = painter.paint(cells, cuts.pixels)?;
            let is_fit = png.len() <= MAX_BYTES;
            parts.push(PicturePart { frame: cuts.frame.with_cells(cells), place: Some(place), png });
            if !is_fit {
                break;
            }
        }
        if parts.iter().all(|part| part.png.len() <= MAX_BYTES) {
            return Ok(Backdrop { pixels: cuts.pixels, parts });
        }
        counts = cuts.more(counts);
    }
}

/// How a level can be cut.
struct Cuts {
    /// By columns and by rows.
    costs: [SeamCosts; 2],
    frame: TableFrame,
    pixels: u32,
    z: i32,
}

impl Cuts {
    /// The longest side of a part. [Unit: cells]
    fn limit(&self) -> i32 {
        (MAX_PART_SIDE / (self.pixels * u32::from(self.frame.scale.squares))).max(1) as i32
    }

    /// The fewest columns and rows.
    fn fewest(&self) -> Result<[i32; 2], WriteError> {
        let [columns, rows] = [0, 1].map(|axis| self.costs[axis].fewest_parts(self.limit(), MAX_PARTS));
        let counts = columns.zip(rows).filter(|(columns, rows)| columns * rows <= MAX_PARTS);
        counts.map(|(columns, rows)| [columns, rows]).ok_or_else(|| self.refusal())
    }

    /// One column or row more, so that the longer side of the parts becomes shorter.
    fn more(&self, [columns, rows]: [i32; 2]) -> [i32; 2] {
        let cells = self.frame.cells;
        if cells.width() * rows >= cells.height() * columns { [columns + 1, rows] } else { [columns, rows + 1] }
    }

    /// The cells of so many columns and rows, row by row.
    fn parts(&self, counts: [i32; 2]) -> Result<Vec<(PartPlace, Rect)>, WriteError> {
        let [columns, rows] = [0, 1].map(|axis| {
            let more = counts[axis]..=MAX_PARTS;
            more.into_iter().find_map(|count| self.costs[axis].parts(count, self.limit()))
        });
        let (Some(columns), Some(rows)) = (columns, rows) else { return Err(self.refusal()) };
        if columns.len() * rows.len() > MAX_PARTS as usize {
            return Err(self.refusal());
        }
        let mut parts = Vec::new();
        for (row, ys) in (1..).zip(&rows) {
            for (column, xs) in (1..).zip(&columns) {
                parts.push((PartPlace { row, column }, Rect::new(xs.start, ys.start, xs.end, ys.end)));
            }
        }
        Ok(parts)
    }

    fn refusal(&self) -> WriteError {
        let ([width, height], pixels) = (self.frame.squares(), self.pixels);
        WriteError::Refused(format!(
            "level {} has {width}×{height} squares: at {pixels} pixels per square it needs more than {MAX_PARTS} pictures \
             of {MAX_PART_SIDE}×{MAX_PART_SIDE} pixels and 24 MB; choose levels with `undercroft export --level`, or fewer pixels with --square-px",
            self.z
        ))
    }
}

/// A drawing of which parts are painted.
struct Painter<'a> {
    picture: Picture,
    notes: Vec<Metadata>,
    frame: TableFrame,
    meter: &'a WorkMeter<'a>,
}

impl Painter<'_> {
    fn paint(&self, cells: Rect, pixels: u32) -> Result<Vec<u8>, WriteError> {
        let Rect { left, top, .. } = self.frame.cells;
        let corner = |x: i32, y: i32| Point::new((x - left) * CELL, (y - top) * CELL);
        let area = Area::new(corner(cells.left, cells.top), corner(cells.right, cells.bottom));
        let part = self.picture.window(area);
        Ok(paint_picture(part, pixels * u32::from(self.frame.scale.squares), &self.notes, self.meter)?.png)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use undercroft_grid::Cell;

    use super::*;
    use crate::outline::{Scale, SecretDoors, WallLines, WallPoint, WallStyle};
    use crate::wall_clip::clip_wall;

    /// Levels of all presets.
    fn levels() -> Vec<(String, Dungeon, i32)> {
        let dungeons = undercroft::presets().iter().map(|preset| undercroft::generate(preset.name, 3).unwrap());
        let levels = |dungeon: Dungeon| {
            let zs: Vec<i32> = dungeon.levels.iter().map(|level| level.z).collect();
            zs.into_iter().map(move |z| (dungeon.name.clone(), dungeon.clone(), z)).collect::<Vec<_>>()
        };
        dungeons.flat_map(levels).collect()
    }

    fn cuts(dungeon: &Dungeon, z: i32, inset: u16, pixels: u32) -> Cuts {
        let level = dungeon.level(z).unwrap();
        let frame = TableFrame::around_floor([level], Scale { squares: 1, inset });
        Cuts { costs: SeamCosts::from_level(dungeon, level, frame.cells), frame, pixels, z }
    }

    #[test]
    fn every_preset_has_seventy_pixels_in_few_parts() {
        for (name, dungeon, z) in levels() {
            let cuts = cuts(&dungeon, z, 0, 70);
            let [columns, rows] = cuts.fewest().unwrap();
            assert!(columns * rows <= 4, "{name}: {columns} × {rows}");
        }
    }

    /// Sides of half a cell along a straight wall, as the middle of each.
    fn half_cells(walls: &[Vec<WallPoint>]) -> BTreeSet<WallPoint> {
        let mut halves = BTreeSet::new();
        for pair in walls.iter().flat_map(|wall| wall.windows(2)) {
            let (from, to) = (pair[0], pair[1]);
            let steps = (to.x - from.x).abs().max((to.y - from.y).abs()) / 500;
            let at = |a: i32, b: i32, i: i32| a + (b - a) * (2 * i + 1) / (2 * steps);
            halves.extend((0..steps).map(|i| WallPoint { x: at(from.x, to.x, i), y: at(from.y, to.y, i) }));
        }
        halves
    }

    /// Every door is in one part, and whole, but for what it stands back at a seam.
    fn check_doors(name: &str, outline: &WallLines, cuts: &Cuts, parts: &[(PartPlace, Rect)]) {
        for portal in &outline.portals {
            let frames = parts.iter().map(|(_, cells)| cuts.frame.with_cells(*cells));
            let own: Vec<TableFrame> = frames.filter(|frame| frame.has_line(portal.ends)).collect();
            assert_eq!(own.len(), 1, "{name}: {portal:?}");
            for end in portal.ends {
                let shown = own[0].nearest(end);
                let beyond = (end.x - shown.x).abs() + (end.y - shown.y).abs();
                assert!(beyond <= i32::from(cuts.frame.scale.inset), "{name}: {portal:?} is cut");
            }
        }
    }

    #[test]
    fn parts_hold_every_wall_and_every_door_whole() {
        let mut cut = 0;
        for (name, dungeon, z) in levels() {
            let level = dungeon.level(z).unwrap();
            // Parts of at most 20 cells a side, so that small dungeons are cut, too.
            let cuts = cuts(&dungeon, z, 0, 409);
            let Ok(counts) = cuts.fewest() else { continue };
            let parts = cuts.parts(counts).unwrap();
            cut += usize::from(parts.len() > 1);
            let cells: i64 = parts.iter().map(|(_, cells)| cells.area()).sum();
            assert_eq!(cells, cuts.frame.cells.area(), "{name}: parts cover the level once");
            let outline = WallLines::from_level(&dungeon, level, cuts.frame.scale, SecretDoors::Wall, WallStyle::Exact);
            let mut pieces = Vec::new();
            for (place, cells) in &parts {
                let frame = cuts.frame.with_cells(*cells);
                assert!(cells.width() <= 20 && cells.height() <= 20, "{name}: {place} is too large");
                let own: Vec<_> = outline.walls.iter().flat_map(|wall| clip_wall(wall, frame)).collect();
                let [min, max] = frame.corners();
                let is_end = |end: &WallPoint| outline.walls.iter().flatten().any(|point| point == end);
                let is_seam = |end: &WallPoint| [min.x, max.x].contains(&end.x) || [min.y, max.y].contains(&end.y);
                assert!(own.iter().flatten().all(|end| is_end(end) || is_seam(end)), "{name}: cut elsewhere");
                pieces.extend(own);
            }
            assert_eq!(half_cells(&pieces), half_cells(&outline.walls), "{name}");
            check_doors(&name, &outline, &cuts, &parts);
        }
        assert!(cut > 20, "{cut}");
    }

    #[test]
    fn doors_stay_whole_where_walls_stand_back() {
        for (name, dungeon, z) in levels() {
            let cuts = cuts(&dungeon, z, 250, 409);
            let Ok(counts) = cuts.fewest() else { continue };
            let parts = cuts.parts(counts).unwrap();
            let level = dungeon.level(z).unwrap();
            let outline = WallLines::from_level(&dungeon, level, cuts.frame.scale, SecretDoors::Wall, WallStyle::Exact);
            check_doors(&name, &outline, &cuts, &parts);
        }
    }

    #[test]
    fn a_level_of_too_many_parts_is_refused_before_it_is_drawn() {
        let mut level = Level::solid_rock(0, undercroft_grid::Size::of(1000, 1000));
        for at in [Cell::new(1, 1), Cell::new(998, 998)] {
            *level.terrain.get_mut(at).unwrap() = undercroft::dungeon::Terrain::Floor;
        }
        let dungeon = Dungeon::bare("rock", vec![level]);
        let level = &dungeon.levels[0];
        let frame = TableFrame::around_floor([level], Scale { squares: 1, inset: 0 });
        let refused = backdrop(&TableOptions::default(), &dungeon, level, frame, &WorkMeter::unlimited());
        let message = refused.err().unwrap().to_string();
        assert!(message.starts_with("level 0 has 1002×1002 squares: at 70 pixels per square it needs more than 64"));
        assert!(message.contains("--level") && message.contains("--square-px"), "{message}");
    }
}
