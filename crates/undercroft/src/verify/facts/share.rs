//! Shares of counts.

use crate::fraction::Fraction;

/// `part` of `whole` counted things, rounded down; nothing of nothing is zero.
pub(super) fn share_of(part: usize, whole: usize) -> Fraction {
    Fraction::ratio(part as u64, whole as u64)
}

/// The mean of whole numbers in tenths, rounded down once; that of none is zero.
pub(super) fn mean_tenths(values: impl Iterator<Item = usize>) -> u64 {
    let (sum, count) = values.fold((0, 0), |(sum, count), value| (sum + value as u64, count + 1));
    (10 * sum).checked_div(count).unwrap_or(0)
}
