//! The numbers of a tile layer, in the encodings that Tiled has.

use std::io::{self, Read};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

/// The bits of a global id that say how a tile is turned; the rest is the id.
const TURNED: u32 = 0xf000_0000;
/// The window of a frame of Zstandard that was packed at the highest usual level, 19. [Unit: bytes]
const USUAL_WINDOW: u64 = 1 << 23;

/// How a layer's data are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Csv,
    Base64(Compression),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

impl Compression {
    const fn name(self) -> &'static str {
        match self {
            Self::None => "plain bytes",
            Self::Zlib => "zlib data",
            Self::Gzip => "gzip data",
            Self::Zstd => "Zstandard data",
        }
    }
}

impl Encoding {
    /// The encoding of these names, or a sentence about those that can be read.
    pub fn named(encoding: &str, compression: &str) -> Result<Self, String> {
        let advice = "choose CSV as Tile Layer Format in the properties of the map";
        match (encoding, compression) {
            ("csv", "") => Ok(Self::Csv),
            ("base64", "") => Ok(Self::Base64(Compression::None)),
            ("base64", "zlib") => Ok(Self::Base64(Compression::Zlib)),
            ("base64", "gzip") => Ok(Self::Base64(Compression::Gzip)),
            ("base64", "zstd") => Ok(Self::Base64(Compression::Zstd)),
            ("base64", other) => {
                Err(format!("compression {other:?} cannot be read, only zlib, gzip and zstd; {advice}"))
            }
            ("", _) => Err(format!("tiles as XML elements cannot be read; {advice}")),
            (other, _) => Err(format!("encoding {other:?} cannot be read, only csv and base64; {advice}")),
        }
    }

    /// The ids of a layer of so many cells, without their turns. What is wrong is told with the byte where it is.
    pub fn decode(self, text: &str, cells: usize) -> Result<Vec<u32>, (usize, String)> {
        let gids = match self {
            Self::Csv => csv(text, cells)?,
            Self::Base64(compression) => base64(text, compression, cells).map_err(|problem| (0, problem))?,
        };
        if gids.len() != cells {
            return Err((0, amount(cells, &gids.len().to_string())));
        }
        Ok(gids.into_iter().map(id).collect())
    }
}

/// A global id without the bits that turn the tile.
pub(super) const fn id(gid: u32) -> u32 {
    gid & !TURNED
}

/// The sentence about a layer with too few or too many tiles.
pub(super) fn amount(wanted: usize, got: &str) -> String {
    format!("need {wanted} tiles, one for each cell of the map, got {got}")
}

fn csv(text: &str, cells: usize) -> Result<Vec<u32>, (usize, String)> {
    let mut gids = Vec::with_capacity(cells.min(text.len()));
    let mut at = 0;
    for field in text.split(',') {
        let number = field.trim();
        let is_end = number.is_empty() && at + field.len() == text.len();
        if !is_end {
            let refuse = |_| {
                (
                    at + field.len() - field.trim_start().len(),
                    format!("need the number of a tile, got {:?}", short(number)),
                )
            };
            gids.push(number.parse::<u32>().map_err(refuse)?);
        }
        if gids.len() > cells {
            return Err((at, amount(cells, "more")));
        }
        at += field.len() + 1;
    }
    Ok(gids)
}

fn base64(text: &str, compression: Compression, cells: usize) -> Result<Vec<u32>, String> {
    let packed: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let packed = STANDARD.decode(packed).map_err(|_| "the data are no base64".to_owned())?;
    let limit = 4 * cells as u64 + 1;
    let mut bytes = Vec::new();
    let unpacked = match compression {
        Compression::None => packed.as_slice().take(limit).read_to_end(&mut bytes),
        Compression::Zlib => ZlibDecoder::new(packed.as_slice()).take(limit).read_to_end(&mut bytes),
        Compression::Gzip => GzDecoder::new(packed.as_slice()).take(limit).read_to_end(&mut bytes),
        Compression::Zstd => unpack_zstd(&packed, limit, &mut bytes),
    };
    unpacked.map_err(|_| format!("the data cannot be unpacked: they are no {}", compression.name()))?;
    if bytes.len() != 4 * cells {
        let got = if bytes.len() > 4 * cells { "more".to_owned() } else { format!("{} bytes", bytes.len()) };
        return Err(amount(cells, &got));
    }
    Ok(bytes.as_chunks::<4>().0.iter().map(|&chunk| u32::from_le_bytes(chunk)).collect())
}

/// Unpacks Zstandard. A frame may ask for any window, which is memory; a packer needs less than twice what it packs.
fn unpack_zstd(packed: &[u8], limit: u64, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let window = USUAL_WINDOW.max(2 * limit);
    let decoder = StreamingDecoder::new_with_max_window_size(packed, window).map_err(io::Error::other)?;
    decoder.take(limit).read_to_end(bytes)
}

/// The beginning of a text that may be long.
pub(super) fn short(text: &str) -> &str {
    text.char_indices().nth(24).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A frame of Zstandard with one raw block.
    fn zstd(bytes: &[u8]) -> Vec<u8> {
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
        frame.extend((bytes.len() as u32).to_le_bytes());
        frame.extend(&((bytes.len() as u32) << 3 | 1).to_le_bytes()[..3]);
        frame.extend(bytes);
        frame
    }

    #[test]
    fn a_frame_that_asks_for_a_window_of_a_gigabyte_is_refused() {
        // No single segment, a window of 2^30 bytes: descriptor 0, window 20 << 3.
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 0x21, 0, 0, 1, 0, 0, 0];
        let encoding = Encoding::Base64(Compression::Zstd);
        let (_, problem) = encoding.decode(&STANDARD.encode(frame), 1).unwrap_err();
        assert_eq!(problem, "the data cannot be unpacked: they are no Zstandard data");
    }

    #[test]
    fn every_encoding_gives_the_same_tiles() {
        let gids = [1_u32, 0, 7, 0x8000_0003];
        let bytes: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        zlib.write_all(&bytes).unwrap();
        gzip.write_all(&bytes).unwrap();
        let packed = zstd(&bytes);
        let texts = [
            (Encoding::Csv, "\n1,0,\n7,2147483651\n".to_owned()),
            (Encoding::Base64(Compression::None), format!("\n  {}\n", STANDARD.encode(&bytes))),
            (Encoding::Base64(Compression::Zlib), STANDARD.encode(zlib.finish().unwrap())),
            (Encoding::Base64(Compression::Gzip), STANDARD.encode(gzip.finish().unwrap())),
            (Encoding::Base64(Compression::Zstd), STANDARD.encode(packed)),
        ];
        texts.iter().for_each(|(encoding, text)| assert_eq!(encoding.decode(text, 4), Ok(vec![1, 0, 7, 3])));
        texts
            .iter()
            .for_each(|(encoding, text)| assert!(encoding.decode(text, 3).unwrap_err().1.ends_with("got more")));
        texts.iter().for_each(|(encoding, text)| assert!(encoding.decode(text, 5).is_err()));
    }

    #[test]
    fn a_number_that_is_none_is_named_with_its_place() {
        assert_eq!(Encoding::Csv.decode("1,\n x,3", 3), Err((4, "need the number of a tile, got \"x\"".to_owned())));
        assert!(Encoding::named("base64", "lzma").unwrap_err().contains("\"lzma\" cannot be read"));
    }
}
