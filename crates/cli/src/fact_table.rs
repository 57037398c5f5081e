//! Facts as CSV: a header, and a row for each dungeon.

use clap::ValueEnum;
use serde_json::{Value, json};
use undercroft::dungeon::Dungeon;
use undercroft::solve::{SolutionFacts, SolveOptions, solve};
use undercroft::verify::Facts;

use crate::make::Made;

/// Which columns a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Columns {
    /// Those of the room graph and the entities
    Graph,
    /// Those that are counted on tiles, too
    Flood,
    /// Those of the shortest solution, too
    All,
}

/// The facts of one dungeon, with the words that name it.
pub struct FactEntry {
    /// Preset and seed or the file, and the name.
    pub labels: Vec<String>,
    /// The facts.
    pub facts: Facts,
    /// Those of its solution, where they are asked for.
    pub solution: Option<SolutionFacts>,
}

impl Columns {
    /// The facts of a dungeon's solution, where they are asked for; empty ones where it cannot be solved.
    pub fn solution(self, dungeon: &Dungeon) -> Option<SolutionFacts> {
        let facts = || solve(dungeon, &SolveOptions::default()).map(|solution| SolutionFacts::new(&solution));
        (self == Self::All).then(|| facts().unwrap_or_default())
    }

    /// The names of the facts, without those of solutions.
    pub fn names(self) -> Vec<&'static str> {
        Facts::COLUMNS.iter().copied().filter(|column| self.has(column)).collect()
    }

    fn has(self, column: &str) -> bool {
        self != Self::Graph || !Facts::is_on_tiles(column)
    }
}

impl FactEntry {
    /// Its row.
    pub fn row(&self, columns: Columns) -> String {
        let words: Vec<String> = self.labels.iter().map(|word| csv_word(word)).collect();
        let all = self.facts.csv_row();
        let facts = Facts::COLUMNS.iter().zip(all.split(',')).filter(|(column, _)| columns.has(column));
        let facts: Vec<&str> = facts.map(|(_, value)| value).collect();
        let more = self.solution.as_ref().map(|solution| format!(",{}", solution.csv_row())).unwrap_or_default();
        format!("{},{}{more}\n", words.join(","), facts.join(","))
    }

    /// The facts that were asked for as one object.
    pub fn facts_json(&self, columns: Columns) -> Value {
        let mut all = json!(self.facts);
        if let Some(all) = all.as_object_mut() {
            all.retain(|column, _| columns.has(column));
            if let Value::Object(more) = json!(self.solution) {
                all.extend(more);
            }
        }
        all
    }
}

/// The table of generated dungeons.
pub fn table<'a>(rows: impl Iterator<Item = &'a str>, columns: Columns) -> String {
    format!("{}{}", header("preset,seed", columns), rows.collect::<String>())
}

/// The row of a generated dungeon.
pub fn generated_row(label: &str, made: &Made) -> String {
    let labels = vec![label.to_owned(), made.dungeon.provenance.seed.clone(), made.dungeon.name.clone()];
    FactEntry { labels, facts: made.facts.clone(), solution: None }.row(Columns::Flood)
}

/// The header of a table whose rows begin with these columns and the name.
pub fn header(first: &str, columns: Columns) -> String {
    let more = match columns {
        Columns::Graph | Columns::Flood => String::new(),
        Columns::All => format!(",{}", SolutionFacts::COLUMNS.join(",")),
    };
    format!("{first},name,{}{more}\n", columns.names().join(","))
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

    #[test]
    fn rows_have_as_many_values_as_the_header_has_names() {
        for columns in [Columns::Graph, Columns::Flood] {
            let entry = FactEntry { labels: vec!["it".to_owned(); 2], facts: Facts::default(), solution: None };
            let count = |line: String| line.split(',').count();
            assert_eq!(count(entry.row(columns)), count(header("file", columns)));
        }
        assert!(Columns::Graph.names().len() < Columns::Flood.names().len());
    }
}
