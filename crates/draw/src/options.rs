//! What to draw and how.

use undercroft_grid::Rect;

use super::theme::Theme;

/// Maps of more cells than this are shaded instead of hatched: at that size strokes are finer than print.
pub const MAX_HATCHED_CELLS: usize = 1 << 18;

/// The most cells that are drawn with lines: beyond a thousand by a thousand the time to paint them grows faster than
/// their number, and no line is as wide as a pixel.
pub const MAX_DRAWN_CELLS: usize = 1 << 20;

/// The most features that are drawn by their symbols.
pub const MAX_SYMBOLS: usize = 20_000;

/// Who the drawing is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// Everything.
    #[default]
    GameMaster,
    /// What visitors may know: no secret doors, nothing behind them, no numbers, no symbols.
    Player,
}

/// How the rock along the walls is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rock {
    /// Shaded and hatched; only shaded on maps of more than [`MAX_HATCHED_CELLS`].
    #[default]
    Hatched,
    /// A shade along the walls.
    Shaded,
    /// Bare paper.
    Bare,
}

/// Whether the walls are filled (poché).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Masonry {
    /// In houses.
    #[default]
    Auto,
    /// Always.
    Filled,
    /// Never.
    Empty,
}

/// How features are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FeatureDetail {
    /// By their symbols; as dots on maps of more than [`MAX_SYMBOLS`] features.
    #[default]
    Symbols,
    /// What stands as a dot, what lies flat not at all: for cells of less than 6 pixels or 1.2 millimetres.
    Dots,
}

/// Which levels are drawn.
///
/// ```
/// use undercroft_draw::Levels;
///
/// assert!(Levels::All.shows(-2) && Levels::One(-2).shows(-2));
/// assert!(!Levels::One(0).shows(-2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Levels {
    /// All, side by side.
    #[default]
    All,
    /// The one at this height.
    One(i32),
}

impl Levels {
    /// Whether the level at this height is drawn.
    pub fn shows(self, z: i32) -> bool {
        match self {
            Self::All => true,
            Self::One(one) => one == z,
        }
    }
}

/// What to draw and how. The defaults give a sheet that a game master would print.
///
/// ```
/// use undercroft::format::read;
/// use undercroft_draw::{DrawOptions, Theme, draw};
///
/// let hall = read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let mut options = DrawOptions::default();
/// options.theme = Theme::blueprint();
/// options.sheet = false;
/// let picture = draw(&hall, &options);
/// assert_eq!((picture.area.width(), picture.area.height()), (5 * 1000, 3 * 1000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each switches one thing on the sheet, independently of the others")]
#[non_exhaustive]
pub struct DrawOptions {
    /// Colours and weights.
    pub theme: Theme,
    /// Who the drawing is for.
    pub edition: Edition,
    /// Which levels are drawn.
    pub levels: Levels,
    /// A sheet with title, scale bar and north arrow; without it the paper is exactly the map, as tabletops want it.
    pub sheet: bool,
    /// The cells that a map without a sheet shows, on the level and beyond it; without it those of the level.
    pub crop: Option<Rect>,
    /// The title, instead of the dungeon's name.
    pub title: Option<String>,
    /// The grid on the floor.
    pub grid: bool,
    /// Squares of the grid along the side of a cell: two where a cell is ten feet and a square of the tabletop five.
    pub squares: u8,
    /// Letters and numbers of columns and rows along the border.
    pub coordinates: bool,
    /// The module grid that rooms are aligned to, as columns and rows of one module.
    pub module_grid: Option<(u16, u16)>,
    /// The rock along the walls.
    pub rock: Rock,
    /// Hatching as fine as if a cell had this many cells along its side, for maps whose cells are large on paper.
    pub hatch_parts: u8,
    /// Whether walls are filled.
    pub masonry: Masonry,
    /// How features are drawn.
    pub features: FeatureDetail,
    /// The numbers of rooms, and marks of treasure and traps.
    pub numbers: bool,
    /// The height of the numbers; 0.6 of a cell by default. [Unit: thousandths of a cell]
    pub number_height: Option<i32>,
    /// The size of symbols, for maps that are looked at part by part; without it they grow with the map, so
    /// that the whole of it can be read on a page. [Unit: thousandths of the usual]
    pub symbols: Option<i32>,
    /// The meaning of symbols, for those that occur.
    pub legend: bool,
    /// A list of the rooms beside the map.
    pub room_key: bool,
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            edition: Edition::default(),
            levels: Levels::default(),
            sheet: true,
            crop: None,
            title: None,
            grid: true,
            squares: 1,
            coordinates: false,
            module_grid: None,
            rock: Rock::default(),
            hatch_parts: 1,
            masonry: Masonry::default(),
            features: FeatureDetail::default(),
            numbers: true,
            number_height: None,
            symbols: None,
            legend: false,
            room_key: false,
        }
    }
}
