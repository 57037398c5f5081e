//! Dungeons as files, for every command that writes one.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use clap::builder::PossibleValue;
use undercroft::dungeon::Dungeon;
use undercroft::field::Value;
use undercroft_draw::{Levels, Overlay, draw_with, png_metadata, raster};
use undercroft_formats::png::{self, DEFAULT_PX};
use undercroft_formats::{FORMATS, File, Format, FormatError, by_extension, by_name, foundry, svg};

use crate::console::Console;
use crate::document::{Claim, Document};
use crate::format_args::{AllFormats, FormatArgs};
use crate::name_parser::NameParser;
use crate::progress;

/// How files are written.
#[derive(Args)]
pub struct RenderArgs {
    /// Replace files that accompany OUT (the image of a tileset, the map of a scenario) whoever made them
    #[arg(long)]
    force: bool,
    /// Print how many pages there would be, and write nothing (pdf)
    #[arg(long, help_heading = "Print")]
    count: bool,
    #[command(flatten)]
    pub formats: FormatArgs<AllFormats>,
}

/// Which levels a file shows.
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
pub const FORMAT_PARSER: NameParser<&'static Format> = NameParser {
    find: |name| by_name(name).map_err(|error| error.to_string()),
    names: || FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.info.title)).collect(),
};

/// The format that a file's extension means.
pub fn by_path(path: &Path) -> anyhow::Result<&'static Format> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    by_extension(&extension).map_err(|error| match error {
        FormatError::UnknownExtension { .. } => {
            anyhow!("{}: unknown file extension; specify --format", path.display())
        }
        error => anyhow!("{}: {error}", path.display()),
    })
}

/// Refuses to print what a terminal cannot show.
pub fn check_printable(format: &Format) -> anyhow::Result<()> {
    if !format.is_text && io::stdout().is_terminal() {
        bail!("a terminal cannot show {}; write a file with -o, or use `undercroft show`", format.name);
    }
    Ok(())
}

/// `maps/home` as JSON is `maps/home.json`, and `v1.2` is `v1.2.json`.
pub fn with_extension(stem: &Path, format: &Format) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(format!(".{}", format.extension()));
    name.into()
}

/// The files of a dungeon, and a remark about them.
pub struct Rendered {
    /// The files, the first one where the user put it, the others beside it.
    pub documents: Vec<Document>,
    /// A remark, for example that the map was too large for lines.
    pub note: Option<String>,
}

impl RenderArgs {
    /// Refuses a player edition that a format lacks, and options that none of the formats has.
    pub fn check(&self, formats: &[&'static Format]) -> anyhow::Result<()> {
        self.formats.check(formats)
    }

    /// Whether pages are counted and nothing is written.
    pub const fn only_counts(&self) -> bool {
        self.count
    }

    /// The path of a file: one without an extension gets that of the format, so that other programs recognize it.
    /// Standard output, a device, a pipe, a folder and the folder of a module stay as they are.
    pub fn file_path(&self, path: &Path, format: &Format) -> PathBuf {
        let is_special = path == Path::new("-") || path.metadata().is_ok_and(|there| !there.is_file());
        let is_bare = path.extension().is_none() && path.file_name().is_some();
        if is_bare && !is_special && !self.makes_folder(format) {
            with_extension(path, format)
        } else {
            path.to_owned()
        }
    }

    fn makes_folder(&self, format: &Format) -> bool {
        *format == foundry::FORMAT && self.formats.is_on("unpacked")
    }

    /// The files of some levels, to be written at `path`.
    pub fn render(
        &self,
        dungeon: &Dungeon,
        format: &'static Format,
        shown: Shown,
        path: &Path,
    ) -> anyhow::Result<Rendered> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = if stem.is_empty() || path == Path::new("-") { "dungeon".to_owned() } else { stem };
        let levels = match shown {
            Shown::All => None,
            Shown::One(z) => Some(("level", Value::Integer(z.into()))),
            Shown::Each => Some(("split", Value::Bool(true))),
        };
        let options = self.formats.options(format, levels.as_slice())?.with_stem(stem);
        if self.count {
            let count = format.page_count(dungeon, &options).map_err(|error| self.formats.located(error.into()))?;
            let Some(count) = count else { bail!("--count: {} has no pages, need pdf", format.name) };
            Console::print(format!("{}: {count}\n", format.name))?;
            return Ok(Rendered { documents: Vec::new(), note: None });
        }
        progress::stage(format!("exporting {}", format.name));
        let output = format.export(dungeon, &options).map_err(|error| self.formats.located(error.into()))?;
        let first = options.file_name(format.extension());
        let documents: Vec<_> = output.files.into_iter().map(|file| self.place(file, format, &first, path)).collect();
        if path == Path::new("-") && documents.len() > 1 {
            bail!("{} writes {} files; name the first with -o", format.name, documents.len());
        }
        Ok(Rendered { documents, note: output.note })
    }

    /// A file at its path.
    fn place(&self, file: File, format: &Format, first: &str, path: &Path) -> Document {
        let makes_folder = self.makes_folder(format);
        let (path, claim) = match file.name.as_str() {
            name if name == first => (path.to_owned(), Claim::Named),
            name if makes_folder => {
                let root = name.split('/').next().unwrap_or(name);
                (path.join(name), Claim::Folder(path.join(root)))
            }
            name if file.is_companion && !self.force => (path.with_file_name(name), Claim::Companion),
            name => (path.with_file_name(name), Claim::Named),
        };
        Document { path, bytes: file.bytes, claim }
    }

    /// A drawing with something marked on it, as SVG or PNG.
    pub fn marked(&self, dungeon: &Dungeon, format: &Format, overlays: &[Overlay]) -> anyhow::Result<Vec<u8>> {
        progress::stage(format!("drawing {}", format.name));
        let picture = draw_with(dungeon, &self.formats.draw_options(Levels::All)?, overlays);
        let metadata = png_metadata(dungeon, self.formats.edition());
        if *format == svg::FORMAT {
            return Ok(svg::write(&picture, &metadata).into_bytes());
        }
        if *format == png::FORMAT {
            let px = self.formats.integer("px").map_or(DEFAULT_PX, |px| px as u32);
            return raster::png(&picture.to_svg(), picture.area, px, &metadata).context("--px");
        }
        bail!("only SVG and PNG can be drawn on; name a .svg or a .png file")
    }
}
