//! Lengths of the corridors of joints.

use crate::seed::Stream;

/// The longest corridor of a joint, and the walls at its ends. [Unit: cells]
pub const LONGEST_JOINT: i32 = 14;
/// The lengths that a corridor may have where none of the recipe's has fitted.
const LONGER: std::ops::RangeInclusive<i32> = 2..=10;

/// A length by weight among those that are possible; the shortest possible where none has a weight.
pub fn draw_length(
    lengths: &[u32],
    module: i32,
    is_longer: bool,
    can_have: impl Fn(i32) -> bool,
    stream: &mut Stream,
) -> Option<i32> {
    if module == 1 && !is_longer {
        return stream.weighted(lengths).map(|length| length as i32);
    }
    let weight = |length: i32| {
        if is_longer { u32::from(LONGER.contains(&length)) } else { lengths.get(length as usize).copied().unwrap_or(0) }
    };
    let possible: Vec<i32> = (0..LONGEST_JOINT).filter(|&length| can_have(length)).collect();
    let weights: Vec<u32> = possible.iter().map(|&length| weight(length)).collect();
    let drawn = stream.weighted(&weights).map(|drawn| possible[drawn]);
    drawn.or_else(|| possible.first().copied().filter(|_| module > 1))
}
