//! `undercroft generate`: a dungeon from a recipe and a seed, judged before it is written.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use undercroft::events::{Event, EventLog, NoEvents};
use undercroft::recipe::Recipe;
use undercroft_draw::terminal::{self, TerminalOptions};
use undercroft_draw::{GenerationFilm, Levels};
use undercroft_formats::Format;

use crate::batch::BatchArgs;
use crate::console::Console;
use crate::document::Document;
use crate::make::{Failure, Made, StrictArgs};
use crate::output;
use crate::plan::{self, PlanFormat};
use crate::progress;
use crate::render::{self, RenderArgs, Shown, with_extension};
use crate::source::{Source, SourceArgs};
use crate::target;
use crate::text_wrap;

/// Make a dungeon
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft generate                                      a dungeon, drawn here, and how to get it again
  undercroft generate large-dungeon --seed 7 -o deep.png   a picture, the format by its name
  undercroft generate --set rooms.count=12 --set rooms.grid=auto
  undercroft generate --recipe keep.toml -f json           your own recipe, to standard output
  undercroft generate small-house -f png -f json -o home   home.png and home.json
  undercroft generate walker-keep --templates own.txt      with rooms of your own
  undercroft generate delve --mask lot.txt                 on the free cells of a mask
  undercroft generate --like deep.png --seed route=3       the same rooms, other corridors
  undercroft generate --like my.json --seed 9 --pin rooms=1-3   three rooms kept, all else new
  undercroft generate crypt --fill drawn.txt --seed 9           everything on a map kept, and rooms round it
  undercroft generate walker-keep --animate making.gif     how it was made, step by step
  undercroft generate dungeon --seed 7 --plan-only         its plan; --plan-only dot for Graphviz
  undercroft generate winding-dungeon --seeds 1..1000 --out-dir maps -f json --facts facts.csv

A dungeon is verified before anything is written. The same recipe and seed give
the same bytes on every machine. With one --format, or none, -o names the file;
with several it names the stem, to which each format adds its ending. Many at
once (--seeds FIRST..LAST, both included) are made in parallel, each in a file
PRESET-SEED, in dungeon JSON unless --format says otherwise.

Exit codes:
  0    all is well
  1    a dungeon has a flaw: a bug of this program; or, with --strict, a warning; nothing of it is written
  2    the recipe or the command is wrong, or the recipe cannot be met
  130  stopped with Ctrl-C; files that were written are complete")]
pub struct Generate {
    #[command(flatten)]
    source: SourceArgs,
    /// The format, or several; by default the one of OUT's extension
    #[arg(long, short, value_parser = render::FORMAT_PARSER)]
    format: Vec<&'static Format>,
    /// Where to, the extension of the format added where there is none; `-` is standard output; without it and --format
    /// the dungeon is drawn in the terminal
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Write everything that happened while it was made, one JSON object to a line; `-` is standard output
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Show how it was made in a moving picture: .gif or .png
    #[arg(long, value_name = "FILE")]
    animate: Option<PathBuf>,
    /// Print the plan and make no tiles, for recipes with method = "plan"
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, default_missing_value = "text")]
    #[arg(conflicts_with_all = ["format", "output", "trace", "animate", "seeds", "facts"])]
    plan_only: Option<PlanFormat>,
    #[command(flatten)]
    strict: StrictArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

