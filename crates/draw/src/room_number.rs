//! Room numbers: one height for all, each where nothing else stands.
//!
//! A number stands in the largest free square of its room, where that can be on bare floor, for neither lines of a shore nor
//! bones make a figure easier to read. Where the room is too small it stands in the rock beside it with a fine line that leads
//! to the room; where there is no free rock either, on the floor, which is cleared below it.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::entrance_arrow::EntranceArrow;
use super::label_spot::Free;
use super::lettering;
use super::level_drawing::LevelDrawing;
use super::options::{DrawOptions, Edition};
use super::picture::{Area, CELL, Point};
use super::voice::Voice;
use super::word::Word;
use undercroft::dungeon::{Feature, Ground, MarkerKind, Room, RoomId, Spawn, SpawnKind, Terrain};

/// Height of numbers where the options name none: 0.6 of a cell.
pub const NUMBER: i32 = 600;
/// A one in a thin pen looks like a line of the grid.
pub const VOICE: Voice = Voice::Bold;
/// What a number keeps from everything else.
const MARGIN: i32 = 90;
/// How far from its room a number may stand. [Unit: cells]
const REACH: i32 = 3;

/// A number at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomNumber {
    /// The room.
    pub room: RoomId,
    /// The number.
    pub text: String,
    /// The height of its digits.
    pub height: i32,
    /// The middle of its digits.
    pub middle: Point,
    /// Where it stands.
    pub place: NumberPlace,
}

/// Where a number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberPlace {
    /// On free floor.
    Floor,
    /// In rock, with a line to its room that ends here.
    Rock(Point),
    /// On floor where something else is, too.
    Cleared,
}

impl RoomNumber {
    /// What the digits take up.
    pub fn area(&self) -> Area {
        let (width, height) = (lettering::width_in(VOICE, &self.text, self.height), self.height);
        Area::new(self.middle.shift(-width / 2, -height / 2), self.middle.shift(width / 2, height / 2))
    }

    /// The number as a word.
    pub fn word(&self) -> Word {
        let area = self.area();
        let at = Point::new(area.min.x, area.max.y);
        Word { text: self.text.clone(), voice: VOICE, height: self.height, at }
    }

    /// The line to the room, from the side of the number that is nearest.
    pub fn leader(&self) -> Option<[Point; 2]> {
        let NumberPlace::Rock(end) = self.place else { return None };
        let Area { min, max } = self.area();
        let (min, max) = (min.shift(-MARGIN, -MARGIN), max.shift(MARGIN, MARGIN));
        Some([Point::new(end.x.clamp(min.x, max.x), end.y.clamp(min.y, max.y)), end])
    }
}

/// The numbers of a level's rooms; players see none.
pub fn room_numbers(chart: &LevelDrawing, options: &DrawOptions) -> Vec<RoomNumber> {
    if options.edition == Edition::Player || !options.numbers {
        return Vec::new();
    }
    let (height, rock) = (options.number_height.unwrap_or(NUMBER), free_rock(chart, options));
    let mut finder = NumberFinder { chart, height, rock, taken: taken_cells(chart), inked: inked_cells(chart) };
    let rooms = chart.dungeon.rooms.iter().filter(|room| room.z == chart.level.z);
    rooms.filter_map(|room| finder.place(room, &chart.dungeon.floor_label(room)?)).collect()
}

struct NumberFinder<'a> {
    chart: &'a LevelDrawing<'a>,
    height: i32,
    /// Rock that no number takes up yet.
    rock: BitGrid,
    /// Floor where something stands.
    taken: BitGrid,
    /// Floor that is not bare: ground, and what lies flat on it.
    inked: BitGrid,
}

