//! Digests of what eight formats make of each preset, kept in `crates/undercroft/tests/catalogue/exports.txt` and compared.
//!
//! Each preset's dungeon of seed 1 is written with epoch 1 and an empty record (but for the rule of its keys), so that
//! renamed recipe fields and a new epoch change nothing here.
//! `UNDERCROFT_BLESS=1 cargo test -p undercroft-formats --test exports` writes the page.

use std::fmt::Write;
use std::path::PathBuf;

use undercroft::dungeon::{Dungeon, MarkerKind};
use undercroft::events::NoEvents;
use undercroft::field::Value;
use undercroft::recipe::{Preset, presets};
use undercroft::seed::Seed;
use undercroft_formats::{Options, by_name};

#[path = "../../undercroft/tests/support/golden.rs"]
mod golden;

/// The formats of the page. Pictures in pixels are left out: their bytes depend on a compressor.
const FORMATS: [&str; 8] = ["text", "json", "svg", "tmx", "tmj", "ldtk", "map", "scen"];

fn dungeon(preset: &Preset) -> Dungeon {
    let recipe = preset.recipe().and_then(|file| file.check(Seed::new(1))).unwrap();
    recipe.generate(&mut NoEvents).unwrap()
}

/// The digest of all text files of a document, names included.
fn digest(dungeon: &Dungeon, name: &str) -> String {
    let format = by_name(name).unwrap();
    let level = matches!(name, "map" | "scen").then(|| ("level", Value::Integer(dungeon.levels[0].z.into())));
    let options = Options::parse(format, level).unwrap();
    let mut bytes = Vec::new();
    for file in format.export(dungeon, &options).unwrap().files {
        if let Ok(text) = String::from_utf8(file.bytes) {
            let kept = text.lines().filter(|line| name != "svg" || !line.contains("<metadata"));
            bytes.extend_from_slice(file.name.as_bytes());
            kept.for_each(|line| bytes.extend_from_slice(format!("\n{line}").as_bytes()));
        }
    }
    format!("{:016x}", golden::fnv(&bytes))
}

/// The line of a preset. Drawings read the record, so the SVG is drawn with it and digested without it.
fn line(preset: &Preset) -> String {
    let drawn = dungeon(preset);
    let mut bare = drawn.clone();
    let has_keys = drawn.markers.iter().any(|marker| marker.kind == MarkerKind::Key);
    let record = drawn.provenance.recipe.to_map().into_iter().filter(|(key, _)| has_keys && key == "keys");
    (bare.provenance.recipe, bare.provenance.epoch) = (record.collect(), 1);
    let digests = FORMATS.map(|name| digest(if name == "svg" { &drawn } else { &bare }, name));
    format!("{} {}", preset.name, digests.join(" "))
}

#[test]
fn every_preset_is_exported_as_it_always_was() {
    let mut page = format!("FNV-1a of the text files of seed 1, record emptied: {}\n", FORMATS.join(" "));
    presets().iter().for_each(|preset| writeln!(page, "{}", line(preset)).unwrap());
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../undercroft/tests/catalogue/exports.txt");
    if let Err(kept) = golden::compare(&path, &page) {
        let changed: Vec<_> = page.lines().filter(|line| !kept.lines().any(|old| old == *line)).collect();
        panic!("exports are not what they were:\n{}", changed.join("\n"));
    }
}