impl Generate {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let source = self.source.load()?;
        source.remark.iter().for_each(|remark| console.print_note(remark));
        if let Some(batch) = self.batch.plan(&self.source, &source, &self.strict, &self.render, &self.format)? {
            return batch.run(console);
        }
        let targets = self.targets()?;
        self.check_settings(&targets)?;
        self.check_stdout(&targets, console)?;
        self.check_files(&targets)?;
        let moving = self.animate.as_deref().map(Moving::from_path).transpose()?;
        if moving.is_some() && self.render.formats.is_on("player") {
            bail!("--animate shows how everything was made, secrets too; leave out --player");
        }
        let seed = self.source.seed(&source)?;
        let recipe = source.recipe(seed)?;
        console.note_ignored(&recipe);
        if let Some(format) = self.plan_only {
            return plan::print(&recipe, format);
        }
        let (made, events) = self.make(&recipe, &source.command(&recipe.seed))?;
        match made {
            Ok(made) => {
                let film = self.film(&made, &events, moving)?;
                self.deliver(&targets, film, &made, &Origin { source: &source, recipe: &recipe }, console)
            }
            Err(failure) => Ok(failure.end(console)),
        }
    }

    /// Makes the dungeon, and reports its events if they are wanted. The trace is written even when nothing came of
    /// it: then it is needed most.
    fn make(&self, recipe: &Recipe, command: &str) -> anyhow::Result<(Result<Made, Failure>, Vec<Event>)> {
        if self.trace.is_none() && self.animate.is_none() {
            return Ok((self.strict.make(recipe, command, &mut NoEvents), Vec::new()));
        }
        let mut recorder = EventLog::default();
        let made = self.strict.make(recipe, command, &mut recorder);
        match &self.trace {
            Some(path) if path == Path::new("-") => Console::print(lines(&recorder.events)?)?,
            Some(path) => output::write(&[Document::new(path.clone(), lines(&recorder.events)?)])?,
            None => {}
        }
        Ok((made, recorder.events))
    }

    /// The moving picture of the making, if one is wanted.
    fn film(&self, made: &Made, events: &[Event], moving: Option<Moving>) -> anyhow::Result<Option<Document>> {
        let Some((path, moving)) = self.animate.as_ref().zip(moving) else { return Ok(None) };
        let mut options = self.render.formats.draw_options(Levels::All)?;
        options.numbers = false;
        progress::stage("drawing the moving picture");
        let making = GenerationFilm::new(&made.dungeon, events, &options);
        let bytes = match moving {
            Moving::Gif => making.to_gif(),
            Moving::Png => making.to_png(),
        };
        Ok(Some(Document::new(path.clone(), bytes.context("--animate")?)))
    }

    fn traces_to_stdout(&self) -> bool {
        self.trace.as_deref() == Some(Path::new("-"))
    }

    /// Every option concerns a document, or the moving picture, which is drawn as SVG is.
    fn check_settings(&self, targets: &[(&'static Format, PathBuf)]) -> anyhow::Result<()> {
        let film = self.animate.as_ref().map(|_| &undercroft_formats::svg::FORMAT);
        self.render.check(&targets.iter().map(|&(format, _)| format).chain(film).collect::<Vec<_>>())
    }

    /// Standard output holds one thing.
    fn check_stdout(&self, targets: &[(&'static Format, PathBuf)], console: &Console) -> anyhow::Result<()> {
        let printed = targets.iter().any(|(_, path)| path == Path::new("-"));
        if self.traces_to_stdout() && (printed || console.json) {
            bail!("--trace - takes standard output; say with -o where the dungeon goes, and leave out --json");
        }
        Ok(())
    }

    /// Each file holds one thing. The trace is written first, so it would be lost.
    fn check_files(&self, targets: &[(&'static Format, PathBuf)]) -> anyhow::Result<()> {
        let others = self.trace.iter().chain(&self.animate);
        target::check_distinct(targets.iter().map(|(_, path)| path).chain(others).map(PathBuf::as_path))
    }

    /// The documents to write, as formats and paths; none when the dungeon is to be drawn in the terminal.
    fn targets(&self) -> anyhow::Result<Vec<(&'static Format, PathBuf)>> {
        match (self.format.as_slice(), &self.output) {
            ([], None) => Ok(Vec::new()),
            ([], Some(path)) if path == Path::new("-") => bail!("say what to write with --format"),
            ([], Some(path)) => Ok(vec![(render::by_path(path)?, path.clone())]),
            ([format], path) => {
                let path = path.clone().unwrap_or_else(|| PathBuf::from("-"));
                if path == Path::new("-") && !self.render.only_counts() {
                    render::check_printable(format)?;
                }
                Ok(vec![(*format, self.render.file_path(&path, format))])
            }
            (_, None) => bail!("several formats need a place: give their stem with -o"),
            (_, Some(path)) if path == Path::new("-") => bail!("several formats need a place: give their stem with -o"),
            (formats, Some(stem)) => Ok(formats.iter().map(|&format| (format, with_extension(stem, format))).collect()),
        }
    }

    fn deliver(
        &self,
        targets: &[(&'static Format, PathBuf)],
        film: Option<Document>,
        made: &Made,
        origin: &Origin,
        console: &Console,
    ) -> anyhow::Result<ExitCode> {
        if targets.is_empty() && film.is_none() && !console.json && !self.traces_to_stdout() {
            self.draw(made, console)?;
        }
        let documents = self.documents(targets, made, console)?;
        if self.render.only_counts() {
            return Ok(ExitCode::SUCCESS);
        }
        let (printed, mut written): (Vec<_>, Vec<_>) =
            documents.into_iter().partition(|document| document.path == Path::new("-"));
        written.extend(film);
        written.extend(self.batch.facts_of(&origin.source.label, made));
        output::write(&written)?;
        if printed.is_empty() {
            report(&written, made, origin, console)?;
        }
        printed.iter().try_for_each(|document| Console::print(&document.bytes))?;
        made.dungeon.warnings.iter().for_each(|warning| Console::warn(warning));
        Ok(ExitCode::SUCCESS)
    }

    fn documents(
        &self,
        targets: &[(&'static Format, PathBuf)],
        made: &Made,
        console: &Console,
    ) -> anyhow::Result<Vec<Document>> {
        let mut documents = Vec::new();
        for (format, path) in targets {
            let rendered = self.render.render(&made.dungeon, format, Shown::All, path)?;
            rendered.note.iter().for_each(|note| console.print_note(note));
            documents.extend(rendered.documents);
        }
        Ok(documents)
    }

    fn draw(&self, made: &Made, console: &Console) -> anyhow::Result<()> {
        let edition = self.render.formats.edition();
        let options =
            TerminalOptions { width: Console::width(), color: console.colour, edition, ..TerminalOptions::default() };
        let sketch = terminal::render(&made.dungeon, &options);
        Console::print(sketch.text + &sketch.legend)?;
        sketch.note.iter().for_each(|note| console.print_note(note));
        Ok(())
    }
}

/// Where a dungeon comes from.
struct Origin<'a> {
    source: &'a Source,
    recipe: &'a Recipe,
}

/// The format of a moving picture.
#[derive(Clone, Copy)]
enum Moving {
    Gif,
    Png,
}

impl Moving {
    fn from_path(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match ending.as_str() {
            "gif" => Ok(Self::Gif),
            "png" => Ok(Self::Png),
            _ => bail!("--animate: moving pictures end in .gif or .png, got {}", path.display()),
        }
    }
}

/// What was made, and how to get it again.
fn report(documents: &[Document], made: &Made, origin: &Origin, console: &Console) -> anyhow::Result<()> {
    let (dungeon, facts) = (&made.dungeon, &made.facts);
    let Origin { source, recipe } = origin;
    let command = source.command(&recipe.seed);
    if console.json {
        return Console::print_json(&json!({
            "name": dungeon.name,
            "recipe": source.label,
            "seed": dungeon.provenance.seed,
            "command": command,
            "facts": facts,
            "warnings": dungeon.warnings,
            "written": output::written(documents),
        }));
    }
    let counts = [(facts.rooms, "room"), (facts.links, "link"), (facts.loops, "loop")];
    let counts = counts.map(|(count, word)| text_wrap::count(count, word)).join(", ");
    console.print_note(&format!("{} · {}, seed {} · {counts}", dungeon.name, source.label, dungeon.provenance.seed));
    output::report(documents, console)?;
    if documents.is_empty() {
        console.print_note(&format!("  again   {command}"));
        console.print_note(&format!("  as PNG  {command} -o {}.png", slug(&dungeon.name)));
    }
    Ok(())
}

/// One JSON object to a line.
fn lines(events: &[Event]) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for event in events {
        serde_json::to_writer(&mut bytes, event)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// `The Vaults of the Grey Abbot` is `the-vaults-of-the-grey-abbot`.
fn slug(name: &str) -> String {
    let letters =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    letters.collect()
}
