//! A walk in parts, each up to a key, a lock, stairs or the end.

use undercroft::dungeon::Dungeon;
use undercroft::solve::{Walk, WalkAction, WalkEvent};

use super::key_name::{between, key_name};

/// The sentences of a walk: steps of each part, the rooms it enters and what happens at its end.
pub fn sentences(dungeon: &Dungeon, walk: &Walk) -> Vec<String> {
    let mut legs: Vec<(u32, Vec<WalkAction>)> = Vec::new();
    let mut is_over = true;
    // The walk begins in a room; it does not enter it.
    let is_start = |event: &&WalkEvent| event.step == 0 && matches!(event.action, WalkAction::Enter(_));
    for &WalkEvent { step, action } in walk.events.iter().filter(|event| !is_start(event)) {
        // What happens on one cell belongs together.
        let same_cell = legs.last().is_some_and(|(last, _)| *last == step);
        if is_over && !same_cell {
            legs.push((step, Vec::new()));
        }
        let Some((last, actions)) = legs.last_mut() else { continue };
        *last = step;
        actions.push(action);
        is_over = is_over && same_cell || !matches!(action, WalkAction::Enter(_));
    }
    if legs.last().is_none_or(|(step, _)| *step < walk.steps()) {
        legs.push((walk.steps(), Vec::new()));
    }
    let mut before = 0;
    legs.into_iter()
        .map(|(step, actions)| sentence(dungeon, step - std::mem::replace(&mut before, step), &actions))
        .collect()
}

fn sentence(dungeon: &Dungeon, steps: u32, actions: &[WalkAction]) -> String {
    let mut parts = Vec::new();
    let is_enter = |action: &WalkAction| matches!(action, WalkAction::Enter(_));
    for group in actions.chunk_by(|one, next| is_enter(one) && is_enter(next)) {
        let words: Vec<String> = group.iter().map(|&action| words(dungeon, action)).collect();
        parts.push(if is_enter(&group[0]) { format!("enter {}", list(&words)) } else { words.concat() });
    }
    let unit = if steps == 1 { "step" } else { "steps" };
    format!("{steps} {unit}: {}", if parts.is_empty() { "walk on".to_owned() } else { parts.join(", ") })
}

fn words(dungeon: &Dungeon, action: WalkAction) -> String {
    match action {
        WalkAction::Enter(room) => dungeon.room_label(room),
        WalkAction::TakeKey { marker } => format!("take {}", key_name(dungeon, &dungeon.markers[marker])),
        WalkAction::OpenLock { link, .. } => format!("unlock the door {}", between(dungeon, dungeon.link(link))),
        WalkAction::TakeStairs { from, to } if to > from => format!("go up to level {to}"),
        WalkAction::TakeStairs { to, .. } => format!("go down to level {to}"),
        _ => String::new(),
    }
}

fn list(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        words => words.concat(),
    }
}
