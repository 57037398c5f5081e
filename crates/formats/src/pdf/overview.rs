//! The first page: the sheet as every drawing shows it, the room key below it, and the index of the other pages. A key
//! that leaves no room for the map goes on pages of its own.

use super::clip::{extent, layers};
use super::document::Document;
use super::font::{Face, Type, width, wrap};
use super::index;
use super::key::{Entry, key};
use super::paint::Ink;
use super::paper::{INCH, Sheet};
use super::tiling::Tiling;
use super::{Pages, PdfOptions};
use undercroft::dungeon::Dungeon;
use undercroft_draw as draw;
use undercroft_draw::{Area, Color, Edition, Paint, Picture, Point, Rock, VectorPath, WorkMeter};

const BLACK: Color = Color::new(0, 0, 0);
const MARGIN: i32 = INCH / 2;
/// The letters of the key, and from one line to the next.
const SIZE: i32 = 8_000;
const LINE: i32 = 9_800;
/// Between columns, and between blocks.
const GAP: i32 = 14_000;
/// The most of the page that the key may take from the map. [Unit: per cent]
const KEY_SHARE: i32 = 45;
/// How high an index is at most.
const INDEX_HEIGHT: i32 = 130_000;
/// Maps of more cells than this have no hatching here: it would be grey, and slow.
const HATCHED_CELLS: usize = 40_000;

/// The first pages, laid out.
pub struct Overview<'a> {
    dungeon: &'a Dungeon,
    options: &'a PdfOptions,
    tilings: &'a [Tiling],
    picture: Picture,
    sheet: Sheet,
    columns: Vec<Column>,
    /// Whether the key stands below the map; else it has pages of its own.
    key_below: bool,
    /// Lines in each column of the key.
    per_column: usize,
}

/// Lines of the key.
type Column = Vec<KeyLine>;

/// A line of the key.
#[derive(Clone)]
struct KeyLine {
    /// The number before it, on the first line of a room.
    number: String,
    text: String,
    face: Face,
}

impl<'a> Overview<'a> {
    /// Lays out the overview, if it is wanted: upright or on its side, whichever shows the map larger.
    ///
    /// After a cancellation it shows nothing.
    pub fn from_dungeon(
        dungeon: &'a Dungeon,
        options: &'a PdfOptions,
        tilings: &'a [Tiling],
        meter: &WorkMeter,
    ) -> Option<Self> {
        if options.pages == Pages::TrueScale {
            return None;
        }
        let mut drawing = options.drawing(options.levels);
        let shown = dungeon.levels.iter().filter(|level| options.levels.shows(level.z));
        if shown.map(|level| level.size().area()).sum::<usize>() > HATCHED_CELLS && drawing.rock == Rock::Hatched {
            drawing.rock = Rock::Shaded;
        }
        let mut picture = draw::draw_metered(dungeon, &drawing, meter).ok()?;
        // The page has margins of its own.
        picture.area = extent(&layers(&picture));
        let entries = match options.edition {
            Edition::GameMaster => key(dungeon, |z| options.levels.shows(z)),
            Edition::Player => Vec::new(),
        };
        let lay = |landscape: bool| Self::on(dungeon, options, tilings, picture.clone(), &entries, landscape);
        let [upright, aside] = [lay(false), lay(true)];
        let better = aside.map_scale() > upright.map_scale() * 1.15;
        Some(if better { aside } else { upright })
    }

    fn on(
        dungeon: &'a Dungeon,
        options: &'a PdfOptions,
        tilings: &'a [Tiling],
        picture: Picture,
        entries: &[Entry],
        landscape: bool,
    ) -> Self {
        let sheet = options.paper.sheet(landscape);
        let count = if landscape { 4 } else { 3 };
        let lines = lines(entries, (sheet.inside(MARGIN).width() - (count - 1) * GAP) / count);
        let below = lines.len().div_ceil(count as usize);
        let limit = sheet.inside(MARGIN).height() * KEY_SHARE / 100 / LINE;
        let key_below = below as i32 <= limit;
        let whole = ((sheet.inside(MARGIN).height() - 2 * GAP) / LINE) as usize;
        let per_column = if key_below { below } else { whole };
        let columns = lines.chunks(per_column.max(1)).map(<[_]>::to_vec).collect();
        Self { dungeon, options, tilings, picture, sheet, columns, key_below, per_column }
    }

