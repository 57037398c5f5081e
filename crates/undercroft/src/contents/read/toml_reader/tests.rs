use toml::de::DeTable;

use super::super::super::shipped_files::{KINDS, TABLES};
use super::super::toml_tree::table_entries;
use super::*;
use crate::seed::Stream;

/// What the crate `toml` makes of a text; `None` where it is not TOML.
fn judged(text: &str) -> Option<Vec<TomlEntry<'_>>> {
    DeTable::parse(text).ok().map(|table| table_entries(table.into_inner()))
}

#[test]
fn shipped_files_are_plain_and_read_as_the_toml_crate_reads_them() {
    for (name, text) in TABLES.iter().chain([&KINDS]) {
        let plain = read_plain(text);
        assert!(plain.is_some(), "{name}");
        assert_eq!(plain, judged(text), "{name}");
    }
}

#[test]
fn headers_lists_and_texts_read_as_the_toml_crate_reads_them() {
    for text in [
        "",
        "# nothing\n",
        "a = 1\nb = 2.5\nc = true\nd = \"x\" # y\n",
        "a = [1, [\"b\", ], {c = 1, \"d e\" = false}, {} ,\n# z\n]\n",
        "[a.b]\nc = 1\n[a]\nd = 2\n[a.\"e f\".g]\n[ a . h ]\n",
        "[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\n[a.c]\n",
        "a = \"\"\"\nb\\\n   c \"d\" \"\" e\\\n\n  f\"\"\"\n",
        "a = \"\"\"\"\"\"\nb=0\nc=0.0",
        "é = 1",
        "a = \"é – ü\"",
    ] {
        let plain = read_plain(text);
        assert!(plain.is_some() || text.starts_with('é'), "{text}");
        assert!(plain.is_none() || plain == judged(text), "{text}");
    }
}

#[test]
fn what_is_wrong_or_not_plain_is_left_to_the_toml_crate() {
    for text in [
        "a = 1\na = 2",
        "[a]\n[a]",
        "[a]\nb = 1\n[a.b]",
        "a = {b = 1}\n[a]",
        "[[a]]\n[a]",
        "[a]\n[[a]]",
        "a = 01",
        "a = 1.",
        "a = -1",
        "a = 1_0",
        "a = 0x1",
        "a = 1e3",
        "a.b = 1",
        "a = 'b'",
        "a = \"\\n\"",
        "a = \"b",
        "a = \"\"\"b",
        "a = \"\"\"b\"\"\"\"",
        "a = [1 2]",
        "a = {b = 1,}",
        "a = {\nb = 1}",
        "a = tru",
        "a = truefalse",
        "a",
        "= 1",
        "a = 1 b = 2",
        "[a",
        "[a]]",
        "[[a]",
        "[]",
        "a = \u{7f}",
        "# \u{1}",
        "a = 1\r\n",
        "\u{feff}a = 1",
        "a = 1979-05-27",
        "a = 12:00:00",
        "a = nan",
        "a = [[[[[[[[[1]]]]]]]]]",
    ] {
        assert_eq!(read_plain(text), None, "{text}");
    }
}

#[test]
fn damaged_files_are_refused_or_read_as_the_toml_crate_reads_them() {
    const LETTERS: [&str; 16] =
        ["\"", "\\", "\n", "[", "]", "{", "}", ",", "=", "#", ".", " ", "a", "0", "\"\"\"", "[[a]]\n"];
    let mut stream = Stream::new(5, "test");
    let (mut read, mut left) = (0, 0);
    for _ in 0..3_000 {
        let (_, text) = TABLES[stream.below(TABLES.len() as u32) as usize];
        let lines: Vec<&str> = text.lines().collect();
        let first = stream.below(lines.len() as u32 - 12) as usize;
        let mut part = lines[first..first + 12].join("\n");
        for _ in 0..stream.below(3) {
            let mut at = stream.below(part.len() as u32) as usize;
            while !part.is_char_boundary(at) {
                at -= 1;
            }
            match stream.below(2) {
                0 => drop(part.remove(at)),
                _ => part.insert_str(at, LETTERS[stream.below(16) as usize]),
            }
        }
        match read_plain(&part) {
            Some(plain) => {
                assert_eq!(Some(plain), judged(&part), "{part}");
                read += 1;
            }
            None => left += 1,
        }
    }
    assert!(read > 300 && left > 300, "{read} {left}");
}
