//! What is wrong with a file of figures.

use crate::recipe::Origin;

/// A file of figures cannot be used.
///
/// ```
/// use undercroft::figures::Figures;
///
/// let error = Figures::parse("mine.toml", "[keep]\npresets = [\"walker-keep\"]\nfil = { mean = \"0.2..\" }\n").unwrap_err();
/// assert_eq!(error.to_string(), "mine.toml:3:1: fil: unknown column; did you mean fill?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{origin}: {message}")]
pub struct FigureError {
    /// Where.
    pub origin: Origin,
    /// What is wrong, and what is needed.
    pub message: String,
}
