//! Reads kinds of features.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::error::ContentError;
use super::super::feature_kind::{FeatureKind, FurnishRule};
use super::choice::{choice, choices};
use super::limits::{key_name, words};
use super::node::Node;
use super::symbol::read_symbol;
use crate::dungeon::{Ground, Mount};

const KEYS: &[&str] =
    &["size", "blocks", "flat", "opaque", "light", "mount", "secret", "on", "rules", "words", "symbol"];

/// The longest side. [Unit: cells]
const MAX_SIDE: u32 = 6;
/// How far light may reach. [Unit: feet]
const LIGHT: std::ops::RangeInclusive<u32> = 5..=120;

/// Adds the kinds of a table of kinds to those that are known; one that is known is replaced.
pub fn read_kinds(table: &Node, kinds: &mut BTreeMap<String, Arc<FeatureKind>>) -> Result<(), ContentError> {
    for node in table.entries()? {
        let kind = read_kind(&node)?;
        kinds.insert(kind.name.clone(), Arc::new(kind));
    }
    Ok(())
}

fn read_kind(node: &Node) -> Result<FeatureKind, ContentError> {
    node.fields(KEYS)?;
    let switch = |key: &str, default: bool| node.get(key).map_or(Ok(default), |value| value.switch());
    let flat = switch("flat", false)?;
    let mount =
        node.get("mount").map_or(Ok(Mount::Floor), |value| choice(&value, "mount", &Mount::ALL, Mount::name))?;
    let blocks = switch("blocks", !flat && mount == Mount::Floor)?;
    if blocks && (flat || mount == Mount::Wall) {
        return Err(node.error("what lies flat or hangs in a wall blocks no one; need blocks = false"));
    }
    let words_of = node.need("words")?;
    words_of.fields(&["one", "many"])?;
    let size = size(&node.need("size")?)?;
    let kind = FeatureKind {
        name: key_name(node)?,
        size,
        blocks,
        flat,
        opaque: switch("opaque", false)?,
        light: node.get("light").map(|light| feet(&light)).transpose()?,
        secret: switch("secret", false)?,
        one: words(&words_of.need("one")?)?,
        many: words(&words_of.need("many")?)?,
        mount,
        on: node.get("on").map_or(Ok(vec![Ground::Bare]), |on| some(&on, "ground", &Ground::ALL, Ground::name))?,
        rules: some(&node.need("rules")?, "rule", &FurnishRule::ALL, FurnishRule::name)?,
        symbol: node.get("symbol").map(|symbol| read_symbol(&symbol, size)).transpose()?,
    };
    check_mount(node, &kind)?;
    Ok(kind)
}

fn check_mount(node: &Node, kind: &FeatureKind) -> Result<(), ContentError> {
    if kind.mount == Mount::Floor {
        return Ok(());
    }
    if kind.rules != [FurnishRule::Wall] {
        return Err(node.error("what is mounted in a wall has the rule \"wall\" alone"));
    }
    if kind.flat { Err(node.error("what is mounted in a wall does not lie flat on the floor")) } else { Ok(()) }
}

fn size(node: &Node) -> Result<[u8; 2], ContentError> {
    let wrong = || node.wrong(&format!("width and depth from 1 to {MAX_SIDE}, such as [2, 1]"));
    let items = node.items(2..=2).map_err(|_| wrong())?;
    let side = |item: &Node| item.integer(1..=MAX_SIDE).map_err(|_| wrong());
    Ok([side(&items[0])? as u8, side(&items[1])? as u8])
}

/// Values by their names, at least one.
fn some<T: Copy>(node: &Node, what: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<Vec<T>, ContentError> {
    let values = choices(node, what, all, name)?;
    if values.is_empty() { Err(node.error(&format!("need at least one {what}"))) } else { Ok(values) }
}

/// Bright and dim light.
fn feet(node: &Node) -> Result<[u16; 2], ContentError> {
    let [bright, dim] = node.integers(LIGHT)?;
    Ok([bright as u16, dim as u16])
}
