//! Overlays: sight, paths, crowds, flaws and trace steps, translucent over the map and named in the legend.

use undercroft_grid::{BitGrid, Cell};

use super::cell_loops::outline;
use super::lettering;
use super::level_drawing::closed;
use super::picture::{Area, CELL, Paint, PictureGroup, Point, VectorPath};
use super::theme::Color;

/// Eight colors that people with any kind of color blindness can tell apart (M. Okabe and K. Ito, "Color Universal
/// Design", 2008), those that stand out on paper first.
pub const PALETTE: [Color; 8] = [
    Color::new(0x00, 0x72, 0xb2),
    Color::new(0xd5, 0x5e, 0x00),
    Color::new(0x00, 0x9e, 0x73),
    Color::new(0xcc, 0x79, 0xa7),
    Color::new(0xe6, 0x9f, 0x00),
    Color::new(0x56, 0xb4, 0xe9),
    Color::new(0xf0, 0xe4, 0x42),
    Color::new(0x60, 0x60, 0x60),
];

/// Height of the words at places.
const WORD: i32 = 600;

/// What an overlay shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A set of cells, filled.
    Cells(BitGrid),
    /// Cells with a strength. [Unit: per cent]
    Heat(Vec<(Cell, u8)>),
    /// Lines that belong together.
    Lines(Vec<Vec<Point>>),
    /// Places, each with a word of its own or an empty one.
    Points(Vec<(Point, String)>),
}

/// A named layer over one level.
///
/// ```
/// use undercroft::format::read;
/// use undercroft_draw::{DrawOptions, Mark, Overlay, PALETTE, draw_with};
/// use undercroft_grid::Cell;
///
/// let hall = read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let heat = Mark::Heat(vec![(Cell::new(1, 1), 20), (Cell::new(2, 1), 90)]);
/// let overlay = Overlay { name: "danger".to_owned(), z: 0, color: PALETTE[1], mark: heat };
/// let svg = draw_with(&hall, &DrawOptions::default(), &[overlay]).to_svg();
/// assert!(svg.contains("danger"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// What the legend calls it; with blanks as hyphens also the id of its group.
    pub name: String,
    /// The level it lies on.
    pub z: i32,
    /// Its color, mostly from the [`PALETTE`].
    pub color: Color,
    /// What it shows.
    pub mark: Mark,
}

impl Overlay {
    /// Draws it.
    pub fn draw(&self, id: &str) -> PictureGroup {
        let mut group = PictureGroup::new(format!("{id}-{}", self.name.replace(char::is_whitespace, "-")));
        match &self.mark {
            Mark::Cells(cells) => {
                group.push("cells", Paint::fill(self.color).faint(30), closed(&outline(cells)));
            }
            Mark::Heat(cells) => self.heat(&mut group, cells),
            Mark::Lines(lines) => {
                let mut path = VectorPath::default();
                lines.iter().for_each(|points| path.extend(VectorPath::line(points.iter().copied())));
                group.push("line", Paint::stroke(self.color, 160).faint(75), path);
            }
            Mark::Points(points) => self.points(&mut group, points),
        }
        group
    }

    /// Five strengths, one path each.
    fn heat(&self, group: &mut PictureGroup, cells: &[(Cell, u8)]) {
        for step in 1..=5_u8 {
            let mut path = VectorPath::default();
            for &(cell, _) in cells.iter().filter(|(_, strength)| (*strength).clamp(1, 100).div_ceil(20) == step) {
                path.extend(VectorPath::rect(Area::new(Point::corner(cell), Point::corner(cell).shift(CELL, CELL))));
            }
            group.push("heat", Paint::fill(self.color).faint(step * 14), path);
        }
    }

    fn points(&self, group: &mut PictureGroup, points: &[(Point, String)]) {
        let [mut dots, mut words] = [VectorPath::default(), VectorPath::default()];
        for (point, word) in points {
            dots.extend(VectorPath::circle(*point, 220));
            words.extend(lettering::write(word, point.shift(330, -150), WORD));
        }
        group.push("dots", Paint::fill(self.color).faint(80), dots);
        // A light border keeps words apart from the numbers of rooms.
        let pen = lettering::pen_weight(WORD) * 3 / 2;
        group.push("words-border", Paint::stroke(Color::new(0xff, 0xff, 0xff), 3 * pen).faint(80), words.clone());
        group.push("words", Paint::stroke(self.color, pen), words);
    }

    /// The sample for the legend.
    pub fn swatch(&self) -> Swatch {
        let shape = match self.mark {
            Mark::Cells(_) | Mark::Heat(_) => SwatchShape::Field,
            Mark::Lines(_) => SwatchShape::Line,
            Mark::Points(_) => SwatchShape::Dot,
        };
        Swatch { color: self.color, shape }
    }
}

/// A sample of an overlay's paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    color: Color,
    shape: SwatchShape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SwatchShape {
    Field,
    Line,
    Dot,
}

impl Swatch {
    /// Draws it round a middle.
    pub fn draw(self, group: &mut PictureGroup, middle: Point, scale: i32) {
        let half = scale * 2 / 5;
        let (paint, path) = match self.shape {
            SwatchShape::Field => {
                let area = Area::new(middle.shift(-half, -half), middle.shift(half, half));
                (Paint::fill(self.color).faint(45), VectorPath::rect(area))
            }
            SwatchShape::Line => {
                let line = VectorPath::line([middle.shift(-half, 0), middle.shift(half, 0)]);
                (Paint::stroke(self.color, scale / 6).faint(75), line)
            }
            SwatchShape::Dot => (Paint::fill(self.color).faint(80), VectorPath::circle(middle, scale / 5)),
        };
        group.push("swatch", paint, path);
    }
}
