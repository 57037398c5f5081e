//! Replays and saved crowds: what is read back is what was written, and nonsense is refused.

mod common;

use common::{Dice, map, random_map, random_settings, spawn, step};
use undercroft_crowd::{
    ActorId, Crowd, CrowdSettings, Mode, Replay, ReplayError, ReplayRecorder, SaveError, Snapshot, StepNavigator,
    SubCell,
};
use undercroft_grid::Cell;

fn busy_crowd(dice: &mut Dice) -> Crowd {
    let settings = random_settings(dice);
    let mut crowd = Crowd::new(random_map(dice), settings).unwrap();
    let size = crowd.solid().size();
    for _ in 0..15 {
        if let Ok(id) = crowd.spawn(SubCell(dice.cell(size)), 90) {
            let _ = crowd.order(id, dice.cell(crowd.map().size()));
        }
    }
    crowd
}

fn disturb(crowd: &mut Crowd, dice: &mut Dice) {
    let cell = dice.cell(crowd.map().size());
    match dice.below(12) {
        0 => drop(crowd.order(ActorId::from_bits(dice.below(15)), cell)),
        1 => drop(crowd.set_wall(cell, dice.flag())),
        2 => drop(crowd.remove(ActorId::from_bits(dice.below(15)))),
        3 => {
            let at = SubCell(dice.cell(crowd.solid().size()));
            let _ = crowd.spawn(at, 64);
        }
        5 => drop(crowd.pin(ActorId::from_bits(dice.below(15)))),
        6 => drop(crowd.unpin(ActorId::from_bits(dice.below(15)))),
        4 if dice.flag() => drop(crowd.set_settings(random_settings(dice))),
        _ => (),
    }
}

#[test]
fn a_replay_shows_the_run() {
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let mut crowd = busy_crowd(&mut dice);
        let start = crowd.map().clone();
        let mut run = vec![Snapshot::new(&crowd)];
        let mut recorder = ReplayRecorder::new(&crowd);
        for _ in 0..60 {
            disturb(&mut crowd, &mut dice);
            step(&mut crowd);
            recorder.record(&crowd);
            run.push(Snapshot::new(&crowd));
        }
        let replay = Replay::from_json(&recorder.finish().to_json()).unwrap();
        assert_eq!(replay.snapshots().collect::<Vec<_>>(), run);
        assert_eq!((replay.len(), replay.check_map(&start)), (60, Ok(())));
    }
}

