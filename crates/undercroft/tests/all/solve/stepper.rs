//! The rules of a walk, one move at a time, written from their description and not from the solver.

use std::collections::BTreeSet;

use undercroft::dungeon::{DoorState, Dungeon, Feature, HiddenDoor, KeyRule, LinkId, MarkerKind};
use undercroft::grid::Cell;
use undercroft::multi_level::LevelCell;

/// Where a visitor is, and what the visitor has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Visitor {
    pub at: LevelCell,
    /// Positions of the markers of keys that were taken.
    pub taken: BTreeSet<usize>,
    /// Shared keys: the links that were unlocked.
    pub unlocked: BTreeSet<LinkId>,
}

/// The rules of one dungeon.
pub struct Rules<'a> {
    pub dungeon: &'a Dungeon,
    pub with_secrets: bool,
}

impl Rules<'_> {
    /// The visitor inside the first cell of the entrance's door.
    pub fn start(&self) -> Visitor {
        let entrance = self.dungeon.entrance.as_ref().unwrap();
        let door = self.dungeon.door(entrance.door);
        let at = LevelCell { z: door.z, cell: door.cells[0] - door.normal };
        let mut visitor = Visitor { at, taken: BTreeSet::new(), unlocked: BTreeSet::new() };
        self.take_keys(&mut visitor);
        visitor
    }

    /// The visitor after a move; `None` where it is not allowed.
    pub fn step(&self, from: &Visitor, to: LevelCell) -> Option<Visitor> {
        let is_beside = from.at.z == to.z && from.at.cell.manhattan(to.cell) == 1;
        if !is_beside && !self.is_flight(from.at, to) {
            return None;
        }
        let mut visitor = Visitor { at: to, ..from.clone() };
        self.open_doors(&mut visitor)?;
        self.take_keys(&mut visitor);
        Some(visitor)
    }

    /// Everything that one move can lead to.
    pub fn moves(&self, from: &Visitor) -> Vec<Visitor> {
        let beside = from.at.cell.neighbors4().map(|cell| LevelCell { z: from.at.z, cell });
        let above_and_below = [from.at.z - 1, from.at.z + 1].map(|z| LevelCell { z, cell: from.at.cell });
        beside.into_iter().chain(above_and_below).filter_map(|to| self.step(from, to)).collect()
    }

    /// Stairs change levels on the first cell of their runs.
    fn is_flight(&self, from: LevelCell, to: LevelCell) -> bool {
        from.cell == to.cell
            && self.dungeon.links.iter().any(|link| {
                let Some(runs) = link.stairs() else { return false };
                let ends = [0, 1].map(|i| LevelCell { z: self.dungeon.room(link.rooms[i]).z, cell: runs[i][0] });
                ends == [from, to] || ends == [to, from]
            })
    }

    /// Opens what stands on the visitor's cell; `None` where something stays shut or nothing can be stood on.
    fn open_doors(&self, visitor: &mut Visitor) -> Option<()> {
        let level = self.dungeon.level(visitor.at.z)?;
        let cell = visitor.at.cell;
        if level.at(cell).is_massive() || level.ground_at(cell).is_solid() || self.is_furnished(visitor.at) {
            return None;
        }
        for door in self.dungeon.doors.iter().filter(|door| door.z == visitor.at.z && door.cells.contains(&cell)) {
            let links = || self.dungeon.links.iter().filter(|link| link.doors().contains(&door.id));
            let is_secret = door.secret || links().any(|link| link.hidden() != HiddenDoor::None);
            if is_secret && !self.with_secrets {
                return None;
            }
            let keyed: Vec<LinkId> =
                links().map(|link| link.id).filter(|&link| self.keys(link).next().is_some()).collect();
            if door.state != DoorState::Locked || keyed.is_empty() {
                if door.is_passable() {
                    continue;
                }
                return None;
            }
            match self.dungeon.key_rule() {
                KeyRule::Own => {
                    let mut keys = keyed.iter().flat_map(|&link| self.keys(link));
                    keys.find(|key| visitor.taken.contains(key))?;
                }
                KeyRule::Shared => {
                    if !visitor.unlocked.contains(&keyed[0]) && visitor.taken.len() <= visitor.unlocked.len() {
                        return None;
                    }
                    visitor.unlocked.insert(keyed[0]);
                }
            }
        }
        Some(())
    }

    fn is_furnished(&self, at: LevelCell) -> bool {
        let blocks = |feature: &&Feature| feature.blocks && feature.is_on_floor() && feature.z == at.z;
        self.dungeon.features.iter().filter(blocks).any(|feature| feature.cells().any(|cell: Cell| cell == at.cell))
    }

    /// The keys of a lock.
    fn keys(&self, lock: LinkId) -> impl Iterator<Item = usize> {
        let keys = self.dungeon.markers.iter().enumerate().filter(|(_, marker)| marker.kind == MarkerKind::Key);
        keys.filter(move |(_, key)| key.link == Some(lock)).map(|(i, _)| i)
    }

    fn take_keys(&self, visitor: &mut Visitor) {
        for (i, key) in self.dungeon.markers.iter().enumerate() {
            let opens = key.link.is_some_and(|link| is_locked(self.dungeon, link));
            if key.kind == MarkerKind::Key && opens && (key.z, key.cell) == (visitor.at.z, visitor.at.cell) {
                visitor.taken.insert(i);
            }
        }
    }
}

fn is_locked(dungeon: &Dungeon, link: LinkId) -> bool {
    dungeon.link(link).doors().iter().any(|&door| dungeon.door(door).state == DoorState::Locked)
}
