//! Documents: a dungeon as files, for every command that writes one.

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use undercroft::draw::{self, Levels, Overlay, raster};
use undercroft::dungeon::Dungeon;
use undercroft::format::document::USUAL_PIXELS;
use undercroft::format::{self, DocumentFormat, DocumentOptions};

use crate::drawing::DrawingArgs;
use crate::output::Document;
use crate::print::PrintArgs;
use crate::tabletop::TabletopArgs;
use crate::tiles::TileArgs;

/// How a document is made.
#[derive(Args)]
pub struct RenderArgs {
    /// Text: explain the characters below the map
    #[arg(long)]
    legend: bool,
    /// PNG: pixels along the side of a cell; without it 70, fewer on large maps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    px: Option<u32>,
    /// Scenarios: how many walks
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    walks: u32,
    /// The looks of drawings.
    #[command(flatten)]
    pub drawing: DrawingArgs,
    /// Paper and pages.
    #[command(flatten)]
    print: PrintArgs,
    /// Tiles of tile maps.
    #[command(flatten)]
    tiles: TileArgs,
    /// Squares of tables.
    #[command(flatten)]
    tabletop: TabletopArgs,
}

/// Which levels a document shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// All, in one file where the format can.
    All,
    /// This one.
    One(i32),
    /// Each in a file of its own, for Tiled.
    Each,
}

/// Reads the name of a format.
pub fn format_parser() -> impl TypedValueParser<Value = DocumentFormat> {
    let values = DocumentFormat::ALL.map(|format| PossibleValue::new(format.card().name).help(format.card().title));
    PossibleValuesParser::new(values)
        .map(|name| DocumentFormat::by_name(&name).expect("the parser takes only names of formats"))
}

/// The format that a file's ending means.
pub fn by_ending(path: &Path) -> anyhow::Result<DocumentFormat> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    DocumentFormat::by_ending(&ending)
        .with_context(|| format!("{}: this ending says no format; name it with --format", path.display()))
}

/// Refuses to print what a terminal cannot show.
pub fn check_printable(format: DocumentFormat) -> anyhow::Result<()> {
    if !format.card().is_text && io::stdout().is_terminal() {
        let name = format.card().name.to_uppercase();
        bail!("a terminal cannot show {name}; say where to write with -o, or use `undercroft show`");
    }
    Ok(())
}

/// The files of a document, and what the user should be told about them.
pub struct Rendered {
    /// The files, the first one where the user wants it, the others beside it.
    pub documents: Vec<Document>,
    /// A remark, for example that the map was too large for lines.
    pub note: Option<String>,
}

impl RenderArgs {
    /// Whether a document is a tree of files, whose folders have to be made.
    pub fn makes_tree(&self, format: DocumentFormat) -> bool {
        format == DocumentFormat::Foundry && self.tabletop.unpacked
    }

    /// Refuses a format that does not go with the other options.
    pub fn check(&self, format: DocumentFormat) -> anyhow::Result<()> {
        if self.drawing.player && !format.card().has_player_edition {
            bail!("{} tells everything; leave out --player", format.card().name.to_uppercase());
        }
        Ok(())
    }

    /// The document of some levels, to be written at `path`.
    pub fn render(
        &self,
        dungeon: &Dungeon,
        format: DocumentFormat,
        shown: Shown,
        path: &Path,
    ) -> anyhow::Result<Rendered> {
        let options = self.options(format, shown, path)?;
        let document = format::document::write(dungeon, format, &options)?;
        let first = format!("{}.{}", options.stem, format.ending());
        let place = |file: format::File| {
            let path = match file.name.as_str() {
                name if name == first => path.to_owned(),
                name if self.makes_tree(format) => path.join(name),
                name => path.with_file_name(name),
            };
            Document { path, bytes: file.bytes }
        };
        let documents: Vec<_> = document.files.into_iter().map(place).collect();
        if path == Path::new("-") && documents.len() > 1 {
            bail!("{} needs {} files; say where to with -o", format.card().name.to_uppercase(), documents.len());
        }
        Ok(Rendered { documents, note: document.note })
    }

    fn options(&self, format: DocumentFormat, shown: Shown, path: &Path) -> anyhow::Result<DocumentOptions> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = if stem.is_empty() || path == Path::new("-") { "dungeon".to_owned() } else { stem };
        let levels = if let Shown::One(z) = shown { Levels::One(z) } else { Levels::All };
        Ok(DocumentOptions {
            stem,
            drawing: self.drawing.options_or(levels, format.usual_theme())?,
            pixels: self.px,
            legend: self.legend,
            tiles: self.tiles.options(shown == Shown::Each)?,
            table: self.tabletop.table(),
            secret_doors: self.tabletop.secret_doors(),
            foundry: self.tabletop.version(),
            unpacked: self.tabletop.unpacked,
            print: self.print.options(),
            walks: self.walks as usize,
        })
    }

    /// A drawing with something marked on it, as SVG or PNG.
    pub fn marked(&self, dungeon: &Dungeon, format: DocumentFormat, overlays: &[Overlay]) -> anyhow::Result<Vec<u8>> {
        let picture = draw::draw_with(dungeon, &self.drawing.options(Levels::All)?, overlays);
        let svg = picture.to_svg();
        match format {
            DocumentFormat::Svg => Ok(svg.into_bytes()),
            DocumentFormat::Png => {
                let pixels = self.px.unwrap_or(USUAL_PIXELS);
                raster::png(&svg, picture.area, pixels, &raster::notes_of(dungeon)).context("--px")
            }
            _ => bail!("only SVG and PNG can be drawn on; name a .svg or a .png file"),
        }
    }
}
