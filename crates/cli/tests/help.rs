//! Every example of the help runs, on the shipped maps and on files that are made first.
#![cfg(unix)]

mod bench;

use std::fs;
use std::path::Path;
use std::process::Command;

use bench::Bench;

/// Examples that are not run here, and why.
const ELSEWHERE: [(&str, &str); 1] = [("undercroft studio", "serves until it is stopped; tests/studio.rs starts it")];

/// The files of other programs that examples name.
const MAKE_FILES: &str = "
undercroft generate large-dungeon --seed 7 -f json -f png -o deep
undercroft generate small-dungeon --seed 7 -o keep.json
undercroft generate crypt --seed 1 -o crypt.json
undercroft generate small-dungeon --seed 1 -o cellar.tmx
cp crypt.json edited.json
undercroft generate cave --seed 1 -o broken.json
undercroft generate dungeon --seed 4 --set secrets.chance=1 -o secrets.json
undercroft export hall.txt -o hall.json
undercroft presets small-dungeon > keep.toml
undercroft generate small-dungeon --seed 3 -o arena.scen
undercroft generate small-dungeon --seed 3 -f map -o huge.map
undercroft generate large-dungeon --seed 4 --problems 1000 -o random-64-64-20.scen
mkdir maps
cp deep.json maps
undercroft generate small-dungeon --seed 7 -o my.json
cp my.json a.json
cp my.json b.json
echo '[{\"edit\": \"renumber\"}]' > edits.json
";

fn repository(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// A folder with the shipped maps, some cases and templates, and the files above.
fn folder() -> Bench {
    let mut bench = Bench::new();
    for map in ["hall", "keep", "tower", "crypt", "cave"] {
        let text = fs::read(repository(&format!("crates/undercroft/tests/maps/{map}.txt"))).unwrap();
        bench = bench.with(&format!("{map}.txt"), text);
    }
    let copies = [
        ("crates/undercroft/data/templates/keep.txt", "rooms.txt"),
        ("crates/sight/tests/cases/known-seven-walls-9-8.txt", "case.txt"),
        ("crates/sight/tests/cases/known-seven-walls-9-8.txt", "spiral.txt"),
        ("crates/sight/tests/cases/cave.json", "mine.json"),
    ];
    for (from, to) in copies {
        let text = fs::read(repository(from)).unwrap_or_else(|error| panic!("{from}: {error}"));
        bench = bench.with(to, text);
    }
    bench = bench.with("bakery.toml", "extends = \"inn\"\n[purpose.oven]\nwants = [\"dead-end\"]\n");
    let keg = "[kind.keg]\nsize = [1, 1]\nrules = [\"wall\"]\nwords = { one = \"a keg\", many = \"kegs\" }\n";
    bench = bench.with("kegs.toml", format!("{keg}symbol = {{ face = \"M100 100 L900 100 L500 900 Z\" }}\n"));
    let drawn = "################\n#....######....#\n#....+,,,,+....#\n#....######....#\n################\n";
    bench = bench.with("drawn.txt", drawn);
    bench = bench.with("own.txt", "name: nook\nweight: 50\n#####\n#...+\n#####\n");
    bench = bench
        .with("lot.txt", format!("{}\n", "#".repeat(60)).repeat(3) + &format!("#{}#\n", ".".repeat(58)).repeat(50));
    std::os::unix::fs::symlink(repository("crates"), bench.path("crates")).unwrap();
    run(MAKE_FILES, &bench);
    bench
}

/// Runs commands in a shell that stops at the first error. Pages of the manual go to `cat`: not every machine has `man`.
fn run(script: &str, bench: &Bench) {
    let program = Path::new(env!("CARGO_BIN_EXE_undercroft")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let script = script.replace("man -l -", "cat");
    let output = Command::new("sh")
        .args(["-euc", &script])
        .current_dir(bench.path("."))
        .env("PATH", path)
        .env("HOME", bench.path("."))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}\n{error}");
}

/// The examples of a command, in their order. What stands behind two blanks says what they are for.
fn examples(command: &str, bench: &Bench) -> Vec<String> {
    let help = bench.run(&[command, "--help"]).well().out;
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
    let commands =
        lines.map(str::trim_start).filter(|line| ["undercroft ", "mkdir "].iter().any(|word| line.starts_with(word)));
    commands.map(|line| line.split("  ").next().unwrap_or(line).to_owned()).collect()
}

#[test]
fn every_example_of_the_help_runs() {
    let bench = folder();
    let help = bench.run(&["--help"]).well().out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let mut count = 0;
    for name in names.map(str::to_owned) {
        for example in examples(&name, &bench) {
            if !ELSEWHERE.iter().any(|(start, _)| example.starts_with(start)) {
                run(&example, &bench);
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count}");
}
