//! The files that a dungeon carries: their digests, and the masks among them, which the dungeon keeps to.

use std::collections::BTreeMap;

use undercroft_grid::Cell;

use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level, ProvenanceInput, Terrain};
use crate::plural::count;

/// The rows of a mask by level; `None` are those of all levels that have none of their own.
type MaskRows<'a> = BTreeMap<Option<i32>, Vec<&'a str>>;

pub(super) fn check(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    let inputs = &dungeon.provenance.inputs;
    flaws.extend(inputs.iter().filter(|input| !input.is_intact()).map(|input| {
        let sentence = format!("The digest {} of {:?} is not that of its text.", input.digest, input.name);
        Flaw::new(FlawCode::InputDigest, sentence)
    }));
    if !dungeon.provenance.edited {
        let masks = inputs.iter().filter(|input| input.key == ProvenanceInput::MASK && input.is_intact());
        let masks: Vec<_> = masks.filter_map(|input| input.file_text().ok()).collect();
        let mut rows = MaskRows::new();
        masks.iter().for_each(|mask| collect_rows(mask, &mut rows));
        flaws.extend(dungeon.levels.iter().filter_map(|level| masked_cell(level, &rows)));
    }
}

fn collect_rows<'a>(mask: &'a str, rows: &mut MaskRows<'a>) {
    let mut z = None;
    for line in mask.lines() {
        match line.strip_prefix("level:") {
            Some(height) => z = height.trim().parse().ok(),
            None => rows.entry(z).or_default().push(line),
        }
    }
}

/// Cells of a level that are blocked, and not rock.
fn masked_cell(level: &Level, rows: &MaskRows) -> Option<Flaw> {
    let rows = rows.get(&Some(level.z)).or_else(|| rows.get(&None))?;
    let is_free = |cell: Cell| {
        let row = usize::try_from(cell.y).ok().and_then(|y| rows.get(y));
        row.is_some_and(|row| row.as_bytes().get(cell.x as usize) == Some(&b'.'))
    };
    let is_masked = |&cell: &Cell| level.terrain[cell] != Terrain::Rock && !is_free(cell);
    let cells: Vec<Cell> = level.size().cells().filter(is_masked).collect();
    let sentence =
        || format!("Level {}: the mask blocks {} of floor, wall or corridor.", level.z, count(cells.len(), "cell"));
    (!cells.is_empty()).then(|| Flaw::new(FlawCode::MaskedCell, sentence()).at(level.z, &cells))
}
