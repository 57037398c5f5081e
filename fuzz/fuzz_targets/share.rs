//! Links with pins and edits are read or refused, and so is the JSON within them; what is read is written without loss.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::share::SharedWork;

fn keep(work: &SharedWork) {
    if let Ok(link) = work.link() {
        assert_eq!(SharedWork::read(&link).as_ref(), Ok(work));
    }
    // A recipe that cannot be made is refused in words.
    let _ = work.roll.recipe();
}

fuzz_target!(|text: &str| {
    if let Ok(work) = SharedWork::read(text) {
        keep(&work);
    }
    if let Ok(work) = serde_json::from_str(text) {
        keep(&work);
    }
});
