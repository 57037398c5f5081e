//! Documents: a dungeon as files, for every command that writes one.

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use undercroft::dungeon::Dungeon;
use undercroft_draw as draw;
use undercroft_draw::{Levels, Overlay, raster};
use undercroft_formats as format;
use undercroft_formats::document::USUAL_PIXELS;
use undercroft_formats::{DocumentFormat, DocumentOptions, Setting, svg};

use crate::drawing::DrawingArgs;
use crate::output::{Claim, Document};
use crate::print::PrintArgs;
use crate::tabletop::TabletopArgs;
use crate::tiles::TileArgs;
use crate::words;

/// How a document is made.
#[derive(Args)]
pub struct RenderArgs {
    /// Text: explain the characters below the map
    #[arg(long)]
    legend: bool,
    /// PNG: pixels along the side of a cell; without it 70, fewer on large maps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    px: Option<u32>,
    /// Scenarios: how many walks; without it 50, fewer on small maps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    walks: Option<u32>,
    /// Replace files that go with OUT (the image of a tileset, the map of a scenario) whoever made them
    #[arg(long)]
    force: bool,
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

/// The settings that are there.
pub fn given<const N: usize>(settings: [(bool, Setting); N]) -> Vec<Setting> {
    settings.into_iter().filter_map(|(is_given, setting)| is_given.then_some(setting)).collect()
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
    /// Whether a document is a tree of files.
    fn makes_tree(&self, format: DocumentFormat) -> bool {
        format == DocumentFormat::Foundry && self.tabletop.unpacked
    }

    /// Refuses formats that have no players' edition when one is wanted, and options that none of the formats listens to.
    pub fn check(&self, formats: &[DocumentFormat]) -> anyhow::Result<()> {
        if let Some(format) = formats.iter().find(|format| self.drawing.player && !format.card().has_player_edition) {
            bail!("{} tells everything; leave out --player", format.card().name.to_uppercase());
        }
        let is_idle = |setting: &Setting| formats.iter().all(|format| !setting.formats().contains(format));
        match self.given().into_iter().find(is_idle) {
            Some(setting) => bail!("{}", idle(setting, formats)),
            None => Ok(()),
        }
    }

    fn given(&self) -> Vec<Setting> {
        let own =
            [(self.legend, Setting::Legend), (self.px.is_some(), Setting::Px), (self.walks.is_some(), Setting::Walks)];
        [given(own), self.drawing.given(), self.print.given(), self.tiles.given(), self.tabletop.given()].concat()
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
            let (path, claim) = match file.name.as_str() {
                name if name == first => (path.to_owned(), Claim::Named),
                name if self.makes_tree(format) => {
                    let root = name.split('/').next().unwrap_or(name);
                    (path.join(name), Claim::Folder(path.join(root)))
                }
                name if file.is_companion && !self.force => (path.with_file_name(name), Claim::Companion),
                name => (path.with_file_name(name), Claim::Named),
            };
            Document { path, bytes: file.bytes, claim }
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
            walks: self.walks.map(|walks| walks as usize),
        })
    }

    /// A drawing with something marked on it, as SVG or PNG.
    pub fn marked(&self, dungeon: &Dungeon, format: DocumentFormat, overlays: &[Overlay]) -> anyhow::Result<Vec<u8>> {
        let picture = draw::draw_with(dungeon, &self.drawing.options(Levels::All)?, overlays);
        let notes = undercroft_draw::png_metadata(dungeon, self.drawing.edition());
        match format {
            DocumentFormat::Svg => Ok(svg::write(&picture, &notes).into_bytes()),
            DocumentFormat::Png => {
                let pixels = self.px.unwrap_or(USUAL_PIXELS);
                raster::png(&picture.to_svg(), picture.area, pixels, &notes).context("--px")
            }
            _ => bail!("only SVG and PNG can be drawn on; name a .svg or a .png file"),
        }
    }
}

/// The sentence about an option that would change nothing.
fn idle(setting: Setting, formats: &[DocumentFormat]) -> String {
    let names = |formats: &[DocumentFormat]| formats.iter().map(|format| format.card().name).collect::<Vec<_>>();
    let (name, listeners) = (setting.name(), words::listed(&names(setting.formats())));
    match formats {
        [] => format!("--{name} is for {listeners}, and no file of that kind is written here"),
        [format] => format!("--{name} is for {listeners}; {} has no use for it", format.card().name),
        several => format!("--{name} is for {listeners}; {} have no use for it", words::listed(&names(several))),
    }
}
