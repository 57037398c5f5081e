//! `undercroft solve`: a shortest walk from the entrance to the goal, with the keys that it needs.

mod key_name;
mod walk_legs;
mod walk_report;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use undercroft::solve::{SolveGoal, SolveOptions, solve};
use undercroft_draw::{Edition, Levels};

use crate::console::Console;
use crate::input;
use crate::path_output::{PathFormat, PathOutput};
use crate::progress;

use walk_report::WalkReport;

/// Find the shortest solution: a walk from the entrance to the goal, with its keys
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft solve crypt.json                        the walk as sentences: rooms, keys, locks and stairs
  undercroft solve crypt.json --format json          every cell, level by level
  undercroft solve crypt.json -o walk.png            the walk over the map
  undercroft solve crypt.json --goal all             into every room
  undercroft solve secrets.json --with-secrets       secret doors and passages may be used

The walk begins inside the entrance's door and ends on the goal's floor. A step leads to one of four neighbors or, on
the first cell of stairs, to the other level. Keys are taken on their cells, locks open for their keys; barred doors,
portcullises, locks without a key, secret doors, deep water, chasms and furniture stay obstacles. No walk is shorter,
or the first line says so: beyond ten rooms --goal all gives a good walk and a lower bound.

Exit codes:
  0  a walk was found
  1  there is none, or the search ended before it found one
  2  the file cannot be read or has no entrance or goal, or the command is wrong")]
pub struct Solve {
    /// The dungeon; `-` is standard input
    file: PathBuf,
    /// Where the walk leads
    #[arg(long, value_name = "WHERE", default_value = "goal")]
    goal: Target,
    /// Use secret doors and secret passages
    #[arg(long)]
    with_secrets: bool,
    #[command(flatten)]
    output: PathOutput,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// To the goal
    Goal,
    /// Into every room
    All,
}

impl Solve {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let format = self.output.format(console)?;
        if self.with_secrets && self.output.edition() == Edition::Player {
            bail!("--with-secrets shows what players do not know; omit --player");
        }
        let dungeon = input::dungeon(&self.file)?;
        progress::stage("solving");
        let solution = solve(&dungeon, &self.options()).map_err(|error| anyhow!("{}: {error}", self.file.display()))?;
        let report = WalkReport::new(&dungeon, &solution, self.goal == Target::All);
        let drawn = self.output.edition().known(&dungeon);
        let canvas = self.output.canvas(&drawn, Levels::All);
        let bytes = match format {
            PathFormat::Text => report.text().into_bytes(),
            PathFormat::Json => format!("{}\n", report.json()).into_bytes(),
            PathFormat::Svg => canvas.svg(&report.overlays())?,
            PathFormat::Png => canvas.png(&report.overlays())?,
        };
        self.output.write(bytes, console)?;
        if solution.walk().is_some() {
            return Ok(ExitCode::SUCCESS);
        }
        if format != PathFormat::Text {
            console.print_note(&report.verdict());
        }
        Ok(ExitCode::from(1))
    }

    fn options(&self) -> SolveOptions {
        let mut options = SolveOptions::default();
        options.with_secrets = self.with_secrets;
        options.goal = match self.goal {
            Target::Goal => SolveGoal::Goal,
            Target::All => SolveGoal::AllRooms,
        };
        options
    }
}
