//! A map as rows of text, for files: `#` is solid, `.` is free.

use undercroft_grid::{BitGrid, Cell, Size};

pub(crate) fn write(map: &BitGrid) -> Vec<String> {
    let size = map.size();
    let tile = |x, y| if map.contains(Cell::new(x, y)) { '#' } else { '.' };
    (0..size.height()).map(|y| (0..size.width()).map(|x| tile(x, y)).collect()).collect()
}

/// The map, or what is wrong with which row.
pub(crate) fn read(rows: &[String]) -> Result<BitGrid, String> {
    let width = rows.first().map_or(0, String::len);
    let size = Size::new(width as i64, rows.len() as i64).map_err(|error| format!("map: {error}"))?;
    for (y, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(format!("map: row {y} has {} tiles, the first has {width}", row.len()));
        }
        if let Some(x) = row.bytes().position(|tile| !b"#.".contains(&tile)) {
            return Err(format!("map: row {y} has neither # nor . in column {x}"));
        }
    }
    Ok(BitGrid::from_fn(size, |cell| rows[cell.y as usize].as_bytes()[cell.x as usize] == b'#'))
}
