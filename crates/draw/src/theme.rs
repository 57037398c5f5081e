//! Themes: colors and weights as data, so that users can bring their own.
//!
//! A theme file is TOML: any of the fields of [`Theme`], over the theme that `base` names (`parchment` if it names none).
//!
//! ```toml
//! name = "moss"
//! base = "parchment"
//! floor = "#eef2e0"
//! [weights]
//! room = 0.16
//! ```

use std::fmt;

use serde::{Deserialize, Deserializer};
use undercroft::dungeon::Surround;
use undercroft::parser_words::reword_toml;

/// A color of the screen.
///
/// ```
/// use undercroft_draw::Color;
///
/// let ink = Color::new(0x2b, 0x2a, 0x28);
/// assert_eq!(ink.to_string(), "#2b2a28");
/// assert_eq!(Color::new(0, 0, 0).mix(Color::new(200, 100, 0), 50), Color::new(100, 50, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
}

impl Color {
    /// From red, green and blue.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { rgb: [red, green, blue] }
    }

    const fn hex(rgb: u32) -> Self {
        Self::new((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// This color with `per_cent` of another mixed in.
    #[must_use]
    pub fn mix(self, other: Self, per_cent: u8) -> Self {
        let part = u32::from(per_cent.min(100));
        let channel = |i: usize| ((u32::from(self.rgb[i]) * (100 - part) + u32::from(other.rgb[i]) * part) / 100) as u8;
        Self { rgb: [channel(0), channel(1), channel(2)] }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
        let rgb = digits.and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let refuse = || serde::de::Error::custom(format!("need a colour like \"#2b2a28\", got {text:?}"));
        rgb.map(Self::hex).ok_or_else(refuse)
    }
}

/// The weight of a line. In TOML it is a decimal number of cells. [Unit: thousandths of a cell] [Limits: 10..=500]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight(pub i32);

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cells = f64::deserialize(deserializer)?;
        let refuse = || serde::de::Error::custom(format!("need a weight from 0.01 to 0.5 cells, got {cells}"));
        (0.01..=0.5).contains(&cells).then(|| Self((cells * 1000.0).round() as i32)).ok_or_else(refuse)
    }
}

/// The weights of a theme's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Walls of rooms.
    pub room: Weight,
    /// Walls of corridors.
    pub corridor: Weight,
    /// Doors and symbols.
    pub symbol: Weight,
    /// The grid.
    pub grid: Weight,
    /// Hatching.
    pub hatch: Weight,
}

/// Colours and weights of a drawing.
///
/// ```
/// use undercroft_draw::{THEME_NAMES, Theme};
///
/// let own = Theme::from_toml("base = \"mono\"\nname = \"Mine\"\nfloor = \"#eef2e0\"").unwrap();
/// assert_eq!(own.floor.to_string(), "#eef2e0");
/// assert_eq!(own.ink, Theme::mono().ink);
/// assert!(THEME_NAMES.iter().all(|name| Theme::named(name).is_some()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Theme {
    /// What it is called.
    pub name: String,
    /// The sheet.
    pub paper: Color,
    /// The floor of rooms.
    pub floor: Color,
    /// The floor of corridors.
    pub corridor: Color,
    /// Walls, doors and letters.
    pub ink: Color,
    /// The hatching.
    pub hatch: Color,
    /// The rock under the hatching.
    pub rock: Color,
    /// Masonry, where it is filled.
    pub masonry: Color,
    /// How strongly the grid is inked. [Unit: per cent]
    pub grid: u8,
    /// How far the hand that draws ruled walls strays. [Unit: thousandths of a cell] [Limits: 0..=100]
    pub wobble: i32,
    /// What is drawn around the rooms, instead of what the level has.
    pub surround: Option<Surround>,
    /// The weights of its lines.
    pub weights: Weights,
}

/// The names of the themes that come with the program.
pub const THEME_NAMES: [&str; 4] = ["parchment", "blueprint", "dark", "mono"];

const WEIGHTS: Weights =
    Weights { room: Weight(130), corridor: Weight(130), symbol: Weight(50), grid: Weight(18), hatch: Weight(34) };

