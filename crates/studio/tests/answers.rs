//! What answers of a session say: figures of crowds, share links, echoes, numbers and pages.

#![expect(clippy::needless_pass_by_value, reason = "commands are written where they are given")]

use serde_json::{Value, json};
use undercroft::recipe::{FIELDS, presets};
use undercroft_studio::protocol::{Body, Command, CrowdInfo, DocumentReply, FieldValues, Hello, ProtocolError, Reply};
use undercroft_studio::{NoProgress, Session, limits};

fn ask(session: &mut Session, command: Value) -> Result<Reply, ProtocolError> {
    let command: Command = serde_json::from_value(command).expect("the command is one of the protocol");
    session.handle(command, &mut NoProgress)
}

fn document(session: &mut Session, command: Value) -> DocumentReply {
    match ask(session, command.clone()).map(|reply| reply.body) {
        Ok(Body::Document(document)) => *document,
        other => panic!("{command}: {other:?}"),
    }
}

fn crowd(session: &mut Session, command: Value) -> CrowdInfo {
    match ask(session, command.clone()).map(|reply| reply.body) {
        Ok(Body::Crowd(crowd)) => crowd.state,
        other => panic!("{command}: {other:?}"),
    }
}

fn hello() -> Hello {
    match ask(&mut Session::new(0), json!({"type": "hello"})).map(|reply| reply.body) {
        Ok(Body::Hello(hello)) => *hello,
        other => panic!("{other:?}"),
    }
}

fn hall(width: i32, height: i32) -> Session {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "new", "width": width, "height": height}));
    session
}

/// S19.
#[test]
fn actors_without_orders_were_counted_as_if_they_had_some() {
    let mut session = hall(40, 30);
    let state = crowd(&mut session, json!({"type": "crowd_scatter", "z": 0, "count": 100, "seed": 1}));
    assert_eq!((state.actors, state.ordered, state.arrived, state.been, state.stuck), (100, 0, 0, 0, 0));
    assert_eq!(state.makespan, None);
    let nearest = json!({"who": "nearest", "fraction": 0.2});
    let order = json!({"type": "crowd_destination", "actors": nearest, "cell": [20, 15]});
    let state = crowd(&mut session, order);
    assert_eq!((state.actors, state.ordered), (100, 20));
    assert_eq!(state.arrived + state.stuck, 20);
    let state = crowd(&mut session, json!({"type": "crowd_step", "ticks": 600}));
    assert_eq!((state.ordered, state.arrived, state.been, state.stuck), (20, 20, 20, 0));
    assert!(state.makespan.is_some_and(|ticks| ticks > 0));
    let state = crowd(&mut session, json!({"type": "crowd_remove", "actors": {"who": "all"}}));
    assert_eq!((state.actors, state.ordered, state.been), (0, 0, 0));
}

/// S19: in a flow actors are pushed off their destinations.
#[test]
fn who_has_been_there_is_not_forgotten_when_others_push() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "generate", "preset": "great-hall", "seed": "3"}));
    crowd(&mut session, json!({"type": "crowd_scatter", "z": 0, "count": 100, "seed": 1}));
    let cell = document(&mut session, json!({"type": "document"})).dungeon.rooms[0].floor[0].start;
    let mut state = crowd(&mut session, json!({"type": "crowd_destination", "actors": {"who": "all"}, "cell": cell}));
    for _ in 0..30 {
        let next = crowd(&mut session, json!({"type": "crowd_step", "ticks": 20}));
        assert!(next.been >= state.been && next.been >= next.arrived, "{next:?} after {state:?}");
        state = next;
    }
    assert!(state.been > 0);
    let again = crowd(&mut session, json!({"type": "crowd_destination", "actors": {"who": "all"}, "cell": cell}));
    assert_eq!(again.been, 0, "a new order begins from nothing");
}

