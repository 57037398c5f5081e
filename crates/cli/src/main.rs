//! The command line of Undercroft: a table of contents. Each command has a file of its own.

mod batch;
mod case_folder;
mod cases;
mod check;
mod completions;
mod console;
mod contents;
mod crowd;
#[cfg(feature = "dataset")]
mod dataset;
mod diff;
mod discover;
mod document;
mod edit;
mod export;
mod fact_file;
mod fact_table;
mod facts;
mod fields;
mod format_args;
mod formats;
mod fov;
mod generate;
mod input;
mod interrupt;
mod invocation;
mod io_words;
mod level;
mod make;
mod man;
mod name_parser;
mod output;
mod path;
mod path_lane;
mod path_output;
mod picture_notes;
mod pins;
mod place;
mod plan;
mod presets;
mod progress;
mod render;
mod seeds;
mod show;
mod solve;
mod source;
mod stock;
mod studio;
mod sweep;
mod symbols;
mod target;
mod text_wrap;
mod tree;
mod vary;

use std::io::{self, Write};
use std::process::{self, ExitCode};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use undercroft_studio::abridged;

use console::{Console, ConsoleArgs};

/// Makes grid dungeons, proves them, draws them, and turns them into what other tools read.
#[derive(Parser)]
#[command(name = "undercroft", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    console: ConsoleArgs,
}

const EXAMPLES: &str = "\
Examples:
  undercroft generate                             make a dungeon and draw it here
  undercroft generate large-dungeon -o deep.png   a picture to print
  undercroft presets                              what can be made
  undercroft check deep.json                      prove that a dungeon works
  undercroft show hall.txt                        draw a map in the terminal
  undercroft export hall.txt --format json -o -   the dungeon for another program
  undercroft studio                               all of it in the browser

FILE may be dungeon JSON, dungeon text, a plain map of # and ., a field-of-view map,
a MovingAI .map, a map or world of Tiled, or a project of LDtk; its content
decides what it is. `-` is standard input.

Results go to standard output, messages to standard error. Exit codes:
  0  all is well
  1  the command found a problem and reports it
  2  the input or the command is invalid";

#[derive(Subcommand)]
enum Command {
    Generate(Box<generate::Generate>),
    Presets(presets::Presets),
    Fields(fields::Fields),
    Check(check::Check),
    Facts(facts::FactsArgs),
    #[cfg(feature = "dataset")]
    Dataset(Box<dataset::DatasetArgs>),
    Show(show::Show),
    Export(export::Export),
    Discover(discover::Discover),
    Edit(edit::EditArgs),
    Vary(vary::Vary),
    Diff(diff::Diff),
    Stock(stock::Stock),
    Formats(formats::Formats),
    Contents(contents::ContentsArgs),
    Symbols(symbols::Symbols),
    Fov(fov::Fov),
    Path(path::Path),
    Solve(solve::Solve),
    Cases(cases::Cases),
    Crowd(crowd::CrowdArgs),
    Studio(studio::StudioArgs),
    Completions(completions::Completions),
    Man(man::Man),
}

fn main() -> ExitCode {
    let cli = parse();
    let console = Console::new(&cli.console);
    progress::begin(console.quiet);
    let result = interrupt::watch().and_then(|()| run(&cli.command, &console));
    progress::end();
    console.end(result)
}

fn run(command: &Command, console: &Console) -> anyhow::Result<ExitCode> {
    match command {
        Command::Generate(generate) => generate.run(console),
        Command::Presets(presets) => presets.run(console),
        Command::Fields(fields) => fields.run(console),
        Command::Check(check) => check.run(console),
        Command::Facts(facts) => facts.run(console),
        #[cfg(feature = "dataset")]
        Command::Dataset(dataset) => dataset.run(console),
        Command::Show(show) => show.run(console),
        Command::Export(export) => export.run(console),
        Command::Discover(discover) => discover.run(console),
        Command::Edit(edit) => edit.run(console),
        Command::Vary(vary) => vary.run(console),
        Command::Diff(diff) => diff.run(console),
        Command::Stock(stock) => stock.run(console),
        Command::Formats(_) => formats::Formats::run(console),
        Command::Contents(contents) => contents.run(console),
        Command::Symbols(symbols) => symbols.run(console),
        Command::Fov(fov) => fov.run(console),
        Command::Path(path) => path.run(console),
        Command::Solve(solve) => solve.run(console),
        Command::Cases(cases) => cases.run(console),
        Command::Crowd(crowd) => crowd.run(console),
        Command::Studio(studio) => studio.run(console),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    }
}

/// The arguments. `-3` after an option is its value, so that whoever reads the value can say what it may be.
fn parse() -> Cli {
    let take_numbers = |arg: clap::Arg| {
        let takes = !arg.is_positional() && arg.get_action().takes_values();
        arg.allow_negative_numbers(takes)
    };
    let command = Cli::command().mut_subcommands(|command| command.mut_args(take_numbers));
    let parsed = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| refuse(&error))
}

/// Prints the help that was asked for, or why the arguments are wrong, with long ones cut short.
fn refuse(error: &clap::Error) -> ! {
    let page = error.render();
    let is_long = page.to_string().lines().any(|line| line.chars().count() > LONGEST_LINE);
    if error.use_stderr() && is_long {
        // A closed standard error cannot be reported anywhere.
        drop(writeln!(io::stderr(), "{}", page.to_string().lines().map(abridged).collect::<Vec<_>>().join("\n")));
        process::exit(error.exit_code());
    }
    error.exit()
}

/// Lines of clap that repeat no long argument are shorter.
const LONGEST_LINE: usize = 300;
