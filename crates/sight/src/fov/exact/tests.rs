use proptest::prelude::*;
use undercroft_grid::Size;

use super::*;
use crate::fov::oracle;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn two_cells_see_each_other_as_the_definition_says(
        width in 1..90i32, height in 1..14i32, walls in prop::collection::vec(any::<(u32, u32)>(), 0..40),
    ) {
        let mut solid = BitGrid::new(Size::of(width, height));
        for (x, y) in walls {
            solid.insert(Cell::new((x % width as u32) as i32, (y % height as u32) as i32));
        }
        let floor = Floor::new(&solid);
        let free: Vec<Cell> = floor.free().iter().collect();
        for (&from, &to) in free.iter().zip(free.iter().rev()).chain(free.iter().zip(free.iter().skip(7).step_by(3))) {
            prop_assert_eq!(sees(&floor, from, to), oracle::sees(&solid, from, to), "{} and {}", from, to);
        }
    }
}
