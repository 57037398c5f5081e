//! Content files are read or refused, with a position inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::contents::Contents;

fuzz_target!(|text: &str| {
    match Contents::with_files(&[("own.toml", text)]) {
        Ok(contents) => {
            let table = contents.table_for("own");
            assert!(table.purpose_names().any(|name| name == "chamber"));
        }
        Err(error) => {
            let lines = text.matches('\n').count() + 1;
            assert!(error.line <= lines, "{error}");
            assert!(error.file == "own.toml" || error.message.contains("a shipped table"), "{error}");
        }
    }
});
