//! Dungeons drawn in characters.
//!
//! ```text
//!  #####   #######      # wall   . floor   , corridor   space rock
//!  #...+,,,'.....#      + closed door   ' open   " archway   _ doorway   L locked
//!  #.<.#   #..>..#      H portcullis   B barred   S secret   W window
//!  ##W##   #######      < stairs up   > stairs down
//! ```
//!
//! The frame (where a map ends, levels, commentary) is that of all drawn maps. Lines that are too short are filled up with
//! rock. A map of `#` and `.` alone is *plain*: all its lines must have the same length, and it has no rooms.
//!
//! Reading what was written gives the same text, byte for byte. Text holds what is seen and nothing else: doors keep what
//! stops bodies and sight, ground lies in a block of its own after the map of its level, rooms and doors are found again from the drawing, links and names are not in it.

use undercroft_grid::{Cell, Dir, Grid};

use super::ReadError;
use super::infer_rooms::{Gap, Look, infer_rooms};
use super::text_levels::{Alphabet, GROUND, LevelText, header, level_texts};
use crate::dungeon::{Door, DoorKind, DoorState, Dungeon, Ground, Level, Terrain, Window};

/// A character of dungeon text and what it means.
struct Glyph {
    character: char,
    tile: Tile,
    meaning: &'static str,
}

/// What a character says about its cell.
#[derive(Clone, Copy)]
struct Tile {
    terrain: Terrain,
    door: Option<Look>,
    window: bool,
}

/// The alphabet. The legend lists it in this order.
const GLYPHS: [Glyph; 15] = [
    plain('#', Terrain::Wall, "wall"),
    plain('.', Terrain::Floor, "floor"),
    plain(',', Terrain::Corridor, "corridor"),
    door('+', DoorKind::Door, DoorState::Closed, false, "closed door"),
    door('\'', DoorKind::Door, DoorState::Open, false, "open door"),
    door('"', DoorKind::Archway, DoorState::Open, false, "archway"),
    door('_', DoorKind::Doorway, DoorState::Open, false, "doorway"),
    door('L', DoorKind::Door, DoorState::Locked, false, "locked door"),
    door('H', DoorKind::Portcullis, DoorState::Closed, false, "portcullis"),
    door('B', DoorKind::Barred, DoorState::Closed, false, "barred door"),
    door('S', DoorKind::Door, DoorState::Closed, true, "secret door"),
    plain('<', Terrain::StairsUp, "stairs up"),
    plain('>', Terrain::StairsDown, "stairs down"),
    Glyph { character: WINDOW, tile: Tile { terrain: Terrain::Wall, door: None, window: true }, meaning: "window" },
    plain(' ', Terrain::Rock, "rock"),
];

/// The character of a window.
const WINDOW: char = 'W';

/// The end of the sentence about an unknown character.
#[doc(hidden)]
pub const WRITTEN_WITH: &str = "dungeon text is written with # . , + ' \" _ L H B S W < > and spaces";

const ROCK: Tile = Tile { terrain: Terrain::Rock, door: None, window: false };
const DUNGEON: Alphabet<Tile> = Alphabet { meaning: tile, beyond: Some(ROCK), written_with: WRITTEN_WITH };
const PLAIN: Alphabet<Tile> = Alphabet { meaning: tile, beyond: None, written_with: WRITTEN_WITH };

/// Reads dungeon text or a plain map. The dungeon has no name.
///
/// # Errors
/// At the first unknown character, and, in a plain map, the first line of another length.
pub fn read(text: &str) -> Result<Dungeon, ReadError> {
    let sheets = level_texts(text)?;
    let alphabet = if sheets.iter().all(is_plain) { PLAIN } else { DUNGEON };
    let (mut levels, mut gaps, mut windows, mut taken) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for sheet in &sheets {
        let tiles = sheet.read(&alphabet, taken)?;
        taken += tiles.size().area();
        gaps.extend(tiles.iter().filter_map(|(cell, tile)| Some(Gap { z: sheet.z, cell, look: tile.door? })));
        windows.extend(tiles.iter().filter(|(_, tile)| tile.window).map(|(cell, _)| (sheet.z, cell)));
        let mut level = Level::new(sheet.z, tiles.map(|tile| tile.terrain));
        sheet.ground(tiles.size())?.into_iter().for_each(|ground| level.set_ground(ground));
        levels.push(level);
    }
    let mut dungeon = infer_rooms(Dungeon::bare("", levels), &gaps);
    let window = |(id, (z, cell))| Window { id, z, cell, normal: outwards(&dungeon, z, cell) };
    dungeon.windows = (0..).zip(windows).map(window).collect();
    Ok(dungeon)
}

