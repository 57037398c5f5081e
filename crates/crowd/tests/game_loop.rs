//! What a game asks of a crowd in every frame: places, cells, paces, pinned actors.

mod common;

use common::{Dice, adjusted, map, random_map, random_settings, run, spawn, step};
use undercroft_crowd::{ActorId, Crowd, CrowdError, CrowdSettings, Mode, Snapshot, SubCell};
use undercroft_grid::Cell;

#[test]
fn a_place_is_that_of_the_replay_and_its_cell_is_free() {
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let settings = random_settings(&mut dice);
        let mut crowd = Crowd::new(random_map(&mut dice), settings).unwrap();
        let size = crowd.solid().size();
        for _ in 0..20 {
            if let Ok(id) = crowd.spawn(SubCell(dice.cell(size)), 1 + dice.below(400) as u16) {
                let _ = crowd.order(id, dice.cell(crowd.map().size()));
            }
        }
        for _ in 0..40 {
            step(&mut crowd);
            let snapshot = Snapshot::new(&crowd);
            for (id, _) in crowd.actors() {
                let ((x, y), cell) = (crowd.place(id).unwrap(), crowd.cell(id).unwrap());
                assert_eq!(Some(((x * 1000.0) as i32, (y * 1000.0) as i32)), snapshot.body_millicells(id));
                assert_eq!(cell, Cell::new(x as i32, y as i32));
                assert!(!crowd.map().contains(cell) && crowd.map().size().contains(cell), "{cell}");
            }
        }
    }
}

#[test]
fn stale_ids_and_wrong_paces_are_refused() {
    let mut crowd = Crowd::new(map("...\n..."), CrowdSettings::default()).unwrap();
    let id = spawn(&mut crowd, (1, 1));
    assert_eq!(crowd.set_pace(id, 0).unwrap_err().to_string(), "pace: need 1 to 4096, got 0");
    assert_eq!(crowd.set_pace(id, 4097).unwrap_err().to_string(), "pace: need 1 to 4096, got 4097");
    crowd.remove(id).unwrap();
    let gone = CrowdError::NoSuchActor(id);
    assert_eq!((crowd.place(id), crowd.cell(id)), (Err(gone.clone()), Err(gone.clone())));
    assert_eq!(
        (crowd.pin(id), crowd.unpin(id), crowd.set_pace(id, 9)),
        (Err(gone.clone()), Err(gone.clone()), Err(gone))
    );
}

/// A ring of cells with a pinned actor in its northern side, and a walker that wants past it.
fn guarded_ring(mode: Mode) -> (Crowd, ActorId, ActorId) {
    let mut crowd = Crowd::new(map(".....\n.###.\n....."), CrowdSettings::new(mode)).unwrap();
    let guard = spawn(&mut crowd, (2, 0));
    crowd.pin(guard).unwrap();
    let walker = spawn(&mut crowd, (0, 0));
    crowd.order(walker, Cell::new(4, 0)).unwrap();
    (crowd, guard, walker)
}

#[test]
fn nothing_moves_a_pinned_actor_and_others_go_round_it() {
    for mode in Mode::ALL {
        let (mut crowd, guard, walker) = guarded_ring(mode);
        while !crowd.is_settled() {
            step(&mut crowd);
            assert_eq!(crowd.cell(guard), Ok(Cell::new(2, 0)), "{}", mode.name());
            assert!(crowd.tick() < 500, "{}: {:?}", mode.name(), crowd.summary());
        }
        assert_eq!(crowd.cell(walker), Ok(Cell::new(4, 0)));
        assert_eq!(crowd.order(guard, Cell::new(0, 0)), Err(CrowdError::Pinned(guard)));
        assert_eq!(crowd.order_group(&[walker, guard], Cell::new(0, 0)), Err(CrowdError::Pinned(guard)));
        crowd.unpin(guard).unwrap();
        crowd.order(guard, Cell::new(0, 0)).unwrap();
        run(&mut crowd, 200);
        assert_eq!(crowd.cell(guard), Ok(Cell::new(0, 0)));
    }
}

#[test]
fn a_walker_behind_a_pinned_actor_waits_until_it_is_let_through() {
    let mut crowd = Crowd::new(map(".....\n##.##"), CrowdSettings::new(Mode::Flow)).unwrap();
    let guard = spawn(&mut crowd, (2, 0));
    crowd.pin(guard).unwrap();
    let walker = spawn(&mut crowd, (0, 0));
    crowd.order(walker, Cell::new(4, 0)).unwrap();
    (0..50).for_each(|_| drop(step(&mut crowd)));
    assert!(crowd.cell(walker).unwrap().x < 2 && crowd.summary().waits.taken > 20, "{:?}", crowd.summary());
    crowd.unpin(guard).unwrap();
    run(&mut crowd, 50);
    assert!(crowd.is_settled());
}

#[test]
fn crowds_with_pinned_actors_keep_the_laws() {
    for seed in 0..80 {
        let mut dice = Dice::new(seed);
        let settings = adjusted(random_settings(&mut dice), |s| {
            s.mode = if seed % 2 == 0 { Mode::Flow } else { s.mode };
        });
        let mut crowd = Crowd::new(random_map(&mut dice), settings).unwrap();
        let size = crowd.solid().size();
        for _ in 0..25 {
            if let Ok(id) = crowd.spawn(SubCell(dice.cell(size)), 100) {
                let _ = if dice.below(4) == 0 {
                    crowd.pin(id)
                } else {
                    crowd.order(id, dice.cell(crowd.map().size())).map(drop)
                };
            }
        }
        for _ in 0..50 {
            let pinned = |crowd: &Crowd| {
                let resting = crowd.actors().filter(|(_, actor)| actor.pinned && actor.reserved.is_none());
                resting.map(|(id, actor)| (id, actor.current)).collect::<Vec<_>>()
            };
            let before = pinned(&crowd);
            step(&mut crowd);
            assert!(before.iter().all(|&(id, at)| crowd.actor(id).unwrap().current == at));
            let ids: Vec<ActorId> = crowd.actors().map(|(id, _)| id).collect();
            let Some(&id) = ids.get(dice.below(60) as usize) else { continue };
            let is_pinned = crowd.actor(id).unwrap().pinned;
            let _ = if is_pinned { crowd.unpin(id) } else { crowd.pin(id) };
        }
    }
}
