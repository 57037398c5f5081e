//! Secret passages between near rooms that are two or three links apart.

use std::ops::RangeInclusive;

use super::RouteError;
use super::builder::LevelRoutes;
use super::corridor::Router;
use super::lone_corridor::{join_alone, longer_than};
use super::near_rooms::{LONGEST_PATH, near_pairs};
use super::room_hops::RoomHops;
use crate::dungeon::LinkKind;
use crate::meter::Meter;
use crate::recipe::{Recipe, SecretSpec};
use crate::seed::Stream;

/// The fewest rooms of a level that can have a secret passage.
const MIN_ROOMS: usize = 4;
/// How many links lie between the rooms of a passage.
const REACH: RangeInclusive<u32> = 2..=3;

/// The longest secret passage in the woods, where it is a path that no one sees. [Unit: cells]
const LONGEST_PATH_IN_WOODS: i32 = 30;

/// The longest secret passage. [Unit: cells]
pub fn longest_passage(recipe: &Recipe) -> i32 {
    if recipe.is_woods() { LONGEST_PATH_IN_WOODS } else { LONGEST_PATH as i32 }
}

/// Gives the level its secret passages, by chance, between pairs that share no room. A level that should have more gets a
/// warning.
///
/// # Errors
/// When the budget is used up, or the events ask to stop.
pub fn add_secrets(
    routes: &mut LevelRoutes,
    z: i32,
    secrets: SecretSpec,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    if routes.layout.rooms.len() < MIN_ROOMS || !stream.chance(secrets.chance) {
        return Ok(());
    }
    let (hops, longest) = (RoomHops::new(routes), longest_passage(routes.recipe));
    let is_apart = |pair: &[u32; 2]| hops.between(*pair, *REACH.end()).is_some_and(|hops| REACH.contains(&hops));
    let mut pairs: Vec<[u32; 2]> = near_pairs(routes, longest as u32).into_keys().filter(is_apart).collect();
    stream.shuffle(&mut pairs);
    let mut router = Router::nearby(routes.recipe);
    let mut joined: Vec<u32> = Vec::new();
    for pair in pairs {
        if joined.len() as u32 == 2 * secrets.count {
            return Ok(());
        }
        let is_free = !pair.iter().any(|room| joined.contains(room));
        if is_free && join_alone(routes, pair, &mut router, longer_than(longest), meter)? {
            hide_last(routes);
            joined.extend(pair);
        }
    }
    let (made, asked) = (joined.len() as u32 / 2, secrets.count);
    if made < asked {
        routes.warnings.push(format!(
            "secrets.count: level {z} has {made} of {asked} secret passages; they share no room and join near rooms two or \
             three links apart."
        ));
    }
    Ok(())
}

/// Makes the last link a secret passage.
pub fn hide_last(routes: &mut LevelRoutes) {
    let Some(link) = routes.links.last_mut() else { return };
    let Some(corridor) = link.corridor().cloned() else { return };
    link.kind = LinkKind::Secret { corridor, discovered: false };
    link.doors().iter().for_each(|door| routes.doors[door.index()].secret = true);
}
