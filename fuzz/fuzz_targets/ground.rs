//! Rows of ground below a map, as text and as JSON: refused with a position, or read, judged and written as they were.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::format::{json, text};
use undercroft::verify;

const MAP: &str = "######\n#....#\n#.,,_#\n######\n";

fuzz_target!(|rows: &str| {
    let drawn = format!("{MAP}\nground:\n{rows}");
    if let Ok(dungeon) = text::read(&drawn) {
        verify(&dungeon);
        let written = json::write(&dungeon);
        assert!(json::read(&written).expect("what we write we can read") == dungeon);
    }
    let bare = json::write(&text::read(MAP).expect("the map is sound"));
    let ground = serde_json::to_string(&rows.lines().collect::<Vec<_>>()).expect("texts are JSON");
    let with_rows = bare.replacen("\"rows\"", &format!("\"ground\": {ground}, \"rows\""), 1);
    if let Ok(dungeon) = json::read(&with_rows) {
        verify(&dungeon);
        let again = text::read(&text::write(&dungeon)).expect("what we draw we can read");
        assert_eq!(again.levels[0].ground, dungeon.levels[0].ground);
    }
});
