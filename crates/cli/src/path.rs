//! `undercroft path`: exact any-angle shortest paths of a body from one place to others.

mod path_report;
mod problems;

use std::path::{Path as FilePath, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use undercroft::dungeon::Dungeon;
use undercroft::multi_level::{LevelCell, LevelGraph, MultiLevelError};
use undercroft::sight::{Endpoint, Footprint, Observer, PathError};
use undercroft_draw::Levels;

use crate::console::Console;
use crate::fov::Blocking;
use crate::fov::ground::Ground;
use crate::path_output::{PathFormat, PathOutput};
use crate::place::Place;

use path_report::{Goal, PathReport, Walker};

/// Find the exact any-angle shortest path between places
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft path hall.txt --from 8,11 --to 24,13                  length, turns and the path on the map
  undercroft path hall.txt --from 8,11 --to 24,13 --to 20,3         which is nearer, and how far each is
  undercroft path hall.txt --from 8,11 --to 24,13 --body 2x2       for a body of four cells, named by its north-west one
  undercroft path hall.txt --from 8,11 --to 24,13 --body 2x1 --start straddle   one cell that starts between two
  undercroft path hall.txt --from 8,11 --to 24,13 -o path.png      a picture, the format by its name
  undercroft path keep.json --from entrance --to goal --to room5
  undercroft path crypt.json --from entrance --to goal --open-doors   through locked and secret doors, too
  undercroft path arena.map --scen arena.scen                   all problems of a MovingAI scenario, with their lengths

A body walks straight from cell to cell and never clips a wall; the path is the shortest there is. Stairs lead to other
levels; a flight counts as one cell. Exit code 1 means that there is no path to one of the places, or that a path of
the scenario is longer than its file states.")]
pub struct Path {
    /// The map or dungeon; `-` is standard input
    file: PathBuf,
    /// Where the path begins: X,Y, or room5, entrance or goal for the middle of a room
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true, required_unless_present = "scen")]
    from: Option<Place>,
    /// Where it leads; several give an order, the nearest first
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true, required_unless_present = "scen")]
    to: Vec<Place>,
    /// Who walks: 1x1, 2x1, 1x2 or 2x2
    #[arg(long, value_name = "SIZE", default_value = "1x1", value_parser = str::parse::<Footprint>)]
    body: Footprint,
    /// How the body starts: on the cells of its size, or as one cell in the middle of them
    #[arg(long, value_name = "HOW", default_value = "cells", conflicts_with = "scen")]
    start: Start,
    /// Treat every door as open: locked, barred and secret ones too
    #[arg(long, conflicts_with = "scen")]
    open_doors: bool,
    /// Solve a MovingAI scenario instead: a line for each problem, with its length and the one in the file
    #[arg(long, value_name = "SCEN", conflicts_with_all = ["from", "to"])]
    scen: Option<PathBuf>,
    /// The level of places that are cells; without it the only one, or level 0
    #[arg(long, value_name = "Z", allow_negative_numbers = true)]
    level: Option<i32>,
    #[command(flatten)]
    output: PathOutput,
}

/// How a body starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Start {
    /// It covers cells of its size, all the way
    Cells,
    /// It is one cell large: it starts in the middle of the cells of --body, and then stands on cells
    Straddle,
}

