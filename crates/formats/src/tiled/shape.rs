//! Cells as shapes, and shapes as cells.

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size};

/// The corners of an area's outer edge, clockwise from its north-west: the inside lies to the right of every step.
///
/// The area is the one that the first cell of the set belongs to; others are not seen, nor are holes.
pub(super) fn outline(cells: impl Iterator<Item = Cell> + Clone) -> Vec<Cell> {
    let Some(bounds) = Rect::around(cells.clone()) else { return Vec::new() };
    let mut inside = BitGrid::new(Size::of(bounds.width(), bounds.height()));
    cells.for_each(|cell| {
        inside.insert(cell - bounds.min());
    });
    let Some(start) = inside.iter().next() else { return Vec::new() };
    let (mut at, mut heading, mut corners) = (start, Dir::East, Vec::new());
    loop {
        let next = turned(&inside, at + heading, heading);
        at = at + heading;
        if next != heading {
            corners.push(at + bounds.min());
        }
        heading = next;
        if at == start && heading == Dir::East {
            corners.rotate_right(1);
            return corners;
        }
    }
}

/// Where the edge goes on from a corner: right where nothing lies ahead to the right, left where something does to the left.
fn turned(inside: &BitGrid, corner: Cell, heading: Dir) -> Dir {
    let (left, right) = (cell_ahead(corner, heading, true), cell_ahead(corner, heading, false));
    let is_inside = |cell: Cell| inside.size().contains(cell) && inside.contains(cell);
    match (is_inside(left), is_inside(right)) {
        (_, false) => heading.right(),
        (true, true) => heading.left(),
        (false, true) => heading,
    }
}

/// The cell that a step from a corner would have to its left or to its right.
fn cell_ahead(corner: Cell, heading: Dir, left: bool) -> Cell {
    let (x, y) = match (heading, left) {
        (Dir::North, true) | (Dir::West, false) => (-1, -1),
        (Dir::North, false) | (Dir::East, true) => (0, -1),
        (Dir::East, false) | (Dir::South, true) => (0, 0),
        (Dir::South, false) | (Dir::West, true) => (-1, 0),
    };
    corner + Cell::new(x, y)
}

/// The cells whose middles lie in a polygon, by the even-odd rule, row by row. Corners are in sixteenths of a cell.
pub(super) fn filled(corners: &[[i64; 2]], size: Size) -> Vec<(i32, std::ops::Range<i32>)> {
    let mut crossings: Vec<(i32, i64)> = Vec::new();
    for (i, &from) in corners.iter().enumerate() {
        cross(from, corners[(i + 1) % corners.len()], size, &mut crossings);
    }
    crossings.sort_unstable();
    let rows = crossings.chunk_by(|a, b| a.0 == b.0);
    let spans = |row: &[(i32, i64)]| {
        row.chunks_exact(2).map(|pair| (pair[0].0, columns(pair[0].1, pair[1].1, size))).collect::<Vec<_>>()
    };
    rows.flat_map(spans).filter(|(_, columns)| !columns.is_empty()).collect()
}

/// Where an edge crosses the middles of rows.
fn cross([x0, y0]: [i64; 2], [x1, y1]: [i64; 2], size: Size, crossings: &mut Vec<(i32, i64)>) {
    let middle = |y: i64| 16 * y + 8;
    let (top, bottom) = (y0.min(y1), y0.max(y1));
    let first = (top + 7).div_euclid(16).max(0);
    for y in first..i64::from(size.height()) {
        if middle(y) >= bottom {
            break;
        }
        if middle(y) >= top {
            crossings.push((y as i32, x0 + (x1 - x0) * (middle(y) - y0) / (y1 - y0)));
        }
    }
}

/// The columns whose middles lie between two crossings.
fn columns(from: i64, to: i64, size: Size) -> std::ops::Range<i32> {
    let column = |x: i64| (x + 7).div_euclid(16).clamp(0, size.width().into()) as i32;
    column(from)..column(to)
}

