//! What is done with everything that was read.

use undercroft_draw as draw;
use undercroft_draw::{DrawOptions};
use undercroft::dungeon::Dungeon;
use undercroft_formats::movingai;
use undercroft::solve::{SolveOptions, solve};
use undercroft::verify::verify;

/// Larger maps are read and left alone, so that the fuzzer looks for odd maps and not for large ones. [Unit: cells]
const MAX_CELLS: usize = 1 << 12;

/// How much is looked at for a solution. [Unit: states]
const SOLVE_BUDGET: u64 = 1 << 10;

/// Whether a dungeon is small enough for everything that is done with it.
pub fn is_small(dungeon: &Dungeon) -> bool {
    dungeon.levels.iter().map(|level| level.size().area()).sum::<usize>() <= MAX_CELLS
}

/// Judges, draws and walks a dungeon: whatever was read can be used, however bad it is.
pub fn use_up(dungeon: &Dungeon) {
    for level in &dungeon.levels {
        assert_eq!(dungeon.solid(level).size(), level.size());
        movingai::write(dungeon, level);
    }
    for link in &dungeon.links {
        dungeon.corridor_cells(link).for_each(drop);
    }
    verify(dungeon);
    for with_secrets in [false, true] {
        let mut options = SolveOptions::default();
        (options.with_secrets, options.budget) = (with_secrets, SOLVE_BUDGET);
        // A dungeon without an entrance is refused.
        drop(solve(dungeon, &options));
    }
    draw::draw(dungeon, &DrawOptions::default()).to_svg();
}
