//! What a document calls itself.

use serde::Deserialize;
use serde_json::Value;

use super::path::{Fault, Path};
use super::{FORMAT, VERSION};

/// The first version, which is read and no longer written.
const FIRST: u32 = 1;

/// What is read first, to know whether the rest can be.
#[derive(Deserialize)]
#[serde(expecting = "an object with `format` and `version`")]
pub(super) struct Header {
    format: Option<Value>,
    version: Option<Value>,
}

impl Header {
    /// What a complaint names of a path: all other fields are passed over.
    pub fn shown(path: Path) -> Path {
        let (key, _) = path.head();
        if ["format", "version", ""].contains(&key) { path } else { Path::of(key) }
    }

    /// The version of a dungeon that can be read.
    pub fn version(&self) -> Result<u32, Fault> {
        let said = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), Value::to_string);
        if self.format.as_ref().and_then(Value::as_str) != Some(FORMAT) {
            let problem = format!("need {FORMAT:?}, got {}; this is not dungeon JSON", said(&self.format));
            return Err(Path::of("format").fault(problem));
        }
        let version = self.version.as_ref().and_then(Value::as_u64).and_then(|version| u32::try_from(version).ok());
        version.filter(|version| (FIRST..=VERSION).contains(version)).ok_or_else(|| {
            let problem = format!("this program reads versions {FIRST} to {VERSION}, got {}", said(&self.version));
            Path::of("version").fault(problem)
        })
    }
}
