//! Maps of the MovingAI benchmarks (N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012).
//!
//! ```text
//! type octile
//! height 3          . G S   passable, read as floor
//! width 4           @ O     out of bounds, read as rock
//! map               T W     trees and water, read as wall
//! @@@@
//! @..T
//! @@@@
//! ```
//!
//! Written are only `.`, `@` and `T`: passable, rock, and walls with the doors that are impassable as things stand.

use std::fmt::Write as _;

use undercroft_grid::{BitGrid, Grid, Size};

use super::only_level::only_level;
use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{LEVEL, PLAYER, SPLIT};
use crate::options::Options;
use crate::output::{Output, WriteError};
use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::format::decode::{lines, size};
use undercroft::format::{FilePosition, ReadError};
use undercroft::plural::count;
use undercroft_draw::WorkMeter;

/// The first line of every map.
pub(super) const TYPE: &str = "type octile";

/// A map of the MovingAI benchmarks.
pub static FORMAT: Format = Format {
    name: "map",
    extensions: &["map"],
    media_type: "text/plain; charset=utf-8",
    is_text: true,
    has_player_edition: true,
    info: FormatInfo {
        title: "A MovingAI benchmark map",
        preserves: "where one can walk",
        omits: "door kinds, rooms, everything else; one level to a file",
        readers: "Undercroft, programs of the MovingAI benchmarks",
    },
    scope: Scope::OneLevel,
    options: &[&PLAYER, &LEVEL, &SPLIT],
    recognize: Some(|input| input.start().starts_with("type ")),
    read: Some(|input| read(input.text)),
    write: Some(export),
    count_pages: None,
    preview: None,
};

fn export(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let known = options.edition().known(dungeon);
    meter.ask()?;
    let map = write(&known, only_level(&known, options)?);
    meter.ask()?;
    Ok(Output::file(options.file_name("map"), map))
}

/// Reads a map. The dungeon has no name and one level, 0.
///
/// # Errors
/// When the header is not as it should be, the size beyond the limits (no memory is taken by then), a row too long, too
/// short, missing or too many, or a letter unknown.
///
/// ```
/// let dungeon = undercroft_formats::movingai::read("type octile\nheight 1\nwidth 3\nmap\n.@.\n").unwrap();
/// assert_eq!(dungeon.levels[0].size().width(), 3);
/// ```
pub fn read(text: &str) -> Result<Dungeon, ReadError> {
    let mut lines = lines(text);
    let size = header(&mut lines)?;
    let mut cells = Vec::new();
    let mut last = HEADER_LINES;
    for (number, line) in lines.by_ref().take(size.height() as usize) {
        row(number, line, size, &mut cells)?;
        last = number;
    }
    let rows = last - HEADER_LINES;
    if rows < size.height() as usize {
        let problem = format!("the map ends after {}, its header says {}", count(rows, "row"), size.height());
        return Err(ReadError::on_line(last, problem));
    }
    match lines.find(|(_, line)| !line.trim().is_empty()) {
        Some((number, _)) => Err(ReadError::on_line(number, format!("more rows than the header says: {rows}"))),
        None => Ok(Dungeon::bare("", vec![Level::new(0, Grid::from_values(size, cells))])),
    }
}

/// Writes one level.
pub fn write(dungeon: &Dungeon, level: &Level) -> String {
    let (size, solid) = (level.size(), dungeon.solid(level));
    let mut text = String::with_capacity(size.area() + size.height() as usize + 64);
    // Writing to a string cannot fail.
    let _ = write!(text, "{TYPE}\nheight {}\nwidth {}\nmap\n", size.height(), size.width());
    for y in 0..size.height() {
        text.extend((0..size.width()).map(|x| letter(level, &solid, x, y)));
        text.push('\n');
    }
    text
}

/// Lines before the first row.
const HEADER_LINES: usize = 4;

fn header<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Size, ReadError> {
    let mut next = |number: usize| lines.next().map_or((number, ""), |(number, line)| (number, line.trim_end()));
    let expect = |wanted: &str, (number, line): (usize, &str)| {
        let refuse = || ReadError::on_line(number, format!("need `{wanted}` here, got {line:?}"));
        if line == wanted { Ok(()) } else { Err(refuse()) }
    };
    expect(TYPE, next(1))?;
    let height = side("height", next(2))?;
    let width = side("width", next(3))?;
    expect("map", next(4))?;
    size(width, height, 0).map_err(|problem| ReadError::on_line(2, problem))
}

