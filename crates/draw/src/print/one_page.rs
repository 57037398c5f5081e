//! The one-page print: title, hook, map, key and footer on one side of paper.
//!
//! ```text
//!   ┌────────────────────────┐   The key is set at 8, 7.5 and 7 points until half of the page is left for the map, then
//!   │ title, hook            │   until 45 % are left. What still does not fit continues on pages of its own: nothing is
//!   ├────────────────────────┤   clipped and nothing is dropped.
//!   │          map           │
//!   ├───────────┬────────────┤
//!   │ key       │ key        │
//!   ├───────────┴────────────┤
//!   │ footer                 │
//!   └────────────────────────┘
//! ```

use super::map_block::{MapBlock, Pane};
use super::measure::{COLUMN_GAP, MARGIN, TITLE_RULE, capital, leading};
use super::page_footer::{PageFooter, page_footer};
use super::page_head::{PageHead, page_head};
use super::sheet_plan::SheetPlan;
use crate::pane_rows::Extent;
use crate::paper::Paper;
use crate::picture::{Area, Point};
use crate::typeset::columns::{Block, Columns, Leading, balance, fill};
use crate::typeset::paragraph::{Paragraph, Setting, Span};
use undercroft::dungeon::Dungeon;

/// Sizes of the key and what the map keeps of the page, in the order in which they are tried. [Unit: tenths of a point,
/// per cent]
const TRIES: [(i32, i32); 4] = [(80, 50), (75, 50), (70, 50), (70, 45)];
/// Between map, key and footer.
const GAP: i32 = 2_500;
/// Said where the key goes on.
const REMARK_OVERLEAF: &str = "continued overleaf";

/// What is printed.
pub struct PrintSource<'a> {
    /// The dungeon.
    pub dungeon: &'a Dungeon,
    /// Its title.
    pub title: &'a str,
    /// The paper.
    pub paper: Paper,
    /// The levels that are shown, from the top.
    pub panes: Vec<Pane>,
    /// The key; empty for players.
    pub key: Vec<Paragraph>,
}

/// The first page, further pages of maps, and what is left of the key.
pub struct OnePage {
    /// The first page.
    pub first: SheetPlan,
    /// Levels that did not fit.
    pub maps: Vec<SheetPlan>,
    /// Paragraphs that did not fit.
    pub rest: Vec<Paragraph>,
}

impl PrintSource<'_> {
    /// Lays out the page upright or on its side: where the whole key fits, then where the map is larger.
    pub fn lay_out(&self) -> OnePage {
        let [upright, aside] = [false, true].map(|landscape| Attempt::new(self, landscape).page());
        let rank = |page: &OnePage| (page.rest.is_empty(), page.maps.is_empty(), page.first.cell);
        if rank(&aside) > rank(&upright) { aside } else { upright }
    }

    fn entrance(&self) -> usize {
        let room = self.dungeon.entrance.as_ref().and_then(|entrance| self.dungeon.rooms.get(entrance.room.index()));
        let z = room.map_or(0, |room| room.z);
        self.panes.iter().position(|pane| pane.z == z).unwrap_or(0)
    }
}

/// A page of one orientation in progress.
struct Attempt<'a> {
    source: &'a PrintSource<'a>,
    sides: (i32, i32),
    head: PageHead,
    columns: usize,
}

impl<'a> Attempt<'a> {
    fn new(source: &'a PrintSource<'a>, landscape: bool) -> Self {
        let sides = source.paper.sides(landscape);
        let hook = source.dungeon.write_out(&source.dungeon.story.hook);
        let head = page_head(source.title, &hook, Point::new(MARGIN, MARGIN), sides.0 - 2 * MARGIN);
        Self { source, sides, head, columns: if landscape { 3 } else { 2 } }
    }

    const fn width(&self) -> i32 {
        self.sides.0 - 2 * MARGIN
    }

    fn column(&self) -> i32 {
        (self.width() - COLUMN_GAP * (self.columns as i32 - 1)) / self.columns as i32
    }

    fn page(&self) -> OnePage {
        let inside = self.sides.1 - 2 * MARGIN;
        // Room for the remarks that may be needed.
        let footer = self.footer(&[REMARK_OVERLEAF.to_owned(), further(&self.source.panes)]).height;
        let above = self.sides.1 - MARGIN - footer - GAP - self.head.bottom;
        let (smallest, least) = TRIES[TRIES.len() - 1];
        let (small, map) = (self.blocks(smallest), inside * least / 100);
        // Larger letters take no fewer lines: what does not fit when columns are full is not tried at all.
        if least_height(&small, self.columns, spacing(smallest)) <= (above - map - 2 * GAP).max(0) {
            for (size, share) in TRIES {
                let columns = balance(&self.blocks(size), self.columns, spacing(size));
                let key = if columns.height > 0 { columns.height + 2 * GAP } else { 0 };
                if (above - key) * 100 >= inside * share {
                    return self.finish(above - key, size, &columns);
                }
            }
        }
        let columns = fill(&small, self.columns, above - map - 2 * GAP, spacing(smallest));
        self.finish(map, smallest, &columns)
    }

    fn indent(&self, size: i32) -> i32 {
        Setting::indent(capital(size), &self.source.key)
    }

