//! Names of levels by content tables.

use crate::contents::ContentTable;
use crate::derive::level_names::name_levels;
use crate::dungeon::Dungeon;

/// Names levels as the table does; beyond its lists they keep their plain names.
pub fn name_levels_by(dungeon: &mut Dungeon, table: Option<&ContentTable>) {
    name_levels(dungeon);
    let Some(names) = table.map(|table| &table.levels) else { return };
    for level in &mut dungeon.levels {
        let listed = |list: &[String], z: i32| list.get(z.unsigned_abs() as usize - 1).cloned();
        let name = match level.z {
            0 => names.ground.clone(),
            1.. => listed(&names.up, level.z),
            _ => listed(&names.down, level.z),
        };
        level.name = name.unwrap_or_else(|| std::mem::take(&mut level.name));
    }
}
