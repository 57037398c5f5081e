//! Laws of texts over all presets: a sample here, many with `scripts/laws contents`.

use crate::dungeons;
use crate::law_size;

use std::collections::{BTreeMap, BTreeSet};

use dungeons::of_all_presets;
use law_size::{report, seeds};
use rayon::prelude::*;
use undercroft::contents::{ContentTable, Contents};
use undercroft::dungeon::{Dungeon, Note, NoteKind, SpawnKind};
use undercroft::events::NoEvents;
use undercroft::recipe::{StockSpec, presets};
use undercroft::stock::stock;
use undercroft::{Fraction, Generator, Seed, unused_sentences};

/// Seeds of each preset in `scripts/test`.
const SAMPLE: u64 = 8;
/// The most letters of a note, a hook and a rumor, and the fewest of a note and a hook.
const NOTE: [usize; 2] = [20, 160];
const HOOK: [usize; 2] = [120, 260];
const MOST_IN_RUMOR: usize = 120;
const MOST_IN_NAME: usize = 28;
const RUMORS: [usize; 2] = [2, 3];
/// Words that only the map can tell: the name of a room has none of them.
const MAP_WORDS: [&str; 7] = ["north", "south", "east", "west", "upper", "lower", "lowest"];
/// Words that belong to rules of games, in lower case.
const RULES: &[&str] = &[
    "dc",
    "ac",
    "hp",
    "xp",
    "gp",
    "saving throw",
    "armor class",
    "hit points",
    "hit dice",
    "challenge rating",
    "initiative",
    "paladin",
    "warlock",
    "fireball",
    "magic missile",
    "longsword",
    "spell slot",
    "experience points",
    "gold pieces",
];
/// Creatures that belong to games.
const CREATURES: &[&str] = &[
    "beholder",
    "mind flayer",
    "owlbear",
    "displacer",
    "githyanki",
    "kobold",
    "hobgoblin",
    "bugbear",
    "gelatinous",
    "drow",
    "tiefling",
    "dragonborn",
    "lich",
    "otyugh",
    "carrion crawler",
    "umber hulk",
    "yuan-ti",
    "kuo-toa",
    "goblin",
    "orc",
    "troll",
];

fn notes(dungeon: &Dungeon) -> impl Iterator<Item = &Note> {
    dungeon.rooms.iter().flat_map(|room| &room.notes)
}

fn hook_and_rumors(dungeon: &Dungeon) -> (String, Vec<String>) {
    let written = |text: &String| dungeon.write_out(text);
    (written(&dungeon.story.hook), dungeon.story.rumours.iter().map(written).collect())
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// What is wrong with how a text is written.
fn fault(text: &str) -> Option<&'static str> {
    let words: Vec<String> = text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase).collect();
    let repeats = words.windows(2).any(|two| two[0] == two[1] && matches!(two[0].as_str(), "a" | "an" | "the"));
    if text.contains(['{', '}']) {
        Some("a brace")
    } else if text.contains("  ") || text.trim() != text {
        Some("a space too many")
    } else if repeats {
        Some("an article twice")
    } else if text.starts_with(char::is_lowercase) {
        Some("a small letter at the start")
    } else if !text.ends_with(['.', '!', '"', '\u{2019}', '\u{201d}']) {
        Some("no full stop")
    } else {
        None
    }
}

/// How many sentences a text has.
fn sentences(text: &str) -> usize {
    text.split_inclusive(['.', '!', '?']).filter(|sentence| sentence.len() > 1).count()
}

/// The word of a rules game that a text uses.
fn rules_word(text: &str) -> Option<&'static str> {
    let lower =
        format!(" {} ", text.to_lowercase().replace(|letter: char| !letter.is_alphanumeric() && letter != '-', " "));
    let has = |word: &&&'static str| lower.contains(&format!(" {word} "));
    RULES.iter().chain(CREATURES).find(has).copied()
}

/// Dice such as 2d6.
fn has_dice(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).any(|three| three[0].is_ascii_digit() && three[1] == b'd' && three[2].is_ascii_digit())
}