/// S20.
#[test]
fn the_default_crowd_left_three_of_thirty_on_the_way_for_ever() {
    let mut session = hall(40, 30);
    crowd(&mut session, json!({"type": "crowd_scatter", "z": 0, "count": 30, "seed": 1}));
    crowd(&mut session, json!({"type": "crowd_destination", "actors": {"who": "all"}, "cell": [20, 15]}));
    let state = crowd(&mut session, json!({"type": "crowd_step", "ticks": 1000}));
    assert_eq!((state.mode.as_str(), state.arrived, state.stalled_for), ("flow", 30, 0));
}

/// S20.
#[test]
fn a_crowd_without_progress_said_nothing() {
    let mut session = Session::new(0);
    let alley = "■■■■■■■■\n■s□□□□□■\n■■■■■■■■\n";
    document(&mut session, json!({"type": "paste_text", "text": alley}));
    crowd(&mut session, json!({"type": "crowd_settings", "settings": {"mode": "anti-cross"}}));
    let spawned = crowd(&mut session, json!({"type": "crowd_spawn", "z": 0, "cells": [[1, 1], [6, 1]]}));
    assert_eq!(spawned.actors, 2);
    let ids = [0, 1].map(|at| at_word(&mut session, at));
    for (id, x) in ids.into_iter().zip([6, 1]) {
        crowd(
            &mut session,
            json!({"type": "crowd_destination", "actors": {"who": "these", "ids": [id]}, "cell": [x, 1]}),
        );
    }
    let state = crowd(&mut session, json!({"type": "crowd_step", "ticks": 400}));
    assert_eq!((state.arrived, state.stuck), (0, 2));
    assert!(state.stalled_for >= 200, "{}", state.stalled_for);
}

/// The number of an actor.
fn at_word(session: &mut Session, actor: usize) -> u32 {
    let reply = ask(session, json!({"type": "crowd"})).unwrap();
    let bytes = &reply.payload[actor * 56..actor * 56 + 4];
    u32::from_le_bytes(bytes.try_into().unwrap())
}

/// S27.
#[test]
fn a_link_named_fields_that_do_not_apply_or_do_not_differ() {
    for preset in presets() {
        let mut session = Session::new(0);
        let made = document(&mut session, json!({"type": "generate", "preset": preset.name, "seed": "5"}));
        assert_eq!(made.session.share_link.as_deref(), Some(&*format!("preset={}&seed=5", preset.name)));
    }
    let mut session = Session::new(0);
    let set = json!({"method": "house", "templates.attempts": 3, "doors.locked": 0.5});
    let made = document(&mut session, json!({"type": "generate", "preset": "small-dungeon", "seed": "5", "set": set}));
    let link = made.session.share_link.expect("a generated map has a link");
    let keys: Vec<&str> = link.split('&').filter_map(|part| part.split('=').next()).collect();
    let applies = |key: &str| FIELDS.iter().any(|field| field.key == key && field.methods().contains(&"house"));
    assert!(keys.iter().all(|key| ["preset", "seed"].contains(key) || applies(key)), "{link}");
    assert!(keys.contains(&"method") && keys.len() <= 4, "{link}");
    let again = document(&mut Session::new(1), json!({"type": "open_share_link", "text": link}));
    assert_eq!(again.dungeon.name, made.dungeon.name);
    assert_eq!(again.dungeon.rooms, made.dungeon.rooms);
}

/// S27.
#[test]
fn a_link_with_fields_that_do_not_apply_still_opens_and_renamed_ones_name_the_new_key() {
    let mut session = Session::new(0);
    let text = "preset=cave&seed=1&width=80&height=80&templates.attempts=3";
    let opened = document(&mut session, json!({"type": "open_share_link", "text": text}));
    assert_eq!(opened.session.share_link.as_deref(), Some("preset=cave&seed=1"));
    let renamed = ask(&mut session, json!({"type": "open_share_link", "text": "preset=cave&seed=1&loops=0.2"}));
    assert!(renamed.unwrap_err().message.contains("renamed to extra_links"));
}