impl NumberFinder<'_> {
    fn place(&mut self, room: &Room, text: &str) -> Option<RoomNumber> {
        let size = self.chart.level.size();
        let cells: Vec<Cell> = room.cells().filter(|&cell| size.contains(cell)).collect();
        let all = Free::from_cells(cells.iter().copied())?;
        let mut free = all.clone();
        cells.iter().filter(|&&cell| self.taken.contains(cell)).for_each(|&cell| free.take(cell));
        let mut bare = free.clone();
        cells.iter().filter(|&&cell| self.inked.contains(cell)).for_each(|&cell| bare.take(cell));
        let height = self.height;
        let [width, depth] = [lettering::width_in(VOICE, text, height), height].map(|side| side + 2 * MARGIN);
        let number = |middle: Point, place| RoomNumber { room: room.id, text: text.to_owned(), height, middle, place };
        let spot = |free: Free| {
            let square = free.largest().filter(|spot| spot.side * CELL >= width.max(depth));
            square.map(|spot| spot.middle).or_else(|| free.nearest_box(width, depth))
        };
        if let Some(middle) = [bare, free].into_iter().find_map(spot) {
            return Some(number(middle, NumberPlace::Floor));
        }
        let home = all.largest()?.middle;
        if let Some(middle) = self.in_rock(&cells, home, width, depth) {
            let end = cells.iter().map(|&cell| Point::middle(cell)).min_by_key(|&end| distance(end, middle))?;
            return Some(number(middle, NumberPlace::Rock(end)));
        }
        Some(number(home, NumberPlace::Cleared))
    }

    /// The middle of the nearest free rock of this size beside a room.
    fn in_rock(&mut self, cells: &[Cell], home: Point, width: i32, depth: i32) -> Option<Point> {
        let [across, down] = [width, depth].map(|side| (side + CELL - 1) / CELL);
        let bounds = Rect::around(cells.iter().copied())?;
        let around = Rect::new(bounds.left - REACH, bounds.top - REACH, bounds.right + REACH, bounds.bottom + REACH);
        let is_free = |rect: &Rect| rect.cells().all(|cell| self.rock.contains(cell));
        let middle = |rect: &Rect| {
            let Area { min, max } = Area::from_rect(*rect);
            Point::new(i32::midpoint(min.x, max.x), i32::midpoint(min.y, max.y))
        };
        let corners = Rect::new(around.left, around.top, around.right - across + 1, around.bottom - down + 1);
        let found = corners.cells().map(|corner| Rect::at(corner, across, down)).filter(is_free);
        let found = found.min_by_key(|rect| (distance(middle(rect), home), rect.top, rect.left))?;
        found.cells().for_each(|cell| {
            self.rock.remove(cell);
        });
        Some(middle(&found))
    }
}

const fn distance(a: Point, b: Point) -> i64 {
    let (x, y) = ((a.x - b.x) as i64, (a.y - b.y) as i64);
    x * x + y * y
}

/// Floor that doors open on, stairs, keys, and what stands.
fn taken_cells(chart: &LevelDrawing) -> BitGrid {
    let mut taken = BitGrid::new(chart.level.size());
    let mut take = |cell: Cell| {
        if chart.level.size().contains(cell) {
            taken.insert(cell);
        }
    };
    let doors = chart.dungeon.doors_on(chart.level.z);
    let beside = |cell: Cell, out| [cell, cell.step(out, 1), cell.step(out, -1)];
    doors.flat_map(|door| door.cells.iter().flat_map(|&cell| beside(cell, door.normal))).for_each(&mut take);
    // Labels of stairs stand on one of the cells beside them.
    let is_stair = |terrain: Terrain| matches!(terrain, Terrain::StairsUp | Terrain::StairsDown);
    let stairs = chart.level.terrain.iter().filter(|(_, terrain)| is_stair(**terrain)).map(|(cell, _)| cell);
    stairs.flat_map(|cell| cell.neighbors4().into_iter().chain([cell])).for_each(&mut take);
    let markers = chart.dungeon.markers.iter().filter(|it| it.kind == MarkerKind::Key && it.z == chart.level.z);
    markers.for_each(|marker| take(marker.cell));
    let standing = chart.dungeon.features.iter().filter(|it| it.z == chart.level.z && it.is_on_floor() && !it.flat);
    standing.flat_map(Feature::cells).for_each(take);
    taken
}

/// Floor with lines on it: shores, stones, features that lie flat, marks of treasure and traps. Tufts of grass are few and
/// faint.
fn inked_cells(chart: &LevelDrawing) -> BitGrid {
    let is_inked = |cell: Cell| !matches!(chart.level.ground_at(cell), Ground::Bare | Ground::Grass);
    let mut inked = BitGrid::from_fn(chart.level.size(), is_inked);
    let flat = chart.dungeon.features.iter().filter(|it| it.z == chart.level.z && it.is_on_floor() && it.flat);
    let is_marked = |it: &&Spawn| it.z == chart.level.z && matches!(it.kind, SpawnKind::Loot | SpawnKind::Trap);
    let marks = chart.dungeon.spawns.iter().filter(is_marked).map(|it| it.cell);
    for cell in flat.flat_map(Feature::cells).chain(marks).filter(|&cell| chart.level.size().contains(cell)) {
        inked.insert(cell);
    }
    inked
}

