//! Which neighbours of a massive cell are open: what decides the look of a wall.
//!
//! ```text
//!   NW N NE      A side is open or not; a corner counts only where both sides next to it are closed,
//!   W  ■  E      for otherwise the sides have opened it already. 256 neighbourhoods become 47 looks.
//!   SW S SE
//! ```

/// The eight neighbours clockwise from the north, with their steps east and south.
pub(super) const AROUND: [(i32, i32, &str); 8] =
    [(0, -1, "n"), (1, -1, "ne"), (1, 0, "e"), (1, 1, "se"), (0, 1, "s"), (-1, 1, "sw"), (-1, 0, "w"), (-1, -1, "nw")];

/// The open neighbours of a massive cell, one bit for each, clockwise from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blob(u8);

impl Blob {
    /// How many looks there are.
    pub const COUNT: usize = 47;

    /// The look of a cell with these open neighbours, clockwise from the north.
    pub fn from_open(open: [bool; 8]) -> Self {
        let is_seen = |i: usize| open[i] && (i.is_multiple_of(2) || !(open[i - 1] || open[(i + 1) % 8]));
        Self((0..8).filter(|&i| is_seen(i)).fold(0, |mask, i| mask | 1 << i))
    }

    /// All looks, in the order of their bits.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).filter(|&mask| is_look(mask)).map(Self)
    }

    /// The neighbours that are open and seen, clockwise from the north.
    pub fn open(self) -> [bool; 8] {
        std::array::from_fn(|i| self.0 >> i & 1 == 1)
    }

    /// Its place among all looks.
    pub fn index(self) -> usize {
        PLACES[usize::from(self.0)].into()
    }

    /// The open neighbours, as in `-n-sw`; nothing where all are closed.
    pub fn suffix(self) -> String {
        let open = self.open();
        let names = AROUND.iter().zip(open).filter(|(_, open)| *open).map(|((_, _, name), _)| *name);
        names.flat_map(|name| ["-", name]).collect()
    }
}

/// For each mask the number of looks before it.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut mask = 1;
    while mask < 256 {
        places[mask] = places[mask - 1] + is_look(mask as u8 - 1) as u8;
        mask += 1;
    }
    places
};

/// Whether no corner of the mask lies beside an open side.
const fn is_look(mask: u8) -> bool {
    let sides = mask & 0b0101_0101;
    let corners = mask & 0b1010_1010;
    corners & (sides << 1 | sides >> 1 | sides << 7) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_forty_seven_looks_and_each_knows_its_place() {
        let all: Vec<Blob> = Blob::all().collect();
        assert_eq!(all.len(), Blob::COUNT);
        assert!(all.iter().enumerate().all(|(i, blob)| blob.index() == i));
        assert!(all.iter().all(|blob| *blob == Blob::from_open(blob.open())));
        let masks = 0..=u8::MAX;
        let open = |mask: u8| std::array::from_fn(|i| mask >> i & 1 == 1);
        assert!(masks.map(|mask| Blob::from_open(open(mask))).all(|blob| all.contains(&blob)));
    }

    #[test]
    fn a_corner_beside_an_open_side_is_not_seen() {
        let all_open = Blob::from_open([true; 8]);
        assert_eq!(all_open.suffix(), "-n-e-s-w");
        assert_eq!(Blob::from_open([true, true, false, true, false, false, false, false]).suffix(), "-n-se");
    }
}
