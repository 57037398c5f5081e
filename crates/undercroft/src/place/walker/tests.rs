//! Transactions leave no trace, judged on the whole state, byte by byte; doors, judged by pictures.

use std::sync::Arc;

use proptest::prelude::*;

use super::solve::{Builder, free_sockets};
use super::state::State;
use super::*;
use crate::events::NoEvents;
use crate::recipe::{RecipeFile, TemplateSpec};
use crate::seed::Seed;
use crate::template::ShippedSet;

fn settings(set: &str, more: &[&str]) -> Recipe {
    let mut file = RecipeFile::default();
    for setting in ["method=templates", &format!("templates.set={set}")].iter().chain(more) {
        file.set(setting).unwrap();
    }
    file.check(Seed::new(1)).unwrap()
}

fn spec(recipe: &Recipe) -> &TemplateSpec {
    recipe.method.template_spec()
}

fn builder<'a, 'm>(
    recipe: &Recipe,
    settings: &'a TemplateSpec,
    seed: &'a Seed,
    meter: &'a mut Meter<'m>,
) -> Builder<'a, 'm> {
    let steps = StepStreams { seed, beginning: 0 };
    let mut builder = Builder::new(settings, World::new(bounds(settings), None), steps, meter);
    start::entrance(recipe, &mut builder).unwrap();
    builder
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_failed_transaction_leaves_the_state_byte_identical(seed in any::<u64>(), crowded in any::<bool>()) {
        // A small map is soon full, so that groups fail at every possible step.
        let size: &[&str] = if crowded { &["width=40", "height=36"] } else { &[] };
        let recipe = settings("crypt", size);
        let mut sink = NoEvents;
        let mut meter = Meter::new(&mut sink, u64::MAX);
        let own = Seed::new(seed);
        let mut builder = builder(&recipe, spec(&recipe), &own, &mut meter);
        let (mut failures, mut groups) = (0, 0);
        for _ in 0..60 {
            let room = builder.stream.below(builder.state.rooms.len() as u32);
            let sockets = free_sockets(&builder.state, builder.pool(), room);
            let Some(&(cell, dir)) = builder.stream.choose(&sockets) else { continue };
            let Some(&candidate) = builder.candidates(usize::MAX, true).first() else { continue };
            let Some(&offer) = builder.offers(candidate, cell, dir).first() else { continue };
            let before = builder.state.bytes();
            let rooms = builder.state.rooms.len();
            if builder.place(&offer).unwrap().is_err() {
                failures += 1;
                prop_assert!(builder.state.bytes() == before);
            } else {
                groups += usize::from(builder.state.rooms.len() > rooms + 1);
            }
        }
        prop_assert!(failures > 0 && (crowded || groups > 0), "{} failures, {} groups", failures, groups);
    }
}

#[test]
fn strict_mode_places_no_room_for_another() {
    let recipe = settings("crypt", &["templates.required=strict"]);
    let mut sink = NoEvents;
    let mut meter = Meter::new(&mut sink, u64::MAX);
    let own = Seed::new(3);
    let mut builder = builder(&recipe, spec(&recipe), &own, &mut meter);
    let mut last = builder.state.rooms.len();
    walk::walk(&mut builder, &[0]).unwrap();
    assert!(builder.state.rooms.len() > last);
    last = builder.state.rooms.len();
    assert_eq!(builder.state.counts.iter().sum::<u32>() as usize, last);
}

/// A pool of two rooms that are joined by hand.
fn joined(first: &str, second: &str, at: Cell) -> State {
    let text = format!(
        "name: gate\nweight: 0\nroles: entrance\n##+##\n+...+\n##+##\n\nname: first\n{first}\n\nname: second\n{second}\n"
    );
    let pool = Pool::parse(&[("test", &text)]).unwrap();
    let mut state = State::new(World::new(Rect::new(0, 0, 200, 200), None), pool.candidates().len());
    let part = |template: usize, at| crate::template::CandidatePart { oriented: template as u32 * 8, at };
    state.put(&pool, part(1, Cell::new(100, 100)), None).unwrap();
    state.put(&pool, part(2, Cell::new(100, 100) + at), None).unwrap();
    state
}

#[test]
fn a_run_of_facing_sockets_is_one_wide_door() {
    let room = "##++##\n#....#\n##++##";
    let state = joined(room, room, Cell::new(0, 2));
    let door = state.possible_door(Cell::new(102, 102), undercroft_grid::Dir::South).unwrap();
    assert_eq!((door.cells, door.rooms), (Rect::new(102, 102, 104, 103), [0, 1]));
    // Moved by one cell, only one pair faces.
    let state = joined(room, room, Cell::new(1, 2));
    let door = state.possible_door(Cell::new(103, 102), undercroft_grid::Dir::South).unwrap();
    assert_eq!(door.cells, Rect::new(103, 102, 104, 103));
    assert_eq!(state.possible_door(Cell::new(102, 102), undercroft_grid::Dir::South), None);
}

#[test]
fn a_wide_required_socket_opens_as_a_whole_or_not_at_all() {
    let (wide, optional) = ("######\n#....#\n##AA##", "##++##\n#....#\n######");
    let south = undercroft_grid::Dir::South;
    assert!(joined(wide, optional, Cell::new(0, 2)).possible_door(Cell::new(102, 102), south).is_some());
    assert!(joined(wide, optional, Cell::new(1, 2)).possible_door(Cell::new(103, 102), south).is_none());
}

#[test]
fn a_door_has_at_most_four_cells() {
    let long = "#++++++#\n#......#\n#++++++#";
    let door = joined(long, long, Cell::new(0, 2)).possible_door(Cell::new(101, 102), undercroft_grid::Dir::South);
    assert_eq!(door.unwrap().cells.width(), 4);
}

#[test]
fn shipped_pools_are_never_changed() {
    let before = ShippedSet::Keep.pool();
    let copy = Pool::clone(&before);
    let recipe = settings("keep", &[]);
    let mut sink = NoEvents;
    place(&recipe, spec(&recipe), &mut Meter::new(&mut sink, u64::MAX)).unwrap();
    assert!(Arc::ptr_eq(&before, &spec(&recipe).pool) && *before == copy);
}
