//! Rows as one batch of Arrow columns, the schema of a plan.

use std::sync::Arc;

use arrow_array::types::{Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, BinaryArray, FixedSizeBinaryArray, Int64Array, RecordBatch, UInt64Array};
use arrow_schema::{Schema, SchemaRef};
use undercroft::verify::{FactValue, Facts};

use super::DatasetError;
use super::column_group::ColumnGroup;
use super::dataset_plan::{DatasetPlan, SeedType};
use super::dataset_row::{DatasetRow, DoorRow, KeyRow, LinkRow, RoomRow, ThingRow};
use super::struct_columns::{Columns, places};
use super::symmetry_hash::HASH_BYTES;

type RowColumns<'a> = Columns<'a, DatasetRow>;

/// The schema of a plan's shards.
pub fn schema(plan: &DatasetPlan) -> SchemaRef {
    // No value can be beyond the limits of a column where there is none.
    row_batch(plan, &[]).map_or_else(|_| Arc::new(Schema::empty()), |batch| batch.schema())
}

/// The batch of some rows.
///
/// # Errors
/// When there are more kinds of things than a dictionary holds.
pub fn row_batch(plan: &DatasetPlan, rows: &[DatasetRow]) -> Result<RecordBatch, DatasetError> {
    let mut columns = always(plan, rows)?;
    for &group in &plan.columns {
        columns = chosen(group, columns, rows)?.sentence(group.sentence());
    }
    let (fields, arrays) = columns.into_parts();
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?)
}

/// The columns that every data set has.
fn always<'a>(plan: &DatasetPlan, rows: &'a [DatasetRow]) -> Result<RowColumns<'a>, DatasetError> {
    let seeds: ArrayRef = match plan.seed_type {
        SeedType::Uint64 => Arc::new(UInt64Array::from_iter_values(rows.iter().map(|row| row.seed))),
        SeedType::Int64 => Arc::new(Int64Array::from_iter_values(rows.iter().map(|row| row.seed as i64))),
    };
    let hashes = FixedSizeBinaryArray::try_from_sparse_iter_with_size(
        rows.iter().map(|row| Some(row.hash.as_slice())),
        HASH_BYTES as i32,
    )?;
    let spots = |spot: fn(&DatasetRow) -> _| places(&rows.iter().map(spot).collect::<Vec<_>>());
    Ok(Columns::new(rows.iter().collect())
        .push("seed", seeds, false)
        .sentence("The seed of the dungeon.")
        .numbers::<UInt8Type>("levels", |row| row.levels)
        .numbers::<UInt16Type>("height", |row| row.height)
        .numbers::<UInt16Type>("width", |row| row.width)
        .sentence("Size of the padded block of tiles.")
        .push("hash", Arc::new(hashes), false)
        .sentence("Symmetry hash: equal for tiles that are turned, mirrored or shifted.")
        .words("split", |row| row.part.name())?
        .sentence("train, val or test, by the hash alone.")
        .push("entrance", spots(|row| row.entrance)?, true)
        .sentence("Where the solution begins; z is the position in the list of levels, highest first.")
        .push("goal", spots(|row| row.goal)?, true)
        .sentence("The first floor cell of the goal room."))
}

fn chosen<'a>(
    group: ColumnGroup,
    columns: RowColumns<'a>,
    rows: &'a [DatasetRow],
) -> Result<RowColumns<'a>, DatasetError> {
    let binary = |bytes: fn(&DatasetRow) -> Option<&[u8]>| -> ArrayRef {
        Arc::new(rows.iter().map(bytes).collect::<BinaryArray>())
    };
    Ok(match group {
        ColumnGroup::Tiles => columns.push("tiles", binary(|row| Some(&row.tiles)), false),
        ColumnGroup::Ground => columns.push("ground", binary(|row| row.ground.as_deref()), true),
        ColumnGroup::Names => columns.texts("name", |row| &row.name),
        ColumnGroup::Rooms => columns.push("rooms", rooms(rows)?, false),
        ColumnGroup::Doors => columns.push("doors", doors(rows)?, false),
        ColumnGroup::Links => columns.push("links", links(rows)?, false),
        ColumnGroup::Keys => columns.push("keys", keys(rows)?, false),
        ColumnGroup::Features => columns.push("features", features(rows)?, false),
        ColumnGroup::Spawns => columns.push("spawns", spawns(rows)?, false),
        ColumnGroup::Solution => columns
            .push("solution", binary(|row| row.solution.moves.as_deref()), true)
            .optional::<UInt32Type>("solution_steps", |row| row.solution.steps)
            .optional::<UInt16Type>("solution_keys", |row| row.solution.keys)
            .optional::<UInt16Type>("backtracking", |row| row.solution.backtracking)
            .flags("solution_optimal", |row| row.solution.is_optimal),
        ColumnGroup::Facts => facts(columns),
    })
}