    /// Columns of the key that stand side by side.
    const fn side_by_side(&self) -> usize {
        if self.sheet.width > self.sheet.height { 4 } else { 3 }
    }

    /// How many pages it takes.
    pub fn page_count(&self) -> usize {
        if self.key_below { 1 } else { 1 + self.columns.len().div_ceil(self.side_by_side()) }
    }

    /// Prints all of it.
    pub fn print(&self, document: &mut Document) {
        let mut ink = Ink::new(self.sheet.height);
        let mut y = self.map(&mut ink) + 2 * GAP;
        if self.key_below {
            self.key(&mut ink, &self.columns, y);
            y += self.per_column as i32 * LINE + if self.columns.is_empty() { 0 } else { GAP };
        }
        self.index(&mut ink, y);
        document.add(self.sheet, ink);
        if !self.key_below {
            for columns in self.columns.chunks(self.side_by_side()) {
                let mut ink = Ink::new(self.sheet.height);
                let heading = format!("{}: rooms", self.options.title(self.dungeon));
                let kind = Type { face: Face::Bold, size: 11_000, colour: Some(BLACK) };
                ink.write(&heading, Point::new(MARGIN, MARGIN + 9_000), kind);
                self.key(&mut ink, columns, MARGIN + 2 * GAP);
                document.add(self.sheet, ink);
            }
        }
    }

    /// What is left for the map.
    fn map_area(&self) -> Area {
        let inside = self.sheet.inside(MARGIN);
        let key = if self.key_below && !self.columns.is_empty() { self.per_column as i32 * LINE + GAP } else { 0 };
        let index = self.index_height();
        Area::new(
            inside.min,
            Point::new(inside.max.x, inside.max.y - key - if index > 0 { index + GAP } else { 0 } - 2 * GAP),
        )
    }

    /// The index with its explanation.
    fn index_height(&self) -> i32 {
        if self.tilings.is_empty() {
            return 0;
        }
        let inside = self.sheet.inside(MARGIN);
        let area = Area::new(inside.min, Point::new(inside.max.x - NOTE_WIDTH, inside.min.y + INDEX_HEIGHT));
        index::height(self.tilings, area).max(NOTE_HEIGHT)
    }

    /// Thousandths of a point to a thousandth of a cell.
    fn map_scale(&self) -> f32 {
        let (area, picture) = (self.map_area(), self.picture.area);
        let fit = |room: i32, length: i32| room as f32 / length.max(1) as f32;
        fit(area.width(), picture.width()).min(fit(area.height(), picture.height()))
    }

    /// The sheet, as large as it fits, with its title for those who search; gives the height below it.
    fn map(&self, ink: &mut Ink) -> i32 {
        let (scale, picture, area) = (self.map_scale(), self.picture.area, self.map_area());
        let size = |length: i32| (length as f32 * scale) as i32;
        let corner = Point::new(area.min.x + (area.width() - size(picture.width())) / 2, area.min.y);
        let end = corner.shift(size(picture.width()), size(picture.height()));
        if self.options.theme.paper != Color::new(255, 255, 255) {
            let paper = Area::new(corner.shift(-GAP, -GAP), end.shift(GAP, GAP));
            ink.path(Paint::fill(self.options.theme.paper), &VectorPath::rect(paper));
        }
        let title = Type { face: Face::Plain, size: 14_000, colour: None };
        ink.write(self.options.title(self.dungeon), corner.shift(0, GAP), title);
        ink.within(None, scale, corner, |ink| {
            layers(&self.picture).iter().for_each(|layer| ink.layer(layer, picture.min));
        });
        end.y
    }

