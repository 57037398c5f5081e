//! The README's first program is the first example, and short.

use std::path::Path;

fn file(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The example without the sentence that heads it.
fn example() -> String {
    let text = file("examples/01_first_dungeon.rs");
    let (header, program) = text.split_once("\n\n").expect("a blank line after the header");
    assert!(header.starts_with("//! "), "{header}");
    program.to_owned()
}

#[test]
fn the_first_program_of_the_readme_is_the_first_example() {
    let readme = file("README.md");
    let (_, rest) = readme.split_once("```rust\n").expect("a Rust program");
    let (program, _) = rest.split_once("```").expect("the end of the program");
    assert_eq!(program, example());
}

#[test]
fn the_first_program_has_at_most_twelve_lines_and_no_example_more_than_forty() {
    assert!(example().lines().count() <= 12);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let lines = file(&format!("examples/{name}")).lines().count();
        assert!(lines <= 40, "{name} has {lines} lines");
    }
}
