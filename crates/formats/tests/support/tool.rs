//! Programs of other people that judge our files. `scripts/test` installs them where it may.

use std::process::Command;

/// The program, or `None` where it is not installed: the test that asks has nothing to say then. With `CI=true` a missing
/// program is a failure, so that no judge is ever left out unseen.
pub fn tool(name: &str) -> Option<Command> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&paths).any(|folder| folder.join(name).is_file()) {
        return Some(Command::new(name));
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{name} is missing; `scripts/test` installs it");
    eprintln!("SKIPPED: {name} is not installed");
    None
}
