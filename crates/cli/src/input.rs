//! Files in: whatever can be read, and one sentence about whatever cannot.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use undercroft::dungeon::Dungeon;
use undercroft_formats as format;
use undercroft_formats::tiled;

use crate::io_words;
use crate::progress;

/// The most that is read of a file. [Unit: bytes]
///
/// Sixteen times what the tiles of the largest dungeon take: its rooms, doors and paths take up to seven. It also ends the
/// reading of files without end.
const MAX_BYTES: u64 = 16 * undercroft::format::MAX_CELLS as u64;

/// What standard input is called.
const STDIN: &str = "standard input";

/// Reads a dungeon or a map from a file, or from standard input where the path is `-`.
pub fn dungeon(path: &Path) -> anyhow::Result<Dungeon> {
    dungeon_in(path, &source(path)?)
}

/// Reads the bytes of a file, or of standard input where the path is `-`.
pub fn source(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path == Path::new("-") { limited(io::stdin().lock(), STDIN) } else { bytes(path) }
}

/// The dungeon or map that these bytes of a file are; a world of Tiled has its maps beside it.
pub fn dungeon_in(path: &Path, bytes: &[u8]) -> anyhow::Result<Dungeon> {
    if let Some(maps) = maps_of_world(path, bytes)? {
        return Ok(tiled::read_levels(&path.display().to_string(), &maps)?);
    }
    if path == Path::new("-") {
        return format::read(None, bytes).map_err(|error| error.in_file(Some(STDIN)).into());
    }
    Ok(format::read(Some(&path.display().to_string()), bytes)?)
}

/// The text of a content file.
pub fn text(path: &Path) -> anyhow::Result<String> {
    let text = String::from_utf8(bytes(path)?).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        anyhow::anyhow!("{}: need text in UTF-8, byte {byte} is none", path.display())
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// How many levels of a dungeon are missing in these bytes of a file.
pub fn missing_levels(path: &Path, bytes: &[u8]) -> anyhow::Result<usize> {
    Ok(match maps_of_world(path, bytes)? {
        Some(maps) => tiled::missing_levels(&maps.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>()),
        None => format::missing_levels(bytes),
    })
}

/// The maps that a world names, if the bytes of this file are one; standard input has no folder to look in.
fn maps_of_world(path: &Path, bytes: &[u8]) -> anyhow::Result<Option<Vec<(String, String)>>> {
    let Some(text) = str::from_utf8(bytes).ok().filter(|text| path != Path::new("-") && tiled::is_world(text)) else {
        return Ok(None);
    };
    let world = path.display().to_string();
    let names = tiled::maps_of_world(text).map_err(|error| error.in_file(Some(&world)))?;
    let maps: Vec<PathBuf> = names.iter().map(|name| path.with_file_name(name)).collect();
    check_maps(path, &maps)?;
    let read = |map: &PathBuf| {
        let text = String::from_utf8(self::bytes(map)?);
        let text = text.map_err(|_| anyhow::anyhow!("{}: this is no text in UTF-8", map.display()))?;
        anyhow::Ok((map.display().to_string(), text))
    };
    Ok(Some(maps.iter().map(read).collect::<anyhow::Result<_>>()?))
}

/// Refuses maps of a world that are no files, that a link leads out of its folder, or that are too long in all. Nothing is
/// opened: a pipe would wait for somebody to write.
fn check_maps(world: &Path, maps: &[PathBuf]) -> anyhow::Result<()> {
    let folder = world.canonicalize().ok().and_then(|world| world.parent().map(Path::to_path_buf));
    let mut length = 0_u64;
    for map in maps {
        let name = map.display();
        let Ok(there) = map.canonicalize() else { bail!("{name}: there is no such file") };
        if !folder.as_ref().is_some_and(|folder| there.starts_with(folder)) {
            bail!("{name}: this leads out of the folder of {}", world.display());
        }
        let there =
            there.metadata().map_err(|_| anyhow::anyhow!("{name}: you have no permission to read this file"))?;
        if !there.is_file() {
            bail!("{name}: this is no file; the maps of a world are files");
        }
        length = length.saturating_add(there.len());
    }
    if length > MAX_BYTES {
        bail!("{}: its maps are {length} bytes long, more than {MAX_BYTES}", world.display());
    }
    Ok(())
}

/// Reads a whole file, or standard input where the path is `-`.
pub fn bytes_or_stdin(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path == Path::new("-") { limited(io::stdin().lock(), "standard input") } else { bytes(path) }
}

/// Reads a whole file.
pub fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = path.display().to_string();
    if path.is_dir() {
        bail!("{name}: this is a folder; name a file in it");
    }
    let file = File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow::anyhow!("{name}: there is no such file"),
        ErrorKind::PermissionDenied => anyhow::anyhow!("{name}: you have no permission to read this file"),
        _ => anyhow::anyhow!("{name}: {}", io_words::words(&error)),
    })?;
    limited(file, &name)
}

fn limited(file: impl Read, name: &str) -> anyhow::Result<Vec<u8>> {
    progress::stage(format!("reading {name}"));
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).with_context(|| name.to_owned())?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("{name}: the file is longer than {MAX_BYTES} bytes");
    }
    Ok(bytes)
}
