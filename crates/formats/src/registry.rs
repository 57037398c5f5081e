//! All formats, in the order people see them, and the search for one by name, extension or content.

use undercroft::dungeon::Dungeon;
use undercroft::field::{nearest, suggestion};
use undercroft::format::{ReadError, named};

use super::format::Format;
#[cfg(feature = "foundry")]
use super::foundry;
use super::fov_text::{self, MapAlphabet};
use super::input::Input;
#[cfg(feature = "ldtk")]
use super::ldtk;
#[cfg(feature = "movingai")]
use super::movingai;
#[cfg(feature = "pdf")]
use super::pdf;
#[cfg(feature = "png")]
use super::png;
#[cfg(feature = "tiled")]
use super::tiled;
#[cfg(feature = "uvtt")]
use super::uvtt;
use super::{json, svg, text, unsupported};

/// Every format that is compiled in, in the order in which people see them.
///
/// ```
/// let written: Vec<_> = undercroft_formats::FORMATS.iter().filter(|it| it.write.is_some()).map(|it| it.name).collect();
/// assert_eq!(written[..3], ["text", "json", "svg"]);
/// ```
pub static FORMATS: &[&Format] = &[
    &text::FORMAT,
    &json::FORMAT,
    &svg::FORMAT,
    #[cfg(feature = "png")]
    &png::FORMAT,
    #[cfg(feature = "pdf")]
    &pdf::FORMAT,
    #[cfg(feature = "tiled")]
    &tiled::TMX,
    #[cfg(feature = "tiled")]
    &tiled::TMJ,
    #[cfg(feature = "ldtk")]
    &ldtk::FORMAT,
    #[cfg(feature = "uvtt")]
    &uvtt::FORMAT,
    #[cfg(feature = "foundry")]
    &foundry::FORMAT,
    #[cfg(feature = "movingai")]
    &movingai::FORMAT,
    #[cfg(feature = "movingai")]
    &movingai::SCENARIO_FORMAT,
];

/// Formats that a feature brings: name, extensions, feature.
const OPTIONAL: [(&str, &[&str], &str); 9] = [
    ("png", &["png"], "png"),
    ("pdf", &["pdf"], "pdf"),
    ("tmx", &["tmx"], "tiled"),
    ("tmj", &["tmj"], "tiled"),
    ("ldtk", &["ldtk"], "ldtk"),
    ("uvtt", &["uvtt", "dd2vtt"], "uvtt"),
    ("foundry", &["zip"], "foundry"),
    ("map", &["map"], "movingai"),
    ("scen", &["scen"], "movingai"),
];

/// No format has this name or extension.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// There is no such format.
    #[error("unknown format {name:?}; {}`undercroft formats` lists all", suggestion(nearest))]
    Unknown {
        /// The name.
        name: String,
        /// The names nearest to it.
        nearest: Vec<&'static str>,
    },
    /// No format has such files.
    #[error("unknown file extension {extension:?}")]
    UnknownExtension {
        /// The extension, without its dot.
        extension: String,
    },
    /// The feature of the format is switched off.
    #[error("format \"{name}\" is not compiled in (feature {feature})")]
    NotCompiledIn {
        /// The format.
        name: &'static str,
        /// The feature that brings it.
        feature: &'static str,
    },
}

/// The format with this name.
///
/// # Errors
/// When there is none, or its feature is switched off.
///
/// ```
/// use undercroft_formats::by_name;
///
/// assert_eq!(by_name("svg").unwrap().extension(), "svg");
/// assert!(by_name("vsg").unwrap_err().to_string().starts_with("unknown format \"vsg\"; did you mean svg?"));
/// ```
pub fn by_name(name: &str) -> Result<&'static Format, FormatError> {
    if let Some(format) = FORMATS.iter().find(|format| format.name == name) {
        return Ok(format);
    }
    not_compiled_in(|(other, ..)| *other == name)?;
    let nearest = nearest(name, FORMATS.iter().map(|format| format.name));
    Err(FormatError::Unknown { name: name.to_owned(), nearest })
}

/// The format of files with this extension, in any case.
///
/// # Errors
/// When there is none, or its feature is switched off.
///
/// ```
/// assert_eq!(undercroft_formats::by_extension("JSON").unwrap().name, "json");
/// assert!(undercroft_formats::by_extension("doc").is_err());
/// ```
pub fn by_extension(extension: &str) -> Result<&'static Format, FormatError> {
    let extension = extension.to_ascii_lowercase();
    if let Some(format) = FORMATS.iter().find(|format| format.extensions.contains(&extension.as_str())) {
        return Ok(format);
    }
    not_compiled_in(|(_, extensions, _)| extensions.contains(&extension.as_str()))?;
    Err(FormatError::UnknownExtension { extension })
}

fn not_compiled_in(is_it: impl Fn(&(&'static str, &[&str], &'static str)) -> bool) -> Result<(), FormatError> {
    let is_off = |name: &str| FORMATS.iter().all(|format| format.name != name);
    match OPTIONAL.iter().find(|&entry| is_off(entry.0) && is_it(entry)) {
        Some(&(name, _, feature)) => Err(FormatError::NotCompiledIn { name, feature }),
        None => Ok(()),
    }
}

