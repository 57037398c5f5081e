//! Laws of contents over all presets: a sample here, all of them with `scripts/laws contents`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::law_size::seeds;
use undercroft::contents::Contents;
use undercroft::dungeon::{Dungeon, Level, MarkerKind, SpawnKind};
use undercroft::grid::{BitGrid, Cell};
use undercroft::recipe::{Preset, presets};
use undercroft::{Generator, Seed};

/// Seeds of each preset in the tests.
const SAMPLE: u64 = 6;

fn dungeons(preset: &'static Preset) -> impl Iterator<Item = Dungeon> {
    (1..=seeds(SAMPLE)).map(move |seed| generated(preset, Seed::new(seed)))
}

fn generated(preset: &'static Preset, seed: Seed) -> Dungeon {
    Generator::preset(preset.name).unwrap().seed(seed).generate().unwrap()
}

fn without_features(dungeon: &Dungeon) -> Dungeon {
    let mut bare = dungeon.clone();
    bare.features.clear();
    bare
}

/// All positions that a body of `side` cells can reach from a cell.
fn reach(solid: &BitGrid, start: Cell, side: i32) -> BTreeSet<Cell> {
    let fits = |cell: Cell| {
        (0..side * side).all(|i| {
            let cell = cell + Cell::new(i % side, i / side);
            solid.size().contains(cell) && !solid.contains(cell)
        })
    };
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::from([start]);
    while let Some(cell) = queue.pop_front() {
        if fits(cell) && seen.insert(cell) {
            queue.extend(cell.neighbors4());
        }
    }
    seen
}

/// The slow judge of what furniture may do to a level: it takes cells away and parts nothing.
fn check_reach(dungeon: &Dungeon, bare: &Dungeon, level: &Level, preset: &str) {
    let (solid, solid_before) = (dungeon.solid(level), bare.solid(level));
    let mut seen: BTreeSet<Cell> = BTreeSet::new();
    for start in level.size().cells().filter(|&cell| !solid_before.contains(cell)) {
        if seen.contains(&start) {
            continue;
        }
        let before = reach(&solid_before, start, 1);
        seen.extend(&before);
        let Some(&first) = before.iter().find(|cell| !solid.contains(**cell)) else { continue };
        let now = reach(&solid, first, 1);
        let left_over = before.iter().find(|cell| !solid.contains(**cell) && !now.contains(cell));
        assert_eq!(left_over, None, "{preset} {} on level {}", dungeon.provenance.seed, level.z);
    }
}

/// Cells before doors, on stairs and with keys.
fn anchors(dungeon: &Dungeon, level: &Level) -> Vec<Cell> {
    let doors = dungeon.doors.iter().filter(|door| door.z == level.z);
    let before_doors =
        doors.flat_map(|door| door.cells.iter().flat_map(|&cell| [cell + door.normal, cell - door.normal]));
    let keys = dungeon.markers.iter().filter(|marker| marker.z == level.z && marker.kind == MarkerKind::Key);
    let rooms = dungeon.rooms.iter().filter(|room| room.z == level.z);
    let stairs = rooms.flat_map(|room| dungeon.links.iter().flat_map(|link| link.stairs_in(room.id))).copied();
    before_doors.chain(keys.map(|marker| marker.cell)).chain(stairs).collect()
}

/// For each position of a body of 2×2 cells, the number of its piece.
fn pieces(solid: &BitGrid) -> BTreeMap<Cell, usize> {
    let mut pieces = BTreeMap::new();
    for (number, start) in solid.size().cells().enumerate() {
        if !pieces.contains_key(&start) {
            pieces.extend(reach(solid, start, 2).into_iter().map(|cell| (cell, number)));
        }
    }
    pieces
}

/// The same for bodies of 2×2 cells: two anchors that one could join before can be joined still. It is at an anchor when it
/// covers it. Returns how many pairs there are.
fn check_wide_reach(dungeon: &Dungeon, bare: &Dungeon, level: &Level, preset: &str) -> usize {
    let at_anchors = |solid: &BitGrid| {
        let pieces = pieces(solid);
        let covering = |cell: Cell| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| cell - Cell::new(x, y));
        let of = |cell: Cell| covering(cell).iter().filter_map(|at| pieces.get(at).copied()).collect::<BTreeSet<_>>();
        anchors(dungeon, level).into_iter().map(of).collect::<Vec<_>>()
    };
    let (before, now) = (at_anchors(&bare.solid(level)), at_anchors(&dungeon.solid(level)));
    let mut pairs = 0;
    for (first, pieces) in before.iter().enumerate() {
        let later = before.iter().enumerate().skip(first + 1);
        for (second, _) in later.filter(|(_, others)| !pieces.is_disjoint(others)) {
            let seed = &dungeon.provenance.seed;
            assert!(!now[first].is_disjoint(&now[second]), "{preset} {seed} on level {}: {first} {second}", level.z);
            pairs += 1;
        }
    }
    pairs
}

