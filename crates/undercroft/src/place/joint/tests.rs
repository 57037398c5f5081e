//! The fast judge against sets of cells, and the law that a refused joint changes nothing.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size};

use super::map::JointRefusal;
use super::mask::along;
use super::*;
use crate::dungeon::Shape;
use crate::seed::Stream;
use crate::shape::{CaveChooser, MaskDraft, ShapeChooser, ShapeWeights, SideLimits};

type Cells = BTreeSet<Cell>;

/// What is there, as plain sets.
#[derive(Default)]
struct Slow {
    floor: Cells,
    ring: Cells,
    corridors: Cells,
    doors: Cells,
    closed: Cells,
    size: [Option<i32>; 2],
    front: Option<i32>,
}

fn floor_of(mask: &RoomMask, at: Cell) -> Cells {
    mask.cells.iter().map(|cell| cell + at).collect()
}

fn ring_of(floor: &Cells) -> Cells {
    floor.iter().flat_map(|cell| cell.neighbors8()).filter(|cell| !floor.contains(cell)).collect()
}

fn cells_of(rects: &[Rect]) -> Cells {
    rects.iter().flat_map(|rect| rect.cells()).collect()
}

impl Slow {
    /// Every rule that the joint breaks.
    fn broken(&self, mask: &RoomMask, at: Cell, joint: &JointPath) -> BTreeSet<JointRefusal> {
        let floor = floor_of(mask, at);
        let ring = ring_of(&floor);
        let (corridor, doors) = (cells_of(&joint.legs), cells_of(&joint.doors));
        let hits = |cells: &Cells, others: &[&Cells]| cells.iter().any(|c| others.iter().any(|set| set.contains(c)));
        let mut broken = BTreeSet::new();
        let mut rule = |is_broken: bool, refusal| {
            if is_broken {
                broken.insert(refusal);
            }
        };
        rule(hits(&floor, &[&self.floor, &self.ring, &self.corridors, &self.closed]), JointRefusal::Floor);
        rule(hits(&ring, &[&self.floor, &self.corridors, &self.doors, &self.closed]), JointRefusal::Ring);
        let meets = hits(&corridor, &[&self.floor, &self.ring, &self.corridors, &self.closed, &floor, &ring]);
        let touches = corridor.iter().any(|cell| cell.neighbors4().iter().any(|next| self.corridors.contains(next)));
        rule(meets || touches, JointRefusal::Corridor);
        let in_line = |a: &Cell, b: &Cell| (a.x == b.x || a.y == b.y) && a.manhattan(*b) <= 3;
        let is_near = |door: &Cell| self.doors.iter().any(|other| door.manhattan(*other) <= 2 || in_line(door, other));
        rule(doors.iter().any(is_near), JointRefusal::Door);
        let mut all = ring.iter().chain(&corridor);
        rule(self.front.is_some_and(|front| all.any(|cell| cell.y > front)), JointRefusal::Front);
        let walkable = [&floor, &corridor, &doors, &self.floor, &self.corridors, &self.doors];
        let bounds = Rect::around(walkable.into_iter().flatten().copied()).unwrap();
        let sides = [bounds.width(), bounds.height()];
        rule((0..2).any(|axis| self.size[axis].is_some_and(|size| sides[axis] + 2 > size)), JointRefusal::Map);
        broken
    }

    fn add(&mut self, mask: &RoomMask, at: Cell, joint: &JointPath) {
        let floor = floor_of(mask, at);
        self.ring.extend(ring_of(&floor));
        self.floor.extend(floor);
        self.corridors.extend(cells_of(&joint.legs));
        self.doors.extend(cells_of(&joint.doors));
    }
}

