//! Locks and keys.
//!
//! Only links are locked without which rooms cannot be reached, so that a lock always keeps something from someone. Where
//! there are two or more, one is on the path to the goal. Each key lies at least two links from the room behind its lock,
//! or, where there is no such room before it, in the room at the near side of the lock.
//!
//! Rooms that can be reached from each other without opening a lock are a *zone*; zones and locks form a tree. A hiding is
//! drawn until one works: own keys need an order of opening, shared keys, which are spent on use, may be spent in the worst
//! order. Where none is found soon, each key lies in the zone at the nearer end of its lock. That is always enough: opened
//! locks have both ends in the zones that are reached, so each has its own key there, and the first lock on the path to a
//! zone that is not reached has one more. Keys are then moved about by chance as long as it stays so.

use super::bridges::Bridges;
use super::zones::{Tree, Zones};
use super::{Plan, PlanLinkKind};
use crate::dungeon::{KeyRule, RoomId};
use crate::meter::{Halt, Meter};
use crate::seed::Stream;

/// Random hidings that are tried.
const TRIES: usize = 40;
/// The most keys that are hidden by chance all at once: of more, some key is always in a bad place.
const MOST_AT_ONCE: usize = 10;
/// Keys that are moved where no hiding was found at once.
const MOVES: usize = 200;

/// The number of links that have doors that are not secret.
pub fn most_locks(plan: &Plan) -> usize {
    plan.links.iter().filter(|link| link.kind == PlanLinkKind::Corridor).count()
}

/// Locks this many links, at most all that can be, and hides a key for each.
pub fn place_keys(plan: &mut Plan, locks: usize, stream: &mut Stream, meter: &mut Meter) -> Result<(), Halt> {
    meter.spend(plan.rooms.len() as u64)?;
    let bridges = Bridges::new(plan);
    let links = choose_links(plan, &bridges, locks, stream);
    if links.is_empty() {
        return Ok(());
    }
    let hider = Hider::new(plan, &bridges, &links, meter)?;
    for (&link, room) in links.iter().zip(hider.hide(stream, meter)?) {
        plan.links[link].key = Some(room);
    }
    Ok(())
}

/// Draws the links to lock, one of them on the path to the goal where there are two or more.
fn choose_links(plan: &Plan, bridges: &Bridges, locks: usize, stream: &mut Stream) -> Vec<usize> {
    let can_lock = |link: usize| plan.links[link].kind == PlanLinkKind::Corridor;
    let mut drawn: Vec<_> = bridges.all.iter().filter(|bridge| can_lock(bridge.link)).collect();
    stream.shuffle(&mut drawn);
    if locks >= 2
        && let Some(on_path) = drawn.iter().position(|bridge| bridges.is_behind(bridge, plan.goal))
    {
        drawn.swap(0, on_path);
    }
    let mut links: Vec<usize> = drawn.into_iter().take(locks).map(|bridge| bridge.link).collect();
    links.sort_unstable();
    links
}

/// Hides keys by the rule of a plan.
struct Hider {
    zones: Zones,
    tree: Tree,
    rule: KeyRule,
    /// For each lock the rooms that its key may lie in.
    places: Vec<Vec<RoomId>>,
    /// For each lock those of them in the zone at its near side.
    near: Vec<Vec<RoomId>>,
}

impl Hider {
    fn new(plan: &Plan, bridges: &Bridges, links: &[usize], meter: &mut Meter) -> Result<Self, Halt> {
        let zones = Zones::new(plan, links);
        let (mut places, mut near) = (Vec::new(), Vec::new());
        for bridge in bridges.all.iter().filter(|bridge| links.binary_search(&bridge.link).is_ok()) {
            meter.spend(1 + (plan.rooms.len() + plan.links.len()) as u64 / 8)?;
            let beside = |room: RoomId| {
                let open = plan.links.iter().filter(|link| link.kind != PlanLinkKind::SecretPassage);
                open.map(|link| link.rooms).any(|ends| ends.contains(&room) && ends.contains(&bridge.far))
            };
            let rooms = plan.rooms.iter().map(|room| room.id);
            let before: Vec<RoomId> = rooms.filter(|&room| !bridges.is_behind(bridge, room)).collect();
            let is_beside: Vec<bool> = before.iter().map(|&room| beside(room)).collect();
            let far: Vec<RoomId> = before.iter().zip(is_beside).filter(|(_, is)| !is).map(|(&room, _)| room).collect();
            let zone = |room: RoomId| zones.of_room[room.index()];
            let in_zone: Vec<RoomId> = far.iter().copied().filter(|&room| zone(room) == zone(bridge.near)).collect();
            near.push(if in_zone.is_empty() { vec![bridge.near] } else { in_zone });
            places.push(if far.is_empty() { vec![bridge.near] } else { far });
        }
        let tree = Tree::new(&zones);
        Ok(Self { zones, tree, rule: plan.keys, places, near })
    }

    /// A room for each key.
    fn hide(&self, stream: &mut Stream, meter: &mut Meter) -> Result<Vec<RoomId>, Halt> {
        for _ in (0..TRIES).filter(|_| self.places.len() <= MOST_AT_ONCE) {
            meter.spend(self.cost())?;
            let hidden = draw(&self.places, stream);
            if self.is_solvable(&hidden) {
                return Ok(hidden);
            }
        }
        self.spread(stream, meter)
    }

    /// What it takes to judge a hiding: a walk over the zones, or each lock with all others.
    fn cost(&self) -> u64 {
        let locks = self.places.len() as u64;
        match self.rule {
            KeyRule::Own => 1 + locks,
            KeyRule::Shared => 1 + locks * locks / 16,
        }
    }

    /// Each key before its own lock, then some of them elsewhere.
    fn spread(&self, stream: &mut Stream, meter: &mut Meter) -> Result<Vec<RoomId>, Halt> {
        let mut hidden = draw(&self.near, stream);
        for _ in 0..MOVES {
            meter.spend(self.cost())?;
            let key = stream.below(hidden.len() as u32) as usize;
            let Some(&room) = stream.choose(&self.places[key]) else { break };
            let before = std::mem::replace(&mut hidden[key], room);
            if !self.is_solvable(&hidden) {
                hidden[key] = before;
            }
        }
        Ok(hidden)
    }

    fn is_solvable(&self, hidden: &[RoomId]) -> bool {
        match self.rule {
            KeyRule::Own => self.zones.opens_all(hidden),
            KeyRule::Shared => self.tree.is_solvable(&self.zones.keys(hidden)),
        }
    }
}

/// One room of each list; none of them is empty.
fn draw(places: &[Vec<RoomId>], stream: &mut Stream) -> Vec<RoomId> {
    places.iter().filter_map(|rooms| stream.choose(rooms).copied()).collect()
}

#[cfg(test)]
mod tests;
