//! What is read of a project: only what says something about a dungeon, whoever wrote the file.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use undercroft::format::json::path::{Fault, Path};

/// What is read first, to know whether the rest can be.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an LDtk project")]
pub(super) struct HeaderFile {
    json_version: Option<Value>,
    #[serde(default)]
    external_levels: bool,
    /// Only the file of a single level has it at the root.
    layer_instances: Option<IgnoredAny>,
}

impl HeaderFile {
    /// Whether this is a project of a version that can be read, in one file.
    pub fn check(&self) -> Result<(), Fault> {
        if self.layer_instances.is_some() {
            return Err(
                Path::of("layerInstances").fault("this is one level of an LDtk project; read the project itself")
            );
        }
        let said = self.json_version.as_ref().and_then(Value::as_str);
        if !said.is_some_and(is_known) {
            let got = self.json_version.as_ref().map_or("nothing".to_owned(), Value::to_string);
            let problem = format!("this program reads LDtk projects of the versions 1.0 to 1.5, got {got}");
            return Err(Path::of("jsonVersion").fault(problem));
        }
        if self.external_levels {
            return Err(Path::of("externalLevels").fault(SEPARATE));
        }
        Ok(())
    }
}

/// What is said of a project whose levels are elsewhere.
pub(super) const SEPARATE: &str = "the levels of this project lie in files of their own; \
     in LDtk's project settings turn off `Save levels to separate files`, save, and read the project again";

fn is_known(version: &str) -> bool {
    let mut numbers = version.split('.').map(str::parse::<u32>);
    matches!((numbers.next(), numbers.next()), (Some(Ok(1)), Some(Ok(0..=5))))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProjectFile {
    #[serde(default)]
    pub defs: DefsFile,
    #[serde(default)]
    pub levels: Vec<LevelFile>,
    #[serde(default)]
    pub worlds: Vec<WorldFile>,
}

#[derive(Deserialize)]
pub(super) struct WorldFile {
    #[serde(default)]
    pub levels: Vec<LevelFile>,
}

#[derive(Default, Deserialize)]
pub(super) struct DefsFile {
    #[serde(default)]
    pub layers: Vec<LayerDefFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerDefFile {
    pub uid: i64,
    #[serde(default)]
    pub int_grid_values: Vec<IntGridValueFile>,
}

#[derive(Deserialize)]
pub(super) struct IntGridValueFile {
    pub value: i64,
    #[serde(default)]
    pub identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LevelFile {
    #[serde(default)]
    pub world_depth: i64,
    #[serde(default)]
    pub field_instances: Vec<FieldFile>,
    pub layer_instances: Option<Vec<LayerFile>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerFile {
    #[serde(rename = "__identifier")]
    pub identifier: String,
    #[serde(rename = "__type")]
    pub layer_type: String,
    #[serde(rename = "__cWid")]
    pub columns: i64,
    #[serde(rename = "__cHei")]
    pub rows: i64,
    #[serde(rename = "__gridSize")]
    pub grid_size: i64,
    pub layer_def_uid: i64,
    #[serde(default)]
    pub int_grid_csv: Vec<i64>,
    #[serde(default)]
    pub entity_instances: Vec<EntityFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EntityFile {
    #[serde(rename = "__identifier")]
    pub identifier: String,
    #[serde(rename = "__pivot", default)]
    pub pivot: [f64; 2],
    pub iid: String,
    pub px: [i64; 2],
    pub width: i64,
    pub height: i64,
    #[serde(default)]
    pub field_instances: Vec<FieldFile>,
}

#[derive(Deserialize)]
pub(super) struct FieldFile {
    #[serde(rename = "__identifier")]
    pub identifier: String,
    #[serde(rename = "__value", default)]
    pub value: Value,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_from_one_to_one_point_five_are_read() {
        assert!(["1.0", "1.0.0", "1.5.3", "1.5.3-beta"].into_iter().all(is_known));
        assert!(["", "0.9.3", "1.6.0", "2.0", "1", "one"].into_iter().all(|version| !is_known(version)));
    }
}
