//! Arguments that are chosen by name: presets and formats. The library finds them, and its error names the nearest.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;

/// Finds values by name; lists all names for the shell and the help.
#[derive(Clone, Copy)]
pub struct NameParser<T: 'static> {
    /// The value of a name, or why there is none.
    pub find: fn(&str) -> Result<T, String>,
    /// All names, each with a line about it.
    pub names: fn() -> Vec<PossibleValue>,
}

impl<T: Clone + Send + Sync> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let refuse = |reason| clap::Error::raw(ErrorKind::InvalidValue, format!("{reason}\n")).with_cmd(command);
        (self.find)(&value.to_string_lossy()).map_err(refuse)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}
