//! Facts as CSV: a header, and a row for each dungeon.

use clap::ValueEnum;
use undercroft::dungeon::Dungeon;
use undercroft::solve::{SolutionFacts, SolveOptions, solve};
use undercroft::verify::Facts;

use crate::make::Made;

/// Which columns a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Columns {
    /// Those that cost little
    Plain,
    /// Those of the shortest solution, too
    All,
}

impl Columns {
    /// The facts of a dungeon's solution, where they are asked for; empty ones where it cannot be solved.
    pub fn solution(self, dungeon: &Dungeon) -> Option<SolutionFacts> {
        let facts = || solve(dungeon, &SolveOptions::default()).map(|solution| SolutionFacts::new(&solution));
        (self == Self::All).then(|| facts().unwrap_or_default())
    }
}

/// The table of generated dungeons.
pub fn table<'a>(rows: impl Iterator<Item = &'a str>, columns: Columns) -> String {
    format!("{}{}", header("preset,seed", columns), rows.collect::<String>())
}

/// The row of a generated dungeon.
pub fn generated_row(label: &str, made: &Made) -> String {
    row([label, &made.dungeon.provenance.seed], &made.dungeon.name, &made.facts, None)
}

/// The header of a table whose rows begin with these columns and the name.
pub fn header(first: &str, columns: Columns) -> String {
    let more = match columns {
        Columns::Plain => String::new(),
        Columns::All => format!(",{}", SolutionFacts::COLUMNS.join(",")),
    };
    format!("{first},name,{}{more}\n", Facts::csv_header())
}

/// A row that begins with these words and the name.
pub fn row<const N: usize>(first: [&str; N], name: &str, facts: &Facts, solution: Option<&SolutionFacts>) -> String {
    let words: Vec<String> = first.into_iter().chain([name]).map(csv_word).collect();
    let more = solution.map(|solution| format!(",{}", solution.csv_row())).unwrap_or_default();
    format!("{},{}{more}\n", words.join(","), facts.csv_row())
}

/// A word that a table takes for one.
fn csv_word(word: &str) -> String {
    if word.contains([',', '"', '\n', '\r']) { format!("\"{}\"", word.replace('"', "\"\"")) } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_commas_are_quoted_in_a_table() {
        assert_eq!(csv_word("The Quiet Halls"), "The Quiet Halls");
        assert_eq!(csv_word("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
