use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Vec<Result<Reference, &str>> {
    references(text).collect()
}

#[test]
fn references_are_read_in_order() {
    let text = "{room:12}, {link:4}, {door:7}, {group:0}, {feature:31}, {spawn:9}, {level:-1} and {key}";
    let expected = [
        Reference::Room(RoomId(12)),
        Reference::Link(LinkId(4)),
        Reference::Door(DoorId(7)),
        Reference::Group(0),
        Reference::Feature(31),
        Reference::Spawn(9),
        Reference::Level(-1),
        Reference::Key,
    ];
    assert_eq!(read(text), expected.map(Ok));
    let written: Vec<String> = expected.iter().map(ToString::to_string).collect();
    assert!(written.iter().all(|reference| text.contains(reference)));
}

#[test]
fn what_is_no_reference_is_an_error_with_its_place_in_the_text() {
    assert_eq!(read("{rom:1} {room:} {room:+1} {room:-1} {level:--1}").len(), 5);
    assert!(read("{rom:1} {room:} {room:+1} {room:-1} {room:99999999999}").iter().all(Result::is_err));
    assert_eq!(read("a } and {room:1"), [Err("}"), Err("{room:1")]);
    assert_eq!(read("{room{room:1}"), [Err("{room"), Ok(Reference::Room(RoomId(1)))]);
    assert_eq!(read("{{room:1}} and {{{key}}}"), [Ok(Reference::Key)]);
}

#[test]
fn sentences_begin_with_capitals_whatever_stands_before_them() {
    let cased = |text: &str| in_sentence_case(text.to_owned());
    assert_eq!(cased("bones. \u{a0}dust! 3 cups? two."), "Bones. \u{a0}Dust! 3 cups? Two.");
    assert_eq!(cased("ähren. Dust."), "Ähren. Dust.");
    assert_eq!(cased("Bones. Dust."), "Bones. Dust.");
}

#[test]
fn replacing_keeps_all_else_and_fails_where_something_is_gone() {
    let one_up = |reference| match reference {
        Reference::Room(RoomId(0)) => None,
        Reference::Room(RoomId(id)) => Some(Reference::Room(RoomId(id - 1))),
        other => Some(other),
    };
    let replaced = replace_references("From {room:4}, {{hammering}} and {key} {oops}.", one_up);
    assert_eq!(replaced.as_deref(), Some("From {room:3}, {{hammering}} and {key} {oops}."));
    assert_eq!(replace_references("From {room:0}.", one_up), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn any_text_is_cut_into_pieces_that_make_it_up(text in "([{}:ä]|room|level|key|-|[0-9]){0,24}") {
        let same = replace_references(&text, Some).unwrap();
        let valid = |text: &str| -> Vec<Reference> { references(text).flatten().collect() };
        prop_assert_eq!(valid(&same), valid(&text));
        let whole: String = pieces(&text).map(|piece| match piece {
            Piece::Letters(piece) | Piece::Brace(piece) | Piece::Broken(piece) | Piece::Reference(piece, _) => piece,
        }).collect();
        prop_assert_eq!(whole, text);
    }
}
