//! The room graph: rooms and the links between them.

use std::collections::VecDeque;

use crate::dungeon::{Dungeon, HiddenDoor, LinkId, RoomId};
use crate::metrics::articulation_points;

/// Rooms and the links between them. A link that leads back to its room counts twice there.
///
/// ```
/// use undercroft::generate;
/// use undercroft::verify::RoomGraph;
///
/// let dungeon = generate("crypt", 7)?;
/// let graph = RoomGraph::new(&dungeon);
/// assert_eq!((graph.rooms(), graph.components(|_| true)), (dungeon.rooms.len(), 1));
/// let start = dungeon.entrance.as_ref().expect("generated dungeons have an entrance").room;
/// let hops = graph.hops(start, |link| !graph.is_secret(link));
/// assert!(hops.iter().all(Option::is_some));
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RoomGraph {
    /// Where the ends of each room begin in `ends`, and finally their number.
    first: Vec<u32>,
    /// For each room the rooms beyond its links.
    ends: Vec<(RoomId, LinkId)>,
    /// Whether each link is a secret passage or has, or had, a secret door.
    secret: Vec<bool>,
}

impl RoomGraph {
    /// The graph of a dungeon whose references hold.
    pub fn new(dungeon: &Dungeon) -> Self {
        let mut first = vec![0; dungeon.rooms.len() + 1];
        for room in dungeon.links.iter().flat_map(|link| link.rooms) {
            first[room.index() + 1] += 1;
        }
        for room in 0..dungeon.rooms.len() {
            first[room + 1] += first[room];
        }
        let mut next = first.clone();
        let mut ends = vec![(RoomId(0), LinkId(0)); 2 * dungeon.links.len()];
        for link in &dungeon.links {
            let [a, b] = link.rooms;
            for (from, to) in [(a, b), (b, a)] {
                ends[next[from.index()] as usize] = (to, link.id);
                next[from.index()] += 1;
            }
        }
        let is_secret = |link: &crate::dungeon::Link| {
            let has_secret_door = || link.doors().iter().any(|&door| dungeon.door(door).secret);
            link.is_secret_passage() || link.hidden() != HiddenDoor::None || has_secret_door()
        };
        Self { first, ends, secret: dungeon.links.iter().map(is_secret).collect() }
    }

    /// Number of rooms.
    pub fn rooms(&self) -> usize {
        self.first.len() - 1
    }

    /// Number of links.
    pub fn links(&self) -> usize {
        self.secret.len()
    }

    /// The rooms beyond the links of a room, in the order of the links.
    pub fn neighbours(&self, room: RoomId) -> &[(RoomId, LinkId)] {
        &self.ends[self.first[room.index()] as usize..self.first[room.index() + 1] as usize]
    }

    /// Whether a link is a secret passage or has a secret door, discovered or not.
    pub fn is_secret(&self, link: LinkId) -> bool {
        self.secret[link.index()]
    }

    /// The least number of allowed links between a room and each other one; `None` for those out of reach.
    pub fn hops(&self, from: RoomId, allowed: impl Fn(LinkId) -> bool) -> Vec<Option<u32>> {
        let mut hops = vec![None; self.rooms()];
        hops[from.index()] = Some(0);
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((room, distance)) = queue.pop_front() {
            for &(next, link) in self.neighbours(room) {
                if hops[next.index()].is_none() && allowed(link) {
                    hops[next.index()] = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        hops
    }

    /// Number of parts that the allowed links connect.
    pub fn components(&self, allowed: impl Fn(LinkId) -> bool) -> usize {
        let mut seen = vec![false; self.rooms()];
        let mut count = 0;
        for start in 0..self.rooms() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            count += 1;
            let mut stack = vec![RoomId(start as u32)];
            while let Some(room) = stack.pop() {
                for &(next, link) in self.neighbours(room) {
                    if allowed(link) && !std::mem::replace(&mut seen[next.index()], true) {
                        stack.push(next);
                    }
                }
            }
        }
        count
    }

    /// The cyclomatic number: how many of the allowed links could be taken away without parting rooms.
    pub fn loops(&self, allowed: impl Fn(LinkId) -> bool) -> usize {
        let links = (0..self.links() as u32).map(LinkId).filter(|&link| allowed(link)).count();
        links + self.components(allowed) - self.rooms()
    }

    /// The rooms without which the others would fall apart.
    pub fn choke_rooms(&self) -> Vec<RoomId> {
        let room = |node: usize| RoomId(node as u32);
        let slots = |node| self.neighbours(room(node)).len();
        let neighbour = |node, slot: usize| Some(self.neighbours(room(node))[slot].0.index());
        let is_choke = articulation_points(self.rooms(), slots, neighbour);
        (0..self.rooms()).filter(|&node| is_choke[node]).map(room).collect()
    }
}