#[test]
fn texts_are_whole_sentences_within_their_limits_and_of_no_rules_game() {
    let (mut texts, mut longest) = (0, 0);
    for (name, dungeon) in of_all_presets(seeds(SAMPLE)) {
        let place = |text: &str| format!("{name} {}: {text:?}", dungeon.provenance.seed);
        let (hook, rumors) = hook_and_rumors(&dungeon);
        let plain = notes(&dungeon).map(|note| note.plain.clone());
        for text in plain.chain([hook.clone()]).chain(rumors.clone()) {
            assert_eq!(fault(&text), None, "{}", place(&text));
            assert_eq!((rules_word(&text), has_dice(&text)), (None, false), "{}", place(&text));
            texts += 1;
        }
        for note in notes(&dungeon) {
            assert!((NOTE[0]..=NOTE[1]).contains(&letters(&note.plain)), "{}", place(&note.plain));
            longest = longest.max(letters(&note.plain));
        }
        assert!((HOOK[0]..=HOOK[1]).contains(&letters(&hook)), "{} letters, {}", letters(&hook), place(&hook));
        assert_eq!(sentences(&hook), 2, "{}", place(&hook));
        assert!((RUMORS[0]..=RUMORS[1]).contains(&rumors.len()), "{rumors:?}, {}", place(&hook));
        assert!(rumors.iter().all(|rumor| letters(rumor) <= MOST_IN_RUMOR), "{rumors:?}, {}", place(&hook));
        for name in dungeon.rooms.iter().map(|room| &room.name) {
            assert!(letters(name) <= MOST_IN_NAME, "{}", place(name));
            let tells_map = |word: &str| MAP_WORDS.contains(&word.to_lowercase().as_str());
            assert!(!name.split(' ').any(tells_map), "{}", place(name));
        }
    }
    report(
        "Texts are whole sentences within their limits, without words of rules games",
        texts,
        format!("longest note {longest} letters"),
    );
}

#[test]
fn six_rooms_in_ten_have_a_note_of_forty_to_seventy_letters() {
    let (mut all_rooms, mut all_notes, mut all_letters) = (0, 0, 0);
    for preset in presets() {
        let (mut rooms, mut count, mut sum) = (0, 0, 0);
        for seed in 1..=seeds(SAMPLE) {
            let dungeon = Generator::preset(preset.name).unwrap().seed(seed).generate().unwrap();
            rooms += dungeon.rooms.iter().filter(|room| room.number.is_some()).count();
            for room in &dungeon.rooms {
                assert!(room.notes.len() <= 3, "{} {seed}: room {}", preset.name, room.id.0);
            }
            count += notes(&dungeon).count();
            sum += notes(&dungeon).map(|note| letters(&note.plain)).sum::<usize>();
        }
        println!(
            "{:24} {:.2} notes a room, {:.0} letters each",
            preset.name,
            count as f64 / rooms as f64,
            sum as f64 / count as f64
        );
        (all_rooms, all_notes, all_letters) = (all_rooms + rooms, all_notes + count, all_letters + sum);
    }
    assert!((40 * all_notes..=70 * all_notes).contains(&all_letters), "{all_letters} letters in {all_notes} notes");
    assert!((50 * all_rooms..=75 * all_rooms).contains(&(100 * all_notes)), "{all_notes} notes in {all_rooms} rooms");
    let (share, mean) = (all_notes as f64 / all_rooms as f64, all_letters as f64 / all_notes as f64);
    report(
        "Notes for each numbered room: 0.5 to 0.75, of 40 to 70 letters",
        all_rooms,
        format!("{share:.2} of {mean:.0} letters"),
    );
}

