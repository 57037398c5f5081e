//! Pages of the key: entries in columns, at a size that is read at arm's length.

use super::measure::{COLUMN_GAP, MARGIN, TITLE_RULE, capital, leading};
use super::page_footer::page_footer;
use super::page_head::page_head;
use super::sheet_plan::SheetPlan;
use crate::paper::Paper;
use crate::picture::Point;
use crate::typeset::columns::{Block, Leading, fill};
use crate::typeset::paragraph::{Paragraph, Setting};
use undercroft::dungeon::Dungeon;

/// [Unit: tenths of a point]
const SIZE: i32 = 90;
const COLUMNS: usize = 2;
/// Between the last line and the footer.
const GAP: i32 = 4_000;

/// The pages that some paragraphs take, upright, under a heading.
pub fn key_pages(dungeon: &Dungeon, heading: &str, paragraphs: &[Paragraph], paper: Paper) -> Vec<SheetPlan> {
    let (width, height) = paper.sides(false);
    let inside = width - 2 * MARGIN;
    let column = (inside - COLUMN_GAP * (COLUMNS as i32 - 1)) / COLUMNS as i32;
    let setting = Setting { height: capital(SIZE), width: column, indent: Setting::indent(capital(SIZE), paragraphs) };
    let mut blocks: Vec<Block> = paragraphs.iter().map(|paragraph| setting.set(paragraph)).collect();
    let spacing = Leading { line: leading(SIZE), entry: leading(SIZE) / 4 };
    let mut pages = Vec::new();
    while !blocks.is_empty() {
        let head = page_head(heading, "", Point::new(MARGIN, MARGIN), inside);
        let footer = page_footer(dungeon, &[], inside);
        let foot = height - MARGIN - footer.height;
        let columns = fill(&blocks, COLUMNS, foot - GAP - head.bottom, spacing);
        let words = columns.words(column + COLUMN_GAP, setting.height);
        pages.push(SheetPlan {
            sides: (width, height),
            title_rule: Some([MARGIN, width - MARGIN].map(|x| Point::new(x, head.rule + TITLE_RULE / 2))),
            head: head.words,
            key: words.into_iter().map(|word| word.shift(MARGIN, head.bottom)).collect(),
            facts: footer.facts.into_iter().map(|word| word.shift(MARGIN, foot)).collect(),
            ..SheetPlan::default()
        });
        blocks = columns.rest;
    }
    pages
}
