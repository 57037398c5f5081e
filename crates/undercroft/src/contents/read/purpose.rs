//! Reads purposes.

use std::sync::Arc;

use super::super::error::ContentError;
use super::super::purpose::{Purpose, StoreyRange};
use super::super::sentence::{Sentence, SentencePlace, Vocabulary};
use super::choice::{choice, choices};
use super::constraints::constraints;
use super::furnish::read_furnish;
use super::limits::{MAX_ENTRIES, key_name};
use super::node::Node;
use super::sentences::{notes, sentences};
use super::surface::surface;
use crate::dungeon::Role;

const KEYS: &[&str] = &[
    "weight", "min", "max", "area", "aspect", "levels", "roles", "needs", "wants", "mirror", "surface", "names",
    "furnish", "notes",
];

/// The most rooms of one purpose.
const MAX_ROOMS: u32 = 99;
/// The largest floor. [Unit: cells]
const MAX_AREA: u32 = 4_096;
/// Longest side in per cent of the shortest, where a purpose has no limit of its own.
const DEFAULT_ASPECT: u32 = 800;

/// The roles that purposes may ask for.
const ROLES: [Role; 6] = [Role::Entrance, Role::Goal, Role::Boss, Role::Treasure, Role::Merchant, Role::Event];

/// A purpose.
pub fn read_purpose(node: &Node, vocabulary: &Vocabulary) -> Result<Purpose, ContentError> {
    node.fields(KEYS)?;
    let own_name = key_name(node)?;
    let [min, max] = counts(node)?;
    let roles = node.get("roles");
    let furnish = node.get("furnish");
    let levels = node.get("levels");
    let levels = levels.map(|levels| choice(&levels, "range of levels", &StoreyRange::ALL, StoreyRange::name));
    Ok(Purpose {
        weight: node.get("weight").map_or(Ok(1), |weight| weight.integer(1..=1_000))?,
        min,
        max,
        area: node.get("area").map_or(Ok([1, MAX_AREA]), |area| area.integers(1..=MAX_AREA))?,
        aspect: node.get("aspect").map_or(Ok(DEFAULT_ASPECT), |aspect| aspect.hundredths(100..=9_900))?,
        levels: levels.transpose()?.unwrap_or(StoreyRange::Any),
        roles: roles.map(|roles| choices(&roles, "role", &ROLES, role_name)).transpose()?.unwrap_or_default(),
        needs: constraints(node, "needs", vocabulary)?,
        wants: constraints(node, "wants", vocabulary)?,
        mirror: node.get("mirror").map_or(Ok(false), |mirror| mirror.switch())?,
        surface: node.get("surface").and_then(|node| node.keep(surface(&node))),
        names: names(node, &own_name, vocabulary)?,
        furnish: furnish.map(|list| read_furnish(&list, vocabulary)).transpose()?.unwrap_or_default(),
        notes: node.get("notes").map(|lists| notes(&lists, vocabulary)).transpose()?.unwrap_or_default(),
        name: own_name,
    })
}

/// How many rooms it takes, least and most.
fn counts(node: &Node) -> Result<[u32; 2], ContentError> {
    let min = node.get("min").map_or(Ok(0), |min| min.integer(0..=MAX_ROOMS))?;
    let Some(most) = node.get("max") else { return Ok([min, MAX_ROOMS]) };
    let max = most.integer(0..=MAX_ROOMS)?;
    if min <= max {
        return Ok([min, max]);
    }
    Err(most.error(&format!("need 0 <= min <= max <= {MAX_ROOMS}, got {max} with min {min}")))
}

/// Names for its rooms; its own where it lists none.
fn names(node: &Node, own_name: &str, vocabulary: &Vocabulary) -> Result<Vec<Arc<Sentence>>, ContentError> {
    let Some(list) = node.get("names") else {
        let (length, limit) = (own_name.chars().count(), SentencePlace::Name.max_length());
        if length > limit {
            return Err(node.error(&format!("need names of at most {limit} letters; its own has {length}")));
        }
        return Ok(vec![Arc::new(Sentence::plain(capitalized(own_name)))]);
    };
    if list.items(0..=MAX_ENTRIES)?.is_empty() {
        return Err(list.error("need at least one name"));
    }
    sentences(&list, SentencePlace::Name, vocabulary)
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Entrance => "entrance",
        Role::Goal => "goal",
        Role::Boss => "boss",
        Role::Treasure => "treasure",
        Role::Merchant => "merchant",
        Role::Event => "event",
        Role::Hall => "hall",
    }
}
