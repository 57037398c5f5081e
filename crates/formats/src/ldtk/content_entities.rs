//! Features and spawns as entities.

use super::entities::{Entities, cell_rect};
use super::feature_word::{feature_word, kind_of};
use super::fields::Datum;
use super::schema::Kind;
use super::wire::EntityInstance;
use crate::pin_ticks::PinSubject;
use undercroft::dungeon::{Feature, Spawn};

impl Entities<'_> {
    /// All entities of a level, those on top last.
    pub fn all_of_level(&self, z: i32) -> Vec<EntityInstance> {
        let mut all = self.of_level(z);
        let features = self.dungeon.features.iter().filter(|feature| feature.z == z);
        all.extend(features.map(|feature| self.feature(feature)));
        let spawns = self.dungeon.spawns.iter().filter(|spawn| spawn.z == z);
        all.extend(spawns.map(|spawn| self.spawn(spawn)));
        all
    }

    fn feature(&self, feature: &Feature) -> EntityInstance {
        let word = feature_word(&feature.kind);
        let exact = (kind_of(&word) != feature.kind).then(|| Datum::Text(feature.kind.clone()));
        let light = feature.light.as_ref();
        let held = feature.spawn.and_then(|spawn| self.dungeon.spawns.get(spawn as usize));
        let values = vec![
            vec![Datum::int(feature.id)],
            vec![Datum::Named(word)],
            exact.into_iter().collect(),
            vec![Datum::int(feature.turn)],
            vec![Datum::Bool(feature.blocks)],
            vec![Datum::Bool(feature.opaque)],
            vec![Datum::Bool(feature.secret)],
            vec![Datum::Bool(feature.flat)],
            vec![Datum::word(feature.mount)],
            light.map(|light| Datum::int(light.bright_feet)).into_iter().collect(),
            light.map(|light| Datum::int(light.dim_feet)).into_iter().collect(),
            held.map(|spawn| self.reference(&spawn_name(spawn), spawn.z)).into_iter().collect(),
            feature.room.map(|room| self.room_reference(room)).into_iter().collect(),
            self.pinned(PinSubject::Feature(feature.id)),
        ];
        self.entity(Kind::Feature, &format!("feature {}", feature.id), feature.rect(), values)
    }

    fn spawn(&self, spawn: &Spawn) -> EntityInstance {
        let values = vec![
            vec![Datum::int(spawn.id)],
            vec![Datum::word(spawn.kind)],
            spawn.group.map(Datum::int).into_iter().collect(),
            vec![Datum::int(spawn.difficulty.parts())],
            spawn.name.clone().map(Datum::Text).into_iter().collect(),
            vec![self.room_reference(spawn.room)],
            self.pinned(PinSubject::Spawn(spawn.id)),
        ];
        self.entity(Kind::Spawn, &spawn_name(spawn), cell_rect(spawn.cell), values)
    }
}

fn spawn_name(spawn: &Spawn) -> String {
    format!("spawn {}", spawn.id)
}
