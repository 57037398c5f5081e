//! Dungeons that no generator makes: drawings, prints and tables of them end in a file or in a sentence, never in a panic.

use undercroft::dungeon::{Dungeon, Feature, Note, NoteKind};
use undercroft::grid::Cell;
use undercroft_formats::{Options, WriteError, by_name};

const LOOKED_AT: [&str; 5] = ["svg", "png", "pdf", "uvtt", "foundry"];

fn crypt() -> Dungeon {
    undercroft::generate("crypt", 4).unwrap()
}

/// The files of a format, small where pixels can be chosen.
fn export(name: &str, dungeon: &Dungeon) -> Result<(usize, Option<String>), WriteError> {
    let format = by_name(name).unwrap();
    let small = [("px", 8), ("square_px", 20)].into_iter().filter(|(key, _)| format.option(key).is_some());
    let options = Options::parse(format, small.map(|(key, pixels)| (key, pixels.into()))).unwrap();
    let output = format.export(dungeon, &options)?;
    Ok((output.files.iter().map(|file| file.bytes.len()).sum(), output.note))
}

#[test]
fn features_off_the_map_and_rooms_without_floor_are_left_out() {
    let mut dungeon = crypt();
    let far = [Cell::new(-5, -5), Cell::new(i32::MAX - 9, 3), Cell::new(4000, 4000), Cell::new(2, -1)];
    let stray = dungeon.features[0].clone();
    dungeon.features.extend(far.map(|cell| Feature { cell, ..stray.clone() }));
    dungeon.rooms[1].floor.clear();
    for name in LOOKED_AT {
        let (bytes, _) = export(name, &dungeon).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(bytes > 1000, "{name}: {bytes}");
    }
}

#[test]
fn a_hundred_thousand_features_are_dots_and_told() {
    let mut dungeon = crypt();
    let standing = dungeon.features.iter().find(|feature| feature.is_on_floor() && !feature.flat).unwrap().clone();
    dungeon.features = vec![standing; 100_000];
    let (bytes, note) = export("svg", &dungeon).unwrap();
    assert!(bytes < 20_000_000, "{bytes}");
    assert!(note.is_some_and(|note| note.contains("100000") || note.contains("100,000")), "the dots are told");
    export("pdf", &dungeon).unwrap();
}

#[test]
fn long_texts_are_printed_whole_and_letters_that_are_not_drawn_are_told_once() {
    let mut dungeon = crypt();
    let text = "\u{5b57} ".repeat(1000);
    for room in &mut dungeon.rooms {
        room.notes = vec![Note { text: text.clone(), plain: text.clone(), secret: false, kind: NoteKind::Sense }];
    }
    for name in ["svg", "pdf"] {
        let (_, note) = export(name, &dungeon).unwrap();
        let note = note.unwrap_or_default();
        assert_eq!(note.matches('\u{5b57}').count(), 1, "{name}: {note}");
    }
}
