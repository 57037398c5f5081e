//! How the program was called, so that hints are commands that can be repeated as they stand.

use std::path::Path;

/// The words that call this program again from where it was called: `undercroft` where it is found on the path, its path
/// where that was given, and `cargo run` where cargo called it.
pub fn program() -> String {
    let cargo = std::env::var_os("CARGO_MANIFEST_DIR").is_some();
    let name = std::env::args().next().unwrap_or_default();
    words(cargo, &name)
}

fn words(is_called_by_cargo: bool, name: &str) -> String {
    let path = Path::new(name);
    let is_in = |folder: &str| path.parent().is_some_and(|parent| parent.ends_with(folder));
    match name {
        _ if is_called_by_cargo && is_in("release") => "cargo run --release --".to_owned(),
        _ if is_called_by_cargo && is_in("debug") => "cargo run --".to_owned(),
        _ if name.contains(std::path::MAIN_SEPARATOR) => quoted(name),
        _ => "undercroft".to_owned(),
    }
}

/// A word as the shell takes it for one.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./=,:+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_the_shell_needs_it() {
        assert_eq!(quoted("rooms.count=12"), "rooms.count=12");
        assert_eq!(quoted("rooms.grid=[2, 3]"), "'rooms.grid=[2, 3]'");
        assert_eq!(quoted("my keep's.toml"), r"'my keep'\''s.toml'");
    }

    #[test]
    fn hints_repeat_how_the_program_was_called() {
        assert_eq!(words(true, "target/release/undercroft"), "cargo run --release --");
        assert_eq!(words(true, "/home/me/undercroft/target/debug/undercroft"), "cargo run --");
        assert_eq!(words(false, "target/release/undercroft"), "target/release/undercroft");
        assert_eq!(words(false, "/opt/my tools/undercroft"), "'/opt/my tools/undercroft'");
        assert_eq!(words(false, "undercroft"), "undercroft");
    }
}
