//! Two groups cross a hall in opposite directions, and everyone arrives.

use undercroft_crowd::{Crowd, CrowdError, CrowdSettings, Mode, StepNavigator};
use undercroft_grid::{BitGrid, Cell, Size};

fn main() -> Result<(), CrowdError> {
    let mut crowd = Crowd::new(BitGrid::new(Size::of(12, 6)), CrowdSettings::new(Mode::Flow))?;
    for y in 0..6 {
        for (from, to) in [(0, 11), (11, 0)] {
            let start = crowd.anchor(Cell::new(from, y)).expect("the hall is free");
            let actor = crowd.spawn(start, 64)?;
            crowd.order(actor, Cell::new(to, y))?;
        }
    }
    let mut navigator = StepNavigator::default();
    while !crowd.is_settled() && crowd.tick() < 200 {
        crowd.step(&mut navigator);
    }
    let summary = crowd.summary();
    println!("{} of {} actors arrived in {} ticks", summary.arrived, summary.actors, summary.makespan);
    assert_eq!((summary.arrived, summary.crossings), (12, 0));
    Ok(())
}
