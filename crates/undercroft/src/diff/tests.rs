//! Differences, judged by brute force over cells.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

fn presets() -> Vec<Dungeon> {
    ["crypt", "delve", "cottage"]
        .into_iter()
        .flat_map(|preset| [3, 4].map(|seed| crate::generate(preset, seed).unwrap()))
        .collect()
}

#[test]
fn nothing_differs_from_itself() {
    for dungeon in presets() {
        assert!(diff(&dungeon, &dungeon).is_empty());
    }
}

#[test]
fn tiles_are_those_that_a_look_at_every_cell_finds() {
    let all = presets();
    for (a, b) in all.iter().zip(&all[1..]) {
        let found = diff(a, b);
        let mut expected: BTreeMap<i32, BTreeSet<Cell>> = BTreeMap::new();
        for level in a.levels.iter().chain(&b.levels) {
            for cell in level.size().cells() {
                let at = |dungeon: &Dungeon| dungeon.level(level.z).map_or(' ', |level| level.at(cell).glyph());
                if at(a) != at(b) {
                    expected.entry(level.z).or_default().insert(cell);
                }
            }
        }
        for level in &found.levels {
            let cells: BTreeSet<Cell> = level.tiles.iter().flat_map(|run| run.cells()).collect();
            assert_eq!(cells, expected.remove(&level.z).unwrap_or_default(), "level {}", level.z);
            assert_eq!(level.changes.iter().map(|change| change.cells).sum::<usize>(), cells.len());
        }
        assert!(expected.values().all(BTreeSet::is_empty), "{expected:?}");
    }
}

#[test]
fn rooms_are_paired_as_a_look_at_every_cell_pairs_them() {
    let all = presets();
    for (a, b) in all.iter().zip(&all[1..]) {
        let rooms = diff(a, b).rooms;
        let count = |of: &dyn Fn(&RoomDiff) -> bool| rooms.iter().filter(|room| of(room)).count();
        assert_eq!(count(&|room| room.a.is_some()), a.rooms.len());
        assert_eq!(count(&|room| room.b.is_some()), b.rooms.len());
        for room in &rooms {
            let cells = |dungeon: &Dungeon, id: Option<crate::dungeon::RoomId>| -> BTreeSet<Cell> {
                id.map(|id| dungeon.room(id).cells().collect()).unwrap_or_default()
            };
            let (x, y) = (cells(a, room.a), cells(b, room.b));
            let (common, either) = (x.intersection(&y).count() as i64, x.union(&y).count() as i64);
            assert_eq!((room.common, room.either), (common, either), "{room:?}");
            match room.fate {
                RoomFate::Same => assert_eq!(common, either),
                RoomFate::Changed => assert!(common < either && 2 * common >= either, "{room:?}"),
                RoomFate::Added | RoomFate::Removed => assert_eq!(common, 0),
            }
        }
    }
}

#[test]
fn a_name_and_a_door_are_told() {
    let a = crate::generate("crypt", 4).unwrap();
    let mut b = a.clone();
    b.rooms[1].name = "Salt store".to_owned();
    b.doors[0].secret ^= true;
    let found = diff(&a, &b);
    let whats: BTreeSet<&str> = found.things.iter().map(|thing| thing.what).collect();
    assert!(whats.contains("door") && whats.contains("name"), "{found:?}");
    assert!(found.levels.is_empty());
}
