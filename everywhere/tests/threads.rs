//! The program makes the same files on every number of threads, and says so in lines that can be compared.

use std::process::{Command, Output};

fn run(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_undercroft-everywhere")).args(words).output().expect("the program starts")
}

fn lines(words: &[&str]) -> Vec<String> {
    let output = run(words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn one_thread_and_two_make_the_same_files() {
    let alone = lines(&["digests", "1", "1", "no-pixels"]);
    let presets = undercroft::recipe::presets().len();
    // The first line is about the processor; text, JSON, SVG, TMX, LDtk, replay and paths of each preset follow.
    assert_eq!(alone.len(), 1 + 7 * presets);
    assert!(alone.iter().all(|line| !line.contains(" error ")), "{alone:#?}");
    assert_eq!(alone, lines(&["digests", "1", "2", "no-pixels"]));
}

#[test]
fn a_file_is_printed_whole_and_wrong_words_are_refused() {
    let text = run(&["file", "delve", "1", "text"]);
    assert!(text.status.success() && text.stdout.contains(&b'#'));
    for words in [&["digests", "one", "1"][..], &["file", "delve", "1", "gold"], &["file", "nowhere", "1", "text"], &[]]
    {
        let output = run(words);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
        assert!(!output.stderr.is_empty());
    }
}
