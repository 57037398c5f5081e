//! Lays out a print of 20 levels and 500 rooms and prints how long it took: `cargo run --release --example lay_out_print`.

use std::time::Instant;

use undercroft::dungeon::{Dungeon, Level, Note, NoteKind, Room, RoomId, Run, Terrain};
use undercroft::grid::{Rect, Size};
use undercroft_draw::{DrawOptions, PageKind, Paper, PrintLayout};

const LEVELS: i32 = 20;
const ROOMS: i32 = 25;

fn main() {
    let dungeon = dungeon();
    let start = Instant::now();
    let layout = PrintLayout::new(&dungeon, &DrawOptions::default(), Paper::A4);
    let took = start.elapsed();
    let kinds = [PageKind::OnePage, PageKind::Map, PageKind::Rest, PageKind::Player];
    let pages: usize = kinds.into_iter().map(|kind| layout.page_count(kind)).sum();
    println!("{LEVELS} levels, {} entries: {pages} pages laid out in {took:?}", dungeon.rooms.len());
    assert!(pages > 4 && dungeon.rooms.len() == 500);
}

/// Levels of five by five rooms, each with a note of about 95 letters.
fn dungeon() -> Dungeon {
    let levels = (0..LEVELS).map(|i| Level::solid_rock(-i, Size::of(42, 32)));
    let mut dungeon = Dungeon::bare("The Archive of Many Doors", levels.collect());
    for (z, place) in (0..LEVELS).flat_map(|z| (0..ROOMS).map(move |place| (z, place))) {
        let rect = Rect::at(undercroft::grid::Cell::new(1 + place % 5 * 8, 1 + place / 5 * 6), 6, 4);
        let id = RoomId(dungeon.rooms.len() as u32);
        let mut room = Room::bare(id, -z, Run::of_rect(rect));
        (room.number, room.name) = (Some(id.0 + 1), format!("Reading room {}", id.0 + 1));
        let text = "Shelves lean over a desk, and a reader has left the lamp burning low beside the third index.";
        room.notes.push(Note { text: text.into(), plain: text.into(), secret: place % 4 == 0, kind: NoteKind::Sense });
        dungeon.rooms.push(room);
        let level = dungeon.levels.iter_mut().find(|level| level.z == -z).expect("there are twenty");
        rect.cells().for_each(|cell| level.terrain[cell] = Terrain::Floor);
    }
    dungeon
}
