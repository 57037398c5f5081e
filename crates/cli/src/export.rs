//! `undercroft export`: a dungeon in the format of another tool.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use undercroft::dungeon::Dungeon;
use undercroft_formats::{Format, Scope};

use crate::console::Console;
use crate::document::Document;
use crate::input;
use crate::level;
use crate::output;
use crate::render::{self, RenderArgs, Shown};

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

An existing file is replaced, as a whole and only when the new one is complete.
What goes with it under a name of its own (undercroft-16.png, the .map of a
.scen) replaces no other file without --force.")]
pub struct Export {
    /// The map or dungeon; `-` is standard input
    file: PathBuf,
    /// The format; by default the one of OUT's extension
    #[arg(long, short, value_parser = render::FORMAT_PARSER)]
    format: Option<&'static Format>,
    /// Where to, the extension of the format added where there is none; `-` is standard output
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    /// Only this level
    #[arg(long, value_name = "Z", allow_negative_numbers = true)]
    level: Option<i32>,
    /// One file for each level, named OUT-zZ
    #[arg(long, conflicts_with = "level")]
    split: bool,
    #[command(flatten)]
    render: RenderArgs,
}

impl Export {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let format = self.format()?;
        let dungeon = input::dungeon(&self.file)?;
        let documents = self.documents(&dungeon, format, console)?;
        if self.render.only_counts() {
            return Ok(ExitCode::SUCCESS);
        }
        if self.to_stdout() {
            documents.iter().try_for_each(|document| Console::print(&document.bytes))?;
            return Ok(ExitCode::SUCCESS);
        }
        self.check_sides(&documents, &self.path(format))?;
        output::write(&documents)?;
        output::report(&documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses to replace the map that was read by a file that no argument named.
    fn check_sides(&self, documents: &[Document], named: &Path) -> anyhow::Result<()> {
        let read = self.file.canonicalize().ok();
        let replaces = |path: &Path| read.is_some() && path.canonicalize().ok() == read;
        let sides = documents.iter().map(|document| document.path.as_path()).filter(|&path| path != named);
        match sides.into_iter().find(|path| replaces(path)) {
            Some(path) => {
                bail!("{}: this file would replace the map that was read; name another with -o", path.display())
            }
            None => Ok(()),
        }
    }

    /// Where the first file goes.
    fn path(&self, format: &Format) -> PathBuf {
        self.render.file_path(&self.output, format)
    }

    fn to_stdout(&self) -> bool {
        self.output == Path::new("-")
    }

    fn format(&self) -> anyhow::Result<&'static Format> {
        let format = match self.format {
            Some(format) => format,
            None if self.to_stdout() => bail!("specify --format, or a file with -o"),
            None => render::by_path(&self.output)?,
        };
        if self.to_stdout() && self.split {
            bail!("--split writes several files; name the first with -o");
        }
        if self.to_stdout() && !self.render.only_counts() {
            render::check_printable(format)?;
        }
        for (is_given, key) in [(self.level.is_some(), "level"), (self.split, "split")] {
            if is_given && format.scope == Scope::WholeDungeon && format.option(key).is_none() {
                bail!("{} holds all levels; omit --{key}", format.name);
            }
        }
        self.render.check(&[format])?;
        Ok(format)
    }

    fn documents(
        &self,
        dungeon: &Dungeon,
        format: &'static Format,
        console: &Console,
    ) -> anyhow::Result<Vec<Document>> {
        let render = |shown: Shown, path: &Path| {
            let rendered = self.render.render(dungeon, format, shown, path)?;
            rendered.note.iter().for_each(|note| console.print_note(note));
            anyhow::Ok(rendered.documents)
        };
        let path = self.path(format);
        if !self.split {
            let level = self.level.map(|z| level::level(dungeon, z)).transpose()?;
            return render(level.map_or(Shown::All, |level| Shown::One(level.z)), &path);
        }
        if format.scope == Scope::WholeDungeon {
            return render(Shown::Each, &path);
        }
        let levels = dungeon.levels.iter();
        let documents = levels.map(|level| render(Shown::One(level.z), &numbered(&path, level.z)));
        Ok(documents.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
    }
}

/// `tower.png` with `-1` is `tower-z-1.png`.
fn numbered(path: &Path, z: i32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-z{z}{ending}"))
}
