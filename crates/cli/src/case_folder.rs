//! The files of a folder that may hold cases.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// The .txt and .json files of a folder, by name.
pub fn named_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let is_case = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "txt" || ending == "json");
    let files: Vec<PathBuf> = entries(folder)?.into_iter().filter(is_case).collect();
    if files.is_empty() {
        bail!(
            "{}: there is no .txt and no .json file in this folder; --recursive reads files of any name",
            folder.display()
        );
    }
    Ok(files)
}

/// All files of a folder and of the folders in it, by name. Links to folders are not followed, so that none is read twice.
pub fn all_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if path.is_dir() {
                folders.extend(Some(path).filter(|path| !path.is_symlink()));
            } else if path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    paths.sort();
    Ok(paths)
}
