//! Joins content files: parents before children, own files in place of shipped ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use super::content_table::{ContentTable, FactValue};
use super::error::ContentError;
use super::purpose::{FALLBACK, StoreyRange};
use super::read::{self, Document, KIND_KEY, MAX_PARENTS, Node};
use super::sentence::KEY_FACT;
use super::shipped_files::{KINDS, TABLES, is_shipped_table};
use super::suggestion::unknown;
use super::{COMMON, Contents};

/// A file with a table that is not read yet.
struct TableFile<'a> {
    document: Document<'a>,
    /// Whether it comes with the crate and is read again, because something that it uses was replaced.
    is_stale: bool,
}

/// Tables that are not read yet, by name.
type TableFiles<'a> = BTreeMap<String, TableFile<'a>>;

/// Reads the kinds and aliases that come with the crate; tables wait until they are asked for.
pub fn shipped() -> Result<Contents, ContentError> {
    let mut contents = Contents::default();
    read::read_kinds(&Document::parse(KINDS.0, KINDS.1)?.root(), &mut contents.kinds)?;
    for (file, text) in TABLES {
        contents.tables.insert(read::table_name(file)?, None);
        if read::table_name(file)? == COMMON {
            let common = Document::parse(file, text)?;
            contents.aliases = alias_words(&common.root())?;
        }
    }
    Ok(contents)
}

/// A table that comes with the crate.
pub fn shipped_table(name: &str) -> Option<&'static Arc<ContentTable>> {
    static READ: [OnceLock<Arc<ContentTable>>; TABLES.len()] = [const { OnceLock::new() }; TABLES.len()];
    let position = TABLES.iter().position(|(file, _)| file.strip_suffix(".toml") == Some(name))?;
    // A test reads them all.
    Some(READ[position].get_or_init(|| read_shipped(position).unwrap_or_else(|error| unreachable!("{error}"))))
}

fn read_shipped(position: usize) -> Result<Arc<ContentTable>, ContentError> {
    let (file, text) = TABLES[position];
    let name = read::table_name(file)?;
    let mut contents = Contents::shipped().clone();
    contents.tables.remove(&name);
    let files =
        TableFiles::from([(name.clone(), TableFile { document: Document::parse(file, text)?, is_stale: false })]);
    read_with_parents(&mut contents, &files, &name, &mut Vec::new())
}

/// Reads kinds and tables that need no others.
#[cfg(test)]
pub fn read_all(kinds: (&str, &str), tables: &[(&str, &str)]) -> Result<Contents, ContentError> {
    let mut contents = Contents::default();
    read::read_kinds(&Document::parse(kinds.0, kinds.1)?.root(), &mut contents.kinds)?;
    let mut files = TableFiles::new();
    for (name, text) in tables {
        files.insert(read::table_name(name)?, TableFile { document: Document::parse(name, text)?, is_stale: false });
    }
    read_tables(&mut contents, &files)?;
    Ok(contents)
}

/// Reads own files on top of what comes with the crate.
pub fn with_files(shipped: &Contents, own: &[(&str, &str)]) -> Result<Contents, ContentError> {
    read::check_files(own)?;
    let mut contents = shipped.clone();
    let mut files = TableFiles::new();
    let mut own_kinds = BTreeSet::new();
    for (name, text) in own {
        let document = Document::parse(name, text)?;
        let has_table = read::has_table(&document.root())?;
        let has_kinds = add_own_kinds(&document.root(), &mut contents, &mut own_kinds)?;
        if !has_table && !has_kinds {
            let problem = "need the keys of a table, or kinds of features as [kind.NAME]; the file has neither";
            return Err(ContentError::of_file(name, problem.to_owned()));
        }
        let other = has_table.then(|| read::table_name(name)).transpose()?;
        let other = other.and_then(|table| files.insert(table, TableFile { document, is_stale: false }));
        if let Some(other) = other {
            let problem = format!("{} has a table of this name, too; rename one of them", other.document.name);
            return Err(ContentError::of_file(name, problem));
        }
    }
    let replaces_kind = own_kinds.iter().any(|kind| shipped.kinds.contains_key(kind));
    add_stale(shipped, &mut files, replaces_kind)?;
    files.keys().for_each(|name| drop(contents.tables.remove(name)));
    read_tables(&mut contents, &files)?;
    Ok(contents)
}

