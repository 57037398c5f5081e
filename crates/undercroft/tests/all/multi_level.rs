//! Ways through all levels, against a slow search over all stairs, and by pictures.

use undercroft::dungeon::{Dungeon, Level, Link, LinkId, LinkKind, Room, RoomId, Run, Terrain};
use undercroft::events::NoEvents;
use undercroft::grid::{Cell, Grid, Rect, Size};
use undercroft::multi_level::{LevelCell, LevelGraph, MultiLevelError, MultiLevelPath, STAIR_COST};
use undercroft::recipe::preset;
use undercroft::seed::Seed;
use undercroft::sight::{Floor, Footprint, path};

/// A level from glyphs of dungeon JSON.
fn level(z: i32, picture: &str) -> Level {
    let rows: Vec<Vec<char>> = picture.lines().map(|row| row.chars().collect()).collect();
    let size = Size::of(rows[0].len() as i32, rows.len() as i32);
    let at = |cell: Cell| Terrain::from_glyph(rows[cell.y as usize][cell.x as usize]).unwrap();
    Level::new(z, Grid::from_fn(size, at))
}

fn spot(z: i32, x: i32, y: i32) -> LevelCell {
    LevelCell { z, cell: Cell::new(x, y) }
}

/// Two rooms above that only the cellar joins.
fn house() -> Dungeon {
    Dungeon::bare(
        "House",
        vec![level(0, "..>#>..\n...#..."), level(-1, "##<.<##\n#######"), level(-2, "......#\n......#")],
    )
}

#[test]
fn a_way_goes_down_and_up_again_where_only_the_cellar_joins() {
    let graph = LevelGraph::new(&house(), Footprint::One);
    let way = graph.travel(spot(0, 0, 0), spot(0, 6, 0)).unwrap().unwrap();
    let told: Vec<(i32, Vec<Cell>)> =
        way.segments().iter().map(|segment| (segment.z, segment.path.waypoints().to_vec())).collect();
    let leg = |from: i32, to: i32| vec![Cell::new(from, 0), Cell::new(to, 0)];
    assert_eq!(told, [(0, leg(0, 2)), (-1, leg(2, 4)), (0, leg(4, 6))]);
    let difference = way.length() - 6.0 - 2.0 * f64::from(STAIR_COST);
    assert!(difference.abs() < 1e-9, "{}", way.length());
}

#[test]
fn a_level_without_stairs_is_out_of_reach_and_wrong_ends_are_named() {
    let graph = LevelGraph::new(&house(), Footprint::One);
    assert_eq!(graph.travel(spot(0, 0, 0), spot(-2, 0, 0)), Ok(None));
    let same = graph.travel(spot(-2, 1, 1), spot(-2, 1, 1)).unwrap().unwrap();
    assert_eq!((same.segments().len(), same.units()), (1, 0));
    assert_eq!(graph.travel(spot(0, 0, 0), spot(7, 0, 0)), Err(MultiLevelError::NoLevel(7)));
    let error = |from, to| graph.travel(from, to).unwrap_err().to_string();
    assert_eq!(error(spot(0, 0, 0), spot(-1, 0, 0)), "the destination (0, 0) is solid or has no room for the body");
    assert_eq!(error(spot(0, 9, 0), spot(-1, 3, 0)), "the start (9, 0) lies outside the 7×2 map");
}

/// Of a run of two cells that lies over another one, only the first leads down.
#[test]
fn the_levels_meet_at_the_first_cell_of_a_run() {
    let mut tower = Dungeon::bare("Tower", vec![level(0, "..>>.."), level(-1, "..<<..")]);
    let length = |tower: &Dungeon| {
        let path = LevelGraph::new(tower, Footprint::One).travel(spot(0, 0, 0), spot(-1, 0, 0)).unwrap().unwrap();
        path.length().round() as i32
    };
    assert_eq!(length(&tower), 2 + 1 + 2, "tiles alone do not show where a run begins");
    let floor = |id: u32, z: i32| Room::bare(RoomId(id), z, Run::of_rect(Rect::new(0, 0, 6, 1)));
    tower.rooms = vec![floor(0, 0), floor(1, -1)];
    let run = || vec![Cell::new(3, 0), Cell::new(2, 0)];
    tower.links = vec![Link::new(LinkId(0), [RoomId(0), RoomId(1)], LinkKind::Stairs { runs: [run(), run()] })];
    assert_eq!(length(&tower), 3 + 1 + 3);
}