impl Theme {
    /// Ink on warm paper.
    pub fn parchment() -> Self {
        Self {
            name: "parchment".to_owned(),
            paper: Color::hex(0xf4_ecd8),
            floor: Color::hex(0xfb_f7ec),
            corridor: Color::hex(0xfb_f7ec),
            ink: Color::hex(0x2b_2a28),
            hatch: Color::hex(0x45_413a),
            rock: Color::hex(0xe6_dbc0),
            masonry: Color::hex(0x6e_6558),
            grid: 35,
            wobble: 25,
            surround: None,
            weights: WEIGHTS,
        }
    }

    /// White lines on blue.
    pub fn blueprint() -> Self {
        Self {
            name: "blueprint".to_owned(),
            paper: Color::hex(0x1f_3a5f),
            floor: Color::hex(0x27_4872),
            corridor: Color::hex(0x27_4872),
            ink: Color::hex(0xee_f3f8),
            hatch: Color::hex(0x8f_a9c6),
            rock: Color::hex(0x1a_3252),
            masonry: Color::hex(0x7f_9bba),
            grid: 30,
            wobble: 0,
            surround: None,
            weights: Weights { room: Weight(110), corridor: Weight(110), hatch: Weight(34), ..WEIGHTS },
        }
    }

    /// For screens and tabletops.
    pub fn dark() -> Self {
        Self {
            name: "dark".to_owned(),
            paper: Color::hex(0x15_171a),
            floor: Color::hex(0x23_262b),
            corridor: Color::hex(0x23_262b),
            ink: Color::hex(0xd7_d3c8),
            hatch: Color::hex(0x5d_5f60),
            rock: Color::hex(0x0f_1113),
            masonry: Color::hex(0x6a_6860),
            grid: 22,
            wobble: 0,
            surround: None,
            weights: Weights { room: Weight(120), corridor: Weight(120), hatch: Weight(36), ..WEIGHTS },
        }
    }

    /// Black on white, for printing.
    pub fn mono() -> Self {
        let (white, black) = (Color::hex(0xff_ffff), Color::hex(0));
        Self {
            name: "mono".to_owned(),
            paper: white,
            floor: white,
            corridor: white,
            ink: black,
            hatch: black,
            rock: white,
            masonry: Color::hex(0x50_5050),
            grid: 35,
            wobble: 25,
            surround: None,
            weights: Weights { hatch: Weight(36), ..WEIGHTS },
        }
    }

    /// The theme of this name, one of [`THEME_NAMES`].
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "parchment" => Some(Self::parchment()),
            "blueprint" => Some(Self::blueprint()),
            "dark" => Some(Self::dark()),
            "mono" => Some(Self::mono()),
            _ => None,
        }
    }

    /// Whether it is for printing in black: rock has no tone of its own.
    pub(crate) fn is_mono(&self) -> bool {
        self.rock == self.paper
    }

    /// Reads a theme file.
    ///
    /// # Errors
    /// When it is not TOML, names an unknown field or base, or a value is no color or weight.
    pub fn from_toml(text: &str) -> Result<Self, ThemeError> {
        let file: ThemeFile = toml::from_str(text).map_err(|error| ThemeError::at(text, &error))?;
        let base = file.base.as_deref().unwrap_or("parchment");
        let base = Self::named(base).ok_or_else(|| ThemeError::UnknownBase(base.to_owned()))?;
        Ok(file.over(base))
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::parchment()
    }
}

/// A theme file cannot be used.
///
/// ```
/// let error = undercroft_draw::Theme::from_toml("floor = \"grass\"").unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 9: need a colour like"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ThemeError {
    /// The text is not a theme.
    #[error("line {line}, column {column}: {message}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// There is no such theme to build on.
    #[error("base: there is no theme {0:?}; there are {themes}", themes = THEME_NAMES.join(", "))]
    UnknownBase(String),
}

impl ThemeError {
    fn at(text: &str, error: &toml::de::Error) -> Self {
        let (line, column, message) = reword_toml(text, error);
        Self::Unreadable { line, column, message }
    }
}

/// The file as written: everything may be missing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeFile {
    name: Option<String>,
    base: Option<String>,
    paper: Option<Color>,
    floor: Option<Color>,
    corridor: Option<Color>,
    ink: Option<Color>,
    hatch: Option<Color>,
    rock: Option<Color>,
    masonry: Option<Color>,
    grid: Option<Percentage>,
    wobble: Option<WobbleCells>,
    surround: Option<Surround>,
    #[serde(default)]
    weights: WeightsFile,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    room: Option<Weight>,
    corridor: Option<Weight>,
    symbol: Option<Weight>,
    grid: Option<Weight>,
    hatch: Option<Weight>,
}

