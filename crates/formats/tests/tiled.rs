//! Maps of Tiled: judged by Tiled itself, by a reader that other people wrote, and by reading them back.

#[path = "support/tool.rs"]
mod tool;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Instant;

use proptest::prelude::*;
use rayon::prelude::*;
use tempfile::TempDir;
use tool::tool;
use undercroft::dungeon::{DoorKind, DoorState, Dungeon, Ground, RoomId, Terrain};
use undercroft::events::NoEvents;
use undercroft::format::{json, text};
use undercroft::grid::Cell;
use undercroft::recipe::{RecipeFile, preset, presets};
use undercroft::seed::Seed;
use undercroft::verify::{Check, FlawCode, verify, verify_part};
use undercroft_formats::tiled::{OwnTileset, Syntax, TiledOptions, maps_of_world, read_levels, write};
use undercroft_formats::tileset::{Tile, TilePixels, Tileset, tile_of};
use undercroft_formats::{File, InputKind, missing_levels, read};

const SYNTAXES: [Syntax; 2] = [Syntax::Tmx, Syntax::Tmj];

/// Every kind and state of door, wide ones, secrets and stairs on two levels.
const DOORS: &str = r##"--- level 1
##################
#..+,,'..L.."..H.#
#..#  #..#..#..#.#
#..S,,B..#..#..#.#
#++######LLL##"#HH
#..#...#>.....#...
#.._...#......#...
##################

--- level 0
#########
#..#...##
#..+...#<
#..#...#.
#########
"##;

fn made(name: &str, seed: u64) -> Dungeon {
    let recipe = preset(name).unwrap().recipe().unwrap().check(Seed::new(seed)).unwrap();
    recipe.generate(&mut NoEvents).unwrap()
}

fn drawn(map: &str) -> Dungeon {
    let mut dungeon = text::read(map).unwrap();
    "Drawn".clone_into(&mut dungeon.name);
    dungeon
}

fn options(syntax: Syntax) -> TiledOptions {
    TiledOptions { name: "hall".to_owned(), syntax, ..TiledOptions::default() }
}

/// The text of the first file, which is the map.
fn map(dungeon: &Dungeon, options: &TiledOptions) -> String {
    String::from_utf8(write(dungeon, options).unwrap().swap_remove(0).bytes).unwrap()
}

