//! Bridges: links without which some rooms cannot be reached. Only there a lock keeps anything from anyone.

use std::ops::Range;

use super::{Plan, PlanLinkKind};
use crate::dungeon::RoomId;

/// A link that is the only one between what lies before and behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// Its position in the plan.
    pub link: usize,
    /// The room at the end towards the entrance.
    pub near: RoomId,
    /// The room at the other end.
    pub far: RoomId,
    /// The rooms behind it, by their places in the walk.
    behind: Range<usize>,
}

/// All bridges, found by one walk from the entrance (R. Tarjan, "A note on finding the bridges of a graph", 1974). Secret
/// passages lead nowhere, since no one has to find them.
pub struct Bridges {
    /// The place of each room in the walk.
    places: Vec<usize>,
    /// The bridges, by link.
    pub all: Vec<Bridge>,
}

/// A room that the walk is in.
struct Step {
    room: usize,
    /// The link by which it came, and how many links of the room it has tried.
    via: Option<usize>,
    tried: usize,
}

impl Bridges {
    /// The bridges of a plan.
    pub fn new(plan: &Plan) -> Self {
        let links = links_by_room(plan);
        let mut places = vec![usize::MAX; plan.rooms.len()];
        // The first place of the walk that a room or those after it lead back to.
        let mut lowest = vec![usize::MAX; plan.rooms.len()];
        let (mut count, mut all) = (0, Vec::new());
        let mut steps = vec![Step { room: plan.gate.index(), via: None, tried: 0 }];
        while let Some(step) = steps.last_mut() {
            let Step { room, via, tried } = *step;
            if tried == 0 {
                (places[room], lowest[room]) = (count, count);
                count += 1;
            }
            step.tried += 1;
            if let Some(&(link, next)) = links[room].get(tried) {
                if places[next] == usize::MAX {
                    steps.push(Step { room: next, via: Some(link), tried: 0 });
                } else if via != Some(link) {
                    lowest[room] = lowest[room].min(places[next]);
                }
                continue;
            }
            steps.pop();
            let Some((before, link)) = steps.last().map(|step| step.room).zip(via) else { continue };
            lowest[before] = lowest[before].min(lowest[room]);
            if lowest[room] == places[room] {
                let [near, far] = [before, room].map(|room| RoomId(room as u32));
                all.push(Bridge { link, near, far, behind: places[room]..count });
            }
        }
        all.sort_by_key(|bridge| bridge.link);
        Self { places, all }
    }

    /// Whether a room can only be reached over the bridge.
    pub fn is_behind(&self, bridge: &Bridge, room: RoomId) -> bool {
        bridge.behind.contains(&self.places[room.index()])
    }
}

/// For each room its links that are not secret, with the rooms at their other ends.
fn links_by_room(plan: &Plan) -> Vec<Vec<(usize, usize)>> {
    let mut links = vec![Vec::new(); plan.rooms.len()];
    for (position, link) in plan.links.iter().enumerate().filter(|(_, link)| link.kind != PlanLinkKind::SecretPassage) {
        let [a, b] = link.rooms.map(RoomId::index);
        links[a].push((position, b));
        links[b].push((position, a));
    }
    links
}

#[cfg(test)]
mod tests {
    use undercroft_grid::UnionFind;

    use super::*;
    use crate::plan::test_plan;
    use crate::seed::Stream;

    /// The rooms that are cut off from the entrance without a link.
    fn cut_off(plan: &Plan, without: usize) -> Vec<RoomId> {
        let mut joined = UnionFind::new(plan.rooms.len());
        let open = plan.links.iter().enumerate().filter(|(_, link)| link.kind != PlanLinkKind::SecretPassage);
        open.filter(|(position, _)| *position != without).for_each(|(_, link)| {
            joined.unite(link.rooms[0].0, link.rooms[1].0);
        });
        let home = joined.find(plan.gate.0);
        plan.rooms.iter().map(|room| room.id).filter(|room| joined.find(room.0) != home).collect()
    }

    #[test]
    fn bridges_are_the_links_without_which_rooms_are_cut_off() {
        let mut found = 0;
        for seed in 0..3_000 {
            let mut stream = Stream::new(seed, "bridges");
            let plan = test_plan(&mut stream);
            let bridges = Bridges::new(&plan);
            for (link, planned) in plan.links.iter().enumerate() {
                let expected = if planned.kind == PlanLinkKind::SecretPassage { vec![] } else { cut_off(&plan, link) };
                let bridge = bridges.all.iter().find(|bridge| bridge.link == link);
                let behind: Vec<RoomId> = match bridge {
                    Some(bridge) => {
                        plan.rooms.iter().map(|room| room.id).filter(|&room| bridges.is_behind(bridge, room)).collect()
                    }
                    None => Vec::new(),
                };
                assert_eq!(behind, expected, "seed {seed}, link {link}");
                assert!(bridge.is_none_or(|bridge| behind.contains(&bridge.far) && !behind.contains(&bridge.near)));
                found += usize::from(bridge.is_some());
            }
        }
        assert!(found > 3_000, "{found}");
    }
}
