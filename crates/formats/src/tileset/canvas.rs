//! Pixels, and how to set many of them at once.

/// A colour: red, green, blue, opacity.
pub(super) type Color = [u8; 4];

/// A colour in full strength, written as in `0x6b6459`.
pub(super) const fn colour(rgb: u32) -> Color {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255]
}

/// The colour, lighter or darker by this much in each part.
pub(super) fn tinted(colour: Color, by: i32) -> Color {
    let [r, g, b, a] = colour;
    let shift = |part: u8| (i32::from(part) + by).clamp(0, 255) as u8;
    [shift(r), shift(g), shift(b), a]
}

/// Numbers without a pattern, always the same for the same pixel.
pub(super) fn noise(x: i32, y: i32, salt: u32) -> u32 {
    let mixed =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ salt.wrapping_mul(0xc2b2_ae3d);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    (mixed ^ mixed >> 13) >> 8
}

/// One tile, square and transparent at first.
#[derive(Clone)]
pub(super) struct Canvas {
    side: i32,
    pixels: Vec<Color>,
}

impl Canvas {
    pub fn new(side: i32) -> Self {
        Self { side, pixels: vec![[0; 4]; (side * side) as usize] }
    }

    /// Pixels along a side.
    pub const fn side(&self) -> i32 {
        self.side
    }

    /// Pixels to a sixteenth of a side: the unit of everything that is drawn.
    pub const fn unit(&self) -> i32 {
        self.side / 16
    }

    pub fn row(&self, y: i32) -> &[Color] {
        &self.pixels[(y * self.side) as usize..][..self.side as usize]
    }

    pub fn get(&self, x: i32, y: i32) -> Color {
        self.pixels[(y * self.side + x) as usize]
    }

    /// Sets a pixel; beyond the border nothing happens.
    pub fn set(&mut self, x: i32, y: i32, colour: Color) {
        if (0..self.side).contains(&x) && (0..self.side).contains(&y) {
            self.pixels[(y * self.side + x) as usize] = colour;
        }
    }

    /// Sets every pixel of a rectangle of units, `right` and `bottom` beyond its end.
    pub fn fill(&mut self, [left, top, right, bottom]: [i32; 4], colour: Color) {
        self.paint([left, top, right, bottom], |_, _| colour);
    }

    /// Sets every pixel of a rectangle of units to what a rule says.
    pub fn paint(&mut self, units: [i32; 4], rule: impl Fn(i32, i32) -> Color) {
        let [left, top, right, bottom] = units.map(|unit| unit * self.unit());
        for y in top..bottom {
            (left..right).for_each(|x| self.set(x, y, rule(x, y)));
        }
    }

    /// Makes the pixels of a rectangle of units darker or lighter where there is something.
    pub fn tint(&mut self, units: [i32; 4], by: impl Fn(i32, i32) -> i32) {
        let before = self.clone();
        let seen = |x: i32, y: i32| (0..self.side).contains(&x) && (0..self.side).contains(&y);
        let rule = |x, y| if seen(x, y) { tinted(before.get(x, y), by(x, y)) } else { [0; 4] };
        let mut after = before.clone();
        after.paint(units, rule);
        *self = after;
    }
}