fn chooser() -> ShapeChooser {
    let limits = SideLimits { min: 3, max: 9, modules: [1, 1], max_aspect: 200 };
    ShapeChooser::new(ShapeWeights([4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), limits)
}

/// A joint at a random site, whether it fits or not.
fn random_joint(parent: &(RoomMask, Cell), mask: &RoomMask, stream: &mut Stream) -> Option<(Cell, JointPath)> {
    let sites: Vec<JointSite> = parent.0.all_sites().collect();
    let site = stream.choose(&sites)?.shift(parent.1);
    let (length, runway) = (stream.range(0..8), stream.range(0..3));
    let width = stream.range(1..site.widest().min(3) + 1);
    let door = site.door(width);
    let is_bent = length >= 2 && stream.below(3) == 0;
    let dir = if stream.below(2) == 0 { site.normal.left() } else { site.normal.right() };
    let bend = is_bent.then(|| Bend { after: stream.range(1..length), dir });
    let joint = JointPath::new(door, site.normal, length, bend, runway);
    assert_eq!(joint.doors[1], JointPath::far_door(door, site.normal, length, bend));
    let entries: Vec<JointSite> =
        mask.sites(joint.normals[1]).iter().copied().filter(|entry| entry.widest() >= width).collect();
    let entry = stream.choose(&entries)?;
    Some((joint.doors[1].min() - entry.door(width).min(), joint))
}

#[test]
fn a_joint_fits_exactly_where_sets_of_cells_let_it() {
    let chooser = chooser();
    let (mut fitting, mut reasons) = (0, BTreeSet::new());
    for seed in 0..400 {
        let mut stream = Stream::new(seed, "joints");
        let size = [0, 1].map(|_| (stream.below(3) == 0).then(|| stream.range(24..60)));
        let mut map = JointMap::new(size, [1, 1], Rect::new(0, 0, 0, 0));
        let mut slow = Slow { size, ..Slow::default() };
        let first = RoomMask::new(&chooser.draw(&mut stream));
        let nothing =
            JointPath { doors: [Rect::new(0, 0, 0, 0); 2], ..JointPath::shared(Rect::new(0, 0, 0, 0), Dir::South) };
        let mut rooms = vec![(first, Cell::new(0, 0))];
        map.add_room(&rooms[0].0, Cell::new(0, 0));
        slow.add(&rooms[0].0, Cell::new(0, 0), &nothing);
        let gate = rooms[0].0.sites(Dir::South).first().copied().filter(|_| stream.below(2) == 0);
        if let Some(door) = gate.map(|site| site.door(1)) {
            map.add_entrance(door, 2, 6, 4);
            slow.front = Some(door.top + 6);
            slow.doors.extend(door.cells());
            slow.corridors.extend(Rect { top: door.bottom, bottom: door.bottom + 2, ..door }.cells());
            let strip = Rect::new(door.left - 4, door.bottom, door.right + 4, door.bottom + 7);
            slow.closed.extend(strip.cells());
        }
        for _ in 0..60 {
            let mask = RoomMask::new(&chooser.draw(&mut stream));
            let parent = &rooms[stream.below(rooms.len() as u32) as usize];
            let Some((at, joint)) = random_joint(parent, &mask, &mut stream) else { continue };
            let broken = slow.broken(&mask, at, &joint);
            let before = map.clone();
            match map.attach(&mask, at, &joint) {
                Ok(()) => {
                    assert!(broken.is_empty(), "seed {seed}: {broken:?}");
                    slow.add(&mask, at, &joint);
                    rooms.push((mask, at));
                    fitting += 1;
                }
                Err(refusal) => {
                    assert!(broken.contains(&refusal), "seed {seed}: {refusal:?} is not among {broken:?}");
                    assert!(map == before, "seed {seed}: a refused joint left a trace");
                    reasons.insert(refusal);
                }
            }
            let walkable = [&slow.floor, &slow.corridors, &slow.doors];
            assert_eq!(Rect::around(walkable.into_iter().flatten().copied()), Some(map.bounds));
            let cells: Cells = walkable.into_iter().flatten().copied().collect();
            assert_eq!(map.area, cells.len() as i64, "seed {seed}");
        }
    }
    assert!(fitting > 2_000, "{fitting}");
    assert_eq!(reasons.len(), 6, "{reasons:?}");
}

/// Candidates by their definition, runs by joining neighbours.
fn slow_sites(mask: &RoomMask, shortest: usize) -> BTreeSet<(Dir, Cell)> {
    let floor = floor_of(mask, Cell::new(0, 0));
    let ring = ring_of(&floor);
    let is_candidate = |cell: Cell, normal: Dir| {
        let beyond = cell + normal;
        ring.contains(&cell) && floor.contains(&(cell - normal)) && !floor.contains(&beyond) && !ring.contains(&beyond)
    };
    let all: Vec<(Dir, Cell)> = Dir::ALL
        .into_iter()
        .flat_map(|normal| ring.iter().map(move |&cell| (normal, cell)))
        .filter(|&(normal, cell)| is_candidate(cell, normal))
        .collect();
    let has = |normal: Dir, cell: Cell| all.contains(&(normal, cell));
    let length = |&(normal, cell): &(Dir, Cell)| {
        let count = |sign: i32| (1..99).take_while(|i| has(normal, cell.step(along(normal), sign * i))).count();
        1 + count(1) + count(-1)
    };
    let is_inner = |&(normal, cell): &(Dir, Cell)| [1, -1].iter().all(|&i| has(normal, cell.step(along(normal), i)));
    let has_any = all.iter().any(|one| length(one) >= shortest);
    let is_short = |one: &(Dir, Cell)| length(one) < 3 && (length(one) >= shortest || !has_any);
    all.iter().copied().filter(|one| length(one) >= 3 && is_inner(one) || is_short(one)).collect()
}

#[test]
fn sites_are_the_inner_cells_of_long_runs() {
    let chooser = chooser();
    let mut stream = Stream::new(2, "sites");
    for _ in 0..400 {
        let mask = RoomMask::new(&chooser.draw(&mut stream));
        let found: BTreeSet<(Dir, Cell)> = mask.all_sites().map(|site| (site.normal, site.cell)).collect();
        assert_eq!(found, slow_sites(&mask, 3), "{:?}", mask.floor);
        for site in mask.all_sites() {
            let run = (-site.before..=site.after).map(|i| (site.normal, site.cell.step(along(site.normal), i)));
            assert!(run.clone().all(|one| found.contains(&one)), "{site:?}");
            for width in 1..=site.widest() {
                assert!(site.door(width).contains(site.cell));
                assert!(site.door(width).cells().all(|cell| found.contains(&(site.normal, cell))), "{site:?} {width}");
            }
        }
    }
}

#[test]
fn caves_have_the_rings_and_sites_that_sets_of_cells_have() {
    let mut stream = Stream::new(3, "caves");
    for (min, max, draws) in [(3, 5, 100), (5, 9, 100), (40, 64, 4)] {
        let caves = CaveChooser::new(SideLimits { min, max, modules: [1, 1], max_aspect: 250 });
        for shortest in [1, 2] {
            for cells in (0..draws).filter_map(|_| caves.draw(&mut stream)) {
                let mask = RoomMask::cave(cells, shortest);
                let floor = floor_of(&mask, Cell::new(0, 0));
                let ring: Cells = mask.ring.iter().flat_map(|run| run.cells()).collect();
                assert_eq!(ring, ring_of(&floor));
                let near = mask.size().rect().grow(2).cells();
                assert!(near.into_iter().all(|c| mask.is_closed(c) == (floor.contains(&c) || ring.contains(&c))));
                let found: Vec<(Dir, Cell)> = mask.all_sites().map(|site| (site.normal, site.cell)).collect();
                let line = |(normal, Cell { x, y }): &(Dir, Cell)| match normal {
                    Dir::North | Dir::South => (normal.index(), *y, *x),
                    Dir::East | Dir::West => (normal.index(), *x, *y),
                };
                assert!(found.is_sorted_by_key(line), "sites come line by line");
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), slow_sites(&mask, shortest as usize));
            }
        }
    }
}

