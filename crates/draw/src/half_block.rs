//! Half blocks: two cells, one above the other, in one letter; larger maps have several cells to a half.

use std::fmt::Write;

use undercroft_grid::Cell;

use super::sketch::{Sketch, foreground};
use undercroft::dungeon::{Dungeon, Ground, Level, Terrain};

/// A small picture of a dungeon's first level, at most `width` letters wide and `height` lines high.
pub fn thumbnail(dungeon: &Dungeon, width: usize, height: usize, color: bool) -> String {
    let Some(level) = dungeon.levels.first() else { return String::new() };
    let (columns, rows) = (level.size().width() as usize, level.size().height() as usize);
    let scale = columns.div_ceil(width.max(1)).max(rows.div_ceil(2 * height.max(1))).max(1);
    blocks(level, scale as i32, color)
}

/// A level with as many cells to a half block as it takes to fit the width.
pub fn fitted(level: &Level, limit: usize, color: bool) -> Sketch {
    let scale = (level.size().width() as usize).div_ceil(limit).max(1) as i32;
    let say =
        || format!("the map is drawn small, {scale}×{scale} cells to a dot; a wider terminal or a PNG shows more");
    Sketch { text: blocks(level, scale, color), legend: String::new(), note: (scale > 1).then(say) }
}

/// What a dot shows, the most telling last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Dot {
    Rock,
    Corridor,
    Floor,
    Water,
    Chasm,
    Door,
    Stairs,
}

impl Dot {
    /// What a cell shows, with what lies on it.
    fn from_cell(level: &Level, cell: Cell) -> Self {
        match level.ground_at(cell) {
            Ground::Shallow | Ground::Deep => Self::Water,
            Ground::Chasm => Self::Chasm,
            _ => Self::from_terrain(level.at(cell)),
        }
    }

    const fn from_terrain(terrain: Terrain) -> Self {
        match terrain {
            Terrain::Corridor => Self::Corridor,
            Terrain::Floor => Self::Floor,
            Terrain::Door => Self::Door,
            Terrain::StairsUp | Terrain::StairsDown => Self::Stairs,
            _ => Self::Rock,
        }
    }

    const fn color(self) -> u8 {
        match self {
            Self::Rock => 0,
            Self::Corridor => 246,
            Self::Floor => 252,
            Self::Water => 74,
            Self::Chasm => 238,
            Self::Door => 173,
            Self::Stairs => 80,
        }
    }
}

fn blocks(level: &Level, scale: i32, color: bool) -> String {
    let (columns, rows) = ((level.size().width() + scale - 1) / scale, (level.size().height() + scale - 1) / scale);
    let mut out = String::new();
    for y in (0..rows).step_by(2) {
        let mut line = String::new();
        for x in 0..columns {
            let [upper, lower] = [dot(level, x, y, scale), dot(level, x, y + 1, scale)];
            push_block(&mut line, upper, lower, color);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn push_block(line: &mut String, upper: Dot, lower: Dot, color: bool) {
    let letter = match (upper, lower) {
        (Dot::Rock, Dot::Rock) => return line.push(' '),
        (Dot::Rock, _) => '▄',
        (_, Dot::Rock) => '▀',
        (a, b) if a == b || !color => '█',
        _ => '▀',
    };
    if !color {
        return line.push(letter);
    }
    let front = if letter == '▄' { lower } else { upper };
    line.push_str(&foreground(front.color()));
    if letter == '▀' && lower != Dot::Rock {
        let _ = write!(line, "\u{1b}[48;5;{}m", lower.color());
    }
    line.push(letter);
    line.push_str("\u{1b}[0m");
}

/// The most telling of the cells that a dot stands for; most of them must be open for floor to show.
fn dot(level: &Level, x: i32, y: i32, scale: i32) -> Dot {
    let cells = undercroft_grid::Rect::at(Cell::new(x * scale, y * scale), scale, scale);
    let dots = cells.cells().map(|cell| Dot::from_cell(level, cell));
    let open = dots.clone().filter(|&dot| dot != Dot::Rock).count() as i32;
    if 3 * open < scale * scale { Dot::Rock } else { dots.max().unwrap_or(Dot::Rock) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::dungeon;

    #[test]
    fn two_cells_share_a_letter() {
        let dungeon = dungeon("", &["#####\n#...#\n#...+,\n#####"]);
        let level = &dungeon.levels[0];
        assert_eq!(blocks(level, 1, false), " ▄▄▄\n ▀▀▀▀▀\n");
        assert!(blocks(level, 1, true).contains("\u{1b}[38;5;173m▀"));
    }

    #[test]
    fn thumbnails_keep_their_limits() {
        let picture = crate::fixture::random_picture(undercroft_grid::Size::of(4, 3), 1);
        let dungeon = dungeon("", &[&picture]);
        for (width, height) in [(1, 1), (10, 3), (20, 40), (200, 2)] {
            let thumbnail = thumbnail(&dungeon, width, height, false);
            assert!(thumbnail.lines().count() <= height, "{thumbnail}");
            assert!(thumbnail.lines().all(|line| line.chars().count() <= width), "{thumbnail}");
        }
        assert!(!thumbnail(&dungeon, 24, 8, false).trim().is_empty());
    }
}
