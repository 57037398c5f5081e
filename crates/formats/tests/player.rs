//! Player editions betray nothing: whatever a dungeon keeps secret, the same bytes are written for players.

use rayon::prelude::*;
use undercroft::dungeon::{Dungeon, MarkerKind, Provenance, Role};
use undercroft::{Fraction, generate, presets};
use undercroft_draw::terminal::{self, Style, TerminalOptions};
use undercroft_draw::{Edition, redact_secrets};
use undercroft_formats::{FORMATS, Format, Options, Scope};

const SEEDS: u64 = 7;
/// Formats that hold a picture take long to write: one seed of each preset.
const SLOW: [&str; 4] = ["png", "pdf", "uvtt", "foundry"];

fn dungeons() -> Vec<(String, u64, Dungeon)> {
    let all: Vec<(&str, u64)> =
        presets().iter().flat_map(|preset| (1..=SEEDS).map(|seed| (preset.name, seed))).collect();
    all.into_par_iter().map(|(name, seed)| (name.to_owned(), seed, generate(name, seed).unwrap())).collect()
}

/// The same places with other secrets: every room another use, keys and inhabitants gone, another goal and recipe.
fn other_secrets(dungeon: &Dungeon) -> Dungeon {
    let mut other = dungeon.clone();
    for room in &mut other.rooms {
        room.roles.retain(|role| *role == Role::Entrance);
        room.roles.push(Role::Treasure);
        room.difficulty = Fraction::ONE;
    }
    other.markers.retain(|marker| !matches!(marker.kind, MarkerKind::Key | MarkerKind::Spawn));
    other.goal = other.rooms.last().map(|room| room.id);
    other.warnings = vec!["The vault lies behind the altar.".to_owned()];
    other
}

/// The same without what lies behind secret doors, and without a trace of them.
fn no_secrets(dungeon: &Dungeon) -> Dungeon {
    let mut known = redact_secrets(dungeon);
    known.provenance = Provenance { seed: dungeon.provenance.seed.clone(), ..known.provenance };
    known
}

fn written(format: &'static Format, dungeon: &Dungeon) -> Vec<(String, Vec<u8>)> {
    let mut pairs = vec![("player", true.into())];
    if format.name == "png" {
        pairs.push(("px", 8.into()));
    }
    if format.scope == Scope::OneLevel {
        pairs.push(("split", true.into()));
    }
    let options = Options::parse(format, pairs).unwrap();
    let output = format.export(dungeon, &options).unwrap_or_else(|error| panic!("{}: {error}", format.name));
    output.files.into_iter().map(|file| (file.name, file.bytes)).collect()
}

#[test]
fn no_player_edition_of_two_hundred_dungeons_depends_on_a_secret() {
    let formats = || FORMATS.iter().filter(|format| format.has_player_edition && format.write.is_some());
    dungeons().par_iter().for_each(|(name, seed, dungeon)| {
        for format in formats().filter(|format| *seed == 1 || !SLOW.contains(&format.name)) {
            let players = written(format, dungeon);
            for (what, other) in [("another secret", other_secrets(dungeon)), ("no secret", no_secrets(dungeon))] {
                assert!(written(format, &other) == players, "{} of {name} {seed} differs with {what}", format.name);
            }
        }
    });
}

#[test]
fn the_terminal_shows_players_no_key_treasure_goal_event_or_merchant() {
    dungeons().par_iter().for_each(|(name, seed, dungeon)| {
        for style in [Style::Unicode, Style::Ascii, Style::HalfBlock] {
            let options = TerminalOptions { edition: Edition::Player, style, ..TerminalOptions::default() };
            let players = terminal::render(dungeon, &options).text;
            for other in [other_secrets(dungeon), no_secrets(dungeon)] {
                assert!(terminal::render(&other, &options).text == players, "{name} {seed} {style:?}\n{players}");
            }
            let betrayed = players.contains(['★', '☠', '◆', '$', '!', '⚷']);
            assert!(!betrayed, "{name} {seed} {style:?}\n{players}");
        }
    });
}

#[test]
fn players_see_of_a_level_what_they_see_of_it_in_the_whole() {
    dungeons().par_iter().for_each(|(name, seed, dungeon)| {
        let options = TerminalOptions { edition: Edition::Player, style: Style::Unicode, ..TerminalOptions::default() };
        let whole = terminal::render(dungeon, &options).text;
        for level in &dungeon.levels {
            let alone = terminal::render(dungeon, &TerminalOptions { z: Some(level.z), ..options }).text;
            assert!(whole.contains(&alone) && alone.contains('·'), "{name} {seed} level {}\n{alone}", level.z);
        }
    });
}
