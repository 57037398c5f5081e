use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::*;
use crate::contents::{Contents, FeatureKind};
use crate::dungeon::Mount;
use crate::dungeon::NoteKind;

/// What `read` takes for granted: one fact, the materials of keys, two lists and two purposes.
fn with_vocabulary<T>(read: impl Fn(&Vocabulary) -> T) -> T {
    let lengths = LengthRange::new;
    let facts = BTreeMap::from([("owner", lengths(4, 6)), ("key", lengths(4, 10))]);
    let words = BTreeMap::from([("remains", lengths(3, 8)), ("tools", lengths(3, 5))]);
    let purposes = BTreeSet::from(["chapel", "kitchen"]);
    let altar = FeatureKind {
        name: "altar".to_owned(),
        size: [2, 1],
        blocks: true,
        flat: false,
        opaque: false,
        light: None,
        secret: false,
        one: "an altar".to_owned(),
        many: "altars".to_owned(),
        symbol: None,
        mount: Mount::Floor,
        on: Vec::new(),
        rules: Vec::new(),
    };
    let kinds = BTreeMap::from([("altar".to_owned(), Arc::new(altar))]);
    read(&Vocabulary {
        facts: &facts,
        words: &words,
        kinds: &kinds,
        purposes: &purposes,
        groups: lengths(4, 9),
        moods: lengths(4, 5),
        levels: lengths(6, 20),
    })
}

fn parts_at(place: SentencePlace, text: &str) -> Vec<SentencePart> {
    with_vocabulary(|vocabulary| parse(text, place, vocabulary)).unwrap_or_else(|error| panic!("{error:?}")).parts
}

fn parts(text: &str) -> Vec<SentencePart> {
    parts_at(SentencePlace::Note(NoteKind::Sense), text)
}

fn complaint(place: SentencePlace, text: &str) -> String {
    let error = with_vocabulary(|vocabulary| parse(text, place, vocabulary)).expect_err(text);
    error.letter.map_or_else(|| error.message.clone(), |letter| format!("{letter}: {}", error.message))
}

fn letters(text: &str) -> SentencePart {
    SentencePart::Text(text.to_owned())
}

/// The sentence that parts were read from.
fn written(parts: &[SentencePart], depth: usize) -> String {
    let room = |room: &RoomReference| match room {
        RoomReference::Next => "room:next".to_owned(),
        RoomReference::Far => "room:far".to_owned(),
        RoomReference::Home => "room:home".to_owned(),
        RoomReference::Key => "room:key".to_owned(),
        RoomReference::Goal => "room:goal".to_owned(),
        RoomReference::Matching(RoomFilter { linked, unlit, purpose }) => {
            let purpose = purpose.as_ref().map(|purpose| format!("purpose={purpose}"));
            let named = [linked.then(|| "linked".to_owned()), unlit.then(|| "unlit".to_owned()), purpose];
            format!("room:{}", named.into_iter().flatten().collect::<Vec<_>>().join(","))
        }
    };
    let part = |part: &SentencePart| match part {
        SentencePart::Text(text) if depth == 0 => text.replace('{', "{{").replace('}', "}}"),
        SentencePart::Text(text) => text.clone(),
        SentencePart::Choice(choices) => {
            let choices: Vec<String> = choices.iter().map(|parts| written(parts, depth + 1)).collect();
            format!("{{{}}}", choices.join("|"))
        }
        SentencePart::Fact(name) => format!("{{{name}}}"),
        SentencePart::KeyMaterial => "{key}".to_owned(),
        SentencePart::Word { list, article } => format!("{{{}#{list}}}", if *article { "a " } else { "" }),
        SentencePart::Room(reference) => format!("{{{}}}", room(reference)),
        SentencePart::Direction(reference) => format!("{{dir:{}}}", room(reference)),
        SentencePart::Group(GroupWord::Noun) => "{group}".to_owned(),
        SentencePart::Group(GroupWord::Many) => "{group.many}".to_owned(),
        SentencePart::Group(GroupWord::Count) => "{group.n}".to_owned(),
        SentencePart::Group(GroupWord::Mood) => "{group.mood}".to_owned(),
        SentencePart::Agreement { with, one, many } => {
            let name = Counted::NAMES.iter().find(|(counted, _)| counted == with).map_or("", |(_, name)| name);
            format!("{{{name} ~ {one}|{many}}}")
        }
        SentencePart::Members { noun: None } => "{n}".to_owned(),
        SentencePart::Members { noun: Some(list) } => format!("{{n #{list}}}"),
        SentencePart::Feet(RoomSide::Length) => "{feet:length}".to_owned(),
        SentencePart::Feet(RoomSide::Width) => "{feet:width}".to_owned(),
        SentencePart::Feature(kind) => format!("{{feature:{kind}}}"),
        SentencePart::Level => "{level}".to_owned(),
        SentencePart::Doors => "{doors}".to_owned(),
    };
    parts.iter().map(part).collect()
}

