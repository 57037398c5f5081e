//! Player editions betray nothing: whatever a dungeon keeps secret, the same bytes are written for players.

use std::collections::BTreeSet;

use rayon::prelude::*;
use undercroft::dungeon::{Dungeon, MarkerKind, Role, SpawnKind};
use undercroft::{Fraction, generate, presets};
use undercroft_draw::terminal::{self, Style, TerminalOptions};
use undercroft_draw::{Edition, redact_secrets};
use undercroft_formats::{FORMATS, Format, Options, Scope};

#[path = "../../undercroft/tests/support/law_size.rs"]
mod law_size;
#[path = "support/stocked.rs"]
mod stocked;
#[path = "support/text_search.rs"]
mod text_search;

use text_search::{TextSearch, readable};

const SEEDS: u64 = 2;
/// Formats that hold a picture take long to write: one seed of each preset.
const SLOW: [&str; 4] = ["png", "pdf", "uvtt", "foundry"];

fn dungeons() -> Vec<(String, u64, Dungeon)> {
    let all: Vec<(&str, u64)> =
        presets().iter().flat_map(|preset| (1..=SEEDS).map(|seed| (preset.name, seed))).collect();
    all.into_par_iter().map(|(name, seed)| (name.to_owned(), seed, generate(name, seed).unwrap())).collect()
}

/// The same places with other secrets: every room another use and name, keys and inhabitants gone, another goal and seed.
fn other_secrets(dungeon: &Dungeon) -> Dungeon {
    let mut other = dungeon.clone();
    "99".clone_into(&mut other.provenance.seed);
    other.features.retain(|feature| !feature.secret);
    other.features.iter_mut().zip(0..).for_each(|(feature, id)| (feature.id, feature.spawn) = (id, None));
    other.spawns.retain(|spawn| spawn.kind == SpawnKind::Player);
    other.spawns.iter_mut().zip(0..).for_each(|(spawn, id)| (spawn.id, spawn.difficulty) = (id, Fraction::ONE));
    other.groups.clear();
    other.story.rumours = vec!["The vault is empty.".to_owned()];
    for room in &mut other.rooms {
        room.roles.retain(|role| *role == Role::Entrance);
        room.roles.push(Role::Treasure);
        room.difficulty = Fraction::ONE;
        (room.number, room.name, room.purpose) = (None, "Vault".to_owned(), Some("vault".to_owned()));
        room.notes.truncate(1);
    }
    other.markers.retain(|marker| marker.kind != MarkerKind::Key);
    other.goal = other.rooms.last().map(|room| room.id);
    other.warnings = vec!["The vault lies behind the altar.".to_owned()];
    other
}

/// The same without what lies behind secret doors, and without a trace of them.
fn no_secrets(dungeon: &Dungeon) -> Dungeon {
    redact_secrets(dungeon)
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

fn formats() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(|format| format.has_player_edition && format.write.is_some())
}

