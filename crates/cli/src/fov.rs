//! `undercroft fov`: the field of view of an observer, or of every cell.

pub mod ground;
pub mod picture;
mod scene;
mod survey;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use undercroft::grid::Cell;
use undercroft::sight::{Footprint, FovGlyphs, Observer, Radius};
use undercroft_draw::Levels;

use crate::console::Console;
use crate::document::Document;
use crate::format_args::{DrawingsOnly, FormatArgs};
use crate::output;
use crate::place::Place;
use crate::progress;

use ground::Ground;
use picture::Canvas;
use scene::Scene;

/// Show the field of view from a place
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft fov hall.txt --at 24,13                           who stands there sees the cells marked o
  undercroft fov hall.txt --at 24,13 --observer 2x1 --corners
  undercroft fov hall.txt --at 24,13 --radius 6 -o view.png  a picture, the format by its name
  undercroft fov hall.txt --at 24,13 --kind shadowcast -o fog.svg  for display: walls are lit, shut doors stop the eye
  undercroft fov keep.json --at entrance                   from the middle of the room where one comes in
  undercroft fov case.txt                                  the place is marked s in the map
  undercroft fov hall.txt --survey -o heat.png             how much is seen from every cell
  undercroft fov hall.txt --survey --format csv            mean and largest view, longest line of sight

An exact view holds the cells that a body of one cell could walk to in a straight line; a shadowcast view is for
display.
FILE may also be a sight case in JSON. Text with --corners can be checked with `undercroft cases`.")]
pub struct Fov {
    /// The map or dungeon; `-` is standard input
    file: PathBuf,
    /// Where the observer stands: X,Y of its north-west cell, room5, entrance or goal; not needed where the map marks it with s
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    at: Option<Place>,
    /// The observer's size: 1x1, 2x1, 1x2 or 2x2; it sees what all of its cells see
    #[arg(long, value_name = "SIZE", value_parser = str::parse::<Footprint>)]
    observer: Option<Footprint>,
    /// See no farther than this many cells
    #[arg(long, value_name = "R")]
    radius: Option<u16>,
    /// The kind of field of view
    #[arg(long, value_name = "KIND", default_value = "exact")]
    kind: Kind,
    /// Mark the corners: c interesting, n seen, u not seen
    #[arg(long, conflicts_with = "survey")]
    corners: bool,
    /// The size of the view from every cell, instead of the view from one
    #[arg(long, conflicts_with = "at")]
    survey: bool,
    /// What stops sight; by default `solid` for exact views and `opaque` for shadowcast views
    #[arg(long, value_name = "WHAT")]
    blocked_by: Option<Blocking>,
    /// The level; without it the only one, or level 0
    #[arg(long, value_name = "Z", allow_negative_numbers = true)]
    level: Option<i32>,
    /// The format; by default that of the extension of OUT
    #[arg(long, short)]
    format: Option<FovFormat>,
    /// Where to; `-` is standard output
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    /// Text: write ■ □ ▲ instead of # . c
    #[arg(long)]
    squares: bool,
    /// PNG: pixels along the side of a cell
    #[arg(long, value_name = "N", default_value = "32", value_parser = clap::value_parser!(u32).range(1..=1000))]
    px: u32,
    #[command(flatten)]
    drawing: FormatArgs<DrawingsOnly>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FovFormat {
    /// The map in letters, or a few lines for --survey
    Text,
    /// Cells as numbers, x + y·width
    Json,
    /// Only with --survey: a line of names and a line of figures
    Csv,
    /// A drawing in pixels
    Png,
    /// A drawing in lines
    Svg,
}

/// The kind of field of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Cells in exact, mutual line of sight
    Exact,
    /// Symmetric shadowcasting: free cells whose center is in view, and lit walls
    Shadowcast,
}

/// What stops sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Blocking {
    /// What no one can walk through: walls, locked and barred doors, portcullises, secret doors
    Solid,
    /// What no one can see through: walls and shut doors, but no portcullis
    Opaque,
}

impl Blocking {
    const fn name(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Opaque => "opaque",
        }
    }
}

/// Where an observer of this size could stand instead, in words.
fn nearest(ground: &Ground, observer: Observer) -> String {
    let size = ground.solid.size();
    let is_free = |at: &Cell| {
        Observer::new(*at, observer.footprint).cells().all(|cell| size.contains(cell) && !ground.solid.contains(cell))
    };
    let cell = size.cells().filter(is_free).min_by_key(|cell| (cell.distance_squared(observer.at), *cell));
    cell.map(|cell| format!("; the nearest cell with room is {},{}", cell.x, cell.y)).unwrap_or_default()
}