#[test]
fn no_text_comes_twice_in_a_dungeon_or_often_in_a_table() {
    let mut by_table: BTreeMap<String, (usize, BTreeMap<String, usize>)> = BTreeMap::new();
    for (name, dungeon) in of_all_presets(seeds(SAMPLE).max(20)) {
        let (hook, rumors) = hook_and_rumors(&dungeon);
        let texts: Vec<String> = notes(&dungeon).map(|note| note.plain.clone()).chain([hook]).chain(rumors).collect();
        let distinct: BTreeSet<&String> = texts.iter().collect();
        assert_eq!(distinct.len(), texts.len(), "{name} {}", dungeon.provenance.seed);
        let table = Contents::shipped().table_for(dungeon.provenance.recipe.category().unwrap_or_default()).name();
        let (count, uses) = by_table.entry(table.to_owned()).or_default();
        *count += 1;
        notes(&dungeon).for_each(|note| *uses.entry(note.plain.clone()).or_default() += 1);
    }
    let (mut worst, mut often) = (0.0f64, Vec::new());
    for (table, (count, uses)) in by_table {
        let (text, most) = uses.into_iter().max_by_key(|(_, uses)| *uses).unwrap();
        println!("{table:12} most often, in {most} of {count} dungeons: {text}");
        // The most frequent of thousands of texts, in a sample of twenty dungeons, comes up two or three times by chance.
        let spare = if seeds(SAMPLE) > 100 { 0 } else { 5 };
        often.extend((50 * most > count + 50 * spare).then(|| format!("{table}: {most} of {count}: {text}")));
        worst = worst.max(most as f64 / count as f64);
    }
    assert!(often.is_empty(), "{often:#?}");
    report(
        "No text twice in a dungeon, no note in more than 2 % of those of a table",
        "all tables",
        format!("at most {:.1} %", 100.0 * worst),
    );
}

#[test]
fn what_a_trap_does_belongs_to_what_gives_it_away() {
    let own = "extends = \"crypt\"\n\
        [trap.bell]\ntell = [\"A bell hangs {low|high} {here|there}.\"]\nacts = [\"The bell rings {once|twice}.\"]\n\
        [trap.lamp]\ntell = [\"A lamp hangs {low|high} {here|there}.\"]\nacts = [\"The lamp falls {once|twice}.\"]\n";
    let contents = Contents::with_files(&[("belfry.toml", own)]).unwrap();
    let mut spec = StockSpec::default();
    spec.table = Some("belfry".to_owned());
    let (mut pairs, mut pits) = (0, 0);
    for seed in 1..=100 {
        let mut dungeon =
            Generator::preset("crypt").unwrap().set("stock.mode", "none").unwrap().seed(1).generate().unwrap();
        stock(&mut dungeon, &spec, &contents, &Seed::new(seed), &mut NoEvents).unwrap();
        for room in &dungeon.rooms {
            let dangers: Vec<&Note> = room.notes.iter().filter(|note| note.kind == NoteKind::Danger).collect();
            let [tell, act] = dangers[..] else { continue };
            assert!(!tell.secret && act.secret, "{tell:?} {act:?}");
            let has = |note: &Note, word: &str| note.plain.contains(&format!("{word} "));
            for (shown, done) in [("A bell hangs", "The bell rings"), ("A lamp hangs", "The lamp falls")] {
                assert_eq!(has(tell, shown), has(act, done), "{} {}", tell.plain, act.plain);
                pairs += usize::from(has(act, done));
            }
            let has_pit = dungeon.features.iter().any(|feature| feature.room == Some(room.id) && feature.kind == "pit");
            assert!(!has_pit || !has(tell, "hangs"), "{}", tell.plain);
            pits += usize::from(has_pit);
        }
    }
    assert!(pairs > 5 && pits > 5, "{pairs} pairs, {pits} pits");
}

