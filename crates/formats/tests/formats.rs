//! Maps of all formats: told apart, read back, and refused with a sentence.

use proptest::prelude::*;
use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::format::{json, text};
use undercroft::grid::{Grid, Size};
use undercroft::seed::Stream;
use undercroft_formats::{InputKind, movingai, read};

/// A map of the given size, each cell one of the characters.
fn scribble(width: u32, height: u32, characters: &str, seed: u64) -> String {
    let characters: Vec<char> = characters.chars().collect();
    let mut stream = Stream::new(seed, "scribble");
    let mut row = || (0..width).map(|_| stream.choose(&characters).unwrap()).chain(['\n'].iter()).collect::<String>();
    (0..height).map(|_| row()).collect()
}

fn sides() -> impl Strategy<Value = (u32, u32)> {
    // Small maps find odd shapes, large ones find limits.
    prop_oneof![20 => (1..40u32, 1..40u32), 1 => (400..=512u32, 400..=512u32)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn movingai_maps_survive_byte_for_byte((width, height) in sides(), seed: u64) {
        let rows = scribble(width, height, ".@T", seed);
        let map = format!("type octile\nheight {height}\nwidth {width}\nmap\n{rows}");
        let dungeon = read(None, map.as_bytes()).unwrap();
        prop_assert_eq!(movingai::write(&dungeon, &dungeon.levels[0]), map);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_bytes_make_the_readers_panic(bytes: Vec<u8>) {
        let _ = read(None, &bytes);
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "(type octile\nheight [0-9]{1,3}\nwidth [0-9]\nmap\n)?(--- level -?[0-9]\n)?[#., +'\"LHBS<>\n\r■so@T]{0,80}") {
        let _ = read(Some("a.map"), text.as_bytes());
    }
}

#[test]
fn formats_are_recognised_by_content_then_by_name() {
    let cases: [(Option<&str>, &str, InputKind); 12] = [
        (Some("a.txt"), "{}", InputKind::Dungeon(&undercroft_formats::json::FORMAT)),
        (Some("a.json"), "###\n#.#", InputKind::Dungeon(&undercroft_formats::text::FORMAT)),
        (Some("a.map"), "##\n", InputKind::Dungeon(&undercroft_formats::text::FORMAT)),
        (None, "type octile\nheight 1", InputKind::Dungeon(&movingai::FORMAT)),
        (None, "version 1\n", InputKind::Scenario),
        (None, "###\n#s#", InputKind::FovText),
        (None, "■■", InputKind::FovText),
        (None, "###\n#,s", InputKind::Dungeon(&undercroft_formats::text::FORMAT)),
        (None, "--- level 3\n##", InputKind::Dungeon(&undercroft_formats::text::FORMAT)),
        (Some("a.json"), "garbage", InputKind::Dungeon(&undercroft_formats::json::FORMAT)),
        (Some("a.map"), "garbage", InputKind::Dungeon(&movingai::FORMAT)),
        (None, "", InputKind::Dungeon(&undercroft_formats::text::FORMAT)),
    ];
    for (name, content, format) in cases {
        assert_eq!(InputKind::recognize(name, content.as_bytes()), format, "{name:?} {content:?}");
    }
}

#[test]
fn every_bad_file_gets_one_sentence_with_its_name() {
    let refuse = |name: &str, bytes: &[u8]| read(Some(name), bytes).unwrap_err().to_string();
    assert_eq!(refuse("a.txt", b""), "a.txt: the file is empty");
    assert_eq!(refuse("a.scen", b"version 1\n"), "a.scen: this is a list of walks (a MovingAI scenario), not a map");
    assert_eq!(refuse("a.map", b"hello"), "a.map:1: need `type octile` here, got \"hello\"");
    assert!(refuse("a.txt", b"Hello").starts_with("a.txt:1:2: unknown character 'e'; "));
}

#[test]
fn a_large_map_goes_through_every_format() {
    let size = Size::of(4096, 1024);
    let terrain =
        Grid::from_fn(size, |cell| if (cell.x * 7 + cell.y * 3) % 5 == 0 { Terrain::Wall } else { Terrain::Floor });
    let dungeon = Dungeon::bare("", vec![Level::new(0, terrain)]);
    for bytes in [text::write(&dungeon), json::write(&dungeon), movingai::write(&dungeon, &dungeon.levels[0])] {
        assert!(read(None, bytes.as_bytes()).unwrap() == dungeon);
    }
}
