//! A growing tree inside the bounds, then loops (growing trees: J. Buck, "Mazes for Programmers", 2015).

use std::collections::BTreeSet;

use undercroft_grid::{Dir, UnionFind};

use super::{Bounds, FORKED_FROM, PlanCell, Sketch};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::seed::Stream;

/// How often the tree grows at its newest room; else at any. The more often, the longer the paths.
const NEWEST: Fraction = Fraction::constant(6_500);
/// Dead ends that loops leave.
const DEAD_ENDS: usize = 2;

/// The most rooms: every place in the bounds.
pub const fn most(bounds: Bounds) -> u64 {
    let [columns, rows] = bounds.sides();
    columns.saturating_mul(rows)
}

/// A maze of this many rooms.
///
/// # Errors
/// When the meter halts.
pub fn draw(
    size: usize,
    bounds: Bounds,
    loops: Fraction,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<Sketch, Halt> {
    let mut sketch = tree(size, bounds, stream, meter)?;
    if size >= FORKED_FROM && !sketch.has_fork() {
        fork(&mut sketch, bounds, meter)?;
    }
    meter.spend(size as u64)?;
    add_loops(&mut sketch, loops, stream);
    Ok(sketch)
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
fn possible_links(sketch: &Sketch) -> Vec<[usize; 2]> {
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

/// Joins neighbours that are not joined yet, in random order, as long as enough dead ends are left.
fn add_loops(sketch: &mut Sketch, loops: Fraction, stream: &mut Stream) {
    let mut possible = possible_links(sketch);
    let wanted = loops.times(possible.len());
    stream.shuffle(&mut possible);
    let mut degrees = sketch.degrees();
    let mut dead_ends = sketch.ends().len();
    for link in possible.into_iter().take(wanted) {
        let lost = link.iter().filter(|&&room| degrees[room] == 1).count();
        if dead_ends - lost >= DEAD_ENDS {
            for room in link {
                degrees[room] += 1;
            }
            dead_ends -= lost;
            sketch.links.push(link);
        }
    }
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
