//! What can be wrong with a data set.

use undercroft::recipe::RecipeError;

/// A data set cannot be made or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DatasetError {
    /// A setting is beyond its limits.
    #[error("--{}: {problem}", field.replace('_', "-"))]
    Setting {
        /// The setting.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A dungeon has more of something than a column can number.
    #[error("a data set takes dungeons of up to {limit} {what}, this one has {count}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A packed column has a wrong length.
    #[error("tiles: need {need} bytes, got {got}")]
    TileBytes {
        /// How long it should be.
        need: usize,
        /// How long it is.
        got: usize,
    },
    /// A packed cell has the code that is reserved, or lies behind the last.
    #[error("tiles: cell {cell} has a reserved code")]
    ReservedCode {
        /// The cell.
        cell: usize,
    },
    /// A file of a data set is not what it should be.
    #[error("{file}: {problem}")]
    File {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The recipe of a plan cannot be used.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// Columns could not be written.
    #[error("columns: {0}")]
    Columns(String),
}

impl DatasetError {
    /// A problem with a file.
    pub(super) fn file(file: &str, problem: impl Into<String>) -> Self {
        Self::File { file: file.to_owned(), problem: problem.into() }
    }

    /// The setting that is to blame, as far as one is.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Setting { field, .. } => Some(field),
            Self::Recipe(error) => error.field(),
            _ => None,
        }
    }
}

impl From<arrow_schema::ArrowError> for DatasetError {
    fn from(error: arrow_schema::ArrowError) -> Self {
        Self::Columns(error.to_string())
    }
}

impl From<parquet::errors::ParquetError> for DatasetError {
    fn from(error: parquet::errors::ParquetError) -> Self {
        Self::Columns(error.to_string())
    }
}
