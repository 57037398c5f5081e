//! The maps of the comparison: open, rooms, mazes and scattered walls, from 48×48 to 1024×1024, all from fixed seeds.

use std::path::{Path, PathBuf};

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size};

/// A map with the cells to look from.
pub struct Trial {
    pub name: String,
    pub solid: BitGrid,
    pub observers: Vec<Cell>,
}

/// Every generated map.
pub fn generated() -> Vec<Trial> {
    let mut trials = Vec::new();
    for side in [48, 256, 1024] {
        trials.push(Trial::new(format!("open {side}"), BitGrid::new(Size::of(side, side))));
    }
    for (side, room) in [(64, 8), (256, 12), (1024, 24)] {
        trials.push(Trial::new(format!("rooms {side}"), rooms(side, room, 7)));
    }
    for (side, corridor) in [(65, 1), (257, 3), (513, 8)] {
        trials.push(Trial::new(format!("maze {side}, {corridor} wide"), maze(side, corridor, 3)));
    }
    for (side, percent) in [(64, 20), (128, 22), (256, 10), (256, 25), (512, 25), (512, 40), (1024, 5)] {
        trials.push(Trial::new(format!("scattered {side}, {percent} %"), scattered(side, percent, 11)));
    }
    trials
}

/// The folder after `--maps`, or that of `UNDERCROFT_MAPS`, and all other arguments.
pub fn arguments() -> (Option<PathBuf>, Vec<String>) {
    let mut folder = std::env::var_os("UNDERCROFT_MAPS").map(PathBuf::from);
    let (mut words, mut arguments) = (Vec::new(), std::env::args().skip(1));
    while let Some(word) = arguments.next() {
        if word == "--maps" {
            folder = Some(arguments.next().expect("--maps needs a folder").into());
        } else {
            words.push(word);
        }
    }
    (folder, words)
}

/// The MovingAI maps of a folder, by name.
pub fn from_folder(folder: &Path) -> std::io::Result<Vec<Trial>> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let rows: Vec<String> = std::fs::read_to_string(path)?.lines().skip(4).map(str::to_owned).collect();
        let size = Size::of(rows[0].len() as i32, rows.len() as i32);
        let solid = BitGrid::from_fn(size, |c| !b".GS".contains(&rows[c.y as usize].as_bytes()[c.x as usize]));
        Ok(Trial::new(path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), solid))
    };
    paths.iter().map(read).collect()
}

impl Trial {
    /// Observers are spread evenly over the free cells: fewer on large maps, so that slow peers come to an end.
    fn new(name: String, solid: BitGrid) -> Self {
        let size = solid.size();
        let free: Vec<Cell> = size.cells().filter(|&cell| !solid.contains(cell)).collect();
        let wanted = if size.area() > 300_000 { 24 } else { 96 }.min(free.len());
        let observers = (0..wanted).map(|i| free[(2 * i + 1) * free.len() / (2 * wanted)]).collect();
        Self { name, solid, observers }
    }
}

/// Square rooms in a lattice of walls, with a door of one cell somewhere in each wall.
fn rooms(side: i32, room: i32, seed: u64) -> BitGrid {
    let mut random = SplitMix(seed);
    let mut solid = BitGrid::from_fn(Size::of(side, side), |c| c.x % room == 0 || c.y % room == 0);
    for y in (0..side).step_by(room as usize) {
        for x in (0..side).step_by(room as usize) {
            solid.remove(Cell::new(x, (y + 1 + random.below(room - 1)).min(side - 1)));
            solid.remove(Cell::new((x + 1 + random.below(room - 1)).min(side - 1), y));
        }
    }
    solid
}

/// A perfect maze by depth-first search, corridors of any width between walls of one cell.
fn maze(side: i32, corridor: i32, seed: u64) -> BitGrid {
    let (mut random, step) = (SplitMix(seed), corridor + 1);
    let cells = Rect::new(0, 0, (side - 1) / step, (side - 1) / step);
    let mut solid = BitGrid::full(Size::of(side, side));
    let mut visited = BitGrid::new(Size::of(cells.right, cells.bottom));
    let room = |c: Cell| Rect::at(Cell::new(1 + c.x * step, 1 + c.y * step), corridor, corridor);
    let mut path = vec![Cell::new(0, 0)];
    visited.insert(path[0]);
    solid.erase_rect(room(path[0]));
    while let Some(&at) = path.last() {
        let open: Vec<Dir> =
            Dir::ALL.into_iter().filter(|&d| cells.contains(at + d) && !visited.contains(at + d)).collect();
        if open.is_empty() {
            path.pop();
            continue;
        }
        let next = at + open[random.below(open.len() as i32) as usize];
        visited.insert(next);
        solid.erase_rect(room(at).hull(room(next)));
        path.push(next);
    }
    solid
}

fn scattered(side: i32, percent: i32, seed: u64) -> BitGrid {
    let mut random = SplitMix(seed);
    BitGrid::from_fn(Size::of(side, side), |_| random.below(100) < percent)
}

/// Steele, Lea and Flood's splitmix64.
pub struct SplitMix(pub u64);

impl SplitMix {
    pub fn below(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as i32
    }
}