fn side(name: &str, (number, line): (usize, &str)) -> Result<i64, ReadError> {
    let value = line.strip_prefix(name).and_then(|rest| rest.trim().parse().ok());
    value.ok_or_else(|| ReadError::on_line(number, format!("need `{name}` and a whole number here, got {line:?}")))
}

fn row(number: usize, line: &str, size: Size, cells: &mut Vec<Terrain>) -> Result<(), ReadError> {
    let width = size.width() as usize;
    for (x, letter) in line.chars().enumerate() {
        let unknown = || format!("unknown letter {letter:?}; MovingAI maps are written with . G S @ O T W");
        let place = || FilePosition::Character { line: number, column: x + 1 };
        cells.push(terrain(letter).ok_or_else(|| ReadError::at(place(), unknown()))?);
    }
    let length = line.chars().count();
    if length != width {
        return Err(ReadError::on_line(
            number,
            format!("this row is {} long, the header says {width}", count(length, "cell")),
        ));
    }
    Ok(())
}

const fn terrain(letter: char) -> Option<Terrain> {
    match letter {
        '.' | 'G' | 'S' => Some(Terrain::Floor),
        '@' | 'O' => Some(Terrain::Rock),
        'T' | 'W' => Some(Terrain::Wall),
        _ => None,
    }
}

fn letter(level: &Level, solid: &BitGrid, x: i32, y: i32) -> char {
    let cell = undercroft_grid::Cell::new(x, y);
    match level.terrain[cell] {
        Terrain::Rock => '@',
        _ if level.ground_at(cell).is_solid() => '@',
        _ if solid.contains(cell) => 'T',
        _ => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuse(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_map_is_read_and_written_as_it_was() {
        let text = "type octile\nheight 3\nwidth 4\nmap\n@@@@\n@..T\n@@@@\n";
        let dungeon = read(text).unwrap();
        assert_eq!(dungeon.levels[0].size(), Size::of(4, 3));
        assert_eq!(write(&dungeon, &dungeon.levels[0]), text);
    }

    #[test]
    fn every_letter_of_the_benchmarks_has_its_terrain() {
        let dungeon = read("type octile\r\nheight 1\r\nwidth 7\r\nmap\r\n.GS@OTW").unwrap();
        let written = write(&dungeon, &dungeon.levels[0]);
        assert!(written.ends_with("map\n...@@TT\n"), "{written}");
    }

    #[test]
    fn doors_that_nobody_passes_are_written_as_walls() {
        let dungeon = undercroft::format::text::read("#L+H\"S'B,\n").unwrap();
        let written = write(&dungeon, &dungeon.levels[0]);
        assert!(written.ends_with("map\nTT.T.T.T.\n"), "{written}");
    }

    #[test]
    fn deep_water_and_chasms_are_no_floor_and_bridges_are() {
        let dungeon = undercroft::format::text::read("#.......,\n\nground:\n  ~w:%;= \n").unwrap();
        let written = write(&dungeon, &dungeon.levels[0]);
        assert!(written.ends_with("map\nT..@@....\n"), "{written}");
    }

    #[test]
    fn headers_are_checked_line_by_line() {
        assert_eq!(refuse("type quad\n"), "input:1: need `type octile` here, got \"type quad\"");
        assert_eq!(refuse("type octile"), "input:2: need `height` and a whole number here, got \"\"");
        assert_eq!(
            refuse("type octile\nheight 3\nwidth x\n"),
            "input:3: need `width` and a whole number here, got \"width x\""
        );
        assert_eq!(refuse("type octile\nheight 1\nwidth 1\n.\n"), "input:4: need `map` here, got \".\"");
    }

    #[test]
    fn an_absurd_size_is_refused_before_memory_is_taken() {
        let text = "type octile\nheight 1048576\nwidth 1048576\nmap\n.";
        assert_eq!(refuse(text), "input:2: a map is 1 to 16384 cells wide and high, this one would be 1048576×1048576");
        assert!(refuse("type octile\nheight 16384\nwidth 16384\nmap\n.").contains("at most 67108864 cells"));
    }

    #[test]
    fn rows_are_counted_and_measured() {
        let map = |rows: &str| refuse(&format!("type octile\nheight 2\nwidth 2\nmap\n{rows}"));
        assert_eq!(map("..\n"), "input:5: the map ends after 1 row, its header says 2");
        assert_eq!(map("..\n...\n"), "input:6: this row is 3 cells long, the header says 2");
        assert_eq!(map("..\n.q\n"), "input:6:2: unknown letter 'q'; MovingAI maps are written with . G S @ O T W");
        assert_eq!(map("..\n..\n..\n"), "input:7: more rows than the header says: 2");
    }
}
