//! Documents: a dungeon as the bytes of a file, for every command that writes one.

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use undercroft::draw::{self, Levels, Overlay, raster, without_secrets};
use undercroft::dungeon::{Dungeon, Level};
use undercroft::format;

use crate::drawing::DrawingArgs;
use crate::print::PrintArgs;

/// How a document is made.
#[derive(Args)]
pub struct RenderArgs {
    /// Text: explain the characters below the map
    #[arg(long)]
    legend: bool,
    /// PNG: pixels along the side of a cell
    #[arg(long, value_name = "N", default_value = "70", value_parser = clap::value_parser!(u32).range(1..=1000))]
    px: u32,
    /// The looks of drawings.
    #[command(flatten)]
    pub drawing: DrawingArgs,
    /// Paper and pages.
    #[command(flatten)]
    print: PrintArgs,
}

/// What a document can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DocumentFormat {
    /// A drawing in lines
    Svg,
    /// A drawing in pixels
    Png,
    /// A print: an overview with the room key, and pages of one inch to a square
    Pdf,
    /// Dungeon text
    Text,
    /// Dungeon JSON: everything there is to know
    Json,
    /// A MovingAI map, one level
    Map,
}

impl DocumentFormat {
    /// The format that a file's ending means.
    pub fn by_ending(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let format = Self::value_variants().iter().find(|format| format.ending() == ending);
        format
            .copied()
            .with_context(|| format!("{}: this ending says no format; name it with --format", path.display()))
    }

    /// The ending of its files, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Text => "txt",
            Self::Json => "json",
            Self::Map => "map",
        }
    }

    /// Refuses to print what a terminal cannot show.
    pub fn check_printable(self) -> anyhow::Result<()> {
        if matches!(self, Self::Png | Self::Pdf) && io::stdout().is_terminal() {
            let name = self.ending().to_uppercase();
            bail!("a terminal cannot show {name}; say where to write with -o, or use `undercroft show`");
        }
        Ok(())
    }
}

/// The bytes of a document, and what the user should be told about them.
pub struct Rendered {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// A remark, for example that the map was too large for lines.
    pub note: Option<String>,
}

impl RenderArgs {
    /// Refuses a format that does not go with the other options.
    pub fn check(&self, format: DocumentFormat) -> anyhow::Result<()> {
        if format == DocumentFormat::Json && self.drawing.player {
            bail!("dungeon JSON tells everything; leave out --player");
        }
        Ok(())
    }

    /// The dungeon as those for whom the document is may know it.
    pub fn known(&self, dungeon: Dungeon) -> Dungeon {
        if self.drawing.player { without_secrets(&dungeon) } else { dungeon }
    }

    /// The document of one level, or of all.
    pub fn render(&self, dungeon: &Dungeon, format: DocumentFormat, level: Option<&Level>) -> anyhow::Result<Rendered> {
        let text = match format {
            DocumentFormat::Json => format::json::write(dungeon),
            DocumentFormat::Text => self.text(dungeon, level),
            DocumentFormat::Map => map(dungeon, level)?,
            DocumentFormat::Svg => self.picture(dungeon, level, &[])?.to_svg(),
            DocumentFormat::Png => return self.png(dungeon, level),
            DocumentFormat::Pdf => return self.pdf(dungeon, level),
        };
        Ok(Rendered { bytes: text.into_bytes(), note: None })
    }

    /// A drawing with something marked on it, as SVG or PNG.
    pub fn marked(&self, dungeon: &Dungeon, format: DocumentFormat, overlays: &[Overlay]) -> anyhow::Result<Vec<u8>> {
        let picture = self.picture(dungeon, None, overlays)?;
        let svg = picture.to_svg();
        match format {
            DocumentFormat::Svg => Ok(svg.into_bytes()),
            DocumentFormat::Png => raster::png(&svg, picture.area, self.px, &raster::notes_of(dungeon)).context("--px"),
            _ => bail!("only SVG and PNG can be drawn on; name a .svg or a .png file"),
        }
    }

    fn text(&self, dungeon: &Dungeon, level: Option<&Level>) -> String {
        let levels = level.map_or_else(|| dungeon.levels.clone(), |level| vec![level.clone()]);
        let shown = Dungeon { levels, ..dungeon.clone() };
        let map = format::text::write(&shown);
        if self.legend { format!("{map}\n{}", format::text::legend(&shown)) } else { map }
    }

    fn picture(&self, dungeon: &Dungeon, level: Option<&Level>, overlays: &[Overlay]) -> anyhow::Result<draw::Picture> {
        let drawn = level.map_or(dungeon.levels.as_slice(), std::slice::from_ref);
        let cells: usize = drawn.iter().map(|level| level.size().area()).sum();
        if cells > raster::MAX_DRAWN_CELLS {
            bail!(
                "a map of {cells} cells is too large for SVG, {} is the most; PNG can show it",
                raster::MAX_DRAWN_CELLS
            );
        }
        Ok(draw::draw_with(dungeon, &self.drawing.options(levels(level))?, overlays))
    }

    /// Prints are black on white unless a theme is named.
    fn pdf(&self, dungeon: &Dungeon, level: Option<&Level>) -> anyhow::Result<Rendered> {
        let drawing = self.drawing.options_or(levels(level), "mono")?;
        Ok(Rendered { bytes: self.print.pdf(dungeon, drawing)?, note: None })
    }

    fn png(&self, dungeon: &Dungeon, level: Option<&Level>) -> anyhow::Result<Rendered> {
        let image = raster::image(dungeon, &self.drawing.options(levels(level))?, self.px).context("--px")?;
        let note = image.plain.map(|pixels| {
            format!("the map is too large to be drawn with lines; it is shown in colours, {pixels} pixels to a cell")
        });
        Ok(Rendered { bytes: image.png, note })
    }
}

fn levels(level: Option<&Level>) -> Levels {
    level.map_or(Levels::All, |level| Levels::One(level.z))
}

fn map(dungeon: &Dungeon, level: Option<&Level>) -> anyhow::Result<String> {
    match (level, dungeon.levels.as_slice()) {
        (Some(level), _) | (None, [level]) => Ok(format::movingai::write(dungeon, level)),
        (None, levels) => bail!(
            "a MovingAI map holds one level, this dungeon has {}; choose with `undercroft export --level` or `--split`",
            levels.len()
        ),
    }
}
