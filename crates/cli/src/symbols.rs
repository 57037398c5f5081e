//! `undercroft symbols`: all kinds of features as drawings show them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use serde_json::{Value, json};
use undercroft::contents::{Contents, FeatureKind};
use undercroft_draw::{Picture, Theme, raster, symbol_sheet};

use crate::console::Console;
use crate::document::Document;
use crate::input;
use crate::output;

/// Draw all kinds of features with their names
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft symbols                          every kind in the terminal, a letter on each of its cells
  undercroft symbols -o symbols.svg           the drawings with their names, on one sheet
  undercroft symbols -o symbols.png --px 64   the same in pixels
  undercroft symbols kegs.toml -o kegs.png    with the kinds and symbols of a content file of your own

A content file brings symbols as [kind.NAME.symbol]; docs/drawing.md explains the strokes.")]
pub struct Symbols {
    /// A content file of your own
    file: Option<PathBuf>,
    /// Where to, as .svg or .png; without it the kinds are printed as letters
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Pixels along the side of a cell
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(4..=200))]
    px: u32,
}

/// What a kind takes up in the terminal, and the width where there is none. [Unit: letters]
const CARD: usize = 16;
const WIDTH: usize = 80;

impl Symbols {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let own;
        let contents = match &self.file {
            None => Contents::shipped(),
            Some(file) => {
                own = Contents::with_files(&[(&file.display().to_string(), &input::text(file)?)])?;
                &own
            }
        };
        match &self.output {
            Some(path) => self.write(path, &symbol_sheet(contents, &Theme::default()), console)?,
            None if console.json => Console::print_json(&contents.kinds().map(described).collect())?,
            None => Console::print(cards(contents, Console::width().unwrap_or(WIDTH)))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, path: &Path, sheet: &Picture, console: &Console) -> anyhow::Result<()> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let svg = sheet.to_svg();
        let bytes = match extension.as_str() {
            "svg" => svg.into_bytes(),
            "png" => raster::png(&svg, sheet.area, self.px, &[])?,
            _ => bail!("-o {}: need a .svg or .png file", path.display()),
        };
        let documents = [Document::new(path.to_owned(), bytes)];
        output::write(&documents)?;
        output::report(&documents, console)
    }
}

fn described(kind: &FeatureKind) -> Value {
    json!({ "name": kind.name, "size": kind.size, "flat": kind.flat, "own_symbol": kind.symbol.is_some() })
}

/// As many kinds side by side as fit, each with its first letter on every cell of its footprint.
fn cards(contents: &Contents, width: usize) -> String {
    let kinds: Vec<&FeatureKind> = contents.kinds().collect();
    kinds.chunks((width / CARD).max(1)).map(row).collect()
}

fn row(kinds: &[&FeatureKind]) -> String {
    let depth = kinds.iter().map(|kind| usize::from(kind.size[1])).max().unwrap_or(0);
    let line = |y: usize| padded(kinds.iter().map(|kind| cells(kind, y)));
    let names = padded(kinds.iter().map(|kind| kind.name.clone()));
    (0..depth).map(line).chain([names, "\n".to_owned()]).collect()
}

/// The letters of a footprint in one of its rows.
fn cells(kind: &FeatureKind, y: usize) -> String {
    let [width, depth] = kind.size.map(usize::from);
    let first: String = kind.name.chars().take(1).flat_map(char::to_uppercase).collect();
    if y < depth { first.repeat(width) } else { String::new() }
}

fn padded(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.map(|word| format!("{word:<CARD$}")).collect();
    words.concat().trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_a_card_of_letters() {
        let text = cards(Contents::shipped(), 40);
        assert!(text.starts_with("AA              B\naltar           barrel\n\n"), "{text}");
        assert!(Contents::shipped().kinds().all(|kind| text.contains(&kind.name)));
        assert!(text.contains("LLLL") && text.lines().all(|line| line.len() <= 40));
    }
}
