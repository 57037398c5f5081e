//! Content tables: groups come from one that is shipped or travels with the dungeon.

use crate::contents::is_shipped_table;
use crate::dungeon::{Dungeon, Group};
use crate::verify::content_fault::{ContentFault, Culprit};
use crate::verify::{Flaw, FlawCode};

/// The field of a recipe that names content files.
const OWN_FILES: &str = "stock.file";
/// How the names of content files end.
const EXTENSION: &str = ".toml";

pub(super) fn faults(dungeon: &Dungeon) -> Vec<ContentFault> {
    let unknown = dungeon.groups.iter().filter(|group| !is_known(dungeon, &group.table));
    unknown.map(fault).collect()
}

/// A file has the name of its table, or that name is its own without folders and extension.
fn is_known(dungeon: &Dungeon, table: &str) -> bool {
    let is_named = |file: &str| {
        let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
        [file, last, last.strip_suffix(EXTENSION).unwrap_or(last)].contains(&table)
    };
    let mut own = dungeon.provenance.inputs.iter().filter(|input| input.key == OWN_FILES);
    is_shipped_table(table) || own.any(|input| is_named(&input.name))
}

fn fault(group: &Group) -> ContentFault {
    let sentence = format!(
        "Group {} ({}) comes from the content table {:?}, which is neither shipped nor in the dungeon.",
        group.id, group.many, group.table
    );
    ContentFault::new(Flaw::new(FlawCode::TableUnknown, sentence).rooms([group.home]), Culprit::Group(group.id))
}
