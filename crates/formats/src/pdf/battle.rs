//! Battle pages: every room at one inch to a square, small rooms on shelves of one sheet, large ones over several.
//!
//! ```text
//!   ┌──────────────┐   A piece is a room with one cell round it, three on sides where a corridor begins, so that two cells
//!   │ 1 ▦▦▦  2 ▦▦  │   of the corridor show. Pieces take the first place that is free, on the shelves of the sheets that
//!   │   ▦▦▦    ▦▦  │   were begun or on a new one.
//!   │ 3 ▦▦▦▦▦▦     │
//!   └──────────────┘
//! ```

use undercroft_grid::{BitGrid, Dir, Rect};

use super::PdfOptions;
use super::paper::{INCH, Sheet, sheet};
use super::tiling::Tiling;
use undercroft::dungeon::{Dungeon, Level, Room, Terrain};
use undercroft_draw::{Edition, Point};

/// Between two pieces; numbers stand in it.
pub const GAP: i32 = INCH / 4;
/// The width that is printed on, with the paper upright.
const SHORT: i32 = INCH * 15 / 2;
/// The most squares of a piece on one sheet, along its shorter and its longer side.
const MOST: (i32, i32) = (7, 10);
/// Cells shown round a room, and on sides where a corridor begins.
const AROUND: i32 = 1;
const CORRIDOR: i32 = 3;

/// A room with what is round it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattlePiece {
    /// The number of the room; none for players.
    pub number: String,
    /// Its level.
    pub z: i32,
    /// The squares that are shown.
    pub squares: Rect,
}

/// A sheet with one or more rooms.
#[derive(Clone, Debug)]
pub struct ShelfSheet {
    /// The paper.
    pub sheet: Sheet,
    /// The rooms, with the places of their north-west corners.
    pub pieces: Vec<(Point, BattlePiece)>,
    shelves: Vec<Shelf>,
}

/// A row of pieces, counted from the corner of what is printed on.
#[derive(Clone, Copy, Debug)]
struct Shelf {
    top: i32,
    height: i32,
    end: i32,
}

/// The sheets of a battle print.
#[derive(Default)]
pub struct BattleSheets {
    /// Sheets with whole rooms.
    pub shelves: Vec<ShelfSheet>,
    /// Rooms that are larger than a sheet, with their numbers.
    pub tiled: Vec<(String, Tiling)>,
}

impl BattleSheets {
    /// Lays out the rooms of the levels that are shown, in the order of their numbers.
    pub fn new(dungeon: &Dungeon, options: &PdfOptions) -> Self {
        let mut sheets = Self::default();
        for room in dungeon.keyed_rooms().into_iter().filter(|room| options.levels.shows(room.z)) {
            let piece = piece(dungeon, room, options);
            let (short, long) = sides(piece.squares);
            if short <= MOST.0 && long <= MOST.1 {
                sheets.add(piece, options);
            } else if let Some(level) = dungeon.level(room.z) {
                let tiling = Tiling::from_squares(room.z, piece.squares, &own_floor(dungeon, room, level), options);
                sheets.tiled.push((piece.number, tiling));
            }
        }
        sheets
    }

    /// How many pages there are.
    pub fn page_count(&self) -> usize {
        self.shelves.len() + self.tiled.iter().map(|(_, tiling)| tiling.page_count()).sum::<usize>()
    }

    fn add(&mut self, piece: BattlePiece, options: &PdfOptions) {
        let found = self.shelves.iter_mut().find_map(|sheet| Some((sheet.find(&piece)?, sheet)));
        if let Some((at, sheet)) = found {
            sheet.pieces.push((at, piece));
        } else {
            let landscape = piece.squares.width() > MOST.0;
            let mut sheet = ShelfSheet::blank(sheet(options.paper, landscape));
            if let Some(at) = sheet.find(&piece) {
                sheet.pieces.push((at, piece));
            }
            self.shelves.push(sheet);
        }
    }
}

impl ShelfSheet {
    const fn blank(sheet: Sheet) -> Self {
        Self { sheet, pieces: Vec::new(), shelves: Vec::new() }
    }

    /// What is printed on: 7.5 inches, and along the longer side 10 or 10.9, as the paper allows.
    fn inside(&self) -> (i32, i32) {
        let Sheet { width, height } = self.sheet;
        let long = (width.max(height) - INCH * 79 / 100).min(INCH * 109 / 10) / (INCH / 10) * (INCH / 10);
        if width < height { (SHORT, long) } else { (long, SHORT) }
    }

    /// A free place for a piece, which is then taken.
    fn find(&mut self, piece: &BattlePiece) -> Option<Point> {
        let (width, height) = (piece.squares.width() * INCH, piece.squares.height() * INCH);
        let inside = self.inside();
        let corner = Point::new((self.sheet.width - inside.0) / 2, (self.sheet.height - inside.1) / 2);
        let bottom = self.shelves.last().map_or(0, |shelf| shelf.top + shelf.height + GAP);
        let fits = |shelf: &&mut Shelf| height <= shelf.height && shelf.end + GAP + width <= inside.0;
        if let Some(shelf) = self.shelves.iter_mut().find(fits) {
            let at = corner.shift(shelf.end + GAP, shelf.top);
            shelf.end += GAP + width;
            return Some(at);
        }
        if bottom + height > inside.1 || width > inside.0 {
            return None;
        }
        self.shelves.push(Shelf { top: bottom, height, end: width });
        Some(corner.shift(0, bottom))
    }
}

