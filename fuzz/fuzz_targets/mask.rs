//! Masks are read or refused; what is read comes back from its code, and a dungeon keeps to it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::Generator;
use undercroft::dungeon::ProvenanceInput;
use undercroft::verify::verify;

/// Larger masks are read and left alone. [Unit: bytes]
const MAX_BYTES: usize = 1 << 12;

fuzz_target!(|text: &str| {
    // Any text may stand in a file as the code of a mask.
    let input = ProvenanceInput { text: text.to_owned(), ..ProvenanceInput::new("mask.file", "lot.txt", "") };
    let _ = input.file_text();
    let delve = Generator::preset("delve").and_then(|delve| delve.attach("mask.file", "lot.txt", text.as_bytes()));
    let Ok(recipe) = delve.and_then(|delve| delve.seed(1).check()) else { return };
    let coded = ProvenanceInput::new("mask.file", "lot.txt", text);
    let decoded = coded.file_text().expect("a mask that was read has a code");
    assert_eq!(ProvenanceInput::new("mask.file", "lot.txt", &decoded), coded);
    if text.len() <= MAX_BYTES
        && let Ok(dungeon) = recipe.generate(&mut undercroft::events::NoEvents)
    {
        assert!(verify(&dungeon).is_sound());
    }
});
