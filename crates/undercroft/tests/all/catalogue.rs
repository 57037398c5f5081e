//! The golden catalogue: what each preset makes, kept in `tests/catalogue` and compared.
//!
//! A page has the record of the preset, the first seeds drawn as text, so that a change can be looked at, and a digest of
//! the dungeon JSON of many more, so that it cannot be missed. Digests are taken with an empty record and epoch 1: a
//! renamed field changes the block `record`, a new epoch the first line, and nothing else.
//! `UNDERCROFT_BLESS=1 cargo test -p undercroft --test all catalogue::` writes the pages.

use std::fmt::Write;
use std::path::PathBuf;

use rayon::prelude::*;
use undercroft::dungeon::{Dungeon, EPOCH};
use undercroft::events::NoEvents;
use undercroft::format::{json, text};
use undercroft::recipe::{Preset, presets};
use undercroft::seed::Seed;

use crate::golden;

use golden::fnv;

/// Seeds whose dungeons are drawn.
const DRAWN: u64 = 25;
/// Seeds whose dungeons have a digest.
const DIGESTS: u64 = 400;
/// Digests on one line.
const IN_A_LINE: usize = 8;

/// One dungeon in the catalogue.
struct Entry {
    seed: u64,
    /// Name and map, for the first ones.
    drawn: Option<String>,
    digest: String,
}

fn entries(preset: &Preset) -> Vec<Entry> {
    let file = preset.recipe().unwrap();
    let entry = |seed| {
        let recipe = file.check(Seed::new(seed)).unwrap();
        let mut dungeon =
            recipe.generate(&mut NoEvents).unwrap_or_else(|error| panic!("{} {seed}: {error}", preset.name));
        dungeon.provenance.recipe.clear();
        dungeon.provenance.epoch = 1;
        let digest = format!("{:016x}", fnv(json::write(&dungeon).as_bytes()));
        Entry { seed, drawn: (seed <= DRAWN).then(|| drawn(seed, &dungeon)), digest }
    };
    (1..=DIGESTS).into_par_iter().map(entry).collect()
}

fn drawn(seed: u64, dungeon: &Dungeon) -> String {
    let map = text::write(dungeon);
    let lines: Vec<&str> = map.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(0);
    format!("seed {seed}: {}\n{}\n", dungeon.name, lines[first..=last].join("\n"))
}

/// Every field of the preset's recipe as its dungeons record it, one a line. It does not depend on the seed.
fn record(preset: &Preset) -> String {
    let recipe = preset.recipe().and_then(|file| file.check(Seed::new(1))).unwrap();
    let mut record = String::new();
    recipe.record.iter().for_each(|(key, value)| writeln!(record, "{key} = {value}").unwrap());
    record
}

/// The file of a preset.
fn page(preset: &Preset, entries: &[Entry]) -> String {
    let mut page = format!(
        "{}, epoch {EPOCH}: the record, seeds 1 to {DRAWN} as text, then FNV-1a of the dungeon JSON of seeds 1 to \
         {DIGESTS} with an empty record.\n\nrecord\n{}\n",
        preset.name,
        record(preset)
    );
    for drawn in entries.iter().filter_map(|entry| entry.drawn.as_ref()) {
        let _ = writeln!(page, "{drawn}");
    }
    page.push_str(DIGEST_HEAD);
    for line in entries.chunks(IN_A_LINE) {
        let digests: Vec<&str> = line.iter().map(|entry| entry.digest.as_str()).collect();
        let _ = writeln!(page, "{}", digests.join(" "));
    }
    page
}

const DIGEST_HEAD: &str = "digests\n";

/// The digests in a file, by position.
fn digests(page: &str) -> Vec<&str> {
    page.split_once(DIGEST_HEAD).map(|(_, digests)| digests.split_whitespace().collect()).unwrap_or_default()
}

/// What changed first, as a complaint.
fn complaint(preset: &Preset, kept: &str, entries: &[Entry]) -> String {
    let kept_digests = digests(kept);
    let changed: Vec<&Entry> =
        entries.iter().filter(|entry| kept_digests.get(entry.seed as usize - 1) != Some(&&*entry.digest)).collect();
    let Some(first) = changed.first() else {
        return format!("the catalogue of {} is not what it was: only its record changed", preset.name);
    };
    let recipe = preset.recipe().and_then(|file| file.check(Seed::new(first.seed))).unwrap();
    let now = drawn(first.seed, &recipe.generate(&mut NoEvents).unwrap());
    let before = kept.split("\n\n").find(|part| part.starts_with(&format!("seed {}: ", first.seed)));
    format!(
        "{} of {DIGESTS} dungeons of {} are not what they were; the first is seed {}. Now:\n{now}\nBefore:\n{}",
        changed.len(),
        preset.name,
        first.seed,
        before.unwrap_or("(not drawn in the catalogue)")
    )
}

#[test]
fn every_preset_makes_what_it_always_made() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/catalogue");
    let mut complaints = Vec::new();
    for preset in presets() {
        let entries = entries(preset);
        if let Err(kept) = golden::compare(&folder.join(format!("{}.txt", preset.name)), &page(preset, &entries)) {
            complaints.push(complaint(preset, &kept, &entries));
        }
    }
    assert!(
        complaints.is_empty(),
        "{}\n\nIf the change is meant, raise EPOCH in crates/undercroft/src/dungeon/mod.rs (or say in the commit why not) \
         and run `UNDERCROFT_BLESS=1 cargo test -p undercroft --test all catalogue::`.",
        complaints.join("\n\n")
    );
}

#[test]
fn the_digest_is_that_of_its_authors() {
    assert_eq!(fnv(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv(b"foobar"), 0x8594_4171_f739_67e8);
}
