//! Facts that are bound once for a dungeon: owner, patron, the material of each key.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::contents::{ContentTable, FactValue, KEY_FACT};
use crate::derive::level_names::ordinal;
use crate::dungeon::{Dungeon, KeyRule, LinkId, MarkerKind};
use crate::seed::Stream;

/// What stands before the owner or the town in the name of a dungeon.
const BEFORE_OWNER: [&str; 4] = [" of ", " under ", " beyond ", " at "];

/// Facts by name, and materials by lock.
pub struct BoundFacts<'t> {
    facts: BTreeMap<&'t str, Cow<'t, str>>,
    materials: BTreeMap<LinkId, String>,
}

impl<'t> BoundFacts<'t> {
    /// Binds the facts of a table for a dungeon.
    pub fn new(dungeon: &Dungeon, table: &'t ContentTable, stream: &mut Stream) -> Self {
        let owner = name_owner(&dungeon.name);
        let mut facts = BTreeMap::new();
        let mut texts = Vec::new();
        for (name, values) in &table.facts {
            texts.clear();
            texts.extend(values.iter().filter_map(text_of));
            let drawn = stream.choose(&texts).copied();
            // Whoever the dungeon is called after is the one that its texts speak of.
            let named = owner.filter(|_| values.contains(&FactValue::FromName));
            let value = named.map(|owner| Cow::Owned(owner.to_owned())).or(drawn.map(Cow::Borrowed));
            value.into_iter().for_each(|value| drop(facts.insert(name.as_str(), value)));
        }
        let materials = bind_materials(dungeon, table, stream);
        Self { facts, materials }
    }

    /// The value of a fact.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.get(name).map(|value| &**value)
    }

    /// The material of a lock and its key.
    pub fn material(&self, lock: LinkId) -> Option<&str> {
        self.materials.get(&lock).map(String::as_str)
    }
}

/// The owner or town in the name of a dungeon, where it has one.
fn name_owner(name: &str) -> Option<&str> {
    BEFORE_OWNER.iter().find_map(|before| name.split_once(before)).map(|(_, owner)| owner)
}

fn text_of(value: &FactValue) -> Option<&str> {
    match value {
        FactValue::FromName => None,
        FactValue::Text(text) => Some(text),
    }
}

/// Each lock has a material of its own, none twice while others remain. Shared keys are all alike.
fn bind_materials(dungeon: &Dungeon, table: &ContentTable, stream: &mut Stream) -> BTreeMap<LinkId, String> {
    let mut materials: Vec<&str> = table.facts.get(KEY_FACT).into_iter().flatten().filter_map(text_of).collect();
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
        let (round, material) = (i / materials.len(), materials[i % materials.len()]);
        if round == 0 {
            material.to_owned()
        } else {
            format!("{} {material}", ordinal(round as i32 + 1).to_lowercase())
        }
    };
    let number = |i: usize| if is_shared { 0 } else { i };
    locks.into_iter().enumerate().map(|(i, lock)| (lock, material(number(i)))).collect()
}
