//! Files out: whole or not at all.
//!
//! Everything is written to temporary names in the folders where the files will be, and renamed when all of it is there. An
//! error leaves what was there before, and nothing else. Files that no argument named replace no other file.

use std::collections::BTreeMap;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use tempfile::{Builder, NamedTempFile};

use crate::console::Console;
use crate::document::{Claim, Document};
use crate::interrupt::{self, Temporary};
use crate::progress;
use crate::target;
use crate::tree::{self, StagedTree};

/// Writes all documents, or none if one of them cannot be written.
pub fn write(documents: &[Document]) -> anyhow::Result<()> {
    progress::stage("writing files");
    target::check_distinct(documents.iter().map(|document| document.path.as_path()))?;
    documents.iter().filter(|document| document.claim == Claim::Companion).try_for_each(check_companion)?;
    let (mut files, mut devices, mut folders) = (Vec::new(), Vec::new(), BTreeMap::<&Path, Vec<_>>::new());
    for document in documents {
        match &document.claim {
            Claim::Folder(root) => folders.entry(root.as_path()).or_default().push(document),
            Claim::Named | Claim::Companion => match stage(document)? {
                Some(staged) => files.push(staged),
                None => devices.push(document),
            },
        }
    }
    let trees = folders.iter().map(|(root, documents)| tree::stage(root, documents));
    let trees: Vec<_> = trees.collect::<anyhow::Result<_>>()?;
    for Document { path, bytes, .. } in devices {
        fs::write(path, bytes).with_context(|| path.display().to_string())?;
    }
    let held = interrupt::hold_signals();
    files.into_iter().try_for_each(StagedFile::settle)?;
    let settled: Vec<_> = trees.into_iter().map(StagedTree::settle).collect::<anyhow::Result<_>>()?;
    drop(held);
    // The folders that were replaced are deleted here.
    drop(settled);
    Ok(())
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

/// A document under a temporary name, to be renamed.
struct StagedFile<'a> {
    name: &'a Path,
    file: NamedTempFile,
    target: PathBuf,
    _temporary: Temporary,
}

impl StagedFile<'_> {
    fn settle(self) -> anyhow::Result<()> {
        let settled = self.file.persist(self.target).map_err(|error| error.error);
        settled.map(drop).with_context(|| self.name.display().to_string())
    }
}

/// Writes a document beside its place. Devices and pipes, which are written to and never replaced, give nothing.
fn stage(document: &Document) -> anyhow::Result<Option<StagedFile<'_>>> {
    let name = document.path.display();
    // A link stays a link: what it leads to is replaced, or made.
    let target = target::resolve(&document.path)?;
    let there = match fs::metadata(&target) {
        Ok(there) if there.is_dir() => bail!("{name}: this is a folder; name a file in it"),
        Ok(there) if !there.is_file() => return Ok(None),
        Ok(there) => Some(there),
        Err(_) => None,
    };
    if let Some(there) = &there {
        check_writable(&target, there).with_context(|| name.to_string())?;
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("{name}: there is no folder {}", folder.display());
    }
    let made = Temporary::make(|| temporary(folder, there.as_ref()));
    let (mut file, temporary) = made.with_context(|| format!("{name}: the folder {}", folder.display()))?;
    file.write_all(&document.bytes).and_then(|()| file.flush()).with_context(|| name.to_string())?;
    Ok(Some(StagedFile { name: &document.path, file, target, _temporary: temporary }))
}

/// Refuses a file that may not be written, although the folder would let it be replaced.
fn check_writable(target: &Path, there: &Metadata) -> anyhow::Result<()> {
    if there.permissions().readonly() {
        bail!("this file is read-only; make it writable, or name another");
    }
    OpenOptions::new().write(true).open(target)?;
    Ok(())
}

/// A file that vanishes unless it is renamed, with the permissions of the file that it replaces, or else those that files
/// of this user have.
fn temporary(folder: &Path, replaced: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".undercroft-");
    #[cfg(unix)]
    if replaced.is_none() {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    if let Some(replaced) = replaced {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    Ok(file)
}
