//! The file around the pages: fonts, opacities, the list of pages, title and id.

use std::collections::BTreeSet;

use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use super::font::{FONT, FONT_NAME};
use super::paint::{Ink, length, opacity_name};
use super::paper::Sheet;
use undercroft::dungeon::Dungeon;

/// How hard the pages are pressed: the best that is still fast.
const COMPRESSION: u8 = 6;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const HELVETICA: Ref = Ref::new(4);
const FIRST_PAGE: i32 = 10;

/// A file in progress.
#[derive(Default)]
pub struct Document {
    pages: Vec<(Sheet, Vec<u8>)>,
    opacities: BTreeSet<u8>,
}

impl Document {
    /// Adds a page.
    pub fn add(&mut self, sheet: Sheet, ink: Ink) {
        let (bytes, opacities) = ink.finish();
        self.pages.push((sheet, miniz_oxide::deflate::compress_to_vec_zlib(&bytes, COMPRESSION)));
        self.opacities.extend(opacities);
    }

    /// The bytes of the file.
    pub fn finish(self, title: &str, dungeon: &Dungeon) -> Vec<u8> {
        let mut pdf = Pdf::new();
        pdf.catalog(CATALOG).pages(PAGES);
        let subject = if dungeon.provenance.seed.is_empty() {
            String::new()
        } else {
            format!("seed {}", dungeon.provenance.seed)
        };
        let mut info = pdf.document_info(INFO);
        info.title(TextStr(title)).producer(TextStr("Undercroft"));
        if !subject.is_empty() {
            info.subject(TextStr(&subject));
        }
        info.finish();
        let id = id(&[title, &dungeon.provenance.seed, &dungeon.name]);
        pdf.set_file_id((id.clone(), id));
        self.write_list(&mut pdf);
        for (i, (sheet, content)) in self.pages.iter().enumerate() {
            let (page, stream) = refs(i);
            let size = Rect::new(0.0, 0.0, length(sheet.width), length(sheet.height));
            pdf.page(page).parent(PAGES).media_box(size).contents(stream);
            pdf.stream(stream, content).filter(Filter::FlateDecode);
        }
        pdf.finish()
    }

    /// The list of pages, with the resources that all of them may use.
    fn write_list(&self, pdf: &mut Pdf) {
        let mut list = pdf.pages(PAGES);
        list.kids((0..self.pages.len()).map(|i| refs(i).0)).count(self.pages.len() as i32);
        let mut resources = list.resources();
        let mut fonts = resources.fonts();
        fonts.pair(Name(FONT_NAME), HELVETICA);
        fonts.finish();
        let mut states = resources.ext_g_states();
        for &opacity in &self.opacities {
            let part = f32::from(opacity) / 100.0;
            let mut state =
                states.insert(Name(opacity_name(opacity).as_bytes())).start::<pdf_writer::writers::ExtGraphicsState>();
            state.stroking_alpha(part).non_stroking_alpha(part);
        }
        states.finish();
        resources.finish();
        list.finish();
        pdf.type1_font(HELVETICA).base_font(Name(FONT)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
}

/// The page and its content.
fn refs(i: usize) -> (Ref, Ref) {
    let first = FIRST_PAGE + 2 * i as i32;
    (Ref::new(first), Ref::new(first + 1))
}

/// Sixteen bytes that differ where the words do: FNV-1a, once forwards and once backwards.
fn id(words: &[&str]) -> Vec<u8> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.bytes().chain([0])).collect();
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let [forwards, backwards] =
        [bytes.iter().fold(0xcbf2_9ce4_8422_2325, step), bytes.iter().rev().fold(0xcbf2_9ce4_8422_2325, step)];
    [forwards.to_be_bytes(), backwards.to_be_bytes()].concat()
}
