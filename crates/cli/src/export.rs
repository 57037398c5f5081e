//! `undercroft export`: a dungeon in the format of another tool.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use undercroft::draw::{self, Levels, raster, without_secrets};
use undercroft::dungeon::{Dungeon, Level};
use undercroft::format;

use crate::console::Console;
use crate::drawing::{self, DrawingArgs};
use crate::input;
use crate::output::{self, Document};

/// Turn a map or dungeon into another format
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft export hall.txt -o hall.png                         a picture, the format by its name
  undercroft export hall.txt -o hall.svg --theme mono --plain    ink-saving, for print
  undercroft export keep.txt -o players.png --player             without the secrets
  undercroft export tower.txt -o tower.png --split               tower-z1.png, tower-z0.png, tower-z-1.png
  undercroft export tower.txt --level -1 --format map -o -       the cellar as a MovingAI map
  undercroft export hall.json --format text --legend             characters, to standard output

An existing file is replaced, as a whole and only when the new one is complete.")]
pub struct Export {
    /// The map or dungeon; `-` is standard input
    file: PathBuf,
    /// The format; where it is not said, the ending of OUT says it
    #[arg(long, short)]
    format: Option<ExportFormat>,
    /// Where to; `-` is standard output
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    /// Only this level
    #[arg(long, value_name = "Z", allow_negative_numbers = true)]
    level: Option<i32>,
    /// One file for each level, named OUT-zZ
    #[arg(long, conflicts_with = "level")]
    split: bool,
    /// Text: explain the characters below the map
    #[arg(long)]
    legend: bool,
    /// PNG: pixels along the side of a cell
    #[arg(long, value_name = "N", default_value = "70", value_parser = clap::value_parser!(u32).range(1..=1000))]
    px: u32,
    #[command(flatten)]
    drawing: DrawingArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// A drawing in lines
    Svg,
    /// A drawing in pixels
    Png,
    /// Dungeon text
    Text,
    /// Dungeon JSON: everything there is to know
    Json,
    /// A MovingAI map, one level
    Map,
}

