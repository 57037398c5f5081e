//! Paths by themselves: connected, simple, from door to door, with the runways they claim.

use undercroft_grid::{Cell, Dir, Rect};

use super::{Flaw, FlawCode};
use crate::dungeon::{Corridor, Door, Dungeon, Fallback, Link, Stub};

/// Judges the path of a corridor or secret passage. Of several flaws only the first is listed: the others follow from it.
pub(super) fn check(dungeon: &Dungeon, link: &Link) -> Option<Flaw> {
    let z = dungeon.room(link.rooms[0]).z;
    let corridor = link.corridor()?;
    let doors = corridor.doors.map(|door| dungeon.door(door));
    let (code, what, cells) = gap(corridor, doors)
        .or_else(|| missed_door(corridor, doors))
        .or_else(|| false_runway(corridor, doors, dungeon.provenance.recipe.runway() as usize))
        .or_else(|| crossing(corridor))
        .or_else(|| wrong_fallback(dungeon, corridor))
        .or_else(|| rock(corridor, doors))?;
    let flaw = Flaw::new(code, format!("The path of link {} {what}.", link.id)).at(z, &cells);
    Some(flaw.rooms(link.rooms).links([link.id]))
}

/// Judges the path of a blind corridor.
pub(super) fn check_stub(number: u32, stub: &Stub) -> Option<Flaw> {
    let broken = stub.path.windows(2).find(|pair| pair[0].manhattan(pair[1]) != 1);
    let (code, what, cell) = match (broken, repeated(&stub.path)) {
        (Some(pair), _) => (FlawCode::PathBroken, "has a gap", pair[1]),
        (None, Some(cell)) => (FlawCode::PathNotSimple, "crosses itself", cell),
        (None, None) => return None,
    };
    Some(Flaw::new(code, format!("The path of blind corridor {number} {what}.")).at(stub.z, &[cell]))
}

/// A flaw without its subject: the code, what the path does, and where.
type Fault = (FlawCode, String, Vec<Cell>);

fn gap(corridor: &Corridor, doors: [&Door; 2]) -> Option<Fault> {
    if let Some(pair) = corridor.path.windows(2).find(|pair| pair[0].manhattan(pair[1]) != 1) {
        return Some((FlawCode::PathBroken, "has a gap".to_owned(), pair.to_vec()));
    }
    // Where runways overlap there is no brush between them, so they themselves must meet.
    let runway = |end: usize| doors[end].runway_rect(i32::from(corridor.runway[end]));
    let meet = || runway(0).overlaps(runway(1));
    (corridor.brush_positions().is_empty() && !meet())
        .then(|| (FlawCode::PathBroken, "has runways that do not meet".to_owned(), corridor.path.clone()))
}

/// At each end the brush covers every cell before the door; where a door is wider than the corridor, the cells before it
/// cover the brush from side to side.
fn missed_door(corridor: &Corridor, doors: [&Door; 2]) -> Option<Fault> {
    let ends = [corridor.path.first()?, corridor.path.last()?];
    let width = i32::from(corridor.width);
    ends.into_iter().zip(doors).find_map(|(&end, door)| {
        let brush = Rect::at(end, width, width);
        let before = door.runway_rect(1);
        let within = if door.normal.is_horizontal() {
            before.top <= brush.top && brush.bottom <= before.bottom
        } else {
            before.left <= brush.left && brush.right <= before.right
        };
        let met = brush.contains_rect(before) || (within && brush.overlaps(before));
        (!met).then(|| (FlawCode::PathMissesDoor, format!("does not end at door {}", door.id), vec![end]))
    })
}

