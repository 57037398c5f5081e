//! The journal: a page about the dungeon, then a page for each room.

use std::fmt::Write as _;

use super::Version;
use super::id::{Id, Ids};
use super::schema::{Collection, Flags, Journal, Ownership, Page, PageText, PageTitle, Stats};
use undercroft::dungeon::{
    DoorKind, DoorState, Dungeon, Group, Link, LinkKind, Marker, MarkerKind, Note, Role, Room, RoomId,
};

/// The journal of a dungeon: a page about the whole, where there is something to tell, then one for each room that people
/// call by a number.
pub fn journal(dungeon: &Dungeon, ids: Ids, version: Version) -> Journal {
    let rooms = (1..).zip(dungeon.keyed_rooms()).map(|(sort, room)| page(dungeon, room, sort, ids));
    Journal {
        id: ids.id("journal"),
        name: super::title(dungeon),
        pages: Collection::Documents(first_page(dungeon, ids).into_iter().chain(rooms).collect()),
        ownership: Ownership { default: 0 },
        flags: Flags::new(),
        stats: Stats { core_version: version.build() },
    }
}

/// Hook, groups and rumors.
fn first_page(dungeon: &Dungeon, ids: Ids) -> Option<Page> {
    let content = overview(dungeon);
    (!content.is_empty()).then(|| text_page(ids.id("page overview"), super::title(dungeon), 0, content))
}

fn overview(dungeon: &Dungeon) -> String {
    let mut html = String::new();
    let hook = dungeon.write_out(&dungeon.story.hook);
    if !hook.is_empty() {
        let _ = write!(html, "<p>{}</p>", escaped(&hook));
    }
    let groups: String = dungeon
        .groups
        .iter()
        .map(|group| format!("<li>{}</li>", group_line(dungeon, group)))
        .collect::<Vec<_>>()
        .concat();
    if !groups.is_empty() {
        let _ = write!(html, "<h2>Inhabitants</h2><ul>{groups}</ul>");
    }
    let rumor = |rumor: &String| format!("<li>{}</li>", escaped(&dungeon.write_out(rumor)));
    let rumors: String = dungeon.story.rumours.iter().map(rumor).collect();
    if !rumors.is_empty() {
        let _ = write!(html, "<h2>Rumors</h2><ul>{rumors}</ul>");
    }
    html
}

/// `Salvagers (4), cold: 5, 6, 7.`
fn group_line(dungeon: &Dungeon, group: &Group) -> String {
    let words = if group.count == 1 { &group.one } else { &group.many };
    let mood = if group.mood.is_empty() { String::new() } else { format!(", {}", group.mood) };
    let rooms: Vec<String> = group.rooms.iter().map(|&room| dungeon.room_label(room)).collect();
    escaped(&format!("{} ({}){mood}: {}.", capitalized(words), group.count, rooms.join(", ")))
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The id of a room's page.
pub fn page_id(room: &Room, ids: Ids) -> Id {
    ids.id(&format!("page {}", room.id))
}

fn page(dungeon: &Dungeon, room: &Room, sort: i32, ids: Ids) -> Page {
    text_page(page_id(room, ids), page_name(dungeon, room), sort, description(dungeon, room))
}

/// `4 Copying room`; without a name `Room 4`.
pub fn page_name(dungeon: &Dungeon, room: &Room) -> String {
    let name = if room.name.is_empty() { room.title() } else { room.name.clone() };
    match (dungeon.floor_label(room), name.as_str()) {
        (Some(label), "") => format!("Room {label}"),
        (Some(label), name) => format!("{label} {name}"),
        (None, "") => "Passage".to_owned(),
        (None, name) => name.to_owned(),
    }
}

fn text_page(id: Id, name: String, sort: i32, content: String) -> Page {
    Page {
        id,
        name,
        kind: "text",
        title: PageTitle { show: true, level: 1 },
        text: PageText { format: 1, content },
        sort,
        flags: Flags::new(),
    }
}

/// What a game master wants to know of a room, in HTML.
fn description(dungeon: &Dungeon, room: &Room) -> String {
    let (bounds, feet) = (room.bounds(), i32::from(dungeon.tile_feet));
    let size = format!("{} × {} ft", bounds.width().saturating_mul(feet), bounds.height().saturating_mul(feet));
    let roles = room.roles.iter().map(|&role| format!(", {}", word(role)));
    let mut html = notes_html(room);
    let _ = write!(html, "<p>{}{size}{}.</p>", purpose(room), roles.collect::<String>());
    html.push_str(&exits_html(dungeon, room));
    let keys = dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Key && m.room == Some(room.id));
    for key in keys {
        let _ = write!(html, "<p>{} lies here.</p>", escaped(&key_name(dungeon, key)));
    }
    html
}