impl Export {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let format = self.format()?;
        let dungeon = self.dungeon()?;
        let documents = self.documents(&dungeon, format, console)?;
        if self.to_stdout() {
            documents.iter().try_for_each(|document| Console::print(&document.bytes))?;
            return Ok(ExitCode::SUCCESS);
        }
        output::write(&documents)?;
        report(&documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    /// The dungeon as those for whom it is exported may know it.
    fn dungeon(&self) -> anyhow::Result<Dungeon> {
        let dungeon = input::dungeon(&self.file)?;
        Ok(if self.drawing.player { without_secrets(&dungeon) } else { dungeon })
    }

    fn to_stdout(&self) -> bool {
        self.output == Path::new("-")
    }

    fn format(&self) -> anyhow::Result<ExportFormat> {
        let format = match self.format {
            Some(format) => format,
            None if self.to_stdout() => bail!("say what to write with --format, or where to with -o"),
            None => by_ending(&self.output)?,
        };
        if self.to_stdout() && self.split {
            bail!("--split writes several files; say where to with -o");
        }
        if self.to_stdout() && format == ExportFormat::Png && io::stdout().is_terminal() {
            bail!("a terminal cannot show PNG; say where to write with -o, or use `undercroft show`");
        }
        if format == ExportFormat::Json && (self.split || self.level.is_some()) {
            bail!("dungeon JSON holds all levels; leave out --level and --split");
        }
        if format == ExportFormat::Json && self.drawing.player {
            bail!("dungeon JSON tells everything; leave out --player");
        }
        Ok(format)
    }

    fn documents(&self, dungeon: &Dungeon, format: ExportFormat, console: &Console) -> anyhow::Result<Vec<Document>> {
        if !self.split {
            let level = self.level.map(|z| drawing::level(dungeon, z)).transpose()?;
            let bytes = self.render(dungeon, format, level, console)?;
            return Ok(vec![Document { path: self.output.clone(), bytes }]);
        }
        let render = |level: &Level| {
            let bytes = self.render(dungeon, format, Some(level), console)?;
            Ok(Document { path: numbered(&self.output, level.z), bytes })
        };
        dungeon.levels.iter().map(render).collect()
    }

    /// The bytes of one document: of one level, or of all.
    fn render(
        &self,
        dungeon: &Dungeon,
        format: ExportFormat,
        level: Option<&Level>,
        console: &Console,
    ) -> anyhow::Result<Vec<u8>> {
        let text = match format {
            ExportFormat::Json => format::json::write(dungeon),
            ExportFormat::Text => self.text(dungeon, level),
            ExportFormat::Map => map(dungeon, level)?,
            ExportFormat::Svg => self.svg(dungeon, level)?,
            ExportFormat::Png => return self.png(dungeon, level, console),
        };
        Ok(text.into_bytes())
    }

    fn text(&self, dungeon: &Dungeon, level: Option<&Level>) -> String {
        let levels = level.map_or_else(|| dungeon.levels.clone(), |level| vec![level.clone()]);
        let shown = Dungeon { levels, ..dungeon.clone() };
        let map = format::text::write(&shown);
        if self.legend { format!("{map}\n{}", format::text::legend(&shown)) } else { map }
    }

    fn svg(&self, dungeon: &Dungeon, level: Option<&Level>) -> anyhow::Result<String> {
        let cells: usize =
            level.map_or(dungeon.levels.as_slice(), std::slice::from_ref).iter().map(|level| level.size().area()).sum();
        if cells > raster::MAX_DRAWN_CELLS {
            bail!(
                "a map of {cells} cells is too large for SVG, {} is the most; PNG can show it",
                raster::MAX_DRAWN_CELLS
            );
        }
        Ok(draw::draw(dungeon, &self.drawing.options(levels(level))?).to_svg())
    }

    fn png(&self, dungeon: &Dungeon, level: Option<&Level>, console: &Console) -> anyhow::Result<Vec<u8>> {
        let image = raster::image(dungeon, &self.drawing.options(levels(level))?, self.px).context("--px")?;
        if let Some(pixels) = image.plain {
            console.say(&format!(
                "the map is too large to be drawn with lines; it is shown in colours, {pixels} pixels to a cell"
            ));
        }
        Ok(image.png)
    }
}

fn levels(level: Option<&Level>) -> Levels {
    level.map_or(Levels::All, |level| Levels::One(level.z))
}

fn by_ending(path: &Path) -> anyhow::Result<ExportFormat> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        "svg" => Ok(ExportFormat::Svg),
        "png" => Ok(ExportFormat::Png),
        "txt" => Ok(ExportFormat::Text),
        "json" => Ok(ExportFormat::Json),
        "map" => Ok(ExportFormat::Map),
        _ => bail!("{}: this ending says no format; name it with --format", path.display()),
    }
}

/// `tower.png` with `-1` is `tower-z-1.png`.
fn numbered(path: &Path, z: i32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-z{z}{ending}"))
}

fn map(dungeon: &Dungeon, level: Option<&Level>) -> anyhow::Result<String> {
    match (level, dungeon.levels.as_slice()) {
        (Some(level), _) | (None, [level]) => Ok(format::movingai::write(dungeon, level)),
        (None, levels) => {
            bail!("a MovingAI map holds one level, this dungeon has {}; choose with --level or --split", levels.len())
        }
    }
}

fn report(documents: &[Document], console: &Console) -> anyhow::Result<()> {
    if console.json {
        let written = documents.iter().map(|document| json!({ "file": document.path, "bytes": document.bytes.len() }));
        return Console::print_json(&json!({ "written": written.collect::<Vec<_>>() }));
    }
    for document in documents {
        console.say(&format!("wrote {} ({} bytes)", document.path.display(), document.bytes.len()));
    }
    Ok(())
}
