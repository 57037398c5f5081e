//! Parts per ten thousand: every chance, share and difficulty in recipes and dungeons.
//!
//! Decisions are made with whole numbers, so that a chance of 0.15 is the same chance on every machine.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number between 0 and 1 with at most four decimals. [Unit: parts per 10,000] [Limits: 0..=10,000]
///
/// In JSON and TOML it is the decimal number: `0.15`.
///
/// ```
/// use undercroft::Fraction;
///
/// let third = Fraction::ratio(1, 3);
/// assert_eq!((third.parts(), third.to_string().as_str()), (3_333, "0.3333"));
/// assert_eq!(Fraction::from_parts(10_001), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Share", with = "f64", extend("minimum" = 0, "maximum" = 1)))]
pub struct Fraction(u16);

impl Fraction {
    /// The whole.
    pub const WHOLE: u16 = 10_000;
    /// Never.
    pub const ZERO: Self = Self(0);
    /// Always.
    pub const ONE: Self = Self(Self::WHOLE);

    /// From parts per 10,000; `None` beyond the whole.
    pub fn from_parts(parts: u16) -> Option<Self> {
        (parts <= Self::WHOLE).then_some(Self(parts))
    }

    /// A share written in code.
    ///
    /// # Panics
    /// Beyond the whole; in a constant that is an error of the compiler.
    pub const fn constant(parts: u16) -> Self {
        assert!(parts <= Self::WHOLE, "a share is at most the whole");
        Self(parts)
    }

    /// `part` of `whole`, rounded down; nothing of nothing is [`Fraction::ZERO`].
    pub fn ratio(part: u64, whole: u64) -> Self {
        let whole_parts = u64::from(Self::WHOLE);
        Self((part.min(whole) * whole_parts).checked_div(whole).unwrap_or(0) as u16)
    }

    /// From a decimal number; `None` outside 0..=1 or with more than four decimals.
    pub fn from_decimal(value: f64) -> Option<Self> {
        let parts = value * f64::from(Self::WHOLE);
        let whole = parts.round();
        let fits = (0.0..=f64::from(Self::WHOLE)).contains(&whole) && (parts - whole).abs() < 1e-6;
        fits.then_some(Self(whole as u16))
    }

    /// Parts per 10,000.
    pub const fn parts(self) -> u16 {
        self.0
    }

    /// This share of `count`, rounded down.
    pub fn times(self, count: usize) -> usize {
        count * usize::from(self.0) / usize::from(Self::WHOLE)
    }

    /// For drawings and summaries only.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::WHOLE)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_f64())
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        let refuse =
            || serde::de::Error::custom(format!("need a number from 0 to 1 with at most four decimals, got {value}"));
        Self::from_decimal(value).ok_or_else(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_survives_json() {
        for parts in 0..=Fraction::WHOLE {
            let share = Fraction::from_parts(parts).unwrap();
            let json = serde_json::to_string(&share).unwrap();
            assert_eq!(serde_json::from_str::<Fraction>(&json).unwrap(), share, "{json}");
        }
    }

    #[test]
    fn numbers_outside_or_too_fine_are_refused() {
        for value in [-0.1, 1.1, 0.12345, f64::NAN, f64::INFINITY] {
            assert_eq!(Fraction::from_decimal(value), None, "{value}");
        }
    }

    #[test]
    fn a_share_of_a_count_rounds_down() {
        let share = Fraction::from_decimal(0.15).unwrap();
        assert_eq!((share.times(100), share.times(99)), (15, 14));
        assert_eq!(Fraction::ratio(1, 3).parts(), 3_333);
        assert_eq!(Fraction::ratio(0, 0), Fraction::ZERO);
    }
}
