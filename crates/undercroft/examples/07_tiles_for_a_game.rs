//! Tiles, collision and spawn points for an engine of your own.

use undercroft::dungeon::MarkerKind;
use undercroft::grid::Cell;
use undercroft::{Error, Terrain, generate};

/// A tile index of the game's own tileset.
fn tile(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::Rock => 0,
        Terrain::Wall => 1,
        Terrain::Door => 3,
        Terrain::StairsUp => 4,
        Terrain::StairsDown => 5,
        _ => 2,
    }
}

fn main() -> Result<(), Error> {
    let dungeon = generate("small-dungeon", 7)?;
    let level = &dungeon.levels[0];
    let (width, height) = (level.size().width(), level.size().height());
    let tiles: Vec<u8> = (0..height).flat_map(|y| (0..width).map(move |x| tile(level.at(Cell::new(x, y))))).collect();
    let solid = dungeon.solid(level);
    let spawns: Vec<Cell> =
        dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Spawn).map(|marker| marker.cell).collect();

    assert_eq!(tiles.len(), level.size().area());
    assert_eq!(spawns.len(), dungeon.rooms.len());
    assert!(spawns.iter().all(|&cell| !solid.contains(cell)));
    println!("{width}×{height} tiles, {} spawn points, saved as seed {}", spawns.len(), dungeon.provenance.seed);
    Ok(())
}
