//! Foundry VTT: a module that is ready to be put beside the others, with scenes, journal and pictures.
//!
//! ```text
//!   undercroft-drowned-crypt-7/
//!     module.json
//!     maps/z0.png  maps/z-1.png                            or maps/z0-r1c1.png … where a level is too large for one
//!     packs/adventure/  packs/scenes/  packs/journal/      databases, see `leveldb`
//! ```
//! The adventure is for one click: it imports scenes and journal with their ids, so that notes find their pages and
//! stairs their other ends. The two other packs hold the same documents for those who want to pick.
//!
//! Version 14 knows levels: the dungeon is one scene, stairs are regions that change the level. For version 13 each level
//! is a scene, and stairs are regions that lead to the other scene.

mod crc;
mod door;
mod foundry_format;
mod id;
mod journal;
mod leveldb;
mod pack;
mod room;
mod scene;
mod scene_layout;
mod schema;
mod stairs;
mod zip;

use super::tabletop::{self, TableOptions};
use crate::output::{File, WriteError};
use crate::preview::ExportPreview;
pub use foundry_format::FORMAT;
use id::Ids;
use pack::Entries;
use schema::{Adventure, Compatibility, Flags, Journal, Manifest, Others, PackInfo, Scene, Stats};
use undercroft::dungeon::Dungeon;
use undercroft_draw::{Edition, WorkMeter};

/// The version of Foundry VTT that a module is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// 13: a scene for each level.
    V13,
    /// 14: a scene with levels.
    #[default]
    V14,
}

impl Version {
    /// The number of its generation.
    const fn generation(self) -> &'static str {
        match self {
            Self::V13 => "13",
            Self::V14 => "14",
        }
    }

    /// A build of it whose documents look like ours.
    const fn build(self) -> &'static str {
        match self {
            Self::V13 => "13.346",
            Self::V14 => "14.364",
        }
    }
}

/// What to write and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundryOptions {
    /// Squares, pixels, picture.
    pub table: TableOptions,
    /// The version that the module is for.
    pub version: Version,
    /// One zip archive instead of a folder.
    pub zip: bool,
}

/// Writes a dungeon as a module: files in a folder of the module's name, or an archive of that folder's contents.
///
/// # Errors
/// When an option is out of its limits, or a level is so large that no picture of it can be made.
pub fn write(dungeon: &Dungeon, options: &FoundryOptions) -> Result<Vec<File>, WriteError> {
    write_metered(dungeon, options, &WorkMeter::unlimited())
}

/// Writes a dungeon as [`write()`] does, unless the meter stops.
///
/// # Errors
/// As [`write()`], and [`WriteError::Cancelled`] where the sink of the meter asked to stop.
pub fn write_metered(dungeon: &Dungeon, options: &FoundryOptions, meter: &WorkMeter) -> Result<Vec<File>, WriteError> {
    let dungeon = options.table.known(dungeon);
    let name = module_name(&dungeon);
    let files = contents(&dungeon, &name, options, meter)?;
    meter.ask()?;
    if options.zip {
        return Ok(vec![File::new(format!("{name}.zip"), zip::archive(&files))]);
    }
    Ok(files.into_iter().map(|file| File::new(format!("{name}/{}", file.name), file.bytes)).collect())
}

/// The pixels and pictures of a module.
fn preview_metered(
    dungeon: &Dungeon,
    options: &FoundryOptions,
    meter: &WorkMeter,
) -> Result<ExportPreview, WriteError> {
    let dungeon = options.table.known(dungeon);
    let name = module_name(&dungeon);
    let (plots, files) = scene_layout::plots(&dungeon, &name, Ids::from_dungeon(&dungeon), options, meter)?;
    Ok(ExportPreview {
        square_px: plots.iter().map(|plot| plot.grid as u32).min(),
        pictures: files.len(),
        ..ExportPreview::default()
    })
}

/// Whether a module of ours has a file of this name in its folder, or gets it from Foundry when that opens the packs.
pub fn is_of_module(name: &str) -> bool {
    match name.split('/').collect::<Vec<_>>().as_slice() {
        ["module.json"] => true,
        ["maps", picture] => is_picture(picture),
        ["packs", "adventure" | "scenes" | "journal", file] => leveldb::is_of_database(file),
        _ => false,
    }
}

/// `z-1.png`, or `z-1-r1c2.png` for a part of a level.
fn is_picture(name: &str) -> bool {
    let Some(name) = name.strip_prefix('z').and_then(|rest| rest.strip_suffix(".png")) else { return false };
    let is_part = |part: &str| {
        let place = part.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        place.is_some_and(|(row, column)| row.parse::<u8>().is_ok() && column.parse::<u8>().is_ok())
    };
    match name.rsplit_once("-r") {
        Some((level, part)) => level.parse::<i32>().is_ok() && is_part(&format!("r{part}")),
        None => name.parse::<i32>().is_ok(),
    }
}

