//! The memory of a planner to and from a file.

use undercroft_grid::BitGrid;

use super::distance::{DistanceTable, Queue};
use super::lawful_step::is_lawful_step;
use super::pibt::Pibt;
use super::planner::{FlowPlanner, Memory};
use crate::actor::ActorId;
use crate::open_moves::{OpenMoves, SubcellId};

impl FlowPlanner {
    /// What a saved run needs.
    pub(crate) const fn memory(&self) -> (&Memory, bool) {
        (&self.memory, self.is_disturbed)
    }

    /// A planner with this memory, on the ground it was made for.
    pub(crate) fn recall(moves: &OpenMoves, memory: Memory, is_disturbed: bool) -> Self {
        let mut queue = Queue::default();
        let tables = memory.members.iter().map(|member| DistanceTable::new(moves, member.goal, &mut queue)).collect();
        Self { is_disturbed, memory, tables, pibt: Pibt::default(), queue }
    }
}

impl Memory {
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
