//! The storeys of a house whose rooms make place for pinned ones: each is cut back, or gets another place, or grows.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use super::pin_space::PinSpace;
use super::pin_task::PinTask;
use super::pinned_storey::{StoreySpace, inside_of};
use super::{Layout, Placement};
use crate::meter::{Halt, Meter};

/// The storeys of a house whose rooms make place for pinned ones.
pub struct PinnedHouse<'a> {
    pub plain: &'a Layout,
    pub task: &'a PinTask<'a>,
    /// What the pins leave open, without the other rooms.
    pub pins: PinSpace,
    pub space: &'a mut PinSpace,
    pub pinned: &'a [bool],
}

impl PinnedHouse<'_> {
    /// Cuts rooms back, gives those that lose their place another one, and lets rooms grow to what is apart. Returns how
    /// many find no place.
    pub fn fit(
        &mut self,
        rooms: &mut [Option<Placement>],
        is_moved: &mut [bool],
        moving: Vec<usize>,
        meter: &mut Meter,
    ) -> Result<usize, Halt> {
        let mut lost = Vec::new();
        for at in moving {
            let Some(room) = rooms[at].take() else { continue };
            meter.spend(1 + room.bounds.area() as u64 / 8)?;
            is_moved[at] = true;
            rooms[at] = self.with_storey(room.z, |storey| storey.cut_back(&room));
            match &rooms[at] {
                Some(room) => self.space.add(room, 1),
                None => lost.push((at, room)),
            }
        }
        let mut dropped = 0;
        for (at, room) in lost {
            meter.spend(1 + self.space.size.area() as u64 / 8)?;
            let inside = inside_of(self.plain, room.z, self.space.size);
            rooms[at] = self.with_storey(room.z, |storey| storey.in_rest(&room, &inside));
            match &rooms[at] {
                Some(room) => self.space.add(room, 1),
                None => dropped += 1,
            }
        }
        let levels: BTreeSet<i32> = rooms.iter().flatten().map(|room| room.z).collect();
        for z in levels {
            self.join_storey(z, rooms, is_moved, meter)?;
        }
        Ok(dropped)
    }

    fn with_storey<T>(&self, z: i32, ask: impl FnOnce(&StoreySpace) -> T) -> T {
        ask(&self.storey(&|cell| self.space.is_open(z, cell)))
    }

    fn storey<'b>(&self, is_open: &'b dyn Fn(Cell) -> bool) -> StoreySpace<'b> {
        StoreySpace { size: self.space.size, min: self.task.min, modules: self.plain.module_grid, is_open }
    }

    /// Lets rooms of a storey grow until all have walls in common, as far as they can.
    fn join_storey(
        &mut self,
        z: i32,
        rooms: &mut [Option<Placement>],
        is_moved: &mut [bool],
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        let here: Vec<usize> =
            (0..rooms.len()).filter(|&at| rooms[at].as_ref().is_some_and(|room| room.z == z)).collect();
        for _ in 0..here.len() {
            meter.spend((here.len() * here.len()) as u64)?;
            let all: Vec<&Placement> = here.iter().filter_map(|&at| rooms[at].as_ref()).collect();
            let is_open = |cell: Cell| self.pins.is_open(z, cell);
            let grown = self.storey(&is_open).grow_to_island(&all, &|at| !self.pinned[here[at]]);
            let Some((grown, room)) = grown else { break };
            self.space.add(&room, 1);
            is_moved[here[grown]] = true;
            rooms[here[grown]] = Some(room);
        }
        Ok(())
    }
}
