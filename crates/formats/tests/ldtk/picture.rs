//! The picture of `docs/formats/ldtk.md`: a level put together from the tiles that `ldtk2` reads and the image beside
//! them. `UNDERCROFT_BLESS=1 cargo test -p undercroft-formats --test ldtk` redraws it.

use std::io::Cursor;

use ldtk2::Ldtk;
use undercroft_formats::ldtk::{self, LdtkOptions};
use undercroft_formats::tileset::{TilePixels, Tileset, tiling};

use super::dungeon;

/// The dungeon in the picture.
const SHOWN: (&str, u64) = ("small-dungeon", 7);

struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Picture {
    fn plain(width: usize, height: usize, colour: &str) -> Self {
        let part = |at| u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
        Self { width, height, pixels: vec![[part(1), part(3), part(5), 255]; width * height] }
    }

    fn decode(png: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let pixels = bytes.as_chunks::<4>().0.to_vec();
        Self { width: info.width as usize, height: info.height as usize, pixels }
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let pixels: Vec<u8> = self.pixels.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        bytes
    }

    /// Lays a square of another picture over this one.
    fn lay(&mut self, [x, y]: [usize; 2], from: &Self, [left, top]: [usize; 2], side: usize) {
        for (dx, dy) in (0..side).flat_map(|dy| (0..side).map(move |dx| (dx, dy))) {
            let above = from.pixels[(top + dy) * from.width + left + dx];
            let below = &mut self.pixels[(y + dy) * self.width + x + dx];
            let opacity = u32::from(above[3]);
            for (under, over) in below.iter_mut().zip(above).take(3) {
                *under = ((u32::from(*under) * (255 - opacity) + u32::from(over) * opacity + 127) / 255) as u8;
            }
        }
    }
}

/// A level as `ldtk2` tells of it.
fn compose(text: &str, tiles: &[u8], level: usize) -> Picture {
    let project = Ldtk::from_str(text).unwrap();
    let level = &project.levels[level];
    let mut picture = Picture::plain(level.px_wid as usize, level.px_hei as usize, &level.bg_color);
    let tileset = Picture::decode(tiles);
    // The first layer is the topmost.
    for layer in level.layer_instances.iter().flatten().rev() {
        for tile in &layer.grid_tiles {
            let [at, from] = [&tile.px, &tile.src].map(|place| [place[0] as usize, place[1] as usize]);
            picture.lay(at, &tileset, from, layer.grid_size as usize);
        }
    }
    picture
}

#[test]
fn a_level_put_together_from_what_ldtk2_reads_is_the_level() {
    let dungeon = dungeon("castle", 2);
    for tile in [TilePixels::Sixteen, TilePixels::ThirtyTwo] {
        let files = ldtk::write(&dungeon, &LdtkOptions { tile, ..LdtkOptions::default() }).unwrap();
        let text = std::str::from_utf8(&files[0].bytes).unwrap();
        let (level, side) = (&dungeon.levels[0], tile.side() as usize);
        let found = compose(text, &files[1].bytes, 0);
        assert_eq!(
            [found.width, found.height],
            [level.size().width() as usize * side, level.size().height() as usize * side]
        );
        let tileset = Tileset::draw(tile);
        for (cell, layers) in tiling(&dungeon, level).iter() {
            // The uppermost tile without a clear pixel hides all others; a door lets them be seen.
            let Some(id) = layers.floor.or(layers.wall).filter(|_| layers.door.is_none()) else { continue };
            let wanted = tileset.pixels_of(id).unwrap();
            let at = |i: usize| (cell.y as usize * side + i / side) * found.width + cell.x as usize * side + i % side;
            let same = wanted.iter().enumerate().all(|(i, pixel)| found.pixels[at(i)] == *pixel);
            assert!(same || level.at(cell) == undercroft::dungeon::Terrain::Rock, "{cell}");
        }
    }
}

#[test]
fn the_picture_in_the_docs_is_what_ldtk2_reads() {
    let files = ldtk::write(&dungeon(SHOWN.0, SHOWN.1), &LdtkOptions::default()).unwrap();
    let drawn = compose(std::str::from_utf8(&files[0].bytes).unwrap(), &files[1].bytes, 0).encode();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats/ldtk.png");
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        std::fs::write(path, &drawn).unwrap();
    }
    let kept = std::fs::read(path).unwrap_or_default();
    assert!(pixels(&kept) == pixels(&drawn), "docs/formats/ldtk.png is not up to date; `UNDERCROFT_BLESS=1` draws it");
}

/// The bytes of an image's pixels; none where there is no image.
fn pixels(png: &[u8]) -> Vec<u8> {
    let Ok(mut reader) = png::Decoder::new(Cursor::new(png)).read_info() else { return Vec::new() };
    let mut bytes = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let _ = reader.next_frame(&mut bytes);
    bytes
}
