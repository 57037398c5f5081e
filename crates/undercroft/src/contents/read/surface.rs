//! Reads what floors are made of.

use super::super::error::ContentError;
use super::super::suggestion::unknown;
use super::node::Node;

/// What floors may be made of.
const SURFACES: [&str; 14] = [
    "brick",
    "cobbles",
    "earth",
    "flagstones",
    "grass",
    "gravel",
    "ice",
    "mosaic",
    "moss",
    "planks",
    "rock",
    "sand",
    "snow",
    "tiles",
];

/// What a floor is made of.
pub fn surface(node: &Node) -> Result<String, ContentError> {
    let text = node.text()?;
    let known = SURFACES.contains(&text);
    if known { Ok(text.to_owned()) } else { Err(node.error(&unknown("surface", text, SURFACES))) }
}