    fn key(&self, ink: &mut Ink, columns: &[Column], top: i32) {
        let count = self.side_by_side() as i32;
        let width = (self.sheet.inside(MARGIN).width() - (count - 1) * GAP) / count;
        for (i, column) in (0..).zip(columns) {
            let x = MARGIN + i * (width + GAP);
            for (row, KeyLine { number, text, face }) in (0..).zip(column) {
                let at = Point::new(x, top + row * LINE + SIZE);
                ink.write(number, at, Type { face: Face::Bold, size: SIZE, colour: Some(BLACK) });
                let at = at.shift(indent(), 0);
                ink.write(text, at, Type { face: *face, size: SIZE, colour: Some(BLACK) });
            }
        }
    }

    /// The index to the left, what to do with the pages to the right, and an inch to measure the printer by.
    fn index(&self, ink: &mut Ink, top: i32) {
        if self.tilings.is_empty() {
            return;
        }
        let inside = self.sheet.inside(MARGIN);
        let left = inside.max.x - NOTE_WIDTH;
        let area = Area::new(Point::new(inside.min.x, top), Point::new(left, top + INDEX_HEIGHT));
        index::draw(ink, self.dungeon, self.tilings, self.options, area);
        let kind = Type { face: Face::Plain, size: 7_000, colour: Some(BLACK) };
        let mut y = top + 7_000;
        for line in wrap(&self.note(), kind.size, NOTE_WIDTH - GAP) {
            ink.write(&line, Point::new(left + GAP, y), kind);
            y += 8_600;
        }
        let start = Point::new(left + GAP, y + 4_000);
        let mut ruler = VectorPath::line([start, start.shift(INCH, 0)]);
        for i in [0, INCH / 2, INCH] {
            ruler.add_line([start.shift(i, -3_000), start.shift(i, 3_000)]);
        }
        ink.path(Paint::stroke(BLACK, 600), &ruler);
        ink.write("1 inch", start.shift(INCH + 5_000, 2_500), kind);
    }

    fn note(&self) -> String {
        let count: usize = self.tilings.iter().map(Tiling::page_count).sum();
        let feet = i32::from(self.dungeon.tile_feet) / i32::from(self.options.squares_per_tile);
        let pages = if count == 1 {
            "1 page at true scale follows".to_owned()
        } else {
            format!("{count} pages at true scale follow")
        };
        format!(
            "{pages}, one inch to a square of {feet} ft. Print them at 100 %, not fitted to the \
             page. Cut along the marks at the left and the top, and glue each page on the strips of those before it. Pages \
             with only rock are left out."
        )
    }
}

/// What the explanation of the index takes up.
const NOTE_WIDTH: i32 = 175_000;
const NOTE_HEIGHT: i32 = 66_000;

/// Where the text of an entry begins: behind the widest number, as rooms are counted.
fn indent() -> i32 {
    width("00000", SIZE) * 4 / 5
}

/// The lines of the key, in columns this wide.
fn lines(entries: &[Entry], width: i32) -> Column {
    entries.iter().flat_map(|entry| entry_lines(entry, width - indent())).collect()
}

/// Name and purpose, then every text on lines of its own.
fn entry_lines(entry: &Entry, width: i32) -> Column {
    let set = |text: &String, face: Face| {
        // Bold letters are wider than those that lines are measured by.
        let width = if face == Face::Bold { width * 9 / 10 } else { width };
        wrap(text, SIZE, width)
            .into_iter()
            .map(|text| KeyLine { number: String::new(), text, face })
            .collect::<Column>()
    };
    let texts = entry.texts.iter().map(|text| set(text, Face::Plain));
    let mut lines: Column = std::iter::once(set(&entry.title, Face::Bold)).chain(texts).flatten().collect();
    lines.first_mut().into_iter().for_each(|line| line.number.clone_from(&entry.number));
    lines
}
