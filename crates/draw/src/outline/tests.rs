//! The bounds of the outline, on random caves, on every round room, and on mixtures of soft and ruled floor.

use undercroft::dungeon::{Door, DoorId, DoorKind, DoorState, Room, RoomId, Run, Shape, Terrain};
use undercroft_grid::{Cell, Dir, Edge, Grid, Rect, Regions, Size, mix};

use super::*;
use crate::picture::CELL;

/// Levels in the sample; `UNDERCROFT_SEEDS` asks for more.
const SAMPLE: u64 = 400;

pub(super) fn levels() -> u64 {
    std::env::var("UNDERCROFT_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SAMPLE)
}

/// A row of the table of laws.
fn report(law: &str, looked_at: &str, worst: &Worst) {
    println!("law: {law} | {looked_at} | {worst}");
}

/// The worst that was found. [Unit: thousandths of a cell]
#[derive(Clone, Copy, Debug)]
struct Worst {
    /// From a point of the line to the cells' outline.
    off: f64,
    /// From a corner of that outline to the line.
    cut: f64,
    /// From the middle of a floor cell to the line.
    floor: f64,
    /// From the middle of any other cell to the line.
    rock: f64,
    edges: usize,
    segments: usize,
}

impl Worst {
    const NONE: Self = Self { off: 0.0, cut: 0.0, floor: 9e9, rock: 9e9, edges: 0, segments: 0 };

    fn and(self, other: Self) -> Self {
        Self {
            off: self.off.max(other.off),
            cut: self.cut.max(other.cut),
            floor: self.floor.min(other.floor),
            rock: self.rock.min(other.rock),
            edges: self.edges + other.edges,
            segments: self.segments + other.segments,
        }
    }

    fn is_within_bounds(&self) -> bool {
        self.off <= 400.0 && self.cut <= 550.0 && self.floor >= 180.0 && self.rock >= 180.0
    }
}

impl std::fmt::Display for Worst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { off, cut, floor, rock, edges, segments } = self;
        let ratio = *segments as f64 / *edges as f64;
        write!(f, "{off:.0}, {cut:.0}, {floor:.0}, {rock:.0}; no crossing; {ratio:.2} segments per unit edge")
    }
}

pub(super) type Segment = [Point; 2];

/// Segments by the cells they touch, so that only near ones are looked at.
struct Near {
    segments: Vec<Segment>,
    by_cell: Grid<Vec<usize>>,
}

/// Cells of margin round the map.
const MARGIN: i32 = 2;

impl Near {
    fn new(size: Size, segments: Vec<Segment>) -> Self {
        let wide = Size::of(size.width() + 2 * MARGIN, size.height() + 2 * MARGIN);
        let mut by_cell = Grid::filled(wide, Vec::new());
        for (i, segment) in segments.iter().enumerate() {
            let area = crate::picture::Area::around(segment);
            let rect = Rect::new(
                area.min.x.div_euclid(CELL),
                area.min.y.div_euclid(CELL),
                area.max.x.div_euclid(CELL) + 1,
                area.max.y.div_euclid(CELL) + 1,
            );
            for cell in rect.cells() {
                if let Some(list) = by_cell.get_mut(cell + Cell::new(MARGIN, MARGIN)) {
                    list.push(i);
                }
            }
        }
        Self { segments, by_cell }
    }

    /// The distance from a point to the nearest segment within a cell or so.
    fn distance(&self, point: Point) -> f64 {
        let cell = Cell::new(point.x.div_euclid(CELL) + MARGIN, point.y.div_euclid(CELL) + MARGIN);
        let around = Rect::at(cell, 1, 1).grow(1).cells();
        let near = around.filter_map(|cell| self.by_cell.get(cell)).flatten();
        near.map(|&i| distance(point, self.segments[i])).fold(9e9, f64::min)
    }

    fn crossings(&self) -> usize {
        let pairs =
            self.by_cell.values().iter().flat_map(|list| {
                list.iter().enumerate().flat_map(move |(k, &i)| list[..k].iter().map(move |&j| (i, j)))
            });
        pairs.filter(|&(i, j)| cross(self.segments[i], self.segments[j])).count()
    }
}

pub(super) fn distance(point: Point, [a, b]: Segment) -> f64 {
    let [px, py, ax, ay, bx, by] = [point.x, point.y, a.x, a.y, b.x, b.y].map(f64::from);
    let (dx, dy) = (bx - ax, by - ay);
    let square = dx * dx + dy * dy;
    let t = if square == 0.0 { 0.0 } else { (((px - ax) * dx + (py - ay) * dy) / square).clamp(0.0, 1.0) };
    (px - ax - t * dx).hypot(py - ay - t * dy)
}

