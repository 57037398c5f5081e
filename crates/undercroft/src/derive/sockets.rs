//! Which sockets of template rooms are open.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use crate::dungeon::Dungeon;

/// Marks the sockets where a door is as open, and the others as shut.
pub fn update_sockets(dungeon: &mut Dungeon) {
    let door_cells = dungeon.doors.iter().flat_map(|door| door.cells.iter().map(move |&cell| (door.z, cell)));
    let door_cells: BTreeSet<(i32, Cell)> = door_cells.collect();
    for room in &mut dungeon.rooms {
        let z = room.z;
        room.sockets.iter_mut().for_each(|socket| socket.open = door_cells.contains(&(z, socket.cell)));
    }
}

#[cfg(test)]
mod tests {
    use crate::dungeon::Terrain;
    use crate::events::NoEvents;
    use crate::recipe::PRESETS;
    use crate::seed::Seed;

    /// The tiles hold a second definition of open sockets: those whose cell is a door. Both agree on 1,000 dungeons.
    #[test]
    fn sockets_are_open_exactly_where_the_tiles_show_a_door() {
        let (mut dungeons, mut sockets) = (0, 0);
        for seed in 0..1000_u64.div_ceil(PRESETS.len() as u64) {
            for preset in PRESETS {
                let recipe = preset.recipe().unwrap().check(Seed::new(seed)).unwrap();
                let dungeon = recipe.generate(&mut NoEvents).unwrap();
                for room in &dungeon.rooms {
                    let level = dungeon.level(room.z).unwrap();
                    for socket in &room.sockets {
                        let by_tiles = level.at(socket.cell) == Terrain::Door;
                        assert_eq!(socket.open, by_tiles, "{} with seed {seed}: {socket:?}", preset.name);
                        sockets += 1;
                    }
                }
                dungeons += 1;
            }
        }
        assert!(dungeons >= 1000 && sockets > 10_000, "{dungeons} dungeons, {sockets} sockets");
    }
}
