//! Shapes as the operators of a page.

use std::collections::BTreeSet;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name};

use super::clip::Layer;
use undercroft_draw::{Color, Paint, PathCommand, Point, VectorPath};

/// Parts of a point in which lengths are counted.
const PARTS: f32 = 1000.0;

/// The operators of a page, with the opacities that they use.
pub struct Ink {
    content: Content,
    opacities: BTreeSet<u8>,
}

impl Ink {
    /// An empty page `height` high, on which places are counted from the upper left corner, in thousandths of a point.
    pub fn new(height: i32) -> Self {
        let mut content = Content::new();
        content.transform([1.0 / PARTS, 0.0, 0.0, -1.0 / PARTS, 0.0, length(height)]);
        content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        Self { content, opacities: BTreeSet::new() }
    }

    /// The bytes of the page, and the opacities that its resources must name.
    pub fn finish(self) -> (Vec<u8>, BTreeSet<u8>) {
        (self.content.finish().into_vec(), self.opacities)
    }

    /// The page's operators, for words.
    pub const fn content(&mut self) -> &mut Content {
        &mut self.content
    }

    /// Does something under another scale and origin: `scale` thousandths of a point to a unit.
    pub fn within(&mut self, clip: Option<&VectorPath>, scale: f32, origin: Point, draw: impl FnOnce(&mut Self)) {
        self.content.save_state();
        if let Some(path) = clip {
            self.commands(&path.commands, Point::default());
            self.content.clip_nonzero().end_path();
        }
        self.content.transform([scale, 0.0, 0.0, scale, origin.x as f32, origin.y as f32]);
        draw(self);
        self.content.restore_state();
    }

    /// Paints one path.
    pub fn path(&mut self, paint: Paint, path: &VectorPath) {
        self.painted(paint, |ink| ink.commands(&path.commands, Point::default()));
    }

    /// Paints a layer, with its places counted from `origin`.
    pub fn layer(&mut self, layer: &Layer, origin: Point) {
        self.painted(layer.paint, |ink| {
            layer.pieces.iter().for_each(|piece| ink.commands(&piece.commands, origin));
        });
    }

    fn painted(&mut self, paint: Paint, draw: impl FnOnce(&mut Self)) {
        self.content.save_state();
        self.pens(paint);
        draw(self);
        match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
        self.content.restore_state();
    }

    fn pens(&mut self, paint: Paint) {
        if let Some(colour) = paint.fill {
            let [r, g, b] = parts(colour);
            self.content.set_fill_rgb(r, g, b);
        }
        if let Some((colour, weight)) = paint.stroke {
            let [r, g, b] = parts(colour);
            self.content.set_stroke_rgb(r, g, b).set_line_width(weight as f32);
        }
        if paint.opacity > 0 {
            self.opacities.insert(paint.opacity);
            self.content.set_parameters(Name(opacity_name(paint.opacity).as_bytes()));
        }
        if paint.dash > 0 {
            let dash = paint.dash as f32;
            self.content.set_dash_pattern([dash, dash], 0.0);
        }
    }

    fn commands(&mut self, commands: &[PathCommand], origin: Point) {
        // Whole numbers below 2^24 are exact, and short.
        let at = |p: Point| ((p.x - origin.x) as f32, (p.y - origin.y) as f32);
        for command in commands {
            match *command {
                PathCommand::Move(to) => self.content.move_to(at(to).0, at(to).1),
                PathCommand::Line(to) => self.content.line_to(at(to).0, at(to).1),
                PathCommand::Curve(a, b, to) => {
                    let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(to));
                    self.content.cubic_to(ax, ay, bx, by, x, y)
                }
                PathCommand::Close => self.content.close_path(),
            };
        }
    }
}

/// What the resources call an opacity.
pub fn opacity_name(per_cent: u8) -> String {
    format!("o{per_cent}")
}

/// A length in points.
pub fn length(thousandths: i32) -> f32 {
    thousandths as f32 / PARTS
}

/// Red, green and blue as parts of the whole.
pub fn parts(colour: Color) -> [f32; 3] {
    // Thousandths are finer than the 256 steps of a channel, and shorter to write than their quotient.
    colour.rgb.map(|channel| (u32::from(channel) * 1000).div_ceil(255) as f32 / 1000.0)
}
