//! `undercroft crowd`: many bodies on a map, and what became of them.

mod actors;
mod crowd_level;
mod report;
mod spacing;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use undercroft::grid::Cell;
use undercroft_crowd::{BlockRule, Crowd, CrowdSettings, ExactNavigator, Mode, Offset, Replay, ReplayRecorder, Steps};
use undercroft_draw::{Animation, DrawOptions};

use crate::console::Console;
use crate::document::Document;
use crate::output;
use crate::place::Place;
use crate::progress;
use crate::target;
use crowd_level::CrowdLevel;
use report::Run;
use spacing::Spacing;

/// Let a crowd walk over a map, and report who arrives
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft crowd keep.txt --actors 40                            every actor to another place
  undercroft crowd keep.txt --actors 30 --to 20,9 --n 2            all to one place, two bodies to a cell's side
  undercroft crowd keep.json --actors 30 --to goal                 all to the middle of a room
  undercroft crowd keep.txt --actors 25 --mode all                 the seven modes in one table
  undercroft crowd keep.txt --actors 40 --animate run.svg          a moving picture; .gif and .png too
  undercroft crowd random-64-64-20.map --scen random-64-64-20.scen --actors 1000
  undercroft crowd keep.txt --actors 40 --replay run.json          record the run …
  undercroft crowd keep.txt --play run.json --animate run.gif      … and show it again
  undercroft crowd keep.txt --actors 40 --ticks 50 --save half.json
  undercroft crowd keep.txt --load half.json                       go on where it stopped")]
pub struct CrowdArgs {
    /// The map or dungeon; `-` is standard input
    file: PathBuf,
    /// How many actors; with --scen that many of its first lines, and all without
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    actors: Option<u32>,
    /// The rule by which they share the ground; `all` tries each
    #[arg(long, short, default_value = "flow")]
    mode: ModeArg,
    /// In the square mode, where others own a part of the block: a single step, or wait
    #[arg(long, value_name = "RULE", default_value = "single")]
    block: BlockArg,
    /// Sub-cells along the side of a cell
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u8).range(1..=3))]
    n: u8,
    /// Where the sub-cells are shifted by half of one
    #[arg(long, default_value = "none")]
    offset: OffsetArg,
    /// Send all to the cells round X,Y, or round the middle of room5, entrance or goal; without it every actor gets a random cell
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    to: Option<Place>,
    /// Starts and goals from a MovingAI scenario; a flow then takes four steps and plans ahead
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    scen: Option<PathBuf>,
    /// Decides starts and goals, and breaks ties in a flow
    #[arg(long, value_name = "S", default_value = "0")]
    seed: u64,
    /// The most ticks
    #[arg(long, value_name = "T", default_value = "2000", value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    ticks: u64,
    /// How far an actor walks in a tick, in 1/256 sub-cell; a flow takes a whole step
    #[arg(long, value_name = "P", default_value = "128", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pace: u16,
    /// Reserve the next step from the middle of this one on
    #[arg(long)]
    early: bool,
    /// Steps away from the waypoint may be taken too
    #[arg(long)]
    allow_backward: bool,
    /// In the basic3 modes: the best step where the distance rule leaves none
    #[arg(long)]
    fallback: bool,
    /// Write down the run, to be played again
    #[arg(long, value_name = "OUT")]
    replay: Option<PathBuf>,
    /// Write the state at the end
    #[arg(long, value_name = "OUT")]
    save: Option<PathBuf>,
    /// Begin with a saved state, its actors, mode and settings
    #[arg(long, value_name = "FILE", conflicts_with_all = ["actors", "mode", "n", "offset", "scen", "seed", "pace", "block", "early", "allow_backward", "fallback"])]
    load: Option<PathBuf>,
    /// Play a recorded run instead of making one
    #[arg(long, value_name = "FILE", requires = "animate", conflicts_with_all = ["load", "save", "replay", "actors", "to", "scen", "mode", "ticks"])]
    play: Option<PathBuf>,
    /// Write a moving picture: .svg, .gif or .png
    #[arg(long, value_name = "OUT")]
    animate: Option<PathBuf>,
    /// The level; without it the only one, or level 0
    #[arg(long, value_name = "Z", allow_negative_numbers = true)]
    level: Option<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ModeArg {
    Square,
    Diagonal,
    NoDiagonal,
    AntiCross,
    Basic3,
    #[value(name = "basic3-anti-cross")]
    Basic3AntiCross,
    Flow,
    All,
}

