//! What an observer at the first spawn point sees, and the shortest path from there to the goal.

use undercroft::dungeon::MarkerKind;
use undercroft::sight::{Floor, Observer, exact_fov, path};
use undercroft::{Error, generate};

fn main() -> Result<(), Error> {
    let dungeon = generate("small-dungeon", 7)?;
    let level = &dungeon.levels[0];
    let spawn = |room| {
        let mut markers = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Spawn);
        markers.find(|marker| marker.room == room).map(|marker| marker.cell).expect("every room has one")
    };
    let entrance = dungeon.entrance.as_ref().expect("generated dungeons have one");
    let start = spawn(dungeon.door(entrance.door).room);
    let goal = spawn(dungeon.goal);

    let seen = exact_fov(&dungeon.opaque(level), Observer::one(start), None).expect("spawn points lie on the map");
    println!("{} cells are seen from {start}", seen.count());
    assert!(seen.contains(start));

    let floor = Floor::new(&dungeon.solid(level));
    let found = path(&floor, start, goal).expect("spawn points are free").expect("verified dungeons are connected");
    println!("{:.2} cells to the goal over {} waypoints", found.length(), found.waypoints().len());
    assert_eq!((found.waypoints().first(), found.waypoints().last()), (Some(&start), Some(&goal)));
    Ok(())
}
