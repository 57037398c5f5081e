//! Tiles, collision and spawn points for an engine of your own.

use undercroft::dungeon::SpawnKind;
use undercroft::grid::Cell;
use undercroft::{Error, Generator, Terrain};

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
    let dungeon = Generator::preset("small-dungeon")?.seed(7).generate()?;
    let level = &dungeon.levels[0];
    let (width, height) = (level.size().width(), level.size().height());
    let tiles: Vec<u8> = (0..height).flat_map(|y| (0..width).map(move |x| tile(level.at(Cell::new(x, y))))).collect();
    let solid = dungeon.solid(level);
    let cells_of = |kind| dungeon.spawns.iter().filter(move |spawn| spawn.kind == kind).map(|spawn| spawn.cell);
    let (players, enemies): (Vec<Cell>, Vec<Cell>) =
        (cells_of(SpawnKind::Player).collect(), cells_of(SpawnKind::Enemy).collect());

    assert_eq!(tiles.len(), level.size().area());
    assert_eq!(players.len(), 4);
    assert!(players.iter().chain(&enemies).all(|&cell| !solid.contains(cell)));
    println!("{width}×{height} tiles, {} enemies, saved as seed {}", enemies.len(), dungeon.provenance.seed);
    Ok(())
}