/// A column for each fact, of the type that its kind has.
fn facts(mut columns: RowColumns<'_>) -> RowColumns<'_> {
    let kinds = Facts::default().values();
    for (at, (&name, kind)) in Facts::COLUMNS.iter().zip(kinds).enumerate() {
        let name = format!("fact_{name}");
        columns = match kind {
            FactValue::Count(_) => columns.numbers::<UInt32Type>(&name, |row| whole(row.facts[at]) as u32),
            FactValue::Sum(_) => columns.numbers::<UInt64Type>(&name, |row| whole(row.facts[at])),
            FactValue::Cells(_) => columns.numbers::<Int64Type>(&name, |row| whole(row.facts[at]) as i64),
            FactValue::Share(_) => columns.numbers::<UInt16Type>(&name, |row| whole(row.facts[at]) as u16),
            _ => columns.optional::<UInt32Type>(&name, |row| length(row.facts[at])),
        };
        columns = columns.sentence(Facts::SENTENCES[at]);
    }
    columns
}

/// A fact that is always known; shares in parts per 10,000.
pub(super) fn whole(value: FactValue) -> u64 {
    match value {
        FactValue::Count(count) => count.into(),
        FactValue::Sum(sum) => sum,
        FactValue::Cells(cells) => cells as u64,
        FactValue::Share(share) => share.parts().into(),
        _ => 0,
    }
}

/// A fact that may not be known.
pub(super) const fn length(value: FactValue) -> Option<u32> {
    if let FactValue::Length(length) = value { length } else { None }
}

fn rooms(rows: &[DatasetRow]) -> Result<ArrayRef, DatasetError> {
    Columns::<RoomRow>::new(rows.iter().flat_map(|row| &row.rooms).collect())
        .numbers::<UInt16Type>("id", |room| room.id)
        .optional::<UInt16Type>("number", |room| room.number)
        .spots(|room| room.at)
        .numbers::<UInt16Type>("height", |room| room.height)
        .numbers::<UInt16Type>("width", |room| room.width)
        .numbers::<UInt32Type>("cells", |room| room.cells)
        .numbers::<UInt16Type>("depth", |room| room.depth)
        .numbers::<UInt16Type>("difficulty", |room| room.difficulty)
        .texts("roles", |room| &room.roles)
        .optional_texts("purpose", |room| room.purpose.as_deref())
        .lists(rows.iter().map(|row| row.rooms.len()))
}

fn doors(rows: &[DatasetRow]) -> Result<ArrayRef, DatasetError> {
    Columns::<DoorRow>::new(rows.iter().flat_map(|row| &row.doors).collect())
        .spots(|door| door.at)
        .words("kind", |door| door.kind)?
        .words("state", |door| door.state)?
        .flags("secret", |door| door.secret)
        .optional::<UInt16Type>("room", |door| door.room)
        .optional::<UInt16Type>("lock", |door| door.lock)
        .lists(rows.iter().map(|row| row.doors.len()))
}

fn links(rows: &[DatasetRow]) -> Result<ArrayRef, DatasetError> {
    Columns::<LinkRow>::new(rows.iter().flat_map(|row| &row.links).collect())
        .numbers::<UInt16Type>("a", |link| link.a)
        .numbers::<UInt16Type>("b", |link| link.b)
        .words("kind", |link| link.kind)?
        .flags("secret", |link| link.secret)
        .lists(rows.iter().map(|row| row.links.len()))
}

fn keys(rows: &[DatasetRow]) -> Result<ArrayRef, DatasetError> {
    Columns::<KeyRow>::new(rows.iter().flat_map(|row| &row.keys).collect())
        .spots(|key| key.at)
        .numbers::<UInt16Type>("lock", |key| key.lock)
        .lists(rows.iter().map(|row| row.keys.len()))
}

fn things<'a>(things: Vec<&'a ThingRow>) -> Result<Columns<'a, ThingRow>, DatasetError> {
    let columns = Columns::new(things).words("kind", |thing: &'a ThingRow| thing.kind.as_str())?;
    Ok(columns.spots(|thing| thing.at).optional::<UInt16Type>("room", |thing| thing.room))
}

fn features(rows: &[DatasetRow]) -> Result<ArrayRef, DatasetError> {
    let lengths = rows.iter().map(|row| row.features.len());
    things(rows.iter().flat_map(|row| &row.features).collect())?.lists(lengths)
}

fn spawns(rows: &[DatasetRow]) -> Result<ArrayRef, DatasetError> {
    things(rows.iter().flat_map(|row| &row.spawns).collect())?
        .optional::<UInt16Type>("group", |spawn| spawn.group)
        .optional::<UInt16Type>("difficulty", |spawn| spawn.difficulty)
        .lists(rows.iter().map(|row| row.spawns.len()))
}