/// Rock that numbers may stand in: none round houses, and none where the entrance is drawn.
fn free_rock(chart: &LevelDrawing, options: &DrawOptions) -> BitGrid {
    if chart.house.is_some() {
        return BitGrid::new(chart.level.size());
    }
    let mut rock = BitGrid::from_fn(chart.level.size(), |cell| chart.level.at(cell).is_massive());
    let quiet = EntranceArrow::find(chart.dungeon, chart.level, &chart.floor, options.sheet)
        .map(EntranceArrow::areas_taken)
        .unwrap_or_default();
    for cell in quiet.iter().flat_map(|area| area.cells().cells()).filter(|&cell| chart.level.size().contains(cell)) {
        rock.remove(cell);
    }
    rock
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use undercroft::dungeon::Dungeon;
    use undercroft_grid::Grid;

    /// What is wrong with numbers, one word for each law.
    fn flaws(chart: &LevelDrawing, numbers: &[RoomNumber]) -> Vec<&'static str> {
        let mut flaws = Vec::new();
        let cells = |number: &RoomNumber| number.area().cells().cells().collect::<Vec<Cell>>();
        let is_home = |number: &RoomNumber| {
            let room = chart.dungeon.room(number.room);
            match number.place {
                NumberPlace::Rock(end) => room.cells().any(|cell| Point::middle(cell) == end),
                _ => cells(number).into_iter().all(|cell| room.contains(cell)) || number.place == NumberPlace::Cleared,
            }
        };
        if !numbers.iter().all(is_home) {
            flaws.push("a number is neither in its room nor led to it");
        }
        let doors = chart.dungeon.doors_on(chart.level.z);
        let before: Vec<Cell> = doors
            .flat_map(|door| {
                door.cells.iter().flat_map(|&cell| [cell.step(door.normal, 1), cell.step(door.normal, -1)])
            })
            .collect();
        let is_on_door = |number: &RoomNumber| cells(number).iter().any(|cell| before.contains(cell));
        if numbers.iter().any(|number| number.place != NumberPlace::Cleared && is_on_door(number)) {
            flaws.push("a number is on a door");
        }
        let meets = |a: Area, b: Area| a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
        let apart =
            |(i, number): (usize, &RoomNumber)| numbers[..i].iter().all(|other| !meets(number.area(), other.area()));
        if !numbers.iter().enumerate().all(apart) {
            flaws.push("two numbers meet");
        }
        flaws
    }

    #[test]
    fn numbers_are_in_their_rooms_or_led_to_them_and_never_on_doors() {
        let mut places = [0; 2];
        for (seed, height) in (0..40).flat_map(|seed| [(seed, 600), (seed, 900), (seed, 1800)]) {
            let picture = fixture::random_picture(undercroft_grid::Size::of(3, 3), seed);
            let dungeon = fixture::furnished("Random", &[&picture]);
            let options = DrawOptions { number_height: Some(height), ..DrawOptions::default() };
            let chart = LevelDrawing::new(&dungeon, &dungeon.levels[0], &options);
            let numbers = room_numbers(&chart, &options);
            assert_eq!(numbers.len(), dungeon.rooms.len());
            assert_eq!(flaws(&chart, &numbers), [""; 0], "{picture}");
            assert!(numbers.iter().all(|number| number.height == height));
            places[0] += numbers.iter().filter(|number| number.place == NumberPlace::Floor).count();
            places[1] += numbers.iter().filter(|number| number.leader().is_some()).count();
        }
        assert!(places[0] > 500 && places[1] > 0, "{places:?}");
    }

    #[test]
    fn a_number_keeps_off_water_and_bones_where_there_is_bare_floor() {
        let mut dungeon = fixture::dungeon("", &["########\n#......#\n#......#\n#......#\n#......#\n########"]);
        let place = |dungeon: &Dungeon| {
            let options = DrawOptions::default();
            let chart = LevelDrawing::new(dungeon, &dungeon.levels[0], &options);
            room_numbers(&chart, &options).remove(0)
        };
        assert_eq!(place(&dungeon).middle, Point::new(4000, 3000));
        let size = dungeon.levels[0].size();
        let water = |cell: Cell| if cell.x < 5 { Ground::Shallow } else { Ground::Bare };
        dungeon.levels[0].ground = Some(Grid::from_fn(size, water));
        assert_eq!((place(&dungeon).middle.x, place(&dungeon).place), (6000, NumberPlace::Floor));
        dungeon.levels[0].ground = Some(Grid::filled(size, Ground::Shallow));
        assert_eq!(place(&dungeon).middle, Point::new(4000, 3000));
    }

    #[test]
    fn a_number_on_a_door_is_found_by_one_law() {
        let dungeon = fixture::dungeon(
            "",
            &["#######   #####\n#.....#   #...#\n#.....+,,,+...#\n#.....#   #...#\n#######   #####"],
        );
        let options = DrawOptions::default();
        let chart = LevelDrawing::new(&dungeon, &dungeon.levels[0], &options);
        let mut numbers = room_numbers(&chart, &options);
        assert_eq!(flaws(&chart, &numbers), [""; 0]);
        let door = dungeon.doors.iter().find(|door| door.room == Some(numbers[0].room)).unwrap();
        numbers[0].middle = Point::middle(door.cells[0].step(door.normal, -1));
        assert_eq!(flaws(&chart, &numbers), ["a number is on a door"]);
    }
}
