//! Seeds are read or refused, and survive.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::seed::Seed;

fuzz_target!(|text: &str| {
    let Ok(seed) = text.parse::<Seed>() else { return };
    assert_eq!(seed.to_string().parse::<Seed>().expect("what we write we can read"), seed);
});
