//! Exports from outside: what they replace, what they refuse, and that they come back.

mod bench;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bench::Bench;

const HALL: &str = "#######\n#..+..#\n#..#..#\n#######\n";

/// Every file below a folder with what is in it.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            files.extend(tree(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

const MODULE: [&str; 8] =
    ["generate", "small-dungeon", "--seed", "3", "--format", "foundry", "--unpacked", "--square-px"];

/// What Foundry makes of a pack when it opens it.
fn open_in_foundry(pack: &Path) {
    fs::remove_file(pack.join("000002.log")).unwrap();
    fs::remove_file(pack.join("MANIFEST-000001")).unwrap();
    for (name, content) in [
        ("000005.ldb", "tables"),
        ("000004.log", ""),
        ("MANIFEST-000006", "edits"),
        ("CURRENT", "MANIFEST-000006\n"),
        ("LOCK", ""),
        ("LOG", "opened"),
    ] {
        fs::write(pack.join(name), content).unwrap();
    }
}

#[test]
fn a_module_that_foundry_opened_is_replaced_as_a_whole() {
    let bench = Bench::new();
    let export = || bench.run(&[&MODULE[..], &["20", "-o", "modules"]].concat()).well();
    export();
    let fresh = tree(&bench.path("modules"));
    let root = bench.path("modules").join(fresh.keys().next().unwrap().split('/').next().unwrap());
    ["adventure", "scenes", "journal"].iter().for_each(|pack| open_in_foundry(&root.join("packs").join(pack)));
    fs::write(root.join("maps/z7.png"), "of a level that is no more").unwrap();
    export();
    assert!(tree(&bench.path("modules")) == fresh, "nothing of the old module is left");
}

#[test]
fn a_file_without_an_extension_gets_that_of_its_format_and_is_named_so() {
    let bench = Bench::new();
    fs::write(bench.path("hall.txt"), HALL).unwrap();
    for (format, file) in [("uvtt", "uv.uvtt"), ("json", "uv.json"), ("tmx", "uv.tmx"), ("foundry", "uv.zip")] {
        let run = bench.run(&["export", "hall.txt", "-f", format, "-o", "uv"]);
        assert!(run.well().err.contains(&format!("wrote {file} (")), "{format}");
        assert!(bench.path(file).is_file() && !bench.path("uv").exists(), "{format}");
    }
    let made = bench.run(&["generate", "small-dungeon", "--seed", "1", "-f", "map", "-o", "made"]);
    made.well();
    assert!(bench.path("made.map").is_file() && !bench.path("made").exists());
    // An extension of the user's own stays, and so does a folder.
    bench.run(&["export", "hall.txt", "-f", "json", "-o", "hall.data"]).well();
    assert!(bench.path("hall.data").is_file());
    fs::create_dir(bench.path("maps")).unwrap();
    let refused = bench.run(&["export", "hall.txt", "-f", "json", "-o", "maps"]);
    assert!(refused.err.contains("this is a folder"), "{}", refused.err);
}

#[test]
fn a_module_folder_with_a_strangers_file_is_left_alone() {
    let bench = Bench::new();
    let args = [&MODULE[..], &["20", "-o", "modules"]].concat();
    bench.run(&args).well();
    let module = fs::read_dir(bench.path("modules")).unwrap().next().unwrap().unwrap().path();
    fs::write(module.join("packs/notes.txt"), "precious").unwrap();
    let before = tree(&bench.path("modules"));
    let run = bench.run(&args);
    assert!(run.code == 2 && run.err.contains("packs/notes.txt: this is not of a module that"), "{run:?}");
    assert!(tree(&bench.path("modules")) == before);
    assert_eq!(bench.files(), ["modules"]);
}

#[test]
fn a_module_is_not_written_when_another_file_cannot_be() {
    let bench = Bench::new();
    let run = bench.run(&[&MODULE[..], &["20", "-f", "json", "-o", "nowhere/home"]].concat());
    assert!(run.code == 2 && run.err.contains("there is no folder nowhere"), "{run:?}");
    assert!(bench.files().is_empty(), "{:?}", bench.files());
}