    fn blocks(&self, size: i32) -> Vec<Block> {
        let setting = Setting { height: capital(size), width: self.column(), indent: self.indent(size) };
        self.source.key.iter().map(|paragraph| setting.set(paragraph)).collect()
    }

    /// Everything at its place, with the map as high as this.
    fn finish(&self, map: i32, size: i32, columns: &Columns) -> OnePage {
        let panes = &self.source.panes;
        let has_names = panes.len() > 1;
        let room = Extent::new(self.width(), map);
        let shown = MapBlock::first_levels(panes, self.source.entrance(), room);
        let block = MapBlock::fit(&panes[shown.clone()], room, has_names);
        let others: Vec<Pane> = [&panes[..shown.start], &panes[shown.end..]].concat();
        let top = Point::new(MARGIN, self.head.bottom);
        let key_top = top.y + map + GAP;
        let key = columns.words(self.column() + COLUMN_GAP, capital(size));
        let rest: Vec<Paragraph> = columns.rest.iter().map(|block| unset(block, self.indent(size))).collect();
        let overleaf = (!rest.is_empty()).then(|| REMARK_OVERLEAF.to_owned());
        let further = (!others.is_empty()).then(|| further(&others));
        let remarks: Vec<String> = overleaf.into_iter().chain(further).collect();
        let mut first = self.framed(&self.head, &remarks);
        first.panes = block.place(Area::new(top, top.shift(self.width(), map)));
        first.cell = block.cell;
        first.key = key.into_iter().map(|word| word.shift(MARGIN, key_top + GAP)).collect();
        first.rules.extend(self.key_rules(key_top, columns));
        OnePage { first, maps: self.maps(others), rest }
    }

    /// A line above the key and between its columns.
    fn key_rules(&self, top: i32, columns: &Columns) -> Vec<[Point; 2]> {
        if columns.height == 0 {
            return Vec::new();
        }
        let [left, right] = [MARGIN, MARGIN + self.width()];
        let between = (1..columns.lines.len() as i32).map(|i| {
            let x = left + i * (self.column() + COLUMN_GAP) - COLUMN_GAP / 2;
            [Point::new(x, top + GAP), Point::new(x, top + GAP + columns.height)]
        });
        std::iter::once([Point::new(left, top), Point::new(right, top)]).chain(between).collect()
    }

    /// A page with this head and the footer.
    fn framed(&self, head: &PageHead, remarks: &[String]) -> SheetPlan {
        let footer = self.footer(remarks);
        let foot = self.sides.1 - MARGIN - footer.height;
        let down = |word: crate::word::Word| word.shift(MARGIN, foot);
        let rule = foot - GAP / 2;
        SheetPlan {
            sides: self.sides,
            head: head.words.clone(),
            scale: footer.scale.into_iter().map(down).collect(),
            facts: footer.facts.into_iter().map(down).collect(),
            arrow: footer.arrow.map(|at| at.shift(MARGIN, foot)),
            title_rule: Some([MARGIN, MARGIN + self.width()].map(|x| Point::new(x, head.rule + TITLE_RULE / 2))),
            rules: vec![[MARGIN, MARGIN + self.width()].map(|x| Point::new(x, rule))],
            ..SheetPlan::default()
        }
    }

    /// Pages of the levels that did not fit on the first.
    fn maps(&self, mut panes: Vec<Pane>) -> Vec<SheetPlan> {
        let head = page_head(self.source.title, "", Point::new(MARGIN, MARGIN), self.width());
        let mut pages = Vec::new();
        while !panes.is_empty() {
            let mut page = self.framed(&head, &[]);
            let bottom = page.rules[0][0].y - GAP;
            let room = Area::new(Point::new(MARGIN, head.bottom), Point::new(MARGIN + self.width(), bottom));
            let extent = Extent::new(room.width(), room.height());
            let count = MapBlock::next_levels(&panes, extent);
            let rest = panes.split_off(count);
            let block = MapBlock::fit(&panes, extent, true);
            (page.panes, page.cell) = (block.place(room), block.cell);
            pages.push(page);
            panes = rest;
        }
        pages
    }

    fn footer(&self, remarks: &[String]) -> PageFooter {
        page_footer(self.source.dungeon, remarks, self.width())
    }
}

fn further(panes: &[Pane]) -> String {
    let names: Vec<&str> = panes.iter().map(|pane| pane.name.as_str()).collect();
    format!("on further pages: {}", names.join(", "))
}

const fn spacing(size: i32) -> Leading {
    Leading { line: leading(size), entry: leading(size) / 4 }
}

/// No columns of all these lines are lower than this.
fn least_height(blocks: &[Block], columns: usize, spacing: Leading) -> i32 {
    let lines: usize = blocks.iter().map(Vec::len).sum();
    lines as i32 * spacing.line / columns as i32
}

/// The text of set lines, to be set again at another size.
fn unset(block: &Block, indent: i32) -> Paragraph {
    let mut paragraph = Paragraph::default();
    for word in block.iter().flatten() {
        if word.at.x < indent {
            paragraph.label.clone_from(&word.text);
        } else {
            paragraph.spans.push(Span::new(word.voice, word.text.clone()));
        }
    }
    paragraph
}
