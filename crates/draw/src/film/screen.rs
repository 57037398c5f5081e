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

/// Where things are on the film.
pub struct Screen<'a> {
    /// The dungeon.
    pub dungeon: &'a Dungeon,
    /// Its levels, in order.
    pub plates: &'a [FilmPane],
    /// Pixels to a cell.
    pub scale: i32,
    /// Pixels from west to east.
    pub width: usize,
}

impl Screen<'_> {
    /// Bare paper.
    pub fn blank(&self, height: usize) -> Canvas {
        Canvas::filled(self.width, height, PAPER)
    }

    /// The finished drawing with the dungeon's name below it.
    pub fn last(&self, mut rasterize: Canvas) -> Canvas {
        rasterize.pixels.extend(std::iter::repeat_n(PAPER, self.width * CAPTION as usize));
        let seed = if self.dungeon.provenance.seed.is_empty() {
            String::new()
        } else {
            format!("  ·  seed {}", self.dungeon.provenance.seed)
        };
        Self::caption(&mut rasterize, None, &format!("{}{seed}", self.dungeon.name));
        rasterize
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
        Self::caption(&mut canvas, scene.caption.0, &scene.caption.1);
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

    /// A line of words, as much of it as fits, with a dot in the color of what they are about.
    fn caption(canvas: &mut Canvas, hue: Option<Hue>, text: &str) {
        let height = canvas.height() as i32;
        let middle = height * PIXEL - CAPTION * PIXEL / 2;
        let mut x = MARGIN * PIXEL;
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
