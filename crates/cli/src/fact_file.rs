//! Facts as a file: CSV, JSON or Parquet by its extension.

use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::{Value, json};

use crate::document::Document;
use crate::fact_table::{self, Columns, FactEntry};

/// A file for facts.
pub struct FactFile {
    path: PathBuf,
    format: FactFormat,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FactFormat {
    Csv,
    Json,
    Parquet,
}

impl FactFile {
    /// The file at a path, checked before the work and not after it.
    pub fn new(path: &Path) -> anyhow::Result<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let format = match extension.as_str() {
            "csv" => FactFormat::Csv,
            "json" => FactFormat::Json,
            "parquet" => FactFormat::Parquet,
            _ => bail!("{}: facts are written as .csv, .json or .parquet", path.display()),
        };
        if format == FactFormat::Parquet && cfg!(not(feature = "dataset")) {
            bail!("{}: Parquet is not compiled in (feature dataset); write .csv or .json", path.display());
        }
        Ok(Self { path: path.to_owned(), format })
    }

    /// The file with these rows. `labels` names the first columns, without the last one, the name.
    pub fn document(&self, labels: &str, entries: &[FactEntry], columns: Columns) -> anyhow::Result<Document> {
        let bytes = match self.format {
            FactFormat::Csv => {
                let rows = entries.iter().map(|entry| entry.row(columns));
                [fact_table::header(labels, columns)].into_iter().chain(rows).collect::<String>().into_bytes()
            }
            FactFormat::Json => json_rows(labels, entries, columns).into_bytes(),
            FactFormat::Parquet => parquet(labels, entries, columns)?,
        };
        Ok(Document::new(self.path.clone(), bytes))
    }
}

/// A list with an object to a line.
fn json_rows(labels: &str, entries: &[FactEntry], columns: Columns) -> String {
    let row = |entry: &FactEntry| {
        let mut row: serde_json::Map<String, Value> =
            names(labels).zip(&entry.labels).map(|(name, word)| (name.to_owned(), json!(word))).collect();
        row.insert("facts".to_owned(), entry.facts_json(columns));
        Value::Object(row).to_string()
    };
    let rows: Vec<String> = entries.iter().map(row).collect();
    format!("[\n{}\n]\n", rows.join(",\n"))
}

fn names(labels: &str) -> impl Iterator<Item = &str> {
    labels.split(',').chain(["name"])
}

#[cfg(feature = "dataset")]
fn parquet(labels: &str, entries: &[FactEntry], columns: Columns) -> anyhow::Result<Vec<u8>> {
    use undercroft_formats::dataset::{FactRow, fact_parquet};

    fn row(entry: &FactEntry) -> FactRow<'_> {
        FactRow { labels: &entry.labels, facts: &entry.facts, solution: entry.solution.as_ref() }
    }
    let labels: Vec<&str> = names(labels).collect();
    Ok(fact_parquet(&labels, &columns.names(), &entries.iter().map(row).collect::<Vec<_>>())?)
}

#[cfg(not(feature = "dataset"))]
fn parquet(_: &str, _: &[FactEntry], _: Columns) -> anyhow::Result<Vec<u8>> {
    bail!("Parquet is not compiled in (feature dataset)")
}
