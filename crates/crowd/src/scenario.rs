//! `MovingAI` scenario files: who starts where and goes where.
//!
//! N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012. After the line `version 1` every line has nine fields:
//! bucket, map, map width, map height, start x, start y, goal x, goal y, and the shortest length.

use undercroft_grid::{Cell, Size};

/// One line of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trip {
    /// Where it starts.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
}

/// A scenario could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ScenarioError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// Reads a scenario for a map of this size.
///
/// # Errors
/// When a line has not its nine fields, or belongs to a map of another size.
pub fn read_scenario(text: &str, map: Size) -> Result<Vec<Trip>, ScenarioError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let trips = lines.filter(|&(at, line)| at > 0 || !line.starts_with("version"));
    trips.map(|(at, line)| trip(line, map).map_err(|what| ScenarioError { line: at + 1, what })).collect()
}

fn trip(line: &str, map: Size) -> Result<Trip, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [_, _, rest @ .., _] = &fields[..] else { return Err("a trip has nine fields".to_owned()) };
    let numbers: Result<Vec<i32>, _> = rest.iter().map(|field| field.parse()).collect();
    let numbers = numbers.map_err(|_| format!("fields 3 to 8 are whole numbers, got {:?}", rest.join(" ")))?;
    let [width, height, x, y, goal_x, goal_y] = numbers[..] else {
        return Err(format!("a trip has nine fields, got {}", fields.len()));
    };
    if (width, height) != (map.width(), map.height()) {
        return Err(format!("the trip is for a {width}×{height} map, this one is {map}"));
    }
    Ok(Trip { from: Cell::new(x, y), to: Cell::new(goal_x, goal_y) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_is_read_line_by_line() {
        let text = "version 1\n3\tcave.map\t9\t7\t1\t2\t8\t6\t9.5\n";
        let trips = read_scenario(text, Size::of(9, 7)).unwrap();
        assert_eq!(trips, [Trip { from: Cell::new(1, 2), to: Cell::new(8, 6) }]);
    }

    #[test]
    fn errors_name_the_line() {
        let check = |text: &str, message: &str| {
            assert_eq!(read_scenario(text, Size::of(9, 7)).unwrap_err().to_string(), message);
        };
        check("version 1\n3 a.map 9 7 1 2\n", "line 2: a trip has nine fields, got 6");
        check("3 a.map 9 7 1 2 x 6 9.5", "line 1: fields 3 to 8 are whole numbers, got \"9 7 1 2 x 6\"");
        check("\n\n3 a.map 8 7 1 2 3 6 9.5", "line 3: the trip is for a 8×7 map, this one is 9×7");
    }
}