/// Adds the kinds of an own file, and returns whether it has any.
fn add_own_kinds(root: &Node, contents: &mut Contents, own: &mut BTreeSet<String>) -> Result<bool, ContentError> {
    let Some(table) = root.get(KIND_KEY) else { return Ok(false) };
    let entries = table.entries()?;
    for kind in &entries {
        if !own.insert(kind.key().to_owned()) {
            return Err(kind.error("another file has this kind, too; rename one of them"));
        }
    }
    read::read_kinds(&table, &mut contents.kinds)?;
    Ok(!entries.is_empty())
}

/// Adds the shipped tables that must be read again: those that extend a table that was replaced, and all where a kind was.
fn add_stale(shipped: &Contents, files: &mut TableFiles, replaces_kind: bool) -> Result<(), ContentError> {
    let replaced: BTreeSet<String> = files.keys().filter(|name| is_shipped_table(name)).cloned().collect();
    if replaced.is_empty() && !replaces_kind {
        return Ok(());
    }
    for (file, text) in TABLES {
        let name = read::table_name(file)?;
        let is_stale = |table: &ContentTable| table.parents.iter().any(|parent| replaced.contains(parent));
        let is_read_again = replaces_kind || shipped.table(&name).is_some_and(is_stale);
        if is_read_again && !files.contains_key(&name) {
            files.insert(name, TableFile { document: Document::parse(file, text)?, is_stale: true });
        }
    }
    Ok(())
}

fn read_tables(contents: &mut Contents, files: &TableFiles) -> Result<(), ContentError> {
    for name in files.keys() {
        read_with_parents(contents, files, name, &mut Vec::new())?;
    }
    match files.get(COMMON) {
        Some(file) => contents.aliases = checked_aliases(&file.document.root(), contents)?,
        None if contents.tables.contains_key(COMMON) => {}
        None => return Err(ContentError::of_file("common.toml", "the table \"common\" is missing".to_owned())),
    }
    Ok(())
}

/// Reads a table, its parents first. `trail` holds the tables that wait for it.
fn read_with_parents(
    contents: &mut Contents,
    files: &TableFiles,
    name: &str,
    trail: &mut Vec<String>,
) -> Result<Arc<ContentTable>, ContentError> {
    match contents.tables.get(name) {
        Some(Some(table)) => return Ok(Arc::clone(table)),
        Some(None) => return Ok(shipped_table(name).map(Arc::clone).unwrap_or_default()),
        None => {}
    }
    let file = &files[name];
    trail.push(name.to_owned());
    let table = read_below(contents, files, file, trail).map_err(|error| explained(error, file))?;
    trail.pop();
    let table = Arc::new(table);
    contents.tables.insert(name.to_owned(), Some(Arc::clone(&table)));
    Ok(table)
}

/// Reads the last table of a trail.
fn read_below(
    contents: &mut Contents,
    files: &TableFiles,
    file: &TableFile,
    trail: &mut Vec<String>,
) -> Result<ContentTable, ContentError> {
    let root = file.document.root();
    let name = trail.last().cloned().unwrap_or_default();
    let parent = match parent_name(&root, &name)? {
        None => Arc::default(),
        Some(parent) => {
            check_parent(contents, files, &root, &parent, trail)?;
            read_with_parents(contents, files, &parent, trail)?
        }
    };
    if parent.parents.len() == MAX_PARENTS {
        let chain = parent.parents.iter().rev().chain([&parent.name, &name]).cloned().collect::<Vec<_>>().join(" ← ");
        return Err(at_extends(&root, &format!("need at most {MAX_PARENTS} parents, got {chain}")));
    }
    let table = read::read_table(&name, &root, &parent, &contents.kinds)?;
    match root.get("aliases") {
        _ if name == COMMON => check_common(&root, &table)?,
        Some(aliases) => return Err(aliases.error("only the table \"common\" has aliases")),
        None => {}
    }
    Ok(table)
}

