//! The gallery: every drawing on the page is what its command makes, and every family of presets is on it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use undercroft::contents::Contents;
use undercroft::recipe::{RecipeFile, preset, presets};
use undercroft::seed::Seed;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The commands of the page, each as its words after `undercroft`.
fn commands() -> Vec<Vec<String>> {
    let page = fs::read_to_string(docs().join("gallery.md")).unwrap();
    let commands = page.lines().filter_map(|line| line.strip_prefix("undercroft "));
    commands.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

/// The content table of a preset: presets of one family share it.
fn family(file: &RecipeFile) -> String {
    let recipe = file.check(Seed::new(1)).unwrap();
    Contents::shipped().table_for(&recipe.category).name().to_owned()
}

#[test]
fn every_drawing_is_what_its_command_makes() {
    let folder = TempDir::new().unwrap();
    let mut drawings = 0;
    for command in commands() {
        let file = command.last().unwrap();
        if std::path::Path::new(file).extension().is_none_or(|end| end != "svg") {
            continue;
        }
        let made = Command::new(env!("CARGO_BIN_EXE_undercroft")).args(&command).current_dir(&folder).output().unwrap();
        assert!(made.status.success(), "{command:?}: {}", String::from_utf8_lossy(&made.stderr));
        let [made, shown] = [folder.path().join(file), docs().join("gallery").join(file)].map(fs::read);
        assert!(made.unwrap() == shown.unwrap(), "{file} has changed: scripts/gallery draws it again");
        drawings += 1;
    }
    assert!(drawings >= 19, "{drawings}");
}

#[test]
fn every_family_of_presets_has_a_drawing() {
    let shown: BTreeSet<String> =
        commands().iter().map(|command| family(&preset(&command[1]).unwrap().recipe().unwrap())).collect();
    for preset in presets() {
        let family = family(&preset.recipe().unwrap());
        assert!(shown.contains(&family), "no drawing of {family}, as of preset {}; see scripts/gallery", preset.name);
    }
    assert_eq!(shown.len(), 19);
}

#[test]
fn every_picture_of_the_page_is_there_and_no_other() {
    let named: BTreeSet<String> = commands().into_iter().map(|command| command.last().unwrap().clone()).collect();
    let files = fs::read_dir(docs().join("gallery")).unwrap();
    let there: BTreeSet<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(there, named);
}
