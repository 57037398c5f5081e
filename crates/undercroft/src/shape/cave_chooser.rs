//! Draws caves that are fit for rooms.

use undercroft_grid::BitGrid;

use super::cave::CaveDraft;
use super::chooser::SideLimits;
use crate::seed::Stream;

/// How often a cave is drawn for one that is fit for a room.
const DRAWS: usize = 16;

/// Draws caves for rooms whose sides have limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaveChooser {
    limits: SideLimits,
}

impl CaveChooser {
    /// Caves have areas from the smallest to the largest square within the limits. Their modules do not count.
    pub const fn new(limits: SideLimits) -> Self {
        Self { limits }
    }

    /// The least and the greatest area. [Unit: cells]
    const fn areas(&self) -> [i32; 2] {
        [self.limits.min * self.limits.min, self.limits.max * self.limits.max]
    }

    /// Draws a cave; `None` where none of some draws is fit for a room.
    pub fn draw(&self, stream: &mut Stream) -> Option<BitGrid> {
        let [least, most] = self.areas();
        self.draw_of(least..most + 1, |_| true, stream)
    }

    /// Draws one of the smallest caves.
    pub fn draw_small(&self, stream: &mut Stream) -> Option<BitGrid> {
        let [least, most] = self.areas();
        self.draw_of(least..(2 * least).min(most) + 1, |_| true, stream)
    }

    /// Draws a cave whose width and height are at most these.
    pub fn draw_within(&self, [width, height]: [i32; 2], stream: &mut Stream) -> Option<BitGrid> {
        let [least, most] = self.areas();
        let fits = |mask: &BitGrid| mask.size().width() <= width && mask.size().height() <= height;
        // Larger ones would hardly have a side so short.
        let most = most.min(width * height / 2).max(least);
        self.draw_of(least..most + 1, fits, stream)
    }

    fn draw_of(
        &self,
        areas: std::ops::Range<i32>,
        fits: impl Fn(&BitGrid) -> bool,
        stream: &mut Stream,
    ) -> Option<BitGrid> {
        let sides = |mask: &BitGrid| [mask.size().width(), mask.size().height()];
        (0..DRAWS).find_map(|_| {
            let area = stream.range(areas.clone());
            let mask = CaveDraft::draw(area, stream).mask()?;
            (self.limits.allows_aspect(sides(&mask)) && fits(&mask)).then_some(mask)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caves_keep_to_the_limits_of_rooms() {
        let limits = SideLimits { min: 4, max: 9, modules: [4, 4], max_aspect: 200 };
        let caves = CaveChooser::new(limits);
        let (mut stream, mut found) = (Stream::new(5, "caves"), [0; 3]);
        for _ in 0..300 {
            let all = [caves.draw(&mut stream), caves.draw_small(&mut stream), caves.draw_within([8, 9], &mut stream)];
            for (i, mask) in all.into_iter().enumerate() {
                let Some(mask) = mask else { continue };
                found[i] += 1;
                let (width, height) = (mask.size().width(), mask.size().height());
                assert!(width <= 2 * height && height <= 2 * width && mask.count() >= 8);
                assert!(i != 2 || width <= 8 && height <= 9);
            }
        }
        assert!(found.iter().all(|&found| found > 290), "{found:?}");
    }
}