fn back(text: &str) -> Dungeon {
    read(None, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares dungeons part by part, so that a failure says what is lost.
fn assert_same(found: &Dungeon, wanted: &Dungeon, what: &str) {
    let lines = |dungeon: &Dungeon| json::write(dungeon).lines().map(str::to_owned).collect::<Vec<_>>();
    let differs = lines(found).into_iter().zip(lines(wanted)).find(|(found, wanted)| found != wanted);
    assert!(
        differs.is_none(),
        "{what}: {}",
        differs.map(|(f, w)| format!("\n  found  {f}\n  wanted {w}")).unwrap_or_default()
    );
    assert!(found == wanted, "{what}");
}

#[test]
fn every_preset_comes_back_as_it_was() {
    presets().par_iter().for_each(|preset| {
        for seed in 1..=3 {
            let dungeon = made(preset.name, seed);
            for syntax in SYNTAXES {
                let what = format!("{} {seed} {}", preset.name, syntax.ending());
                assert_same(&back(&map(&dungeon, &options(syntax))), &dungeon, &what);
            }
        }
    });
}

#[test]
fn every_preset_comes_back_from_one_map_for_each_level() {
    presets().par_iter().for_each(|preset| {
        let dungeon = made(preset.name, 4);
        for syntax in SYNTAXES {
            let files = write(&dungeon, &TiledOptions { per_level: true, ..options(syntax) }).unwrap();
            assert_eq!(files.len(), dungeon.levels.len() + 2);
            let text = |file: &File| str::from_utf8(&file.bytes).unwrap().to_owned();
            let maps: Vec<(String, String)> =
                files[..dungeon.levels.len()].iter().map(|file| (file.name.clone(), text(file))).collect();
            let world = files.iter().find(|file| file.name == "hall.world").unwrap();
            let named = maps_of_world(&text(world)).unwrap();
            assert!(named.iter().eq(maps.iter().map(|(name, _)| name)));
            assert_same(&read_levels("hall.world", &maps).unwrap(), &dungeon, preset.name);
            // One of several levels is a dungeon of its own, without a recipe.
            let alone = back(&maps[0].1);
            assert_eq!((alone.levels.len(), alone.is_generated()), (1, dungeon.levels.len() == 1));
        }
    });
}

#[test]
fn a_level_of_several_is_judged_without_what_the_others_decide() {
    let several = presets().iter().flat_map(|preset| (1..=3).map(|seed| (preset.name, made(preset.name, seed))));
    let several: Vec<_> = several.filter(|(_, dungeon)| dungeon.levels.len() > 1).collect();
    assert!(several.len() > 20);
    let mut condemned = 0;
    for (name, dungeon) in several {
        let files = write(&dungeon, &TiledOptions { per_level: true, ..options(Syntax::Tmx) }).unwrap();
        for file in &files[..dungeon.levels.len()] {
            let missing = missing_levels(&file.bytes);
            assert_eq!(missing, dungeon.levels.len() - 1);
            let part = read(None, &file.bytes).unwrap();
            let report = verify_part(&part, missing);
            assert!(report.is_sound(), "{name} {}: {:?}", file.name, report.flaws);
            let told = format!("{missing} level");
            assert!(
                report.skipped.iter().any(|skipped| skipped.check == Check::Stairs && skipped.reason.contains(&told))
            );
            condemned += usize::from(!verify(&part).is_sound());
        }
    }
    assert!(condemned > 20, "without the others most parts would look broken");
}

#[test]
fn a_broken_part_is_still_found_out() {
    let dungeon = made("castle", 2);
    let files = write(&dungeon, &TiledOptions { per_level: true, ..options(Syntax::Tmx) }).unwrap();
    let mut part = read(None, &files[0].bytes).unwrap();
    let cell = part.rooms[0].cells().next().unwrap();
    part.levels[0].terrain[cell] = Terrain::Wall;
    assert!(!verify_part(&part, missing_levels(&files[0].bytes)).is_sound());
    assert_eq!(missing_levels(map(&dungeon, &options(Syntax::Tmj)).as_bytes()), 0);
}

#[test]
fn every_door_comes_back_as_it_was() {
    let mut dungeon = drawn(DOORS);
    for (i, door) in dungeon.doors.iter_mut().enumerate() {
        // What text cannot say: states behind a secret and of gratings.
        door.state = [DoorState::Open, DoorState::Closed, DoorState::Locked][i % 3];
        door.secret |= i % 5 == 4;
    }
    assert!(dungeon.doors.iter().any(|door| door.cells.len() == 3));
    for tile in [TilePixels::Sixteen, TilePixels::ThirtyTwo] {
        for syntax in SYNTAXES {
            assert_same(&back(&map(&dungeon, &TiledOptions { tile, ..options(syntax) })), &dungeon, "doors");
        }
    }
}

#[test]
fn the_same_dungeon_gives_the_same_bytes() {
    for syntax in SYNTAXES {
        let options = TiledOptions { per_level: true, ..options(syntax) };
        assert_eq!(write(&made("castle", 2), &options), write(&made("castle", 2), &options));
    }
}

#[test]
fn the_players_edition_has_no_trace_of_secrets() {
    let mut all = presets().iter().flat_map(|preset| (1..4).map(|seed| made(preset.name, seed)));
    let dungeon = all.find(|dungeon| dungeon.doors.iter().any(|door| door.secret)).unwrap();
    for syntax in SYNTAXES {
        let text = map(&dungeon, &TiledOptions { player: true, ..options(syntax) });
        let known = back(&text);
        assert!(known.doors.iter().all(|door| !door.secret) && !known.is_generated());
        let betrayals = ["\"state\" value=\"secret\"", "\"state\",\"type\":\"string\",\"value\":\"secret\""];
        assert!(betrayals.iter().chain(&["secret_passage", "treasure", "recipe"]).all(|word| !text.contains(word)));
        assert!(known.rooms.iter().all(|room| !room.floor.is_empty()));
        let hidden = undercroft_draw::redact_secrets(&dungeon);
        assert_eq!(known.levels, hidden.levels);
    }
}

const STONE: &str = "image = 'stone.png'\ntile = [16, 24]\ncolumns = 8\ncount = 64\n[tiles]\nfloor = 3\ncorridor = 4\nthreshold = 4\nwall = 9\n'wall-s' = 17\nrock = 1\nstairs-up = 5\nstairs-down = 6\ndoor = 20\ndoor-locked = 21\n";

#[test]
fn a_tileset_of_the_users_own_is_used_and_read_back() {
    let tileset = Some(OwnTileset::from_toml(STONE).unwrap());
    for dungeon in [made("castle", 5), drawn(DOORS)] {
        let options = TiledOptions { tileset: tileset.clone(), ..options(Syntax::Tmx) };
        let files = write(&dungeon, &options).unwrap();
        assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["hall.tmx"]);
        let text = String::from_utf8_lossy(&files[0].bytes).into_owned();
        assert!(text.contains("<image source=\"stone.png\" width=\"128\" height=\"192\"/>"));
        assert_same(&back(&text), &dungeon, "stone");
    }
}

#[test]
fn a_tileset_that_lacks_tiles_is_refused_with_all_of_them() {
    let lacking = |names: &[&str]| {
        let kept = STONE.lines().filter(|line| !names.iter().any(|name| line.starts_with(&format!("{name} ="))));
        let tileset = Some(OwnTileset::from_toml(&kept.collect::<Vec<_>>().join("\n")).unwrap());
        write(&drawn(DOORS), &TiledOptions { tileset, ..options(Syntax::Tmx) })
    };
    let error = lacking(&["corridor", "wall", "stairs-up", "threshold"]).unwrap_err();
    let names = "corridor, stairs-up, threshold, wall";
    assert_eq!(
        error.to_string(),
        format!("the map needs tiles that the tileset does not map: {names}; add them under [tiles]")
    );
    // Rock may be left out: an empty cell is rock.
    let files = lacking(&["rock"]).unwrap();
    assert_same(&back(str::from_utf8(&files[0].bytes).unwrap()), &drawn(DOORS), "without rock");
}

// What other programs say.

fn folder(files: &[File]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|file| fs::write(folder.path().join(&file.name), &file.bytes).unwrap());
    folder
}

