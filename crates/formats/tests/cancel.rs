//! Exports ask a sink whether to continue: one that says no at any question gets an error and no file, in every format.

use std::cell::Cell;

use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::events::{Event, EventSink};
use undercroft::field::Value;
use undercroft::grid::{Grid, Size};
use undercroft_draw::{Cancelled, DrawOptions, WorkMeter, draw_metered};
use undercroft_formats::{FORMATS, Format, Options, Output, Scope, WriteError, by_name, read};

/// Says yes so many times, and counts the questions.
struct Patience {
    answers: u32,
    asked: Cell<u32>,
}

impl Patience {
    const fn new(answers: u32) -> Self {
        Self { answers, asked: Cell::new(0) }
    }
}

impl EventSink for Patience {
    fn on_event(&mut self, _: Event) {}

    fn should_continue(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() <= self.answers
    }
}

/// A hall of two levels with a locked door, large enough that every format asks more than once.
fn hall() -> Dungeon {
    let row = "#".to_owned() + &".".repeat(30) + "+" + &".".repeat(30) + "#\n";
    let wall = "#".repeat(63) + "\n";
    let level = wall.clone() + &row.repeat(20) + &wall;
    read(Some("hall.txt"), format!("{level}\n--- level -1\n{level}").as_bytes()).unwrap()
}

fn options(format: &'static Format) -> Options {
    let small = ["px", "square_px"].into_iter().filter(|key| format.option(key).is_some());
    let level = (format.scope == Scope::OneLevel).then_some(("level", Value::Integer(0)));
    let pages = format.option("pages").map(|field| (field.key, Value::Text("all".to_owned())));
    Options::parse(format, small.map(|key| (key, Value::Integer(20))).chain(level).chain(pages)).unwrap()
}

fn export(format: &'static Format, dungeon: &Dungeon, answers: u32) -> (Result<Output, WriteError>, u32) {
    let mut sink = Patience::new(answers);
    let output = format.export_with(dungeon, &options(format), &mut sink);
    (output, sink.asked.get())
}

#[test]
fn every_format_stops_at_every_question_and_gives_no_half_file() {
    let hall = hall();
    for format in FORMATS.iter().copied().filter(|format| format.write.is_some()) {
        let (whole, questions) = export(format, &hall, u32::MAX);
        assert_eq!(whole, format.export(&hall, &options(format)), "{}", format.name);
        assert!(whole.is_ok() && questions > 1, "{}: {questions} questions, {whole:?}", format.name);
        for answers in (0..questions).step_by(1 + questions as usize / 40) {
            let (stopped, asked) = export(format, &hall, answers);
            assert_eq!(stopped, Err(WriteError::Cancelled(Cancelled)), "{} after {answers} answers", format.name);
            assert_eq!(asked, answers + 1, "{}: nobody is asked again after a no", format.name);
        }
    }
}

/// A level with a pillar on every third cell, so that no tile is like its neighbours.
fn large(side: i32) -> Dungeon {
    let terrain = |x: i32, y: i32| if (x % 3, y % 3) == (1, 1) { Terrain::Wall } else { Terrain::Floor };
    let level = Level::new(0, Grid::from_fn(Size::of(side, side), |cell| terrain(cell.x, cell.y)));
    Dungeon::bare("Pillars", vec![level])
}

#[test]
fn an_export_of_2048_by_2048_cells_asks_often_enough_to_be_stopped_soon() {
    let large = large(2048);
    // The last number of questions is one that the whole export asks more of.
    for (name, most) in [("ldtk", 200), ("tmx", 60), ("tmj", 60), ("json", 3), ("png", 3)] {
        for answers in [0, 1, most] {
            let (stopped, asked) = export(by_name(name).unwrap(), &large, answers);
            assert_eq!(stopped, Err(WriteError::Cancelled(Cancelled)), "{name}");
            assert_eq!(asked, answers + 1, "{name}");
        }
    }
}

#[test]
fn a_scenario_of_ten_thousand_problems_is_stopped_between_two_steps_of_a_search() {
    let (dungeon, scen) = (large(512), by_name("scen").unwrap());
    let options = Options::parse(scen, [("problems", Value::Integer(10_000))]).unwrap();
    for answers in [0, 1, 10, 500] {
        let mut sink = Patience::new(answers);
        let stopped = scen.export_with(&dungeon, &options, &mut sink);
        assert_eq!((stopped, sink.asked.get()), (Err(WriteError::Cancelled(Cancelled)), answers + 1));
    }
}

#[test]
fn a_drawing_is_stopped_in_the_middle_of_its_hatching() {
    let (dungeon, sink) = (large(500), Patience::new(20));
    assert_eq!(draw_metered(&dungeon, &DrawOptions::default(), &WorkMeter::new(&sink)), Err(Cancelled));
    assert_eq!(sink.asked.get(), 21);
}
