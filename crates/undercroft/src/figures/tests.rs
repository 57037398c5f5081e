//! The mechanism of figures, with files of its own.

use super::{Figures, VARIETY_SEEDS, Variety};
use crate::verify::Facts;

const TWO: &str = r#"
[all]
loops = { mean = "..4" }
rooms = { each = "2..9" }
silhouettes = { distinct = 2 }

[keeps]
presets = ["walker-keep", "later"]
fill = { mean = "0.2..0.4", each = "0.1.." }

[keeps.only.walker-keep]
loops = { mean = "1..2" }
rooms = { reason = "as many as fit" }

[caves]
presets = ["cave"]
judged = false
reason = "printed"
"#;

fn figures() -> Figures {
    Figures::parse("two.toml", TWO).unwrap_or_else(|error| panic!("{error}"))
}

fn with(rooms: usize, loops: usize) -> Facts {
    Facts { rooms, loops, fill: crate::Fraction::constant(3_000), ..Facts::default() }
}

#[track_caller]
fn check(text: &str, message: &str) {
    assert_eq!(Figures::parse("bad.toml", text).unwrap_err().to_string(), message, "{text}");
}

#[test]
fn a_range_that_is_missed_is_out() {
    let misses = |preset, facts: &[Facts]| figures().judge(preset, facts, &Variety::default()).misses();
    assert_eq!(misses("cave", &[with(5, 4), with(9, 4)]), [""; 0]);
    assert_eq!(misses("cave", &[with(5, 4), with(10, 4)]), ["rooms"]);
    assert_eq!(misses("cave", &[with(5, 4), with(9, 5)]), ["loops"], "a mean of 4.5");
    assert_eq!(misses("later", &[with(5, 4)]), [""; 0]);
    let dense = Facts { fill: crate::Fraction::constant(4_001), ..with(5, 4) };
    assert_eq!(misses("later", &[dense]), ["fill"]);
}

#[test]
fn a_preset_overrides_its_family_and_a_family_all() {
    let misses = |facts: &[Facts]| figures().judge("walker-keep", facts, &Variety::default()).misses();
    assert_eq!(misses(&[with(50, 2)]), [""; 0], "no range of rooms, with a reason");
    assert_eq!(misses(&[with(50, 4)]), ["loops"]);
}

#[test]
fn a_preset_without_a_family_has_no_ranges() {
    let table = figures().judge("crypt", &[with(50, 50)], &Variety::default());
    assert_eq!(table.misses(), [""; 0]);
    assert!(table.to_string().starts_with("crypt (no family), 1 dungeon\n"), "{table}");
}

#[test]
fn equal_silhouettes_are_out_once_there_are_enough_dungeons() {
    let dungeon = crate::generate("small-dungeon", 1).unwrap();
    let mut variety = Variety::default();
    (1..VARIETY_SEEDS).for_each(|_| variety.insert(&dungeon));
    let misses = |variety: &Variety| figures().judge("cave", &[with(5, 1)], variety).misses();
    assert_eq!(misses(&variety), [""; 0], "too few to judge");
    variety.insert(&dungeon);
    assert_eq!(misses(&variety), ["silhouettes"]);
    let mut other = Variety::default();
    other.insert(&crate::generate("small-dungeon", 2).unwrap());
    variety.merge(other);
    assert_eq!(misses(&variety), [""; 0]);
}

#[test]
fn a_table_prints_mean_quantiles_worst_range_and_verdict() {
    let facts: Vec<Facts> = (1..=4).map(|loops| with(5, loops)).collect();
    let table = figures().judge("walker-keep", &facts, &Variety::default()).to_string();
    let line = |column: &str| table.lines().find(|line| line.starts_with(column)).unwrap().to_owned();
    let words = |line: String| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert_eq!(words(line("column")), "column mean 5 % median 95 % worst range");
    assert_eq!(words(line("loops")), "loops 2.5 1 2 3 4 OUT mean 1..2");
    assert_eq!(words(line("fill")), "fill 0.3 0.3 0.3 0.3 0.3 ok mean 0.2..0.4, each 0.1..");
    assert_eq!(words(line("rooms")), "rooms 5 5 5 5 5");
    assert_eq!(words(line("critical_hops")), "critical_hops -");
    assert_eq!(words(line("silhouettes")), "silhouettes 0 0 0 0 0 distinct 2..");
}

#[test]
fn a_family_that_is_not_judged_has_its_reason() {
    let figures = figures();
    let family = figures.family("cave").unwrap();
    assert_eq!((family.judged, family.reason.as_deref()), (false, Some("printed")));
    assert!(figures.family("walker-keep").unwrap().judged);
}

#[test]
fn mistakes_in_a_file_are_named_with_line_and_column() {
    check("[keeps\n", "bad.toml:1:7: unclosed table, expected `]`");
    check("keeps = 3\n", "bad.toml:1:1: keeps: need a table");
    check("[keeps]\n", "bad.toml:1:2: keeps: needs a list of presets");
    check("[keeps]\npresets = [3]\n", "bad.toml:2:1: presets: need a list of names");
    check("[keeps]\npresets = []\n", "bad.toml:2:1: presets: need a list of names");
    let keeps = |line: &str| format!("[keeps]\npresets = [\"walker-keep\"]\n{line}\n");
    check(&keeps("judged = 1"), "bad.toml:3:1: judged: need true or false");
    check(&keeps("judged = false"), "bad.toml:1:2: keeps: judged = false needs a reason");
    check(&keeps("lops = {}"), "bad.toml:3:1: lops: unknown column; did you mean loops?");
    check(&keeps("loops = 3"), "bad.toml:3:1: loops: need a table");
    check(&keeps("loops = {}"), "bad.toml:3:1: loops: no range and no reason why; give one of them");
    check(&keeps("loops = { max = 3 }"), "bad.toml:3:11: max: unknown key; need mean, each, most or reason");
    check(&keeps("plans = { mean = \"3..\" }"), "bad.toml:3:11: mean: unknown key; need distinct or reason");
    check(&keeps("plans = { distinct = -3 }"), "bad.toml:3:11: distinct: need a whole number from 0");
    let need = "need \"MIN..MAX\", \"MIN..\" or \"..MAX\" with at most four decimals";
    check(&keeps("loops = { mean = \"4..3\" }"), &format!("bad.toml:3:11: mean: {need}"));
    check(&keeps("loops = { each = 3 }"), "bad.toml:3:11: each: need a text");
    let need = "need a range and a share from 0 to 1, as \"1.. in 0.95\"";
    check(&keeps("loops = { most = \"1.. in 95\" }"), &format!("bad.toml:3:11: most: {need}"));
    let cave = keeps("[keeps.only.cave]");
    check(&cave, "bad.toml:3:13: cave: no preset of this family; it has walker-keep");
    let twice = keeps("[others]\npresets = [\"walker-keep\"]");
    check(&twice, "bad.toml:3:2: others: walker-keep is also in family keeps");
}
