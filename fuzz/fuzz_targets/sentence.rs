//! Sentences of content tables are read or refused, with a letter inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::contents::check_sentence;

fuzz_target!(|text: &str| {
    for (letter, message) in check_sentence(text) {
        assert!(letter.is_none_or(|letter| (1..=text.chars().count()).contains(&letter)), "{message}");
    }
});
