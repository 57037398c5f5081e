//! A tileset of our own, drawn by the program: what tile maps of other tools show.
//!
//! Dungeons are seen from above and a little from the south: a wall shows its face where the cell south of it is open.
//! Which look a wall gets follows from its eight neighbours ([`Blob`]). Nothing here knows a file format: [`tiling`] says
//! which tiles show a level, in four layers, and [`Tileset::draw`] makes the image they are cut from.

mod blob;
mod canvas;
mod door;
mod door_tile;
mod ground;
mod masonry;
mod tile;
mod tiling;

pub use blob::Blob;
pub use door_tile::{DoorLook, DoorPart, DoorTile, WallRun};
pub use tile::{FloorLook, Shade, Tile, TileId};
pub(crate) use tiling::tiling_metered;
pub use tiling::{Layers, tile_of, tiling};

use crate::options::Options;
use canvas::Canvas;

/// Tiles in a row of the image.
pub const COLUMNS: u16 = 16;

/// How large a tile is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TilePixels {
    /// 16 pixels along a side.
    #[default]
    Sixteen,
    /// 32 pixels along a side.
    ThirtyTwo,
}

impl From<&Options> for TilePixels {
    fn from(options: &Options) -> Self {
        if options.text("tile_px") == Some("32") { Self::ThirtyTwo } else { Self::Sixteen }
    }
}

impl TilePixels {
    /// Pixels along a side.
    pub const fn side(self) -> u32 {
        match self {
            Self::Sixteen => 16,
            Self::ThirtyTwo => 32,
        }
    }
}

/// The tileset as an image: tile `id` is in row `id / COLUMNS`, column `id % COLUMNS`, without margins.
///
/// ```
/// use undercroft_formats::tileset::{TilePixels, Tileset};
///
/// let small = Tileset::draw(TilePixels::Sixteen);
/// assert_eq!(small.pixels.len() as u32, small.width * small.height * 4);
/// assert!(small.png().starts_with(b"\x89PNG"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tileset {
    /// How large its tiles are.
    pub tile: TilePixels,
    /// The width of the image. [Unit: pixels]
    pub width: u32,
    /// The height of the image. [Unit: pixels]
    pub height: u32,
    /// Red, green, blue and opacity of every pixel, row by row.
    pub pixels: Vec<u8>,
}

impl Tileset {
    /// Draws all tiles.
    pub fn draw(tile: TilePixels) -> Self {
        let side = tile.side();
        let rows = u32::from(Tile::COUNT.div_ceil(COLUMNS));
        let (width, height) = (side * u32::from(COLUMNS), side * rows);
        let mut pixels = vec![0; (width * height * 4) as usize];
        for (id, tile) in (0..).zip(Tile::all()) {
            let canvas = paint(tile, side as i32);
            let (left, top) = (id % u32::from(COLUMNS) * side, id / u32::from(COLUMNS) * side);
            for y in 0..side {
                let start = (((top + y) * width + left) * 4) as usize;
                pixels[start..][..(side * 4) as usize].copy_from_slice(canvas.row(y as i32).as_flattened());
            }
        }
        Self { tile, width, height, pixels }
    }

    /// The image as PNG.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_compression(png::Compression::High);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.pixels));
        written.expect("memory takes every byte, and the pixels are as many as the sides say");
        bytes
    }

    /// The pixels of one tile, row by row; `None` for a number that no tile has.
    pub fn pixels_of(&self, id: TileId) -> Option<Vec<[u8; 4]>> {
        let (tile, columns) = (u32::from(id.0), u32::from(COLUMNS));
        let side = self.tile.side();
        let (left, top) = (tile % columns * side, tile / columns * side);
        let rows = (top..top + side).map(|y| ((y * self.width + left) * 4) as usize);
        let row = |start: usize| self.pixels[start..][..(side * 4) as usize].as_chunks::<4>().0.to_vec();
        (id.0 < Tile::COUNT).then(|| rows.flat_map(row).collect())
    }
}

fn paint(tile: Tile, side: i32) -> Canvas {
    let mut canvas = Canvas::new(side);
    match tile {
        Tile::Floor(look) => ground::floor(&mut canvas, look),
        Tile::Corridor(look) => ground::corridor(&mut canvas, look),
        Tile::Threshold => ground::threshold(&mut canvas),
        Tile::StairsUp => ground::stairs_up(&mut canvas),
        Tile::StairsDown => ground::stairs_down(&mut canvas),
        Tile::Wall(open) => masonry::wall(&mut canvas, open),
        Tile::Rock(open) => masonry::rock(&mut canvas, open),
        Tile::Door(look) => door::door(&mut canvas, look),
        Tile::Ground(kind) => ground::lying(&mut canvas, kind),
    }
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_drawn_at_both_sizes_and_the_same_way_each_time() {
        for size in [TilePixels::Sixteen, TilePixels::ThirtyTwo] {
            let tileset = Tileset::draw(size);
            assert_eq!(tileset, Tileset::draw(size));
            let blank = |id| tileset.pixels_of(TileId(id)).unwrap().iter().all(|pixel| pixel[3] == 0);
            assert!((0..Tile::COUNT).all(|id| !blank(id)));
            assert_eq!(tileset.pixels_of(TileId(Tile::COUNT)), None);
        }
    }

    #[test]
    fn no_two_tiles_look_alike() {
        let tileset = Tileset::draw(TilePixels::Sixteen);
        let mut names = std::collections::BTreeMap::new();
        for tile in Tile::all() {
            let before = names.insert(tileset.pixels_of(tile.id()), tile.name());
            assert_eq!(before, None, "looks like {}", tile.name());
        }
    }

    #[test]
    fn ground_walls_and_rock_leave_no_pixel_free() {
        let tileset = Tileset::draw(TilePixels::ThirtyTwo);
        for tile in Tile::all().filter(|tile| tile.class() != "door") {
            let pixels = tileset.pixels_of(tile.id()).unwrap();
            assert!(pixels.iter().all(|pixel| pixel[3] == 255), "{}", tile.name());
        }
    }

    #[test]
    fn the_image_is_png_of_the_size_it_says() {
        let tileset = Tileset::draw(TilePixels::Sixteen);
        let png = tileset.png();
        let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
        assert_eq!(reader.info().size(), (tileset.width, tileset.height));
    }
}
