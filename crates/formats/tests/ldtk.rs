//! LDtk projects: what `ldtk2` reads of them, whether they agree with themselves, whether they come back as they went,
//! and what is reported of projects that were edited or broken.

#[path = "ldtk/bad.rs"]
mod bad;
#[path = "ldtk/consistency.rs"]
mod consistency;
#[path = "ldtk/edited.rs"]
mod edited;
#[path = "ldtk/picture.rs"]
mod picture;
#[path = "ldtk/reader.rs"]
mod reader;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use rayon::prelude::*;
use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::format::text;
use undercroft::recipe::{RecipeFile, preset, presets};
use undercroft::seed::{Seed, Stream};
use undercroft::verify::verify;
use undercroft_formats as format;
use undercroft_formats::InputKind;
use undercroft_formats::ldtk::{self, LdtkOptions};
use undercroft_formats::tileset::TilePixels;

fn dungeon(name: &str, seed: u64) -> Dungeon {
    make(&preset(name).unwrap().recipe().unwrap(), seed)
}

fn make(file: &RecipeFile, seed: u64) -> Dungeon {
    file.check(Seed::new(seed)).unwrap().generate(&mut NoEvents).unwrap()
}

/// The dungeons of the first seeds of every preset.
fn all_presets(seeds: u64) -> impl ParallelIterator<Item = (&'static str, u64, Dungeon)> {
    presets().par_iter().flat_map(move |preset| {
        (1..=seeds).into_par_iter().map(move |seed| (preset.name, seed, dungeon(preset.name, seed)))
    })
}

fn project(dungeon: &Dungeon) -> String {
    project_with(dungeon, &LdtkOptions::default())
}

fn project_with(dungeon: &Dungeon, options: &LdtkOptions) -> String {
    let files = ldtk::write(dungeon, options).unwrap();
    String::from_utf8(files[0].bytes.clone()).unwrap()
}

#[test]
fn every_preset_comes_back_as_it_went() {
    all_presets(5).for_each(|(name, seed, before)| {
        let after = ldtk::read(&project(&before)).unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
        assert!(after == before, "{name} {seed}");
    });
}

#[test]
fn the_same_dungeon_gives_the_same_bytes() {
    for (name, seed) in [("castle", 3), ("cave", 1), ("walker-keep", 2)] {
        let options = LdtkOptions { tile: TilePixels::ThirtyTwo, ..LdtkOptions::default() };
        let [first, second] = [0, 1].map(|_| ldtk::write(&dungeon(name, seed), &options).unwrap());
        assert_eq!(first, second);
        let names: Vec<&str> = first.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["dungeon.ldtk", "dungeon-tiles.png"]);
    }
}

#[test]
fn a_project_is_recognised_by_its_content() {
    let text = project(&dungeon("crypt", 1));
    assert_eq!(format::InputKind::recognize(Some("crypt.json"), text.as_bytes()), InputKind::Dungeon(&ldtk::FORMAT));
    assert_eq!(format::InputKind::recognize(None, &text.as_bytes()[..500]), InputKind::Dungeon(&ldtk::FORMAT));
    assert_eq!(format::InputKind::recognize(Some("a.ldtk"), b"garbage"), InputKind::Dungeon(&ldtk::FORMAT));
    assert_eq!(format::read(Some("x.ldtk"), text.as_bytes()).unwrap(), dungeon("crypt", 1));
}

#[test]
fn a_dungeon_without_levels_is_no_project() {
    let error = ldtk::write(&Dungeon::bare("", Vec::new()), &LdtkOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "a dungeon without levels cannot be an LDtk project");
}

