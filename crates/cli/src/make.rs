//! From a recipe to a dungeon that was judged. Nothing is written that verify has not seen.

use std::process::ExitCode;

use clap::Args;
use undercroft::dungeon::Dungeon;
use undercroft::events::{Event, EventSink};
use undercroft::recipe::Recipe;
use undercroft::verify::{Facts, Report, verify};

use crate::console::Console;
use crate::progress;

/// Failures that are told one by one; the others are counted.
pub const MAX_TOLD: usize = 10;

/// A sound dungeon.
pub struct Made {
    /// The dungeon.
    pub dungeon: Dungeon,
    /// Numbers about it.
    pub facts: Facts,
}

/// Why there is no dungeon.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The recipe cannot be met.
    Unmet(String),
    /// The generator made a mistake.
    Flawed(String),
    /// The dungeon has warnings, which `--strict` does not allow.
    Warned(String),
}

impl Failure {
    /// The sentence, on one line.
    pub fn sentence(&self) -> &str {
        match self {
            Self::Unmet(sentence) | Self::Flawed(sentence) | Self::Warned(sentence) => sentence,
        }
    }

    /// 1 for a mistake of the program and for warnings, 2 for a recipe that cannot be met.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Flawed(_) | Self::Warned(_) => 1,
            Self::Unmet(_) => 2,
        })
    }

    /// Tells about it and gives the exit code.
    pub fn end(&self, console: &Console) -> ExitCode {
        console.complain(self.sentence());
        self.code()
    }
}

/// Tells about the first of many failures and counts the others.
pub fn report_failures(failures: &[&Failure], console: &Console) {
    failures.iter().take(MAX_TOLD).for_each(|failure| console.complain(failure.sentence()));
    if failures.len() > MAX_TOLD {
        console.complain(&format!("{} more failed", failures.len() - MAX_TOLD));
    }
}

/// The exit code of many failures, if there are any: a mistake of the program counts first.
pub fn failure_code(failures: &[&Failure]) -> Option<ExitCode> {
    let flawed = failures.iter().find(|failure| matches!(failure, Failure::Flawed(_)));
    flawed.or(failures.first()).map(|failure| failure.code())
}

/// What may come of a recipe.
#[derive(Args)]
pub struct StrictArgs {
    /// Take warnings as errors: where the recipe is not met in full, write nothing and exit with 1
    #[arg(long)]
    strict: bool,
}

impl StrictArgs {
    /// Makes a dungeon and judges it. `command` is the one that makes it again.
    pub fn make(&self, recipe: &Recipe, command: &str, events: &mut dyn EventSink) -> Result<Made, Failure> {
        let made = make(recipe, command, events)?;
        if !self.strict || made.dungeon.warnings.is_empty() {
            return Ok(made);
        }
        Err(Failure::Warned(format!("--strict: {} (`{command}`)", made.dungeon.warnings.join(" "))))
    }
}

/// Makes a dungeon and judges it. `command` is the one that makes it again.
pub fn make(recipe: &Recipe, command: &str, events: &mut dyn EventSink) -> Result<Made, Failure> {
    let dungeon =
        recipe.generate(&mut StageSink(events)).map_err(|error| Failure::Unmet(format!("{error} (`{command}`)")))?;
    progress::stage("checking the dungeon");
    let report = verify(&dungeon);
    match bug_report(&report, command) {
        Some(sentence) => Err(Failure::Flawed(sentence)),
        None => Ok(Made { dungeon, facts: report.facts }),
    }
}

/// Names the stages of a generation while another sink receives its events.
struct StageSink<'a>(&'a mut dyn EventSink);

impl EventSink for StageSink<'_> {
    fn wants_events(&self) -> bool {
        self.0.wants_events()
    }

    fn on_event(&mut self, event: Event) {
        if let Event::Stage { name } = &event {
            progress::stage(format!("generating: {name}"));
        }
        self.0.on_event(event);
    }

    fn should_continue(&self) -> bool {
        self.0.should_continue()
    }
}

fn bug_report(report: &Report, command: &str) -> Option<String> {
    let flaw = report.flaws.first()?;
    let count = report.flaws.len();
    let flaws = if count == 1 { "a flaw".to_owned() } else { format!("{count} flaws, the first") };
    Some(format!("this is a bug, please report it: `{command}` makes a dungeon with {flaws}: {flaw}"))
}

#[cfg(test)]
mod tests {
    use undercroft::verify::{Flaw, FlawCode};

    use super::*;

    #[test]
    fn a_bug_report_is_one_line_with_recipe_and_seed() {
        let mut report = Report { flaws: Vec::new(), skipped: Vec::new(), facts: Facts::default() };
        assert_eq!(bug_report(&report, "undercroft generate --seed 7"), None);
        report.flaws = vec![Flaw::new(FlawCode::GoalMissing, "There is no goal."); 2];
        let sentence = "this is a bug, please report it: `undercroft generate --seed 7` makes a dungeon with 2 flaws, \
                        the first: goal-missing: There is no goal.";
        assert_eq!(bug_report(&report, "undercroft generate --seed 7").unwrap(), sentence);
    }

    #[test]
    fn a_mistake_of_the_program_and_of_the_recipe_end_differently() {
        assert_eq!(Failure::Flawed(String::new()).code(), ExitCode::from(1));
        assert_eq!(Failure::Unmet(String::new()).code(), ExitCode::from(2));
    }
}
