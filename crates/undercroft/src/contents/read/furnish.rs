//! Reads what a purpose asks to be placed.

use std::sync::Arc;

use super::super::error::ContentError;
use super::super::feature_kind::{FeatureKind, FurnishRule};
use super::super::purpose::{FurnishAmount, FurnishEntry};
use super::super::sentence::Vocabulary;
use super::super::suggestion::unknown;
use super::choice::choice;
use super::limits::MAX_ENTRIES;
use super::node::Node;

const KEYS: &[&str] = &["kind", "rule", "n", "share", "of"];

/// The most features of one entry.
const MAX_COUNT: u32 = 64;

/// The features that a purpose asks for, in order.
pub fn read_furnish(list: &Node, vocabulary: &Vocabulary) -> Result<Vec<FurnishEntry>, ContentError> {
    let mut entries: Vec<FurnishEntry> = Vec::new();
    for node in list.items(0..=MAX_ENTRIES)? {
        let entry = read_entry(&node, vocabulary)?;
        if let Some(of) = entry.of.as_ref().filter(|of| entries.iter().all(|before| before.kind != **of)) {
            let message = format!("no entry before this one places a {}", of.name);
            return Err(node.need("of")?.error(&message));
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn read_entry(node: &Node, vocabulary: &Vocabulary) -> Result<FurnishEntry, ContentError> {
    node.fields(KEYS)?;
    let kind = feature_kind(&node.need("kind")?, vocabulary)?;
    let rule = read_rule(&node.need("rule")?, &kind)?;
    let of = match (node.get("of"), rule) {
        (Some(of), FurnishRule::Beside) => Some(feature_kind(&of, vocabulary)?),
        (Some(of), _) => return Err(of.error("only the rule \"beside\" has another feature")),
        (None, FurnishRule::Beside) => return Err(node.error("the rule \"beside\" needs of = \"KIND\"")),
        (None, _) => None,
    };
    Ok(FurnishEntry { kind, rule, amount: read_amount(node)?, of })
}

fn read_amount(node: &Node) -> Result<FurnishAmount, ContentError> {
    match (node.get("n"), node.get("share")) {
        (Some(count), None) => count.integers(0..=MAX_COUNT).map(FurnishAmount::Count),
        (None, Some(share)) => share.fraction().map(FurnishAmount::Share),
        (Some(_), Some(share)) => Err(share.error("n and share exclude each other")),
        (None, None) => Err(node.error("need n = [min, max], or share = 0.2 of the floor")),
    }
}

fn read_rule(node: &Node, kind: &FeatureKind) -> Result<FurnishRule, ContentError> {
    let rule = choice(node, "rule", &FurnishRule::ALL, FurnishRule::name)?;
    if kind.rules.contains(&rule) {
        return Ok(rule);
    }
    let rules: Vec<&str> = kind.rules.iter().map(|rule| rule.name()).collect();
    Err(node.error(&format!("{} is not placed by {:?}; its rules are {}", kind.name, rule.name(), rules.join(", "))))
}

fn feature_kind(node: &Node, vocabulary: &Vocabulary) -> Result<Arc<FeatureKind>, ContentError> {
    let name = node.text()?;
    let known = vocabulary.kinds.get(name).map(Arc::clone);
    known.ok_or_else(|| node.error(&unknown("feature kind", name, vocabulary.kinds.keys().map(String::as_str))))
}
