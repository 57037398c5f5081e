//! `undercroft sight`: what somebody sees from a place, or how much is seen from every place.

pub mod ground;
pub mod picture;
mod scene;
mod sizes;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use undercroft::sight::{Footprint, FovGlyphs, Observer, Radius};
use undercroft_draw::Levels;

use crate::console::Console;
use crate::drawing::DrawingArgs;
use crate::output::{self, Document};
use crate::place::Place;

use ground::Ground;
use picture::Canvas;
use scene::Scene;

/// Show what is seen from a place
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "\
Examples:
  undercroft sight hall.txt --at 8,3                         who stands there sees the cells marked o
  undercroft sight hall.txt --at 8,3 --observer 2x1 --corners
  undercroft sight hall.txt --at 8,3 --radius 6 -o view.png  a picture, the format by its name
  undercroft sight hall.txt --at 8,3 --glimpse -o fog.svg    for display: walls are lit, shut doors stop the eye
  undercroft sight keep.json --at entrance                   from the middle of the room where one comes in
  undercroft sight case.txt                                  the place is marked s in the map
  undercroft sight hall.txt --sizes -o heat.png              how much is seen from every cell
  undercroft sight hall.txt --sizes --format csv             mean and largest view, longest line of sight

Clear sight is where a body of one cell could walk straight to; glimpse sight is what meets the eye.
FILE may also be a sight case in JSON. Text with --corners can be checked with `undercroft cases`.")]
pub struct Sight {
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
    /// Glimpse sight instead of clear sight: free cells whose centre is in view, and lit walls
    #[arg(long, conflicts_with_all = ["corners", "sizes"])]
    glimpse: bool,
    /// Mark the corners: c interesting, n seen, u not seen
    #[arg(long, conflicts_with = "sizes")]
    corners: bool,
    /// How much is seen from every cell, instead of what is seen from one
    #[arg(long, conflicts_with = "at")]
    sizes: bool,
    /// What stops sight; without it `solid` for clear sight and `opaque` for glimpses
    #[arg(long, value_name = "WHAT")]
    blocked_by: Option<Blocking>,
    /// The level; without it the only one, or level 0
    #[arg(long, value_name = "Z", allow_negative_numbers = true)]
    level: Option<i32>,
    /// The format; where it is not said, the ending of OUT says it
    #[arg(long, short)]
    format: Option<SightFormat>,
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
    drawing: DrawingArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SightFormat {
    /// The map in letters, or a few lines for --sizes
    Text,
    /// Cells as numbers, x + y·width
    Json,
    /// Only with --sizes: a line of names and a line of figures
    Csv,
    /// A drawing in pixels
    Png,
    /// A drawing in lines
    Svg,
}

/// What stops sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Blocking {
    /// What nobody can walk through: walls, locked and barred doors, portcullises, secret doors
    Solid,
    /// What nobody can see through: walls and shut doors, but no portcullis
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

impl Sight {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let format = self.format(console)?;
        let ground = Ground::read(&self.file, self.level, self.drawing.player, self.blocking())?;
        let bytes = if self.sizes { self.sizes(&ground, format)? } else { self.view(&ground, format, console)? };
        if self.output == Path::new("-") {
            Console::print(bytes)?;
            return Ok(ExitCode::SUCCESS);
        }
        let documents = [Document::new(self.output.clone(), bytes)];
        output::write(&documents)?;
        output::report(&documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    fn view(&self, ground: &Ground, format: SightFormat, console: &Console) -> anyhow::Result<Vec<u8>> {
        let observer = self.observer(ground)?;
        let scene = Scene::look(ground, observer, self.radius.map(Radius::cells), self.glimpse)?;
        if scene.is_blind() {
            console.say(&format!(
                "the observer {observer} stands in something {} and sees nothing",
                ground.blocking.name()
            ));
        }
        let letters = if self.squares { FovGlyphs::SQUARES } else { FovGlyphs::PLAIN };
        match format {
            SightFormat::Text => Ok(scene.text(letters, self.corners).into_bytes()),
            SightFormat::Json => Ok(format!("{}\n", scene.json()).into_bytes()),
            SightFormat::Svg => self.canvas(ground).svg(&scene.overlays(self.corners)),
            SightFormat::Png => self.canvas(ground).png(&scene.overlays(self.corners)),
            SightFormat::Csv => bail!("--format csv goes with --sizes"),
        }
    }

    fn sizes(&self, ground: &Ground, format: SightFormat) -> anyhow::Result<Vec<u8>> {
        let shape = self.observer.unwrap_or_default();
        let sizes = sizes::Sizes::of(ground, shape, self.radius.map(Radius::cells));
        match format {
            SightFormat::Text => Ok(sizes.text().into_bytes()),
            SightFormat::Json => Ok(format!("{}\n", sizes.json()).into_bytes()),
            SightFormat::Csv => Ok(sizes.csv().into_bytes()),
            SightFormat::Svg => self.canvas(ground).svg(&sizes.overlays()),
            SightFormat::Png => self.canvas(ground).png(&sizes.overlays()),
        }
    }

    fn canvas<'a>(&'a self, ground: &'a Ground) -> Canvas<'a> {
        Canvas { ground, levels: Levels::One(ground.z), drawing: &self.drawing, pixels_per_cell: self.px }
    }

    const fn blocking(&self) -> Blocking {
        match (self.blocked_by, self.glimpse) {
            (Some(blocking), _) => blocking,
            (None, true) => Blocking::Opaque,
            (None, false) => Blocking::Solid,
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
            (None, Err(reason)) => bail!("say where the observer stands with --at X,Y; {reason}"),
        };
        if self.glimpse && observer.footprint != Footprint::One {
            bail!("glimpse sight is that of a 1x1 observer, not of {}", observer.footprint);
        }
        Ok(observer)
    }

    fn format(&self, console: &Console) -> anyhow::Result<SightFormat> {
        let to_stdout = self.output == Path::new("-");
        let format = match self.format {
            Some(format) => format,
            None if to_stdout && console.json => SightFormat::Json,
            None if to_stdout => SightFormat::Text,
            None => by_ending(&self.output)?,
        };
        if to_stdout && format == SightFormat::Png && io::stdout().is_terminal() {
            bail!("a terminal cannot show PNG; say where to write with -o");
        }
        Ok(format)
    }
}

fn by_ending(path: &Path) -> anyhow::Result<SightFormat> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        "txt" => Ok(SightFormat::Text),
        "json" => Ok(SightFormat::Json),
        "csv" => Ok(SightFormat::Csv),
        "png" => Ok(SightFormat::Png),
        "svg" => Ok(SightFormat::Svg),
        _ => bail!("{}: this ending says no format; name it with --format", path.display()),
    }
}