#[test]
fn a_body_of_one_cell_that_starts_between_four_takes_the_stairs() {
    let graph = LevelGraph::new(&house(), Footprint::One);
    let way = graph.travel_straddled(spot(0, 0, 0), Footprint::Block, spot(0, 6, 0)).unwrap().unwrap();
    assert_eq!(way.segments()[0].path.centers().collect::<Vec<_>>(), [Cell::new(1, 1), Cell::new(4, 0)]);
    let length = 2.5_f64.sqrt() + 2.0 + 2.0 + 2.0 * f64::from(STAIR_COST);
    assert!((way.length() - length).abs() < 1e-9, "{}", way.length());
    let error = graph.travel_straddled(spot(0, 2, 0), Footprint::Wide, spot(0, 6, 0)).unwrap_err().to_string();
    assert_eq!(error, "the start (3, 0) is solid or has no room for the body");
}

#[test]
fn a_body_that_does_not_fit_the_stairs_stays_upstairs() {
    let graph = LevelGraph::new(&house(), Footprint::Block);
    assert_eq!(graph.travel(spot(0, 0, 0), spot(0, 5, 0)), Ok(None));
    assert!(graph.travel(spot(0, 0, 0), spot(0, 1, 0)).unwrap().is_some());
}

/// All pairs of places, relaxed until nothing changes, with ways that nobody prepared.
fn slow(dungeon: &Dungeon, from: LevelCell, to: LevelCell) -> Option<f64> {
    let stairs = |level: &Level| {
        let at = level.size().cells().filter(|&cell| matches!(level.at(cell), Terrain::StairsUp | Terrain::StairsDown));
        at.map(|cell| LevelCell { z: level.z, cell }).collect::<Vec<_>>()
    };
    let places: Vec<LevelCell> = [from, to].into_iter().chain(dungeon.levels.iter().flat_map(stairs)).collect();
    let step = |a: LevelCell, b: LevelCell| {
        if a.cell == b.cell && dungeon.stairs_lead(a.z, a.cell) == Some(b.z) {
            return f64::from(STAIR_COST);
        }
        let floor = || Floor::new(&dungeon.solid(dungeon.level(a.z).unwrap()));
        let way = (a.z == b.z).then(|| path(&floor(), a.cell, b.cell).unwrap()).flatten();
        way.map_or(f64::INFINITY, |way| way.length())
    };
    let steps: Vec<Vec<f64>> = places.iter().map(|&a| places.iter().map(|&b| step(a, b)).collect()).collect();
    let mut far = vec![f64::INFINITY; places.len()];
    far[0] = 0.0;
    for _ in &places {
        for (a, steps) in steps.iter().enumerate() {
            for (b, step) in steps.iter().enumerate() {
                far[b] = far[b].min(far[a] + step);
            }
        }
    }
    far[1].is_finite().then_some(far[1])
}

#[test]
fn ways_are_as_short_as_a_slow_search_finds_them() {
    let mut over_stairs = 0;
    for (name, seed) in ["mine", "crypt", "dungeon"].into_iter().flat_map(|name| (1..=4).map(move |seed| (name, seed)))
    {
        let recipe = preset(name).unwrap().recipe().unwrap().check(Seed::new(seed)).unwrap();
        let dungeon = recipe.generate(&mut NoEvents).unwrap();
        let middle = |room: usize| {
            let room = &dungeon.rooms[room];
            let level = dungeon.level(room.z).unwrap();
            let free = room.cells().find(|&cell| !dungeon.solid(level).contains(cell)).unwrap();
            LevelCell { z: room.z, cell: free }
        };
        let graph = LevelGraph::new(&dungeon, Footprint::One);
        let last = dungeon.rooms.len() - 1;
        for (from, to) in [(0, last), (last / 2, last), (last / 3, last / 2)].map(|(a, b)| (middle(a), middle(b))) {
            let way = graph.travel(from, to).unwrap();
            let (length, slow) = (way.as_ref().map(MultiLevelPath::length), slow(&dungeon, from, to));
            let near = length.zip(slow).is_none_or(|(length, slow)| (length - slow).abs() < 1e-9);
            assert!(near && length.is_some() == slow.is_some(), "{name} {seed}: {length:?} {slow:?}");
            over_stairs += usize::from(way.is_some_and(|way| way.segments().len() > 1));
        }
    }
    assert!(over_stairs > 8, "only {over_stairs} ways used stairs");
}
