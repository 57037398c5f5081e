//! Every flaw of every break and of every odd dungeon, word for word: its code and subject, its sentence, its cells, and
//! all that it concerns; then the checks that were skipped and the facts.
//!
//! `UNDERCROFT_BLESS=1 cargo test -p undercroft --lib flaw_list` rewrites the list.

use super::fixture;
use super::mutants::{MUTANTS_WITH_CONSEQUENCES, Mutant};
use super::mutations::mutants;
use super::odd_edges::ODD_EDGES;
use super::odd_floors::ODD_FLOORS;
use super::odd_joints::ODD_JOINTS;
use super::odd_notes::ODD_NOTES;
use super::odd_paths::ODD_PATHS;
use super::odd_rooms::ODD_ROOMS;
use crate::verify::{Flaw, verify};

fn line(flaw: &Flaw) -> String {
    let cells = flaw.cells.iter().map(|cell| format!("{},{}", cell.x, cell.y)).collect();
    let lists: [(&str, Vec<String>); 4] = [
        ("cells", cells),
        ("rooms", flaw.rooms.iter().map(ToString::to_string).collect()),
        ("doors", flaw.doors.iter().map(ToString::to_string).collect()),
        ("links", flaw.links.iter().map(ToString::to_string).collect()),
    ];
    let lists = lists.iter().filter(|(_, ids)| !ids.is_empty());
    let lists: Vec<String> = lists.map(|(name, ids)| format!(" | {name} {}", ids.join(" "))).collect();
    format!("    {} | {flaw}{}\n", flaw.subject(), lists.concat())
}

fn judged(name: &str, breaks: Mutant) -> String {
    let mut dungeon = fixture::dungeon();
    breaks(&mut dungeon);
    let report = verify(&dungeon);
    let flaws: String = report.flaws.iter().map(line).collect();
    let skipped = report.skipped.iter().map(|skipped| format!("    skipped {:?}: {}\n", skipped.check, skipped.reason));
    let skipped: Vec<String> = skipped.collect();
    let skipped = skipped.concat();
    format!("{name}\n{flaws}{skipped}    {}\n", report.facts.csv_row())
}

#[test]
fn the_flaws_of_all_breaks_are_those_of_the_list() {
    let breaks = mutants().map(|(code, breaks)| judged(code.name(), *breaks));
    let with_consequences = MUTANTS_WITH_CONSEQUENCES.iter().map(|(code, _, breaks)| judged(code.name(), *breaks));
    let odd = [ODD_JOINTS, ODD_ROOMS, ODD_EDGES, ODD_NOTES, ODD_FLOORS, ODD_PATHS].concat();
    let odd = odd.iter().map(|(name, breaks)| judged(name, *breaks));
    let found = breaks.chain(with_consequences).chain(odd);
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/verify/tests/flaws.txt");
        std::fs::write(file, found.collect::<String>()).expect("the list can be written");
        return;
    }
    let mut expected = include_str!("flaws.txt");
    for found in found {
        let differs = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
        expected = expected.strip_prefix(&found).unwrap_or_else(|| {
            panic!("found and expected: {differs:#?}; see the head of this file");
        });
    }
    assert_eq!(expected, "", "the list is longer; see the head of this file");
}
