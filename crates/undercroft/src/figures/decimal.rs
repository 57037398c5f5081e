//! Exact decimal numbers: limits and columns in parts of 1/10,000.

use std::fmt;

use serde::{Serialize, Serializer};

/// A number from 0 with at most four decimals. [Unit: parts per 10,000]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Decimal(pub(super) u64);

/// The parts of the number 1.
pub(super) const ONE: u64 = 10_000;

/// Digits after the point.
const DIGITS: usize = 4;

/// The most digits before the point.
const MAX_WHOLE: usize = 12;

impl Decimal {
    /// Reads digits with at most one point, as `13.5` or `0`; `None` for everything else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(rest) || whole.len() > MAX_WHOLE || rest.len() > DIGITS {
            return None;
        }
        Some(Self(format!("{whole}{rest:0<DIGITS$}").parse().ok()?))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:0DIGITS$}", self.0 / ONE, self.0 % ONE);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / ONE as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_and_written_exactly() {
        for (text, parts) in [("0", 0), ("14", 140_000), ("13.5", 135_000), ("0.0001", 1), ("10.25", 102_500)] {
            assert_eq!(Decimal::parse(text), Some(Decimal(parts)), "{text}");
            assert_eq!(Decimal(parts).to_string(), text);
        }
        for text in ["", ".", "1.", ".5", "-1", "1e3", "0.00001", "1 ", "1.2.3", "9999999999999"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }
}
