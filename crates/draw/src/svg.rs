//! The text of a picture: SVG, with the cell as unit of length.
//!
//! Numbers are whole thousandths, written as short decimals; no float is ever formatted. Paint stands on the shapes
//! themselves and not in a style sheet, so that several pictures can live in one page without disturbing each other.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::picture::{Paint, PaintedPath, PathCommand, Picture, PictureGroup, Point, VectorPath};
use super::work_meter::{Cancelled, WorkMeter};

impl Picture {
    /// The picture as SVG text.
    pub fn to_svg(&self) -> String {
        self.svg_text(&WorkMeter::unlimited())
    }

    /// The picture as SVG text, unless the meter stops.
    ///
    /// # Errors
    /// When the sink of the meter asked to stop.
    pub fn to_svg_metered(&self, meter: &WorkMeter) -> Result<String, Cancelled> {
        let text = self.svg_text(meter);
        meter.ask().map(|()| text)
    }

    fn svg_text(&self, meter: &WorkMeter) -> String {
        let mut out = String::new();
        let (min, width, height) = (self.area.min, self.area.width(), self.area.height());
        out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
        for (i, number) in [min.x, min.y, width, height].into_iter().enumerate() {
            out.push_str(if i > 0 { " " } else { "" });
            push_decimal(&mut out, number);
        }
        out.push_str("\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
        let _ = writeln!(out, "<title>{}</title>", escape(&self.title));
        let stamps = Stamps::collect(&self.groups);
        stamps.push_symbols(&mut out);
        for group in &self.groups {
            push_group(&mut out, group, &stamps, meter);
        }
        out.push_str("</svg>\n");
        out
    }
}

/// The shapes of stamps, each written once.
struct Stamps<'a> {
    /// By the name of the stamp.
    symbols: BTreeMap<&'a str, Vec<StampSymbol<'a>>>,
}

struct StampSymbol<'a> {
    shapes: &'a [PaintedPath],
    id: String,
    /// The shapes as they are written.
    text: String,
}

impl<'a> Stamps<'a> {
    fn collect(groups: &'a [PictureGroup]) -> Self {
        let mut stamps = Self { symbols: BTreeMap::new() };
        groups.iter().for_each(|group| stamps.add(group));
        stamps
    }

    fn add(&mut self, group: &'a PictureGroup) {
        group.groups.iter().for_each(|inner| self.add(inner));
        let known = if group.is_stamp { self.symbols.entry(&group.id).or_default() } else { return };
        if known.iter().all(|symbol| symbol.shapes != group.shapes) {
            let mut text = String::new();
            group.shapes.iter().for_each(|shape| push_shape(&mut text, shape, &WorkMeter::unlimited()));
            known.push(StampSymbol { shapes: &group.shapes, id: stamp_id(group, &text), text });
        }
    }

    fn push_symbols(&self, out: &mut String) {
        for StampSymbol { id, text, .. } in self.symbols.values().flatten() {
            // Without a viewport of its own, so that nothing of it is cut off.
            let _ = writeln!(out, "<symbol id=\"{id}\" overflow=\"visible\">\n{text}</symbol>");
        }
    }

    fn push_use(&self, out: &mut String, group: &PictureGroup) {
        let known = self.symbols.get(group.id.as_str()).into_iter().flatten();
        let Some(symbol) = known.into_iter().find(|symbol| symbol.shapes == group.shapes) else { return };
        let _ = write!(out, "<use href=\"#{}\"", symbol.id);
        for (name, at) in [("x", group.offset.x), ("y", group.offset.y)] {
            let _ = write!(out, " {name}=\"");
            push_decimal(out, at);
            out.push('"');
        }
        out.push_str("/>\n");
    }
}

/// The name of a stamp and a hash of its text: two pictures in one page may share the name, but not their colors.
fn stamp_id(group: &PictureGroup, text: &str) -> String {
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("{}-{:08x}", escape(&group.id), text.bytes().fold(0x811c_9dc5, step))
}

fn push_group(out: &mut String, group: &PictureGroup, stamps: &Stamps, meter: &WorkMeter) {
    if group.is_stamp {
        return stamps.push_use(out, group);
    }
    let _ = write!(out, "<g id=\"{}\"", escape(&group.id));
    if group.offset != Point::default() {
        out.push_str(" transform=\"translate(");
        push_decimal(out, group.offset.x);
        out.push(' ');
        push_decimal(out, group.offset.y);
        out.push_str(")\"");
    }
    out.push_str(">\n");
    for shape in &group.shapes {
        push_shape(out, shape, meter);
    }
    for inner in &group.groups {
        push_group(out, inner, stamps, meter);
    }
    out.push_str("</g>\n");
}

fn push_shape(out: &mut String, shape: &PaintedPath, meter: &WorkMeter) {
    let _ = write!(out, "<path class=\"{}\"", shape.class);
    push_paint(out, shape.paint);
    out.push_str(" d=\"");
    push_path(out, &shape.path, meter);
    out.push_str("\"/>\n");
}