fn run(mut command: Command) {
    let output = command.env("QT_QPA_PLATFORM", "offscreen").output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The picture of a level, cell by cell, slow and obvious: each tile over the one below it.
fn composed(dungeon: &Dungeon, tileset: &Tileset) -> Vec<[u8; 3]> {
    let level = &dungeon.levels[0];
    let (side, width) = (tileset.tile.side() as usize, level.size().width() as usize);
    let mut picture = vec![[0; 3]; level.size().area() * side * side];
    for cell in level.size().cells() {
        let layers = tile_of(level, cell, dungeon);
        for tile in [layers.floor, layers.wall, layers.door].into_iter().flatten() {
            for (i, [r, g, b, a]) in tileset.pixels_of(tile).unwrap().into_iter().enumerate() {
                let (x, y) = (cell.x as usize * side + i % side, cell.y as usize * side + i / side);
                let below: &mut [u8; 3] = &mut picture[y * width * side + x];
                let over = |above: u8, below: u8| {
                    let (above, below, a) = (u32::from(above), u32::from(below), u32::from(a));
                    ((above * a + below * (255 - a) + 127) / 255) as u8
                };
                *below = [over(r, below[0]), over(g, below[1]), over(b, below[2])];
            }
        }
    }
    picture
}

fn pixels(png: &Path) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(png).unwrap()));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let rgb = bytes.as_chunks::<4>().0.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
    (info.width, info.height, rgb)
}

/// A dungeon's first level alone, cut to its north-west, so that the slow picture takes a moment and no minutes.
fn corner(dungeon: &Dungeon) -> Dungeon {
    let level = &dungeon.levels[0];
    let rect = dungeon.rooms.iter().find(|room| room.z == level.z).unwrap().bounds().grow(8);
    let rect = rect.intersection(level.size().rect());
    let size = undercroft::grid::Size::of(rect.width().min(60), rect.height().min(60));
    let terrain = undercroft::grid::Grid::from_fn(size, |cell| level.at(cell + rect.min()));
    let mut cut = Dungeon::bare("Corner", vec![undercroft::dungeon::Level::new(0, terrain)]);
    for door in dungeon.doors_on(level.z) {
        let mut door = door.clone();
        door.cells.iter_mut().for_each(|cell| *cell = *cell - rect.min());
        if door.cells.iter().all(|&cell| size.contains(cell)) {
            (door.id.0, door.room, door.z) = (cut.doors.len() as u32, None, 0);
            cut.doors.push(door);
        }
    }
    cut
}

/// The map with all layers of objects hidden, as with a click on their eyes.
fn without_objects(map: &[u8], syntax: Syntax) -> Vec<u8> {
    if syntax == Syntax::Tmx {
        let text = String::from_utf8_lossy(map).replace(" visible=\"0\">", ">");
        return text.replace("<objectgroup ", "<objectgroup visible=\"0\" ").into_bytes();
    }
    let mut map: serde_json::Value = serde_json::from_slice(map).unwrap();
    for layer in map["layers"][0]["layers"].as_array_mut().unwrap() {
        layer["visible"] = (layer["type"] == "tilelayer").into();
    }
    map.to_string().into_bytes()
}

