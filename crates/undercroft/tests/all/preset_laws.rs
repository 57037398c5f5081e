//! The laws of all presets: sound, complete, seldom in slots, and turned with their entrance.
//!
//! `scripts/laws places` looks at 10,000 seeds of each preset; here are as many as `scripts/test` has time for.

use crate::dungeons;
use crate::law_size;

use dungeons::{made, preset};
use law_size::{report, seeds};
use rayon::prelude::*;
use undercroft::dungeon::{Dungeon, Role, RoomId};
use undercroft::field::MethodKind;
use undercroft::grid::Rect;
use undercroft::recipe::{RecipeFile, presets};
use undercroft::seed::Seed;
use undercroft::verify::verify;

/// What the dungeons of a preset have in common.
#[derive(Clone, Debug, Default)]
struct Tally {
    seeds: u64,
    /// The seed and its first flaw.
    flawed: Vec<String>,
    /// Seeds with fewer rooms than were asked for.
    short: Vec<u64>,
    /// Seeds of plans whose rooms lie in slots.
    in_slots: Vec<u64>,
}

impl Tally {
    fn new(file: &RecipeFile, seed: u64) -> Self {
        let dungeon = made(file, seed);
        let flaw = verify(&dungeon).flaws.first().map(|flaw| format!("seed {seed}: {flaw}"));
        Self {
            seeds: 1,
            flawed: flaw.into_iter().collect(),
            short: (!is_complete(&dungeon)).then_some(seed).into_iter().collect(),
            in_slots: is_in_slots(&dungeon).then_some(seed).into_iter().collect(),
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.seeds += other.seeds;
        self.flawed.extend(other.flawed);
        self.short.extend(other.short);
        self.in_slots.extend(other.in_slots);
        self
    }

    /// What does not hold. In a small sample one dungeon may be the exception.
    fn broken(&self, name: &str) -> Vec<String> {
        let few = |seeds: &[u64]| seeds.len() as u64 <= (self.seeds / 100).max(1);
        let laws = [
            (self.flawed.is_empty(), format!("flaws: {:?}", &self.flawed[..self.flawed.len().min(3)])),
            (few(&self.short), format!("rooms are missing in seeds {:?}", self.short)),
            (few(&self.in_slots), format!("seeds {:?} are in slots", self.in_slots)),
        ];
        laws.into_iter().filter(|(holds, _)| !holds).map(|(_, problem)| format!("{name}: {problem}")).collect()
    }
}

/// Halls of houses are made between rooms and counted with none.
fn is_complete(dungeon: &Dungeon) -> bool {
    let rooms = dungeon.rooms.iter().filter(|room| !room.roles.contains(&Role::Hall)).count() as u64;
    let all = dungeon.rooms.len() as u64;
    dungeon.provenance.recipe.room_count().is_none_or(|wanted| wanted == rooms || wanted == all)
}

fn is_in_slots(dungeon: &Dungeon) -> bool {
    dungeon.warnings.iter().any(|warning| warning.starts_with("arrange:"))
}

#[test]
fn every_preset_is_sound_complete_and_seldom_in_slots() {
    let seeds = seeds(25);
    let mut broken = Vec::new();
    let (mut short, mut in_slots) = (0, 0);
    println!("| preset | seeds | flawed | rooms missing | in slots |\n|---|---|---|---|---|");
    for name in presets().iter().map(|preset| preset.name) {
        let file = preset(name);
        let tally = (1..=seeds).into_par_iter().map(|seed| Tally::new(&file, seed)).reduce(Tally::default, Tally::and);
        let Tally { flawed, short: missing, in_slots: slots, .. } = &tally;
        println!("| {name} | {seeds} | {} | {} | {} |", flawed.len(), missing.len(), slots.len());
        short += missing.len();
        in_slots += slots.len();
        broken.extend(tally.broken(name));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    report(
        "presets are sound, with all rooms in ≥ 99 % and slots in ≤ 1 %",
        format!("{seeds} seeds × {} presets", presets().len()),
        format!("0 flaws; rooms missing in {short}, in slots {in_slots}"),
    );
}

/// Sides of rooms and lengths of corridors, as they are in every turn. Stairs choose their cells on the finished map: rooms
/// with stairs may have an alcove more.
fn turned_facts(dungeon: &Dungeon) -> (Vec<[i32; 2]>, Vec<usize>) {
    let has_stairs = |room: RoomId| dungeon.links.iter().any(|link| link.stairs().is_some() && link.touches(room));
    let sides = |bounds: Rect| [bounds.width().min(bounds.height()), bounds.width().max(bounds.height())];
    let rooms = dungeon.rooms.iter().filter(|room| !has_stairs(room.id)).map(|room| sides(room.bounds())).collect();
    let corridors = dungeon.links.iter().filter(|link| link.stairs().is_none());
    (rooms, corridors.map(|link| link.path().len()).collect())
}

/// The presets that grow or follow a plan, without what is routed on the finished map.
fn turning() -> Vec<(&'static str, RecipeFile)> {
    let joined = |name: &'static str| {
        let mut file = preset(name);
        for setting in ["extra_links=0", "secrets.chance=0"] {
            file.set(setting).unwrap_or_else(|error| panic!("{error}"));
        }
        (name, file)
    };
    let is_turned = |(_, file): &(&str, RecipeFile)| {
        let kind = file.check(Seed::new(1)).map(|recipe| recipe.method.kind());
        kind.is_ok_and(|kind| [MethodKind::Accrete, MethodKind::Plan].contains(&kind))
    };
    presets().iter().map(|preset| joined(preset.name)).filter(is_turned).collect()
}

#[test]
fn turning_the_entrance_turns_growth_and_plans() {
    let seeds = seeds(25);
    let recipes = turning();
    let complaint = |name: &str, file: &RecipeFile, seed: u64| {
        let facts = ["south", "north", "east", "west"].map(|side| {
            let mut file = file.clone();
            file.set(&format!("entrance_side={side}")).unwrap_or_else(|error| panic!("{error}"));
            turned_facts(&made(&file, seed))
        });
        facts[1..]
            .iter()
            .find(|other| **other != facts[0])
            .map(|other| format!("{name} {seed}: {:?} {other:?}", facts[0]))
    };
    let runs: Vec<_> = recipes.iter().flat_map(|recipe| (1..=seeds).map(move |seed| (recipe, seed))).collect();
    let wrong: Vec<String> =
        runs.into_par_iter().filter_map(|((name, file), seed)| complaint(name, file, seed)).collect();
    assert!(wrong.is_empty(), "{} of {} turns: {:?}", wrong.len(), recipes.len() as u64 * seeds, wrong);
    report(
        "turning `entrance_side` turns growth and plans",
        format!("{seeds} seeds × {} presets × 4 sides", recipes.len()),
        "0 differences",
    );
}
