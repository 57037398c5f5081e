//! What a visitor at the first spawn sees, and the shortest path from there to the goal.

use undercroft::sight::{Floor, Observer, exact_fov, path};
use undercroft::{Error, Generator};

fn main() -> Result<(), Error> {
    let dungeon = Generator::preset("small-dungeon")?.seed(7).generate()?;
    let level = &dungeon.levels[0];
    let spawn = |room| {
        let mut spawns = dungeon.spawns.iter();
        spawns.find(|spawn| spawn.room == room).map(|spawn| spawn.cell).expect("visitors and a guardian appear there")
    };
    let start = spawn(dungeon.entrance.as_ref().expect("generated dungeons have one").room);
    let goal = spawn(dungeon.goal.expect("generated dungeons have one"));

    let seen = exact_fov(&dungeon.opaque(level), Observer::one(start), None).expect("spawn points lie on the map");
    println!("{} cells are seen from {start}", seen.count());
    assert!(seen.contains(start));

    let floor = Floor::new(&dungeon.solid(level));
    let found = path(&floor, start, goal).expect("spawn points are free").expect("verified dungeons are connected");
    println!("{:.2} cells to the goal over {} waypoints", found.length(), found.waypoints().len());
    assert_eq!((found.waypoints().first(), found.waypoints().last()), (Some(&start), Some(&goal)));
    Ok(())
}