#[test]
fn tiled_draws_what_our_tileset_shows() {
    if tool("tmxrasterizer").is_none() {
        return;
    }
    let presets = ["small-dungeon", "cave", "castle", "walker-keep", "house-inn", "crypt-of-tees"];
    let mut dungeons: Vec<Dungeon> = presets.iter().map(|name| corner(&made(name, 1))).collect();
    let mut doors = drawn(DOORS);
    doors.levels.truncate(1);
    doors.doors.retain(|door| door.z == 1);
    doors.rooms.retain(|room| room.z == 1);
    dungeons.push(doors);
    let judge = |dungeon: &Dungeon, tile: TilePixels, syntax: Syntax| {
        let mut files = write(dungeon, &TiledOptions { tile, ..options(syntax) }).unwrap();
        files[0].bytes = without_objects(&files[0].bytes, syntax);
        let folder = folder(&files);
        let picture = folder.path().join("picture.png");
        let mut command = tool("tmxrasterizer").unwrap();
        command.args(["--no-smoothing"]).arg(folder.path().join(&files[0].name)).arg(&picture);
        run(command);
        let (width, height, found) = pixels(&picture);
        let (size, side) = (dungeon.levels[0].size(), tile.side());
        assert_eq!((width, height), (size.width() as u32 * side, size.height() as u32 * side));
        let wanted = composed(dungeon, &Tileset::draw(tile));
        // Half-transparent pixels may be rounded differently.
        let near = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= 2);
        let wrong = found.iter().zip(&wanted).position(|(found, wanted)| !near(found, wanted));
        let cell = wrong.map(|at| (at as u32 % width / side, at as u32 / width / side));
        assert_eq!(cell, None, "{} {syntax:?}: the cell of the first pixel that is wrong", dungeon.name);
    };
    dungeons.par_iter().for_each(|dungeon| {
        judge(dungeon, TilePixels::Sixteen, Syntax::Tmx);
        judge(dungeon, TilePixels::Sixteen, Syntax::Tmj);
    });
    judge(&dungeons[6], TilePixels::ThirtyTwo, Syntax::Tmx);
}

/// The picture of the page on Tiled is Tiled's own; `UNDERCROFT_BLESS=1` redraws it.
#[test]
fn the_page_shows_what_tiled_draws() {
    if tool("tmxrasterizer").is_none() || std::env::var_os("UNDERCROFT_BLESS").is_none() {
        return;
    }
    let options = TiledOptions { per_level: true, ..options(Syntax::Tmx) };
    let mut files = write(&made("castle", 7), &options).unwrap();
    files[0].bytes = without_objects(&files[0].bytes, Syntax::Tmx);
    let folder = folder(&files);
    let mut command = tool("tmxrasterizer").unwrap();
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats/tiled.png");
    command.arg("--no-smoothing").arg(folder.path().join(&files[0].name)).arg(picture);
    run(command);
}

#[test]
fn what_tiled_saves_comes_back_as_it_was() {
    if tool("tiled").is_none() {
        return;
    }
    for (name, seed) in [("castle", 1), ("walker-keep", 3), ("cave", 2)] {
        let dungeon = made(name, seed);
        for (from, to) in [(Syntax::Tmx, "tmx"), (Syntax::Tmx, "tmj"), (Syntax::Tmj, "tmx")] {
            let files = write(&dungeon, &options(from)).unwrap();
            let folder = folder(&files);
            let saved = folder.path().join(format!("saved.{to}"));
            let mut command = tool("tiled").unwrap();
            command.arg("--export-map").arg(folder.path().join(&files[0].name)).arg(&saved);
            run(command);
            let saved = fs::read(&saved).unwrap();
            let format = if to == "tmx" { &undercroft_formats::tiled::TMX } else { &undercroft_formats::tiled::TMJ };
            assert_eq!(InputKind::recognize(None, &saved), InputKind::Dungeon(format));
            assert_same(
                &read(None, &saved).unwrap_or_else(|error| panic!("{error}")),
                &dungeon,
                &format!("{name} {from:?} {to}"),
            );
        }
    }
}

