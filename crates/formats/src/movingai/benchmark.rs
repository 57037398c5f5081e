//! Benchmarks made of dungeons: walks from room to room, with the lengths of the shortest ones.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, RegionId, Regions};

use super::octile::Walker;
use super::scenario::Scenario;
use crate::output::WriteError;
use undercroft::dungeon::{Dungeon, Level, Room};
use undercroft::plural::count;
use undercroft::seed::{Seed, Stream};
use undercroft_draw::WorkMeter;

/// The width of a bucket, as in the published benchmarks. [Unit: cells]
const BUCKET: u64 = 4;
/// Places that are drawn for one walk before there is said to be none.
const DRAWS: u32 = 200;
/// What drawing a walk costs at most, in steps of the meter.
const STEPS_PER_DRAW: u64 = 4 * DRAWS as u64;

/// Which walks are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// The file of the map that the walks are on: what [`movingai::write`](crate::movingai::write) made of the
    /// same level.
    pub map: String,
    /// How many walks.
    pub walks: usize,
    /// How many there must be; a level that has fewer than this is refused. [Limits: least <= walks]
    pub least: usize,
    /// What the walks are drawn from.
    pub seed: Seed,
}

/// A place where a walk may begin or end: a cell with its room, if the map has rooms, and its region.
#[derive(Clone, Copy)]
struct WalkEnd {
    cell: Cell,
    room: usize,
    region: RegionId,
}

/// Draws walks between the floors of a level's rooms, or between any cells where there are no rooms. No two begin in one
/// cell and no two end in one, so that they can be walked at once; each leads from one room to another where it can. They
/// come in the order in which they were drawn: the first of them are a fair sample of all.
///
/// Cells count as free as things stand, as in [`movingai`](crate::movingai): a locked door is solid.
///
/// # Errors
/// When the level has fewer walks than there must be, or the sink of the meter asked to stop.
pub fn benchmark(
    dungeon: &Dungeon,
    level: &Level,
    wanted: &Benchmark,
    meter: &WorkMeter,
) -> Result<Vec<Scenario>, WriteError> {
    let mut free = dungeon.solid(level);
    free.complement();
    let places = places(dungeon, level, &free);
    meter.ask()?;
    let (mut stream, mut walker) = (wanted.seed.stream("walks"), Walker::new(&free));
    let (mut starts, mut goals) = (BTreeSet::new(), BTreeSet::new());
    let mut walks = Vec::new();
    while walks.len() < wanted.walks {
        meter.spend(STEPS_PER_DRAW)?;
        let Some((start, goal)) = pair(&places, &starts, &goals, &mut stream) else {
            if walks.len() >= wanted.least {
                break;
            }
            return Err(too_few(level, walks.len(), wanted.least));
        };
        starts.insert(start);
        goals.insert(goal);
        let length = walker.length(start, goal, meter)?.expect("cells of one region are joined");
        walks.push(Scenario {
            bucket: (length.floor() / BUCKET) as u32,
            map: wanted.map.clone(),
            size: level.size(),
            start,
            goal,
            optimal: format!("{:.8}", length.to_f64()),
        });
    }
    Ok(walks)
}

fn too_few(level: &Level, found: usize, least: usize) -> WriteError {
    let (z, walks) = (level.z, count(found, "walk"));
    WriteError::Refused(format!("level {z} has room for about {walks}, {least} are wanted (--problems)"))
}

fn places(dungeon: &Dungeon, level: &Level, free: &BitGrid) -> Vec<WalkEnd> {
    let regions = Regions::of(free);
    let rooms: Vec<&Room> = dungeon.rooms.iter().filter(|room| room.z == level.z).collect();
    let place = |cell, room| Some(WalkEnd { cell, room, region: regions.at(cell)? });
    if rooms.is_empty() {
        return free.iter().filter_map(|cell| place(cell, 0)).collect();
    }
    let cells = rooms.iter().enumerate().flat_map(|(i, room)| room.cells().map(move |cell| (cell, i)));
    cells.filter_map(|(cell, room)| place(cell, room)).collect()
}