fn push_paint(out: &mut String, paint: Paint) {
    if let Some(color) = paint.fill {
        let _ = write!(out, " fill=\"{color}\"");
    }
    if let Some((color, weight)) = paint.stroke {
        let _ = write!(out, " stroke=\"{color}\" stroke-width=\"");
        push_decimal(out, weight);
        out.push('"');
    }
    // Not `opacity`, which makes renderers paint the shape on a sheet of its own first.
    let parts = [("fill", paint.fill.is_some()), ("stroke", paint.stroke.is_some())];
    for (part, _) in parts.into_iter().filter(|(_, used)| *used && paint.opacity > 0) {
        let _ = write!(out, " {part}-opacity=\"");
        push_decimal(out, i32::from(paint.opacity) * 10);
        out.push('"');
    }
    if paint.dash > 0 {
        out.push_str(" stroke-dasharray=\"");
        push_decimal(out, paint.dash);
        out.push('"');
    }
}

/// Relative commands: steps are short, and so are their numbers.
fn push_path(out: &mut String, path: &VectorPath, meter: &WorkMeter) {
    let (mut pen, mut start) = (Point::default(), Point::default());
    for (i, command) in path.commands.iter().enumerate().take_while(|_| meter.goes_on(1)) {
        match *command {
            // The first step of a path is absolute in any case; capital or not is the same.
            PathCommand::Move(to) => {
                push_numbers(out, 'm', &[to.x - pen.x, to.y - pen.y]);
                (pen, start) = (to, to);
            }
            PathCommand::Line(to) => {
                push_line(out, pen, to);
                pen = to;
            }
            PathCommand::Curve(a, b, to) => {
                let numbers = [a.x - pen.x, a.y - pen.y, b.x - pen.x, b.y - pen.y, to.x - pen.x, to.y - pen.y];
                push_numbers(out, 'c', &numbers);
                pen = to;
            }
            PathCommand::Close => {
                out.push('z');
                pen = start;
            }
        }
        debug_assert!(i > 0 || matches!(command, PathCommand::Move(_)), "a path begins by putting the pen down");
    }
}

fn push_line(out: &mut String, from: Point, to: Point) {
    match (to.x - from.x, to.y - from.y) {
        (dx, 0) => push_numbers(out, 'h', &[dx]),
        (0, dy) => push_numbers(out, 'v', &[dy]),
        (dx, dy) => push_numbers(out, 'l', &[dx, dy]),
    }
}

fn push_numbers(out: &mut String, command: char, numbers: &[i32]) {
    out.push(command);
    let mut before_has_point = false;
    for (i, &number) in numbers.iter().enumerate() {
        let begin = out.len();
        push_decimal(out, number);
        // A sign parts two numbers by itself, and so does a second point.
        let parted = out[begin..].starts_with('-') || (before_has_point && out[begin..].starts_with('.'));
        before_has_point = out[begin..].contains('.');
        if i > 0 && !parted {
            out.insert(begin, ' ');
        }
    }
}

/// Thousandths as the shortest decimal: 1500 is `1.5`, −140 is `-.14`.
pub(super) fn push_decimal(out: &mut String, thousandths: i32) {
    let (whole, part) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    if thousandths < 0 {
        out.push('-');
    }
    if whole > 0 || part == 0 {
        push_digits(out, whole, 1);
    }
    if part > 0 {
        out.push('.');
        match (part % 100, part % 10) {
            (0, _) => push_digits(out, part / 100, 1),
            (_, 0) => push_digits(out, part / 10, 2),
            _ => push_digits(out, part, 3),
        }
    }
}

/// A number with zeros before it up to this many digits. Drawings are mostly numbers: with `write!` they took most of the time
/// of an SVG.
fn push_digits(out: &mut String, mut number: u32, least: usize) {
    let mut digits = [b'0'; 10];
    let mut start = digits.len();
    while number > 0 || digits.len() - start < least {
        start -= 1;
        digits[start] += (number % 10) as u8;
        number /= 10;
    }
    out.extend(digits[start..].iter().map(|&digit| char::from(digit)));
}

/// Text as it may stand in XML; what XML cannot hold at all becomes a space.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Area;
    use crate::theme::Color;

    fn decimal(thousandths: i32) -> String {
        let mut out = String::new();
        push_decimal(&mut out, thousandths);
        out
    }

    #[test]
    fn thousandths_are_written_as_short_decimals() {
        let written = [0, 5, 140, -140, 1000, 1500, -12_345, 16_384_000].map(decimal);
        assert_eq!(written, ["0", ".005", ".14", "-.14", "1", "1.5", "-12.345", "16384"]);
    }

    #[test]
    fn every_thousandth_reads_back() {
        for thousandths in -20_000..20_000 {
            let back: f64 = decimal(thousandths).parse().unwrap();
            assert_eq!((back * 1000.0).round() as i32, thousandths);
        }
    }

    #[test]
    fn a_picture_is_plain_svg() {
        let mut group = PictureGroup::new("walls");
        let path = VectorPath::polygon([(0, 0), (1000, 0), (1500, 1250), (750, 1750)].map(|(x, y)| Point::new(x, y)));
        group.push("wall", Paint::stroke(Color::new(0x2b, 0x2a, 0x28), 140), path);
        let area = Area::new(Point::new(-500, 0), Point::new(2000, 2000));
        let picture = Picture { title: "A & <B>\u{1}".to_owned(), area, groups: vec![group] };
        assert_eq!(
            picture.to_svg(),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-.5 0 2.5 2\" fill=\"none\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n<title>A &amp; &lt;B&gt; </title>\n<g id=\"walls\">\n\
             <path class=\"wall\" stroke=\"#2b2a28\" stroke-width=\".14\" d=\"m0 0h1l.5 1.25l-.75.5z\"/>\n</g>\n</svg>\n"
        );
    }
}
