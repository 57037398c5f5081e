//! A record with a key from before a renaming is refused by every reader, with the key to write instead.

use undercroft::{Dungeon, RecipeFile};
use undercroft_draw::Metadata;
use undercroft_formats::{Options, by_name, read, svg};

const HINT: &str = "renamed to extra_links; write extra_links = 0.5";

/// A dungeon whose record holds a key that recipes had once.
fn stale() -> Dungeon {
    let mut dungeon = undercroft::generate("small-dungeon", 7).unwrap();
    dungeon.provenance.recipe.insert("loops", 0.5);
    dungeon
}

fn exported(format: &str) -> Vec<u8> {
    let format = by_name(format).unwrap();
    format.export(&stale(), &Options::new(format).with_stem("old")).unwrap().files.swap_remove(0).bytes
}

/// What reading the file says.
fn refusal(format: &str) -> String {
    let name = format!("old.{format}");
    read(Some(&name), &exported(format)).unwrap_err().to_string()
}

/// What the recipe in a picture says, when it is parsed to make the dungeon again.
fn refusal_of_recipe(metadata: &[Metadata]) -> String {
    let recipe = metadata.iter().find(|entry| entry.keyword == "Recipe").expect("the recipe travels in the picture");
    RecipeFile::parse("the picture", &recipe.text).unwrap_err().to_string()
}

#[test]
fn json_with_an_old_key_is_refused() {
    let error = refusal("json");
    assert!(error.contains("old.json") && error.contains("loops") && error.contains(HINT), "{error}");
}

#[test]
fn tiled_maps_with_an_old_key_are_refused() {
    for format in ["tmx", "tmj"] {
        let error = refusal(format);
        assert!(error.contains("loops") && error.contains(HINT), "{error}");
    }
}

#[test]
fn ldtk_projects_with_an_old_key_are_refused() {
    let error = refusal("ldtk");
    assert!(error.contains("loops") && error.contains(HINT), "{error}");
}

#[test]
fn svg_drawings_with_an_old_key_are_refused() {
    let drawing = String::from_utf8(exported("svg")).unwrap();
    let error = refusal_of_recipe(&svg::read_metadata(&drawing).unwrap());
    assert!(error.starts_with("loops: ") && error.contains(HINT), "{error}");
}

#[test]
fn png_drawings_with_an_old_key_are_refused() {
    let error = refusal_of_recipe(&undercroft_draw::raster::read_metadata(&exported("png")).unwrap());
    assert!(error.starts_with("loops: ") && error.contains(HINT), "{error}");
}

#[test]
fn the_same_files_with_todays_keys_are_read() {
    let dungeon = undercroft::generate("small-dungeon", 7).unwrap();
    for name in ["json", "tmx", "tmj", "ldtk"] {
        let format = by_name(name).unwrap();
        let file = format.export(&dungeon, &Options::new(format)).unwrap().files.swap_remove(0);
        assert!(read(Some(&file.name), &file.bytes).is_ok(), "{name}");
    }
}
