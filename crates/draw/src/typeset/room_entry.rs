//! Entries of the key: what the game master reads about rooms and inhabitants, in several voices.

use super::capitals::capitalized;
use super::paragraph::{Paragraph, Span};
use super::room_facts::room_facts;
use crate::options::Levels;
use crate::voice::Voice;
use undercroft::dungeon::{Dungeon, Group, Room};

/// Stands before what players must not hear.
const SECRET: &str = "◊";

/// The key of some levels: rooms by number, those of which only the name is known several to a paragraph, then groups.
pub fn key(dungeon: &Dungeon, levels: Levels) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut is_list = false;
    for room in dungeon.keyed_rooms().into_iter().filter(|room| levels.shows(room.z)) {
        match paragraphs.last_mut().filter(|_| is_list && room.notes.is_empty()) {
            Some(list) => add_name(list, dungeon, room),
            None => paragraphs.push(entry(dungeon, room, !room.notes.is_empty())),
        }
        is_list = room.notes.is_empty();
    }
    let home = |group: &Group| dungeon.rooms.get(group.home.index()).is_none_or(|home| levels.shows(home.z));
    paragraphs.extend(dungeon.groups.iter().filter(|group| home(group)).map(|group| inhabitants(dungeon, group)));
    paragraphs
}

/// The same with facts about every room: its size, its exits, keys and locks.
pub fn full_key(dungeon: &Dungeon, levels: Levels) -> Vec<Paragraph> {
    let rooms = dungeon.keyed_rooms().into_iter().filter(|room| levels.shows(room.z));
    let with_facts = |room: &Room| {
        let mut paragraph = entry(dungeon, room, true);
        paragraph.spans.push(Span::new(Voice::Regular, room_facts(dungeon, room)));
        paragraph
    };
    let groups = dungeon.groups.iter().map(|group| inhabitants(dungeon, group));
    rooms.map(with_facts).chain(groups).collect()
}

/// What people say, one paragraph each.
pub fn rumours(dungeon: &Dungeon) -> Vec<Paragraph> {
    let said = dungeon.story.rumours.iter().map(|rumour| dungeon.write_out(rumour));
    let paragraph = |text: String| Paragraph { label: "–".to_owned(), spans: vec![Span::new(Voice::Regular, text)] };
    said.map(paragraph).collect()
}

/// What a room is called: its number, or a dash.
fn label(dungeon: &Dungeon, room: &Room) -> String {
    dungeon.floor_label(room).unwrap_or_else(|| "–".to_owned())
}

fn entry(dungeon: &Dungeon, room: &Room, is_sentence: bool) -> Paragraph {
    let mut spans = name(room, is_sentence);
    for note in &room.notes {
        if note.secret {
            spans.push(Span::new(Voice::Regular, SECRET));
        }
        spans.push(Span::new(if note.secret { Voice::Slanted } else { Voice::Regular }, note.plain.clone()));
    }
    Paragraph { label: label(dungeon, room), spans }
}

fn add_name(list: &mut Paragraph, dungeon: &Dungeon, room: &Room) {
    list.spans.push(Span::new(Voice::Regular, "·"));
    list.spans.push(Span::new(Voice::Bold, label(dungeon, room)));
    list.spans.extend(name(room, false));
}

/// The name in bold, the purpose after it where it is another word; a full stop where notes follow.
fn name(room: &Room, is_sentence: bool) -> Vec<Span> {
    let title = room.title();
    let (name, purpose) = title.split_once(" (").map_or((title.as_str(), None), |(name, rest)| (name, Some(rest)));
    let stop = |text: &str| if is_sentence && !text.is_empty() { "." } else { "" };
    match purpose {
        Some(purpose) => {
            vec![Span::new(Voice::Bold, name), Span::new(Voice::Regular, format!("({purpose}{}", stop(purpose)))]
        }
        None => vec![Span::new(Voice::Bold, format!("{name}{}", stop(name)))],
    }
}

/// `Mourners (4): hoarse; in 2, 4.`
fn inhabitants(dungeon: &Dungeon, group: &Group) -> Paragraph {
    let rooms: Vec<String> = group.rooms.iter().map(|&room| dungeon.room_label(room)).collect();
    let place = if rooms.is_empty() { String::new() } else { format!("in {}", rooms.join(", ")) };
    let words: Vec<&str> = [group.mood.as_str(), place.as_str()].into_iter().filter(|it| !it.is_empty()).collect();
    let head = format!("{}:", capitalized(&people(group)));
    let spans = vec![Span::new(Voice::Bold, head), Span::new(Voice::Regular, format!("{}.", words.join("; ")))];
    Paragraph { label: String::new(), spans }
}

/// `mourners (4)`.
pub fn people(group: &Group) -> String {
    let word = if group.count == 1 { &group.one } else { &group.many };
    format!("{word} ({})", group.count)
}