struct Percentage(u8);

impl<'de> Deserialize<'de> for Percentage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = i64::deserialize(deserializer)?;
        let refuse = || serde::de::Error::custom(format!("need a percentage from 1 to 100, got {value}"));
        u8::try_from(value).ok().filter(|value| (1..=100).contains(value)).map(Self).ok_or_else(refuse)
    }
}

struct WobbleCells(i32);

impl<'de> Deserialize<'de> for WobbleCells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cells = f64::deserialize(deserializer)?;
        let refuse = || serde::de::Error::custom(format!("need a wobble from 0 to 0.1 cells, got {cells}"));
        (0.0..=0.1).contains(&cells).then(|| Self((cells * 1000.0).round() as i32)).ok_or_else(refuse)
    }
}

impl ThemeFile {
    fn over(self, base: Theme) -> Theme {
        let floor = self.floor.unwrap_or(base.floor);
        Theme {
            name: self.name.unwrap_or(base.name),
            paper: self.paper.unwrap_or(base.paper),
            floor,
            // Who changes the floor means all of it.
            corridor: self.corridor.or(self.floor).unwrap_or(base.corridor),
            ink: self.ink.unwrap_or(base.ink),
            hatch: self.hatch.unwrap_or(base.hatch),
            rock: self.rock.unwrap_or(base.rock),
            masonry: self.masonry.unwrap_or(base.masonry),
            grid: self.grid.map_or(base.grid, |grid| grid.0),
            wobble: self.wobble.map_or(base.wobble, |wobble| wobble.0),
            surround: self.surround.or(base.surround),
            weights: Weights {
                room: self.weights.room.unwrap_or(base.weights.room),
                corridor: self.weights.corridor.unwrap_or(base.weights.corridor),
                symbol: self.weights.symbol.unwrap_or(base.weights.symbol),
                grid: self.weights.grid.unwrap_or(base.weights.grid),
                hatch: self.weights.hatch.unwrap_or(base.weights.hatch),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_file_changes_what_it_names_and_nothing_else() {
        let theme =
            Theme::from_toml("name = \"moss\"\nbase = \"dark\"\nink = \"#00ff10\"\n[weights]\nroom = 0.2").unwrap();
        let mut wanted = Theme { name: "moss".to_owned(), ink: Color::new(0, 255, 16), ..Theme::dark() };
        wanted.weights.room = Weight(200);
        assert_eq!(theme, wanted);
        assert_eq!(Theme::from_toml("").unwrap(), Theme::parchment());
    }

    #[test]
    fn every_name_has_its_theme() {
        assert!(THEME_NAMES.iter().all(|name| Theme::named(name).is_some_and(|theme| theme.name == *name)));
    }

    #[test]
    fn bad_themes_say_where_and_why() {
        let message = |text| Theme::from_toml(text).unwrap_err().to_string();
        assert_eq!(message("\nink = \"red\""), "line 2, column 7: need a colour like \"#2b2a28\", got \"red\"");
        assert_eq!(message("ink = \"#12345é\""), "line 1, column 7: need a colour like \"#2b2a28\", got \"#12345é\"");
        assert!(message("inc = 1").contains("unknown field `inc`"));
        assert_eq!(message("ink = \"#000000\"\nink = \"#000000\""), "line 2, column 1: `ink` comes twice");
        assert_eq!(message("base = 3"), "line 1, column 8: need a text, got 3");
        assert!(message("[weights]\nroom = 9").starts_with("line 2, column 8: need a weight from 0.01 to 0.5"));
        assert_eq!(message("wobble = 0.3"), "line 1, column 10: need a wobble from 0 to 0.1 cells, got 0.3");
        assert!(message("surround = \"lava\"").starts_with("line 1, column 12"));
        assert!(message("grid = 300").contains("need a percentage from 1 to 100, got 300"));
        assert!(message("base = \"pink\"").contains("parchment, blueprint, dark, mono"));
        assert!(message("ink = ").starts_with("line 1"));
    }
}