/// What a file holds.
///
/// ```
/// use undercroft_formats::{InputKind, json};
///
/// assert_eq!(InputKind::recognize(Some("map.txt"), b"{}"), InputKind::Dungeon(&json::FORMAT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputKind {
    /// A dungeon or a map in a format.
    Dungeon(&'static Format),
    /// A text map that shows what an observer sees.
    FovText,
    /// A scenario of the MovingAI benchmarks; it holds problems, not a map.
    Scenario,
    /// A world of Tiled; it names the maps of a dungeon and holds none.
    World,
}

impl InputKind {
    /// The kind of a file: by its content and, where that is ambiguous, by its extension. Bytes that are not text count
    /// as what their extension says.
    pub fn recognize(name: Option<&str>, bytes: &[u8]) -> Self {
        let input = Input::new(name, bytes).unwrap_or(Input { name, text: "" });
        recognize(&input)
    }

    /// Whether files of this kind are JSON.
    fn is_json(&self) -> bool {
        match self {
            Self::Dungeon(format) => format.media_type == json::FORMAT.media_type,
            Self::World => true,
            Self::FovText | Self::Scenario => false,
        }
    }
}

fn recognize(input: &Input) -> InputKind {
    if let Some(kind) = special(input) {
        return kind;
    }
    let is_it = |format: &&&'static Format| format.recognize.is_some_and(|recognize| recognize(input));
    if let Some(format) = FORMATS.iter().find(is_it) {
        return InputKind::Dungeon(format);
    }
    let named = by_file_extension(input);
    if input.is_json() {
        return named.filter(InputKind::is_json).unwrap_or(InputKind::Dungeon(&json::FORMAT));
    }
    named.unwrap_or(InputKind::Dungeon(&text::FORMAT))
}

/// Files that are recognized and hold no dungeon.
fn special(input: &Input) -> Option<InputKind> {
    #[cfg(feature = "tiled")]
    if tiled::is_world(input.start()) {
        return Some(InputKind::World);
    }
    #[cfg(feature = "movingai")]
    if input.start().starts_with(movingai::scenario::VERSION) {
        return Some(InputKind::Scenario);
    }
    (fov_text::map_alphabet(input.text) == Some(MapAlphabet::Fov)).then_some(InputKind::FovText)
}

fn by_file_extension(input: &Input) -> Option<InputKind> {
    let extension = input.extension()?;
    match extension.as_str() {
        "scen" => return Some(InputKind::Scenario),
        "world" => return Some(InputKind::World),
        _ => {}
    }
    by_extension(&extension).ok().filter(|format| format.read.is_some()).map(InputKind::Dungeon)
}

/// Whether a format that is compiled in recognizes a file by its content alone, so that more formats would read it no
/// differently.
///
/// ```
/// use undercroft_formats::is_recognized;
///
/// assert!(is_recognized(b"#####\n#...#\n#####\n"));
/// assert!(!is_recognized(b"{\"orientation\": \"orthogonal\"}"));
/// ```
pub fn is_recognized(bytes: &[u8]) -> bool {
    let Ok(input) = Input::new(None, bytes) else { return false };
    let is_map = || FORMATS.iter().any(|format| format.recognize.is_some_and(|recognize| recognize(&input)));
    unsupported::explain(bytes, &[]).is_none() && (special(&input).is_some() || is_map())
}

/// Reads a dungeon or a map in any format. A map without a name of its own gets that of the file.
///
/// # Errors
/// When the bytes are no map; the error names the file and the position in it.
///
/// ```
/// let hall = undercroft_formats::read(Some("great-hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// assert_eq!(hall.name, "Great Hall");
/// ```
pub fn read(name: Option<&str>, bytes: &[u8]) -> Result<Dungeon, ReadError> {
    let read = || {
        if let Some(sentence) = unsupported::explain(bytes, FORMATS) {
            return Err(ReadError::new(sentence));
        }
        let input = Input::new(name, bytes)?;
        match recognize(&input) {
            InputKind::Dungeon(format) => match format.read {
                Some(read) => read(&input),
                None => text::FORMAT.read.map_or_else(|| Err(ReadError::new("not a map")), |read| read(&input)),
            },
            InputKind::FovText => fov_text::read_drawn(input.text),
            InputKind::Scenario => Err(ReadError::new(unsupported::scenario(input.text))),
            InputKind::World => Err(ReadError::new(unsupported::world(input.text))),
        }
    };
    read().map_err(|error| error.in_file(name)).map(|dungeon| named(dungeon, name))
}

/// How many levels of a dungeon are missing from a file that is one of several.
pub fn missing_levels(bytes: &[u8]) -> usize {
    #[cfg(feature = "tiled")]
    if let Ok(input) = Input::new(None, bytes)
        && tiled::is_tiled(input.text)
    {
        return tiled::missing_levels(&[input.text]);
    }
    let _ = bytes;
    0
}

#[cfg(test)]
mod tests;
