//! LDtk projects: what `ldtk2` reads of them, whether they agree with themselves, and whether they come back as they went.

use undercroft::dungeon::Dungeon;
use undercroft::format::ldtk::{self, LdtkOptions};
use undercroft::generate::generate;
use undercroft::recipe::{PRESETS, preset};
use undercroft::seed::Seed;
use undercroft::watch::Silent;

fn dungeon(name: &str, seed: u64) -> Dungeon {
    let file = preset(name).unwrap().recipe().unwrap();
    generate(&file.check(Seed::new(seed)).unwrap(), &mut Silent).unwrap()
}

fn project(dungeon: &Dungeon) -> String {
    let files = ldtk::write(dungeon, &LdtkOptions::default()).unwrap();
    String::from_utf8(files[0].bytes.clone()).unwrap()
}

#[test]
fn every_preset_comes_back_as_it_went() {
    for preset in PRESETS {
        for seed in 1..=3 {
            let before = dungeon(preset.name, seed);
            let text = project(&before);
            let after = ldtk::read(&text).unwrap_or_else(|error| panic!("{} {seed}: {error}", preset.name));
            assert!(after == before, "{} {seed}", preset.name);
        }
    }
}

#[test]
fn ldtk2_reads_it() {
    let text = project(&dungeon("castle", 1));
    std::fs::write("/tmp/castle.ldtk", &text).unwrap();
    let read = ldtk2::Ldtk::from_str(&text).unwrap();
    assert_eq!(read.json_version, "1.5.3");
}