#[test]
fn letters_alternatives_and_references_become_parts() {
    assert_eq!(parts("Coats on six pegs."), [letters("Coats on six pegs.")]);
    let choice =
        |choices: &[&[SentencePart]]| SentencePart::Choice(choices.iter().map(|parts| parts.to_vec()).collect());
    assert_eq!(
        parts("{Bones|Skulls|} of {owner}."),
        [
            choice(&[&[letters("Bones")], &[letters("Skulls")], &[]]),
            letters(" of "),
            SentencePart::Fact("owner".to_owned()),
            letters(".")
        ]
    );
    assert_eq!(
        parts("{a {b|c}|d}"),
        [choice(&[&[letters("a "), choice(&[&[letters("b")], &[letters("c")]])], &[letters("d")]])]
    );
}

#[test]
fn every_kind_of_reference_is_read() {
    let one = |text: &str| parts_at(SentencePlace::Note(NoteKind::Lock), text).remove(0);
    let agreement =
        |with, one: &str, many: &str| SentencePart::Agreement { with, one: one.to_owned(), many: many.to_owned() };
    let matching = |linked, unlit, purpose: Option<&str>| {
        RoomReference::Matching(RoomFilter { linked, unlit, purpose: purpose.map(str::to_owned) })
    };
    for (text, part) in [
        ("{key}", SentencePart::KeyMaterial),
        ("{#remains}", SentencePart::Word { list: "remains".to_owned(), article: false }),
        ("{a #remains}", SentencePart::Word { list: "remains".to_owned(), article: true }),
        ("{room:next}", SentencePart::Room(RoomReference::Next)),
        ("{room:far}", SentencePart::Room(RoomReference::Far)),
        ("{room:home}", SentencePart::Room(RoomReference::Home)),
        ("{room:key}", SentencePart::Room(RoomReference::Key)),
        ("{room:purpose=kitchen}", SentencePart::Room(matching(false, false, Some("kitchen")))),
        ("{room:linked,unlit}", SentencePart::Room(matching(true, true, None))),
        ("{dir:room:goal}", SentencePart::Direction(RoomReference::Goal)),
        ("{group}", SentencePart::Group(GroupWord::Noun)),
        ("{group.many}", SentencePart::Group(GroupWord::Many)),
        ("{group.n}", SentencePart::Group(GroupWord::Count)),
        ("{group.mood}", SentencePart::Group(GroupWord::Mood)),
        ("{group ~ knows|know}", agreement(Counted::Group, "knows", "know")),
        ("{n ~ is|are}", agreement(Counted::Members, "is", "are")),
        ("{doors ~ |s}", agreement(Counted::Doors, "", "s")),
        ("{n}", SentencePart::Members { noun: None }),
        ("{n #tools}", SentencePart::Members { noun: Some("tools".to_owned()) }),
        ("{feet:length}", SentencePart::Feet(RoomSide::Length)),
        ("{feet:width}", SentencePart::Feet(RoomSide::Width)),
        ("{feature:altar}", SentencePart::Feature("altar".to_owned())),
        ("{level}", SentencePart::Level),
        ("{doors}", SentencePart::Doors),
    ] {
        assert_eq!(one(text), part, "{text}");
        assert_eq!(written(&[part], 0), text);
    }
}

#[test]
fn doubled_braces_are_letters_unless_alternatives_begin() {
    assert_eq!(parts("a {{b}} c"), [letters("a {b} c")]);
    assert_eq!(parts("{{owner}}"), [letters("{owner}")]);
    assert_eq!(parts("{{"), [letters("{")]);
    let owner = SentencePart::Fact("owner".to_owned());
    assert_eq!(parts("{{owner}|x}"), [SentencePart::Choice(vec![vec![owner.clone()], vec![letters("x")]])]);
    assert_eq!(parts("{x|{owner}}"), [SentencePart::Choice(vec![vec![letters("x")], vec![owner]])]);
}

