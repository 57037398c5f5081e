//! Pages that are read, as the operators of a page.

use super::PdfOptions;
use super::clip::layers;
use super::document::Document;
use super::paint::Ink;
use super::paper::sheet;
use undercroft_draw::{Color, Paint, Point, PrintPage, VectorPath};

const WHITE: Color = Color::new(255, 255, 255);
/// Thousandths of a point to a thousandth of a millimetre.
const SCALE: f32 = 72.0 / 25.4;

/// Prints a page, with its words as text that can be searched.
pub fn print(page: &PrintPage, options: &PdfOptions, document: &mut Document) {
    let area = page.picture.area;
    let sheet = sheet(options.paper, area.width() > area.height());
    let mut ink = Ink::new(sheet.height);
    ink.within(None, SCALE, Point::default(), |ink| {
        if options.theme.paper != WHITE {
            ink.path(Paint::fill(options.theme.paper), &VectorPath::rect(area));
        }
        layers(&page.picture).iter().for_each(|layer| ink.layer(layer, Point::default()));
        page.words.iter().for_each(|word| ink.add_text(word));
    });
    document.add(sheet, ink);
}
