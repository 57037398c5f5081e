//! Cyclic redundancy checks of 32 bits: Castagnoli's for `LevelDB`, the common one for zip.

/// A check by its reversed polynomial.
pub struct Crc {
    table: [u32; 256],
}

/// Castagnoli's polynomial, RFC 3720.
pub const CASTAGNOLI: Crc = Crc::new(0x82f6_3b78);
/// The polynomial of Ethernet and zip.
pub const COMMON: Crc = Crc::new(0xedb8_8320);

impl Crc {
    const fn new(polynomial: u32) -> Self {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut bits = byte as u32;
            let mut step = 0;
            while step < 8 {
                bits = if bits & 1 == 1 { bits >> 1 ^ polynomial } else { bits >> 1 };
                step += 1;
            }
            table[byte] = bits;
            byte += 1;
        }
        Self { table }
    }

    /// The check of all parts, one after the other.
    pub fn checksum(&self, parts: &[&[u8]]) -> u32 {
        let bytes = parts.iter().copied().flatten();
        !bytes.fold(u32::MAX, |crc, &byte| crc >> 8 ^ self.table[(crc as u8 ^ byte) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_check_values_hold() {
        assert_eq!(CASTAGNOLI.checksum(&[b"123456789"]), 0xe306_9283);
        assert_eq!(COMMON.checksum(&[b"1234", b"56789"]), 0xcbf4_3926);
    }
}
