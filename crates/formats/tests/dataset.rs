//! Data sets: hashes, splits, shards, and that every damage is found and named.

use proptest::prelude::*;
use undercroft::Generator;
use undercroft::events::NoEvents;
use undercroft::recipe::preset;
use undercroft_formats::dataset::{
    ColumnGroup, DatasetManifest, DatasetPlan, DatasetSplit, RowFailure, RowMaker, SeedSpan, SeedType, ShardFile,
    ShardShare, Sidecar, TileBlock, UnmetSeed, pack_nibbles, sha256, symmetry_hash, unpack_nibbles,
};

fn plan(name: &str, first: u64, last: u64) -> DatasetPlan {
    let recipe = preset(name).unwrap().recipe().unwrap();
    let mut plan = DatasetPlan::new(&recipe, SeedSpan { first, last }).unwrap();
    plan.split = DatasetSplit::parse("test=0.3,val=0.2").unwrap();
    plan
}

fn shard(plan: &DatasetPlan, number: u32) -> ShardFile {
    let maker = RowMaker::new(plan.clone()).unwrap();
    maker.shard(number, |seeds| seeds.map(|seed| maker.row(seed, &mut NoEvents)).collect()).unwrap()
}

/// The first shard without the row of a seed.
fn without_its_row(plan: &DatasetPlan, left_out: u64) -> ShardFile {
    let maker = RowMaker::new(plan.clone()).unwrap();
    let seeds = plan.shard_seeds(0);
    let rows: Vec<_> = (seeds.first..=seeds.last)
        .filter(|&seed| seed != left_out)
        .map(|seed| maker.row(seed, &mut NoEvents).unwrap())
        .collect();
    ShardFile::new(plan, 0, &rows, Vec::new()).unwrap()
}

/// The block seen through one of the eight symmetries, in a larger field of rock.
fn moved(block: &TileBlock, turn: u8, down: usize, right: usize) -> TileBlock {
    let (height, width) = (usize::from(block.height), usize::from(block.width));
    let (rows, columns) = if turn & 4 > 0 { (width, height) } else { (height, width) };
    let (tall, wide) = (rows + down + 2, columns + right + 1);
    let mut codes = Vec::new();
    for level in block.codes.chunks(height * width) {
        let mut grid = vec![0; tall * wide];
        for y in 0..rows {
            for x in 0..columns {
                let (mut row, mut column) = if turn & 4 > 0 { (x, y) } else { (y, x) };
                row = if turn & 1 > 0 { height - 1 - row } else { row };
                column = if turn & 2 > 0 { width - 1 - column } else { column };
                grid[(y + down) * wide + x + right] = level[row * width + column];
            }
        }
        codes.extend(grid);
    }
    TileBlock { levels: block.levels, height: tall as u16, width: wide as u16, codes }
}

#[test]
fn tiles_that_are_turned_mirrored_or_shifted_have_one_hash() {
    for (i, name) in ["small-dungeon", "tower", "cave", "cottage", "temple"].into_iter().enumerate() {
        for seed in 0..40 {
            let dungeon = Generator::preset(name).unwrap().seed(seed).generate().unwrap();
            let block = TileBlock::tiles(&dungeon).unwrap();
            let hash = symmetry_hash(&block);
            for turn in 0..8 {
                assert_eq!(symmetry_hash(&moved(&block, turn, i, seed as usize % 5)), hash, "{name} {seed} {turn}");
            }
            let mut other = block.clone();
            let door = other.codes.iter().position(|&code| (4..=10).contains(&code) || code == 13).unwrap();
            other.codes[door] = if other.codes[door] == 4 { 5 } else { 4 };
            assert_ne!(symmetry_hash(&other), hash, "{name} {seed}: a door of another kind");
        }
    }
}

#[test]
fn a_shard_has_the_same_bytes_every_time_and_a_sidecar_that_vouches_for_them() {
    let mut plan = plan("dungeon", 3, 22);
    (plan.columns, plan.shard_rows) = (ColumnGroup::ALL.to_vec(), 8);
    let (once, again) = (shard(&plan, 1), shard(&plan, 1));
    assert!(once == again);
    assert_eq!((once.sidecar.seeds.first, once.sidecar.seeds.last, once.sidecar.rows), (11, 18, 8));
    assert_eq!(once.sidecar.sha256, sha256(&once.bytes));
    assert_eq!((plan.shard_count(), shard(&plan, 2).sidecar.rows), (3, 4));
    let json = once.sidecar.to_json().into_bytes();
    assert!(plan.finished(1, Some(&json), Some(once.bytes.len() as u64)).is_some());
    assert!(plan.finished(1, Some(&json), Some(once.bytes.len() as u64 - 1)).is_none());
    assert!(plan.finished(1, None, Some(once.bytes.len() as u64)).is_none());
    assert!(plan.finished(2, Some(&json), Some(once.bytes.len() as u64)).is_none());
    let sound = plan.check_shard(1, Some(&json), Some(once.bytes), true);
    assert!(sound.problems.is_empty() && sound.hashes.len() == 8, "{:?}", sound.problems);
}