impl ModeArg {
    fn modes(self) -> Vec<Mode> {
        match self {
            Self::All => Mode::ALL.to_vec(),
            one => vec![Mode::ALL[one as usize]],
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum BlockArg {
    Single,
    Wait,
}

#[derive(Clone, Copy, ValueEnum)]
enum OffsetArg {
    None,
    X,
    Y,
    Xy,
}

impl CrowdArgs {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let moving = self.animate.as_deref().map(Moving::from_path).transpose()?;
        let modes = self.mode.modes();
        if modes.len() > 1 && [&self.replay, &self.save, &self.animate].iter().any(|out| out.is_some()) {
            bail!("--mode all compares; --replay, --save and --animate want one mode");
        }
        target::check_distinct(self.replay.iter().chain(&self.save).chain(&self.animate).map(PathBuf::as_path))?;
        let level = CrowdLevel::read(&self.file, self.level)?;
        if let Some(path) = &self.play {
            return self.play(path, &level, moving, console);
        }
        progress::stage("gathering the crowd");
        let crowds: Vec<Crowd> = match &self.load {
            Some(path) => vec![self.loaded(path, &level)?],
            None => modes.iter().map(|&mode| self.gathered(mode, &level)).collect::<anyhow::Result<_>>()?,
        };
        let mut runs = Vec::new();
        let mut documents = Vec::new();
        for mut crowd in crowds {
            let mut spacing = Spacing::default();
            let replay = self.walk(&mut crowd, &mut spacing, console);
            documents.extend(self.documents(&crowd, replay.as_ref(), moving, &level)?);
            runs.push(Run::from_crowd(&crowd, spacing.mean()));
        }
        output::write(&documents)?;
        report::print(&runs, &documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Shows a recorded run.
    fn play(
        &self,
        path: &Path,
        level: &CrowdLevel,
        moving: Option<Moving>,
        console: &Console,
    ) -> anyhow::Result<ExitCode> {
        let name = path.display().to_string();
        let replay = Replay::from_json(&crowd_level::text(path)?).with_context(|| name.clone())?;
        replay.check_map(&level.solid).context(name)?;
        let documents: Vec<Document> = self.moving_picture(&replay, moving, level)?.into_iter().collect();
        output::write(&documents)?;
        report::print(&[], &documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    /// A saved crowd, with a new order if there is one.
    fn loaded(&self, path: &Path, level: &CrowdLevel) -> anyhow::Result<Crowd> {
        let name = path.display().to_string();
        let mut crowd = Crowd::new(level.solid.clone(), CrowdSettings::default())?;
        crowd.restore(&crowd_level::text(path)?).context(name)?;
        if let Some(to) = self.target(level)? {
            let all: Vec<_> = crowd.actors().map(|(id, _)| id).collect();
            crowd.order_group(&all, to).context("--to")?;
        }
        Ok(crowd)
    }

    /// A new crowd with its orders.
    fn gathered(&self, mode: Mode, level: &CrowdLevel) -> anyhow::Result<Crowd> {
        self.check_work(level)?;
        let mut crowd = Crowd::new(level.solid.clone(), self.settings(mode))?;
        match (&self.scen, self.target(level)?) {
            (Some(path), _) => actors::by_scenario(&mut crowd, path, level, self.actors, self.pace)?,
            (None, Some(to)) => actors::round(&mut crowd, to, self.count(), self.seed, self.pace)?,
            (None, None) => actors::anywhere(&mut crowd, self.count(), self.seed, self.pace)?,
        }
        if self.scen.is_some() {
            crowd.plan_ahead(PLAN_BUDGET, PLAN_ROUNDS);
        }
        Ok(crowd)
    }

    /// Refuses a crowd whose plans would take minutes and all memory: each actor plans over the whole level.
    fn check_work(&self, level: &CrowdLevel) -> anyhow::Result<()> {
        let side = u64::from(self.n);
        let (count, subcells) = (u64::from(self.count()), level.solid.size().area() as u64 * side * side);
        if count * subcells > MAX_WORK {
            let size = level.solid.size();
            bail!(
                "--actors {count} on {size} cells with --n {side}: actors × sub-cells are {} (limit {MAX_WORK}); lower \
                 --actors or --n, or use a smaller map",
                count * subcells
            );
        }
        Ok(())
    }

    /// The cell that all are sent to.
    fn target(&self, level: &CrowdLevel) -> anyhow::Result<Option<Cell>> {
        let is_free = |cell| !level.solid.contains(cell);
        self.to.map(|to| to.on(&level.dungeon, level.z, is_free)).transpose().context("--to")
    }

    fn count(&self) -> u32 {
        self.actors.unwrap_or(DEFAULT_ACTORS)
    }

    fn settings(&self, mode: Mode) -> CrowdSettings {
        let mut settings = CrowdSettings::new(mode);
        settings.n = self.n;
        settings.offset = Offset::ALL[self.offset as usize];
        settings.block = BlockRule::ALL[self.block as usize];
        settings.early = self.early;
        settings.allow_backward = self.allow_backward;
        settings.fallback = self.fallback;
        // A run on the command line has no frames that must come in time.
        settings.distances_per_tick = u32::MAX;
        settings.flow_steps = if self.scen.is_some() { Steps::Four } else { Steps::Eight };
        settings.seed = self.seed;
        settings
    }

    /// Runs until all have arrived or time is up.
    fn walk(&self, crowd: &mut Crowd, spacing: &mut Spacing, console: &Console) -> Option<Replay> {
        let mut recorder = (self.replay.is_some() || self.animate.is_some()).then(|| ReplayRecorder::new(crowd));
        let mut routes = ExactNavigator::new(crowd.solid());
        progress::end();
        let bar = bar(crowd, self.ticks, console);
        let end = crowd.tick().saturating_add(self.ticks);
        while !crowd.is_settled() && crowd.tick() < end {
            spacing.before(crowd);
            let report = crowd.step(&mut routes);
            spacing.after(crowd);
            if let Some(recorder) = &mut recorder {
                recorder.record(crowd);
            }
            bar.inc(1);
            if !report.arrived.is_empty() {
                bar.set_message(format!("{} arrived", crowd.summary().arrived));
            }
        }
        bar.finish_and_clear();
        progress::begin(console.quiet);
        recorder.map(ReplayRecorder::finish)
    }

    fn documents(
        &self,
        crowd: &Crowd,
        replay: Option<&Replay>,
        moving: Option<Moving>,
        level: &CrowdLevel,
    ) -> anyhow::Result<Vec<Document>> {
        let mut documents = Vec::new();
        if let (Some(path), Some(replay)) = (&self.replay, replay) {
            documents.push(Document::new(path.clone(), replay.to_json().into_bytes()));
        }
        if let Some(path) = &self.save {
            documents.push(Document::new(path.clone(), crowd.save().into_bytes()));
        }
        if let Some(replay) = replay {
            documents.extend(self.moving_picture(replay, moving, level)?);
        }
        Ok(documents)
    }

    fn moving_picture(
        &self,
        replay: &Replay,
        moving: Option<Moving>,
        level: &CrowdLevel,
    ) -> anyhow::Result<Option<Document>> {
        let Some((path, moving)) = self.animate.as_ref().zip(moving) else { return Ok(None) };
        let mut options = DrawOptions::default();
        options.numbers = false;
        progress::stage("drawing the moving picture");
        let animation = Animation::new(&level.dungeon, level.z, &options, replay);
        let bytes = match moving {
            Moving::Svg => animation.to_svg().map(String::into_bytes),
            Moving::Gif => animation.to_gif(),
            Moving::Png => animation.to_png(),
        };
        Ok(Some(Document::new(path.clone(), bytes.context("--animate")?)))
    }
}

/// Actors where no option names their number.
const DEFAULT_ACTORS: u32 = 20;
/// The most sub-cells that the plans of all actors together may cover: some seconds.
const MAX_WORK: u64 = 1 << 32;
/// Steps of the whole crowd that planning ahead may try, and how often the plan is refined.
const PLAN_BUDGET: u32 = 100_000;
const PLAN_ROUNDS: u32 = 1;

/// The format of a moving picture.
#[derive(Clone, Copy)]
enum Moving {
    Svg,
    Gif,
    Png,
}

impl Moving {
    fn from_path(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match ending.as_str() {
            "svg" => Ok(Self::Svg),
            "gif" => Ok(Self::Gif),
            "png" => Ok(Self::Png),
            _ => bail!("--animate: moving pictures end in .svg, .gif or .png, got {}", path.display()),
        }
    }
}

/// A bar on the terminal; nothing elsewhere.
fn bar(crowd: &Crowd, ticks: u64, console: &Console) -> ProgressBar {
    let bar = if console.is_quiet() { ProgressBar::hidden() } else { ProgressBar::new(ticks) };
    let style = ProgressStyle::with_template("{prefix} {bar:30} tick {pos} of {len} at most, {msg}");
    let prefix = format!("{}, {} actors", crowd.settings().mode.name(), crowd.summary().actors);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_prefix(prefix)
}