/// What people use a room for, where its name does not tell it.
fn purpose(room: &Room) -> String {
    let purpose = room.purpose.as_deref().unwrap_or_default().replace(['-', '_'], " ");
    let is_told = purpose.is_empty() || room.title().to_lowercase() == purpose;
    if is_told { String::new() } else { format!("{}, ", escaped(&capitalized(&purpose))) }
}

/// The notes of a room: open ones as paragraphs, secret ones in blocks that Foundry shows to no player.
fn notes_html(room: &Room) -> String {
    let paragraph = |note: &Note| format!("<p>{}</p>", escaped(&note.plain));
    let block = |note: &Note| {
        let text = paragraph(note);
        if note.secret { secret_block(&text) } else { text }
    };
    room.notes.iter().map(block).collect()
}

/// A key by its letter, and by what it opens.
fn key_name(dungeon: &Dungeon, key: &Marker) -> String {
    let lock = dungeon.lock_of(key).and_then(|link| dungeon.links.get(link.index()));
    let label = key.label.as_deref().map(str::trim).filter(|label| !label.is_empty());
    let name = label.map(|label| format!("Key {label}"));
    match (name, lock) {
        (name, Some(link)) => {
            let [a, b] = link.rooms.map(|room| called(dungeon, room));
            format!("{} to the lock between {a} and {b}", name.unwrap_or_else(|| "The key".to_owned()))
        }
        (Some(name), None) => name,
        (None, None) => "A key".to_owned(),
    }
}

/// The exits of a room: a list of those in sight, and one of secret ones in a block that Foundry shows to no player.
fn exits_html(dungeon: &Dungeon, room: &Room) -> String {
    let exits = || dungeon.links.iter().filter_map(|link| exit(dungeon, room, link));
    let list = |is_secret: bool| {
        let items: String = exits().filter(|exit| exit.is_secret == is_secret).map(|exit| exit.item).collect();
        if items.is_empty() { items } else { format!("<ul>{items}</ul>") }
    };
    let (open, hidden) = (list(false), list(true));
    if hidden.is_empty() { open } else { format!("{open}{}", secret_block(&hidden)) }
}

fn secret_block(html: &str) -> String {
    format!("<section class=\"secret\">{html}</section>")
}

/// The exit to another room.
struct Exit {
    /// An item of a list.
    item: String,
    is_secret: bool,
}

fn exit(dungeon: &Dungeon, room: &Room, link: &Link) -> Option<Exit> {
    let end = link.rooms.iter().position(|&end| end == room.id)?;
    let other = link.rooms[1 - end];
    let door = link.doors().get(end).or(link.doors().first()).and_then(|door| dungeon.doors.get(door.index()));
    let (exit, is_secret) = match (&link.kind, door) {
        (LinkKind::Stairs { .. }, _) => ("Stairs".to_owned(), false),
        (LinkKind::Secret { .. }, _) => ("Secret passage".to_owned(), true),
        (_, Some(door)) => (look(door.kind, door.state, door.secret), door.secret),
        (_, None) => ("Passage".to_owned(), false),
    };
    let item = format!("<li>{exit} to {}.</li>", escaped(&called(dungeon, other)));
    Some(Exit { item, is_secret })
}

/// `room 4`, or `a passage`.
fn called(dungeon: &Dungeon, id: RoomId) -> String {
    let label = dungeon.rooms.get(id.index()).and_then(|room| dungeon.floor_label(room));
    label.map_or_else(|| dungeon.room_label(id), |label| format!("room {label}"))
}

fn look(kind: DoorKind, state: DoorState, secret: bool) -> String {
    let noun = match kind {
        DoorKind::Archway => "archway",
        DoorKind::Doorway => "doorway",
        DoorKind::Portcullis => "portcullis",
        DoorKind::Barred => "barred door",
        _ => "door",
    };
    let state = match (kind, state) {
        (kind, _) if !kind.has_leaf() => "",
        (_, DoorState::Closed) => "",
        (_, DoorState::Open) => "open ",
        (_, DoorState::Locked) => "locked ",
    };
    let words = format!("{}{state}{noun}", if secret { "secret " } else { "" });
    words[..1].to_uppercase() + &words[1..]
}

const fn word(role: Role) -> &'static str {
    match role {
        Role::Entrance => "entrance",
        Role::Goal => "goal",
        Role::Boss => "guardian",
        Role::Treasure => "treasure",
        Role::Merchant => "merchant",
        Role::Event => "event",
        _ => "hall",
    }
}

/// A text in HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
