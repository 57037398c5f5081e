//! The numbers of a tile layer, in the encodings that Tiled has.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};

/// The bits of a global id that say how a tile is turned; the rest is the id.
const TURNED: u32 = 0xf000_0000;

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
            ("base64", other) => Err(format!("compression {other:?} cannot be read, only zlib and gzip; {advice}")),
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
    let packed = STANDARD.decode(packed).map_err(|error| format!("the data are no base64: {error}"))?;
    let limit = 4 * cells as u64 + 1;
    let mut bytes = Vec::new();
    let unpacked = match compression {
        Compression::None => packed.as_slice().take(limit).read_to_end(&mut bytes),
        Compression::Zlib => ZlibDecoder::new(packed.as_slice()).take(limit).read_to_end(&mut bytes),
        Compression::Gzip => GzDecoder::new(packed.as_slice()).take(limit).read_to_end(&mut bytes),
    };
    unpacked.map_err(|error| format!("the data cannot be unpacked: {error}"))?;
    if bytes.len() != 4 * cells {
        let got = if bytes.len() > 4 * cells { "more".to_owned() } else { format!("{} bytes", bytes.len()) };
        return Err(amount(cells, &got));
    }
    Ok(bytes.as_chunks::<4>().0.iter().map(|&chunk| u32::from_le_bytes(chunk)).collect())
}

/// The beginning of a text that may be long.
pub(super) fn short(text: &str) -> &str {
    text.char_indices().nth(24).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn every_encoding_gives_the_same_tiles() {
        let gids = [1_u32, 0, 7, 0x8000_0003];
        let bytes: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        zlib.write_all(&bytes).unwrap();
        gzip.write_all(&bytes).unwrap();
        let texts = [
            (Encoding::Csv, "\n1,0,\n7,2147483651\n".to_owned()),
            (Encoding::Base64(Compression::None), format!("\n  {}\n", STANDARD.encode(&bytes))),
            (Encoding::Base64(Compression::Zlib), STANDARD.encode(zlib.finish().unwrap())),
            (Encoding::Base64(Compression::Gzip), STANDARD.encode(gzip.finish().unwrap())),
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
        assert!(Encoding::named("base64", "zstd").unwrap_err().contains("\"zstd\" cannot be read"));
    }
}
