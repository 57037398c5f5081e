//! The laws of doors: one leaf for each short corridor, streams by place, sockets that stay open, an entrance that is open
//! to the outside.

use std::collections::VecDeque;

use rayon::prelude::*;
use undercroft::dungeon::{Door, DoorKind, DoorState, Dungeon, HiddenDoor, Link, LinkKind, RoomId, Shape, Surround};
use undercroft::events::NoEvents;
use undercroft::field::MethodKind;
use undercroft::recipe::{RecipeFile, presets};
use undercroft::seed::Seed;
use undercroft::verify::{Facts, verify};

use crate::dungeons;

use dungeons::{made, of_all_presets, preset};

fn with(file: &RecipeFile, settings: &[&str]) -> RecipeFile {
    let mut file = file.clone();
    settings.iter().for_each(|setting| file.set(setting).unwrap_or_else(|error| panic!("{error}")));
    file
}

/// Links between the entrance and each room, by a plain walk over all but secret passages.
fn depths(dungeon: &Dungeon) -> Vec<u32> {
    let mut depths = vec![u32::MAX; dungeon.rooms.len()];
    let Some(entrance) = &dungeon.entrance else { return depths };
    depths[entrance.room.index()] = 0;
    let mut queue = VecDeque::from([entrance.room]);
    while let Some(room) = queue.pop_front() {
        for link in dungeon.links.iter().filter(|link| link.touches(room) && !link.is_secret_passage()) {
            let other = if link.rooms[0] == room { link.rooms[1] } else { link.rooms[0] };
            if depths[other.index()] == u32::MAX {
                depths[other.index()] = depths[room.index()] + 1;
                queue.push_back(other);
            }
        }
    }
    depths
}

fn is_stopped(door: &Door) -> bool {
    door.state == DoorState::Locked || door.secret || door.kind == DoorKind::Barred
}

/// What is wrong with the doors of a corridor, if anything is.
fn complaint(dungeon: &Dungeon, link: &Link, depths: &[u32]) -> Option<String> {
    let LinkKind::Corridor { corridor, hidden } = &link.kind else { return None };
    let doors = corridor.doors.map(|door| dungeon.door(door));
    // Woods have no leaves, and the uneven wall of a cave may have no place for one.
    let level = dungeon.level(doors[0].z)?;
    if level.surround == Surround::Trees || link.rooms.iter().any(|&room| dungeon.room(room).shape == Shape::Cave) {
        return None;
    }
    let gaps: Vec<usize> = (0..2).filter(|&end| doors[end].kind == DoorKind::Doorway).collect();
    let is_stopped = *hidden != HiddenDoor::None || doors.iter().any(|door| is_stopped(door));
    let near = |end: &usize| (depths[link.rooms[*end].index()], link.rooms[*end]);
    let wanted: Vec<usize> =
        (0..2).min_by_key(near).filter(|_| corridor.path.len() <= 8 && !is_stopped).into_iter().collect();
    let is_shut = gaps.iter().any(|&end| doors[end].state != DoorState::Open);
    (gaps != wanted || is_shut).then(|| format!("link {} has doorways at {gaps:?}, not at {wanted:?}", link.id))
}

#[test]
fn a_short_corridor_has_a_doorway_at_its_near_end() {
    let dungeons = of_all_presets(20);
    let mut doorways = 0;
    for (name, dungeon) in &dungeons {
        let depths = depths(dungeon);
        let complaints: Vec<String> =
            dungeon.links.iter().filter_map(|link| complaint(dungeon, link, &depths)).collect();
        assert!(complaints.is_empty(), "{name}: {complaints:?}");
        doorways += dungeon.doors.iter().filter(|door| door.kind == DoorKind::Doorway).count();
    }
    assert!(doorways > 100, "{doorways} doorways");
}

