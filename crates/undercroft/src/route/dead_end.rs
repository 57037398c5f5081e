//! Blind stubs, for those who like them.

use undercroft_grid::{Cell, Dir, Rect};

use super::Works;
use crate::dungeon::{Link, Stub};
use crate::seed::Stream;

/// Shortest and longest stub. [Unit: cells]
const LENGTHS: std::ops::Range<i32> = 3..9;
/// Places tried for each stub.
const TRIES: usize = 20;

/// Adds the wished number of stubs where there is place for them.
pub fn add(works: &mut Works, stream: &mut Stream) {
    let wanted = works.recipe.corridors.dead_ends.times(works.links.len());
    for _ in 0..wanted {
        if let Some(stub) = (0..TRIES).find_map(|_| stub(works, stream)) {
            let width = i32::from(stub.width);
            stub.path.iter().for_each(|&at| works.ground.carve(Rect::at(at, width, width)));
            works.stubs.push(stub);
        }
    }
}

/// A stub that leaves a random corridor sideways, if the ground there is free.
fn stub(works: &Works, stream: &mut Stream) -> Option<Stub> {
    let link: &Link = stream.choose(&works.links)?;
    let corridor = link.corridor()?;
    let swept = corridor.brush_positions();
    // The ends of the sweep are where the runways are: stubs keep away from doors.
    let middle = swept.get(1..swept.len().checked_sub(1)?)?;
    let &at = stream.choose(middle)?;
    let (dir, length, width) =
        (Dir::from_index(stream.below(4) as usize), stream.range(LENGTHS), i32::from(corridor.width));
    let path: Vec<Cell> = (0..length).map(|i| at.step(dir, width + i)).collect();
    is_free(works, &path, dir, width).then(|| Stub {
        z: works.layout.rooms[link.rooms[0].index()].z,
        path,
        width: corridor.width,
    })
}

/// Whether nothing but the corridor that it leaves lies round the stub.
fn is_free(works: &Works, path: &[Cell], dir: Dir, width: i32) -> bool {
    let whole = path.iter().map(|&at| Rect::at(at, width, width)).fold(Rect::new(0, 0, 0, 0), Rect::hull);
    let ground = &works.ground;
    // One cell of rock all round, except where it begins.
    let round = whole.grow(1);
    let round = match dir {
        Dir::North => Rect { bottom: whole.bottom, ..round },
        Dir::East => Rect { left: whole.left, ..round },
        Dir::South => Rect { top: whole.top, ..round },
        Dir::West => Rect { right: whole.right, ..round },
    };
    ground.is_clear(whole) && !ground.has_room(round) && !ground.has_corridor(round)
}
