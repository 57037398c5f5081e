//! Documents: a dungeon as files, for every command that writes one.

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use undercroft::draw::{self, Levels, Overlay, raster};
use undercroft::dungeon::Dungeon;
use undercroft::format::{self, DocumentFormat, DocumentOptions};

use crate::drawing::DrawingArgs;
use crate::output::Document;

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
        levels: Levels,
        path: &Path,
    ) -> anyhow::Result<Rendered> {
        let document = format::document::write(dungeon, format, &self.options(levels, path)?)?;
        let place = |(index, file): (usize, format::File)| {
            let path = if index == 0 { path.to_owned() } else { path.with_file_name(file.name) };
            Document { path, bytes: file.bytes }
        };
        let documents: Vec<_> = document.files.into_iter().enumerate().map(place).collect();
        if path == Path::new("-") && documents.len() > 1 {
            bail!("{} needs {} files; say where to with -o", format.card().name.to_uppercase(), documents.len());
        }
        Ok(Rendered { documents, note: document.note })
    }

    fn options(&self, levels: Levels, path: &Path) -> anyhow::Result<DocumentOptions> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = if stem.is_empty() || path == Path::new("-") { "dungeon".to_owned() } else { stem };
        Ok(DocumentOptions { stem, drawing: self.drawing.options(levels)?, pixels: self.px, legend: self.legend })
    }

    /// A drawing with something marked on it, as SVG or PNG.
    pub fn marked(&self, dungeon: &Dungeon, format: DocumentFormat, overlays: &[Overlay]) -> anyhow::Result<Vec<u8>> {
        let picture = draw::draw_with(dungeon, &self.drawing.options(Levels::All)?, overlays);
        let svg = picture.to_svg();
        match format {
            DocumentFormat::Svg => Ok(svg.into_bytes()),
            DocumentFormat::Png => raster::png(&svg, picture.area, self.px, &raster::notes_of(dungeon)).context("--px"),
            _ => bail!("only SVG and PNG can be drawn on; name a .svg or a .png file"),
        }
    }
}
