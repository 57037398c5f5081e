//! One hash for a dungeon's tiles in all eight symmetries of the square and all positions on the map.
//!
//! A split by seeds, or by a hash of tiles as they lie, puts mirrored or shifted copies of a level on both sides. So the
//! tiles are cut to the box that holds every cell but rock, and the smallest of eight byte strings is hashed.

use sha2::{Digest, Sha256};

use super::tile_block::TileBlock;

/// Length of a hash. [Unit: bytes]
pub const HASH_BYTES: usize = 16;

/// The hash: the first bytes of SHA-256 over `height, width` (u16, little-endian) and the codes in order z, y, x.
///
/// ```
/// use undercroft_formats::dataset::{TileBlock, symmetry_hash};
///
/// let hash = |text: &str| symmetry_hash(&TileBlock::tiles(&undercroft_formats::read(None, text.as_bytes()).unwrap()).unwrap());
/// assert_eq!(hash("####\n#.+ \n####\n"), hash("    ####\n     +.#\n    ####\n"));
/// assert_ne!(hash("####\n#.+ \n####\n"), hash("####\n#.' \n####\n"));
/// ```
pub fn symmetry_hash(block: &TileBlock) -> [u8; HASH_BYTES] {
    let cut = Cut::new(block);
    let mut smallest: Option<Vec<u8>> = None;
    for turn in 0..8 {
        let bytes = cut.bytes([turn & 1 > 0, turn & 2 > 0, turn & 4 > 0]);
        smallest = Some(smallest.map_or_else(|| bytes.clone(), |best| best.min(bytes.clone())));
    }
    let digest = Sha256::digest(smallest.unwrap_or_default());
    std::array::from_fn(|i| digest[i])
}

/// The box of a block that holds all that is not rock.
struct Cut<'a> {
    block: &'a TileBlock,
    top: usize,
    left: usize,
    height: usize,
    width: usize,
}

impl<'a> Cut<'a> {
    fn new(block: &'a TileBlock) -> Self {
        let (width, area) = (usize::from(block.width).max(1), block.area().max(1));
        let [mut top, mut left] = [usize::MAX; 2];
        let [mut bottom, mut right] = [0; 2];
        for (id, _) in block.codes.iter().enumerate().filter(|(_, code)| **code != 0) {
            let (y, x) = (id % area / width, id % width);
            (top, left) = (top.min(y), left.min(x));
            (bottom, right) = (bottom.max(y + 1), right.max(x + 1));
        }
        let (top, left) = (top.min(bottom), left.min(right));
        Self { block, top, left, height: bottom - top, width: right - left }
    }

    /// The byte string of one symmetry: rows or columns turned round, then both exchanged.
    fn bytes(&self, [flip_rows, flip_columns, transposed]: [bool; 3]) -> Vec<u8> {
        let (height, width) = if transposed { (self.width, self.height) } else { (self.height, self.width) };
        let mut bytes = Vec::with_capacity(4 + height * width * usize::from(self.block.levels));
        bytes.extend((height as u16).to_le_bytes());
        bytes.extend((width as u16).to_le_bytes());
        let turned = |at: usize, length: usize, flip: bool| if flip { length - 1 - at } else { at };
        for level in self.block.codes.chunks(self.block.area().max(1)) {
            for y in 0..height {
                bytes.extend((0..width).map(|x| {
                    let (row, column) = if transposed { (x, y) } else { (y, x) };
                    let row = self.top + turned(row, self.height, flip_rows);
                    let column = self.left + turned(column, self.width, flip_columns);
                    level[row * usize::from(self.block.width) + column]
                }));
            }
        }
        bytes
    }
}