#[test]
fn every_damage_is_found_and_named() {
    let mut plan = plan("small-dungeon", 0, 19);
    plan.shard_rows = 10;
    let (first, second) = (shard(&plan, 0), shard(&plan, 1));
    let found = |plan: &DatasetPlan, sidecar: &Sidecar, bytes: &[u8]| {
        let json = sidecar.to_json().into_bytes();
        plan.check_shard(0, Some(&json), Some(bytes.to_vec()), true).problems.join("; ")
    };
    assert_eq!(found(&plan, &first.sidecar, &first.bytes), "");
    let mut flipped = first.bytes.clone();
    flipped[first.bytes.len() / 2] ^= 1;
    assert!(found(&plan, &first.sidecar, &flipped).contains("its SHA-256 is not the one"));
    let cut = &first.bytes[..first.bytes.len() - 7];
    assert!(found(&plan, &first.sidecar, cut).contains("bytes, its sidecar says"));
    assert!(found(&plan, &second.sidecar, &second.bytes).contains("vouches for part-00001"));
    let renamed = Sidecar { file: first.sidecar.file.clone(), ..second.sidecar.clone() };
    assert!(found(&plan, &renamed, &second.bytes).contains("seeds are not those of the plan"));
    let moved = Sidecar { seeds: first.sidecar.seeds, ..renamed };
    assert!(found(&plan, &moved, &second.bytes).contains("seeds are not those of the plan"));
    let mut counted = first.sidecar.clone();
    (counted.splits.train, counted.splits.test) = (counted.splits.test, counted.splits.train);
    assert!(found(&plan, &counted, &first.bytes).contains("rows by part"));
    counted.splits.train += 1;
    assert!(found(&plan, &counted, &first.bytes).contains("do not add up"));
    let mut edited = plan.clone();
    edited.split = DatasetSplit::parse("test=0.5").unwrap();
    assert!(found(&edited, &first.sidecar, &first.bytes).contains("was made by another plan"));
    let split = ShardFile::new(&plan, 0, &[], Vec::new()).unwrap();
    let short = Sidecar { rows: first.sidecar.rows, splits: first.sidecar.splits, ..split.sidecar };
    assert!(found(&plan, &short, &split.bytes).contains("has 0 rows"));
    let nine = without_its_row(&plan, 4);
    assert!(found(&plan, &nine.sidecar, &nine.bytes).contains("do not add up"));
    let ten = Sidecar { rows: 10, splits: first.sidecar.splits, ..nine.sidecar };
    assert!(found(&plan, &ten, &nine.bytes).contains("has 9 rows, its sidecar says 10"));
    assert!(plan.check_shard(0, None, None, false).problems[0].ends_with("not finished"));
    edited.epoch = 3;
    assert!(edited.findings()[0].contains("made by epoch 3"));
    let sidecars = vec![first.sidecar, second.sidecar];
    let manifest = DatasetManifest::new(&plan, sidecars.clone());
    let json = manifest.to_json().into_bytes();
    assert_eq!(DatasetManifest::parse(&json), Ok(manifest));
    assert_eq!(plan.check_manifest(Some(&json), sidecars.clone()), None);
    assert!(plan.check_manifest(Some(&json), sidecars[..1].to_vec()).is_some());
    assert!(plan.check_manifest(None, sidecars).is_some());
}

#[test]
fn unmet_seeds_do_not_move_the_borders_of_row_groups() {
    let plan = plan("small-dungeon", 0, 2499);
    let maker = RowMaker::new(plan.clone()).unwrap();
    let unmet = |seed| RowFailure::Unmet(UnmetSeed { seed, message: "left out".to_owned() });
    let outcome = |seed| if seed % 7 == 3 { Err(unmet(seed)) } else { maker.row(seed, &mut NoEvents) };
    let mut asked = Vec::new();
    let shard = maker.shard(0, |seeds| {
        asked.push(seeds.clone());
        seeds.map(outcome).collect()
    });
    let shard = shard.unwrap();
    assert_eq!(asked, [0..=1023, 1024..=2047, 2048..=2499]);
    assert_eq!((shard.sidecar.rows, shard.sidecar.unmet.len()), (2143, 357));
    let rows: Vec<_> = (0..2500).filter_map(|seed| outcome(seed).ok()).collect();
    assert!(ShardFile::new(&plan, 0, &rows, shard.sidecar.unmet.clone()).unwrap() == shard);
}