impl Fov {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        if self.kind == Kind::Shadowcast && (self.corners || self.survey) {
            bail!("--corners and --survey are about exact views; omit --kind shadowcast");
        }
        let format = self.format(console)?;
        let ground = Ground::read(&self.file, self.level, self.drawing.edition(), self.blocking())?;
        let bytes = if self.survey { self.survey(&ground, format)? } else { self.view(&ground, format)? };
        if self.output == Path::new("-") {
            Console::print(bytes)?;
            return Ok(ExitCode::SUCCESS);
        }
        let documents = [Document::new(self.output.clone(), bytes)];
        output::write(&documents)?;
        output::report(&documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    fn view(&self, ground: &Ground, format: FovFormat) -> anyhow::Result<Vec<u8>> {
        let observer = self.observer(ground)?;
        let scene = Scene::look(ground, observer, self.radius.map(Radius::cells), self.kind == Kind::Shadowcast)?;
        if scene.is_blind() {
            bail!(
                "the observer {observer} stands in something {}{}",
                ground.blocking.name(),
                nearest(ground, observer)
            );
        }
        let glyphs = if self.squares { FovGlyphs::SQUARES } else { FovGlyphs::PLAIN };
        match format {
            FovFormat::Text => Ok(scene.text(glyphs, self.corners).into_bytes()),
            FovFormat::Json => Ok(format!("{}\n", scene.json()).into_bytes()),
            FovFormat::Svg => self.canvas(ground).svg(&scene.overlays(self.corners)),
            FovFormat::Png => self.canvas(ground).png(&scene.overlays(self.corners)),
            FovFormat::Csv => bail!("--format csv goes with --survey"),
        }
    }

    fn survey(&self, ground: &Ground, format: FovFormat) -> anyhow::Result<Vec<u8>> {
        let shape = self.observer.unwrap_or_default();
        progress::stage("looking around from every cell");
        let sizes = survey::SurveyReport::new(ground, shape, self.radius.map(Radius::cells))?;
        match format {
            FovFormat::Text => Ok(sizes.text().into_bytes()),
            FovFormat::Json => Ok(format!("{}\n", sizes.json()).into_bytes()),
            FovFormat::Csv => Ok(sizes.csv().into_bytes()),
            FovFormat::Svg => self.canvas(ground).svg(&sizes.overlays()),
            FovFormat::Png => self.canvas(ground).png(&sizes.overlays()),
        }
    }

    fn canvas<'a>(&'a self, ground: &'a Ground) -> Canvas<'a> {
        Canvas {
            dungeon: &ground.dungeon,
            levels: Levels::One(ground.z),
            drawing: &self.drawing,
            pixels_per_cell: self.px,
        }
    }

    fn blocking(&self) -> Blocking {
        match (self.blocked_by, self.kind) {
            (Some(blocking), _) => blocking,
            (None, Kind::Shadowcast) => Blocking::Opaque,
            (None, Kind::Exact) => Blocking::Solid,
        }
    }

    fn observer(&self, ground: &Ground) -> anyhow::Result<Observer> {
        let observer = match (self.at, &ground.marked) {
            (Some(at), _) => {
                let is_free = |cell| !ground.solid.contains(cell);
                let at = at.on(&ground.dungeon, ground.z, is_free).context("--at")?;
                Observer::new(at, self.observer.unwrap_or_default())
            }
            (None, Ok(marked)) => Observer::new(marked.at, self.observer.unwrap_or(marked.footprint)),
            (None, Err(reason)) => bail!("--at X,Y is required; {reason}"),
        };
        if self.kind == Kind::Shadowcast && observer.footprint != Footprint::One {
            bail!("--kind shadowcast: need a 1x1 observer, got {}", observer.footprint);
        }
        Ok(observer)
    }

    fn format(&self, console: &Console) -> anyhow::Result<FovFormat> {
        let to_stdout = self.output == Path::new("-");
        let format = match self.format {
            Some(format) => format,
            None if to_stdout && console.json => FovFormat::Json,
            None if to_stdout => FovFormat::Text,
            None => by_extension(&self.output)?,
        };
        if to_stdout && format == FovFormat::Png && io::stdout().is_terminal() {
            bail!("a terminal cannot show PNG; write a file with -o");
        }
        Ok(format)
    }
}

fn by_extension(path: &Path) -> anyhow::Result<FovFormat> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match extension.as_str() {
        "txt" => Ok(FovFormat::Text),
        "json" => Ok(FovFormat::Json),
        "csv" => Ok(FovFormat::Csv),
        "png" => Ok(FovFormat::Png),
        "svg" => Ok(FovFormat::Svg),
        _ => bail!("{}: unknown file extension; specify --format", path.display()),
    }
}