#[test]
fn furniture_takes_cells_and_parts_nothing() {
    let (mut levels, mut pairs) = (0, 0);
    for preset in presets() {
        // Sets of cells are slow: not all of the dungeons.
        for dungeon in dungeons(preset).take(if seeds(SAMPLE) > SAMPLE { 25 } else { 2 }) {
            let bare = without_features(&dungeon);
            for level in &dungeon.levels {
                check_reach(&dungeon, &bare, level, preset.name);
                pairs += check_wide_reach(&dungeon, &bare, level, preset.name);
                levels += 1;
            }
        }
    }
    println!(
        "law: furniture parts nothing, for bodies of one cell and of 2×2, by slow floods | {levels} levels | {pairs} pairs of anchors for 2×2, none parted"
    );
}

/// Points of treasure that lie in a dungeon: hundredths of the greatest difficulty.
fn treasure_points(dungeon: &Dungeon) -> u32 {
    let loot = dungeon.spawns.iter().filter(|spawn| spawn.kind == SpawnKind::Loot);
    loot.map(|spawn| u32::from(spawn.difficulty.parts()) / 100).sum()
}

#[test]
fn no_dungeon_with_contents_has_a_flaw_and_treasure_is_dealt_exactly() {
    let mut count = 0;
    for preset in presets() {
        for dungeon in dungeons(preset) {
            let seed = &dungeon.provenance.seed;
            let report = undercroft::verify::verify(&dungeon);
            assert!(report.is_sound(), "{} {seed}: {:?}", preset.name, report.flaws);
            let numbered = dungeon.rooms.iter().filter(|room| room.number.is_some()).count() as u32;
            assert_eq!(treasure_points(&dungeon), 50 * numbered / 12, "{} {seed}", preset.name);
            count += 1;
        }
    }
    println!("law: no flaw | {count} dungeons | 0 flaws");
    println!("law: treasure is dealt to the last point | {count} dungeons | 0 sums off");
}

#[test]
fn seeds_and_modes_of_contents_change_no_tile_door_link_or_key() {
    for preset in presets() {
        let of = |seed: Seed, mode: &str| {
            let generator = Generator::preset(preset.name).unwrap().set("stock.mode", mode).unwrap();
            generator.seed(seed).generate().unwrap()
        };
        let first = of(Seed::new(5), "full");
        for (stock, mode) in [(1, "full"), (2, "furnish"), (3, "none")] {
            let other = of(Seed::new(5).with_stage("stock", stock), mode);
            let keys = |dungeon: &Dungeon| {
                let keys = dungeon.markers.iter().filter(|marker| marker.link.is_some());
                keys.cloned().collect::<Vec<_>>()
            };
            let tiles = |dungeon: &Dungeon| {
                let levels = dungeon.levels.iter();
                levels.map(|level| (level.terrain.clone(), level.ground.clone())).collect::<Vec<_>>()
            };
            assert_eq!(tiles(&first), tiles(&other), "{}", preset.name);
            assert_eq!((&first.doors, &first.links, &first.stubs), (&other.doors, &other.links, &other.stubs));
            assert_eq!((&first.entrance, first.goal, keys(&first)), (&other.entrance, other.goal, keys(&other)));
            let numbers = |dungeon: &Dungeon| dungeon.rooms.iter().map(|room| room.number).collect::<Vec<_>>();
            assert_eq!(numbers(&first), numbers(&other));
            match mode {
                "none" => assert!(other.features.is_empty() && other.spawns.is_empty() && !other.markers.is_empty()),
                "furnish" => assert!(other.spawns.iter().all(|spawn| spawn.kind == SpawnKind::Player)),
                _ => assert!(other.spawns.iter().any(|spawn| spawn.kind != SpawnKind::Player), "{}", preset.name),
            }
        }
    }
    println!(
        "law: three seeds and modes of contents change no tile, door, link, key or number | {} presets | kept",
        presets().len()
    );
}

#[test]
fn rooms_have_what_their_purpose_asks_for_and_are_neither_bare_nor_full() {
    let contents = Contents::shipped();
    let (mut least_furnished, mut blocked_range) = (1.0_f64, [1.0_f64, 0.0]);
    for preset in presets() {
        let (mut asking, mut furnished, mut floor, mut blocking) = (0, 0, 0, 0);
        for dungeon in dungeons(preset) {
            let table = contents.table_for(dungeon.provenance.recipe.category().unwrap_or_default());
            let mut count = vec![0; dungeon.rooms.len()];
            for feature in &dungeon.features {
                count[feature.room.unwrap().index()] += 1;
                blocking += if feature.blocks { feature.cells().count() } else { 0 };
            }
            for room in dungeon.rooms.iter().filter(|room| room.number.is_some()) {
                floor += room.area() as usize;
                let asks = room.purpose.as_deref().is_some_and(|purpose| table.asks_for_features(purpose));
                if asks && room.area() >= 12 {
                    asking += 1;
                    furnished += usize::from(count[room.id.index()] > 0);
                }
            }
        }
        let blocked = blocking as f64 / floor as f64;
        println!("{:24} {furnished}/{asking} rooms furnished, {:.1} % blocked", preset.name, 100.0 * blocked);
        least_furnished = least_furnished.min(furnished as f64 / asking as f64);
        blocked_range = [blocked_range[0].min(blocked), blocked_range[1].max(blocked)];
        assert!(100 * furnished >= 97 * asking, "{}: {furnished} of {asking} rooms", preset.name);
        assert!((40..=140).contains(&(1000 * blocking / floor)), "{}: {blocking} of {floor} cells", preset.name);
    }
    let (rooms, [least, most]) = (100.0 * least_furnished, blocked_range.map(|part| 100.0 * part));
    println!(
        "law: rooms of 12 cells or more whose purpose asks for features have one: 97 % or more of each preset | {} seeds each | {rooms:.1} % in the worst",
        seeds(SAMPLE)
    );
    println!(
        "law: blocking cells are 4 to 14 % of the floor of each preset | {} seeds each | {least:.1} to {most:.1} %",
        seeds(SAMPLE)
    );
}

