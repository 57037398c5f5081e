//! Dungeons that are made again from what a picture or a file carries, and films of how they were made.

mod bench;

use std::fs;

use bench::Bench;

/// A chunk of a PNG.
fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let crc = [&kind[..], data].concat().iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    });
    [&(data.len() as u32).to_be_bytes()[..], &kind, data, &(!crc).to_be_bytes()].concat()
}

/// A grey pixel, stored, with texts.
fn pixel(texts: &[(&str, &str)]) -> Vec<u8> {
    let header = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0];
    let stored = [0x78, 0x01, 0x01, 0x02, 0x00, 0xfd, 0xff, 0x00, 0x80, 0x00, 0x82, 0x00, 0x81];
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    png.extend(chunk(*b"IHDR", &header));
    for (keyword, text) in texts {
        png.extend(chunk(*b"iTXt", &[keyword.as_bytes(), &[0, 0, 0, 0, 0], text.as_bytes()].concat()));
    }
    png.extend(chunk(*b"IDAT", &stored));
    png.extend(chunk(*b"IEND", &[]));
    png
}

#[test]
fn a_picture_of_any_preset_makes_the_same_bytes_again() {
    let bench = Bench::new();
    for preset in ["small-dungeon", "cave", "tower", "walker-keep", "townhouse", "dungeon"] {
        let formats = ["-f", "png", "-f", "svg", "-f", "json"];
        let first = [&["generate", preset, "--seed", "12", "-o", "a", "--px", "2", "-q"], &formats[..]].concat();
        bench.run(&first).well();
        for picture in ["a.png", "a.svg"] {
            let run = bench.run(&["generate", "--like", picture, "-f", "json"]).well();
            assert!(run.out.as_bytes() == fs::read(bench.path("a.json")).unwrap(), "{preset} from {picture}");
            assert!(!run.err.contains("epoch"), "{}", run.err);
        }
    }
}

#[test]
fn a_house_of_templates_is_made_again_as_a_house() {
    let bench = Bench::new();
    for setting in ["outline=true", "method=house"] {
        let first = ["generate", "walker-keep", "--seed", "4", "--set", setting, "--set", "category=dungeon"];
        bench.run(&[&first[..], &["-o", "a.json", "-q"]].concat()).well();
        let again = bench.run(&["generate", "--like", "a.json", "-f", "json"]).well().out;
        assert!(again.as_bytes() == fs::read(bench.path("a.json")).unwrap(), "{setting}");
    }
}

#[test]
fn drawings_for_players_and_of_others_cannot_be_made_again() {
    let bench =
        Bench::new().with("foreign.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").with("cut.svg", "<svg><g>");
    bench.run(&["generate", "--seed", "3", "-o", "players.svg", "--player"]).well();
    for (file, sentence) in [
        ("players.svg", "players.svg: the picture carries no recipe"),
        ("foreign.svg", "foreign.svg: the picture carries no recipe"),
        ("cut.svg", "cut.svg: malformed SVG"),
    ] {
        let run = bench.run(&["generate", "--like", file]);
        assert!(run.code == 2 && run.err.contains(sentence) && run.err.lines().count() == 1, "{run:?}");
    }
    let players = fs::read_to_string(bench.path("players.svg")).unwrap();
    assert!(!players.contains("rooms.count"), "nothing of the recipe");
}

#[test]
fn a_picture_of_another_epoch_is_made_again_with_a_warning() {
    let recipe = "{\"rooms.count\":4}";
    let notes = |epoch| pixel(&[("Seed", "7"), ("Recipe", recipe), ("Epoch", epoch)]);
    let bench = Bench::new().with("new.png", notes("99")).with("odd.png", notes("soon"));
    let run = bench.run(&["generate", "--like", "new.png", "-f", "text"]).well();
    let sentence = "new.png was made by epoch 99, this program is epoch 4: it may come out differently\n";
    assert!(run.err.contains(sentence), "{}", run.err);
    let run = bench.run(&["generate", "--like", "odd.png"]);
    assert!(run.code == 2 && run.err.contains("the epoch in odd.png: need a number, got \"soon\""), "{run:?}");
}

