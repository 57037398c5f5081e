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
mod tests {
    use super::*;

    fn refuse(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn every_glyph_is_read_and_written_as_it_was() {
        let text = "#.,+'\"_LHBSW<> \n";
        assert_eq!(write(&read(text).unwrap()), text);
    }

    #[test]
    fn short_lines_are_filled_up_with_rock() {
        let dungeon = read("####\n#.\n#,##").unwrap();
        assert_eq!(write(&dungeon), "####\n#.  \n#,##\n");
    }

    #[test]
    fn a_row_of_rock_does_not_end_the_map() {
        let dungeon = read("##\n  \n##\n\nNot a map.\n").unwrap();
        assert_eq!(write(&dungeon), "##\n  \n##\n");
    }

    #[test]
    fn levels_come_highest_first_and_commentary_may_stand_between_them() {
        let text = "--- level -1\n#<#\n\nThe cellar.\n--- level 0\n#>#\n";
        let dungeon = read(text).unwrap();
        assert_eq!(dungeon.levels.iter().map(|level| level.z).collect::<Vec<_>>(), [0, -1]);
        assert_eq!(write(&dungeon), "--- level 0\n#>#\n\n--- level -1\n#<#\n");
    }

    #[test]
    fn level_headers_are_checked() {
        assert_eq!(
            refuse("--- level up\n#\n"),
            "input:1: need a level from -9999 to 9999 after `--- level`, got \"up\""
        );
        assert_eq!(refuse("#\n--- level 0\n#\n"), "input:2: level 0 is drawn twice");
        assert_eq!(refuse("#\n\n--- level 1\n\n"), "input:3: level 1 has no map below its header");
    }

    #[test]
    fn the_way_windows_ends_lines_is_understood() {
        assert_eq!(read("##\r\n#,\r\n\r\nnote"), read("##\n#,\n"));
    }

    #[test]
    fn a_plain_map_must_not_be_ragged() {
        assert_eq!(
            refuse("####\n#..#\n###\n"),
            "input:3: this line is 3 cells long, the first line of the map is 4; \
             all lines of a map without spaces must be equally long (fill up with `#`)"
        );
        assert!(
            refuse("###\n#..#\n").starts_with("input:2: this line is 4 cells long, the first line of the map is 3")
        );
    }

    #[test]
    fn an_unknown_character_is_named_with_its_place() {
        assert_eq!(
            refuse("###\n#q#\n"),
            "input:2:2: unknown character 'q'; dungeon text is written with # . , + ' \" _ L H B S W < > and spaces"
        );
        assert!(refuse("###\n\t#,\n").starts_with("input:2:1: unknown character '\\t'; "));
        assert_eq!(refuse("\n\n"), "input: there is no map, only empty lines");
    }

    #[test]
    fn a_map_that_is_too_long_is_refused_at_its_first_line() {
        let refusal = refuse(&"#\n".repeat(16_385));
        assert_eq!(refusal, "input:1: a map is 1 to 16384 cells wide and high, this one would be 1×16385");
        let thin = "#,".repeat(8_192) + "\n" + &",\n".repeat(16_383);
        assert!(refuse(&thin).contains("at most 67108864 cells"), "padding counts");
    }

    #[test]
    fn a_plain_map_has_no_rooms() {
        let dungeon = read("#####\n#...#\n#####\n").unwrap();
        assert!(dungeon.rooms.is_empty() && dungeon.doors.is_empty());
    }

    #[test]
    fn doors_know_their_room_and_lead_out_of_it() {
        let dungeon = read(
            "\
#####  ####
#...+,,'..#
#...#  #..#
##L####B###
 #........#
 ##########",
        )
        .unwrap();
        let seen = |i: usize| {
            let door = &dungeon.doors[i];
            (door.cells[0], door.room.unwrap().0, door.normal, door.kind, door.state)
        };
        assert_eq!(dungeon.rooms.len(), 3);
        assert_eq!(seen(0), (Cell::new(4, 1), 0, Dir::East, DoorKind::Door, DoorState::Closed));
        assert_eq!(seen(1), (Cell::new(7, 1), 1, Dir::West, DoorKind::Door, DoorState::Open));
        assert_eq!(seen(2), (Cell::new(2, 3), 0, Dir::South, DoorKind::Door, DoorState::Locked));
        assert_eq!(seen(3), (Cell::new(7, 3), 2, Dir::North, DoorKind::Barred, DoorState::Closed));
    }

    #[test]
    fn door_cells_side_by_side_in_a_wall_are_one_door_of_up_to_four() {
        let widths = |text: &str| read(text).unwrap().doors.iter().map(|door| door.cells.len()).collect::<Vec<_>>();
        assert_eq!(widths("......\n#++++#\n......"), [4]);
        assert_eq!(widths("........\n#++++++#\n........"), [4, 2]);
        assert_eq!(widths(".#.\n.+.\n.+.\n.#."), [2]);
        assert_eq!(widths("....\n#+L#\n...."), [1, 1]);
        assert_eq!(widths("####\n.++.\n####"), [1, 1], "one behind the other");
    }

    #[test]
    fn what_is_written_stops_bodies_and_sight_as_before() {
        let mut dungeon = read("#H#B#\"#\n,,,,,,,\n").unwrap();
        for door in &mut dungeon.doors {
            door.state = DoorState::Open;
        }
        let again = read(&write(&dungeon)).unwrap();
        let (before, after) = (&dungeon.levels[0], &again.levels[0]);
        assert_eq!(dungeon.solid(before), again.solid(after));
        assert_eq!(dungeon.opaque(before), again.opaque(after));
    }

    #[test]
    fn the_legend_lists_what_occurs_and_is_commentary() {
        let dungeon = read("#+,\n").unwrap();
        assert_eq!(legend(&dungeon), "#  wall\n,  corridor\n+  closed door\n");
        let with_legend = format!("{}\n{}", write(&dungeon), legend(&dungeon));
        assert_eq!(read(&with_legend).unwrap(), dungeon);
    }
}
