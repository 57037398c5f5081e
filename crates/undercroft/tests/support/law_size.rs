//! How much a law looks at: a fixed sample in `scripts/test`, more in `scripts/laws`, which writes what it prints to
//! `docs/laws.md`.
#![allow(dead_code, reason = "each test file uses its part")]

use std::fmt::Display;

/// Seeds of each preset or recipe: the sample, or what `UNDERCROFT_SEEDS` says.
pub fn seeds(sample: u64) -> u64 {
    number("UNDERCROFT_SEEDS").unwrap_or(sample)
}

/// Random recipes: the sample, or what `UNDERCROFT_RECIPES` says.
pub fn recipes(sample: u64) -> u64 {
    number("UNDERCROFT_RECIPES").unwrap_or(sample)
}

/// Random sets of pins: the sample, or what `UNDERCROFT_PINS` says.
pub fn pin_sets(sample: u64) -> u64 {
    number("UNDERCROFT_PINS").unwrap_or(sample)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// A row of the table of laws: the law, what was looked at, what was found.
pub fn report(law: &str, looked_at: impl Display, found: impl Display) {
    println!("law: {law} | {looked_at} | {found}");
}
