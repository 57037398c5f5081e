//! Folders out: replaced as a whole, so that nothing of an older one is left in them.
//!
//! A tree is written under a temporary name beside its place. When all of it is there, the folder that was there before
//! steps aside, the new one takes its place, and the old one is deleted; an error puts everything back.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::{Builder, TempDir};
use undercroft_formats::foundry;

use crate::document::Document;
use crate::interrupt::Temporary;
use crate::target;

/// A tree that lies beside its place.
pub struct StagedTree {
    workshop: TempDir,
    root: PathBuf,
    /// Dropped after the workshop.
    _temporary: Temporary,
}

/// Writes a tree beside its place.
pub fn stage(name: &Path, documents: &[&Document]) -> anyhow::Result<StagedTree> {
    // A link stays a link: what it leads to is replaced.
    let root = target::resolve(name)?;
    check_old(&root)?;
    let ground = root.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let made = Temporary::make(|| Builder::new().prefix(".undercroft-").tempdir_in(ground));
    let (workshop, temporary) = made.with_context(|| ground.display().to_string())?;
    for document in documents {
        let place = workshop.path().join("new").join(document.path.strip_prefix(name)?);
        let folder = place.parent().unwrap_or(&place);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&place, &document.bytes));
        written.with_context(|| document.path.display().to_string())?;
    }
    Ok(StagedTree { workshop, root, _temporary: temporary })
}

impl StagedTree {
    /// Puts the tree in its place. What was there before is deleted with the value that is returned.
    pub fn settle(self) -> anyhow::Result<impl Sized> {
        let [new, old] = ["new", "old"].map(|name| self.workshop.path().join(name));
        let name = || self.root.display().to_string();
        if let Some(folder) = self.root.parent() {
            fs::create_dir_all(folder).with_context(name)?;
        }
        let replaces = self.root.exists();
        if replaces {
            fs::rename(&self.root, &old).with_context(name)?;
        }
        fs::rename(&new, &self.root).with_context(name).inspect_err(|_| {
            if replaces {
                // Nothing better can be done if this fails as well: the error tells where the folder was.
                let _ = fs::rename(&old, &self.root);
            }
        })?;
        Ok(self)
    }
}

/// Refuses to replace a folder in which there is something that neither we nor Foundry put there.
fn check_old(root: &Path) -> anyhow::Result<()> {
    if !root.exists() {
        return Ok(());
    }
    if !root.is_dir() {
        bail!("{}: this is a file; a module needs a folder of this name", root.display());
    }
    for file in files(root)? {
        let inside = file.strip_prefix(root).unwrap_or(&file);
        let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        if !foundry::is_of_module(&name) {
            bail!(
                "{}: this is not of a module that Undercroft wrote; move it away, for the folder {} is replaced as a whole",
                file.display(),
                root.display()
            );
        }
    }
    Ok(())
}

/// Every file in a folder and below, by name.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let name = || folder.display().to_string();
    let entries: std::io::Result<Vec<_>> = fs::read_dir(folder).with_context(name)?.collect();
    let mut files = Vec::new();
    for entry in entries.with_context(name)? {
        // What a link leads to is not ours to judge or to delete.
        if entry.file_type().with_context(name)?.is_dir() {
            files.extend(self::files(&entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}
