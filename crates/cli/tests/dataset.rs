//! Data sets on disk: resumed after a kill, shared by workers, refused where they do not belong.

mod bench;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use bench::Bench;

const RUN: [&str; 9] =
    ["dataset", "small-dungeon", "--seeds", "0..255", "--shard-rows", "8", "--split", "test=0.2,val=0.1", "--out"];

fn args<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    RUN.into_iter().chain([out]).chain(more.iter().copied()).collect()
}

/// The bytes of all files of a folder, by name.
fn files(bench: &Bench, out: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(bench.path(out)).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// When each part was written; nothing before the folder is there.
fn times(bench: &Bench, out: &str) -> BTreeMap<String, SystemTime> {
    let entries = fs::read_dir(bench.path(out)).into_iter().flatten().map(|entry| entry.unwrap());
    let parts = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("part-"));
    parts
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().modified().unwrap()))
        .collect()
}

#[test]
fn a_run_that_was_killed_goes_on_and_ends_with_the_same_bytes() {
    let bench = Bench::new();
    let whole = bench.run(&args("whole", &["--threads", "1", "--json"])).well().out;
    assert!(whole.contains("\"complete\":true") && whole.contains("\"shards_made\":32"), "{whole}");
    let kills: u64 = std::env::var("UNDERCROFT_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(4);
    for kill in 0..kills {
        let mut child = bench.command(&args("cut", &["--quiet"])).spawn().unwrap();
        thread::sleep(Duration::from_millis(5 + kill * 7919 % 97));
        let before = times(&bench, "cut");
        child.kill().unwrap();
        child.wait().unwrap();
        let after = times(&bench, "cut");
        assert!(before.iter().all(|(name, time)| after.get(name) == Some(time)), "no finished file is touched");
    }
    let before = times(&bench, "cut");
    bench.run(&args("cut", &["--quiet"])).well();
    let after = times(&bench, "cut");
    // A shard without its sidecar is made again.
    let finished = before.keys().filter(|name| Path::new(name).extension().is_some_and(|it| it == "json"));
    finished.for_each(|name| assert_eq!(before[name], after[name], "{name}"));
    assert!(files(&bench, "whole") == files(&bench, "cut"));
    let again = bench.run(&args("cut", &["--json"])).well().out;
    assert!(again.contains("\"shards_kept\":32") && times(&bench, "cut") == after, "{again}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_with_whole_shards_only() {
    let bench = Bench::new();
    let args = ["dataset", "small-dungeon", "--seeds", "0..99999", "--shard-rows", "16", "--quiet", "--out", "d"];
    let mut child = bench.command(&args).spawn().unwrap();
    while times(&bench, "d").len() < 4 {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it could be stopped");
        thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let left = files(&bench, "d");
    let shards: Vec<&str> = left.keys().filter_map(|name| name.strip_suffix(".parquet")).collect();
    let finished: Vec<&str> = left.keys().filter_map(|name| name.strip_suffix(".json")).collect();
    assert_eq!(finished, [shards.as_slice(), &["plan"]].concat(), "no shard without its sidecar, no manifest");
    assert_eq!(left.len(), shards.len() + finished.len(), "no temporary file: {:?}", left.keys());
}

#[test]
fn workers_share_a_data_set_and_two_may_make_one_shard() {
    let bench = Bench::new();
    bench.run(&args("alone", &["--quiet"])).well();
    let workers: Vec<_> = ["0/3", "1/3", "2/3", "1/3"]
        .into_iter()
        .map(|share| bench.command(&args("shared", &["--quiet", "--threads", "1", "--shard", share])).spawn().unwrap())
        .collect();
    workers.into_iter().for_each(|mut worker| assert!(worker.wait().unwrap().success()));
    bench.run(&args("shared", &["--quiet"])).well();
    assert!(files(&bench, "alone") == files(&bench, "shared"));
    let check = bench.run(&["dataset", "--check", "shared", "--deep"]).well().out;
    assert!(check.starts_with("complete: 0 findings, 32 of 32 shards, 256 rows (train "), "{check}");
    assert!(check.contains(" rows have the hash of an earlier row"), "{check}");
}

#[test]
fn every_damage_on_disk_is_found_and_named() {
    let bench = Bench::new();
    let run = ["dataset", "small-dungeon", "--seeds", "5..24", "--shard-rows", "10", "--quiet", "--out", "d"];
    bench.run(&run).well();
    let sound = files(&bench, "d");
    let shard = "part-00000-of-00002.parquet";
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>), words: &str| {
        let mut bytes = sound.get(name).cloned().unwrap_or_default();
        change(&mut bytes);
        fs::write(bench.path("d").join(name), bytes).unwrap();
        let found = bench.run(&["dataset", "--check", "d", "--deep"]);
        assert_eq!(found.code, 1, "{name}: {}{}", found.out, found.err);
        assert!(found.out.contains(words), "{words}: {}", found.out);
        match sound.get(name) {
            Some(bytes) => fs::write(bench.path("d").join(name), bytes).unwrap(),
            None => fs::remove_file(bench.path("d").join(name)).unwrap(),
        }
    };
    damage(shard, &|bytes| bytes[100] ^= 4, "SHA-256");
    damage(shard, &|bytes| bytes.truncate(200), "has 200 bytes");
    let other = sound["part-00001-of-00002.parquet"].clone();
    damage(shard, &|bytes| *bytes = other.clone(), "part-00000-of-00002.parquet: ");
    let text = |bytes: &mut Vec<u8>, from: &str, to: &str| {
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains(from), "{from}: {text}");
        *bytes = text.replacen(from, to, 1).into_bytes();
    };
    damage("part-00001-of-00002.json", &|bytes| text(bytes, "\"rows\": 10", "\"rows\": 9"), "do not add up");
    damage("plan.json", &|bytes| text(bytes, "\"test\": 0.0", "\"test\": 0.5"), "another plan");
    damage("plan.json", &|bytes| text(bytes, "\"epoch\": 4", "\"epoch\": 3"), "epoch 3");
    damage("dataset.json", &|bytes| text(bytes, "\"rows\": 20", "\"rows\": 21"), "dataset.json: does not match");
    damage("notes.txt", &|bytes| bytes.push(b'x'), "notes.txt: not a file of this data set");
    fs::remove_file(bench.path("d").join("part-00001-of-00002.json")).unwrap();
    let missing = bench.run(&["dataset", "--check", "d"]);
    assert!(missing.code == 1 && missing.out.contains("part-00001-of-00002.parquet: not finished"), "{}", missing.out);
    assert_eq!(bench.run(&["dataset", "--check", "."]).code, 2);
    assert_eq!(bench.run(&["dataset", "--check", "nowhere"]).code, 2);
}

#[test]
fn what_cannot_be_is_refused_with_its_reason_and_nothing_is_touched() {
    let bench = Bench::new().with("notes.txt", "mine");
    let refused = |more: &[&str], words: &str| {
        let base = ["dataset", "small-dungeon", "--seeds", "0..3", "--out", "d"];
        let run = bench.run(&base.into_iter().chain(more.iter().copied()).collect::<Vec<_>>());
        assert!(run.code == 2 && run.err.contains(words), "{more:?}: {} {}", run.code, run.err);
    };
    refused(&["--shard", "4/4"], "--shard: need I < N, got 4/4");
    refused(&["--shard", "x"], "--shard: need I/N as in 0/4, got \"x\"");
    refused(&["--split", "test=0.7,val=0.4"], "--split: fractions sum to 1.1, need at most 1");
    refused(&["--split", "test=nan"], "--split: test: need a share from 0 to 1");
    refused(&["--split", "dev=0.1"], "got \"dev\"");
    refused(&["--columns", "tile"], "--columns: need some of tiles, ground, ");
    refused(&["--shard-rows", "0"], "--shard-rows: need 1 to 1048576, got 0");
    refused(&["--set", "rooms.mim=3"], "rooms.mim: unknown field; did you mean rooms.min?");
    refused(&["--seed-type", "int32"], "need uint64 or int64");
    assert!(!bench.path("d").exists());
    let far = ["dataset", "small-dungeon", "--seeds", "9223372036854775808..9223372036854775809", "--out", "d"];
    let far = bench.run(&[&far[..], &["--seed-type", "int64"]].concat());
    assert!(far.code == 2 && far.err.contains("seed 9223372036854775809"), "{}", far.err);
    let other = bench.run(&["dataset", "small-dungeon", "--seeds", "0..3", "--out", "."]);
    assert!(other.code == 2 && other.err.contains("there is notes.txt and no plan.json"), "{}", other.err);
    assert_eq!(bench.files(), ["notes.txt"]);
    bench.run(&["dataset", "small-dungeon", "--seeds", "0..3", "--quiet", "--out", "d"]).well();
    let before = files(&bench, "d");
    let changed = ["dataset", "small-dungeon", "--seeds", "0..3", "--set", "rooms.count=12", "--out", "d"];
    let changed = bench.run(&changed);
    assert!(changed.err.contains("d holds another data set: rooms.count "), "{}", changed.err);
    assert!(changed.err.contains(", asked for 12") && files(&bench, "d") == before);
}

#[test]
fn temporary_files_of_dead_processes_are_removed() {
    let bench = Bench::new();
    fs::create_dir(bench.path("d")).unwrap();
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let dead = format!(".part-00000-of-00001.parquet.{}-4194000-77.tmp", host.trim());
    let strange = ".part-00000-of-00001.parquet.another-host-1-77.tmp";
    [dead.as_str(), strange].into_iter().for_each(|name| fs::write(bench.path("d").join(name), "x").unwrap());
    bench.run(&["dataset", "small-dungeon", "--seeds", "0..3", "--quiet", "--out", "d"]).well();
    let left = files(&bench, "d");
    assert!(host.is_empty() || !left.contains_key(&dead), "{:?}", left.keys());
    assert!(left.contains_key(strange), "a worker elsewhere may be at it");
}

#[test]
fn facts_are_written_as_csv_json_and_parquet() {
    let bench = Bench::new();
    let run = |file: &str, columns: &str| {
        bench.run(&["facts", "crypt", "--seeds", "1..3", "--columns", columns, "--quiet", "-o", file])
    };
    run("f.csv", "flood").well();
    let csv = fs::read_to_string(bench.path("f.csv")).unwrap();
    assert_eq!(csv, bench.run(&["facts", "crypt", "--seeds", "1..3", "--quiet"]).well().out);
    run("g.csv", "graph").well();
    let graph = fs::read_to_string(bench.path("g.csv")).unwrap();
    assert!(graph.starts_with("preset,seed,name,levels,rooms,links,loops,") && !graph.contains("critical_steps"));
    run("f.json", "all").well();
    let json: serde_json::Value = serde_json::from_slice(&fs::read(bench.path("f.json")).unwrap()).unwrap();
    assert_eq!((json[2]["seed"].as_str(), json[0]["facts"]["levels"].is_u64()), (Some("3"), true));
    assert!(json[0]["facts"]["solution_steps"].is_u64());
    run("f.parquet", "all").well();
    assert!(fs::read(bench.path("f.parquet")).unwrap().starts_with(b"PAR1"));
    let wrong = run("f.xls", "all");
    assert!(wrong.code == 2 && wrong.err.contains("facts are written as .csv, .json or .parquet"), "{}", wrong.err);
}
