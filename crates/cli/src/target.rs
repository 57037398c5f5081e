//! Where outputs go: links followed, and no two outputs to one file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use undercroft_formats::json::FORMAT;

/// Links that lead to links are followed this often, as the system does.
const MAX_LINKS: usize = 40;

/// The file that a path leads to, also where that file, or one that a link names, is not there yet.
pub fn resolve(path: &Path) -> anyhow::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS {
        let is_link = fs::symlink_metadata(&place).is_ok_and(|entry| entry.file_type().is_symlink());
        let Some(onward) = is_link.then(|| fs::read_link(&place).ok()).flatten() else { return Ok(absolute(&place)) };
        place = place.parent().unwrap_or(Path::new("")).join(onward);
    }
    bail!("{}: this link leads to itself; delete it, or name another file", path.display())
}

/// Commands that change a dungeon write dungeon JSON, which alone holds all of it.
pub fn check_json(path: &Path) -> anyhow::Result<()> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if path != Path::new("-") && !FORMAT.extensions.contains(&extension.as_str()) {
        bail!("-o {}: need a .json file; turn that into other formats with `undercroft export`", path.display());
    }
    Ok(())
}

/// The path without detours, as far as its folder is there.
fn absolute(place: &Path) -> PathBuf {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(place), fs::canonicalize(folder), place.file_name()) {
        (Ok(place), ..) => place,
        (_, Ok(folder), Some(name)) if folder.is_dir() => folder.join(name),
        _ => place.to_owned(),
    }
}

/// Refuses two outputs to one file, of which one would be lost. Devices and standard output take as many as there are.
pub fn check_distinct<'a>(paths: impl Iterator<Item = &'a Path>) -> anyhow::Result<()> {
    let mut taken: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for path in paths.filter(|&path| path != Path::new("-")) {
        let place = resolve(path)?;
        if fs::metadata(&place).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            continue;
        }
        match taken.insert(place, path) {
            Some(other) if other == path => bail!("{}: two outputs have this name; name two files", path.display()),
            Some(other) => {
                bail!("{} and {}: two outputs lead to one file; name two files", other.display(), path.display())
            }
            None => {}
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn one_file_is_known_by_every_name() {
        let folder = tempfile::TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("maps")).unwrap();
        symlink("maps", at("other")).unwrap();
        symlink("maps/q.json", at("link.json")).unwrap();
        symlink("maps/r.json", at("second.json")).unwrap();
        let differ = |a: &str, b: &str| check_distinct([at(a).as_path(), at(b).as_path()].into_iter()).is_ok();
        assert!(differ("maps/q.json", "q.json") && differ("link.json", "second.json"));
        for name in ["maps/q.json", "maps/../maps/q.json", "other/q.json", "./maps/./q.json", "link.json"] {
            assert!(!differ("maps/q.json", name), "{name}");
            assert!(!differ("link.json", name), "{name}");
        }
        symlink("circle", at("circle")).unwrap();
        let error = resolve(&at("circle")).unwrap_err().to_string();
        assert!(error.ends_with("circle: this link leads to itself; delete it, or name another file"), "{error}");
        let null = Path::new("/dev/null");
        assert!(check_distinct([null, null].into_iter()).is_ok());
    }
}