/// The parent of a table; `common` alone has none.
fn parent_name(root: &Node, name: &str) -> Result<Option<String>, ContentError> {
    match root.get("extends") {
        Some(extends) if name == COMMON => Err(extends.error("\"common\" has no parent")),
        Some(extends) => read::name(&extends).map(Some),
        None => Ok((name != COMMON).then(|| COMMON.to_owned())),
    }
}

fn check_parent(
    contents: &Contents,
    files: &TableFiles,
    root: &Node,
    parent: &str,
    trail: &[String],
) -> Result<(), ContentError> {
    if let Some(start) = trail.iter().position(|name| name == parent) {
        let ring = trail[start..].iter().map(String::as_str).chain([parent]).collect::<Vec<_>>().join(" → ");
        return Err(at_extends(root, &format!("cycle {ring}")));
    }
    if files.contains_key(parent) || contents.tables.contains_key(parent) {
        return Ok(());
    }
    let known: BTreeSet<&str> = files.keys().chain(contents.tables.keys()).map(String::as_str).collect();
    let known = known.into_iter().filter(|name| trail.last().is_none_or(|own| own != name));
    Err(at_extends(root, &unknown("table", parent, known)))
}

fn at_extends(root: &Node, message: &str) -> ContentError {
    root.get("extends").map_or_else(|| root.error(&format!("extends: {message}")), |extends| extends.error(message))
}

/// A mistake in a shipped table is none of its own: what it uses was replaced.
fn explained(mut error: ContentError, file: &TableFile) -> ContentError {
    if file.is_stale && error.file == file.document.name {
        error.message.push_str(" (a shipped table that uses a table or kind which your files replace)");
    }
    error
}

/// `common` has what every dungeon may need.
fn check_common(root: &Node, table: &ContentTable) -> Result<(), ContentError> {
    let fallback = table.purposes.iter().find(|purpose| purpose.name == FALLBACK);
    let is_free = fallback.is_some_and(|purpose| {
        let is_for_all = purpose.needs.is_empty() && purpose.roles.is_empty() && purpose.levels == StoreyRange::Any;
        is_for_all && purpose.area == [1, 4_096] && purpose.aspect >= 800 && purpose.max == 99
    });
    if !is_free {
        return Err(root
            .error(&format!("\"common\" needs purpose.{FALLBACK} without conditions, for rooms that no other fits")));
    }
    let has_material =
        table.facts.get(KEY_FACT).is_some_and(|values| values.iter().any(|v| matches!(v, FactValue::Text(_))));
    if has_material { Ok(()) } else { Err(root.error("\"common\" needs facts.key, the materials of keys")) }
}

/// Other words for categories, with their tables.
fn alias_words(root: &Node) -> Result<BTreeMap<String, String>, ContentError> {
    let Some(table) = root.get("aliases") else { return Ok(BTreeMap::new()) };
    let words = table.entries()?.into_iter().map(|alias| Ok((alias.key().trim().to_lowercase(), read::name(&alias)?)));
    words.collect()
}

/// The same; all their tables must be there.
fn checked_aliases(root: &Node, contents: &Contents) -> Result<BTreeMap<String, String>, ContentError> {
    if let Some(table) = root.get("aliases") {
        for alias in table.entries()? {
            let target = read::name(&alias)?;
            if !contents.tables.contains_key(&target) {
                return Err(alias.error(&unknown("table", &target, contents.tables.keys().map(String::as_str))));
            }
        }
    }
    alias_words(root)
}
