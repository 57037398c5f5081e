//! `undercroft man`: the manual, from the same definitions as `--help`.

use std::process::ExitCode;

use anyhow::anyhow;
use clap::{Args, CommandFactory};

use crate::Cli;
use crate::console::Console;

/// Print the manual page
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft man | man -l -                                       read it
  mkdir -p ~/.local/share/man/man1
  undercroft man > ~/.local/share/man/man1/undercroft.1           keep it
  undercroft man export | man -l -                                the page of one command")]
pub struct Man {
    /// The command whose page is wanted instead of the program's
    command: Option<String>,
}

impl Man {
    /// Runs the command.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let mut program = Cli::command();
        program.build();
        let page = match &self.command {
            None => program,
            Some(name) => {
                let command = program.find_subcommand(name).cloned();
                command.ok_or_else(|| anyhow!("there is no command {name:?}; see `undercroft --help`"))?
            }
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        Console::print(text)?;
        Ok(ExitCode::SUCCESS)
    }
}
