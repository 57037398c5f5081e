//! Facts that are bound once for a dungeon: owner, patron, the material of each key.

use std::collections::BTreeMap;

use crate::contents::{ContentTable, FactValue, KEY_FACT};
use crate::derive::level_names::ordinal;
use crate::dungeon::{Dungeon, KeyRule, LinkId, MarkerKind};
use crate::seed::Stream;

/// What stands before the owner or the town in the name of a dungeon.
const BEFORE_OWNER: [&str; 4] = [" of ", " under ", " beyond ", " at "];

/// Facts by name, and materials by lock.
pub struct BoundFacts {
    facts: BTreeMap<String, String>,
    materials: BTreeMap<LinkId, String>,
}

impl BoundFacts {
    /// Binds the facts of a table for a dungeon.
    pub fn new(dungeon: &Dungeon, table: &ContentTable, stream: &mut Stream) -> Self {
        let owner = name_owner(&dungeon.name);
        let mut facts = BTreeMap::new();
        for (name, values) in &table.facts {
            let texts = values.iter().filter_map(|value| match value {
                FactValue::FromName => None,
                FactValue::Text(text) => Some(text.as_str()),
            });
            let texts: Vec<&str> = texts.collect();
            let drawn = stream.choose(&texts).copied();
            // Whoever the dungeon is called after is the one that its texts speak of.
            let named = owner.as_deref().filter(|_| values.contains(&FactValue::FromName));
            if let Some(value) = named.or(drawn) {
                facts.insert(name.clone(), value.to_owned());
            }
        }
        let materials = bind_materials(dungeon, table, stream);
        Self { facts, materials }
    }

    /// The value of a fact.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.get(name).map(String::as_str)
    }

    /// The material of a lock and its key.
    pub fn material(&self, lock: LinkId) -> Option<&str> {
        self.materials.get(&lock).map(String::as_str)
    }
}

/// The owner or town in the name of a dungeon, where it has one.
fn name_owner(name: &str) -> Option<String> {
    BEFORE_OWNER.iter().find_map(|before| name.split_once(before)).map(|(_, owner)| owner.to_owned())
}

/// Each lock has a material of its own, none twice while others remain. Shared keys are all alike.
fn bind_materials(dungeon: &Dungeon, table: &ContentTable, stream: &mut Stream) -> BTreeMap<LinkId, String> {
    let texts = table.facts.get(KEY_FACT).into_iter().flatten().filter_map(|value| match value {
        FactValue::Text(text) => Some(text.clone()),
        FactValue::FromName => None,
    });
    let mut materials: Vec<String> = texts.collect();
    stream.shuffle(&mut materials);
    if materials.is_empty() {
        return BTreeMap::new();
    }
    let keys = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key);
    let mut locks: Vec<LinkId> = keys.filter_map(|marker| marker.link).collect();
    locks.sort_unstable();
    locks.dedup();
    let is_shared = dungeon.provenance.recipe.key_rule() == Some(KeyRule::Shared);
    let material = |i: usize| {
        let (round, material) = (i / materials.len(), &materials[i % materials.len()]);
        if round == 0 { material.clone() } else { format!("{} {material}", ordinal(round as i32 + 1).to_lowercase()) }
    };
    let number = |i: usize| if is_shared { 0 } else { i };
    locks.into_iter().enumerate().map(|(i, lock)| (lock, material(number(i)))).collect()
}