#[test]
fn the_same_requests_give_the_same_bytes() {
    for seed in 0..60 {
        let run = || {
            let mut dice = Dice::new(seed);
            let mut crowd = busy_crowd(&mut dice);
            let mut reports = Vec::new();
            for _ in 0..80 {
                disturb(&mut crowd, &mut dice);
                reports.push(crowd.step(&mut StepNavigator::default()));
            }
            (crowd.save(), reports)
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn a_loaded_crowd_goes_on_as_the_saved_one() {
    for seed in 0..150 {
        let mut dice = Dice::new(seed);
        let mut crowd = busy_crowd(&mut dice);
        for _ in 0..dice.below(60) {
            disturb(&mut crowd, &mut dice);
            step(&mut crowd);
        }
        let saved = crowd.save();
        let mut loaded = Crowd::load(&saved).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{saved}"));
        assert_eq!(loaded.save(), saved);
        for _ in 0..60 {
            assert_eq!(step(&mut crowd), step(&mut loaded));
        }
        assert_eq!(crowd.save(), loaded.save());
    }
}

#[test]
fn a_plan_made_ahead_is_saved_with_the_crowd() {
    let settings = CrowdSettings::new(Mode::Flow);
    let mut crowd = Crowd::new(map("......\n.##.#.\n......"), settings).unwrap();
    for (from, to) in [((0, 0), (5, 0)), ((5, 0), (0, 0)), ((0, 2), (5, 2)), ((5, 2), (0, 1))] {
        let id = spawn(&mut crowd, from);
        crowd.order(id, Cell::new(to.0, to.1)).unwrap();
    }
    assert!(crowd.plan_ahead(1000, 3).found);
    step(&mut crowd);
    let mut loaded = Crowd::load(&crowd.save()).unwrap();
    while !crowd.is_settled() {
        assert_eq!(step(&mut crowd), step(&mut loaded));
    }
    // A plan that leads through walls is refused.
    let broken = crowd.save().replace("\"plan\":[]", "\"plan\":[[7,7,7,7]]");
    assert_eq!(
        Crowd::load(&broken).unwrap_err().to_string(),
        "broken saved crowd: flow: step 0 of the plan is not one"
    );
}

#[test]
fn broken_and_foreign_save_files_change_nothing() {
    let mut dice = Dice::new(4);
    let mut crowd = busy_crowd(&mut dice);
    (0..20).for_each(|_| drop(step(&mut crowd)));
    let saved = crowd.save();
    let other = Crowd::new(map(".....\n....."), CrowdSettings::default()).unwrap().save();
    assert_eq!(crowd.restore(&other), Err(SaveError::OtherMap));
    // Cut off anywhere, or with any byte changed, a file is read as some lawful crowd or refused.
    let step = 1 + saved.len() / 300;
    for cut in (0..saved.len()).step_by(step) {
        assert!(crowd.restore(&saved[..cut]).is_err());
        assert_eq!(crowd.save(), saved);
        for new in ["9", "-", "#", "7777777777"] {
            let mut text = saved.clone();
            text.replace_range(cut..=cut, new);
            if let Ok(mut strange) = Crowd::load(&text) {
                (0..5).for_each(|_| drop(common::step(&mut strange)));
            }
        }
    }
    assert_eq!(crowd.restore(&saved), Ok(()));
}

#[test]
fn a_save_with_any_number_exchanged_is_refused_or_goes_on_lawfully() {
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let mut crowd = busy_crowd(&mut dice);
        (0..15).for_each(|_| drop(step(&mut crowd)));
        let saved = crowd.save();
        for (start, end) in numbers(&saved) {
            for new in ["-1", "0", "2147483647", "4294967295", "9007199254740991", "18446744073709551615"] {
                let text = format!("{}{new}{}", &saved[..start], &saved[end..]);
                let Ok(mut strange) = Crowd::load(&text) else { continue };
                (0..3).for_each(|_| drop(step(&mut strange)));
                let _ = strange.set_wall(Cell::new(0, 0), true);
                step(&mut strange);
                strange.summary();
                strange.save();
            }
        }
    }
}

/// Where the numbers of a text begin and end.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let is_digit = |at: usize| text.as_bytes()[at].is_ascii_digit();
    let starts = (1..text.len()).filter(|&at| is_digit(at) && !is_digit(at - 1));
    starts.map(|at| (at, (at..text.len()).find(|&end| !is_digit(end)).unwrap_or(text.len()))).collect()
}

#[test]
fn save_errors_say_what_is_wrong() {
    let mut crowd = Crowd::new(map("....\n..#."), CrowdSettings::default()).unwrap();
    spawn(&mut crowd, (0, 0));
    spawn(&mut crowd, (1, 0));
    let saved = crowd.save();
    let check = |from: &str, to: &str, message: &str| {
        assert!(saved.contains(from), "{from} in {saved}");
        assert_eq!(Crowd::load(&saved.replacen(from, to, 1)).unwrap_err().to_string(), message);
    };
    check("\"current\":[1,0]", "\"current\":[0,0]", "broken saved crowd: actor 1: sub-cell (0, 0) is owned twice");
    let wall = "broken saved crowd: actor 1: sub-cell (2, 1) is in a wall or outside the map";
    check("\"current\":[1,0]", "\"current\":[2,1]", wall);
    check("\"n\":1", "\"n\":4", "broken saved crowd: n: a cell has 1, 2 or 3 sub-cells a side, got 4");
    check("\"....\"", "\"...\"", "broken saved crowd: map: row 1 has 4 tiles, the first has 3");
    check("\"pace\":64", "\"pace\":0", "broken saved crowd: actor 0: pace: need 1 to 4096, got 0");
    check(
        "\"version\":1",
        "\"version\":2",
        "not a saved crowd: need undercroft-crowd version 1, got \"undercroft-crowd\" version 2",
    );
}

#[test]
fn a_replay_of_another_map_is_told() {
    let recorder = |picture| ReplayRecorder::new(&Crowd::new(map(picture), CrowdSettings::default()).unwrap()).finish();
    let replay = recorder("..\n..");
    let error = |picture| replay.check_map(&map(picture)).unwrap_err().to_string();
    assert_eq!(error("...\n..."), "the replay was recorded on another map: it is 2×2, this one 3×2");
    assert_eq!(error("..\n#."), "the replay was recorded on another map: they differ at (0, 1)");
    assert!(matches!(Replay::from_json("{}"), Err(ReplayError::Broken(_))));
}