/// The direction of a window: away from the floor behind it.
fn outwards(dungeon: &Dungeon, z: i32, cell: Cell) -> Dir {
    let is_floor = |dir: &Dir| dungeon.level(z).is_some_and(|level| level.at(cell + dir.opposite()) == Terrain::Floor);
    Dir::ALL.into_iter().find(is_floor).unwrap_or(Dir::North)
}

/// Writes dungeon text, every line as long as its map is wide.
pub fn write(dungeon: &Dungeon) -> String {
    let drawn = dungeon.levels.iter().map(|level| draw(dungeon, level));
    if let [Level { z: 0, .. }] = dungeon.levels[..] {
        return drawn.collect();
    }
    let headers = dungeon.levels.iter().map(|level| header(level.z));
    let sheets: Vec<_> = headers.zip(drawn).map(|(header, map)| format!("{header}\n{map}")).collect();
    sheets.join("\n")
}

/// The meaning of every character that occurs in a dungeon text, one to a line. As commentary after the map it leaves
/// the map as it is.
pub fn legend(dungeon: &Dungeon) -> String {
    let text = write(dungeon);
    let occurs = |glyph: &&Glyph| glyph.character != ' ' && text.contains(glyph.character);
    let lies = |kind: &&Ground| dungeon.levels.iter().any(|level| level.has_ground(**kind));
    let ground = Ground::ALL[1..].iter().filter(lies).map(|kind| format!("{}  {}", kind.glyph(), kind.label()));
    let lines: Vec<_> = GLYPHS
        .iter()
        .filter(occurs)
        .map(|glyph| format!("{}  {}", glyph.character, glyph.meaning))
        .chain(ground)
        .collect();
    lines.join("\n") + "\n"
}

/// Whether the character belongs to dungeon text.
#[doc(hidden)]
pub fn is_glyph(character: char) -> bool {
    tile(character).is_some()
}

const fn plain(character: char, terrain: Terrain, meaning: &'static str) -> Glyph {
    Glyph { character, tile: Tile { terrain, door: None, window: false }, meaning }
}

const fn door(character: char, kind: DoorKind, state: DoorState, secret: bool, meaning: &'static str) -> Glyph {
    let tile = Tile { terrain: Terrain::Door, door: Some(Look { kind, state, secret }), window: false };
    Glyph { character, tile, meaning }
}

fn tile(character: char) -> Option<Tile> {
    GLYPHS.iter().find(|glyph| glyph.character == character).map(|glyph| glyph.tile)
}

fn is_plain(sheet: &LevelText<'_>) -> bool {
    sheet.characters().all(|character| !is_glyph(character) || matches!(character, '#' | '.'))
}

fn draw(dungeon: &Dungeon, level: &Level) -> String {
    let characters = level_characters(dungeon, level);
    let map: String = characters.rows().flat_map(|row| row.iter().copied().chain(['\n'])).collect();
    map + &draw_ground(level)
}

/// The characters of a level's map.
#[doc(hidden)]
pub fn level_characters(dungeon: &Dungeon, level: &Level) -> Grid<char> {
    let mut characters = level.terrain.map(|terrain| terrain.glyph());
    for door in dungeon.doors_on(level.z) {
        door.cells.iter().for_each(|&cell| put(&mut characters, cell, door_character(door)));
    }
    for window in dungeon.windows.iter().filter(|window| window.z == level.z) {
        put(&mut characters, window.cell, WINDOW);
    }
    characters
}

/// The block of what lies on the floor, if anything does.
fn draw_ground(level: &Level) -> String {
    let Some(ground) = &level.ground else { return String::new() };
    let glyphs = ground.map(|ground| ground.glyph());
    let rows: String = glyphs.rows().flat_map(|row| row.iter().copied().chain(['\n'])).collect();
    format!("\n{GROUND}\n{rows}")
}

fn put(characters: &mut Grid<char>, cell: Cell, character: char) {
    if let Some(place) = characters.get_mut(cell) {
        *place = character;
    }
}

/// The character that stops bodies and sight as the door does: an open portcullis is drawn as an open door.
fn door_character(door: &Door) -> char {
    match (door.secret, door.kind, door.state) {
        (true, ..) => 'S',
        (_, DoorKind::Archway, _) => '"',
        (_, DoorKind::Doorway, _) => '_',
        (_, _, DoorState::Open) => '\'',
        (_, DoorKind::Portcullis, _) => 'H',
        (_, DoorKind::Barred, _) => 'B',
        (_, DoorKind::Door, DoorState::Locked) => 'L',
        (_, DoorKind::Door, DoorState::Closed) => '+',
    }
}

#[cfg(test)]
mod tests;