/// A start and a goal that no problem has yet: of all that are drawn the first in different rooms, or else the first.
fn pair(
    places: &[WalkEnd],
    starts: &BTreeSet<Cell>,
    goals: &BTreeSet<Cell>,
    stream: &mut Stream,
) -> Option<(Cell, Cell)> {
    let mut second_best = None;
    for _ in 0..DRAWS {
        let (start, goal) = (*stream.choose(places)?, *stream.choose(places)?);
        let fresh = !starts.contains(&start.cell) && !goals.contains(&goal.cell);
        if !fresh || start.cell == goal.cell || start.region != goal.region {
            continue;
        }
        if start.room != goal.room {
            return Some((start.cell, goal.cell));
        }
        second_best = second_best.or(Some((start.cell, goal.cell)));
    }
    second_best
}

#[cfg(test)]
mod tests {
    use super::super::octile::tests::slow;
    use super::super::scenario::{read, write};
    use super::*;
    use crate::movingai;
    use undercroft::events::NoEvents;
    use undercroft::format::text;
    use undercroft::recipe::preset;

    fn dungeon(name: &str) -> Dungeon {
        let recipe = preset(name).unwrap().recipe().unwrap().check(Seed::new(1)).unwrap();
        recipe.generate(&mut NoEvents).unwrap()
    }

    fn wanted(walks: usize, seed: u64) -> Benchmark {
        Benchmark { map: "hall.map".to_owned(), walks, least: walks, seed: Seed::new(seed) }
    }

    #[test]
    fn walks_lead_from_room_to_room_and_are_as_long_as_the_slow_truth_says() {
        let dungeon = dungeon("small-dungeon");
        let level = &dungeon.levels[0];
        let walks = benchmark(&dungeon, level, &wanted(40, 7), &WorkMeter::unlimited()).unwrap();
        let map = movingai::read(&movingai::write(&dungeon, level)).unwrap();
        let mut free = map.solid(&map.levels[0]);
        free.complement();
        let room = |cell| dungeon.rooms.iter().position(|room| room.contains(cell)).unwrap();
        for walk in &walks {
            assert_ne!(room(walk.start), room(walk.goal));
            let length = slow(&free, walk.start, walk.goal).unwrap();
            assert_eq!(walk.optimal, format!("{:.8}", length.to_f64()));
            assert_eq!(u64::from(walk.bucket), walk.length() as u64 / BUCKET);
        }
        let ends = |end: fn(&Scenario) -> Cell| walks.iter().map(end).collect::<BTreeSet<_>>().len();
        assert_eq!([ends(|walk| walk.start), ends(|walk| walk.goal)], [40, 40]);
    }

    #[test]
    fn a_benchmark_is_the_same_each_time_and_is_read_back() {
        let dungeon = dungeon("cave");
        let [first, second, other] = [7, 7, 8]
            .map(|seed| benchmark(&dungeon, &dungeon.levels[0], &wanted(100, seed), &WorkMeter::unlimited()).unwrap());
        assert_eq!(write(&first), write(&second));
        assert_ne!(first, other);
        assert_eq!(read(&write(&first)).unwrap(), first);
    }

    #[test]
    fn a_map_without_rooms_has_walks_and_one_that_is_too_small_says_so() {
        let map = text::read("#####\n#...#\n#####\n").unwrap();
        let walks = benchmark(&map, &map.levels[0], &wanted(2, 1), &WorkMeter::unlimited()).unwrap();
        assert!(walks.iter().all(|walk| walk.start != walk.goal));
        let error = benchmark(&map, &map.levels[0], &wanted(9, 1), &WorkMeter::unlimited()).unwrap_err().to_string();
        assert!(
            error.starts_with("level 0 has room for about ") && error.ends_with("walks, 9 are wanted (--problems)"),
            "{error}"
        );
        let rock = text::read("##\n##\n").unwrap();
        assert!(benchmark(&rock, &rock.levels[0], &wanted(1, 1), &WorkMeter::unlimited()).is_err());
        assert_eq!(benchmark(&rock, &rock.levels[0], &wanted(0, 1), &WorkMeter::unlimited()), Ok(Vec::new()));
    }
}
