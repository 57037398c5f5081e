//! The page about flaws lists every code.
//!
//! `UNDERCROFT_BLESS=1 cargo test -p undercroft --all-features --test flaws` rewrites it.

use std::fmt::Write as _;
use std::path::PathBuf;

use undercroft::verify::FlawCode;

#[path = "support/golden.rs"]
#[allow(dead_code)]
mod golden;

fn page() -> String {
    let mut page = "# Flaws\n\nWhat `undercroft check` can find, in the order of its checks. `door-pair`, `entrance-blocked`, \
        `stairs-near-door` and `plan-mismatch` are asked only of dungeons that were generated since epoch 3 and are not \
        edited, `masked-cell` of those that are not edited; `template-mismatch` knows the shipped templates alone.\n\n| code | meaning |\n|---|---|\n"
        .to_owned();
    for code in FlawCode::ALL {
        writeln!(page, "| `{code}` | {} |", code.summary()).unwrap();
    }
    page
}

#[test]
fn the_page_about_flaws_lists_every_code() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/flaws.md");
    golden::compare(&path, &page()).unwrap_or_else(|_| panic!("docs/flaws.md is not what the codes say; bless it"));
}
