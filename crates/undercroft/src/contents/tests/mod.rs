//! Tests of content files. `errors` has one case for each mistake, `shipped` judges what comes with the crate.

mod errors;
mod own_files;
mod shipped_tables;

use super::constraint::Constraint;
use super::content_table::FactValue;
use super::purpose::{FurnishAmount, StoreyRange};
use super::*;
use crate::dungeon::{NoteKind, Role, Shape};
use crate::fraction::Fraction;

const KINDS: (&str, &str) = (
    "features.toml",
    r#"
[sarcophagus]
size = [1, 2]
rules = ["rows", "center"]
words = { one = "a sarcophagus", many = "sarcophagi" }
[table]
size = [2, 1]
rules = ["center"]
words = { one = "a table", many = "tables" }
[chair]
size = [1, 1]
blocks = false
rules = ["beside"]
words = { one = "a chair", many = "chairs" }
[torch]
size = [1, 1]
mount = "wall"
light = [20, 40]
rules = ["wall"]
words = { one = "a torch", many = "torches" }
"#,
);

const SMALL_COMMON: (&str, &str) = (
    "common.toml",
    r#"
surface = "earth"
[levels]
ground = "Ground"
down = ["First", "Second"]
[facts]
owner = ["name", "a baker"]
key = ["lead", "bone"]
[words]
remains = ["bones", "wax"]
[[group]]
one = "wolf"
many = "wolves"
count = [1, 4]
cost = 10
mood = ["thin"]
[purpose.chamber]
[purpose.chapel]
weight = 2
[notes]
sense = ["Dust of {#remains}."]
[aliases]
Catacombs = "crypt"
"#,
);

fn read(tables: &[(&str, &str)]) -> Result<Contents, ContentError> {
    load::read_all(KINDS, &[&[SMALL_COMMON], tables].concat())
}

fn crypt(text: &str) -> Arc<ContentTable> {
    let contents = read(&[("crypt.toml", text)]).unwrap_or_else(|error| panic!("{error}"));
    contents.tables["crypt"].clone().expect("it was read")
}

#[test]
fn a_purpose_has_what_its_table_says() {
    let table = crypt(
        r#"
[purpose.ossuary]
weight = 4
min = 1
max = 2
area = [9, 60]
aspect = 2.5
levels = "below"
roles = ["treasure"]
needs = ["dead-end", "shape:apse"]
wants = ["deep", "beside:chapel"]
mirror = true
surface = "tiles"
names = ["Ossuary", "Bone {store|room}"]
furnish = [
  { kind = "table", rule = "center", n = [1, 2] },
  { kind = "chair", rule = "beside", of = "table", n = [0, 4] },
  { kind = "sarcophagus", rule = "rows", share = 0.2 },
]
[purpose.ossuary.notes]
sense = ["{Bones|Skulls} sorted by size."]
"#,
    );
    let purpose = table.purposes.iter().find(|purpose| purpose.name == "ossuary").unwrap();
    assert_eq!((purpose.weight, purpose.min, purpose.max, purpose.area), (4, 1, 2, [9, 60]));
    assert_eq!((purpose.aspect, purpose.levels), (250, StoreyRange::Below));
    assert_eq!(purpose.roles, [Role::Treasure]);
    assert!(purpose.needs.iter().eq(&[Constraint::DeadEnd, Constraint::Shape(Shape::Apse)]));
    assert!(purpose.wants.iter().eq(&[Constraint::Deep, Constraint::Beside("chapel".to_owned())]));
    assert!(purpose.mirror && purpose.surface.as_deref() == Some("tiles") && purpose.names.len() == 2);
    let of = purpose.furnish[1].of.as_ref().map(|kind| kind.name.as_str());
    assert_eq!((of, purpose.furnish[1].amount), (Some("table"), FurnishAmount::Count([0, 4])));
    assert_eq!(purpose.furnish[2].amount, FurnishAmount::Share(Fraction::from_decimal(0.2).unwrap()));
    assert_eq!(purpose.notes.of_kind(NoteKind::Sense)[0].text, "{Bones|Skulls} sorted by size.");
}

#[test]
fn an_empty_purpose_fits_everywhere_and_is_its_own_name() {
    let table = crypt("[purpose.\"beer cellar\"]\n");
    let purpose = table.purposes.last().unwrap();
    assert_eq!((purpose.weight, purpose.min, purpose.max, purpose.area, purpose.aspect), (1, 0, 99, [1, 4_096], 800));
    assert_eq!(purpose.names[0].text, "Beer cellar");
}

#[test]
fn lists_grow_and_single_values_are_replaced() {
    let parent = crypt("");
    assert_eq!(parent.parents(), ["common"]);
    assert_eq!((parent.surface.as_deref(), parent.levels.down.len()), (Some("earth"), 2));
    let table = crypt(
        r#"
extends = "common"
surface = "tiles"
[levels]
down = ["Graves"]
[facts]
owner = ["an abbess"]
[words]
remains = ["a shroud"]
[[group]]
one = "salvager"
many = "salvagers"
count = [2, 5]
cost = 20
mood = ["cold"]
at = [0.0, 0.7]
wants = ["near-entrance"]
peaceful = true
notes = ["{group} ({group.n}), {group.mood}, {group ~ burns|burn} {#remains}."]
[purpose.chapel]
weight = 9
[purpose.vault]
[notes]
sense = ["Wax."]
"#,
    );
    assert_eq!(table.surface.as_deref(), Some("tiles"));
    assert_eq!(
        (table.levels.ground.as_deref(), table.levels.down.as_slice()),
        (Some("Ground"), &["Graves".to_owned()][..])
    );
    let owners = [FactValue::FromName, FactValue::Text("a baker".to_owned()), FactValue::Text("an abbess".to_owned())];
    assert_eq!(table.facts["owner"], owners);
    assert_eq!(table.words["remains"], ["bones", "wax", "a shroud"]);
    assert_eq!(table.group_names().collect::<Vec<_>>(), ["wolves", "salvagers"]);
    assert_eq!(table.groups[1].at, [Fraction::ZERO, Fraction::from_decimal(0.7).unwrap()]);
    assert_eq!(table.purpose_names().collect::<Vec<_>>(), ["chamber", "chapel", "vault"]);
    assert_eq!(table.purposes[1].weight, 9);
    assert_eq!((table.notes.of_kind(NoteKind::Sense).len(), table.sentence_count()), (2, 3));
}

#[test]
fn neighbors_come_first_and_the_rest_stays_in_order() {
    let table = crypt(
        "[purpose.pantry]\nneeds = [\"beside:kitchen\"]\n[purpose.kitchen]\nwants = [\"beside:hall\"]\n[purpose.hall]\n",
    );
    let names: Vec<&str> = table.assignment_order.iter().map(|&index| table.purposes[index].name.as_str()).collect();
    assert_eq!(names, ["chamber", "chapel", "hall", "kitchen", "pantry"]);
}

#[test]
fn categories_find_their_table_by_name_alias_or_common() {
    let contents = read(&[("crypt.toml", "")]).unwrap();
    let name = |category: &str| contents.table_for(category).name().to_owned();
    assert_eq!(
        [" CRYPT ", "catacombs", "Catacombs", "bakery", ""].map(name),
        ["crypt", "crypt", "crypt", "common", "common"]
    );
    assert_eq!(contents.table(" Crypt").map(ContentTable::name), Some("crypt"));
    assert!(contents.table("catacombs").is_none() && contents.kind("torch").is_some_and(|kind| !kind.blocks));
}
