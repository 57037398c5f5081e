//! How the program speaks: results to standard output, messages to standard error, and the exit code.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use undercroft::recipe::Recipe;
use undercroft_studio::abridged;

use crate::io_words;
use crate::progress;

/// Options of every command.
#[derive(Args)]
#[command(next_help_heading = "Common options")]
pub struct ConsoleArgs {
    /// Print only results, warnings and errors
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Print results and errors as JSON, for other programs
    #[arg(long, global = true)]
    json: bool,
    /// Whether to use colours; auto means on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: When,
}

#[derive(Clone, Copy, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// Where the program speaks to.
pub struct Console {
    /// Whether nothing but results, warnings and errors is wanted.
    pub quiet: bool,
    /// Whether results are to be JSON.
    pub json: bool,
    /// Whether results may have colours.
    pub colour: bool,
}

impl Console {
    /// As the options say and the surroundings allow.
    pub fn new(args: &ConsoleArgs) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = match args.color {
            When::Auto => io::stdout().is_terminal() && !plain,
            When::Always => true,
            When::Never => false,
        };
        Self { quiet: args.quiet, json: args.json, colour }
    }

    /// Whether only results, warnings and errors are wanted.
    pub const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Columns of the terminal that standard output is, if it is one.
    pub fn width() -> Option<usize> {
        terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into())
    }

    /// Prints a result.
    pub fn print(bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
        progress::suspend(|| {
            let mut out = io::stdout().lock();
            out.write_all(bytes.as_ref()).and_then(|()| out.flush())
        })
        .context("standard output")
    }

    /// Prints a result for other programs, on one line.
    pub fn print_json(value: &Value) -> anyhow::Result<()> {
        Self::print(format!("{value}\n"))
    }

    /// Names on standard error the fields of a recipe that its method ignores.
    pub fn note_ignored(&self, recipe: &Recipe) {
        let method = recipe.method.kind().name();
        for key in recipe.ignored() {
            self.print_note(&format!("note: {key} does not apply to method = \"{method}\"; ignored"));
        }
    }

    /// Prints a line that is not the result, unless `--quiet` is on.
    pub fn print_note(&self, message: &str) {
        if !self.quiet {
            // A closed standard error cannot be reported anywhere.
            progress::suspend(|| drop(writeln!(io::stderr(), "{message}")));
        }
    }

    /// Warns on standard error, also with `--quiet`: what the recipe asks for and did not come is never silent.
    pub fn warn(sentence: &str) {
        progress::suspend(|| drop(writeln!(io::stderr(), "warning: {sentence}")));
    }

    /// Prints the error, if there is one, and returns the exit code.
    pub fn end(&self, result: anyhow::Result<ExitCode>) -> ExitCode {
        let error = match result {
            Ok(code) => return code,
            Err(error) => error,
        };
        // Whoever closed the pipe has seen enough.
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        self.complain(&io_words::one_line(&error));
        ExitCode::from(2)
    }

    /// Tells that something is wrong. Input is repeated up to 300 characters.
    pub fn complain(&self, sentence: &str) {
        let sentence = abridged(sentence);
        let line = if self.json { json!({ "error": sentence }).to_string() } else { format!("error: {sentence}") };
        progress::suspend(|| drop(writeln!(io::stderr(), "{line}")));
    }
}
