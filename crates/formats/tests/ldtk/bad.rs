//! Files that cannot be read: one sentence with the place.

use undercroft::format::{FilePosition, text};
use undercroft_formats::{self as format, ldtk};

use super::project;

fn small() -> String {
    project(&text::read("#####\n#..+,\n#.>##\n#####\n\n--- level -1\n#####\n#.<L,\n#####\n").unwrap())
}

/// The sentence about the small project after a change of its text.
fn refusal(from: &str, to: &str) -> String {
    let written = small();
    assert!(written.contains(from), "{from} is not in {written}");
    let error = ldtk::read(&written.replacen(from, to, 1)).unwrap_err();
    match error.place() {
        FilePosition::Value { path, line, .. } => {
            assert!(*line > 1, "{error}");
            format!("{path}: {}", error.problem())
        }
        _ => error.to_string(),
    }
}

#[test]
fn projects_that_do_not_agree_with_themselves_are_refused_with_their_path() {
    const TERRAIN: &str = "levels[0].layerInstances[3]";
    let cases = [
        (
            "\"jsonVersion\":\"1.5.3\"",
            "\"jsonVersion\":\"2.0.0\"",
            "jsonVersion: this program reads LDtk projects of the versions 1.0 to 1.5, got \"2.0.0\"".to_owned(),
        ),
        (
            "\"externalLevels\":false",
            "\"externalLevels\":true",
            "externalLevels: the levels of this project lie in files of their own; in LDtk's project settings turn off \
             `Save levels to separate files`, save, and read the project again"
                .to_owned(),
        ),
        ("\"worldDepth\":-1", "\"worldDepth\":0", "levels[1].worldDepth: there are two levels at the depth 0".to_owned()),
        (
            "\"worldDepth\":-1",
            "\"worldDepth\":-10000",
            "levels[1].worldDepth: need a level from -9999 to 9999, got -10000".to_owned(),
        ),
        (
            "\"intGridCsv\":[1,",
            "\"intGridCsv\":[1,1,",
            format!("{TERRAIN}.intGridCsv: need 20 values, one for each cell of 5×4, got 21"),
        ),
        (
            "\"intGridCsv\":[1,",
            "\"intGridCsv\":[9,",
            format!(
                "{TERRAIN}.intGridCsv[0]: the value 9 is not defined as one of Rock, Wall, Floor, Corridor, Door, \
                 StairsUp, StairsDown"
            ),
        ),
        (
            "\"__identifier\":\"Terrain\",\n\t\t\t\t\t\"__type\":\"IntGrid\"",
            "\"__identifier\":\"Terrain\",\n\t\t\t\t\t\"__type\":\"AutoLayer\"",
            "levels[0].layerInstances: need one IntGrid layer, or one that is called `Terrain`; this level has 0".to_owned(),
        ),
        (
            "\"__value\":\"Closed\"",
            "\"__value\":\"Ajar\"",
            "levels[0].layerInstances[0].entityInstances[1].fieldInstances[1].__value: need one of Open, Closed, Locked, \
             got \"Ajar\""
                .to_owned(),
        ),
    ];
    for (from, to, sentence) in cases {
        assert_eq!(refusal(from, to), sentence);
    }
}

#[test]
fn an_absurd_size_is_refused_before_memory_is_taken() {
    assert_eq!(
        refusal(
            "\"__identifier\":\"Terrain\",\n\t\t\t\t\t\"__type\":\"IntGrid\",\n\t\t\t\t\t\"__cWid\":5,\n\t\t\t\t\t\"__cHei\":4",
            "\"__identifier\":\"Terrain\",\n\t\t\t\t\t\"__type\":\"IntGrid\",\n\t\t\t\t\t\"__cWid\":1048576,\n\t\t\t\t\t\"__cHei\":1048576"
        ),
        "levels[0].layerInstances[3].__cWid: a map is 1 to 16384 cells wide and high, this one would be 1048576×1048576"
    );
}

#[test]
fn a_broken_entity_is_named_with_its_place() {
    let sentence = refusal("\"width\":16,\"height\":16,\"defUid\":190", "\"width\":16,\"height\":96,\"defUid\":190");
    assert_eq!(
        sentence,
        "levels[0].layerInstances[0].entityInstances[1]: a door has 1 to 4 cells, this rectangle has 6"
    );
    let sentence = refusal("\"width\":16,\"height\":16,\"defUid\":190", "\"width\":32,\"height\":16,\"defUid\":190");
    assert_eq!(
        sentence,
        "levels[0].layerInstances[0].entityInstances[1]: doors[0].cells: \
         the cells of a door lie side by side across its normal, in order"
    );
}

#[test]
fn files_that_are_no_projects_are_told_so() {
    let refuse = |text: &str| format::read(Some("a.ldtk"), text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        refuse("{\"__header__\":{\"app\":\"LDtk\"},\"layerInstances\":[]}"),
        "a.ldtk:1:47: layerInstances: this is one level of an LDtk project; read the project itself"
    );
    assert_eq!(
        refuse("{\"__header__\":{\"app\":\"LDtk\"}}"),
        "a.ldtk:1:1: jsonVersion: this program reads LDtk projects of the versions 1.0 to 1.5, got nothing"
    );
    assert_eq!(refuse("{\"jsonVersion\":\"1.5.3\"}"), "a.ldtk:1:1: levels: a project needs at least one level");
    assert!(refuse("hello").starts_with("a.ldtk:1:1: need a JSON value"));
    let levels = "{\"jsonVersion\":\"1.5.3\",\"levels\":[{\"layerInstances\":null,\"externalRelPath\":\"a/b.ldtkl\"}]}";
    assert!(
        refuse(levels).starts_with("a.ldtk:1:52: levels[0].layerInstances: the levels of this project lie in files")
    );
    let worlds = "{\"jsonVersion\":\"1.5.3\",\"levels\":[],\"worlds\":[{\"levels\":[]},{\"levels\":[]}]}";
    assert!(refuse(worlds).ends_with("worlds: a dungeon is one world, this project has 2"));
}

#[test]
fn a_project_that_was_cut_off_is_told_so_wherever_it_ends() {
    let written = small();
    for end in (40..written.len() - 2).step_by(997) {
        let error = ldtk::read(&written[..end]).unwrap_err();
        assert!(error.problem().contains("ends in the middle"), "{end}: {error}");
    }
}