/// The ends and bends of a path of single steps; `None` where a step is none.
pub(super) fn bends(path: &[Cell]) -> Option<Vec<Cell>> {
    if path.windows(2).any(|pair| pair[0].manhattan(pair[1]) != 1) {
        return None;
    }
    let is_bend = |i: usize| i == 0 || i + 1 == path.len() || path[i] - path[i - 1] != path[i + 1] - path[i];
    Some((0..path.len()).filter(|&i| is_bend(i)).map(|i| path[i]).collect())
}

/// The path through these bends, one step after another; slanting lines go east or west first.
pub(super) fn steps(bends: &[Cell]) -> Vec<Cell> {
    let mut path: Vec<Cell> = bends.first().copied().into_iter().collect();
    for &bend in bends.iter().skip(1) {
        while let Some(&last) = path.last().filter(|&&last| last != bend) {
            let (x, y) = ((bend.x - last.x).signum(), (bend.y - last.y).signum());
            path.push(last + if x == 0 { Cell::new(0, y) } else { Cell::new(x, 0) });
        }
    }
    path
}

/// The cells of a set as rectangles that do not overlap: runs of a row, joined with equal runs below.
pub(super) fn rectangles(cells: &BitGrid) -> Vec<Rect> {
    let mut done: Vec<Rect> = Vec::new();
    let mut open: Vec<Rect> = Vec::new();
    for y in 0..cells.size().height() {
        let mut before = std::mem::take(&mut open).into_iter().peekable();
        for run in cells.runs(y) {
            while let Some(rect) = before.next_if(|rect| rect.left < run.start) {
                done.push(rect);
            }
            let grown = before.next_if(|rect| rect.left == run.start && rect.right == run.end);
            open.push(grown.map_or(Rect::new(run.start, y, run.end, y + 1), |rect| Rect { bottom: y + 1, ..rect }));
        }
        done.extend(before);
    }
    done.extend(open);
    done.sort_unstable_by_key(|rect| rect.min());
    done
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn drawn(picture: &str) -> Vec<Cell> {
        let row = |(y, line): (usize, &str)| -> Vec<Cell> {
            let cells = line.chars().enumerate().filter(|(_, c)| *c == '.');
            cells.map(|(x, _)| Cell::new(x as i32 + 3, y as i32 + 2)).collect()
        };
        picture.lines().enumerate().flat_map(row).collect()
    }

    fn back(corners: &[Cell]) -> Vec<Cell> {
        let corners: Vec<[i64; 2]> = corners.iter().map(|c| [16 * i64::from(c.x), 16 * i64::from(c.y)]).collect();
        let rows = filled(&corners, Size::of(40, 40));
        rows.into_iter().flat_map(|(y, xs)| xs.map(move |x| Cell::new(x, y))).collect()
    }

    #[test]
    fn an_outline_leads_back_to_its_cells() {
        for picture in [".", "...\n.", " .\n...\n .", ".. .\n....\n.", "...\n.  \n..."] {
            let cells = drawn(picture);
            assert_eq!(back(&outline(cells.iter().copied())), cells, "{picture}");
        }
        assert_eq!(outline(drawn("..\n..").into_iter()).len(), 4);
    }

    #[test]
    fn holes_and_corners_that_touch_are_no_part_of_an_outline() {
        assert_eq!(back(&outline(drawn("...\n. .\n...").into_iter())).len(), 9);
        assert_eq!(back(&outline(drawn(".\n .").into_iter())).len(), 1);
    }

    proptest! {
        #[test]
        fn rectangles_cover_the_set_once(width in 1..20, height in 1..12, bits: [u64; 4]) {
            let size = Size::of(width, height);
            let cells = BitGrid::from_fn(size, |cell| bits[size.id(cell) / 64] >> (size.id(cell) % 64) & 1 == 1);
            let mut covered: Vec<Cell> = rectangles(&cells).into_iter().flat_map(Rect::cells).collect();
            covered.sort_unstable();
            prop_assert_eq!(covered, cells.iter().collect::<Vec<_>>());
        }

        #[test]
        fn bends_lead_back_to_the_path(turns in prop::collection::vec(0..4usize, 0..30)) {
            let mut path = vec![Cell::new(0, 0)];
            turns.iter().for_each(|&turn| path.push(path[path.len() - 1] + Dir::ALL[turn]));
            prop_assert_eq!(steps(&bends(&path).unwrap()), path);
        }
    }
}