#[test]
fn a_group_is_counted_at_home_and_its_members_where_they_are() {
    let own = "extends = \"crypt\"\n[words]\nguest = [\"lodger\"]\n\
        [[group]]\none = \"heron\"\nmany = \"herons\"\ncount = [1, 5]\ncost = 30\nmood = [\"tall\"]\nweight = 1000\n\
        notes = [\"All: ({group.n}), {group.n} {group.mood} {group} of {feet:length} feet.\",\n\
        \"Here: ({n}), from {room:home}, {n #guest} {n ~ is|are} in.\"]\n";
    let contents = Contents::with_files(&[("heronry.toml", own)]).unwrap();
    let mut spec = StockSpec::default();
    (spec.table, spec.notes) = (Some("heronry".to_owned()), Fraction::ONE);
    let mut seen = [0, 0, 0];
    for seed in 1..=60 {
        let bare = Generator::preset("walker-keep").unwrap().set("stock.mode", "none").unwrap();
        let mut dungeon = bare.seed(seed % 10).generate().unwrap();
        stock(&mut dungeon, &spec, &contents, &Seed::new(seed), &mut NoEvents).unwrap();
        let Some(group) = dungeon.groups.iter().find(|group| group.one == "heron") else { continue };
        for (room, note) in dungeon.rooms.iter().flat_map(|room| room.notes.iter().map(move |note| (room, note))) {
            let here =
                dungeon.spawns.iter().filter(|spawn| spawn.room == room.id && spawn.group == Some(group.id)).count();
            if note.plain.starts_with("All: ") {
                let bounds = room.bounds();
                let feet = 5 * bounds.width().max(bounds.height());
                let words = if group.count == 1 { ", a tall heron" } else { " tall herons" };
                let begin = format!("All: ({}), ", group.count);
                let end = format!("{words} of {feet} feet.");
                assert_eq!(room.id, group.home);
                assert!(note.plain.starts_with(&begin) && note.plain.ends_with(&end), "{} {begin} {end}", note.plain);
                seen[usize::from(group.count == 1)] += 1;
            } else if note.plain.starts_with("Here: ") {
                let lodgers = if here == 1 { "a lodger is in." } else { " lodgers are in." };
                let begin = format!("Here: ({here}), from {}, ", dungeon.room(group.home).number.unwrap());
                assert_ne!(room.id, group.home);
                assert!(note.plain.starts_with(&begin) && note.plain.ends_with(lodgers), "{}", note.plain);
                seen[2] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

#[test]
fn every_trap_has_a_sign_and_an_effect_in_the_notes_of_its_room() {
    let mut traps = 0;
    for (name, dungeon) in of_all_presets(seeds(SAMPLE)) {
        for trap in dungeon.spawns.iter().filter(|spawn| spawn.kind == SpawnKind::Trap) {
            let notes = dungeon.room(trap.room).notes.iter().filter(|note| note.kind == NoteKind::Danger);
            let secrets: Vec<bool> = notes.map(|note| note.secret).collect();
            assert_eq!(secrets, [false, true], "{name} {}: room {}", dungeon.provenance.seed, trap.room);
            traps += 1;
        }
    }
    assert!(traps > 100, "{traps}");
}

/// Dungeons that a table is tried on, in the tests and in full: what a table speaks of comes up in 200.
const TRIALS: [usize; 2] = [40, 200];

#[test]
fn every_sentence_can_be_chosen() {
    let contents = Contents::shipped();
    let is_full = seeds(SAMPLE) > SAMPLE;
    let trials = TRIALS[usize::from(is_full)];
    let tables: Vec<&ContentTable> = contents.tables().collect();
    let unused = |table: &&ContentTable| unused_sentences(contents, table.name(), trials).unwrap();
    let by_table: Vec<Vec<&str>> = tables.par_iter().map(unused).collect();
    for (table, unused) in tables.iter().zip(&by_table) {
        println!("{:12} {} of {} never", table.name(), unused.len(), table.sentence_count());
        unused.iter().for_each(|sentence| println!("never {sentence}"));
    }
    let all: usize = tables.iter().map(|table| table.sentence_count()).sum();
    let never: usize = by_table.iter().map(Vec::len).sum();
    report("Sentences that no dungeon could use", all, never);
    // The sample misses what is rare: the oddity of a purpose that few dungeons have a room for.
    let most = if is_full { 0 } else { all / 50 };
    assert!(never <= most, "{never} of {all}");
}
