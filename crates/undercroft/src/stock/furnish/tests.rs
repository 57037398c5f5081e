//! Pictures of furnished rooms.

use undercroft_grid::Cell;

use crate::contents::Contents;
use crate::dungeon::{DoorId, Dungeon, Entrance, Mount, RoomId};
use crate::events::NoEvents;
use crate::format::text;
use crate::recipe::{StockMode, StockSpec};
use crate::seed::Seed;
use crate::stock::stock;

/// Furnishes the one room of a map, whose last door is the entrance, and draws it with the first letter of each kind.
fn furnished(map: &str, purpose: &str, seed: u64) -> (Dungeon, String) {
    let mut dungeon = text::read(map).unwrap();
    let door = DoorId(dungeon.doors.len() as u32 - 1);
    dungeon.entrance = Some(Entrance { room: RoomId(0), door, runway: 0, open_end: false });
    dungeon.rooms[0].number = Some(1);
    let table = format!("[purpose.hall]\nmin = 1\nweight = 1000\n{purpose}");
    let contents = Contents::with_files(&[("trial.toml", &table)]).unwrap();
    let spec = StockSpec { mode: StockMode::Furnish, table: Some("trial".to_owned()), ..StockSpec::default() };
    stock(&mut dungeon, &spec, &contents, &Seed::new(seed), &mut NoEvents).unwrap();
    assert_eq!(dungeon.rooms[0].purpose.as_deref(), Some("hall"));
    let drawing = draw(&dungeon, map);
    (dungeon, drawing)
}

fn draw(dungeon: &Dungeon, map: &str) -> String {
    let glyph = |(y, x, glyph): (i32, i32, char)| {
        let here = dungeon.features.iter().filter(|feature| feature.rect().contains(Cell::new(x, y)));
        let top = here.max_by_key(|feature| !feature.flat);
        top.map_or(glyph, |feature| feature.kind.chars().next().unwrap_or('?'))
    };
    let row = |(y, line): (usize, &str)| {
        let cells = line.chars().enumerate().map(|(x, letter)| glyph((y as i32, x as i32, letter)));
        cells.collect::<String>() + "\n"
    };
    map.lines().enumerate().map(row).collect()
}

const CHAPEL: &str = "\
###########
#.........#
#.........#
#.........+
#.........#
#.........#
#####+#####
";

#[test]
fn a_chapel_has_its_altar_at_the_far_end_benches_in_rows_and_braziers_in_corners() {
    let purpose = "mirror = true\nfurnish = [{ kind = \"altar\", rule = \"center\", n = [1, 1] }, \
        { kind = \"brazier\", rule = \"corner\", n = [2, 2] }, { kind = \"bench\", rule = \"rows\", n = [4, 4] }]";
    let expected = "\
###########
#b..aa...b#
#.........#
#..bb.bb..+
#.........#
#..bb.bb..#
#####+#####
";
    let drawings: Vec<String> = (0..8).map(|seed| furnished(CHAPEL, purpose, seed).1).collect();
    assert!(drawings.iter().any(|drawing| drawing == expected), "{}", drawings.join("\n"));
}

#[test]
fn the_first_piece_stands_even_in_a_small_room_and_the_others_keep_to_the_density() {
    let map = "#####\n#...#\n#...#\n#...#\n##+##\n";
    let purpose = "furnish = [{ kind = \"bed\", rule = \"wall\", n = [1, 1] }, { kind = \"crate\", rule = \"corner\", n = [3, 3] }]";
    for seed in 0..20 {
        let (dungeon, drawing) = furnished(map, purpose, seed);
        let kinds: Vec<&str> = dungeon.features.iter().map(|feature| feature.kind.as_str()).collect();
        assert_eq!(kinds, ["bed"], "{drawing}");
    }
}

#[test]
fn torches_hang_in_walls_apart_from_each_other_and_stop_nothing() {
    let purpose = "furnish = [{ kind = \"torch\", rule = \"wall\", n = [4, 4] }]";
    for seed in 0..20 {
        let (dungeon, drawing) = furnished(CHAPEL, purpose, seed);
        assert_eq!(dungeon.features.len(), 4, "{drawing}");
        for torch in &dungeon.features {
            assert!(torch.mount == Mount::Wall && torch.light.is_some() && !torch.blocks);
            let near = dungeon.features.iter().filter(|other| other.cell.chebyshev(torch.cell) <= 1);
            assert_eq!(near.count(), 1, "{drawing}");
        }
    }
}

#[test]
fn chairs_face_the_table_that_they_touch() {
    let purpose = "furnish = [{ kind = \"table\", rule = \"center\", n = [1, 1] }, \
        { kind = \"chair\", rule = \"beside\", of = \"table\", n = [4, 4] }]";
    for seed in 0..20 {
        let (dungeon, drawing) = furnished(CHAPEL, purpose, seed);
        let (table, chairs) = dungeon.features.split_first().unwrap();
        assert!(!chairs.is_empty(), "{drawing}");
        for chair in chairs {
            let back = undercroft_grid::Dir::from_index(chair.turn.into());
            assert!(table.rect().contains(chair.cell - back), "{drawing}");
        }
    }
}

#[test]
fn whatever_is_asked_for_every_free_cell_can_be_reached() {
    let kinds = [
        "bookcase\", rule = \"wall",
        "crate\", rule = \"corner",
        "statue\", rule = \"rows",
        "boulder\", rule = \"scatter",
    ];
    for (i, kind) in kinds.into_iter().enumerate() {
        let purpose = format!("furnish = [{{ kind = \"{kind}\", n = [40, 40] }}]");
        for seed in 0..10 {
            let (dungeon, drawing) = furnished(CHAPEL, &purpose, seed + 100 * i as u64);
            let solid = dungeon.solid(&dungeon.levels[0]);
            let free: Vec<Cell> = dungeon.rooms[0].cells().filter(|&cell| !solid.contains(cell)).collect();
            let (mut reached, mut next) = (vec![Cell::new(5, 5)], 0);
            while next < reached.len() {
                let beside = reached[next].neighbors4().into_iter().filter(|cell| free.contains(cell));
                let new: Vec<Cell> = beside.filter(|cell| !reached.contains(cell)).collect();
                reached.extend(new);
                next += 1;
            }
            assert!(reached.len() == free.len() && !dungeon.features.is_empty(), "{drawing}");
        }
    }
}
