//! Values that are chosen by name.

use super::super::error::ContentError;
use super::super::suggestion::unknown;
use super::node::Node;

/// One of the values, by its name.
pub fn choice<T: Copy>(
    node: &Node,
    what: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, ContentError> {
    let text = node.text()?;
    let found = all.iter().copied().find(|&value| name(value) == text);
    found.ok_or_else(|| node.error(&unknown(what, text, all.iter().map(|&value| name(value)))))
}

/// A list of values, by their names.
pub fn choices<T: Copy>(
    node: &Node,
    what: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, ContentError> {
    node.items(0..=all.len())?.iter().map(|item| choice(item, what, all, &name)).collect()
}
