//! The lines of a level for the page: those that drawings and virtual tables have.

use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::{MAX_HATCHED_CELLS, Outline};

use crate::protocol::{LevelLines, PayloadBlob};

/// The lines of a level, where they are not the sides of its cells and the level is not too large to see them.
pub fn level_lines(dungeon: &Dungeon, level: &Level, payload: &mut Vec<u8>) -> Option<LevelLines> {
    if level.size().area() > MAX_HATCHED_CELLS {
        return None;
    }
    let outline = Outline::trace(dungeon, level);
    if !outline.is_soft {
        return None;
    }
    let house = Outline::trace_house(dungeon, level);
    Some(LevelLines { floor: append(&outline, payload), house: house.map(|house| append(&house, payload)) })
}

fn append(outline: &Outline, payload: &mut Vec<u8>) -> PayloadBlob {
    let mut numbers: Vec<i32> = Vec::new();
    for found in &outline.loops {
        numbers.push(found.points.len() as i32);
        numbers.extend(found.points.iter().flat_map(|point| [point.at.x, point.at.y, point.tag as i32]));
    }
    let bytes: Vec<u8> = numbers.into_iter().flat_map(i32::to_le_bytes).collect();
    PayloadBlob::append(payload, &bytes)
}
