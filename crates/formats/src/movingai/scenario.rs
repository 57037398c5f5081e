//! MovingAI scenarios: walks to be found on a map, with the lengths of the best ones.
//!
//! ```text
//! version 1
//! 0   hall.map   49   49   1   11   3   12   2.41421356
//! bucket, map, its width and height, start x and y, goal x and y, length of a shortest walk
//! ```
//!
//! `benchmark` draws such walks on a dungeon.

use std::fmt::Write as _;

use undercroft_grid::{Cell, Size};

use undercroft::format::ReadError;
use undercroft::format::decode::{lines, size};

/// What begins the first line of every scenario file.
pub const VERSION: &str = "version 1";

/// One walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The group of similar length that the walk belongs to.
    pub bucket: u32,
    /// The map's file.
    pub map: String,
    /// The map's size.
    pub size: Size,
    /// Where the walk begins, on the map.
    pub start: Cell,
    /// Where it ends, on the map.
    pub goal: Cell,
    /// The length of a shortest walk as the file has it, for files differ in their decimals. A number.
    pub optimal: String,
}

impl Scenario {
    /// The length of a shortest walk.
    pub fn length(&self) -> f64 {
        self.optimal.parse().unwrap_or(f64::NAN)
    }
}

/// Reads a scenario file.
///
/// # Errors
/// When a line has not nine fields, or a field is not what it should be.
///
/// ```
/// use undercroft_formats::movingai::scenario;
///
/// let text = "version 1\n0\thall.map\t5\t3\t1\t1\t3\t1\t2.00000000\n";
/// let problems = scenario::read(text).unwrap();
/// assert_eq!(problems[0].length(), 2.0);
/// ```
pub fn read(text: &str) -> Result<Vec<Scenario>, ReadError> {
    let mut lines = lines(text);
    match lines.next() {
        Some((_, "version 1" | "version 1.0")) => {}
        first => {
            let got = first.map_or("", |(_, line)| line);
            return Err(ReadError::on_line(1, format!("need `{VERSION}` here, got {got:?}")));
        }
    }
    let walks = lines.filter(|(_, line)| !line.trim().is_empty());
    walks.map(|(number, line)| scenario(line).map_err(|problem| ReadError::on_line(number, problem))).collect()
}

/// Writes a scenario file.
pub fn write(scenarios: &[Scenario]) -> String {
    let mut text = format!("{VERSION}\n");
    for Scenario { bucket, map, size, start, goal, optimal } in scenarios {
        let (width, height) = (size.width(), size.height());
        let ends = format!("{}\t{}\t{}\t{}", start.x, start.y, goal.x, goal.y);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{bucket}\t{map}\t{width}\t{height}\t{ends}\t{optimal}");
    }
    text
}

fn scenario(line: &str) -> Result<Scenario, String> {
    // Older files separate by spaces; where there are tabs, a map's name may hold spaces.
    let fields: Vec<&str> =
        if line.contains('\t') { line.split('\t').map(str::trim).collect() } else { line.split_whitespace().collect() };
    let &[bucket, map, width, height, start_x, start_y, goal_x, goal_y, optimal] = fields.as_slice() else {
        return Err(format!("a walk has 9 fields, this line has {}", fields.len()));
    };
    let size = size(number("width", width)?, number("height", height)?, 0)?;
    Ok(Scenario {
        bucket: number("bucket", bucket)?,
        map: map.to_owned(),
        size,
        start: place("start", start_x, start_y, size)?,
        goal: place("goal", goal_x, goal_y, size)?,
        optimal: length(optimal)?,
    })
}

fn number<T: std::str::FromStr>(name: &str, field: &str) -> Result<T, String> {
    field.parse().map_err(|_| format!("{name}: need a whole number, got {field:?}"))
}

fn place(name: &str, x: &str, y: &str, size: Size) -> Result<Cell, String> {
    let cell = Cell::new(number(name, x)?, number(name, y)?);
    if size.contains(cell) { Ok(cell) } else { Err(format!("{name}: {cell} lies outside a {size} map")) }
}

fn length(field: &str) -> Result<String, String> {
    let value: Option<f64> = field.parse().ok();
    let sound = value.is_some_and(|value| value.is_finite() && value >= 0.0);
    if sound { Ok(field.to_owned()) } else { Err(format!("optimal length: need a number, got {field:?}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "version 1\n0\tthe hall.map\t49\t49\t1\t11\t3\t12\t2.41421356\n7\thall.map\t49\t49\t0\t0\t48\t48\t70\n";

    #[test]
    fn a_scenario_is_read_and_written_as_it_was() {
        let walks = read(TEXT).unwrap();
        assert_eq!((walks[0].map.as_str(), walks[0].goal, walks[1].bucket), ("the hall.map", Cell::new(3, 12), 7));
        assert!((walks[0].length() - 2.414_213_56).abs() < 1e-12);
        assert_eq!(write(&walks), TEXT);
    }

    #[test]
    fn older_files_have_spaces_and_another_version() {
        let walks = read("version 1.0\n4 maps/old.map 512 512 435 402 449 409 16.90\n").unwrap();
        assert_eq!((walks[0].start, walks[0].optimal.as_str()), (Cell::new(435, 402), "16.90"));
    }

    #[test]
    fn a_bad_line_is_named_with_what_is_wrong() {
        let refuse = |line: &str| read(&format!("version 1\n{line}\n")).unwrap_err().to_string();
        assert_eq!(refuse("0 a 4 4 1 1"), "input:2: a walk has 9 fields, this line has 6");
        assert_eq!(refuse("x a 4 4 1 1 2 2 3"), "input:2: bucket: need a whole number, got \"x\"");
        assert_eq!(refuse("0 a 4 4 1 1 2 4 3"), "input:2: goal: (2, 4) lies outside a 4×4 map");
        assert_eq!(refuse("0 a 4 4 1 1 2 2 NaN"), "input:2: optimal length: need a number, got \"NaN\"");
        assert!(refuse("0 a 1048576 1048576 1 1 2 2 3").contains("1048576×1048576"));
        assert_eq!(read("version 2\n").unwrap_err().to_string(), "input:1: need `version 1` here, got \"version 2\"");
    }
}
