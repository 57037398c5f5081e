//! Scenarios are read or refused, and survive.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_formats::movingai::scenario;

fuzz_target!(|text: &str| {
    let Ok(walks) = scenario::read(text) else { return };
    assert_eq!(scenario::read(&scenario::write(&walks)).expect("what we write we can read"), walks);
});
