//! A line northwards that bends into a snake at the bounds.
//!
//! ```text
//!   2─3 8        The first column begins at the start, the others use the whole height.
//!   │ │ │
//!   1 4 7
//!   │ │ │
//!   0 5─6
//! ```

use super::{Bounds, PlanCell, Sketch};
use crate::seed::Stream;

/// The most rooms of a snake in the bounds, on its better side.
pub fn most(bounds: Bounds) -> u64 {
    let side = bounds.x[1].max(-bounds.x[0]) as u64;
    first_column(bounds) + side * bounds.sides()[1]
}

/// A line of this many rooms. It bends to a side where it finds enough place, chosen by chance where both have it.
pub fn draw(size: usize, bounds: Bounds, stream: &mut Stream) -> Sketch {
    let holds = |columns: i32| first_column(bounds) + columns as u64 * bounds.sides()[1] >= size as u64;
    let sides: Vec<i32> = [(1, bounds.x[1]), (-1, -bounds.x[0])]
        .into_iter()
        .filter(|&(_, columns)| holds(columns))
        .map(|(side, _)| side)
        .collect();
    let side = stream.choose(&sides).copied().unwrap_or(1);
    let mut sketch = Sketch::start();
    let (mut at, mut up) = (PlanCell::START, true);
    while sketch.cells.len() < size {
        let edge = if up { bounds.y[1] } else { bounds.y[0] };
        at = if at.y == edge {
            up = !up;
            PlanCell::new(at.x + side, at.y)
        } else {
            PlanCell::new(at.x, at.y + if up { 1 } else { -1 })
        };
        sketch.add(at, sketch.cells.len() - 1);
    }
    sketch
}

const fn first_column(bounds: Bounds) -> u64 {
    bounds.y[1] as u64 + 1
}
