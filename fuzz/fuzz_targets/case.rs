//! Cases of sight are read or refused; what is read can be judged, and written where it can be, without loss. A text of one
//! case is read the same way as a text of many.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::sight::{FovCase, Thoroughness};

/// Larger maps are read and left alone. [Unit: cells]
const MAX_CELLS: usize = 1 << 10;

fuzz_target!(|text: &str| {
    if let Ok(case) = FovCase::read("case", text) {
        judge(&case);
    }
    for found in FovCase::read_all("case", text).unwrap_or_default() {
        assert!(found.line >= 1 && found.column >= 1 && found.line <= text.lines().count());
        judge(&found.case);
    }
});

fn judge(case: &FovCase) {
    if case.solid.size().area() > MAX_CELLS {
        return;
    }
    case.check(Thoroughness::EveryCell);
    if let Some(written) = case.to_json() {
        let again = FovCase::read("case", &written).expect("what we write we can read");
        assert_eq!((&again.solid, again.observer), (&case.solid, case.observer));
    }
}