#[test]
fn with_two_leaves_per_link_there_are_no_doorways() {
    for seed in 1..=20 {
        let dungeon = made(&with(&preset("delve"), &["doors.per_link=2"]), seed);
        assert!(dungeon.doors.iter().all(|door| door.kind != DoorKind::Doorway));
    }
}

#[test]
fn another_seed_for_doors_changes_nothing_but_doors() {
    let place = |door: &Door| (door.id, door.z, door.room, door.cells.clone(), door.normal);
    let paths = |dungeon: &Dungeon| {
        let path = |link: &Link| (link.rooms, link.path().to_vec(), link.is_secret_passage());
        dungeon.links.iter().map(path).collect::<Vec<_>>()
    };
    for (name, settings) in [("small-dungeon", "method=bsp"), ("dungeon", "locks=1"), ("delve", "locks=1")] {
        let file = with(&preset(name), &[settings]);
        let mut changed = 0;
        for seed in 1..=10 {
            let plain = made(&file, seed);
            let recipe = file.check(Seed::new(seed).with_stage("doors", 99)).unwrap();
            let rolled = recipe.generate(&mut NoEvents).unwrap();
            assert_eq!(
                plain.doors.iter().map(place).collect::<Vec<_>>(),
                rolled.doors.iter().map(place).collect::<Vec<_>>()
            );
            assert_eq!(paths(&plain), paths(&rolled), "{name} {seed}");
            assert_eq!(plain.levels, rolled.levels, "{name} {seed}");
            changed += usize::from(plain.doors != rolled.doors);
        }
        assert!(changed >= 5, "{name}: {changed} of 10 have other doors");
    }
}

/// Every second link could be locked; those that a template requires never are.
#[test]
fn links_through_required_sockets_are_never_barred() {
    let shares =
        ["doors.locked=0.25", "doors.portcullis=0.25", "doors.barred=0.25", "doors.secret=0.25", "extra_links=1"];
    let file = with(&preset("crypt-of-tees"), &shares);
    let dungeons: Vec<Dungeon> = (1..=100).into_par_iter().map(|seed| made(&file, seed)).collect();
    let mut loops = 0;
    for (dungeon, link) in dungeons.iter().flat_map(|dungeon| dungeon.links.iter().map(move |link| (dungeon, link))) {
        let doors = || link.doors().iter().map(|&door| dungeon.door(door));
        let sockets = |room: RoomId| dungeon.room(room).sockets.iter().filter(|socket| socket.required);
        let mut cells = link.rooms.into_iter().flat_map(sockets).map(|socket| socket.cell);
        let is_required = cells.any(|cell| doors().any(|door| door.cells.contains(&cell)));
        let is_barred = doors().any(|door| is_stopped(door) || door.kind == DoorKind::Portcullis);
        assert!(!(is_required && is_barred), "seed {}: link {}", dungeon.provenance.seed, link.id);
        loops += usize::from(is_barred);
    }
    assert!(loops > 0, "nothing is barred");
}

/// Means over a hundred dungeons of a founding recipe in its bsp reading: share of doors in corners, share of dungeons with
/// close doors.
fn wall_figures(name: &str) -> [f64; 2] {
    let file = with(&preset(name), &["method=bsp"]);
    let facts: Vec<_> = (1..=100).into_par_iter().map(|seed| verify(&made(&file, seed)).facts).collect();
    let corners: f64 = facts.iter().map(|facts| facts.corner_door_share.to_f64()).sum();
    let close = facts.iter().filter(|facts| facts.close_doors > 0).count() as f64;
    [corners, close].map(|sum| sum / facts.len() as f64)
}

/// Of the doors of bsp dungeons 46 to 53 % stood in corners.
#[test]
fn doors_of_bsp_dungeons_keep_off_corners_and_each_other() {
    for name in ["small-dungeon", "large-dungeon", "winding-dungeon"] {
        let [corners, close] = wall_figures(name);
        println!("{name}: {:.1} % in corners, {:.0} % with close doors", 100.0 * corners, 100.0 * close);
        assert!(corners <= 0.05 && close <= 0.02, "{name}: {corners} in corners, {close} with close doors");
    }
}

