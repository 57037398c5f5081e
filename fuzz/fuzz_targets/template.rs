//! Template files are read or refused, alone or as a whole pool.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::template::Pool;

fuzz_target!(|text: &str| {
    if Pool::parse_loose(&[("rooms.txt", text)]).is_ok() {
        let _ = Pool::parse(&[("rooms.txt", text)]);
    }
});
