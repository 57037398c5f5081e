//! Programs of houses are read or refused, with a position inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::recipe::check_program;

fuzz_target!(|text: &str| {
    if let Err(message) = check_program("own.toml", text) {
        let line: usize = message.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line");
        assert!((1..=text.matches('\n').count() + 1).contains(&line), "{message}");
    }
});