#[test]
fn no_player_edition_of_any_preset_depends_on_a_secret() {
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

/// Words that stand in texts for the game master alone, and in no other text.
const SECRET_WORDS: [&str; 8] =
    ["Quillmere", "xylotheca", "Ommatid", "Wexling", "wexling", "Tarnhelm", "Grubnak", "deadfall"];

fn contains(texts: &[u8], word: &str) -> bool {
    texts.windows(word.len()).any(|window| window == word.as_bytes())
}

fn exported(format: &'static Format, dungeon: &Dungeon, player: bool) -> Vec<(String, Vec<u8>)> {
    let mut pairs = vec![("player", player.into())];
    let small = [("px", 8.into()), ("square_px", 20.into())];
    let more = [("room_key", true.into()), ("features", true.into()), ("unpacked", true.into())];
    pairs.extend(small.into_iter().chain(more).filter(|(key, _)| format.option(key).is_some()));
    if format.scope == Scope::OneLevel {
        pairs.push(("split", true.into()));
    }
    let output = format.export(dungeon, &Options::parse(format, pairs).unwrap()).unwrap();
    output.files.into_iter().map(|file| (file.name, file.bytes)).collect()
}

#[test]
fn no_byte_for_players_tells_of_what_rooms_hold() {
    // Formats whose texts are texts, and SVG, which names the kinds of what it draws; the others are drawings.
    let written = ["text", "svg", "pdf", "tmx", "tmj", "ldtk", "foundry"];
    for (name, seed) in [("crypt", 4), ("house-inn", 2), ("walker-keep", 3)] {
        let dungeon = stocked::stocked(name, seed);
        for format in formats() {
            let players = readable(&exported(format, &dungeon, true));
            let found: Vec<_> = SECRET_WORDS.into_iter().filter(|word| contains(&players, word)).collect();
            assert!(found.is_empty(), "{} of {name} {seed} tells players of {found:?}", format.name);
            let masters = readable(&exported(format, &dungeon, false));
            let is_told = SECRET_WORDS.iter().any(|word| contains(&masters, word));
            assert_eq!(is_told, written.contains(&format.name), "{} of {name} {seed}", format.name);
        }
    }
}

/// Texts of a dungeon that only its game master may read: notes as they are kept and written out, rumors, names, purposes.
fn secret_texts(dungeon: &Dungeon) -> Vec<String> {
    let notes = dungeon.rooms.iter().flat_map(|room| room.notes.iter().flat_map(|note| [&note.text, &note.plain]));
    let rumors = dungeon.story.rumours.iter().flat_map(|rumor| [rumor.clone(), dungeon.write_out(rumor)]);
    let names = dungeon.rooms.iter().flat_map(|room| [Some(&room.name), room.purpose.as_ref()]).flatten();
    let texts: BTreeSet<String> = notes.chain(names).cloned().chain(rumors).collect();
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}

/// The same dungeon without those texts. What its exports hold of them are words of a format or of what players are told.
fn without_secret_texts(dungeon: &Dungeon) -> Dungeon {
    let mut bare = dungeon.clone();
    bare.story.rumours.clear();
    for room in &mut bare.rooms {
        room.notes.clear();
        room.name.clear();
        room.purpose = None;
    }
    bare
}

/// Secret texts that stand in an export for players, with the piece that was found. A piece that the same export of the
/// dungeon without these texts holds as often does not come from them.
fn leaks(format: &'static Format, dungeon: &Dungeon, search: &TextSearch) -> Vec<(usize, String)> {
    let counts = search.count(&readable(&exported(format, dungeon, true)));
    if counts.iter().all(|&count| count == 0) {
        return Vec::new();
    }
    let own = search.count(&readable(&exported(format, &without_secret_texts(dungeon), true)));
    search.found(|piece| counts[piece] > own[piece])
}

/// Formats whose exports for the game master hold notes that can be read.
const KEYS_IN_WORDS: [&str; 6] = ["text", "pdf", "tmx", "tmj", "ldtk", "foundry"];

/// The search would find what it looks for: it finds most texts in what is written for the game master.
fn check_search(dungeon: &Dungeon, secrets: &[String], search: &TextSearch) {
    for format in formats().filter(|format| KEYS_IN_WORDS.contains(&format.name)) {
        let counts = search.count(&readable(&exported(format, dungeon, false)));
        let found = search.found(|piece| counts[piece] > 0).len();
        assert!(2 * found > secrets.len(), "{}: {found} of {} texts", format.name, secrets.len());
    }
}

/// Searches every export for players of a dungeon, and returns how many texts were looked for.
fn search_exports(name: &str, seed: u64) -> usize {
    let dungeon = generate(name, seed).unwrap();
    let secrets = secret_texts(&dungeon);
    let search = TextSearch::new(secrets.iter().map(String::as_str));
    if seed < 2 {
        check_search(&dungeon, &secrets, &search);
    }
    for format in formats() {
        let found = leaks(format, &dungeon, &search);
        let told: Vec<_> = found.iter().map(|(text, piece)| (&secrets[*text], piece)).collect();
        assert!(told.is_empty(), "{} of {name} {seed} tells players {told:?}", format.name);
    }
    secrets.len()
}

#[test]
fn no_player_export_holds_a_secret_text() {
    let dungeons = law_size::seeds(12);
    let cases: Vec<(u64, &str)> = (0..dungeons).zip(presets().iter().cycle().map(|preset| preset.name)).collect();
    let looked_for: usize = cases.into_par_iter().map(|(seed, name)| search_exports(name, seed)).sum();
    let exports = dungeons as usize * formats().count();
    assert!(looked_for as u64 > 20 * dungeons, "{looked_for} texts");
    law_size::report("Player exports hold no secret text", format!("{exports} exports, {looked_for} texts"), "0 found");
}

#[test]
fn no_player_edition_of_a_stocked_dungeon_depends_on_a_secret() {
    for (name, seed) in [("crypt", 4), ("tower", 1), ("house-inn", 2)] {
        let dungeon = stocked::stocked(name, seed);
        for format in formats() {
            let players = exported(format, &dungeon, true);
            for (what, other) in [("another secret", other_secrets(&dungeon)), ("no secret", no_secrets(&dungeon))] {
                assert!(exported(format, &other, true) == players, "{} of {name} differs with {what}", format.name);
            }
        }
    }
}

#[test]
fn players_keep_what_they_see_and_what_they_were_told() {
    let dungeon = stocked::stocked("crypt", 4);
    let known = redact_secrets(&dungeon);
    assert_eq!(known.name, dungeon.name);
    let hook = "The tithe lies under the hill still. The sexton pays whoever goes down to Graves of level 0.";
    assert_eq!((known.story.hook.as_str(), known.story.rumours.len()), (hook, 0));
    let names = |dungeon: &Dungeon| dungeon.levels.iter().map(|level| level.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&known), names(&dungeon));
    let open = dungeon.features.iter().filter(|feature| !feature.secret).count();
    assert!(known.features.len() * 4 > open * 3 && known.features.iter().any(|feature| feature.light.is_some()));
    assert!(known.features.iter().zip(0..).all(|(feature, id)| feature.id == id && !feature.secret));
    assert!(known.spawns.iter().all(|spawn| spawn.kind == SpawnKind::Player) && !known.spawns.is_empty());
    assert!(known.rooms.iter().filter(|room| !room.floor.is_empty()).all(|room| room.surface.is_some()));
    assert!(known.provenance.seed.is_empty() && known.groups.is_empty());
}

#[test]
fn furniture_behind_a_secret_door_is_gone_and_so_are_its_walls() {
    let mut hall = undercroft_formats::read(
        Some("hall.txt"),
        b"#########\n#.......#\n#....S..#\n###S#####\n#...#    \n#####    \n",
    )
    .unwrap();
    hall.rooms.iter_mut().zip(1..).for_each(|(room, number)| room.number = Some(number));
    stocked::stock(&mut hall);
    let known = redact_secrets(&hall);
    assert!(hall.features.iter().any(|feature| feature.cell.y > 3));
    assert!(known.features.iter().all(|feature| feature.cell.y <= 3), "{:?}", known.features);
    assert_eq!(undercroft::format::text::write(&known).lines().last(), Some("         "));
}
