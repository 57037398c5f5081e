//! The screen: the levels side by side, and a line of words below them.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::film_pane::FilmPane;
use super::palette::{CORRIDOR, CUT, DOOR, FLOOR, FRESH, Hue, PAPER, PARTITION};
use super::pen::{self, PIXEL};
use super::scene::{Scene, Spot};
use crate::frame_encoder::Canvas;
use crate::lettering;
use crate::picture::Point;
use undercroft::dungeon::{Dungeon, RoomId};

/// The height of the line below the map. [Unit: pixels]
pub const CAPTION: i32 = 26;
/// The height of its capitals. [Unit: thousandths of a pixel]
const LETTERS: i32 = 10 * PIXEL;
/// The margin to the left of it. [Unit: pixels]
const MARGIN: i32 = 10;
/// The room for the name of a stage. [Unit: pixels]
const STAGE: i32 = 70;

/// Where things are on the film.
pub struct Screen<'a> {
    /// The dungeon.
    pub dungeon: &'a Dungeon,
    /// Its levels, in order.
    pub plates: &'a [FilmPane],
    /// Pixels to a cell.
    pub scale: i32,
    /// The finished drawing.
    pub finished: Canvas,
}

impl Screen<'_> {
    /// Bare paper.
    pub fn blank(&self, height: usize) -> Canvas {
        Canvas::filled(self.finished.width, height, PAPER)
    }

    /// The finished drawing with the dungeon's name below it.
    pub fn last(&self) -> Canvas {
        let mut canvas = self.finished.clone();
        canvas.pixels.extend(std::iter::repeat_n(PAPER, canvas.width * CAPTION as usize));
        let seed = if self.dungeon.provenance.seed.is_empty() {
            String::new()
        } else {
            format!("  ·  seed {}", self.dungeon.provenance.seed)
        };
        Self::caption(&mut canvas, "", None, &format!("{}{seed}", self.dungeon.name));
        canvas
    }

    /// A scene: ruled partitions below, then floor with a line round it, then what happens on it.
    pub fn paint(&self, scene: &Scene, height: usize) -> Canvas {
        let mut canvas = self.blank(height);
        self.partitions(&mut canvas, scene);
        let line = (self.scale / 6).max(1);
        let both = || scene.corridors.iter().zip(&scene.floor).enumerate();
        for (level, (corridors, floor)) in both() {
            self.cells(&mut canvas, level, corridors, line, Hue::INK.shade(0));
            self.cells(&mut canvas, level, floor, line, Hue::INK.shade(0));
        }
        for (level, (corridors, floor)) in both() {
            self.cells(&mut canvas, level, corridors, 0, CORRIDOR);
            self.cells(&mut canvas, level, floor, 0, FLOOR);
        }
        scene.finished.iter().for_each(|&(level, cells)| self.reveal(&mut canvas, level, cells));
        scene.fresh.iter().for_each(|&spot| self.spot(&mut canvas, spot, 0, FRESH));
        scene.doors.iter().for_each(|&spot| self.spot(&mut canvas, spot, -(self.scale / 6), DOOR));
        self.lines(&mut canvas, scene);
        let radius = (self.scale * PIXEL * 4 / 5).max(4 * PIXEL);
        for &(spot, hue) in &scene.tries {
            pen::dot(&mut canvas, self.middle(spot), radius / 2, hue);
        }
        for &(spot, hue) in &scene.flashes {
            pen::dot(&mut canvas, self.middle(spot), radius, hue);
        }
        Self::caption(&mut canvas, &scene.stage, scene.caption.0, &scene.caption.1);
        canvas
    }

    /// The partitions of each level, and the last cut.
    fn partitions(&self, canvas: &mut Canvas, scene: &Scene) {
        if let Some((level, cut)) = scene.cut {
            pen::fill(canvas, self.pixels(self.plates[level].place(cut)), CUT);
        }
        for &(level, part) in &scene.parts {
            let [left, top, right, bottom] = self.pixels(self.plates[level].place(part));
            pen::fill(canvas, [left, top, right, top + 1], PARTITION);
            pen::fill(canvas, [left, bottom - 1, right, bottom], PARTITION);
            pen::fill(canvas, [left, top, left + 1, bottom], PARTITION);
            pen::fill(canvas, [right - 1, top, right, bottom], PARTITION);
        }
    }

    /// Tracks of walkers, and the search that runs.
    fn lines(&self, canvas: &mut Canvas, scene: &Scene) {
        let weight = (self.scale * PIXEL / 4).max(PIXEL * 3 / 2);
        for walk in &scene.walks {
            let [Some(from), Some(to)] = walk.rooms.map(|room| self.centre(scene, room)) else { continue };
            let hue = Hue::numbered(walk.walker);
            if walk.teleport {
                pen::dashes(canvas, from, to, weight * 2 / 3, hue);
            } else {
                pen::line(canvas, from, to, weight, hue);
            }
        }
        if let Some([Some(from), Some(to)]) = scene.search.map(|rooms| rooms.map(|room| self.centre(scene, room))) {
            pen::dashes(canvas, from, to, weight, Hue::numbered(0));
        }
    }

    fn centre(&self, scene: &Scene, room: RoomId) -> Option<Point> {
        let placed = scene.rooms.get(&room)?;
        let [left, top, right, bottom] = self.pixels(self.plates[placed.level].place(placed.bounds));
        Some(Point::new((left + right) * PIXEL / 2, (top + bottom) * PIXEL / 2))
    }

    /// All cells of a set, each grown by some pixels.
    fn cells(&self, canvas: &mut Canvas, level: usize, cells: &BitGrid, grow: i32, color: u8) {
        for y in 0..cells.size().height() {
            for run in cells.runs(y) {
                let run = self.plates[level].place(Rect::new(run.start, y, run.end, y + 1));
                let [left, top, right, bottom] = self.pixels(run);
                pen::fill(canvas, [left - grow, top - grow, right + grow, bottom + grow], color);
            }
        }
    }

    /// Shows some cells as they look in the end.
    fn reveal(&self, canvas: &mut Canvas, level: usize, cells: Rect) {
        let [left, top, right, bottom] = self.pixels(self.plates[level].place(cells)).map(|at| at.max(0) as usize);
        for y in top..bottom.min(self.finished.height()) {
            let row = y * canvas.width;
            let start = left.min(canvas.width);
            let part = row + start..row + right.clamp(start, canvas.width);
            canvas.pixels[part.clone()].copy_from_slice(&self.finished.pixels[part]);
        }
    }

    fn spot(&self, canvas: &mut Canvas, (level, cell): Spot, grow: i32, color: u8) {
        let Some(plate) = self.plates.get(level) else { return };
        let [left, top, right, bottom] = self.pixels(plate.place(Rect::at(cell, 1, 1)));
        pen::fill(canvas, [left - grow, top - grow, right + grow, bottom + grow], color);
    }

    fn middle(&self, (level, cell): Spot) -> Point {
        let half = self.scale * PIXEL / 2;
        let offset = self.plates.get(level).map_or(Cell::new(0, 0), |plate| plate.offset);
        let [left, top, ..] = self.pixels(Rect::at(cell + offset, 1, 1));
        Point::new(left * PIXEL + half, top * PIXEL + half)
    }

    const fn pixels(&self, cells: Rect) -> [i32; 4] {
        let s = self.scale;
        [cells.left * s, cells.top * s, cells.right * s, cells.bottom * s]
    }

    /// The stage in the corner, then a line of words, as much of it as fits, with a dot in the color of what they are
    /// about.
    fn caption(canvas: &mut Canvas, stage: &str, hue: Option<Hue>, text: &str) {
        let height = canvas.height() as i32;
        let middle = height * PIXEL - CAPTION * PIXEL / 2;
        let mut x = MARGIN * PIXEL;
        if !stage.is_empty() {
            let path = lettering::write(stage, Point::new(x, middle + LETTERS / 2), LETTERS);
            pen::path(canvas, &path, PIXEL * 9 / 4, Hue::INK);
            // All stages leave the same room, so that the words behind them stay in their place.
            x += STAGE * PIXEL;
        }
        if let Some(hue) = hue {
            pen::dot(canvas, Point::new(x + 5 * PIXEL, middle), 5 * PIXEL, hue);
            x += 18 * PIXEL;
        }
        let room = canvas.width as i32 * PIXEL - x - MARGIN * PIXEL;
        let line = lettering::wrap(text, LETTERS, room.max(1)).into_iter().next().unwrap_or_default();
        let path = lettering::write(&line, Point::new(x, middle + LETTERS / 2), LETTERS);
        pen::path(canvas, &path, PIXEL * 5 / 4, Hue::INK);
    }
}
