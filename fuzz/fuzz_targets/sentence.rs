//! Sentences of content tables are read or refused, with a letter inside the text. What was read is written out in a
//! dungeon that stays sound, and no note is too long.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use undercroft::contents::{Contents, check_sentence};
use undercroft::events::NoEvents;
use undercroft::recipe::StockSpec;
use undercroft::stock::stock;
use undercroft::verify::FlawCode;
use undercroft::{Dungeon, Fraction, Generator, Seed, verify};

/// The most letters of a note.
const NOTE: usize = 160;

/// A dungeon with locks and several rooms, and nothing in them.
static BARE: LazyLock<Dungeon> = LazyLock::new(|| {
    let crypt = Generator::preset("crypt").and_then(|crypt| crypt.set("stock.mode", "none"));
    crypt.and_then(|crypt| crypt.seed(4).generate()).expect("the preset is sound")
});

/// A table whose rooms have this sentence for a note of every kind that takes it.
fn table(text: &str) -> Option<Contents> {
    let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
    let kinds = ["sense", "oddity", "danger", "key", "lock", "goal", "inhabitant"];
    let notes: String = kinds.map(|kind| format!("{kind} = [\"{quoted}\"]\n")).concat();
    let own = format!("extends = \"crypt\"\n[purpose.hall]\nweight = 1000\n[purpose.hall.notes]\n{notes}");
    Contents::with_files(&[("own.toml", &own)]).ok()
}

fuzz_target!(|text: &str| {
    for (letter, message) in check_sentence(text) {
        assert!(letter.is_none_or(|letter| (1..=text.chars().count()).contains(&letter)), "{message}");
    }
    let Some(contents) = table(text) else { return };
    let mut dungeon = BARE.clone();
    let mut spec = StockSpec::default();
    (spec.table, spec.notes) = (Some("own".to_owned()), Fraction::ONE);
    stock(&mut dungeon, &spec, &contents, &Seed::new(1), &mut NoEvents)
        .expect("a sentence that was read can be written");
    for note in dungeon.rooms.iter().flat_map(|room| &room.notes) {
        assert!(note.plain.chars().count() <= NOTE, "{}", note.plain);
    }
    let mut flaws = verify(&dungeon).flaws;
    // Only a recipe keeps its files in the dungeon.
    flaws.retain(|flaw| flaw.code != FlawCode::TableUnknown);
    assert!(flaws.is_empty(), "{flaws:?}");
});