#[test]
fn mistakes_name_the_letter_and_what_was_meant() {
    let sense = SentencePlace::Note(NoteKind::Sense);
    for (text, message) in [
        ("Skulls, sorte{d by size.", "14: unclosed {"),
        ("Bone} dust.", "5: } without {"),
        ("Bones|skulls.", "6: bar outside braces"),
        ("a {} b", "3: empty braces; need a reference or alternatives"),
        ("{a|{b|{c|{d|{e|f}}}}}", "13: braces nest deeper than 4"),
        ("{a|{b|{c|{d|{e|{f|g}}}}}}", "16: braces nest deeper than 4"),
        ("The {ownr} left.", "5: unknown reference \"ownr\"; did you mean \"owner\"?"),
        ("All {#remain} left.", "5: unknown word list \"remain\"; did you mean \"remains\"?"),
        ("To {room:nxt}.", "4: unknown room \"nxt\"; did you mean \"next\"?"),
        ("To {room:purpose=chapl}.", "4: unknown purpose \"chapl\"; did you mean \"chapel\"?"),
        ("{feature:sarcofagus}.", "1: unknown feature kind \"sarcofagus\"; known: \"altar\""),
        ("{a #remains|b}", "2: \"a #remains\" is a reference; give it braces of its own"),
        ("{b|#remains}", "4: \"#remains\" is a reference; give it braces of its own"),
        ("{a {owner}}", "1: braces without a bar hold one reference; write {a|b} for alternatives"),
        ("{group ~ know}", "1: need two forms without braces, such as {group ~ knows|know}"),
        ("{group ~ a|b|c}", "1: need two forms without braces"),
        ("Ünd {ownr}", "5: unknown reference"),
        ("two\nlines", "4: control character or line break"),
        (" space", "1: space around the sentence"),
        ("space ", "6: space around the sentence"),
        ("", "the sentence is empty"),
        ("{key} key", "1: {key} cannot stand here: only notes of kind key and lock have a key"),
        ("to {room:far}", "4: {room:far} cannot stand here: only notes of kind key and lock"),
    ] {
        let found = complaint(sense, text);
        assert!(found.starts_with(message), "{text}: {found}");
    }
    assert_eq!(complaint(sense, &"x".repeat(1_001)), "1001: need at most 1000 letters, got 1001");
}

#[test]
fn a_place_refuses_what_it_cannot_look_up() {
    for (place, text, message) in [
        (SentencePlace::Name, "Room {room:goal}", "6: {room:goal} cannot stand here: a name has facts and words only"),
        (
            SentencePlace::Hook,
            "Go {dir:room:goal}.",
            "4: {dir:room:goal} cannot stand here: hooks and rumours stand in no room",
        ),
        (SentencePlace::Hook, "{n} of them.", "1: {n} cannot stand here: hooks and rumours stand in no room"),
        (SentencePlace::Rumour, "In {room:linked}.", "4: {room:linked} cannot stand here: hooks and rumours stand"),
        (
            SentencePlace::Rumour,
            "A {key} key.",
            "3: {key} cannot stand here: only notes of kind key and lock have a key",
        ),
    ] {
        let found = complaint(place, text);
        assert!(found.starts_with(message), "{text}: {found}");
    }
    parts_at(SentencePlace::Rumour, "{group.many} sleep in {room:purpose=chapel}.");
    parts_at(SentencePlace::Name, "{owner} {#tools}");
}

#[test]
fn a_sentence_that_could_become_too_long_is_refused() {
    let choice = format!("{{{}|{{owner}}}}", "x".repeat(22));
    parts_at(SentencePlace::Name, &format!("{choice}{{owner}}"));
    let found = complaint(SentencePlace::Name, &format!("{choice}{{owner}}y"));
    assert_eq!(found, "40: up to 29 letters when written out; a name has at most 28");
    let found = complaint(SentencePlace::Note(NoteKind::Sense), &"x".repeat(161));
    assert_eq!(found, "161: up to 161 letters when written out; a note has at most 160");
    let found = complaint(SentencePlace::Hook, &"x".repeat(261));
    assert_eq!(found, "261: up to 261 letters when written out; a hook has at most 260");
    let found = complaint(SentencePlace::Rumour, &"{#remains}".repeat(16));
    assert_eq!(found, "151: up to 128 letters when written out; a rumour has at most 120");
}

/// Every text that these parts may become, with words of the shortest and the longest length.
fn expansions(parts: &[SentencePart], vocabulary: &Vocabulary) -> Vec<usize> {
    let mut lengths = vec![0];
    for part in parts {
        let of_part: Vec<usize> = match part {
            SentencePart::Text(text) => vec![text.chars().count()],
            SentencePart::Choice(choices) => choices.iter().flat_map(|parts| expansions(parts, vocabulary)).collect(),
            other => {
                let LengthRange { shortest, longest } = vocabulary.length(std::slice::from_ref(other));
                (shortest..=longest).collect()
            }
        };
        lengths = lengths.iter().flat_map(|before| of_part.iter().map(move |length| before + length)).collect();
    }
    lengths
}

#[test]
fn lengths_are_those_of_the_shortest_and_the_longest_expansion() {
    for text in ["{a|bb {ccc|}|} and {owner}", "{{#tools}|{owner} {x|yy}}{|z}", "{a #remains}, {group ~ is|are}."] {
        with_vocabulary(|vocabulary| {
            let parts = parse(text, SentencePlace::Note(NoteKind::Sense), vocabulary).unwrap().parts;
            let all = expansions(&parts, vocabulary);
            let range = LengthRange::new(*all.iter().min().unwrap(), *all.iter().max().unwrap());
            assert_eq!(vocabulary.length(&parts), range, "{text}");
        });
    }
}

#[test]
fn no_letter_of_a_shipped_sentence_is_lost() {
    for table in Contents::shipped().tables() {
        let names = table.purposes.iter().flat_map(|purpose| &purpose.names);
        for sentence in table.sentences().chain(names) {
            assert_eq!(written(&sentence.parts, 0), sentence.text);
        }
    }
}