#[test]
fn danger_rises_with_depth_and_groups_have_the_members_they_count() {
    let mut all = [0; 3];
    for preset in presets() {
        let mut by_third = [(0, 0); 3];
        for dungeon in dungeons(preset) {
            let mut rooms: Vec<_> = dungeon.rooms.iter().filter(|room| room.number.is_some()).collect();
            // Thirds of fewer rooms are single rooms.
            if rooms.len() < 9 {
                continue;
            }
            rooms.sort_by_key(|room| (room.difficulty, room.id));
            for (i, room) in rooms.iter().enumerate() {
                let enemies =
                    dungeon.spawns.iter().filter(|spawn| spawn.room == room.id && spawn.kind == SpawnKind::Enemy);
                let third = &mut by_third[3 * i / rooms.len()];
                *third = (
                    third.0 + enemies.map(|spawn| 100 + usize::from(spawn.difficulty.parts())).sum::<usize>(),
                    third.1 + 1,
                );
            }
            for group in &dungeon.groups {
                let members = dungeon.spawns.iter().filter(|spawn| spawn.group == Some(group.id));
                assert_eq!(members.count(), group.count as usize, "{}", preset.name);
                assert!(group.rooms.contains(&group.home));
            }
        }
        let means = by_third.map(|(sum, rooms): (usize, usize)| sum.checked_div(rooms).unwrap_or(0));
        println!("{:24} danger by thirds of the rooms {means:?}", preset.name);
        all.iter_mut().zip(means).for_each(|(sum, mean)| *sum += mean);
    }
    println!("law: danger rises from third to third of the rooms | {} seeds each | points {all:?}", seeds(SAMPLE));
    assert!(all[0] < all[1] && all[1] < all[2], "{all:?}");
}

/// Counts of each kind, as a share of all features of a dungeon.
fn kind_shares(dungeon: &Dungeon) -> BTreeMap<String, f64> {
    let mut shares = BTreeMap::new();
    for feature in &dungeon.features {
        *shares.entry(feature.kind.clone()).or_insert(0.0) += 1.0 / dungeon.features.len() as f64;
    }
    shares
}

fn distance(a: &BTreeMap<String, f64>, b: &BTreeMap<String, f64>) -> f64 {
    let kinds: BTreeSet<_> = a.keys().chain(b.keys()).collect();
    kinds.into_iter().map(|kind| (a.get(kind).unwrap_or(&0.0) - b.get(kind).unwrap_or(&0.0)).powi(2)).sum()
}

#[test]
fn a_category_is_told_from_the_others_by_its_furniture_alone() {
    let mut by_table: BTreeMap<String, Vec<BTreeMap<String, f64>>> = BTreeMap::new();
    for preset in presets() {
        for dungeon in (1..=seeds(SAMPLE).max(20)).map(|seed| generated(preset, Seed::new(seed))) {
            let table = Contents::shipped().table_for(dungeon.provenance.recipe.category().unwrap_or_default());
            by_table.entry(table.name().to_owned()).or_default().push(kind_shares(&dungeon));
        }
    }
    let centroid = |all: &Vec<BTreeMap<String, f64>>| {
        let mut mean = BTreeMap::new();
        for (kind, share) in all.iter().flatten() {
            *mean.entry(kind.clone()).or_insert(0.0) += share / all.len() as f64;
        }
        mean
    };
    let centroids: BTreeMap<_, _> = by_table.iter().map(|(table, all)| (table.clone(), centroid(all))).collect();
    let (mut right, mut all) = (0, 0);
    for (table, dungeons) in &by_table {
        let nearest = |shares: &BTreeMap<String, f64>| {
            let by_distance = |a: &&String, b: &&String| {
                distance(shares, &centroids[*a]).total_cmp(&distance(shares, &centroids[*b]))
            };
            centroids.keys().min_by(by_distance).unwrap().clone()
        };
        let hits = dungeons.iter().filter(|shares| nearest(shares) == *table).count();
        println!("{table:12} {hits} of {}", dungeons.len());
        (right, all) = (right + hits, all + dungeons.len());
    }
    println!("law: furniture alone tells a category from the others: 90 % or more | {all} dungeons | {right} right");
    assert!(10 * right >= 9 * all, "{right} of {all}");
}