/// S26.
#[test]
fn five_thousand_letters_of_an_address_were_echoed_whole() {
    let long = "ä".repeat(3000);
    for command in [
        json!({"type": "open_share_link", "text": long}),
        json!({"type": "open_share_link", "text": format!("seed=1&extra_links=%{long}")}),
        json!({"type": "open_share_link", "text": format!("seed={}", "2".repeat(5000))}),
        json!({"type": "generate", "preset": long}),
        json!({"type": "generate", "set": {long.clone(): 1}}),
        json!({"type": "generate", "set": {"method": long}}),
        json!({"type": "crowd_settings", "settings": {"mode": long}}),
        json!({"type": "export", "format": long}),
    ] {
        let error = ask(&mut Session::new(0), command.clone()).unwrap_err();
        let echoed = error.message.matches('ä').count().max(error.message.matches('2').count());
        assert!(echoed <= 300, "{echoed} letters of {:.60}", command.to_string());
        assert!(echoed < 100 || error.message.contains('…'), "{}", error.message);
    }
}

/// S28.
#[test]
fn sentences_had_raw_numbers_and_forms_had_markup() {
    let set = json!({"width": 4096, "height": 4096});
    let error = ask(&mut Session::new(0), json!({"type": "generate", "set": set})).unwrap_err();
    assert!(error.message.contains("16,777,216 cells") && error.message.contains("4,194,304"), "{}", error.message);
    let hello = hello();
    for format in &hello.formats {
        assert!(!format.help.contains('`') && !format.title.contains('`'), "{}", format.help);
    }
    let png = hello.formats.iter().find(|format| format.name == "png").unwrap();
    assert!(png.help.contains("generate --like makes it again"), "{}", png.help);
    for preset in &hello.presets {
        assert!(!preset.description.contains('`'), "{}", preset.description);
    }
}

/// S28.
#[test]
fn sliders_reached_beyond_what_the_studio_makes() {
    let most = |key: &str| {
        let field = hello().fields.into_iter().find(|field| field.key == key).unwrap();
        match field.kind {
            FieldValues::Integer { max, .. } | FieldValues::IntegerOrAuto { max, .. } => max,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(most("rooms.count"), i64::from(limits::MAX_ROOMS));
    assert_eq!(most("templates.floor_cells"), limits::MAX_FLOOR as i64);
}

/// S29.
#[test]
fn a_print_had_hundreds_of_pages_and_nothing_said_so() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "generate", "preset": "large-dungeon", "seed": "3"}));
    let mut pages = |options: Value| {
        let reply = ask(&mut session, json!({"type": "count_pages", "format": "pdf", "options": options})).unwrap();
        let Body::PageCount { pages } = reply.body else { panic!("{:?}", reply.body) };
        let reply = ask(&mut session, json!({"type": "export", "format": "pdf", "options": options})).unwrap();
        let written = reply.payload.windows(11).filter(|window| window == b"/Type /Page").count();
        // The root of the pages has the type `Pages`.
        assert_eq!(pages as usize + 1, written, "{options}");
        pages
    };
    let usual = pages(json!({}));
    assert!(usual < 10, "{usual} pages");
    assert_eq!(pages(json!({"pages": "one-page,player"})), usual);
    let scaled = pages(json!({"pages": "true-scale", "squares_per_tile": 2}));
    assert_eq!(pages(json!({"pages": "one-page,player,true-scale", "squares_per_tile": 2})), usual + scaled);
    assert!(scaled > 100);
    let refused = ask(&mut session, json!({"type": "count_pages", "format": "svg"})).unwrap_err();
    assert_eq!(refused.message, "svg has no pages.");
    let old = json!({"type": "count_pages", "format": "pdf", "options": {"pages": "overview"}});
    let refused = ask(&mut session, old).unwrap_err();
    assert_eq!(refused.message, "pages: overview is called one-page, got \"overview\".");
}