#[test]
fn a_split_that_does_not_follow_from_the_hash_is_found() {
    let mut plan = plan("small-dungeon", 0, 19);
    let mut other = plan.clone();
    other.split = DatasetSplit::parse("val=1").unwrap();
    let maker = RowMaker::new(other).unwrap();
    let rows: Vec<_> = (0..20).map(|seed| maker.row(seed, &mut NoEvents).unwrap()).collect();
    plan.shard_rows = 20;
    let ShardFile { bytes, sidecar } = ShardFile::new(&plan, 0, &rows, Vec::new()).unwrap();
    let findings = plan.check_shard(0, Some(sidecar.to_json().as_bytes()), Some(bytes), true);
    assert!(findings.problems[0].contains("split is val, its hash says"), "{:?}", findings.problems);
}

#[test]
fn unmet_seeds_are_listed_and_are_no_rows() {
    let mut file = preset("small-dungeon").unwrap().recipe().unwrap();
    ["width=16", "height=16", "rooms.min=12", "rooms.max=12"]
        .into_iter()
        .for_each(|setting| file.set(setting).unwrap());
    let plan = DatasetPlan::new(&file, SeedSpan { first: 0, last: 3 }).unwrap();
    let maker = RowMaker::new(plan.clone()).unwrap();
    assert!(matches!(maker.row(0, &mut NoEvents), Err(RowFailure::Unmet(_))));
    let shard = shard(&plan, 0);
    assert_eq!((shard.sidecar.rows, shard.sidecar.unmet.len()), (0, 4));
    let findings = plan.check_shard(0, Some(shard.sidecar.to_json().as_bytes()), Some(shard.bytes), true);
    assert!(findings.problems.is_empty(), "{:?}", findings.problems);
}

#[test]
fn plans_name_what_is_wrong_and_what_differs() {
    let good = plan("small-dungeon", 0, 99);
    let error = |change: fn(&mut DatasetPlan)| {
        let mut plan = good.clone();
        change(&mut plan);
        assert!(DatasetPlan::parse(plan.to_json().as_bytes()).is_err());
        plan.check().unwrap_err().to_string()
    };
    assert_eq!(error(|plan| plan.shard_rows = 0), "--shard-rows: need 1 to 1048576, got 0");
    assert_eq!(error(|plan| plan.seeds.first = 100), "--seeds: the last seed 99 comes before the first 100");
    let all = error(|plan| (plan.shard_rows, plan.seeds) = (1, SeedSpan { first: 0, last: u64::MAX }));
    assert_eq!(all, "--shard-rows: 18446744073709551615 shards are over the limit of 16777216; raise it");
    let beyond =
        error(|plan| (plan.seed_type, plan.seeds) = (SeedType::Int64, SeedSpan { first: 1 << 63, last: 1 << 63 }));
    assert!(beyond.contains("9223372036854775808"), "{beyond}");
    let mut file = preset("small-dungeon").unwrap().recipe().unwrap();
    file.set("rooms.count=12").unwrap();
    let twelve = DatasetPlan::new(&file, good.seeds).unwrap();
    let mut asked = good.clone();
    asked.recipe = twelve.recipe;
    let eight = good.recipe.room_count().unwrap();
    assert_eq!(good.difference(&asked), Some(format!("rooms.count {eight}, asked for 12")));
    assert_eq!(good.difference(&good), None);
    let mut fewer = good.clone();
    fewer.seeds.last = 9;
    assert_eq!(good.difference(&fewer), Some("seeds.last 99, asked for 9".to_owned()));
    let recipe = preset("small-dungeon").unwrap().recipe().unwrap();
    let mut many = DatasetPlan::new(&recipe, SeedSpan { first: 0, last: (1 << 40) - 1 }).unwrap();
    assert!(many.check().unwrap_err().to_string().starts_with("--shard-rows: 268435456 shards"));
    many.shard_rows = 1 << 20;
    assert_eq!((many.check(), many.shard_count()), (Ok(()), 1 << 20));
    assert!(DatasetPlan::new(&recipe, SeedSpan { first: 1, last: 0 }).is_err());
    assert!(good.owns("part-00000-of-00001.json") && !good.owns("part-00001-of-00001.json"));
    assert!(!good.owns("notes.txt") && good.owns("plan.json") && !good.owns("part-0-of-1.parquet"));
    let mut five = good.clone();
    five.shard_rows = 20;
    let of = |worker| ShardShare::new(worker, 3).unwrap().shards(&five).collect::<Vec<_>>();
    assert_eq!([of(0), of(1), of(2)], [vec![0, 3], vec![1, 4], vec![2]]);
}

proptest! {
    #[test]
    fn packing_and_unpacking_are_inverse(codes in prop::collection::vec(0_u8..15, 0..200)) {
        prop_assert_eq!(unpack_nibbles(&pack_nibbles(&codes), codes.len()).unwrap(), codes);
    }

    #[test]
    fn plans_and_sidecars_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(DatasetPlan::parse(&bytes).is_err());
        prop_assert!(Sidecar::parse("it", &bytes).is_err());
    }
}
