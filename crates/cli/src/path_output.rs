//! Where paths go, and in which format.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use undercroft::dungeon::Dungeon;
use undercroft_draw::{Edition, Levels};

use crate::console::Console;
use crate::document::Document;
use crate::format_args::{DrawingsOnly, FormatArgs};
use crate::fov::picture::Canvas;
use crate::output;

/// The options of commands that write paths.
#[derive(Args)]
pub struct PathOutput {
    /// The format; by default the one of OUT's extension
    #[arg(long, short)]
    format: Option<PathFormat>,
    /// Where to; `-` is standard output
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    /// PNG: pixels along the side of a cell
    #[arg(long, value_name = "N", default_value = "32", value_parser = clap::value_parser!(u32).range(1..=1000))]
    px: u32,
    #[command(flatten)]
    drawing: FormatArgs<DrawingsOnly>,
}

/// How paths are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PathFormat {
    /// Lines for people
    Text,
    /// Lengths and cells
    Json,
    /// A drawing in pixels
    Png,
    /// A drawing in lines
    Svg,
}

impl PathOutput {
    /// The format that was asked for.
    pub fn format(&self, console: &Console) -> anyhow::Result<PathFormat> {
        let to_stdout = self.output == Path::new("-");
        let format = match self.format {
            Some(format) => format,
            None if to_stdout && console.json => PathFormat::Json,
            None if to_stdout => PathFormat::Text,
            None => by_ending(&self.output)?,
        };
        if to_stdout && format == PathFormat::Png && io::stdout().is_terminal() {
            bail!("a terminal cannot show PNG; write a file with -o");
        }
        Ok(format)
    }

    /// Who the drawing is for.
    pub fn edition(&self) -> Edition {
        self.drawing.edition()
    }

    /// What drawings are made on.
    pub const fn canvas<'a>(&'a self, dungeon: &'a Dungeon, levels: Levels) -> Canvas<'a> {
        Canvas { dungeon, levels, drawing: &self.drawing, pixels_per_cell: self.px }
    }

    /// Writes the document to where it was asked for.
    pub fn write(&self, bytes: Vec<u8>, console: &Console) -> anyhow::Result<()> {
        if self.output == Path::new("-") {
            return Console::print(bytes);
        }
        let documents = [Document::new(self.output.clone(), bytes)];
        output::write(&documents)?;
        output::report(&documents, console)
    }
}

fn by_ending(path: &Path) -> anyhow::Result<PathFormat> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let ending = if ending == "txt" { "text" } else { ending.as_str() };
    let format = PathFormat::from_str(ending, true).ok();
    format.with_context(|| {
        format!("{}: paths are written as .txt, .json, .png or .svg; --format names one", path.display())
    })
}