#[test]
fn pictures_without_what_is_needed_say_so() {
    let bench = Bench::new();
    bench.run(&["generate", "--seed", "1", "-o", "whole.png", "--px", "2", "-q"]).well();
    let whole = fs::read(bench.path("whole.png")).unwrap();
    let bench = bench
        .with("foreign.png", pixel(&[("Title", "Of another program")]))
        .with("half.png", &whole[..whole.len() / 2])
        .with("bad-recipe.png", pixel(&[("Seed", "7"), ("Recipe", "{\"rooms.count\":")]))
        .with("bad-seed.png", pixel(&[("Seed", "seven"), ("Recipe", "{}")]))
        .with("noise.png", b"\x89PNG and then nothing of the kind");
    let cases = [
        (
            "foreign.png",
            "foreign.png: the picture carries no recipe; only the game master's pictures of generated dungeons do",
        ),
        ("half.png", "half.png: the PNG is cut off; a whole one ends with its IEND chunk"),
        ("bad-recipe.png", "the recipe in bad-recipe.png"),
        ("bad-seed.png", "the seed in bad-seed.png"),
        ("noise.png", "noise.png: the image is not PNG"),
    ];
    for (file, sentence) in cases {
        let run = bench.run(&["generate", "--like", file, "-o", "x.json"]);
        assert!(run.code == 2 && run.err.starts_with("error: ") && run.err.contains(sentence), "{file}: {run:?}");
        assert!(run.err.lines().count() == 1 && !bench.files().contains(&"x.json".to_owned()), "{run:?}");
    }
}

#[test]
fn a_film_is_written_beside_the_dungeon_and_the_trace() {
    let bench = Bench::new();
    let args = ["generate", "--seed", "3", "--animate", "making.gif", "--trace", "t.jsonl", "-o", "a.json"];
    let run = bench.run(&args).well();
    assert_eq!(bench.files(), ["a.json", "making.gif", "t.jsonl"]);
    assert!(fs::read(bench.path("making.gif")).unwrap().starts_with(b"GIF89a"));
    assert!(run.err.contains("wrote making.gif"), "{}", run.err);
    let plain = bench.run(&["generate", "--seed", "3", "-f", "json"]).well();
    assert!(plain.out.as_bytes() == fs::read(bench.path("a.json")).unwrap(), "watching changes nothing");
    let run = bench.run(&["generate", "--seed", "3", "--animate", "making.png"]).well();
    assert_eq!(run.out, "", "a film is enough");
    assert!(fs::read(bench.path("making.png")).unwrap().windows(4).any(|word| word == b"acTL"));
    for (args, sentence) in [
        (&["--animate", "making.mp4"][..], "moving pictures end in .gif or .png, got making.mp4"),
        (&["--animate", "x.gif", "--player"], "leave out --player"),
        (&["--animate", "x.gif", "--seeds", "1..2", "--out-dir", "d"], "cannot be used with"),
    ] {
        let run = bench.run(&[&["generate"], args].concat());
        assert!(run.code == 2 && run.err.contains(sentence), "{run:?}");
    }
}

#[test]
fn a_trace_to_standard_output_makes_no_file_called_minus() {
    let bench = Bench::new();
    let run = bench.run(&["generate", "--seed", "3", "--trace", "-"]).well();
    assert!(run.out.lines().count() > 20 && run.out.lines().all(|line| line.starts_with("{\"event\":")), "{}", run.out);
    let both = bench.run(&["generate", "--seed", "3", "--trace", "-", "-o", "a.json"]).well();
    assert_eq!((both.out, bench.files()), (run.out, vec!["a.json".to_owned()]));
    for args in [&["-f", "json"][..], &["--json"]] {
        let run = bench.run(&[&["generate", "--trace", "-"], args].concat());
        assert!(run.code == 2 && run.err.contains("--trace - takes standard output"), "{run:?}");
    }
}

#[test]
fn a_print_is_written_by_its_ending_and_refused_beyond_its_limit() {
    let bench = Bench::new();
    let run =
        bench.run(&["generate", "--seed", "3", "-o", "a.pdf", "--paper", "letter", "--squares-per-tile", "1"]).well();
    assert!(run.err.contains("wrote a.pdf") && fs::read(bench.path("a.pdf")).unwrap().starts_with(b"%PDF-1.7"));
    let run = bench.run(&["generate", "--seed", "3", "-o", "b.pdf", "--max-pages", "3", "--pages", "all"]);
    assert!(run.code == 2 && run.err.contains(", A4, the limit is 3"), "{run:?}");
    bench.run(&["generate", "--seed", "3", "-o", "c.pdf", "--max-pages", "3"]).well();
    assert_eq!(bench.files(), ["a.pdf", "c.pdf"]);
}
