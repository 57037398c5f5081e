//! Whatever is read is read or refused; what is read can be used.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::format;

fuzz_target!(|bytes: &[u8]| {
    let Ok(dungeon) = format::read(None, bytes) else { return };
    for level in &dungeon.levels {
        assert_eq!(dungeon.solid(level).size(), level.size());
        format::movingai::write(&dungeon, level);
    }
    for link in &dungeon.links {
        dungeon.corridor_cells(link).for_each(drop);
    }
});