#[test]
fn another_reader_finds_layers_objects_and_properties() {
    for name in ["castle", "walker-keep", "mine", "inn"] {
        let dungeon = made(name, 1);
        let folder = folder(&write(&dungeon, &options(Syntax::Tmx)).unwrap());
        let map = tiled::Loader::new().load_tmx_map(folder.path().join("hall.tmx")).unwrap();
        let text = |value: &str| tiled::PropertyValue::StringValue(value.to_owned());
        assert_eq!(map.version(), "1.10");
        assert_eq!(map.user_type, "dungeon");
        assert_eq!(map.properties["seed"], text(&dungeon.provenance.seed));
        assert_eq!(map.properties["name"], text(&dungeon.name));
        assert_eq!(map.properties["goal"], tiled::PropertyValue::IntValue(dungeon.goal.unwrap().0 as i32));
        assert_eq!(map.layers().len(), dungeon.levels.len());
        for (group, level) in map.layers().zip(&dungeon.levels) {
            assert_eq!(group.user_type, "level");
            assert_eq!(group.properties["level"], tiled::PropertyValue::IntValue(level.z));
            let layers: Vec<tiled::Layer<'_>> = group.as_group_layer().unwrap().layers().collect();
            let names: Vec<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
            let tiles = ["Floor", "Ground", "Walls", "Doors"];
            let objects = ["Rooms", "Doors", "Links", "Stairs", "Features", "Spawns", "Markers", "Collision"];
            let wanted = tiles.into_iter().chain(objects).filter(|name| *name != "Ground" || level.ground.is_some());
            assert_eq!(names, wanted.collect::<Vec<_>>());
            let layers: Vec<tiled::Layer<'_>> = layers.into_iter().filter(|layer| layer.name != "Ground").collect();
            let on = |i: usize, cell: Cell| {
                let tile = layers[i].as_tile_layer()?.get_tile(cell.x, cell.y)?;
                let tile = tile.get_tile()?;
                let walkable = tile.properties["walkable"] == tiled::PropertyValue::BoolValue(true);
                Some((tile.user_type.clone(), walkable))
            };
            // What stands on the floor is in a layer of objects.
            let mut unfurnished = dungeon.clone();
            unfurnished.features.clear();
            let solid = unfurnished.solid(level);
            for cell in level.size().cells() {
                let (class, walkable) = on(2, cell).or_else(|| on(1, cell)).or_else(|| on(0, cell)).unwrap();
                assert_eq!(Tile::terrain_of(&class), Some(level.at(cell)), "{cell}");
                // Deep water and chasms are in a layer of their own.
                assert_eq!(walkable && !level.ground_at(cell).is_solid(), !solid.contains(cell), "{cell}");
            }
            check_objects(&dungeon, level.z, &layers);
        }
    }
}

fn check_objects(dungeon: &Dungeon, z: i32, layers: &[tiled::Layer<'_>]) {
    let objects = |i: usize| layers[i].as_object_layer().unwrap().objects().collect::<Vec<_>>();
    let whole = |object: &tiled::Object<'_>, name: &str| match object.properties.get(name) {
        Some(tiled::PropertyValue::IntValue(whole)) => *whole as u32,
        other => panic!("{name}: {other:?}"),
    };
    let rooms = objects(3);
    assert_eq!(rooms.len(), dungeon.rooms.iter().filter(|room| room.z == z).count());
    for object in rooms {
        let room = &dungeon.rooms[whole(&object, "id") as usize];
        let bounds = room.bounds();
        assert_eq!((object.user_type.as_str(), whole(&object, "depth")), ("room", room.depth));
        assert!((object.x, object.y) == (bounds.left as f32 * 16.0, bounds.top as f32 * 16.0));
    }
    let doors = objects(4);
    assert_eq!(doors.len(), dungeon.doors_on(z).count());
    for object in doors {
        let door = &dungeon.doors[whole(&object, "id") as usize];
        let tiled::PropertyValue::StringValue(state) = &object.properties["state"] else { panic!("no state") };
        let wanted = match (door.secret, door.kind, door.state) {
            (true, ..) => "secret",
            (_, DoorKind::Archway, _) => "archway",
            (_, DoorKind::Doorway, _) => "doorway",
            (_, _, DoorState::Open) => "open",
            (_, _, DoorState::Closed) => "closed",
            (_, _, DoorState::Locked) => "locked",
        };
        assert_eq!((object.user_type.as_str(), state.as_str()), ("door", wanted));
        let tiled::ObjectShape::Rect { width, height } = object.shape else { panic!("a door is a rectangle") };
        assert!((width * height) as usize == door.cells.len() * 256);
    }
    let stairs = objects(6);
    // A run of several cells is one object.
    let flights = dungeon.links.iter().filter(|link| link.stairs().is_some());
    assert_eq!(stairs.len(), flights.flat_map(|link| link.rooms).filter(|&room| dungeon.room(room).z == z).count());
    for object in stairs {
        assert!(matches!(object.properties["target_object"], tiled::PropertyValue::ObjectValue(_)));
    }
    let features = objects(7);
    assert_eq!(features.len(), dungeon.features.iter().filter(|feature| feature.z == z).count());
    for object in features {
        let feature = &dungeon.features[whole(&object, "id") as usize];
        let tiled::ObjectShape::Rect { width, height } = object.shape else { panic!("a feature is a rectangle") };
        assert_eq!([width, height].map(|side| side as i32), feature.size.map(|side| side * 16));
        assert_eq!((object.user_type.as_str(), whole(&object, "turn")), (feature.kind.as_str(), feature.turn.into()));
    }
    assert_eq!(objects(8).len(), dungeon.spawns.iter().filter(|spawn| spawn.z == z).count());
    assert_eq!(objects(9).len(), dungeon.markers.iter().filter(|marker| marker.z == z).count());
    let solid: f32 = objects(10)
        .iter()
        .map(|object| match object.shape {
            tiled::ObjectShape::Rect { width, height } => width * height / 256.0,
            _ => 0.0,
        })
        .sum();
    assert_eq!(solid as usize, dungeon.solid(dungeon.level(z).unwrap()).count());
}

