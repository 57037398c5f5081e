//! What stops bodies and what stops sight.

use undercroft_grid::{BitGrid, Grid};

use super::{Door, DoorState, Dungeon, Feature, HiddenDoor, Level, Link, LinkId, Terrain};

impl Dungeon {
    /// The cells of a level that no one can enter as things stand: rock, walls, locked doors, portcullises, barred
    /// doors, secret doors that are not discovered, deep water, chasms and features that block.
    pub fn solid(&self, level: &Level) -> BitGrid {
        self.solid_with(level, |door| !door.is_passable() || door.secret)
    }

    /// The same where other doors are shut than those that stand so.
    pub(crate) fn solid_with(&self, level: &Level, is_shut: impl Fn(&Door) -> bool) -> BitGrid {
        let mut solid = self.blocked(level, is_shut);
        for (cell, _) in level.ground.iter().flat_map(Grid::iter).filter(|(_, ground)| ground.is_solid()) {
            solid.insert(cell);
        }
        self.insert_features(level, &mut solid, |feature| feature.blocks);
        solid
    }

    /// The cells of a level where walking takes longer: shallow water and rubble. Nothing here weighs it; games may.
    ///
    /// ```
    /// use undercroft::format::text;
    /// use undercroft::grid::Cell;
    ///
    /// let pool = text::read("#####\n#...#\n#####\n\nground:\n     \n ~w  \n     \n")?;
    /// let level = &pool.levels[0];
    /// assert!(pool.difficult(level).contains(Cell::new(1, 1)) && !pool.solid(level).contains(Cell::new(1, 1)));
    /// assert!(pool.solid(level).contains(Cell::new(2, 1)) && !pool.opaque(level).contains(Cell::new(2, 1)));
    /// # Ok::<(), undercroft::format::ReadError>(())
    /// ```
    pub fn difficult(&self, level: &Level) -> BitGrid {
        let is_difficult = |cell| level.ground_at(cell).is_difficult();
        match &level.ground {
            Some(ground) => BitGrid::from_fn(ground.size(), is_difficult),
            None => BitGrid::new(level.size()),
        }
    }

    /// The cells of a level that no one can see through as things stand: rock, walls, every shut door except a
    /// portcullis, and opaque features. Windows are seen through.
    pub fn opaque(&self, level: &Level) -> BitGrid {
        let mut opaque = self.blocked(level, |door| !door.is_transparent() || door.secret);
        for window in self.windows.iter().filter(|window| window.z == level.z && level.size().contains(window.cell)) {
            opaque.remove(window.cell);
        }
        self.insert_features(level, &mut opaque, |feature| feature.opaque);
        opaque
    }

    /// Reveals the secret doors of a link: they are doors like others from now on. Returns whether there was one to reveal.
    pub fn discover(&mut self, link: LinkId) -> bool {
        let is_hidden = |link: &&mut Link| link.hidden() == HiddenDoor::Undiscovered;
        let Some(link) = self.links.get_mut(link.index()).filter(is_hidden) else { return false };
        link.set_hidden(HiddenDoor::Discovered);
        for door in link.doors() {
            self.doors[door.index()].secret = false;
        }
        true
    }

    /// Opens every door, as if the visitor had all keys and had found all secrets.
    pub fn open_doors(&mut self) {
        for door in &mut self.doors {
            (door.state, door.secret) = (DoorState::Open, false);
        }
    }

    /// Adds the cells of the features on a level's floor that count.
    fn insert_features(&self, level: &Level, cells: &mut BitGrid, counts: impl Fn(&Feature) -> bool) {
        let here = self.features.iter().filter(|feature| feature.z == level.z && feature.is_on_floor());
        for feature in here.filter(|feature| counts(feature)) {
            feature.rect().intersection(level.size().rect()).cells().for_each(|cell| {
                cells.insert(cell);
            });
        }
    }

    fn blocked(&self, level: &Level, shut: impl Fn(&Door) -> bool) -> BitGrid {
        let mut blocked = massive(&level.terrain);
        let shut_doors = self.doors_on(level.z).filter(|door| shut(door));
        for &cell in shut_doors.flat_map(|door| &door.cells).filter(|&&cell| level.size().contains(cell)) {
            blocked.insert(cell);
        }
        blocked
    }
}

fn massive(terrain: &Grid<Terrain>) -> BitGrid {
    BitGrid::from_fn(terrain.size(), |cell| terrain[cell].is_massive())
}
