//! The page about flaws lists every code.
//!
//! `UNDERCROFT_BLESS=1 cargo test -p undercroft --all-features --test all flaws::` rewrites it.

use std::fmt::Write as _;
use std::path::PathBuf;

use undercroft::verify::FlawCode;

use crate::golden;

/// What the codes about contents rest on.
const CONTENTS: &str = "
## How contents are judged

Each room is compared with the same room without its features. *Kept clear* are the floor cells before every door at its full
width and the next ones inwards, stairs with the cells beside them, and keys. *Anchors* are the cells before doors, stairs and
keys. The *free cells* of a room are its floor without deep water and chasms.

- Features that block leave every 4-connected piece of the free cells in one piece: no pocket (`feature-blocks-path`).
- Two anchors that a body of 2×2 cells joined inside the room stay joined for it (`feature-narrows`). It is at an anchor when it
  covers it.
- A dungeon does not hold which grounds a kind of feature may lie on. Nothing lies on a chasm; on deep water lies only what
  stands, is not flat, and lies on water with all its cells, as a boat does.
- A feature in a wall has its back to the side that its turn names, 0 to the north, and floor of its room in front. It is one cell
  deep. A feature of no room lies in a corridor and does not block.
- Standing and flat features may share a cell, and a wall may have one feature on each side.
- A spawn may lie below a feature that blocks if that feature names it as its `spawn`.
- A key needs a note about it where a dungeon has notes and was not edited. A note about a lock may name the room of its key if one
  gets there without opening that lock.
- Spawns of kind `enemy` that are markers in files before epoch 4 need no spawn of kind `player`.
";

fn page() -> String {
    let mut page = "# Flaws\n\nWhat `undercroft check` can find, in the order of its checks. `door-pair`, `entrance-blocked`, \
        `number-order`, `stairs-near-door` and `plan-mismatch` are asked only of dungeons that were generated since epoch 3 and are not \
        edited, `masked-cell` of those that are not edited; `template-mismatch` knows the shipped templates alone.\n\n| code | meaning |\n|---|---|\n"
        .to_owned();
    for code in FlawCode::ALL {
        writeln!(page, "| `{code}` | {} |", code.summary()).unwrap();
    }
    page + CONTENTS
}

#[test]
fn the_page_about_flaws_lists_every_code() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/flaws.md");
    golden::compare(&path, &page()).unwrap_or_else(|_| panic!("docs/flaws.md is not what the codes say; bless it"));
}
