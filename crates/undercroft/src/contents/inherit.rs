//! How a table takes over what its parent has.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::content_table::ContentTable;
use super::purpose::Purpose;
use crate::dungeon::NoteKind;

impl ContentTable {
    /// This table with what another one adds: lists grow, single values, hooks, rumors and purposes of the same name are
    /// replaced. Names of levels are those of the other.
    pub(super) fn extended_by(&self, own: Self) -> Self {
        let mut table = self.clone();
        if !self.name.is_empty() {
            table.parents.insert(0, self.name.clone());
        }
        table.name = own.name;
        table.surface = own.surface.or(table.surface);
        table.levels = own.levels;
        extend(&mut table.facts, own.facts);
        extend(&mut table.words, own.words);
        table.groups.extend(own.groups);
        own.purposes.into_iter().for_each(|purpose| put(&mut table.purposes, purpose));
        for kind in NoteKind::ALL {
            table.notes.add(kind, own.notes.of_kind(kind).to_vec());
        }
        // What fits any place at all would drown what is said of this one.
        if !own.hooks.is_empty() {
            table.hooks = own.hooks;
        }
        if !own.rumours.is_empty() {
            table.rumours = own.rumours;
        }
        for (mechanism, own) in own.traps {
            let trap = table.traps.entry(mechanism).or_default();
            trap.tells.extend(own.tells);
            trap.acts.extend(own.acts);
        }
        table.treasure.iter_mut().zip(own.treasure).for_each(|(tier, own)| tier.extend(own));
        table.traces.sounds.extend(own.traces.sounds);
        table.traces.tracks.extend(own.traces.tracks);
        table.traces.smells.extend(own.traces.smells);
        table
    }
}

fn extend<T>(lists: &mut BTreeMap<String, Vec<T>>, own: BTreeMap<String, Vec<T>>) {
    for (name, values) in own {
        lists.entry(name).or_default().extend(values);
    }
}

/// A purpose takes the place of the one with its name.
fn put(purposes: &mut Vec<Arc<Purpose>>, purpose: Arc<Purpose>) {
    match purposes.iter_mut().find(|known| known.name == purpose.name) {
        Some(known) => *known = purpose,
        None => purposes.push(purpose),
    }
}
