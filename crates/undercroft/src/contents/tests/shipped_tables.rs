//! Laws of the shipped tables.

use super::super::load;
use super::*;
use crate::program::{ShippedProgram, program_of_category};

/// The tables that others extend; all others belong to a category.
const PARENTS: [&str; 2] = ["common", "underground"];

#[test]
fn every_shipped_file_is_read() {
    let (kinds, tables) = (super::super::shipped_files::KINDS, super::super::shipped_files::TABLES);
    let contents = load::read_all(kinds, tables).unwrap_or_else(|error| panic!("{error}"));
    let shipped = Contents::shipped();
    assert!(contents.tables().eq(shipped.tables()) && contents.kinds().eq(shipped.kinds()));
    assert_eq!(contents.aliases, shipped.aliases);
    assert_eq!((contents.tables.len(), contents.kinds.len()), (21, 48));
}

#[test]
fn every_table_has_enough_purposes_sentences_and_groups() {
    for table in Contents::shipped().tables().filter(|table| !PARENTS.contains(&table.name())) {
        let (purposes, sentences) = (table.purposes.len(), table.sentence_count());
        assert!(purposes >= 12, "{}: {purposes} purposes", table.name());
        assert!(sentences >= 60, "{}: {sentences} sentences", table.name());
        assert!(table.groups.len() >= 5 && table.hooks.len() >= 6 && table.rumours.len() >= 8, "{}", table.name());
        assert!(table.facts["key"].len() >= 6, "{}", table.name());
        for role in [Role::Entrance, Role::Goal, Role::Boss, Role::Treasure, Role::Merchant, Role::Event] {
            assert!(table.purposes.iter().any(|purpose| purpose.roles.contains(&role)), "{}: {role:?}", table.name());
        }
    }
}

#[test]
fn every_purpose_of_a_house_program_is_in_its_table() {
    for category in
        ["house", "cottage", "townhouse", "manor", "estate", "inn", "tavern", "castle", "tower", "wizard tower"]
    {
        let (table, program) = (Contents::shipped().table_for(category), program_of_category(category));
        let missing: Vec<String> = program_purposes(program)
            .into_iter()
            .filter(|name| table.purpose_names().all(|known| known != name))
            .collect();
        assert!(missing.is_empty(), "{category} ({}): {missing:?}", table.name());
    }
}

/// The purposes of all storeys of a program.
fn program_purposes(program: ShippedProgram) -> Vec<String> {
    let storeys = [(-1, 2), (0, 2), (1, 2), (2, 2)];
    let rooms = storeys.into_iter().flat_map(|(z, top)| program.program().rooms(z, top, 64, true));
    let mut purposes: Vec<String> = rooms.map(|room| room.purpose).collect();
    purposes.sort();
    purposes.dedup();
    purposes
}

#[test]
fn neighbors_come_first_in_every_table() {
    for table in Contents::shipped().tables() {
        let rank = |name: &str| table.assignment_order.iter().position(|&index| table.purposes[index].name == name);
        assert_eq!(table.assignment_order.len(), table.purposes.len());
        for purpose in &table.purposes {
            for neighbor in purpose.neighbors() {
                assert!(rank(neighbor) < rank(&purpose.name), "{}: {neighbor} before {}", table.name(), purpose.name);
            }
        }
    }
}

#[test]
fn every_category_with_a_name_has_a_table_of_its_own() {
    let aliased = [
        "catacombs",
        "cellars",
        "vaults",
        "warrens",
        "citadel",
        "fortress",
        "palace",
        "estate",
        "townhouse",
        "wizard tower",
    ];
    for category in aliased {
        assert!(!PARENTS.contains(&Contents::shipped().table_for(category).name()), "{category}");
    }
}
