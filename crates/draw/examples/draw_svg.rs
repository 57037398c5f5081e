//! Draws a map as SVG, once for the game master and once for players.

use undercroft::format::read;
use undercroft_draw::{DrawOptions, Edition, draw};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let crypt = read(Some("crypt.txt"), b"#########\n#..+..S.#\n#########\n")?;
    let mut options = DrawOptions::default();
    let all = draw(&crypt, &options).to_svg();
    options.edition = Edition::Player;
    let players = draw(&crypt, &options).to_svg();
    assert!(all.contains("secret door") || all.len() > players.len());
    println!("{} bytes for the game master, {} for players", all.len(), players.len());
    Ok(())
}
