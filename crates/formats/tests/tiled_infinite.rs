//! Infinite maps of Tiled, and layers that are packed with Zstandard: what Tiled wrote itself, and our maps turned infinite.
//!
//! `tests/tiled/infinite-zstd.tmx` and `.tmj` were saved by Tiled 1.8: a hall that lies across (0, 0).

#[path = "../../undercroft/tests/support/dungeons.rs"]
mod dungeons;
#[path = "support/tool.rs"]
mod tool;

use std::fmt::Write;
use std::fs;

use tempfile::TempDir;
use tool::tool;
use undercroft::dungeon::{Dungeon, SpawnKind};
use undercroft::format::text;
use undercroft::grid::Cell;
use undercroft_formats::read;
use undercroft_formats::tiled::{TiledOptions, write};

const HALL: &str = "\
####################
#.......#..........#
#.......#..........#
#.......+..........#
#.......#..........#
#.......############
#.......#          #
#.......#          #
#.......+          #
#.......#          #
#.......#          #
####################
";

/// The side of a chunk.
const CHUNK: usize = 16;

#[test]
fn a_map_that_tiled_saved_with_chunks_and_zstd_is_read() {
    let hall = text::read(HALL).unwrap();
    for (name, bytes) in [
        ("hall.tmx", &include_bytes!("tiled/infinite-zstd.tmx")[..]),
        ("hall.tmj", &include_bytes!("tiled/infinite-zstd.tmj")[..]),
    ] {
        let dungeon = read(Some(name), bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(dungeon.levels[0].terrain, hall.levels[0].terrain, "{name}: it begins with its first tiles");
        let spawns: Vec<Cell> = dungeon.spawns.iter().map(|spawn| spawn.cell).collect();
        assert_eq!(spawns, [Cell::new(2, 2)], "{name}: objects move with the tiles");
        assert_eq!(dungeon.spawns[0].kind, SpawnKind::Enemy);
    }
}

/// Our map with the tiles of each layer in chunks, those without tiles left out.
fn infinite(tmx: &str) -> String {
    let mut text = String::new();
    let mut rest = tmx;
    while let Some((before, after)) = rest.split_once("<data encoding=\"csv\">") {
        let (data, after) = after.split_once("</data>").unwrap();
        let _ = write!(text, "{before}<data encoding=\"csv\">{}</data>", chunks(data));
        rest = after;
    }
    (text + rest).replacen("infinite=\"0\"", "infinite=\"1\"", 1)
}

fn chunks(csv: &str) -> String {
    let rows: Vec<Vec<&str>> =
        csv.trim().lines().map(|row| row.split(',').map(str::trim).filter(|gid| !gid.is_empty()).collect()).collect();
    let mut chunks = String::new();
    for top in (0..rows.len()).step_by(CHUNK) {
        for left in (0..rows[0].len()).step_by(CHUNK) {
            let gid = |i: usize| rows.get(top + i / CHUNK).and_then(|row| row.get(left + i % CHUNK)).copied();
            let gids: Vec<&str> = (0..CHUNK * CHUNK).map(|i| gid(i).unwrap_or("0")).collect();
            if gids.iter().any(|&gid| gid != "0") {
                let tiles = gids.join(",");
                let _ = write!(
                    chunks,
                    "<chunk x=\"{left}\" y=\"{top}\" width=\"{CHUNK}\" height=\"{CHUNK}\">{tiles}</chunk>"
                );
            }
        }
    }
    chunks
}

fn tmx(dungeon: &Dungeon) -> String {
    String::from_utf8(write(dungeon, &TiledOptions::default()).unwrap()[0].bytes.clone()).unwrap()
}

#[test]
fn a_dungeon_comes_back_from_its_map_turned_infinite_by_hand_and_by_tiled() {
    for (name, seed) in [("castle", 1), ("walker-keep", 3), ("cave", 2)] {
        let dungeon = dungeons::made(&dungeons::preset(name), seed);
        let turned = infinite(&tmx(&dungeon));
        let same = |bytes: &[u8], what: &str| {
            let found = read(None, bytes).unwrap_or_else(|error| panic!("{name} {what}: {error}"));
            assert!(found == dungeon, "{name} {what}: another dungeon came back");
        };
        same(turned.as_bytes(), "by hand");
        if tool("tiled").is_none() {
            continue;
        }
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("turned.tmx"), &turned).unwrap();
        for ending in ["tmx", "tmj"] {
            let saved = folder.path().join(format!("saved.{ending}"));
            let mut tiled = tool("tiled").unwrap();
            tiled.env("QT_QPA_PLATFORM", "offscreen").arg("--export-map");
            assert!(tiled.arg(folder.path().join("turned.tmx")).arg(&saved).output().unwrap().status.success());
            same(&fs::read(&saved).unwrap(), ending);
        }
    }
}

fn refuse(text: &str) -> String {
    read(Some("hall.tmx"), text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn tiles_west_of_the_origin_of_our_own_map_are_refused_because_its_objects_name_cells() {
    let turned = infinite(&tmx(&text::read(HALL).unwrap()));
    let tile = "<chunk x=\"-16\" y=\"0\" width=\"1\" height=\"1\">1</chunk>";
    let painted = turned.replacen("<data encoding=\"csv\">", &format!("<data encoding=\"csv\">{tile}"), 1);
    assert!(refuse(&painted).contains("tiles reach to (-16, 0), but this dungeon begins at (0, 0)"), "{painted}");
    let erased = painted.replace(">1</chunk>", ">0</chunk>");
    assert!(read(Some("hall.tmx"), erased.as_bytes()).is_ok(), "an empty chunk does no harm");
}

#[test]
fn chunks_that_lie_too_far_apart_or_hold_too_much_are_refused_by_their_size() {
    let far = include_str!("tiled/infinite-zstd.tmx").replacen("x=\"-16\"", "x=\"-99999\"", 1);
    assert!(refuse(&far).contains("a map is 1 to 16384 cells wide and high"), "{}", refuse(&far));
    let farthest = include_str!("tiled/infinite-zstd.tmx").replacen("x=\"-16\"", "x=\"-99999999999\"", 1);
    assert!(refuse(&farthest).contains("x: need a number, got \"-99999999999\""), "{}", refuse(&farthest));
    let large = include_str!("tiled/infinite-zstd.tmx").replacen(
        "x=\"0\" y=\"-16\" width=\"16\"",
        "x=\"0\" y=\"-16\" width=\"99999\"",
        1,
    );
    assert!(refuse(&large).contains("99999×16"), "{}", refuse(&large));
    let cut = include_str!("tiled/infinite-zstd.tmx").replacen(
        "KLUv/WAAA4UAABAAAQQAPQQUAhHsumNL5dg=",
        "KLUv/WAAA4UAABAAAQQ=",
        1,
    );
    assert!(refuse(&cut).ends_with("the data cannot be unpacked: they are no Zstandard data"), "{}", refuse(&cut));
}
