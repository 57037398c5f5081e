//! Lists of pins and selectors are read or refused; what is read is written without loss, judged and rolled.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use undercroft::dungeon::Dungeon;
use undercroft::format::json;
use undercroft::pin::{PinMaker, PinSelector};
use undercroft::verify::verify;

static TOMB: OnceLock<Dungeon> = OnceLock::new();

fuzz_target!(|text: &str| {
    let tomb = TOMB.get_or_init(|| undercroft::generate("tomb", 7).expect("a preset"));
    if let Ok(selector) = text.parse::<PinSelector>() {
        assert_eq!(selector.to_string().parse().as_ref(), Ok(&selector));
        let mut maker = PinMaker::new(tomb);
        if selector.select(tomb, &mut maker).is_ok() {
            let mut pinned = tomb.clone();
            pinned.provenance.pins = maker.finish();
            assert!(verify(&pinned).is_sound(), "a dungeon keeps what was pinned in it");
        }
    }
    let Ok(pins) = json::read_pins(text) else { return };
    let mut dungeon = tomb.clone();
    dungeon.provenance.pins = pins;
    assert!(json::read(&json::write(&dungeon)).expect("what we write we can read") == dungeon);
    verify(&dungeon);
});
