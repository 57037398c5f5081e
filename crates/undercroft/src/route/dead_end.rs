//! Dead ends: stubs that branch off a corridor and lead nowhere.

use undercroft_grid::{Cell, Dir, Rect};

use super::RouteError;
use super::builder::LevelRoutes;
use crate::dungeon::{Link, Stub};
use crate::meter::Meter;
use crate::seed::Stream;

/// Shortest and longest stub. [Unit: cells]
const LENGTHS: std::ops::Range<i32> = 3..9;
/// Places tried for each stub.
const TRIES: usize = 20;

/// Adds the requested number of stubs, as far as there is space for them.
///
/// # Errors
/// When the meter halts.
pub fn add_dead_ends(routes: &mut LevelRoutes, stream: &mut Stream, meter: &mut Meter) -> Result<(), RouteError> {
    let wanted = routes.recipe.corridors.dead_ends.times(routes.links.len());
    for _ in 0..wanted {
        meter.spend(TRIES as u64)?;
        if let Some(stub) = (0..TRIES).find_map(|_| stub(routes, stream)) {
            let width = i32::from(stub.width);
            stub.path.iter().for_each(|&at| routes.map.carve(Rect::at(at, width, width)));
            routes.stubs.push(stub);
        }
    }
    Ok(())
}

/// A stub that leaves a random corridor sideways, if the cells there are free.
fn stub(routes: &LevelRoutes, stream: &mut Stream) -> Option<Stub> {
    let link: &Link = stream.choose(&routes.links)?;
    let corridor = link.corridor()?;
    let swept = corridor.brush_positions();
    // The ends of the sweep are where the runways are: stubs keep away from doors.
    let middle = swept.get(1..swept.len().checked_sub(1)?)?;
    let &at = stream.choose(middle)?;
    let (dir, length, width) =
        (Dir::from_index(stream.below(4) as usize), stream.range(LENGTHS), i32::from(corridor.width));
    let path: Vec<Cell> = (0..length).map(|i| at.step(dir, width + i)).collect();
    is_free(routes, &path, dir, width).then(|| Stub {
        z: routes.layout.rooms[link.rooms[0].index()].z,
        path,
        width: corridor.width,
    })
}

/// Whether nothing but the corridor that it leaves lies round the stub.
fn is_free(routes: &LevelRoutes, path: &[Cell], dir: Dir, width: i32) -> bool {
    let whole = path.iter().map(|&at| Rect::at(at, width, width)).fold(Rect::new(0, 0, 0, 0), Rect::hull);
    let map = &routes.map;
    // One cell of rock all round, except where it begins.
    let round = whole.grow(1);
    let round = match dir {
        Dir::North => Rect { bottom: whole.bottom, ..round },
        Dir::East => Rect { left: whole.left, ..round },
        Dir::South => Rect { top: whole.top, ..round },
        Dir::West => Rect { right: whole.right, ..round },
    };
    map.is_clear(whole) && !map.has_room(round) && !map.has_corridor(round)
}
