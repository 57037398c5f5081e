//! Laws of attached rooms on layouts, before any tile.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect};

use super::{LevelTries, place};
use crate::dungeon::RoomId;
use crate::events::NoEvents;
use crate::meter::Meter;
use crate::place::{Layout, Placement};
use crate::plan::{Plan, PlanLinkKind, draw_plan};
use crate::recipe::{Method, PlanSpec, Recipe, RecipeFile};
use crate::seed::Seed;

fn recipe(settings: &str, seed: u64) -> Recipe {
    let base = "method = \"plan\"\nrooms.grid = 1\nrooms.min = 3\nrooms.max = 8\nrooms.count = 14\ngate = \"outer\"\n\
                levels = [-1, 0]\nextra_links = 0.3\nrooms.shapes = { l = 20, circle = 20, cross = 20, apse = 20 }";
    let file = RecipeFile::parse("base", base).unwrap().overlay(RecipeFile::parse("test", settings).unwrap());
    file.check(Seed::new(seed)).unwrap_or_else(|error| panic!("{error}"))
}

fn spec(recipe: &Recipe) -> &PlanSpec {
    let Method::Plan(spec) = &recipe.method else { panic!("{:?}", recipe.method) };
    spec
}

fn attached(recipe: &Recipe) -> (Plan, Option<Layout>) {
    let mut sink = NoEvents;
    let mut meter = Meter::new(&mut sink, recipe.budget);
    let plan = draw_plan(recipe, spec(recipe), recipe.seed.stream("plan"), &mut meter).unwrap();
    let layout = place(recipe, spec(recipe), &plan, &mut LevelTries::default(), &mut meter).unwrap();
    (plan, layout)
}

fn ring_and_floor(room: &Placement) -> BTreeSet<Cell> {
    room.floor.iter().flat_map(|run| run.rect().grow(1).cells()).collect()
}

const SHAPES: [&str; 5] = ["linear", "branching", "staircase", "hub", "maze"];

#[test]
fn only_rooms_with_a_shared_door_have_walls_in_common_and_all_others_keep_rock_between() {
    for seed in 0..60 {
        let (_, layout) = attached(&recipe(&format!("shape = \"{}\"", SHAPES[seed as usize % 5]), seed));
        let Some(layout) = layout else { continue };
        let all: Vec<BTreeSet<Cell>> = layout.rooms.iter().map(ring_and_floor).collect();
        for (a, b) in (0..all.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
            if layout.rooms[a].z != layout.rooms[b].z {
                continue;
            }
            let joint = layout.joints.iter().find(|joint| joint.rooms.map(RoomId::index) == [a, b]);
            let grown: BTreeSet<Cell> = match joint {
                Some(joint) if joint.path.is_empty() => continue,
                Some(_) => all[a].clone(),
                None => all[a].iter().flat_map(|&cell| Rect::at(cell, 1, 1).grow(1).cells()).collect(),
            };
            assert!(grown.is_disjoint(&all[b]), "seed {seed}: rooms {a} and {b}");
        }
    }
}

#[test]
fn joints_are_the_tree_of_the_plan_and_lead_out_on_its_sides() {
    for seed in 0..100 {
        let (plan, layout) = attached(&recipe(&format!("shape = \"{}\"", SHAPES[seed as usize % 5]), seed));
        let Some(layout) = layout else { continue };
        assert_eq!(layout.joints.len(), plan.rooms.len() - plan.levels().len(), "seed {seed}");
        for joint in &layout.joints {
            let [a, b] = joint.rooms.map(|room| plan.room(room).cell);
            assert!(joint.rooms[0] < joint.rooms[1]);
            assert!(a.step(joint.normals[0]) == b && b.step(joint.normals[1]) == a, "seed {seed}: {joint:?}");
        }
        assert_eq!(layout.gate.map(|gate| gate.room), Some(plan.gate));
    }
}

#[test]
fn rooms_with_stairs_have_a_wall_line_and_three_cells_along_it_in_common() {
    let mut seen = 0;
    for seed in 0..100 {
        let (plan, layout) = attached(&recipe(&format!("shape = \"{}\"", SHAPES[seed as usize % 5]), seed));
        let Some(layout) = layout else { continue };
        for link in plan.links.iter().filter(|link| link.kind == PlanLinkKind::Stairs) {
            let [a, b] = link.rooms.map(|room| &layout.rooms[room.index()]);
            let lines = [
                (a.bounds.left == b.bounds.left).then_some((Some(a.bounds.left), None)),
                (a.bounds.right == b.bounds.right).then_some((Some(a.bounds.right - 1), None)),
                (a.bounds.top == b.bounds.top).then_some((None, Some(a.bounds.top))),
                (a.bounds.bottom == b.bounds.bottom).then_some((None, Some(a.bounds.bottom - 1))),
            ];
            let floor = |room: &Placement, (x, y): (Option<i32>, Option<i32>)| -> BTreeSet<Cell> {
                let cells = room.floor.iter().flat_map(|run| run.cells());
                cells.filter(|cell| x.is_none_or(|x| cell.x == x) && y.is_none_or(|y| cell.y == y)).collect()
            };
            let common = |line| floor(a, line).intersection(&floor(b, line)).count();
            assert!(lines.into_iter().flatten().any(|line| common(line) >= 3), "seed {seed}: {:?}", link.rooms);
            seen += 1;
        }
    }
    assert!(seen > 80, "{seen}");
}

/// Areas of rooms in the order of their numbers, and lengths and widths of joints: what stays equal in a turn.
fn turned_facts(layout: &Layout) -> (Vec<[i32; 3]>, Vec<[i32; 2]>, BTreeSet<i32>) {
    let sides = |room: &Placement| {
        let (width, height) = (room.bounds.width(), room.bounds.height());
        [room.floor.iter().map(|run| run.length).sum(), width.min(height), width.max(height)]
    };
    let joints = layout.joints.iter().map(|joint| [joint.path.len() as i32, joint.width]).collect();
    let size = BTreeSet::from([layout.size.width(), layout.size.height()]);
    (layout.rooms.iter().map(sides).collect(), joints, size)
}

#[test]
fn turning_the_entrance_turns_the_rooms() {
    for seed in 0..30 {
        let text = |side: &str| {
            format!(
                "shape = \"{}\"\ncorridors.width = 2\nentrance_side = \"{side}\"\ntags.goal = \"hall\"\nrooms.max = 12",
                SHAPES[seed as usize % 5]
            )
        };
        let (_, plain) = attached(&recipe(&text("south"), seed));
        for side in ["north", "east", "west"] {
            let (_, turned) = attached(&recipe(&text(side), seed));
            assert_eq!(plain.as_ref().map(turned_facts), turned.as_ref().map(turned_facts), "seed {seed} {side}");
        }
    }
}

#[test]
fn streams_go_by_place_so_that_one_more_room_changes_no_other() {
    let mut equal = 0;
    for seed in 0..40 {
        let text = |count: usize| format!("shape = \"linear\"\nlevels = [0, 0]\nrooms.count = {count}");
        let [few, many] = [9, 10].map(|count| attached(&recipe(&text(count), seed)).1);
        let (Some(few), Some(many)) = (few, many) else { continue };
        let by = many.rooms[0].bounds.min() - few.rooms[0].bounds.min();
        equal += usize::from(few.rooms.iter().zip(&many.rooms).all(|(a, b)| a.bounds.shift(by) == b.bounds));
    }
    assert!(equal >= 35, "{equal} of 40");
}