/// A runway is at least as long as claimed, and where a fallback says that the owed one could not be had, it is not there.
fn false_runway(corridor: &Corridor, doors: [&Door; 2], owed: usize) -> Option<Fault> {
    let forth: Vec<Cell> = corridor.path.iter().copied().take(256).collect();
    let back: Vec<Cell> = corridor.path.iter().rev().copied().take(256).collect();
    [forth, back].iter().zip(doors).zip([0, 1]).find_map(|((path, door), end)| {
        let claimed = usize::from(corridor.runway[end]);
        let is_straight = |pair: &[Cell]| pair[1] - pair[0] == door.normal.delta();
        let real = 1 + path.windows(2).take_while(|pair| is_straight(pair)).count();
        let what = || format!("claims a runway of {claimed} before door {}, it has {real}", door.id);
        let fell_back = matches!(corridor.fallback[end], Fallback::OneCell | Fallback::NoRunway);
        // Where door and corridor differ in width, the tiles show how long the runway is.
        let is_short = fell_back && door.cells.len() == usize::from(corridor.width) && claimed < owed && owed <= real;
        (real < claimed || is_short).then(|| (FlawCode::RunwayFalse, what(), vec![path[real - 1]]))
    })
}

fn crossing(corridor: &Corridor) -> Option<Fault> {
    if corridor.fallback.contains(&Fallback::LastResort) {
        return None;
    }
    let cell = repeated(&corridor.path)?;
    Some((FlawCode::PathNotSimple, "crosses itself".to_owned(), vec![cell]))
}

/// The recipe's runway is owed unless a fallback is recorded or the whole path is one straight runway.
fn wrong_fallback(dungeon: &Dungeon, corridor: &Corridor) -> Option<Fault> {
    let owed = dungeon.provenance.recipe.runway();
    let is_line = corridor.path.iter().all(|cell| cell.x == corridor.path[0].x)
        || corridor.path.iter().all(|cell| cell.y == corridor.path[0].y);
    [0, 1].into_iter().find_map(|end| {
        let (runway, fallback) = (corridor.runway[end], corridor.fallback[end]);
        let agrees = match fallback {
            Fallback::None => u64::from(runway) >= owed || (is_line && usize::from(runway) == corridor.path.len()),
            Fallback::OneCell => runway == 1,
            Fallback::NoRunway => runway == 0,
            Fallback::LastResort => true,
        };
        let door = corridor.doors[end];
        let what = || format!("has a runway of {runway} before door {door}, but its fallback there is {fallback:?}");
        (!agrees).then(|| {
            (
                FlawCode::FallbackDisagrees,
                what(),
                vec![corridor.path[if end == 0 { 0 } else { corridor.path.len() - 1 }]],
            )
        })
    })
}

/// Every cell of a path is one of its corridor, also where a wide corridor narrows before a door.
fn rock(corridor: &Corridor, doors: [&Door; 2]) -> Option<Fault> {
    let width = i32::from(corridor.width);
    let brush = corridor.brush_positions();
    let ends = brush.first().into_iter().chain(brush.last()).map(|&cell| Rect::at(cell, width, width));
    let runways = doors.into_iter().zip(corridor.runway).map(|(door, runway)| door.runway_rect(runway.into()));
    let open: Vec<Rect> = ends.chain(runways).collect();
    let [head, tail] = corridor.runway.map(usize::from);
    let mut before_doors = corridor.path.iter().take(head).chain(corridor.path.iter().rev().take(tail));
    let cell = *before_doors.find(|cell| !open.iter().any(|rect| rect.contains(**cell)))?;
    Some((FlawCode::PathInRock, format!("names {cell}, which is not floor"), vec![cell]))
}

/// A cell that comes twice.
fn repeated(path: &[Cell]) -> Option<Cell> {
    if never_turns_back(path) {
        return None;
    }
    let mut cells = path.to_vec();
    cells.sort_unstable();
    cells.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// Whether the path takes single steps in at most two directions across each other: no cell can come twice.
fn never_turns_back(path: &[Cell]) -> bool {
    let mut directions = [false; 4];
    for pair in path.windows(2) {
        let Some(dir) = Dir::from_delta(pair[1] - pair[0]) else { return false };
        directions[dir.index()] = true;
    }
    Dir::ALL.into_iter().all(|dir| !(directions[dir.index()] && directions[dir.opposite().index()]))
}
