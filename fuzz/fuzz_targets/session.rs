//! Requests of the studio's page, one to a line, are read or refused and answered; none of them breaks the session.
#![no_main]

use std::cell::Cell;

use libfuzzer_sys::fuzz_target;
use undercroft_studio::protocol::{Command, Request};
use undercroft_studio::{Progress, Session};

/// Allows enough steps for a small dungeon and cancels a large one.
struct Impatient(Cell<u32>);

impl Progress for Impatient {
    fn report(&mut self, _: &str, _: u64, _: u64) {}

    fn should_continue(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

/// Pictures and prints take long and read nothing.
fn is_long(command: &Command) -> bool {
    matches!(command, Command::Export { .. } | Command::New { .. })
}

fuzz_target!(|text: &str| {
    let mut session = Session::new(1);
    for line in text.lines().take(8) {
        let Ok(Request { command, .. }) = serde_json::from_str(line) else { continue };
        if !is_long(&command) {
            let _ = session.handle(command, &mut Impatient(Cell::new(50)));
        }
    }
});