/// `undercroft-drowned-crypt-7`
fn module_name(dungeon: &Dungeon) -> String {
    tabletop::slug(&format!("undercroft {} {}", dungeon.name, dungeon.provenance.seed))
}

fn contents(
    dungeon: &Dungeon,
    name: &str,
    options: &FoundryOptions,
    meter: &WorkMeter,
) -> Result<Vec<File>, WriteError> {
    let ids = Ids::from_dungeon(dungeon);
    let (plots, pictures) = scene_layout::plots(dungeon, name, ids, options, meter)?;
    let journal =
        (options.table.edition == Edition::GameMaster).then(|| journal::journal(dungeon, ids, options.version));
    let journal = journal.filter(|journal| !journal.pages.documents().is_empty());
    let scenes = scene::scenes(dungeon, &plots, ids, journal.as_ref(), options.version);
    meter.ask()?;
    let mut files = vec![File::new("module.json", manifest(dungeon, name, journal.is_some(), options.version)?)];
    files.extend(pictures);
    files.extend(packs(dungeon, &scenes, journal.as_ref(), ids, options.version)?);
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

fn manifest(dungeon: &Dungeon, name: &str, has_journal: bool, version: Version) -> Result<Vec<u8>, WriteError> {
    let title = title(dungeon);
    let pack = |name: &'static str, kind| PackInfo { name, label: title.clone(), path: format!("packs/{name}"), kind };
    let mut packs = vec![pack("adventure", "Adventure"), pack("scenes", "Scene")];
    packs.extend(has_journal.then(|| pack("journal", "JournalEntry")));
    let manifest = Manifest {
        id: name.to_owned(),
        title: title.clone(),
        description: description(dungeon),
        version: format!("1.0.{}", dungeon.provenance.epoch),
        compatibility: Compatibility { minimum: version.generation(), verified: version.generation() },
        packs,
    };
    serde_json::to_vec_pretty(&manifest).map_err(|error| WriteError::Refused(error.to_string()))
}

fn packs(
    dungeon: &Dungeon,
    scenes: &[Scene],
    journal: Option<&Journal>,
    ids: Ids,
    version: Version,
) -> Result<Vec<File>, WriteError> {
    let [mut adventures, mut maps, mut journals] = [Entries::default(), Entries::default(), Entries::default()];
    adventures.add_adventure(&Adventure {
        id: ids.id("adventure"),
        name: title(dungeon),
        caption: String::new(),
        description: format!("<p>{}</p>", journal::escaped(&description(dungeon))),
        scenes: scenes.to_vec(),
        journal: journal.into_iter().cloned().collect(),
        others: Others::default(),
        flags: Flags::new(),
        stats: Stats { core_version: version.build() },
    })?;
    scenes.iter().try_for_each(|scene| maps.add_scene(scene))?;
    journal.into_iter().try_for_each(|journal| journals.add_journal(journal))?;
    let mut packs = vec![("adventure", adventures), ("scenes", maps)];
    packs.extend(journal.map(|_| ("journal", journals)));
    let files = packs.into_iter().flat_map(|(pack, entries)| {
        let files = leveldb::files(&entries.sorted());
        files.into_iter().map(move |(name, bytes)| File::new(format!("packs/{pack}/{name}"), bytes))
    });
    Ok(files.collect())
}

/// What people call the dungeon.
fn title(dungeon: &Dungeon) -> String {
    if dungeon.name.trim().is_empty() { "Dungeon".to_owned() } else { dungeon.name.clone() }
}

fn description(dungeon: &Dungeon) -> String {
    let seed = if dungeon.provenance.seed.is_empty() {
        String::new()
    } else {
        format!(" from seed {}", dungeon.provenance.seed)
    };
    format!("{}, made by Undercroft{seed}.", title(dungeon))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::read;

    #[test]
    fn a_module_knows_its_own_files_and_those_of_foundry() {
        let hall = read(Some("hall.txt"), b"#####\n#..+#\n#####\n").unwrap();
        let files = write(&hall, &FoundryOptions::default()).unwrap();
        assert!(files.iter().all(|file| is_of_module(file.name.split_once('/').unwrap().1)));
        for name in [
            "maps/z-1.png",
            "maps/z-1-r1c12.png",
            "packs/scenes/000005.ldb",
            "packs/journal/LOG.old",
            "packs/adventure/MANIFEST-000017",
        ] {
            assert!(is_of_module(name), "{name}");
        }
        for name in [
            "notes.txt",
            "maps/own.png",
            "maps/z1-r1.png",
            "maps/z1-c1r1.png",
            "packs/scenes/notes.ldb",
            "packs/mine/CURRENT",
            "packs/CURRENT",
        ] {
            assert!(!is_of_module(name), "{name}");
        }
    }
}
