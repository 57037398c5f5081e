//! How the cost of a stroke grows with the map: 64 cells painted on 2048×2048 against 64×64.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml --bin paint`. The two maps take turns, so that a busy machine
//! is busy for both; medians of 30 rounds count. The budget is 1.5 for what the map's size may not change: the edit
//! itself, and the session's command without an observer. A field of view is three sets of the map's cells in the reply,
//! so it grows with the map; its ratio is printed too.

use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use undercroft::dungeon::{Dungeon, Level};
use undercroft::edit::paint;
use undercroft::format::json;
use undercroft::grid::{Cell, Rect, Size};
use undercroft_studio::protocol::Command;
use undercroft_studio::{NoProgress, Session};

/// Rounds of each measurement.
const ROUNDS: usize = 30;
const SIDES: [i32; 2] = [64, 2048];

fn main() {
    report("edit::paint", SIDES.map(rock).map(|mut dungeon| {
        move |cells: &[Cell], solid: bool| drop(paint(&mut dungeon, 0, cells, solid).expect("the cells lie inside"))
    }));
    report("session, no observer", SIDES.map(rock).map(|dungeon| strokes(opened(&dungeon))));
    report("session, with the field of view", SIDES.map(new_map).map(strokes));
}

fn rock(side: i32) -> Dungeon {
    Dungeon::bare("Rock", vec![Level::solid_rock(0, Size::of(side, side))])
}

/// A session with a map that has no place for an observer.
fn opened(dungeon: &Dungeon) -> Session {
    let base64 = STANDARD.encode(json::write(dungeon));
    run(Session::new(0), Command::Open { name: "rock.json".to_owned(), base64 })
}

/// A session with an empty map, whose observer stands in the middle.
fn new_map(side: i32) -> Session {
    run(Session::new(0), Command::New { width: side, height: side })
}

fn run(mut session: Session, command: Command) -> Session {
    session.handle(command, &mut NoProgress).expect("the command is possible");
    session
}

fn strokes(mut session: Session) -> impl FnMut(&[Cell], bool) {
    move |cells, solid| {
        let command = Command::Paint { z: 0, cells: cells.to_vec(), solid, gesture: Some(1) };
        session.handle(command, &mut NoProgress).expect("the cells lie inside");
    }
}

/// Prints both medians and their ratio.
fn report(name: &str, [mut small, mut large]: [impl FnMut(&[Cell], bool); 2]) {
    let cells: Vec<Cell> = Rect::new(8, 8, 16, 16).cells().collect();
    let (mut on_small, mut on_large) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        on_small.push(timed(|| [false, true].map(|solid| small(&cells, solid))));
        on_large.push(timed(|| [false, true].map(|solid| large(&cells, solid))));
    }
    let (on_small, on_large) = (median(on_small), median(on_large));
    let ratio = on_large.as_secs_f64() / on_small.as_secs_f64();
    println!("{name}: 64² {on_small:.1?}, 2048² {on_large:.1?}, ratio {ratio:.2}");
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
