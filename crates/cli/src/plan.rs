//! `undercroft generate --plan-only`: the plan of a recipe, before any tile.

use std::process::ExitCode;

use anyhow::bail;
use clap::ValueEnum;
use undercroft::plan;
use undercroft::recipe::{Method, Recipe};

use crate::console::Console;

/// How a plan is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PlanFormat {
    /// A picture of each level
    Text,
    /// For programs
    Json,
    /// For Graphviz
    Dot,
}

/// Prints the plan of a recipe.
pub fn print(recipe: &Recipe, format: PlanFormat) -> anyhow::Result<ExitCode> {
    let Method::Plan(spec) = &recipe.method else {
        bail!("only recipes with method = \"plan\" have a plan; try `undercroft generate dungeon --plan-only`");
    };
    let plan = plan::plan(recipe, spec, recipe.seed.stream("plan"))?;
    match format {
        PlanFormat::Text => Console::print(plan::text(&plan))?,
        PlanFormat::Json => Console::print_json(&plan::json(&plan))?,
        PlanFormat::Dot => Console::print(plan::dot(&plan))?,
    }
    plan.warnings.iter().for_each(|warning| Console::warn(warning));
    Ok(ExitCode::SUCCESS)
}
