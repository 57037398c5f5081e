//! Files out: whole or not at all.
//!
//! Everything is written to temporary names in the folders where the files will be, and renamed when all of it is there. An
//! error leaves what was there before, and nothing else. Files that no argument named replace no other file.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};
use tempfile::{Builder, NamedTempFile};

use crate::console::Console;
use crate::document::{Claim, Document};
use crate::tree::{self, StagedTree};

/// Writes all documents, or none if one of them cannot be written.
pub fn write(documents: &[Document]) -> anyhow::Result<()> {
    documents.iter().filter(|document| document.claim == Claim::Companion).try_for_each(check_companion)?;
    let (mut files, mut folders): (Vec<_>, BTreeMap<&Path, Vec<_>>) = Default::default();
    for document in documents {
        match &document.claim {
            Claim::Folder(root) => folders.entry(root.as_path()).or_default().push(document),
            Claim::Named | Claim::Companion => files.push((document, stage(document)?)),
        }
    }
    let trees = folders.iter().map(|(root, documents)| tree::stage(root, documents));
    let trees: Vec<_> = trees.collect::<anyhow::Result<_>>()?;
    for (document, staged) in files {
        staged.settle().with_context(|| document.path.display().to_string())?;
    }
    trees.into_iter().try_for_each(StagedTree::settle)
}

/// Refuses to replace a file that is not the same, for another program or person may have made it.
fn check_companion(document: &Document) -> anyhow::Result<()> {
    match fs::read(&document.path) {
        Ok(there) if there != document.bytes => {
            let name = document.path.display();
            bail!("{name}: another file of this name is there; move it away, or replace it with --force")
        }
        _ => Ok(()),
    }
}

/// Says what was written.
pub fn report(documents: &[Document], console: &Console) -> anyhow::Result<()> {
    if console.json {
        return Console::print_json(&json!({ "written": written(documents) }));
    }
    for document in documents {
        console.print_note(&format!("wrote {} ({} bytes)", document.path.display(), document.bytes.len()));
    }
    Ok(())
}

/// The documents for other programs.
pub fn written(documents: &[Document]) -> Value {
    documents.iter().map(|document| json!({ "file": document.path, "bytes": document.bytes.len() })).collect()
}

/// A document before the last step.
enum Staged<'a> {
    /// Under a temporary name, to be renamed.
    File(NamedTempFile, PathBuf),
    /// For a device or a pipe: those are written to, never replaced.
    Device(&'a Document),
}

impl Staged<'_> {
    fn settle(self) -> anyhow::Result<()> {
        match self {
            Self::File(file, target) => drop(file.persist(target).map_err(|error| error.error)?),
            Self::Device(document) => fs::write(&document.path, &document.bytes)?,
        }
        Ok(())
    }
}

fn stage(document: &Document) -> anyhow::Result<Staged<'_>> {
    let path = &document.path;
    let name = path.display();
    // A link stays a link: what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => bail!("{name}: this is a folder; name a file in it"),
        Ok(there) if !there.is_file() => return Ok(Staged::Device(document)),
        _ => {}
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = temporary(folder).map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!("{name}: there is no folder {}", folder.display()),
        ErrorKind::PermissionDenied => anyhow!("{name}: you have no permission to write to {}", folder.display()),
        _ => anyhow!("{name}: {}", error.kind()),
    })?;
    file.write_all(&document.bytes).and_then(|()| file.flush()).with_context(|| name.to_string())?;
    Ok(Staged::File(file, target))
}

/// A file that vanishes unless it is renamed, with the permissions that files of this user have.
fn temporary(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".undercroft-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
