//! Every stage counts its work against the recipe's budget, and ends when its sink asks to stop.

use std::cell::Cell;

use undercroft::error::PlaceError;
use undercroft::events::{Event, EventLog, EventSink, NoEvents};
use undercroft::recipe::{Recipe, RecipeFile, presets};
use undercroft::seed::Seed;
use undercroft::{Error, Generator};

/// Counts the questions whether to continue, and answers no from the last one on.
struct Questions {
    asked: Cell<u64>,
    last: u64,
}

impl EventSink for Questions {
    fn on_event(&mut self, _: Event) {}

    fn should_continue(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() < self.last
    }
}

fn asked(recipe: &Recipe, last: u64) -> (u64, Result<(), Error>) {
    let mut sink = Questions { asked: Cell::new(0), last };
    let made = recipe.generate(&mut sink).map(|_| ());
    (sink.asked.get(), made)
}

/// Walkers on a full map, with turns without end.
const ENDLESS_WALKERS: &[&str] = &[
    "method=templates",
    "width=16",
    "height=16",
    "templates.floor_cells=500000",
    "templates.iterations=10000000",
    "templates.stall_limit=1000000",
    "templates.attempts=1000",
];

/// Recipes that take long, each in another stage.
const EXTREMES: &[&[&str]] = &[
    ENDLESS_WALKERS,
    &["method=templates", "templates.floor_cells=20000", "templates.walkers=1000", "templates.corridors=true"],
    &[
        "method=plan",
        "shape=maze",
        "rooms.count=3000",
        "rooms.max=5",
        "locks=1000",
        "secrets.count=100",
        "secrets.chance=1",
    ],
    &["method=plan", "shape=linear", "rooms.count=600", "rooms.natural=true", "rooms.max=20", "levels=[-9,0]"],
    &["method=plan", "shape=branching", "rooms.count=3000", "rooms.max=5", "locks=900", "keys=shared", "extra_links=0"],
    &["method=house", "width=600", "height=600", "rooms.count=4000", "storeys=[1000,1000,1000,1000]", "rooms.grid=2"],
    &["width=2500", "height=2500", "rooms.count=1500", "corridors.dead_ends=1"],
    &["width=3000", "height=3000", "rooms.count=3", "corridors.style=elbow", "rooms.min=60", "rooms.max=64"],
    &["width=3000", "height=3000", "rooms.count=2", "corridors.cost.hard_rock=20"],
];

fn recipe(settings: &[&str], more: &[&str]) -> Recipe {
    let mut file = RecipeFile::default();
    settings.iter().chain(more).for_each(|setting| file.set(setting).unwrap_or_else(|error| panic!("{error}")));
    file.check(Seed::new(1)).unwrap_or_else(|error| panic!("{settings:?}: {error}"))
}

/// A generation that is stopped at any of its questions ends there, and asks no more. Returns how many there are.
fn check_stops(recipe: &Recipe, name: &str, quarters: &[u64]) -> u64 {
    let (all, made) = asked(recipe, u64::MAX);
    assert!(!matches!(made, Err(ref error) if error.is_stopped()), "{name}");
    let parts = quarters.iter().map(|quarters| quarters * all / 4);
    for last in [1, 2, 3].into_iter().chain(parts).filter(|last| (1..=all).contains(last)) {
        let (count, made) = asked(recipe, last);
        let error = made.expect_err(name);
        assert!(error.is_stopped(), "{name} at question {last} of {all}: {error}");
        assert_eq!(count, last, "{name}: question {last} of {all} was not the last");
    }
    all
}

#[test]
fn every_preset_stops_at_any_question() {
    for preset in presets() {
        check_stops(&preset.recipe().unwrap().check(Seed::new(7)).unwrap(), preset.name, &[1, 2, 3, 4]);
    }
}

#[test]
fn extreme_recipes_stop_at_any_question() {
    for settings in EXTREMES {
        let name = settings.join(" ");
        let recipe = recipe(settings, &["budget=6000000"]);
        let all = check_stops(&recipe, &name, &[2]);
        assert!(all > 15, "{name} asks {all} times");
    }
}

#[test]
fn walkers_that_find_no_place_end_with_the_budget() {
    let error = Generator::preset("walker-keep").unwrap().set("budget", 1000).unwrap().generate().unwrap_err();
    assert_eq!(error, Error::Place(PlaceError::OutOfBudget { budget: 1000 }));
    let sentence = "the budget of 1000 search steps was used up while rooms were placed; raise budget, or lower rooms.count \
                    or templates.floor_cells";
    assert_eq!(error.to_string(), sentence);
    let error = recipe(ENDLESS_WALKERS, &["budget=3000000"]).generate(&mut NoEvents).unwrap_err();
    assert_eq!(error, Error::Place(PlaceError::OutOfBudget { budget: 3_000_000 }));
}

#[test]
fn every_method_counts_against_the_budget() {
    for settings in EXTREMES {
        let error = recipe(settings, &["budget=1000"]).generate(&mut NoEvents).unwrap_err();
        assert!(error.to_string().starts_with("the budget of 1000 search steps was used up"), "{settings:?}: {error}");
    }
}

#[test]
fn events_of_walkers_without_end_are_counted_instead_of_kept() {
    let mut log = EventLog::default();
    recipe(ENDLESS_WALKERS, &["budget=6000000"]).generate(&mut log).unwrap_err();
    let Some(Event::LeftOut { events }) = log.events.last() else { panic!("{:?}", log.events.last()) };
    assert!(*events > 100_000, "only {events} were left out");
    assert!(log.events.len() < 110_000, "{} events were kept", log.events.len());
}
