//! Features and spawns as objects of Tiled, groups and story as properties of the map.

use super::entities::Desk;
use super::map_file::{Object, Properties, Shape, Value, json_text, word};
use crate::pin_ticks::PinSubject;
use undercroft::dungeon::{Dungeon, Feature, Spawn};

impl Desk<'_> {
    /// The features of a level; the type of each is its kind.
    pub fn features(&self, z: i32) -> Vec<Object> {
        let here = self.dungeon.features.iter().filter(|feature| feature.z == z);
        here.map(|feature| self.feature(feature)).collect()
    }

    fn feature(&self, feature: &Feature) -> Object {
        let light = feature.light.as_ref();
        let properties = Properties::default()
            .with("blocks", feature.blocks)
            .with_some("bright_feet", light.map(|light| u32::from(light.bright_feet)))
            .with_some("dim_feet", light.map(|light| u32::from(light.dim_feet)))
            .with("flat", feature.flat)
            .with("id", feature.id)
            .with("mount", word(&feature.mount))
            .with("opaque", feature.opaque)
            .with("pinned", self.pinned.contains(&PinSubject::Feature(feature.id)))
            .with_some("room", feature.room.map(|room| room.0))
            .with("secret", feature.secret)
            .with_some("spawn", feature.spawn)
            .with("turn", u32::from(feature.turn));
        self.object(String::new(), &feature.kind, feature.rect(), Shape::Rectangle, properties)
    }

    /// The spawns of a level.
    pub fn spawns(&self, z: i32) -> Vec<Object> {
        self.dungeon.spawns.iter().filter(|spawn| spawn.z == z).map(|spawn| self.spawn(spawn)).collect()
    }

    fn spawn(&self, spawn: &Spawn) -> Object {
        let properties = Properties::default()
            .with("difficulty", Value::Decimal(f64::from(spawn.difficulty.parts()) / 10_000.0))
            .with_some("group", spawn.group)
            .with("id", spawn.id)
            .with("kind", word(&spawn.kind))
            .with_some("name", spawn.name.clone())
            .with("pinned", self.pinned.contains(&PinSubject::Spawn(spawn.id)))
            .with("room", spawn.room.0);
        self.point(spawn.name.clone().unwrap_or_default(), "spawn", spawn.cell, properties)
    }
}

/// What the properties of a map tell about groups and story.
pub(super) fn story_properties(dungeon: &Dungeon) -> [(&'static str, Option<Value>); 3] {
    let story = &dungeon.story;
    [
        ("groups", (!dungeon.groups.is_empty()).then(|| json_text(&dungeon.groups))),
        ("hook", (!story.hook.is_empty()).then(|| story.hook.as_str().into())),
        ("rumours", (!story.rumours.is_empty()).then(|| json_text(&story.rumours))),
    ]
}
