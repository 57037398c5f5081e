//! Laws of growth on layouts, before any tile.

use std::collections::BTreeSet;

use undercroft_grid::{Dir, Rect};

use super::growth::Growth;
use super::mirrored_growth::MirroredGrowth;
use super::{Lattice, StepLog, axis_shapes, place};
use crate::events::{Event, EventLog, EventSink, NoEvents};
use crate::meter::Meter;
use crate::place::{Layout, PlaceError, PlacedJoint};
use crate::recipe::{Method, Recipe, RecipeFile};
use crate::seed::Seed;

fn recipe(settings: &str, seed: u64) -> Recipe {
    let base = "method = \"accrete\"\nrooms.grid = 1\nrooms.min = 3\nrooms.max = 7";
    let file = RecipeFile::parse("base", base).unwrap().overlay(RecipeFile::parse("test", settings).unwrap());
    file.check(Seed::new(seed)).unwrap_or_else(|error| panic!("{error}"))
}

fn grow(recipe: &Recipe, events: &mut dyn EventSink) -> Result<Layout, PlaceError> {
    let mut meter = Meter::new(events, recipe.budget);
    let Method::Accrete(spec) = &recipe.method else { panic!("{:?}", recipe.method) };
    place(recipe, spec, &mut meter)
}

fn layout(settings: &str, seed: u64) -> Layout {
    grow(&recipe(settings, seed), &mut NoEvents).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

#[test]
fn every_step_draws_from_a_stream_of_its_own() {
    // More rooms only add rooms: the steps before them do not shift.
    for seed in 0..20 {
        let (few, many) = (layout("rooms.count = 8", seed), layout("rooms.count = 9", seed));
        let by = many.rooms[0].bounds.min() - few.rooms[0].bounds.min();
        for (room, other) in few.rooms.iter().zip(&many.rooms) {
            assert_eq!(room.bounds.shift(by), other.bounds, "seed {seed}");
        }
    }
}

#[test]
fn a_map_of_a_given_size_holds_its_dungeon_in_the_middle() {
    for seed in 0..40 {
        let layout = layout("rooms.count = 9\nwidth = 44\nheight = 40", seed);
        assert_eq!((layout.size.width(), layout.size.height()), (44, 40));
        let all = layout.rooms.iter().map(|room| room.bounds).reduce(Rect::hull).unwrap();
        assert!(layout.size.rect().grow(-1).contains_rect(all), "seed {seed}: {all:?}");
        assert!((all.left - (44 - all.right)).abs() < 20, "seed {seed}: {all:?}");
    }
}

#[test]
fn a_map_that_is_too_small_for_more_says_so() {
    let layout = layout("rooms.count = 60\nwidth = 30\nheight = 30", 3);
    let placed = layout.rooms.len();
    assert!(placed < 60);
    let warning = format!("Placed {placed} of 60 rooms; no joint fitted in 30 steps in a row.");
    assert!(layout.warnings.len() == 1 && layout.warnings[0].starts_with(&warning), "{:?}", layout.warnings);
}

#[test]
fn a_map_that_is_too_small_for_the_entrance_is_refused() {
    let recipe = recipe("rooms.min = 14\nrooms.max = 20\nwidth = 16\nheight = 16", 1);
    let error = grow(&recipe, &mut NoEvents).unwrap_err().to_string();
    let message = "a map of 16×16 has no place for an entrance room of 14×14 with its runway; raise width or height";
    assert_eq!(error, message);
}

#[test]
fn the_budget_counts_joints_that_were_tried() {
    let recipe = recipe("rooms.count = 200\nbudget = 1000", 1);
    let error = grow(&recipe, &mut NoEvents).unwrap_err().to_string();
    assert!(error.starts_with("the budget of 1000 search steps was used up while rooms were placed"), "{error}");
}

#[test]
fn growth_stops_where_the_events_ask_it_to() {
    struct Impatient;
    impl EventSink for Impatient {
        fn on_event(&mut self, _: Event) {}
        fn should_continue(&self) -> bool {
            false
        }
    }
    assert_eq!(grow(&recipe("", 1), &mut Impatient), Err(PlaceError::Stopped));
}

#[test]
fn watching_changes_nothing_and_shows_every_room_where_it_comes_to_lie() {
    for side in ["north", "east", "south", "west"] {
        let recipe = recipe(&format!("entrance_side = \"{side}\""), 5);
        let mut log = EventLog::default();
        let layout = grow(&recipe, &mut log).unwrap();
        assert_eq!(layout, grow(&recipe, &mut NoEvents).unwrap());
        let placed = log.events.iter().filter_map(|event| match event {
            Event::Placed { floor, .. } => Some(*floor),
            _ => None,
        });
        assert_eq!(placed.collect::<Vec<_>>(), layout.rooms.iter().map(|room| room.bounds).collect::<Vec<_>>());
        assert!(log.events.iter().any(|event| matches!(event, Event::Rejected { .. })));
    }
}

/// Sorted lengths of walls and links: what stays equal when a layout is turned.
fn turned_facts(layout: &Layout) -> (Vec<i64>, Vec<usize>, BTreeSet<i32>) {
    let areas = layout.rooms.iter().map(|room| room.floor.iter().map(|run| i64::from(run.length)).sum()).collect();
    let lengths = layout.joints.iter().map(|joint| joint.path.len()).collect();
    (areas, lengths, BTreeSet::from([layout.size.width(), layout.size.height()]))
}

#[test]
fn turning_the_entrance_turns_the_dungeon() {
    for seed in 0..10 {
        let plain = layout("corridors.width = 2\naccrete.bend = 0.6", seed);
        for side in ["north", "east", "west"] {
            let turned = layout(&format!("corridors.width = 2\naccrete.bend = 0.6\nentrance_side = \"{side}\""), seed);
            assert_eq!(turned_facts(&plain), turned_facts(&turned), "seed {seed} {side}");
        }
        assert_eq!(plain.gate.unwrap().normal, Dir::South);
    }
}

#[test]
fn rooms_on_a_coarse_grid_are_aligned_and_share_no_wall() {
    for (grid, sizes) in [("2", 4..10), ("3", 3..9), ("[4, 2]", 4..8), ("5", 5..10), ("8", 8..16)] {
        let settings = format!("rooms.grid = {grid}\nrooms.min = {}\nrooms.max = {}", sizes.start, sizes.end);
        for side in ["south", "west"] {
            let text = format!("{settings}\nentrance_side = \"{side}\"");
            let layout = layout(&text, 4);
            assert_eq!(layout.rooms.len(), 8, "{text}");
            assert!(layout.rooms.iter().all(|room| room.aligned), "{text}");
            assert!(layout.joints.iter().all(|joint: &PlacedJoint| !joint.path.is_empty()), "{text}");
        }
    }
}

#[test]
fn corridors_have_the_lengths_that_have_a_weight() {
    for seed in 0..20 {
        let layout = layout("rooms.count = 20\naccrete.lengths = [1, 0, 0, 5]\naccrete.bend = 0", seed);
        assert!(layout.joints.iter().all(|joint| [0, 3].contains(&joint.path.len())), "seed {seed}");
    }
}

#[test]
fn a_refused_pair_leaves_the_map_as_it_was() {
    let (mut refused, mut pairs) = (0, 0);
    for seed in 0..30 {
        let recipe = recipe("symmetry = 1\nrooms.count = 60\nwidth = 40\nheight = 40", seed);
        let Method::Accrete(spec) = &recipe.method else { panic!("{:?}", recipe.method) };
        let (mut sink, lattice) = (NoEvents, Lattice::new(spec.rooms));
        let mut meter = Meter::new(&mut sink, recipe.budget);
        let (mut log, shapes) = (StepLog::new(&meter), axis_shapes(&recipe, spec, &lattice).unwrap());
        let mut growth = Growth::new(&recipe, spec, &lattice, Rect::new(0, 0, 0, 0));
        let mut stream = recipe.seed.stream("place/step/0");
        let (mut level, _) = MirroredGrowth::with_entrance(&mut growth, &shapes, 3, &mut stream, &mut log).unwrap();
        for step in 1..60 {
            let (before, rooms) = (level.growth.map.clone(), level.rooms());
            let mut stream = recipe.seed.stream(&format!("place/step/{step}"));
            if level.step(60, &mut stream, &mut log, &mut meter).unwrap() {
                pairs += usize::from(level.rooms() == rooms + 2);
            } else {
                assert_eq!(level.growth.map, before, "seed {seed} step {step}");
                refused += 1;
            }
            assert_eq!(level.images.len(), level.rooms());
        }
    }
    assert!(refused > 100 && pairs > 100, "{refused} refused, {pairs} pairs");
}
