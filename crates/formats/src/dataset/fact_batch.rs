//! Facts of many dungeons as one table: `undercroft facts -o facts.parquet`.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray, UInt16Array, UInt32Array, UInt64Array};
use arrow_schema::{Field, Schema};
use undercroft::Fraction;
use undercroft::solve::SolutionFacts;
use undercroft::verify::{FactValue, Facts};

use super::DatasetError;
use super::row_batch::{length, whole};
use super::shard_file::parquet_bytes;

/// The facts of one dungeon, with what names it.
#[derive(Clone, Copy, Debug)]
pub struct FactRow<'a> {
    /// The words that it begins with, such as preset and seed.
    pub labels: &'a [String],
    /// The facts.
    pub facts: &'a Facts,
    /// Those of its solution, where they are asked for.
    pub solution: Option<&'a SolutionFacts>,
}

/// A Parquet file of facts: columns of labels, then of the facts that are wanted, then of solutions.
///
/// # Errors
/// When Parquet has no place for a value.
pub fn fact_parquet(labels: &[&str], columns: &[&str], rows: &[FactRow<'_>]) -> Result<Vec<u8>, DatasetError> {
    let mut fields: Vec<(String, ArrayRef, bool)> = Vec::new();
    for (at, label) in labels.iter().enumerate() {
        let texts = StringArray::from_iter_values(rows.iter().map(|row| &row.labels[at]));
        fields.push(((*label).to_owned(), Arc::new(texts), false));
    }
    let kinds = Facts::default().values();
    for (at, (&name, kind)) in
        Facts::COLUMNS.iter().zip(kinds).enumerate().filter(|(_, (name, _))| columns.contains(name))
    {
        let values: Vec<FactValue> = rows.iter().map(|row| row.facts.values()[at]).collect();
        fields.push((name.to_owned(), fact_array(kind, &values), matches!(kind, FactValue::Length(_))));
    }
    if rows.iter().any(|row| row.solution.is_some()) {
        fields.extend(solution_columns(rows));
    }
    let schema = Schema::new(
        fields
            .iter()
            .map(|(name, array, is_nullable)| Field::new(name, array.data_type().clone(), *is_nullable))
            .collect::<Vec<_>>(),
    );
    let arrays = fields.into_iter().map(|(_, array, _)| array).collect();
    parquet_bytes(&RecordBatch::try_new(Arc::new(schema), arrays)?, Vec::new())
}

fn fact_array(kind: FactValue, values: &[FactValue]) -> ArrayRef {
    let all = values.iter().map(|&value| whole(value));
    match kind {
        FactValue::Count(_) => Arc::new(UInt32Array::from_iter_values(all.map(|value| value as u32))),
        FactValue::Sum(_) => Arc::new(UInt64Array::from_iter_values(all)),
        FactValue::Cells(_) => Arc::new(Int64Array::from_iter_values(all.map(|value| value as i64))),
        FactValue::Share(_) => Arc::new(UInt16Array::from_iter_values(all.map(|value| value as u16))),
        _ => Arc::new(values.iter().map(|&value| length(value)).collect::<UInt32Array>()),
    }
}

fn solution_columns(rows: &[FactRow<'_>]) -> [(String, ArrayRef, bool); 3] {
    let [steps, keys, again] = SolutionFacts::COLUMNS;
    let values = |get: fn(&SolutionFacts) -> Option<u32>| {
        rows.iter().map(|row| row.solution.and_then(get)).collect::<UInt32Array>()
    };
    let shares: UInt16Array =
        rows.iter().map(|row| row.solution.and_then(|it| it.backtracking).map(Fraction::parts)).collect();
    [
        (steps.to_owned(), Arc::new(values(|it| it.solution_steps)), true),
        (keys.to_owned(), Arc::new(values(|it| it.solution_keys)), true),
        (again.to_owned(), Arc::new(shares), true),
    ]
}
