//! A growing tree inside the bounds, then loops (growing trees: J. Buck, "Mazes for Programmers", 2015).

use std::collections::BTreeSet;

use undercroft_grid::{Dir, UnionFind};

use super::{Bounds, DEAD_ENDS, FORKED_FROM, LOOPED_FROM, PlanCell, Sketch};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::seed::Stream;

/// How often the tree grows at its newest room; else at any. The more often, the longer the paths.
const NEWEST: Fraction = Fraction::constant(6_500);
/// How often a level is drawn for one that can have a loop.
const DRAWS: usize = 64;

/// The most rooms: every place in the bounds.
pub const fn most(bounds: Bounds) -> u64 {
    let [columns, rows] = bounds.sides();
    columns.saturating_mul(rows)
}

/// The tree of a maze of this many rooms. Where it is to have a loop, it is drawn again until two rooms can be joined and
/// dead ends are left; about one tree in four cannot.
///
/// # Errors
/// When the meter halts.
pub fn draw(
    size: usize,
    bounds: Bounds,
    has_loop: bool,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<Sketch, Halt> {
    let is_looped = has_loop && size >= LOOPED_FROM && bounds.sides().iter().all(|&side| side >= 2);
    let mut sketch = draw_tree(size, bounds, stream, meter)?;
    for _ in 1..DRAWS {
        meter.spend(size as u64)?;
        if !is_looped || can_loop(&sketch) {
            break;
        }
        sketch = draw_tree(size, bounds, stream, meter)?;
    }
    Ok(sketch)
}

fn draw_tree(size: usize, bounds: Bounds, stream: &mut Stream, meter: &mut Meter) -> Result<Sketch, Halt> {
    let mut sketch = tree(size, bounds, stream, meter)?;
    if size >= FORKED_FROM && !sketch.has_fork() {
        fork(&mut sketch, bounds, meter)?;
    }
    Ok(sketch)
}

/// Whether some loop leaves enough dead ends.
fn can_loop(sketch: &Sketch) -> bool {
    let degrees = sketch.degrees();
    let ends = sketch.ends().len();
    let lost = |link: &[usize; 2]| link.iter().filter(|&&room| degrees[room] == 1).count();
    possible_links(sketch).iter().any(|link| ends - lost(link) >= DEAD_ENDS)
}

fn tree(size: usize, bounds: Bounds, stream: &mut Stream, meter: &mut Meter) -> Result<Sketch, Halt> {
    let mut sketch = Sketch::start();
    let mut taken = BTreeSet::from([PlanCell::START]);
    let mut open = vec![0];
    while sketch.cells.len() < size && !open.is_empty() {
        // Taking a room out moves all that come after it.
        meter.spend(2 + open.len() as u64 / 1024)?;
        let newest = stream.chance(NEWEST);
        let at = if newest { open.len() - 1 } else { stream.below(open.len() as u32) as usize };
        let room = open[at];
        let free = free_beside(sketch.cells[room], bounds, &taken);
        let Some(&cell) = stream.choose(&free) else {
            open.remove(at);
            continue;
        };
        taken.insert(cell);
        open.push(sketch.add(cell, room));
    }
    Ok(sketch)
}

fn free_beside(cell: PlanCell, bounds: Bounds, taken: &BTreeSet<PlanCell>) -> Vec<PlanCell> {
    let beside = Dir::ALL.map(|dir| cell.step(dir));
    beside.into_iter().filter(|&cell| bounds.contains(cell) && !taken.contains(&cell)).collect()
}

/// Makes a fork in a tree that came out as a line: two neighbours are joined and the line is cut elsewhere, or its end is
/// moved beside a room in its middle. Lines in bounds only one wide stay lines.
fn fork(sketch: &mut Sketch, bounds: Bounds, meter: &mut Meter) -> Result<(), Halt> {
    if let Some(forked) = rejoined(sketch, meter)?.or_else(|| moved(sketch, bounds)) {
        *sketch = forked;
    }
    Ok(())
}

fn rejoined(line: &Sketch, meter: &mut Meter) -> Result<Option<Sketch>, Halt> {
    let cuts = 0..line.links.len();
    for (link, cut) in possible_links(line).into_iter().flat_map(|link| cuts.clone().map(move |cut| (link, cut))) {
        meter.spend(1 + line.cells.len() as u64 / 8)?;
        let mut sketch = line.clone();
        sketch.links[cut] = link;
        if sketch.has_fork() && sketch.is_connected() {
            return Ok(Some(sketch));
        }
    }
    Ok(None)
}

fn moved(line: &Sketch, bounds: Bounds) -> Option<Sketch> {
    let end = line.ends().into_iter().rfind(|&end| end != 0)?;
    let mut sketch = line.clone();
    sketch.links.retain(|link| !link.contains(&end));
    let taken: BTreeSet<PlanCell> = line.cells.iter().copied().collect();
    let degrees = sketch.degrees();
    let middle = (0..degrees.len()).filter(|&room| degrees[room] == 2);
    let beside = |room: usize| free_beside(line.cells[room], bounds, &taken).into_iter().map(move |cell| (room, cell));
    let (room, cell) = middle.flat_map(beside).next()?;
    sketch.cells[end] = cell;
    sketch.links.push([room, end]);
    Some(sketch)
}

/// Neighbours that are not joined, the lower number first.
pub fn possible_links(sketch: &Sketch) -> Vec<[usize; 2]> {
    let numbers = sketch.numbers();
    let pair = |a: usize, b: usize| [a.min(b), a.max(b)];
    let linked: BTreeSet<[usize; 2]> = sketch.links.iter().map(|&[a, b]| pair(a, b)).collect();
    let rooms = sketch.cells.iter().enumerate();
    rooms
        .flat_map(|(room, cell)| [Dir::North, Dir::East].map(|dir| (room, numbers.get(&cell.step(dir)))))
        .filter_map(|(room, other)| Some(pair(room, *other?)))
        .filter(|link| !linked.contains(link))
        .collect()
}

impl Sketch {
    /// The rooms with one link.
    fn ends(&self) -> Vec<usize> {
        let degrees = self.degrees();
        (0..self.cells.len()).filter(|&room| degrees[room] == 1).collect()
    }

    fn is_connected(&self) -> bool {
        let mut joined = UnionFind::new(self.cells.len());
        self.links.iter().for_each(|&[a, b]| {
            joined.unite(a as u32, b as u32);
        });
        joined.sets() == 1
    }
}