#[test]
fn a_room_of_steps_alone_is_entered_at_its_short_runs() {
    let cells = BitGrid::from_fn(Size::of(3, 3), |cell| cell.x == 1 || cell.y == 1);
    let mask = RoomMask::from_cells(Shape::Free, cells);
    assert_eq!(mask.all_sites().count(), 4);
}

#[test]
fn no_site_lies_in_a_niche_or_on_the_steps_of_a_circle() {
    let draft = |shape| MaskDraft { shape, sides: [7, 7], cut: [0; 2], turns: 0 };
    let alcoves = RoomMask::new(&draft(Shape::Alcoves));
    assert!(alcoves.sites(Dir::North).is_empty() && alcoves.sites(Dir::East).len() == 3);
    let circle = RoomMask::new(&draft(Shape::Circle));
    assert_eq!(Dir::ALL.map(|normal| circle.sites(normal).len()), [1; 4]);
}

/// A picture of a joint: `+` doors, `1`, `2`, … the path, `,` other corridor cells.
#[track_caller]
fn check(joint: &JointPath, picture: &str) {
    let bounds = joint.legs.iter().chain(&joint.doors).fold(Rect::new(0, 0, 0, 0), |all, leg| all.hull(*leg));
    let glyph = |cell: Cell| {
        let step = joint.path.iter().position(|&at| at == cell).and_then(|i| char::from_digit(i as u32 + 1, 10));
        let is_door = joint.doors.iter().any(|door| door.contains(cell));
        let is_corridor = joint.legs.iter().any(|leg| leg.contains(cell));
        if is_door { '+' } else { step.unwrap_or(if is_corridor { ',' } else { '#' }) }
    };
    let row = |y| (bounds.left..bounds.right).map(|x| glyph(Cell::new(x, y))).collect::<String>();
    let rows: Vec<String> = (bounds.top..bounds.bottom).map(row).collect();
    assert_eq!(rows, picture.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn paths_run_from_door_to_door() {
    let door = |width: i32| Rect::at(Cell::new(5, 5), 1, width);
    check(&JointPath::straight(door(1), Dir::East, 3, 2), "+123+");
    check(&JointPath::straight(door(2), Dir::East, 3, 2), "+123+ +,,,+");
    // Longer than two runways: the path is that of the brush, which covers two cells in both directions.
    check(&JointPath::straight(door(2), Dir::East, 3, 1), "+12,+ +,,,+");
    check(&JointPath::straight(door(1), Dir::West, 2, 2), "+21+");
    let bend = Bend { after: 2, dir: Dir::South };
    check(&JointPath::bent(door(1), Dir::East, 4, bend, 2), "+12 ##3 ##4 ##+");
    check(&JointPath::bent(door(2), Dir::East, 4, bend, 2), "+12, +,3, ##4, ##,, ##++");
    assert_eq!(JointPath::straight(door(1), Dir::East, 4, 2).runway, [4, 4]);
    assert_eq!(JointPath::straight(door(1), Dir::East, 5, 2).runway, [2, 2]);
    assert!(JointPath::shared(door(1), Dir::East).is_shared());
}

#[test]
fn the_image_of_a_joint_is_its_cells_mirrored_one_by_one() {
    let limits = SideLimits { min: 3, max: 9, modules: [1, 1], max_aspect: 300 };
    let chooser = ShapeChooser::new(ShapeWeights([5; 11]), limits);
    let mut stream = Stream::new(11, "mirror");
    let mirror = Mirror::through(Rect::new(-3, 0, 4, 5)).unwrap();
    let (mut own, mut apart) = (0, 0);
    for case in 0..400 {
        let mask = RoomMask::new(&chooser.draw(&mut stream));
        let at = Cell::new(stream.range(-20..20), stream.range(-20..20));
        let image = |cells: Cells| cells.into_iter().map(|cell| Cell::new(-cell.x, cell.y)).collect::<Cells>();
        let (mirrored, corner) = (mask.image(), mirror.corner(at, mask.size().width()));
        assert_eq!(floor_of(&mirrored, corner), image(floor_of(&mask, at)), "case {case}");
        assert_eq!(mirrored.image().cells, mask.cells);
        let sites = |mask: &RoomMask, at: Cell| -> BTreeSet<(Cell, i32)> {
            mask.all_sites().map(|site| (site.cell + at, site.widest())).collect()
        };
        let flipped = sites(&mask, at).into_iter().map(|(cell, widest)| (Cell::new(-cell.x, cell.y), widest));
        assert_eq!(sites(&mirrored, corner), flipped.collect(), "case {case}");
        own += usize::from(mask.is_own_image());
        assert_eq!(mask.is_own_image(), mask.size().width() % 2 == 1 && mirrored.cells == mask.cells, "case {case}");
        let site = mask.all_sites().next().unwrap().shift(at);
        let (width, length) = (1 + stream.range(0..site.widest()), stream.range(2..8));
        let bend = (case % 3 == 0).then(|| Bend { after: 1, dir: site.normal.left() });
        let path = JointPath::new(site.door(width), site.normal, length, bend, 2);
        let other = mirror.path(&path);
        assert_eq!(cells_of(&other.legs), image(cells_of(&path.legs)), "case {case}");
        assert_eq!(cells_of(&other.doors), image(cells_of(&path.doors)), "case {case}");
        assert_eq!(mirror.path(&other), path);
        let swept = |path: &JointPath| -> Cells {
            let [w, h] =
                if path.normals[0].is_horizontal() { [path.brush, path.width] } else { [path.width, path.brush] };
            path.path.iter().flat_map(|&at| Rect::at(at, w, h).cells()).collect()
        };
        assert_eq!(swept(&other), image(swept(&path)), "case {case}");
        if mirror.keeps_apart(&mask, at, &path, 1) {
            apart += 1;
            assert!(floor_of(&mask, at).is_disjoint(&floor_of(&mirrored, corner)));
            let legs = cells_of(&other.legs);
            assert!(cells_of(&path.legs).iter().all(|cell| cell.neighbors4().iter().all(|near| !legs.contains(near))));
        }
    }
    assert!(own > 40 && apart > 40, "{own} {apart}");
}

#[test]
fn a_door_on_the_axis_is_in_the_middle_whatever_its_width() {
    for width in (3..12).step_by(2) {
        let mask = RoomMask::new(&MaskDraft::rect([width, 4]));
        for widest in 1..5 {
            for normal in [Dir::North, Dir::South] {
                let (site, found) = mask.axis_site(normal, widest).unwrap();
                let door = site.door(found);
                assert!(found <= widest && found % 2 == 1);
                assert_eq!(door.left + door.right - 1, width - 1, "{width} {widest}");
            }
        }
    }
}