// What people do to maps.

/// Lays a tile on cells of a layer, as a brush does.
fn brush(text: &str, layer: &str, cells: &[Cell], gid: u32) -> String {
    let start = text.find(&format!("<layer id=\"{layer}\"")).unwrap();
    let start = start + text[start..].find("csv\">\n").unwrap() + 6;
    let end = start + text[start..].find("</data>").unwrap();
    let mut rows: Vec<Vec<String>> =
        text[start..end].trim().lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    cells.iter().for_each(|cell| rows[cell.y as usize][cell.x as usize] = gid.to_string());
    let data: Vec<String> = rows.into_iter().map(|row| row.join(",")).collect();
    format!("{}{}\n  {}", &text[..start], data.join("\n"), &text[end..])
}

/// The number of a tile in the file.
fn gid(name: &str) -> u32 {
    u32::from(Tile::all().find(|tile| tile.name() == name).unwrap().id().0) + 1
}

#[test]
fn a_room_that_was_walled_off_is_named_by_the_judge() {
    // A room with one link, so that nothing lies behind it.
    let ends = |dungeon: &Dungeon| {
        let links = |room: RoomId| dungeon.links.iter().filter(|link| link.touches(room)).count();
        let entrance = dungeon.entrance.as_ref().map(|entrance| entrance.room);
        dungeon.rooms.iter().find(|room| links(room.id) == 1 && entrance != Some(room.id)).cloned()
    };
    let mut dungeons = (1..100).map(|seed| made("small-dungeon", seed));
    let (dungeon, lonely) = dungeons.find_map(|dungeon| ends(&dungeon).map(|room| (dungeon, room))).unwrap();
    assert_eq!(verify(&dungeon).flaws, []);
    let gates: Vec<Cell> =
        dungeon.doors.iter().filter(|door| door.room == Some(lonely.id)).flat_map(|door| door.cells.clone()).collect();
    let text = map(&dungeon, &options(Syntax::Tmx));
    // The layers of the first level are numbered 2 (floor), 3 (walls) and 4 (doors).
    let edited = brush(&brush(&text, "4", &gates, 0), "3", &gates, gid("wall"));
    let report = verify(&back(&edited));
    let unreachable = report.flaws.iter().find(|flaw| flaw.code == FlawCode::RoomUnreachable).unwrap();
    assert_eq!(unreachable.rooms, [lonely.id]);
    assert_eq!(unreachable.sentence, format!("Room {} cannot be reached from the entrance.", lonely.id));
    assert!(report.flaws.iter().any(|flaw| flaw.code == FlawCode::DoorMissing), "{:?}", report.flaws);
}

#[test]
fn ground_can_be_painted_and_a_wall_takes_it_away() {
    let pool = drawn("######  \n#....+,,\n#....#  \n######  \n\nground:\n        \n ~~w    \n :=%;   \n        \n");
    let text = map(&pool, &options(Syntax::Tmx));
    assert_eq!(back(&text).levels[0].ground, pool.levels[0].ground);
    // The layer of ground is the last that gets a number: 13.
    let deeper = back(&brush(&text, "13", &[Cell::new(1, 1), Cell::new(4, 2)], gid("deep")));
    assert_eq!(deeper.levels[0].ground_at(Cell::new(1, 1)), Ground::Deep);
    assert_eq!(deeper.levels[0].ground_at(Cell::new(4, 2)), Ground::Deep);
    let walled = back(&brush(&text, "3", &[Cell::new(3, 1)], gid("wall")));
    assert_eq!(walled.levels[0].ground_at(Cell::new(3, 1)), Ground::Bare);
    assert_eq!(walled.levels[0].ground_at(Cell::new(2, 1)), Ground::Shallow);
}

#[test]
fn a_room_can_be_made_larger_with_the_brush_alone() {
    let dungeon = drawn("#####  \n#...+,,\n#...#  \n#####  \n");
    let text = map(&dungeon, &options(Syntax::Tmx));
    let edited = brush(&text, "3", &[Cell::new(1, 3), Cell::new(2, 3)], 0);
    let edited = back(&brush(&edited, "2", &[Cell::new(1, 3), Cell::new(2, 3)], gid("floor-0")));
    assert_eq!(edited.rooms.len(), 1);
    assert_eq!(edited.rooms[0].area(), 8);
    assert_eq!(edited.levels[0].at(Cell::new(1, 3)), Terrain::Floor);
}