#[test]
fn modules_of_many_dungeons_are_folders_too() {
    let bench = Bench::new();
    let args = ["generate", "--seeds", "1..2", "-f", "foundry", "--unpacked", "--square-px", "20", "--out-dir", "all"];
    bench.run(&args).well();
    let modules = tree(&bench.path("all")).into_keys().filter(|name| name.ends_with("module.json"));
    assert_eq!(modules.count(), 2);
}

#[test]
fn a_tileset_that_maps_too_few_tiles_is_refused_and_nothing_is_written() {
    let tiles = "image = 'a.png'\ntile = 16\ncolumns = 4\ncount = 16\n[tiles]\nfloor = 0\n";
    let bench = Bench::new().with("hall.txt", HALL).with("a.toml", tiles);
    let run = bench.run(&["export", "hall.txt", "-o", "hall.tmx", "--tileset", "a.toml"]);
    let sentence = "the map needs tiles that the tileset does not map: door, threshold, wall; add them under [tiles]";
    assert_eq!((run.code, run.err), (2, format!("error: {sentence}\n")));
    assert_eq!(bench.files(), ["a.toml", "hall.txt"]);
}

#[test]
fn a_dungeon_that_was_split_comes_back_from_its_world() {
    let bench = Bench::new();
    for preset in ["castle", "tower", "cave", "dungeon", "wizard-tower"] {
        bench.run(&["generate", preset, "--seed", "5", "-o", "whole.json"]).well();
        for ending in ["tmx", "tmj"] {
            bench.run(&["export", "whole.json", "-o", &format!("k.{ending}"), "--split"]).well();
            bench.run(&["export", "k.world", "-o", "again.json"]).well();
            let [whole, again] = ["whole.json", "again.json"].map(|name| fs::read(bench.path(name)).unwrap());
            assert!(whole == again, "{preset}.{ending}");
            let check = bench.run(&["check", "k.world", "--regenerate"]).well();
            assert!(check.out.starts_with("k.world: sound") && !check.out.contains("part of"), "{}", check.out);
            for part in bench.files().iter().filter(|name| name.starts_with("k-z") && name.ends_with(ending)) {
                let check = bench.run(&["check", part]).well();
                assert!(check.out.contains("This is a part of a dungeon"), "{}", check.out);
                fs::remove_file(bench.path(part)).unwrap();
            }
        }
    }
    bench.run(&["generate", "castle", "--seed", "5", "-o", "whole.json"]).well();
    bench.run(&["export", "whole.json", "-o", "k.tmx", "--split"]).well();
    let again = bench.run(&["generate", "--like", "k.world", "-f", "json"]).well();
    assert_eq!(again.out.as_bytes(), fs::read(bench.path("whole.json")).unwrap());
    bench.run(&["show", "k.world"]).well();
    fs::remove_file(bench.path("k-z0.tmx")).unwrap();
    let run = bench.run(&["check", "k.world"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: k-z0.tmx: there is no such file\n"));
    let run = bench.run_on(&["check", "-"], &fs::read(bench.path("k.world")).unwrap());
    assert!(run.code == 2 && run.err.contains("this is a world of Tiled"), "{run:?}");
}

#[test]
fn a_world_with_a_broken_map_names_the_map() {
    let world = r#"{"maps": [{"fileName": "a.tmx"}, {"fileName": "b.tmx"}], "type": "world"}"#;
    let bench = Bench::new().with("hall.txt", HALL).with("k.world", world).with("b.tmx", "<map>\n<oops");
    bench.run(&["export", "hall.txt", "-o", "a.tmx"]).well();
    let run = bench.run(&["show", "k.world"]);
    assert!(run.code == 2 && run.err.starts_with("error: b.tmx:2:"), "{run:?}");
    fs::copy(bench.path("a.tmx"), bench.path("b.tmx")).unwrap();
    let run = bench.run(&["show", "k.world"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: k.world: level 0 comes twice\n"));
}

fn world(names: &[&str]) -> String {
    let maps: Vec<_> = names.iter().map(|name| format!("{{\"fileName\": \"{name}\"}}")).collect();
    format!("{{\"maps\": [{}], \"type\": \"world\"}}", maps.join(", "))
}

#[test]
fn a_world_that_names_one_map_a_hundred_times_is_refused_before_any_is_read() {
    let bench = Bench::new().with("w.world", world(&["a.tmx"; 100])).with("a.tmx", "not read");
    let run = bench.run(&["check", "w.world"]);
    assert_eq!(run.err, "error: w.world: maps[1].fileName: need each map once, got \"a.tmx\"\n");
}

#[test]
fn the_cells_of_a_worlds_maps_are_summed_before_any_is_decoded() {
    let large = "<map width=\"8192\" height=\"8192\" tilewidth=\"1\" tileheight=\"1\"><layer><data encoding=\"?\"/></layer></map>";
    let bench = Bench::new().with("w.world", world(&["a.tmx", "b.tmx"])).with("a.tmx", large).with("b.tmx", large);
    let run = bench.run(&["check", "w.world"]);
    assert!(run.err.contains("w.world: the layers of its maps have 134217728 cells"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_world_reads_regular_files_below_its_folder_alone() {
    let bench = Bench::new().with("secret.tmx", "<map/>");
    fs::create_dir(bench.path("in")).unwrap();
    std::os::unix::fs::symlink("../secret.tmx", bench.path("in/link.tmx")).unwrap();
    std::os::unix::fs::symlink("..", bench.path("in/up")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(bench.path("in/pipe.tmx")).status().unwrap().success());
    for (name, sentence) in [
        ("link.tmx", "in/link.tmx: this leads out of the folder of in/w.world"),
        ("up/secret.tmx", "in/up/secret.tmx: this leads out of the folder of in/w.world"),
        ("pipe.tmx", "in/pipe.tmx: this is no file; the maps of a world are files"),
        ("../secret.tmx", "maps[0].fileName: need a file in the folder of the world or below it"),
        ("/etc/hostname", "maps[0].fileName: need a file in the folder of the world or below it"),
        ("none.tmx", "in/none.tmx: there is no such file"),
    ] {
        fs::write(bench.path("in/w.world"), world(&[name])).unwrap();
        let run = bench.run(&["check", "in/w.world"]);
        assert!(run.code != 0 && run.err.contains(sentence), "{name}: {}", run.err);
    }
}

#[test]
fn options_that_a_format_has_no_use_for_are_refused() {
    let bench = Bench::new().with("hall.txt", HALL).with("a.toml", "");
    let cases: [(&[&str], &str); 9] = [
        (
            &["export", "hall.txt", "-f", "text", "--problems", "3"],
            "--problems does not apply to text; text takes --player, --level, --split, --legend, --features, --room-key",
        ),
        (
            &["export", "hall.txt", "-o", "a.json", "--paper", "a4"],
            "--paper does not apply to json; json takes no options",
        ),
        (
            &["export", "hall.txt", "-o", "a.pdf", "--inset", "0"],
            "--inset does not apply to pdf; pdf takes --player, --level, --split, --theme, --plain, --no-grid, --title, \
             --paper, --pages, --max-pages, --squares-per-tile",
        ),
        (
            &["export", "hall.txt", "-o", "a.ldtk", "--tileset", "a.toml"],
            "--tileset does not apply to ldtk; ldtk takes --player, --tile-px",
        ),
        (
            &["export", "hall.txt", "-o", "a.uvtt", "--unpacked"],
            "--unpacked does not apply to uvtt; uvtt takes --player, --level, --theme, --squares-per-tile, \
             --square-px, --walls, --inset, --secret-doors, --marks",
        ),
        (
            &["generate", "-f", "map", "-f", "json", "-o", "a", "--theme", "dark"],
            "--theme does not apply to map and json; map takes --player, --level, --split; json takes no options",
        ),
        (&["generate", "--px", "3"], "--px does not apply: no file is written here"),
        (
            &["generate", "--seeds", "1..2", "--out-dir", "d", "--legend"],
            "--legend does not apply to json; json takes no options",
        ),
        (&["check", "hall.txt", "--px", "3"], "--px does not apply: no file is written here"),
    ];
    for (args, sentence) in cases {
        let run = bench.run(args);
        assert_eq!((run.code, run.err), (2, format!("error: {sentence}\n")), "{args:?}");
    }
    assert_eq!(bench.files(), ["a.toml", "hall.txt"]);
    let several = ["generate", "-f", "png", "-f", "json", "-o", "a", "--px", "2"];
    bench.run(&several).well();
    bench.run(&["generate", "--animate", "making.gif", "--theme", "dark"]).well();
    bench.run(&["check", "hall.txt", "--draw", "a.png", "--px", "4"]).well();
}

#[test]
fn every_option_of_the_table_is_one_of_the_program_and_formats_lists_it() {
    let bench = Bench::new();
    let help = bench.run(&["export", "--help"]).well().out;
    let listed = bench.run(&["formats", "--json"]).well().out;
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    for format in listed.as_array().unwrap() {
        for option in format["options"].as_array().unwrap() {
            assert!(
                help.contains(&format!("{} ", option.as_str().unwrap()))
                    || help.contains(&format!("{}\n", option.as_str().unwrap())),
                "{option}"
            );
        }
    }
    assert_eq!(listed[4]["options"][3], "--theme");
    assert!(bench.run(&["formats"]).well().out.contains("    options: --player, --level, --split, --problems\n"));
}

#[test]
fn page_options_out_of_their_limits_name_field_value_and_limit_and_write_nothing() {
    let bench = Bench::new().with("hall.txt", HALL).with("shaky.toml", "wobble = 0.3\n");
    let cases: [(&[&str], &[&str]); 7] = [
        (&["-o", "a.pdf", "--pages", "foo"], &["pages", "one-page, player, key, battle, true-scale or all", "foo"]),
        (&["-o", "a.pdf", "--pages", "overview"], &["pages", "one-page", "overview"]),
        (&["-o", "a.png", "--sheet", "a3"], &["sheet", "a4", "letter", "a3"]),
        (&["-o", "a.uvtt", "--square-px", "5"], &["square-px", "20", "1000", "5"]),
        (&["-o", "a.uvtt", "--walls", "thick"], &["walls", "soft", "exact", "thick"]),
        (&["-o", "a.svg", "--theme", "shaky.toml"], &["shaky.toml", "line 1, column 10", "0 to 0.1", "0.3"]),
        (&["-o", "a.pdf", "--max-pages", "1"], &["max_pages", "2 pages (1 one-page, 1 player)", "the limit is 1"]),
    ];
    for (args, words) in cases {
        let run = bench.run(&[&["export", "hall.txt"], args].concat());
        let missing: Vec<&&str> = words.iter().filter(|word| !run.err.contains(**word)).collect();
        assert!(run.code != 0 && missing.is_empty(), "{args:?}: {missing:?} in {}", run.err);
    }
    assert_eq!(bench.files(), ["hall.txt", "shaky.toml"]);
}

#[test]
fn a_print_has_at_least_one_page() {
    let bench = Bench::new().with("hall.txt", HALL);
    let run = bench.run(&["export", "hall.txt", "-o", "a.pdf", "--max-pages", "0"]);
    assert!(run.code == 2 && run.err.contains("0 is not in 1.."), "{run:?}");
}

#[test]
fn a_strangers_file_is_not_replaced_by_what_goes_with_a_map() {
    for (out, beside) in
        [("k.tmx", "undercroft-16.png"), ("k.ldtk", "k-tiles.png"), ("k.scen", "k.map"), ("k.tmj", "undercroft-16.png")]
    {
        let bench = Bench::new().with("hall.txt", HALL).with(beside, "precious");
        let run = bench.run(&["export", "hall.txt", "-o", out]);
        let sentence =
            format!("{beside}: another file of this name is there; move it away, or replace it with --force");
        assert_eq!((run.code, run.err.lines().last().unwrap()), (2, format!("error: {sentence}").as_str()));
        assert_eq!(fs::read(bench.path(beside)).unwrap(), b"precious");
        assert_eq!(bench.files().len(), 2, "{:?}", bench.files());
        bench.run(&["export", "hall.txt", "-o", out, "--force"]).well();
        assert_ne!(fs::read(bench.path(beside)).unwrap(), b"precious");
        bench.run(&["export", "hall.txt", "-o", out]).well();
    }
}

#[test]
fn a_small_map_has_fewer_walks_unless_somebody_wants_more() {
    let bench = Bench::new().with("hall.txt", HALL);
    let run = bench.run(&["export", "hall.txt", "-o", "hall.scen"]).well();
    assert!(
        run.err.starts_with("level 0 has room for about ") && run.err.contains("fewer than the usual 50"),
        "{run:?}"
    );
    let run = bench.run(&["export", "hall.txt", "-o", "hall.scen", "--problems", "50"]);
    assert!(run.code == 2 && run.err.contains("50 are wanted (--problems)"), "{run:?}");
}

#[test]
fn our_own_files_that_are_no_maps_say_what_they_are() {
    let bench = Bench::new().with("hall.txt", HALL);
    for (out, what) in [
        ("a.png", "this is a picture (PNG), not a map"),
        ("a.svg", "this is a drawing (SVG), not a map"),
        ("a.pdf", "this is a print (PDF), not a map"),
        ("a.uvtt", "this is a map for virtual tabletops (Universal VTT), which has walls and no tiles, not a map"),
        ("a.zip", "this is an archive (ZIP), as a Foundry module is one, not a map"),
        ("a.scen", "this is a list of walks (a MovingAI scenario), not a map; they are walks on a.map"),
    ] {
        bench.run(&["export", "hall.txt", "-o", out]).well();
        let run = bench.run(&["check", out]);
        assert!(run.code == 2 && run.err.starts_with(&format!("error: {out}: {what}")), "{run:?}");
    }
}

#[test]
fn json_that_is_nested_without_end_gets_a_short_sentence() {
    let deep = format!("{{\"format\":\"undercroft\",\"version\":1,\"recipe\":{}", "{\"a\":".repeat(500));
    let lists = format!("{{\"format\":\"undercroft\",\"version\":1,\"levels\":{}", "[".repeat(500));
    let bench = Bench::new().with("deep.json", deep).with("lists.json", lists);
    for file in ["deep.json", "lists.json"] {
        let run = bench.run(&["show", file]);
        assert!(run.code == 2 && run.err.len() < 200, "{}", run.err);
    }
}

#[test]
fn a_recipe_file_in_the_place_of_a_preset_gets_a_hint() {
    let run = Bench::new().with("temple.toml", "").run(&["generate", "temple.toml"]);
    let sentence = "error: temple.toml is no preset; a recipe in a file is given with --recipe temple.toml\n";
    assert_eq!((run.code, run.err.as_str()), (2, sentence));
}

#[test]
fn moving_pictures_cannot_be_made_again_and_say_so() {
    let bench = Bench::new();
    for film in ["making.gif", "making.png"] {
        bench.run(&["generate", "--seed", "3", "--animate", film]).well();
        let run = bench.run(&["generate", "--like", film]);
        let sentence = format!("{film}: moving pictures carry no recipe; give a still PNG");
        assert!(run.code == 2 && run.err.contains(&sentence), "{run:?}");
    }
}

#[test]
fn one_is_not_counted_as_many() {
    let bench = Bench::new();
    let counts = (1..60).map(|seed| {
        let run = bench.run(&["generate", "small-dungeon", "--seed", &seed.to_string(), "-f", "json", "-o", "a.json"]);
        run.well().err
    });
    let one = counts.into_iter().find(|line| line.contains(" 1 loop")).expect("some dungeon has one loop");
    assert!(one.contains(", 1 loop\n"), "{one}");
}

#[test]
fn pictures_with_marks_for_players_carry_no_recipe() {
    let bench = Bench::new();
    bench.run(&["generate", "--seed", "3", "-o", "a.json"]).well();
    let lens: [&[&str]; 2] = [
        &["check", "a.json", "--draw", "m.png", "--px", "3"],
        &["fov", "a.json", "--at", "entrance", "-o", "m.png", "--px", "3"],
    ];
    for args in lens {
        bench.run(&[args, &["--player"]].concat()).well();
        let run = bench.run(&["generate", "--like", "m.png"]);
        assert!(run.code == 2 && run.err.contains("m.png: the picture carries no recipe"), "{args:?} {run:?}");
        bench.run(args).well();
        bench.run(&["generate", "--like", "m.png"]).well();
    }
}