#[test]
fn players_get_nothing_that_tells_of_secrets() {
    let with_secrets =
        all_presets(8).filter(|(.., dungeon)| dungeon.links.iter().any(undercroft::Link::is_secret_passage));
    let checked = with_secrets.map(|(name, seed, dungeon)| {
        let text = project_with(&dungeon, &LdtkOptions { player: true, ..LdtkOptions::default() });
        assert!(!text.contains("V_String\",\"params\":[\"SecretPassage\"]"), "{name} {seed}");
        consistency::check(&text);
        let after = ldtk::read(&text).unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
        assert!(after.provenance.seed.is_empty() && after.provenance.recipe.is_empty() && after.warnings.is_empty());
        assert!(after.doors.iter().all(|door| !door.secret) && after.doors.len() < dungeon.doors.len());
        assert!(after.links.iter().all(|link| !link.is_secret_passage()), "{name} {seed}");
        1
    });
    assert!(checked.sum::<u32>() > 10, "too few dungeons have secrets to say anything");
}

#[test]
fn a_large_dungeon_is_written_and_read_quickly() {
    let text = "width=512\nheight=512\nrooms.count=300\nrooms.min=5\nrooms.max=14\nrooms.grid=2";
    let dungeon = make(&RecipeFile::parse("large", text).unwrap(), 1);
    let start = Instant::now();
    let written = project(&dungeon);
    let writing = start.elapsed();
    let start = Instant::now();
    let after = ldtk::read(&written).unwrap();
    let reading = start.elapsed();
    println!(
        "512×512, {} rooms, {} MB: written in {writing:.0?}, read in {reading:.0?}",
        dungeon.rooms.len(),
        written.len() >> 20
    );
    assert!(after == dungeon);
    // Without optimisation the limit says nothing about the program.
    assert!(cfg!(debug_assertions) || writing < Duration::from_secs(2), "{writing:?}");
}

/// A map of these characters, drawn at random.
fn scribble(width: u32, height: u32, glyphs: &str, seed: u64) -> String {
    let glyphs: Vec<char> = glyphs.chars().collect();
    let mut stream = Stream::new(seed, "scribble");
    let mut row = || (0..width).map(|_| *stream.choose(&glyphs).unwrap()).chain(['\n']).collect::<String>();
    (0..height).map(|_| row()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_drawn_map_comes_back_as_it_went(width in 1..30u32, height in 1..30u32, seed: u64, plain: bool) {
        let glyphs = if plain { "#." } else { "##....,+'\"LHBS<> " };
        let drawn = format!("--- level 1\n{}\n--- level 0\n{}", scribble(width, height, glyphs, seed), scribble(width, height, glyphs, !seed));
        let before = text::read(&drawn).unwrap();
        let written = project(&before);
        consistency::check(&written);
        prop_assert!(ldtk::read(&written).unwrap() == before);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_absurd_number_makes_the_reader_panic(at in any::<prop::sample::Index>(), number in prop::sample::select(ABSURD)) {
        let text = SMALL.with(|bytes| String::from_utf8(bytes.clone()).unwrap());
        let is_digit = |c: char| c.is_ascii_digit();
        let start = at.index(text.len());
        let start = text[start..].find(is_digit).map_or(0, |digit| start + digit);
        let end = text[start..].find(|c| !is_digit(c)).map_or(text.len(), |end| start + end);
        use_what_can_be_read(format!("{}{number}{}", &text[..start], &text[end..]).as_bytes());
    }

    #[test]
    fn no_broken_project_makes_the_reader_panic(at in any::<prop::sample::Index>(), byte: u8, cut: bool) {
        let mut bytes = SMALL.with(Clone::clone);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(if cut { at } else { bytes.len() });
        use_what_can_be_read(&bytes);
    }
}

const ABSURD: &[&str] =
    &["-1", "0", "3", "16385", "32767", "2147483647", "-2147483648", "9223372036854775807", "1e300", "null"];

/// Whatever passes the reader can be used.
fn use_what_can_be_read(bytes: &[u8]) {
    if let Ok(dungeon) = format::read(None, bytes) {
        verify(&dungeon);
        project(&dungeon);
    }
}

thread_local! {
    static SMALL: Vec<u8> = project(&text::read("#####\n#..+,\n#.>##\n#####\n\n--- level -1\n#####\n#.<L,\n#####\n").unwrap()).into_bytes();
}
