//! What hand work costs, as ratios in one run: `cargo test --release --test hand_ratios -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use undercroft::Generator;
use undercroft::dungeon::{Dungeon, Pin};
use undercroft::edit::{DoorRef, DoorSetting, Edit, RoomRef, apply};
use undercroft::grid::Cell;
use undercroft::pin::PinMaker;
use undercroft::verify::verify;
use undercroft_studio::protocol::{Body, Command, Reply};
use undercroft_studio::{NoProgress, Session};

/// How often each side is timed; the fastest counts, for a busy machine only ever adds.
const TIMES: usize = 15;
const TWENTY_ROOMS: &str = "method = \"bsp\"\nrooms.count = 20\nwidth = 80\nheight = 80\nstock.mode = \"none\"";

/// The fastest of several runs of two things, in turn.
fn fastest(mut one: impl FnMut(), mut two: impl FnMut()) -> [Duration; 2] {
    let mut best = [Duration::MAX; 2];
    for _ in 0..TIMES {
        let begin = Instant::now();
        one();
        best[0] = best[0].min(begin.elapsed());
        let begin = Instant::now();
        two();
        best[1] = best[1].min(begin.elapsed());
    }
    best
}

fn tell(what: &str, most: f64, [one, two]: [Duration; 2]) {
    let ratio = one.as_secs_f64() / two.as_secs_f64();
    println!("{what}: {ratio:.2} (at most {most}; {one:.1?} and {two:.1?})");
}

fn ask(session: &mut Session, command: &Value) -> Reply {
    let command: Command = serde_json::from_value(command.clone()).unwrap();
    session.handle(command, &mut NoProgress).unwrap()
}

fn generator(seed: u64) -> Generator {
    Generator::recipe("ratio.toml", TWENTY_ROOMS).unwrap().seed(seed)
}

fn half_pinned(first: &Dungeon) -> Vec<Pin> {
    let mut maker = PinMaker::new(first);
    first.rooms.iter().step_by(2).for_each(|room| {
        let _ = maker.pin_room(room.id);
    });
    maker.finish()
}

#[test]
#[ignore = "measures; its figures depend on the machine"]
fn ratios_of_hand_work() {
    for seed in [7, 8, 9] {
        let first = generator(seed).generate().unwrap();
        let pins = half_pinned(&first);
        let pinned = || drop(generator(seed + 50).pins(pins.clone(), Some(&first)).generate().unwrap());
        let plain = || drop(generator(seed + 50).generate().unwrap());
        tell(&format!("roll with half of 20 rooms pinned, seed {seed}, to one without"), 1.5, fastest(pinned, plain));
    }

    let dungeon = generator(7).generate().unwrap();
    for (name, edit) in edits(&dungeon) {
        let edited = || drop(verify(&apply(&dungeon, &edit, u64::MAX).unwrap().dungeon));
        let judged = || drop(verify(&dungeon));
        tell(&format!("{name} and verify on 80×80 to verify"), 2.0, fastest(edited, judged));
    }

    let mut session = Session::new(0);
    let roll = json!({"type": "generate", "preset": "dungeon", "seed": "7"});
    ask(&mut session, &roll);
    let mut other = session.clone();
    let vary = || drop(ask(&mut session, &json!({"type": "vary", "n": 20})));
    let mut seed = 100;
    let once = || {
        seed += 1;
        drop(ask(&mut other, &json!({"type": "generate", "preset": "dungeon", "seed": seed.to_string()})));
    };
    tell("20 variations to one roll", 25.0, fastest(vary, once));

    let mut session = Session::new(0);
    ask(&mut session, &roll);
    for i in 0..200 {
        let edit = json!({"edit": "name", "of": "dungeon", "text": format!("Mill {i}")});
        ask(&mut session, &json!({"type": "edit", "edits": [edit]}));
    }
    let Body::Text { text: checkpoint, .. } = ask(&mut session, &json!({"type": "checkpoint"})).body else { panic!() };
    let Body::Text { text: saved, .. } = ask(&mut session, &json!({"type": "save"})).body else { panic!() };
    let saved: Value = serde_json::from_str(&saved).unwrap();
    let restore = json!({"type": "restore", "journal": saved["journal"], "checkpoint": checkpoint});
    let v1 = json!({"format": "undercroft-studio", "version": 1, "dungeon": saved["checkpoint"]["dungeon"],
        "source": null, "edited": true, "observer": null, "crowd": saved["checkpoint"]["crowd"]});
    let load = json!({"type": "load", "text": v1.to_string()});
    let restored = || drop(ask(&mut Session::new(0), &restore));
    let loaded = || drop(ask(&mut Session::new(0), &load));
    tell("restore of 200 edits from a checkpoint to one load", 3.0, fastest(restored, loaded));
}

/// Some edits of a dungeon, by name.
fn edits(dungeon: &Dungeon) -> Vec<(&'static str, Edit)> {
    let steps = [(2, 0), (-2, 0), (0, 2), (0, -2), (1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| Cell::new(x, y));
    let moves = dungeon.rooms.iter().flat_map(|room| steps.map(|by| Edit::MoveRoom { room: RoomRef::of(room), by }));
    let moved = moves.into_iter().find(|edit| apply(dungeon, edit, u64::MAX).is_ok());
    let door = Edit::SetDoor {
        door: DoorRef::of(&dungeon.doors[1]),
        to: DoorSetting { secret: Some(true), ..DoorSetting::default() },
    };
    let name = Edit::Renumber {};
    [("set_door", Some(door)), ("renumber", Some(name)), ("move_room", moved)]
        .into_iter()
        .filter_map(|(name, edit)| Some((name, edit?)))
        .collect()
}