/// Whether two segments have a point in common that is inside both.
fn cross([a, b]: Segment, [c, d]: Segment) -> bool {
    let side = |p: Point, q: Point, r: Point| {
        let step = |a: i32, b: i32| i64::from(b) - i64::from(a);
        (step(p.x, q.x) * step(p.y, r.y) - step(p.y, q.y) * step(p.x, r.x)).signum()
    };
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

pub(super) fn segments(outline: &Outline) -> Vec<Segment> {
    outline.loops.iter().flat_map(|it| it.segments().map(|(a, b)| [a.at, b.at])).collect()
}

fn edges(open: &BitGrid) -> Vec<Edge> {
    boundary(open, Touching::Apart).into_iter().flatten().collect()
}

/// Measures an outline against the cells.
fn measure(open: &BitGrid, outline: &Outline) -> Worst {
    let edges = edges(open);
    let cells =
        Near::new(open.size(), edges.iter().map(|e| [Point::corner(e.start()), Point::corner(e.end())]).collect());
    let line = Near::new(open.size(), segments(outline));
    assert_eq!(line.crossings(), 0, "lines cross");
    let points = outline.loops.iter().flat_map(|it| &it.points);
    let off = points.map(|point| cells.distance(point.at)).fold(0.0, f64::max);
    let cut = edges.iter().map(|edge| line.distance(Point::corner(edge.start()))).fold(0.0, f64::max);
    let middles = |cells: &mut dyn Iterator<Item = Cell>| {
        cells.map(|cell| line.distance(Point::middle(cell))).fold(9e9, f64::min)
    };
    let floor = middles(&mut open.iter());
    let rock = middles(&mut open.size().rect().grow(1).cells().filter(|&cell| !open.contains(cell)));
    assert!(open.iter().all(|cell| winding(outline, Point::middle(cell)) == 1), "floor lies outside");
    Worst { off, cut, floor, rock, edges: edges.len(), segments: line.segments.len() }
}

/// How often the outline goes round a point; holes count below zero.
fn winding(outline: &Outline, point: Point) -> i32 {
    let turn = |[a, b]: Segment| {
        let left = i64::from(b.x - a.x) * i64::from(point.y - a.y) - i64::from(b.y - a.y) * i64::from(point.x - a.x);
        i32::from(a.y <= point.y && b.y > point.y && left > 0) - i32::from(b.y <= point.y && a.y > point.y && left < 0)
    };
    segments(outline).into_iter().map(turn).sum()
}

/// A cave of random cells, smoothed a little or not at all, with leaves of doors here and there.
pub(super) fn random_cave(seed: u64) -> Dungeon {
    let hash = |place: u64| mix(seed.wrapping_mul(0x9e37_79b9).wrapping_add(place));
    let size = Size::of(4 + (hash(1) % 20) as i32, 4 + (hash(2) % 20) as i32);
    let density = 30 + hash(3) % 50;
    let mut open = BitGrid::from_fn(size, |cell| hash(1000 + size.id(cell) as u64) % 100 < density);
    for _ in 0..hash(4) % 3 {
        let full = |cell: Cell| cell.neighbors8().iter().filter(|&&beside| open.contains(beside)).count() >= 4;
        open = BitGrid::from_fn(size, full);
    }
    let doors = hash(5) % 4;
    let is_door = |cell: Cell| doors > 0 && hash(9000 + size.id(cell) as u64) % 40 < doors;
    let worked = hash(6) % 3 == 0;
    let terrain = Grid::from_fn(size, |cell| match open.contains(cell) {
        false => Terrain::Rock,
        true if is_door(cell) => Terrain::Door,
        true => Terrain::Floor,
    });
    let mut dungeon = Dungeon::bare("Cave", vec![Level::new(0, terrain)]);
    let floor = BitGrid::from_fn(size, |cell| open.contains(cell) && !is_door(cell));
    for (i, floor) in Run::of_regions(&floor, &Regions::of(&floor)).into_iter().enumerate() {
        let mut room = Room::bare(RoomId(i as u32), 0, floor);
        room.shape = if worked && i % 2 == 1 { Shape::Rect } else { Shape::Cave };
        dungeon.rooms.push(room);
    }
    dungeon
}

pub(super) fn floor_of(dungeon: &Dungeon) -> BitGrid {
    drawn_floor(dungeon, &dungeon.levels[0])
}

#[test]
fn the_outline_of_a_cave_keeps_its_bounds_and_never_crosses_itself() {
    let (mut line, mut walls) = (Worst::NONE, Worst::NONE);
    for seed in 0..levels() {
        let cave = random_cave(seed);
        let open = floor_of(&cave);
        let outline = Outline::trace(&cave, &cave.levels[0]);
        let found = [measure(&open, &outline), measure(&open, &outline.simplify())];
        assert!(found.iter().all(Worst::is_within_bounds), "cave {seed}: {found:?}");
        (line, walls) = (line.and(found[0]), walls.and(found[1]));
    }
    let looked_at = format!("{} random caves, {} unit edges", levels(), line.edges);
    report("outline: off <= 400, cut <= 550, floor >= 180, rock >= 180", &looked_at, &line);
    report("simplified outline, same bounds", &looked_at, &walls);
    assert!(line.off > 250.0 && line.floor < 300.0, "the noise is used: {line:?}");
}

/// Round rooms by their rules, turned, with a door in a random place of the wall or none.
fn round_room(shape: Shape, [width, height]: [i32; 2], turn: u8, door: u64) -> Dungeon {
    let is_in_disc = |x: i32, y: i32| {
        let (dx, dy) = (2 * x - (width - 1), 2 * y - (width - 1));
        dx * dx + dy * dy <= width * width
    };
    let is_floor = |x: i32, y: i32| match shape {
        Shape::Octagon => x.min(width - 1 - x) + y.min(height - 1 - y) >= 3 * width / 10,
        Shape::Apse => y >= width / 2 || is_in_disc(x, y),
        _ => is_in_disc(x, y),
    };
    let turned = |cell: Cell| match turn {
        0 => (cell.x, cell.y),
        1 => (cell.y, height - 1 - cell.x),
        2 => (width - 1 - cell.x, height - 1 - cell.y),
        _ => (width - 1 - cell.y, cell.x),
    };
    let [across, down] = if turn.is_multiple_of(2) { [width, height] } else { [height, width] };
    let size = Size::of(across + 4, down + 4);
    let inside = Rect::at(Cell::new(2, 2), across, down);
    let floor = BitGrid::from_fn(size, |cell| {
        inside.contains(cell) && {
            let (x, y) = turned(cell - Cell::new(2, 2));
            (0..width).contains(&x) && (0..height).contains(&y) && is_floor(x, y)
        }
    });
    let mut level =
        Level::new(0, Grid::from_fn(size, |cell| if floor.contains(cell) { Terrain::Floor } else { Terrain::Rock }));
    let sides = edges(&floor);
    let edge = sides[(mix(door) % sides.len() as u64) as usize];
    let gap = edge.cell + edge.dir.left();
    let mut dungeon = Dungeon::bare("Round", Vec::new());
    if door > 0 {
        level.terrain[gap] = Terrain::Door;
        let (kind, state) = (DoorKind::Door, DoorState::Closed);
        let normal = edge.dir.left();
        dungeon.doors.push(Door {
            id: DoorId(0),
            z: 0,
            room: None,
            cells: vec![gap],
            normal,
            kind,
            state,
            secret: false,
        });
    }
    let mut room = Room::bare(RoomId(0), 0, Run::of_cells(&floor).collect());
    room.shape = shape;
    dungeon.rooms.push(room);
    dungeon.levels.push(level);
    dungeon
}

#[test]
fn every_circle_octagon_and_apse_up_to_fifteen_cells_keeps_the_bounds() {
    let mut boxes: Vec<(Shape, [i32; 2])> = Vec::new();
    for width in 5..=15 {
        boxes.push((Shape::Octagon, [width, width]));
        if width % 2 == 1 {
            boxes.push((Shape::Circle, [width, width]));
            boxes.extend((width / 2 + 3..=15).map(|height| (Shape::Apse, [width, height])));
        }
    }
    let mut worst = Worst::NONE;
    let mut count = 0;
    for (shape, sides) in boxes {
        for (turn, door) in (0..4).flat_map(|turn| (0..6).map(move |door| (turn, door))) {
            let room = round_room(shape, sides, turn, door);
            let outline = Outline::trace(&room, &room.levels[0]);
            for outline in [outline.simplify(), outline] {
                let found = measure(&floor_of(&room), &outline);
                assert!(found.is_within_bounds(), "{shape:?} {sides:?} turned {turn}, door {door}: {found:?}");
                worst = worst.and(found);
            }
            count += 1;
        }
    }
    report("outline of circles, octagons, apses", &format!("{count} rooms up to 15×15"), &worst);
}

#[test]
fn a_circle_is_round_to_a_fifth_of_a_cell_and_an_octagon_has_eight_corners() {
    for width in (5..=15).step_by(2) {
        let room = round_room(Shape::Circle, [width, width], 0, 0);
        let outline = Outline::trace(&room, &room.levels[0]);
        let middle = f64::from((width + 4) * CELL / 2);
        let radius = |point: &OutlinePoint| (f64::from(point.at.x) - middle).hypot(f64::from(point.at.y) - middle);
        let off = outline.loops[0].points.iter().map(|point| (radius(point) - f64::from(width * CELL / 2)).abs());
        assert!(off.fold(0.0, f64::max) < 200.0, "{width}");
    }
    for width in 5..=15 {
        let room = round_room(Shape::Octagon, [width, width], 0, 0);
        assert_eq!(Outline::trace(&room, &room.levels[0]).simplify().loops[0].points.len(), 8, "{width}");
    }
}

#[test]
fn worked_rooms_keep_their_corners_and_nothing_else() {
    let hall =
        undercroft::format::read(Some("hall.txt"), b"########\n#...####\n#...+..#\n#...#..#\n########\n").unwrap();
    let outline = Outline::trace(&hall, &hall.levels[0]);
    assert!(!outline.is_soft);
    let [found] = &outline.loops[..] else { panic!("one loop") };
    let corners: Vec<(i32, i32)> = found.points.iter().map(|point| (point.at.x / CELL, point.at.y / CELL)).collect();
    assert_eq!(corners, [(1, 1), (4, 1), (4, 2), (5, 2), (7, 2), (7, 4), (5, 4), (5, 3), (4, 3), (4, 4), (1, 4)]);
    let jambs = found.points.iter().filter(|point| point.tag == OutlineTag::DoorJamb).count();
    assert_eq!(jambs, 2);
}

#[test]
fn soft_and_ruled_parts_meet_in_one_point() {
    for seed in (0..400).filter(|seed| random_cave(*seed).rooms.iter().any(|room| room.shape == Shape::Rect)) {
        let cave = random_cave(seed);
        for found in Outline::trace(&cave, &cave.levels[0]).loops {
            let places: std::collections::BTreeSet<(i32, i32)> =
                found.points.iter().filter(|point| point.is_fixed).map(|point| (point.at.x, point.at.y)).collect();
            for (from, to) in found.segments().filter(|(from, to)| from.is_fixed != to.is_fixed) {
                let joint = if from.is_fixed { from } else { to };
                assert!(places.contains(&(joint.at.x, joint.at.y)) && joint.at.x % CELL == 0 && joint.at.y % CELL == 0);
            }
        }
    }
}

#[test]
fn an_edit_moves_no_line_more_than_three_cells_away() {
    for seed in 0..60 {
        let cave = random_cave(seed);
        let size = cave.levels[0].size();
        let cell = Cell::new((mix(seed) % size.width() as u64) as i32, (mix(seed + 7) % size.height() as u64) as i32);
        let mut edited = cave.clone();
        let was_open = !cave.levels[0].at(cell).is_massive();
        edited.levels[0].terrain[cell] = if was_open { Terrain::Rock } else { Terrain::Floor };
        // Rooms keep their shapes where people paint.
        if !was_open && let Some(room) = edited.rooms.iter_mut().find(|room| room.shape == Shape::Cave) {
            room.add_floor(&[cell]);
        }
        let far = |outline: Outline| -> std::collections::BTreeSet<[i32; 4]> {
            let middle = Point::middle(cell);
            let lines = segments(&outline).into_iter().filter(|&line| distance(middle, line) > 3500.0);
            lines.map(|[a, b]| [a.x, a.y, b.x, b.y]).collect()
        };
        assert_eq!(
            far(Outline::trace(&cave, &cave.levels[0])),
            far(Outline::trace(&edited, &edited.levels[0])),
            "{seed}"
        );
    }
}

/// The mutant of the page's laws: a point moved by 450 is out of bounds.
#[test]
fn a_point_moved_by_450_is_caught() {
    let room = round_room(Shape::Circle, [9, 9], 0, 0);
    let mut outline = Outline::trace(&room, &room.levels[0]);
    assert!(measure(&floor_of(&room), &outline).is_within_bounds());
    let highest = outline.loops[0].points.iter_mut().min_by_key(|point| point.at.y).unwrap();
    highest.at.y -= 450;
    assert!(!measure(&floor_of(&room), &outline).is_within_bounds());
}

#[test]
fn walls_that_stand_back_meet_where_floors_touch_at_a_corner() {
    let pinched = undercroft::format::read(Some("p.txt"), b"####\n#.##\n##.#\n####\n").unwrap();
    let level = &pinched.levels[0];
    let back = Outline::trace_cells(&pinched, level, &drawn_floor(&pinched, level), 100);
    let meets = |it: &OutlineLoop| it.points.iter().any(|point| point.at == Point::new(2 * CELL, 2 * CELL));
    assert!(back.loops.len() == 2 && back.loops.iter().all(meets));
    assert!(back.loops[0].points.iter().any(|point| point.at == Point::new(CELL - 100, CELL - 100)));
}

#[test]
fn directions_of_edges_point_out_of_the_floor() {
    let open = BitGrid::from_fn(Size::of(3, 3), |cell| cell == Cell::new(1, 1));
    assert!(edges(&open).iter().all(|edge| !open.contains(edge.cell + edge.dir.left())));
    assert_eq!(edges(&open)[0].dir, Dir::East);
}
