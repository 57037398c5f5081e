//! Saved crowds are read or refused; what is read survives writing, and walks on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_crowd::{Crowd, StepNavigator};

/// Ticks that a crowd walks on, enough for new plans and for steps.
const TICKS: usize = 4;

fuzz_target!(|text: &str| {
    let Ok(mut crowd) = Crowd::load(text) else { return };
    let saved = crowd.save();
    assert_eq!(Crowd::load(&saved).expect("what we write we can read").save(), saved);
    let mut routes = StepNavigator::default();
    for _ in 0..TICKS {
        crowd.step(&mut routes);
    }
    Crowd::load(&crowd.save()).expect("a crowd stays lawful");
});
