//! A page before it is drawn: words, rules and panes at their places.

use super::map_block::PlacedPane;
use super::measure::{FINE_RULE, TITLE_RULE};
use crate::contents::Occurrences;
use crate::level_pane::panes;
use crate::options::{DrawOptions, Edition, Levels};
use crate::picture::{Area, CELL, Paint, Picture, PictureGroup, Point, VectorPath};
use crate::scaling::{length, point};
use crate::word::Word;
use crate::work_meter::{Cancelled, WorkMeter};
use undercroft::dungeon::Dungeon;

/// Numbers of rooms, and those on maps whose cells are smaller than [`SMALL_CELL`].
const NUMBER: i32 = 2_200;
const SMALL_NUMBER: i32 = 2_000;
const SMALL_CELL: i32 = 3_500;

/// What a page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PageKind {
    /// Title, hook, map, key and footer.
    OnePage,
    /// Levels that did not fit on the first page.
    Map,
    /// The rest of a key that did not fit on the first page.
    Rest,
    /// The whole key of the rooms.
    Key,
    /// What players may see.
    Player,
}

/// A page to be drawn.
#[derive(Clone, Debug, Default)]
pub struct SheetPlan {
    /// Width and height.
    pub sides: (i32, i32),
    /// Title and hook.
    pub head: Vec<Word>,
    /// Entries of the key.
    pub key: Vec<Word>,
    /// Scale and north.
    pub scale: Vec<Word>,
    /// The rest of the footer.
    pub facts: Vec<Word>,
    /// The arrow to the north.
    pub arrow: VectorPath,
    /// The rule below the title.
    pub title_rule: Option<[Point; 2]>,
    /// Fine lines round the key.
    pub rules: Vec<[Point; 2]>,
    /// The maps.
    pub panes: Vec<PlacedPane>,
    /// The side of a cell.
    pub cell: i32,
}

/// A page as it is printed. [Unit: thousandths of a millimetre]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintPage {
    /// What it is for.
    pub kind: PageKind,
    /// The drawing.
    pub picture: Picture,
    /// All words on it, those of maps included.
    pub words: Vec<Word>,
    /// The side of a cell of its maps; 0 without a map.
    pub cell: i32,
}

impl SheetPlan {
    /// The same page for players: no key, no facts.
    pub fn for_players(mut self) -> Self {
        self.key.clear();
        self.facts.clear();
        self.rules.clear();
        self
    }

    /// Draws the page of a dungeon as its readers know it.
    pub fn draw(
        &self,
        kind: PageKind,
        dungeon: &Dungeon,
        options: &DrawOptions,
        meter: &WorkMeter,
    ) -> Result<PrintPage, Cancelled> {
        let area = Area::new(Point::default(), Point::new(self.sides.0, self.sides.1));
        let mut paper = PictureGroup::new("paper");
        paper.push("paper", Paint::fill(options.theme.paper), VectorPath::rect(area));
        let (mut groups, mut words) = (vec![paper], self.words(options.edition));
        for placed in &self.panes {
            meter.ask()?;
            let (group, numbers) = self.pane(placed, dungeon, options, meter);
            groups.push(group);
            words.extend(numbers);
        }
        groups.push(self.frame(options));
        let title = options.title.clone().unwrap_or_else(|| dungeon.name.clone());
        let groups = groups.into_iter().filter(|group| !group.is_empty()).collect();
        meter.ask().map(|()| PrintPage { kind, picture: Picture { title, area, groups }, words, cell: self.cell })
    }

    fn words(&self, edition: Edition) -> Vec<Word> {
        let names = self.panes.iter().filter_map(|placed| placed.name.as_ref());
        let all = self.head.iter().chain(names).chain(&self.scale).cloned();
        match edition {
            Edition::GameMaster => all.chain(self.key.iter().cloned()).chain(self.facts.iter().cloned()).collect(),
            Edition::Player => all.collect(),
        }
    }

    /// A map at its place, with the words on it.
    fn pane(
        &self,
        placed: &PlacedPane,
        dungeon: &Dungeon,
        options: &DrawOptions,
        meter: &WorkMeter,
    ) -> (PictureGroup, Vec<Word>) {
        let number = if self.cell < SMALL_CELL { SMALL_NUMBER } else { NUMBER };
        let mut drawing = options.clone();
        (drawing.levels, drawing.sheet) = (Levels::One(placed.pane.z), true);
        drawing.number_height = Some(number * CELL / self.cell.max(1));
        let drawn = panes(dungeon, &drawing, &[], &mut Occurrences::default(), meter).pop();
        let Some(pane) = drawn else { return (PictureGroup::default(), Vec::new()) };
        let mut group = pane.group.scaled(self.cell);
        group.offset = placed.origin;
        let word = |word: Word| {
            let at = point(word.at, self.cell);
            Word { height: length(word.height, self.cell), at, ..word }.shift(placed.origin.x, placed.origin.y)
        };
        (group, pane.words.into_iter().map(word).collect())
    }

    /// Words and rules.
    fn frame(&self, options: &DrawOptions) -> PictureGroup {
        let mut group = PictureGroup::new("sheet");
        let ink = options.theme.ink;
        let rules: Vec<&[Point; 2]> = match options.edition {
            Edition::GameMaster => self.rules.iter().collect(),
            Edition::Player => Vec::new(),
        };
        if let Some(rule) = self.title_rule {
            group.push("rule", Paint::stroke(ink, TITLE_RULE), VectorPath::line(rule));
        }
        let mut fine = VectorPath::default();
        rules.iter().for_each(|rule| fine.add_line(**rule));
        group.push("rule", Paint::stroke(ink, FINE_RULE), fine);
        group.push("north", Paint::fill(ink), self.arrow.clone());
        let words = self.words(options.edition);
        // One path for each voice and size: a page has a handful.
        let mut kinds: Vec<_> = words.iter().map(|word| (word.voice, word.height)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for (voice, height) in kinds {
            let alike = words.iter().filter(|word| (word.voice, word.height) == (voice, height));
            let mut path = VectorPath::default();
            alike.for_each(|word| path.extend(word.path()));
            group.push("words", Paint::stroke(ink, voice.pen_weight(height)), path);
        }
        group
    }
}
