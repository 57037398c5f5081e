//! The Rust snippets of README and cookbook, written by `UNDERCROFT_BLESS=1 cargo test -p undercroft-cli --test docs`.

fn readme_1() -> Result<(), Box<dyn std::error::Error>> {
use undercroft::{Error, format::text, generate, verify};

fn main() -> Result<(), Error> {
    let dungeon = generate("small-dungeon", 7)?;
    assert!(verify(&dungeon).is_sound());
    println!("{}\n{}", dungeon.name, text::write(&dungeon));
    Ok(())
}
Ok(main()?)
}

fn docs_cookbook_1() -> Result<(), Box<dyn std::error::Error>> {
use undercroft::{Terrain, generate};

let dungeon = generate("small-dungeon", 7)?;
let level = &dungeon.levels[0];
let solid = dungeon.solid(level);
let mut tiles = Vec::new();
for cell in level.size().cells() {
    let tile = match level.at(cell) {
        Terrain::Rock => 0_u8,
        Terrain::Wall => 1,
        Terrain::Door => 2,
        _ => 3,
    };
    tiles.push((tile, solid.contains(cell)));
}
assert_eq!(tiles.len(), 80 * 80);
Ok(())
}

fn docs_cookbook_2() -> Result<(), Box<dyn std::error::Error>> {
use undercroft::dungeon::SpawnKind;
use undercroft::generate;

let dungeon = generate("small-dungeon", 7)?;
for spawn in dungeon.spawns.iter().filter(|spawn| spawn.kind == SpawnKind::Enemy) {
    println!("{} on level {}: difficulty {}", spawn.cell, spawn.z, spawn.difficulty);
}
for feature in &dungeon.features {
    let light = feature.light.map_or(0, |light| light.dim_feet);
    println!("{} at {}, looks {:?}, light {light} ft", feature.kind, feature.cell, feature.front());
}
Ok(())
}

fn docs_cookbook_3() -> Result<(), Box<dyn std::error::Error>> {
use undercroft::generate;

let dungeon = generate("small-dungeon", 7)?;
for room in dungeon.keyed_rooms() {
    println!("{} {}", dungeon.room_label(room.id), room.title());
    for note in room.notes.iter().filter(|note| !note.secret) {
        println!("    {}", note.plain);
    }
}
Ok(())
}

fn docs_cookbook_4() -> Result<(), Box<dyn std::error::Error>> {
use undercroft::generate;
use undercroft::sight::{Floor, Fov, Observer, View};

let dungeon = generate("small-dungeon", 7)?;
let level = &dungeon.levels[0];
let mut floor = Floor::new(&dungeon.opaque(level));
let (mut fov, mut view) = (Fov::new(), View::new(level.size()));

let hero = dungeon.spawns[0].cell;
fov.exact(&floor, Observer::one(hero), None, &mut view).expect("the hero stands on the map");
assert!(view.contains(hero));

let door = dungeon.doors[0].cells[0];
floor.set_free(door, true);
fov.exact(&floor, Observer::one(hero), None, &mut view).expect("the hero stands on the map");
Ok(())
}

fn docs_cookbook_5() -> Result<(), Box<dyn std::error::Error>> {
use undercroft::dungeon::EPOCH;
use undercroft::{Generator, Seed, generate};

let dungeon = generate("small-dungeon", 7)?;
let (saved_seed, saved_epoch) = (dungeon.provenance.seed.clone(), dungeon.provenance.epoch);

assert_eq!(saved_epoch, EPOCH, "this version makes other dungeons; load the map instead");
let loaded = Generator::preset("small-dungeon")?.seed(saved_seed.parse::<Seed>()?).generate()?;
assert_eq!(loaded, dungeon);
Ok(())
}

pub const ALL: &[(&str, fn() -> Result<(), Box<dyn std::error::Error>>)] = &[
    ("README.md, snippet 1", readme_1),
    ("docs/cookbook.md, snippet 1", docs_cookbook_1),
    ("docs/cookbook.md, snippet 2", docs_cookbook_2),
    ("docs/cookbook.md, snippet 3", docs_cookbook_3),
    ("docs/cookbook.md, snippet 4", docs_cookbook_4),
    ("docs/cookbook.md, snippet 5", docs_cookbook_5),
];
