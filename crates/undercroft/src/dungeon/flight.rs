//! Where stairs lead.

use undercroft_grid::Cell;

use super::{Dungeon, Terrain};

impl Dungeon {
    /// The level that stairs on a cell lead to: the next one, where it has the other end on the same cell. Of a run of
    /// several cells only the first leads there.
    ///
    /// ```
    /// use undercroft::format::text;
    /// use undercroft::grid::Cell;
    ///
    /// let tower = text::read("--- level 1\n#>#\n--- level 0\n#<#\n")?;
    /// assert_eq!(tower.stairs_lead(1, Cell::new(1, 0)), Some(0));
    /// assert_eq!(tower.stairs_lead(1, Cell::new(0, 0)), None);
    /// # Ok::<(), undercroft::format::ReadError>(())
    /// ```
    pub fn stairs_lead(&self, z: i32, cell: Cell) -> Option<i32> {
        let (other, back) = match self.level(z)?.at(cell) {
            Terrain::StairsUp => (z.saturating_add(1), Terrain::StairsDown),
            Terrain::StairsDown => (z.saturating_sub(1), Terrain::StairsUp),
            _ => return None,
        };
        let is_back = self.level(other)?.at(cell) == back;
        (is_back && !self.is_later_step(z, cell) && !self.is_later_step(other, cell)).then_some(other)
    }

    /// Whether a cell belongs to a run of stairs and is not its first.
    pub fn is_later_step(&self, z: i32, cell: Cell) -> bool {
        let runs = self.links.iter().filter_map(|link| Some(link.rooms.into_iter().zip(link.stairs()?)));
        let on_level = |room: super::RoomId| self.rooms.get(room.index()).is_some_and(|room| room.z == z);
        runs.flatten().any(|(room, run)| run.iter().skip(1).any(|&step| step == cell) && on_level(room))
    }
}