/// All presets whose plan does not decide where the entrance room lies, and the founding ones read as bsp.
fn recipes() -> Vec<(&'static str, RecipeFile)> {
    let all = presets().iter().map(|preset| (preset.name, preset.recipe().unwrap()));
    let is_free = |(_, file): &(&str, RecipeFile)| {
        file.check(Seed::new(1)).is_ok_and(|recipe| recipe.method.kind() != MethodKind::Plan)
    };
    let founding = ["small-dungeon", "large-dungeon", "winding-dungeon", "small-house", "large-manor"];
    let bsp = founding.map(|name| (name, with(&preset(name), &["method=bsp"])));
    all.filter(is_free).chain(bsp).collect()
}

/// What is wrong with the entrance, if anything is.
fn entrance_complaint(dungeon: &Dungeon) -> Option<String> {
    let entrance = dungeon.entrance.as_ref()?;
    let door = dungeon.door(entrance.door);
    let level = dungeon.level(door.z)?;
    if entrance.runway == 0 || !entrance.open_end {
        return Some(format!("{entrance:?}"));
    }
    let beyond = |steps: i32| door.cells.iter().map(move |cell| cell.step(door.normal, steps));
    let mut ahead = (i32::from(entrance.runway) + 1..).map(beyond);
    let in_map = |cell: &undercroft::grid::Cell| level.size().rect().contains(*cell);
    loop {
        let cells: Vec<_> = ahead.next()?.filter(in_map).collect();
        if cells.is_empty() {
            let flaws = verify(dungeon).flaws;
            return flaws.first().map(ToString::to_string);
        }
        if let Some(cell) = cells.into_iter().find(|&cell| !level.at(cell).is_massive()) {
            return Some(format!("{cell} lies straight on from the entrance"));
        }
    }
}

#[test]
fn nothing_lies_between_the_entrance_and_the_edge_of_the_map() {
    for (name, file) in recipes() {
        for settings in [&["corridors.runway=2"][..], &["corridors.runway=0"], &["entrance_side=west", "extra_links=1"]]
        {
            let file = with(&file, settings);
            let complaints: Vec<String> = (1..=20)
                .into_par_iter()
                .filter_map(|seed| entrance_complaint(&made(&file, seed)).map(|text| format!("seed {seed}: {text}")))
                .collect();
            assert!(complaints.is_empty(), "{name} {settings:?}: {complaints:?}");
        }
    }
}

/// The facts of a hundred dungeons of a preset.
fn facts_with(name: &str, settings: &[&str]) -> Vec<Facts> {
    let file = with(&preset(name), settings);
    (1..=100).into_par_iter().map(|seed| verify(&made(&file, seed)).facts).collect()
}

#[test]
fn corridors_between_sockets_are_short_and_keep_the_laws_of_runways() {
    for (name, longest) in [("walker-keep", 10), ("crypt-of-tees", 10), ("walker-keep-sprawling", 14)] {
        let facts = facts_with(name, &["extra_links=0.5"]);
        let loops: usize = facts.iter().map(|facts| facts.loops).sum();
        assert!(loops >= 100, "{name}: {loops} loops");
        assert!(facts.iter().all(|facts| facts.corridor_longest <= longest), "{name}");
        assert!(facts.iter().all(|facts| facts.one_cell_runways == 0 && facts.hugging_steps == 0), "{name}");
    }
}

/// Routes of sixteen cells were counted without their doors.
#[test]
fn loops_of_delves_are_at_most_fourteen_cells_long() {
    let longest = facts_with("delve", &["extra_links=1"]).iter().map(|facts| facts.corridor_longest).max();
    assert!(longest.is_some_and(|longest| longest <= 14), "{longest:?}");
}
