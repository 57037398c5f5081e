//! From a seed to a row: generate, judge, keep what the columns need.

use std::ops::RangeInclusive;

use undercroft::dungeon::Dungeon;
use undercroft::events::EventSink;
use undercroft::recipe::RecipeFile;
use undercroft::verify::{Report, verify};

use super::DatasetError;
use super::dataset_plan::{DatasetPlan, SeedSpan};
use super::dataset_row::DatasetRow;
use super::shard_file::{GROUP_ROWS, ShardFile, ShardWriter};
use super::sidecar::UnmetSeed;

/// Why a seed has no row.
#[derive(Clone, Debug, PartialEq)]
pub enum RowFailure {
    /// The recipe cannot be met with it: it is listed, and the others go on.
    Unmet(UnmetSeed),
    /// The generator made a mistake: the run stops.
    Flawed {
        /// The seed.
        seed: u64,
        /// What is wrong.
        report: Box<Report>,
    },
    /// The sink asked to stop.
    Stopped,
    /// The row does not fit the columns.
    Refused(DatasetError),
}

/// What one seed gave.
pub type RowOutcome = Result<DatasetRow, RowFailure>;

/// Makes the rows of a plan, in any order and on any number of threads.
///
/// ```
/// use undercroft::events::NoEvents;
/// use undercroft::recipe::preset;
/// use undercroft_formats::dataset::{DatasetPlan, RowMaker, SeedSpan};
///
/// let plan = DatasetPlan::new(&preset("small-dungeon").unwrap().recipe()?, SeedSpan { first: 0, last: 3 })?;
/// let maker = RowMaker::new(plan)?;
/// let shard = maker.shard(0, |seeds| seeds.map(|seed| maker.row(seed, &mut NoEvents)).collect()).unwrap();
/// assert_eq!((shard.sidecar.rows, &shard.bytes[..4]), (4, b"PAR1".as_slice()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RowMaker {
    plan: DatasetPlan,
    file: RecipeFile,
}

impl RowMaker {
    /// Prepares a plan.
    ///
    /// # Errors
    /// When the recipe cannot be used; what is wrong for one seed is wrong for all.
    pub fn new(plan: DatasetPlan) -> Result<Self, DatasetError> {
        plan.check()?;
        let file = plan.recipe_file()?;
        plan.recipe_for(&file, plan.seeds.first)?;
        Ok(Self { plan, file })
    }

    /// The plan.
    pub const fn plan(&self) -> &DatasetPlan {
        &self.plan
    }

    /// The row of a seed.
    ///
    /// # Errors
    /// When it has none.
    pub fn row(&self, seed: u64, events: &mut dyn EventSink) -> RowOutcome {
        let recipe = self.plan.recipe_for(&self.file, seed).map_err(RowFailure::Refused)?;
        let dungeon = recipe.generate(events).map_err(|error| {
            let unmet = UnmetSeed { seed, message: error.to_string() };
            if error.is_stopped() { RowFailure::Stopped } else { RowFailure::Unmet(unmet) }
        })?;
        self.judged(seed, &dungeon)
    }

    /// The row of a dungeon in which the judge finds no flaw.
    fn judged(&self, seed: u64, dungeon: &Dungeon) -> RowOutcome {
        let report = verify(dungeon);
        if !report.is_sound() {
            return Err(RowFailure::Flawed { seed, report: Box::new(report) });
        }
        DatasetRow::new(&self.plan, seed, dungeon, &report.facts).map_err(RowFailure::Refused)
    }

    /// A shard of the outcomes of its seeds. `make` is asked for those of a row group at a time, in the order of the seeds.
    ///
    /// # Errors
    /// At the first outcome that is neither a row nor an unmet seed.
    pub fn shard(
        &self,
        shard: u32,
        mut make: impl FnMut(RangeInclusive<u64>) -> Vec<RowOutcome>,
    ) -> Result<ShardFile, RowFailure> {
        let SeedSpan { first, last } = self.plan.shard_seeds(shard);
        let mut writer = ShardWriter::new(&self.plan, shard).map_err(RowFailure::Refused)?;
        for begin in (first..=last).step_by(GROUP_ROWS) {
            let (rows, unmet) = sorted_out(make(begin..=last.min(begin.saturating_add(GROUP_ROWS as u64 - 1))))?;
            writer.push(rows, unmet).map_err(RowFailure::Refused)?;
        }
        writer.finish().map_err(RowFailure::Refused)
    }
}

/// Rows and unmet seeds apart.
///
/// # Errors
/// At the first outcome that is neither.
pub fn sorted_out(outcomes: Vec<RowOutcome>) -> Result<(Vec<DatasetRow>, Vec<UnmetSeed>), RowFailure> {
    let (mut rows, mut unmet) = (Vec::with_capacity(outcomes.len()), Vec::new());
    for outcome in outcomes {
        match outcome {
            Ok(row) => rows.push(row),
            Err(RowFailure::Unmet(seed)) => unmet.push(seed),
            Err(failure) => return Err(failure),
        }
    }
    Ok((rows, unmet))
}

#[cfg(test)]
mod tests {
    use super::*;
    use undercroft::dungeon::Terrain;
    use undercroft::events::NoEvents;
    use undercroft::recipe::preset;

    #[test]
    fn a_flawed_dungeon_stops_the_shard_with_a_report() {
        let recipe = preset("small-dungeon").unwrap().recipe().unwrap();
        let maker = RowMaker::new(DatasetPlan::new(&recipe, SeedSpan { first: 0, last: 2 }).unwrap()).unwrap();
        let mut flawed = maker.plan.recipe_for(&maker.file, 1).unwrap().generate(&mut NoEvents).unwrap();
        let cell = flawed.rooms[0].cells().next().unwrap();
        flawed.levels[0].terrain[cell] = Terrain::Rock;
        let outcome = maker.judged(1, &flawed);
        assert!(matches!(&outcome, Err(RowFailure::Flawed { seed: 1, report }) if !report.flaws.is_empty()));
        // Not even the sound rows around it are written.
        let outcomes = || vec![maker.row(0, &mut NoEvents), outcome.clone(), maker.row(2, &mut NoEvents)];
        assert_eq!(maker.shard(0, |_| outcomes()).unwrap_err(), outcome.clone().unwrap_err());
    }
}
