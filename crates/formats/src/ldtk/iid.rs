//! Instance identifiers: UUIDs that are the same whenever the same dungeon is written.

use undercroft::dungeon::Dungeon;
use undercroft::seed::Stream;

/// The identifiers of one project.
pub(super) struct Iids {
    /// What tells one dungeon from another: seed, name and epoch.
    number: u64,
}

impl Iids {
    /// The identifiers of a dungeon.
    pub fn from_dungeon(dungeon: &Dungeon) -> Self {
        let origin = format!("{}\n{}\n{}", dungeon.provenance.seed, dungeon.name, dungeon.provenance.epoch);
        Self { number: Stream::new(0, &origin).bits() }
    }

    /// The identifier of a thing, by a name that no other thing of the project has, as in `room 3`.
    pub fn iid(&self, thing: &str) -> String {
        let mut stream = Stream::new(self.number, thing);
        let bits = u128::from(stream.bits()) << 64 | u128::from(stream.bits());
        // RFC 9562: version 8 is for identifiers of one's own making, variant 0b10.
        let marked = bits & !(0xf << 76) & !(0b11 << 62) | 0x8 << 76 | 0b10 << 62;
        let digits = format!("{marked:032x}");
        [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
    }

    /// The world's.
    pub fn world(&self) -> String {
        self.iid("world")
    }

    /// A level's.
    pub fn level(&self, z: i32) -> String {
        self.iid(&format!("level {z}"))
    }

    /// That of a layer on a level.
    pub fn layer(&self, layer: &str, z: i32) -> String {
        self.iid(&format!("layer {layer} {z}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeded(seed: &str) -> Dungeon {
        let mut dungeon = Dungeon::bare("Crypt", Vec::new());
        seed.clone_into(&mut dungeon.provenance.seed);
        dungeon
    }

    #[test]
    fn identifiers_are_uuids_that_never_change() {
        let iids = Iids::from_dungeon(&seeded("7"));
        let iid = iids.iid("room 3");
        assert_eq!(iid, iids.iid("room 3"));
        assert_ne!(iid, iids.iid("room 4"));
        assert_eq!(iid.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
        assert_eq!(&iid[14..15], "8");
        assert!(matches!(&iid[19..20], "8" | "9" | "a" | "b"));
        let other = Iids::from_dungeon(&seeded("8"));
        assert_ne!(iid, other.iid("room 3"));
    }
}