#[test]
fn a_door_takes_the_look_that_somebody_gives_it() {
    let dungeon = drawn("#####  \n#...+,,\n#...#  \n#####  \n");
    let text = map(&dungeon, &options(Syntax::Tmx));
    let by_tile = back(&brush(&text, "4", &[Cell::new(4, 1)], gid("portcullis-closed-down")));
    assert_eq!(by_tile.doors[0].kind, DoorKind::Portcullis);
    let by_property = back(&text.replace("name=\"state\" value=\"closed\"", "name=\"state\" value=\"locked\""));
    assert_eq!(by_property.doors[0].state, DoorState::Locked);
    let hidden = back(&text.replace("name=\"state\" value=\"closed\"", "name=\"state\" value=\"secret\""));
    assert!(hidden.doors[0].secret && hidden.doors[0].state == DoorState::Closed);
}

#[test]
fn objects_that_were_deleted_are_found_again_from_the_tiles() {
    let dungeon = drawn(DOORS);
    let mut text = map(&dungeon, &options(Syntax::Tmx));
    for name in ["Room 1", "Door 2"] {
        let start = text
            .find(&format!(
                "<object id=\"{}",
                text[..text.find(&format!("name=\"{name}\"")).unwrap()].rsplit_once("<object id=\"").unwrap().1
            ))
            .unwrap();
        let end = start + text[start..].find("</object>").unwrap() + "</object>".len();
        text.replace_range(start..end, "");
    }
    assert_same(&back(&text), &dungeon, "without objects");
    let bare = drawn(DOORS.split("\n--- level 0").next().unwrap());
    let mut text = map(&bare, &options(Syntax::Tmx));
    while let Some(start) = text.find("<objectgroup") {
        let end = start + text[start..].find("</objectgroup>").unwrap() + "</objectgroup>".len();
        text.replace_range(start..end, "");
    }
    assert_same(&back(&text), &bare, "without any object");
}

#[test]
fn turned_tiles_and_layers_of_other_people_are_understood() {
    let foreign = |data: &str, tileset: &str| {
        format!(
            "<map version=\"1.10\" orientation=\"orthogonal\" width=\"3\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">{tileset}<layer name=\"Walls\" width=\"3\" height=\"1\"><data encoding=\"csv\">{data}</data></layer><layer name=\"Ground\" width=\"3\" height=\"1\"><data encoding=\"csv\">0,7,0</data></layer></map>"
        )
    };
    let external = "<tileset firstgid=\"1\" source=\"stone.tsx\"/>";
    let plain = back(&foreign("5,0,2147483653", external));
    assert_eq!(text::write(&plain), "#.#\n");
    let decorated = foreign("5,0,5", external).replace("\"Walls\"", "\"Torches\"").replace("\"Ground\"", "\"Rugs\"");
    let refusal = read(Some("rugs.tmx"), decorated.as_bytes()).unwrap_err().to_string();
    assert!(
        refusal.starts_with("rugs.tmx: no tile is known") && refusal.contains("stone.tsx is not read"),
        "{refusal}"
    );
}

// What cannot be read.

