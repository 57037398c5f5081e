//! The making of a dungeon as a moving picture: what a generation told, step by step, and then the finished drawing.
//!
//! Partitions are ruled, rooms appear, what was rejected flashes in the color of its reason, walkers draw their tracks
//! (dashed where they started again elsewhere), searches show as a line between two rooms, corridors grow, doors open, ground is
//! laid, features appear one by one. Below stands the stage in the corner, then what happens in words. A trace of any
//! length takes at most [`MAX_FRAMES`] pictures; the same trace gives the same bytes.

use super::animation_error::AnimationError;
use super::film::film_pane::{self, FilmPane};
use super::film::palette;
use super::film::scene::Scene;
use super::film::screen::{CAPTION, Screen};
use super::film::step::{self, Step};
use super::frame_encoder::{self, Canvas, Frame, FrameEncoder, MAX_SIDE, SAME};
use super::options::DrawOptions;
use super::picture::{CELL, Picture};
use super::theme::Theme;
use super::work_meter::WorkMeter;
use undercroft::dungeon::Dungeon;
use undercroft::events::Event;

/// The most pictures of a film, the first and the last included.
pub const MAX_FRAMES: usize = 300;
/// The longest side of the map on the film. [Unit: pixels]
pub const LONGEST_SIDE: i32 = 640;
/// How many pixels the side of a cell has.
const CELL_PIXELS: std::ops::RangeInclusive<i32> = 1..=16;
/// How long a film is meant to be. [Unit: hundredths of a second]
const WANTED_TIME: usize = 1500;
/// How long a picture stays. [Unit: hundredths of a second]
const DELAY: std::ops::RangeInclusive<usize> = 5..=20;
/// How long the finished dungeon stays. [Unit: hundredths of a second]
pub const LAST_DELAY: u16 = 300;

/// A generation to be shown.
///
/// ```
/// use undercroft::Generator;
/// use undercroft::events::EventLog;
/// use undercroft_draw::{DrawOptions, GenerationFilm};
///
/// let mut log = EventLog::default();
/// let dungeon = Generator::preset("small-dungeon").unwrap().seed(7).generate_with(&mut log).unwrap();
/// let film = GenerationFilm::new(&dungeon, &log.events, &DrawOptions::default());
/// assert!(film.frame_count() > 2);
/// ```
pub struct GenerationFilm<'a> {
    dungeon: &'a Dungeon,
    events: &'a [Event],
    steps: Vec<Step>,
    theme: Theme,
    plates: Vec<FilmPane>,
    finished: Picture,
}

impl<'a> GenerationFilm<'a> {
    /// The making of a dungeon from the events that were told. Of the options everything counts but the sheet. The film
    /// is framed on the finished floor from the start; several levels lie in rows.
    pub fn new(dungeon: &'a Dungeon, events: &'a [Event], options: &DrawOptions) -> Self {
        let plates = film_pane::plates(dungeon);
        let finished = film_pane::picture(dungeon, &plates, options);
        Self { dungeon, events, steps: step::steps(events), theme: options.theme.clone(), plates, finished }
    }

    /// How many pictures the film has: bare paper, the steps, and the finished dungeon.
    pub fn frame_count(&self) -> usize {
        2 + self.steps.len().div_ceil(self.steps_per_frame())
    }

    /// The film as an animated GIF.
    ///
    /// # Errors
    /// When the map is too large.
    pub fn to_gif(&self) -> Result<Vec<u8>, AnimationError> {
        self.to_gif_metered(&WorkMeter::unlimited())
    }

    /// The film as an animated GIF, unless the meter stops.
    ///
    /// # Errors
    /// As [`GenerationFilm::to_gif`], and when the sink of the meter asked to stop.
    pub fn to_gif_metered(&self, meter: &WorkMeter) -> Result<Vec<u8>, AnimationError> {
        let (screen, reel, last) = self.prepare()?;
        let gif = reel.gif(self.frames(&screen, last).take_while(|_| meter.ask().is_ok()));
        meter.ask()?;
        Ok(gif?)
    }

    /// The film as an animated PNG.
    ///
    /// # Errors
    /// When the map is too large.
    pub fn to_png(&self) -> Result<Vec<u8>, AnimationError> {
        self.to_png_metered(&WorkMeter::unlimited())
    }

    /// The film as an animated PNG, unless the meter stops.
    ///
    /// # Errors
    /// As [`GenerationFilm::to_png`], and when the sink of the meter asked to stop.
    pub fn to_png_metered(&self, meter: &WorkMeter) -> Result<Vec<u8>, AnimationError> {
        let (screen, reel, last) = self.prepare()?;
        let frames = self.frames(&screen, last).take_while(|_| meter.ask().is_ok());
        let png = reel.png(frames, self.frame_count());
        meter.ask()?;
        Ok(png?)
    }

    fn steps_per_frame(&self) -> usize {
        self.steps.len().div_ceil(MAX_FRAMES - 2).max(1)
    }

    /// The screen, its colors, and the last picture.
    fn prepare(&self) -> Result<(Screen<'_>, FrameEncoder, Canvas), AnimationError> {
        let (width, height) = (self.finished.area.width() / CELL, self.finished.area.height() / CELL);
        let longest = width.max(height);
        if longest > MAX_SIDE {
            return Err(AnimationError::TooLarge { width, height, limit: MAX_SIDE });
        }
        let scale = (LONGEST_SIDE / longest).clamp(*CELL_PIXELS.start(), *CELL_PIXELS.end());
        let (picture, colors) =
            frame_encoder::rasterize(&self.finished, scale as u32, palette::PICTURE, palette::PICTURE_COLORS)?;
        let screen = Screen { dungeon: self.dungeon, plates: &self.plates, scale, finished: picture };
        let last = screen.last();
        let palette = palette::palette(&self.theme, &colors);
        let reel = FrameEncoder { width: last.width, height: last.height(), palette };
        debug_assert_eq!(last.height() as i32, height * scale + CAPTION);
        Ok((screen, reel, last))
    }

    /// All pictures in turn, the first of them whole.
    fn frames<'s>(&'s self, screen: &'s Screen<'s>, last: Canvas) -> impl Iterator<Item = Frame> + 's {
        let (width, height) = (last.width, last.height());
        let mut scene = Scene::new(self.dungeon);
        let chunks = self.steps.chunks(self.steps_per_frame());
        let delay = (WANTED_TIME / chunks.len().max(1)).clamp(*DELAY.start(), *DELAY.end()) as u16;
        let blank = std::iter::once((screen.blank(height), DELAY.end().to_owned() as u16));
        let steps = chunks.map(move |steps| {
            scene.calm_down();
            steps.iter().for_each(|step| scene.take(step, &self.events[step.events.clone()]));
            (screen.paint(&scene, height), delay)
        });
        let pictures = blank.chain(steps).chain([(last, LAST_DELAY)]);
        pictures.scan(Canvas::filled(width, height, SAME), |before, (picture, delay)| {
            let frame = picture.difference(before, delay);
            *before = picture;
            Some(frame)
        })
    }
}
