//! `undercroft completions`: lets the shell complete commands and options.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::console::Console;

/// Print what lets a shell complete commands and options
#[derive(Args)]
#[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions ~/.zfunc ~/.config/fish/completions
  undercroft completions bash > ~/.local/share/bash-completion/completions/undercroft
  undercroft completions zsh > ~/.zfunc/_undercroft
  undercroft completions fish > ~/.config/fish/completions/undercroft.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "undercroft", &mut script);
        Console::print(script)?;
        Ok(ExitCode::SUCCESS)
    }
}
