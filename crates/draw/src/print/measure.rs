//! Measures of printed pages: margins, sizes of type, and the smallest cells. [Unit: thousandths of a millimetre]

/// On all four sides.
pub const MARGIN: i32 = 12_000;
/// Between two columns of text.
pub const COLUMN_GAP: i32 = 6_000;
/// The smallest cell of a map that is still read with pleasure.
pub const MIN_CELL: i32 = 2_200;
/// The largest: half an inch.
pub const MAX_CELL: i32 = 12_700;
/// Fine lines between parts of a page.
pub const FINE_RULE: i32 = 150;
/// The line below the title.
pub const TITLE_RULE: i32 = 500;

/// The height of capitals for a size of type: 1.98 mm for 8 pt. [Unit: tenths of a point]
pub const fn capital(size: i32) -> i32 {
    size * 2475 / 100
}

/// From one baseline to the next: 1.28 times the size. A point is 25.4/72 mm. [Unit: tenths of a point]
pub const fn leading(size: i32) -> i32 {
    size * 35_278 / 1000 * 128 / 100
}