fn refuse(text: &str) -> String {
    read(Some("hall.tmx"), text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn maps_that_cannot_be_read_say_where_and_why() {
    let dungeon = drawn("#####\n#...+\n#####\n");
    let text = map(&dungeon, &options(Syntax::Tmx));
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        refuse(&text.replacen(from, to, 1))
    };
    assert_eq!(
        change("\"orthogonal\"", "\"hexagonal\""),
        "hall.tmx:2:1: only orthogonal maps can be read, this one is hexagonal"
    );
    assert_eq!(
        change("width=\"5\"", "width=\"99999\""),
        "hall.tmx:2:1: a map is 1 to 16384 cells wide and high, this one would be 99999×3"
    );
    assert_eq!(change(" width=\"5\"", ""), "hall.tmx:2:1: <map> has no width");
    assert!(
        change("width=\"5\" height=\"3\">", "width=\"5\" height=\"4\">")
            .ends_with("need 20 tiles, one for each cell of the map, got 15")
    );
    assert!(
        change("encoding=\"csv\"", "encoding=\"base64\" compression=\"lzma\"")
            .contains("compression \"lzma\" cannot be read, only zlib, gzip and zstd")
    );
    assert!(change("<data encoding=\"csv\">", "<data>").contains("tiles as XML elements cannot be read"));
    for level in [99_999, i64::MIN] {
        let changed = format!("name=\"level\" type=\"int\" value=\"{level}\"");
        assert!(
            change("name=\"level\" type=\"int\" value=\"0\"", &changed)
                .ends_with(&format!("level: need a level from -9999 to 9999, got {level}"))
        );
    }
    assert!(
        change("x=\"64\" y=\"16\" width=\"16\" height=\"16\">", "x=\"64\" y=\"16\" width=\"64\" height=\"64\">")
            .ends_with("a door is 1 to 4 cells in one line, this one covers 4 by 4 cells")
    );
    assert!(
        change("x=\"64\" y=\"16\" width=\"16\"", "x=\"640\" y=\"16\" width=\"16\"")
            .ends_with("doors[0].cells: (40, 1) does not lie on a 5×3 level")
    );
    assert!(refuse("<!doctype html><html></html>").ends_with("need a map of Tiled, <map>, got <html>"));
    assert_eq!(refuse("<?xml version=\"1.0\"?><tileset/>"), "hall.tmx:1:22: need a map of Tiled, <map>, got <tileset>");
    let cut = &text[..text.len() / 2];
    assert!(
        refuse(cut).contains("the file ends in the middle of <") || refuse(cut).contains("no well-formed XML"),
        "{}",
        refuse(cut)
    );
}

#[test]
fn tmj_that_cannot_be_read_says_where_and_why() {
    let dungeon = drawn("#####\n#...+\n#####\n");
    let text = map(&dungeon, &options(Syntax::Tmj));
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        read(Some("hall.tmj"), text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string()
    };
    assert!(change("\"orthogonal\"", "\"isometric\"").contains("only orthogonal maps can be read"));
    assert!(
        change("\"data\":[0,", "\"data\":[")
            .contains("layers[0].layers[0].data: need 15 tiles, one for each cell of the map, got 14")
    );
    assert!(
        change("\"data\":[0,", "\"data\":[-1,")
            .contains("layers[0].layers[0].data[0]: need a whole number from 0 to 4294967295, got -1")
    );
    assert!(
        change("\"tilewidth\":16,\"type\":\"map\"", "\"tilewidth\":0,\"type\":\"map\"")
            .ends_with("tilewidth: tiles are 1 to 16384 pixels wide and high, these would be 0×16")
    );
    assert!(change("\"tilewidth\":16,\"type\":\"map\"", "\"type\":\"map\"").ends_with(": `tilewidth` is missing"));
    assert!(
        change("\"orientation\":", "\"orientation\":\"orthogonal\",\"orientation\":")
            .ends_with(": `orientation` comes twice")
    );
    let long = "x".repeat(201);
    assert!(
        change(
            "\"properties\":[{\"name\":\"epoch\"",
            &format!("\"properties\":[{{\"name\":\"name\",\"value\":\"{long}\"}},{{\"name\":\"epoch\"")
        )
        .ends_with("name: need at most 200 characters, got 201")
    );
    let cut = &text[..text.len() - 40];
    assert!(
        read(Some("hall.tmj"), cut.as_bytes())
            .unwrap_err()
            .to_string()
            .ends_with("the file ends in the middle of the JSON document")
    );
}

/// The maps that are about to be broken, in both syntaxes.
static BROKEN: LazyLock<[String; 2]> = LazyLock::new(|| SYNTAXES.map(|syntax| map(&drawn(DOORS), &options(syntax))));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_broken_map_makes_the_reader_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), cut: bool, json: bool) {
        let mut bytes = BROKEN[usize::from(json)].clone().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if cut && at > 9 {
                bytes.truncate(at);
            }
        }
        if let Ok(dungeon) = read(None, &bytes) {
            // Whatever passes the reader can be used.
            verify(&dungeon);
            json::write(&dungeon);
        }
    }

    #[test]
    fn no_other_number_makes_the_reader_panic(at in any::<prop::sample::Index>(), number in "-?[0-9]{1,20}(\\.[0-9]{1,3})?(e[0-9]{1,3})?", json: bool) {
        let text = &BROKEN[usize::from(json)];
        let is_start = |&(at, c): &(usize, char)| c.is_ascii_digit() && at > 0 && !text.as_bytes()[at - 1].is_ascii_digit();
        let numbers: Vec<usize> = text.char_indices().filter(is_start).map(|(at, _)| at).collect();
        let start = numbers[at.index(numbers.len())];
        let end = start + text[start..].find(|c: char| !c.is_ascii_digit()).unwrap();
        if let Ok(dungeon) = read(None, format!("{}{number}{}", &text[..start], &text[end..]).as_bytes()) {
            verify(&dungeon);
        }
    }
}

#[test]
fn a_dungeon_of_512_by_512_cells_is_written_and_read_quickly() {
    let text = preset("large-dungeon").unwrap().text.replace("= 120", "= 512").replace("count = 15", "count = 150");
    let recipe = RecipeFile::parse("large.toml", &text).unwrap();
    let recipe = recipe.check(Seed::new(1)).unwrap();
    let dungeon = recipe.generate(&mut NoEvents).unwrap();
    let level = &dungeon.levels[0];
    println!("{} by {}", level.size().width(), level.size().height());
    for syntax in SYNTAXES {
        let start = Instant::now();
        let files = write(&dungeon, &options(syntax)).unwrap();
        let written = start.elapsed();
        let start = Instant::now();
        let again = read(None, &files[0].bytes).unwrap();
        println!("{syntax:?}: {} bytes, written in {written:?}, read in {:?}", files[0].bytes.len(), start.elapsed());
        assert!(again == dungeon);
    }
}
