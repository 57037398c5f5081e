//! The memory of a planner to and from a file.

use undercroft_grid::BitGrid;

use super::distance::DistanceTable;
use super::lawful_step::is_lawful_step;
use super::pibt::Pibt;
use super::planner::{FlowPlanner, Member, Memory};
use crate::actor_id::ActorId;
use crate::open_moves::{OpenMoves, SubcellId};

impl FlowPlanner {
    /// What a saved run needs.
    pub(crate) const fn memory(&self) -> (&Memory, bool) {
        (&self.memory, self.is_disturbed)
    }

    /// How many levels each table has.
    pub(crate) fn levels(&self) -> Vec<u32> {
        self.tables.iter().map(DistanceTable::levels).collect()
    }

    /// The tables of the ground before, as far as they still guide: the place of the member, and the words.
    pub(crate) fn guides(&self) -> Vec<(u32, Vec<u64>)> {
        let guides = (0..).zip(&self.tables).map(|(at, table)| (at, table.former().to_vec()));
        guides.filter(|(_, words)| !words.is_empty()).collect()
    }

    /// A planner with this memory and tables of so many levels, on the ground it was made for.
    pub(crate) fn recall(moves: &OpenMoves, memory: Memory, levels: &[u32], is_disturbed: bool) -> Self {
        let mut spare = Vec::new();
        let mut table = |(member, &levels): (&Member, &u32)| {
            let mut table = DistanceTable::new(moves.size().area(), member.goal);
            table.grow_to(moves, levels, &mut spare);
            table
        };
        let tables = memory.members.iter().zip(levels).map(&mut table).collect();
        Self { is_disturbed, memory, tables, pibt: Pibt::default(), spare }
    }

    /// Takes the guides of a file, if each belongs to a member that needs one and has the size of the ground.
    pub(crate) fn set_guides(&mut self, moves: &OpenMoves, guides: Vec<(u32, Vec<u64>)>) -> Result<(), String> {
        for (at, words) in guides {
            let table = self.tables.get_mut(at as usize).filter(|table| !table.is_complete());
            let table = table.filter(|_| words.len() == moves.size().area().div_ceil(32));
            table.ok_or_else(|| format!("the guide of member {at} is not one"))?.set_former(words);
        }
        Ok(())
    }
}

impl Memory {
    /// How many members there are.
    pub(crate) const fn member_count(&self) -> usize {
        self.members.len()
    }

    /// Whether a memory from a file can be that of a flow of these actors, given with their sub-cells by rising ids.
    pub(crate) fn check(
        &self,
        moves: &OpenMoves,
        solid: &BitGrid,
        seats: &[(ActorId, SubcellId)],
        is_disturbed: bool,
    ) -> Result<(), String> {
        let count = self.members.len();
        let is_spot = |spot: &SubcellId| spot.index() < moves.size().area() && !solid.contains(moves.cell(*spot));
        if !self.ranking.has_len(count) {
            return Err("the ranking needs one entry for each member".to_owned());
        }
        if !self.members.is_sorted_by_key(|member| member.id)
            || !self.members.iter().all(|member| is_spot(&member.goal))
        {
            return Err("members need rising ids and goals outside walls".to_owned());
        }
        if is_disturbed {
            return Ok(());
        }
        if self.members.iter().map(|member| member.id).ne(seats.iter().map(|&(id, _)| id)) {
            return Err("members are not the actors".to_owned());
        }
        let mut now: Vec<SubcellId> = seats.iter().map(|&(_, spot)| spot).collect();
        for (at, next) in self.plan.iter().enumerate() {
            if !is_lawful_step(moves, &now, next) {
                return Err(format!("step {at} of the plan is not one"));
            }
            now.clone_from(next);
        }
        Ok(())
    }
}