/// The floor of a room, its doors, and the cells of corridors that are shown with it.
fn own_floor(dungeon: &Dungeon, room: &Room, level: &Level) -> BitGrid {
    let doors = dungeon.doors_on(room.z).filter(|door| door.room == Some(room.id) && !door.secret);
    let mouths = doors.flat_map(|door| {
        door.cells.iter().flat_map(move |&cell| (0..CORRIDOR).map(move |step| cell.step(door.normal, step)))
    });
    let cells = room.cells().chain(mouths.filter(|&cell| !level.at(cell).is_massive()));
    let mut floor = BitGrid::new(level.size());
    cells.filter(|&cell| level.size().contains(cell)).for_each(|cell| {
        floor.insert(cell);
    });
    floor
}

fn sides(squares: Rect) -> (i32, i32) {
    let (width, height) = (squares.width(), squares.height());
    (width.min(height), width.max(height))
}

/// The squares of a room: one cell round it, three where a corridor begins.
fn piece(dungeon: &Dungeon, room: &Room, options: &PdfOptions) -> BattlePiece {
    let map = dungeon.level(room.z).map_or(Rect::new(0, 0, 0, 0), |level| level.size().rect());
    let bounds = room.bounds().intersection(map);
    let has_corridor = |side: Dir| {
        let doors = dungeon.doors_on(room.z).filter(|door| door.room == Some(room.id) && door.normal == side);
        let begins = |cell: &undercroft_grid::Cell| {
            dungeon.level(room.z).is_some_and(|level| level.at(cell.step(side, 1)) == Terrain::Corridor)
        };
        doors.filter(|door| !door.secret).any(|door| door.cells.iter().any(begins))
    };
    let [north, east, south, west] =
        [Dir::North, Dir::East, Dir::South, Dir::West].map(|side| if has_corridor(side) { CORRIDOR } else { AROUND });
    let n = i32::from(options.squares_per_tile);
    let cells = Rect::new(bounds.left - west, bounds.top - north, bounds.right + east, bounds.bottom + south);
    let squares = Rect::new(cells.left * n, cells.top * n, cells.right * n, cells.bottom * n);
    // A number that is left out would tell players of a room that they have not found.
    let label = || dungeon.floor_label(room).unwrap_or_else(|| "–".to_owned());
    let number = if options.edition == Edition::Player { String::new() } else { label() };
    BattlePiece { number, z: room.z, squares }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn overlap(a: &(Point, BattlePiece), b: &(Point, BattlePiece)) -> bool {
        let area = |(at, piece): &(Point, BattlePiece)| {
            (at.x, at.y, at.x + piece.squares.width() * INCH, at.y + piece.squares.height() * INCH)
        };
        let (a, b) = (area(a), area(b));
        a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
    }

    /// Scar: the last page of a tower's room held one strip of its wall.
    #[test]
    fn pages_of_a_large_room_hold_all_of_its_floor_and_none_is_a_strip() {
        let options = PdfOptions { squares_per_tile: 1, ..PdfOptions::default() };
        let mut pages = 0;
        for (name, seed) in [("tower", 1), ("temple", 3), ("cave", 3), ("castle", 2), ("forest", 4)] {
            let dungeon = undercroft::generate(name, seed).unwrap();
            for room in dungeon.keyed_rooms() {
                let (level, squares) = (dungeon.level(room.z).unwrap(), piece(&dungeon, room, &options).squares);
                let floor = own_floor(&dungeon, room, level);
                let tiling = Tiling::from_squares(room.z, squares, &floor, &options);
                let is_floor = |squares: Rect| squares.cells().filter(|&cell| floor.contains(cell)).count();
                let shown: Vec<Rect> = tiling.pages().map(|place| tiling.squares(place)).collect();
                assert_eq!(shown.iter().map(|&page| is_floor(page)).sum::<usize>(), is_floor(squares), "{name}");
                let least = sides(squares).0.min(4);
                assert!(shown.iter().all(|&page| is_floor(page) > 0 && sides(page).0 >= least), "{name}: {shown:?}");
                pages += shown.len();
            }
        }
        assert!(pages > 60, "{pages}");
    }

    proptest! {
        #[test]
        fn pieces_lie_on_their_sheets_and_keep_apart(sides in prop::collection::vec((1_i32..8, 1_i32..11, any::<bool>()), 1..40)) {
            let options = PdfOptions::default();
            let mut sheets = BattleSheets::default();
            for &(short, long, turned) in &sides {
                let (short, long) = (short.min(long), short.max(long));
                let (width, height) = if turned { (long, short) } else { (short, long) };
                let squares = Rect::new(0, 0, width, height);
                sheets.add(BattlePiece { number: String::new(), z: 0, squares }, &options);
            }
            prop_assert_eq!(sheets.shelves.iter().map(|sheet| sheet.pieces.len()).sum::<usize>(), sides.len());
            for sheet in &sheets.shelves {
                for (i, piece) in sheet.pieces.iter().enumerate() {
                    let (right, bottom) =
                        (piece.0.x + piece.1.squares.width() * INCH, piece.0.y + piece.1.squares.height() * INCH);
                    prop_assert!(piece.0.x >= INCH / 3 && piece.0.y >= INCH / 3);
                    prop_assert!(right <= sheet.sheet.width - INCH / 3 && bottom <= sheet.sheet.height - INCH / 3);
                    prop_assert!(sheet.pieces[..i].iter().all(|other| !overlap(piece, other)));
                }
            }
        }
    }
}