impl Path {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let format = self.output.format(console)?;
        let ground = Ground::read(&self.file, self.level, self.output.edition(), Blocking::Solid)?;
        let (bytes, sound) = match (&self.scen, self.from) {
            (Some(scen), _) => self.walks(&ground, scen, format)?,
            (None, Some(from)) => self.journey(&ground, from, format, console)?,
            (None, None) => bail!("--from X,Y is required"),
        };
        self.output.write(bytes, console)?;
        Ok(if sound { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    /// The document, and whether all places can be reached.
    fn journey(
        &self,
        ground: &Ground,
        from: Place,
        format: PathFormat,
        console: &Console,
    ) -> anyhow::Result<(Vec<u8>, bool)> {
        let opened = self.open_doors.then(|| with_open_doors(&ground.dungeon));
        let dungeon = opened.as_ref().unwrap_or(&ground.dungeon);
        let walker = self.walker()?;
        let graph = LevelGraph::new(dungeon, walker.body);
        let has_room = |spot: LevelCell, cells: Footprint| has_room(&graph, spot, cells);
        let find = |place: &Place, cells| place.find(dungeon, ground.z, |spot| has_room(spot, cells));
        let from = find(&from, walker.start).context("--from")?;
        let goal = |place: &Place| Ok(Goal { place: *place, spot: find(place, Footprint::One)? });
        let to = self.to.iter().map(goal).collect::<anyhow::Result<Vec<Goal>>>().context("--to")?;
        let journey =
            PathReport::plan(&graph, walker, from, &to).map_err(|error| with_nearest(error, &graph, walker, from))?;
        let levels = if journey.levels().len() == 1 { Levels::One(from.z) } else { Levels::All };
        let canvas = self.output.canvas(&ground.dungeon, levels);
        let bytes = match format {
            PathFormat::Text => journey.text(dungeon).into_bytes(),
            PathFormat::Json => format!("{}\n", journey.json()).into_bytes(),
            PathFormat::Svg => canvas.svg(&journey.overlays())?,
            PathFormat::Png => canvas.png(&journey.overlays())?,
        };
        if format != PathFormat::Text {
            journey.missing(dungeon).for_each(|line| console.print_note(&line));
        }
        Ok((bytes, journey.reaches_all()))
    }

    /// Who walks.
    fn walker(&self) -> anyhow::Result<Walker> {
        match (self.start, self.body) {
            (Start::Cells, body) => Ok(Walker { body, start: Footprint::One }),
            (Start::Straddle, Footprint::One) => bail!("--start straddle needs --body 2x1, 1x2 or 2x2, got 1x1"),
            (Start::Straddle, start) => Ok(Walker { body: Footprint::One, start }),
        }
    }

    /// The document, and whether all paths are as short as the file states.
    fn walks(&self, ground: &Ground, scen: &FilePath, format: PathFormat) -> anyhow::Result<(Vec<u8>, bool)> {
        let walks = problems::walk(&ground.solid, self.body, scen)?;
        let text = match format {
            PathFormat::Text => walks.text(),
            PathFormat::Json => format!("{}\n", walks.json()),
            PathFormat::Png | PathFormat::Svg => bail!("a scenario is written as text or JSON"),
        };
        Ok((text.into_bytes(), walks.are_sound()))
    }
}

/// The dungeon as those see it to whom no door is shut.
fn with_open_doors(dungeon: &Dungeon) -> Dungeon {
    let mut open = dungeon.clone();
    open.open_doors();
    open
}

/// Whether these cells of a level, named by the north-west one, are all free for the body of a graph.
fn has_room(graph: &LevelGraph, LevelCell { z, cell }: LevelCell, cells: Footprint) -> bool {
    graph.floor(z).is_some_and(|floor| Observer::new(cell, cells).cells().all(|cell| floor.is_free(cell)))
}

/// An end in a wall is most often a slip of one or two cells.
fn with_nearest(error: MultiLevelError, graph: &LevelGraph, walker: Walker, from: LevelCell) -> anyhow::Error {
    let MultiLevelError::Endpoint { z, error: PathError::Solid { cell, end } } = error else { return error.into() };
    let (cell, cells) = if end == Endpoint::Start { (from.cell, walker.start) } else { (cell, Footprint::One) };
    let free = graph.floor(z).into_iter().flat_map(|floor| floor.free().iter());
    let fitting = free.filter(|&cell| has_room(graph, LevelCell { z, cell }, cells));
    match fitting.min_by_key(|free| (free.distance_squared(cell), *free)) {
        Some(free) => anyhow!("{error}; the nearest cell with room is {},{}", free.x, free.y),
        None => error.into(),
    }
}
