//! What a format writes: files by name, a remark, or the reason why there is nothing.

use undercroft::dungeon::Dungeon;
#[cfg(any(feature = "png", feature = "uvtt"))]
use undercroft_draw::raster::RasterError;
use undercroft_draw::{Cancelled, Edition, MAX_SYMBOLS, NotedPins, undrawn_letters};

/// The files of a dungeon in a format.
///
/// ```
/// use undercroft_formats::{Options, by_name, read};
///
/// let hall = read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let tiled = by_name("tmx").unwrap();
/// let output = tiled.export(&hall, &Options::new(tiled).with_stem("hall")).unwrap();
/// assert_eq!(output.files[0].name, "hall.tmx");
/// assert!(output.files[1].is_companion, "the image of the tileset");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The files; the first one is the one to open.
    pub files: Vec<File>,
    /// A remark for the user, for example that the map was too large for lines.
    pub note: Option<String>,
}

impl Output {
    /// One file.
    pub fn file(name: String, bytes: impl Into<Vec<u8>>) -> Self {
        Self { files: vec![File::new(name, bytes)], note: None }
    }
}

/// What the reader of a picture should know about it and about the notes that travel in it, if anything.
pub(crate) fn picture_note(dungeon: &Dungeon, edition: Edition) -> Option<String> {
    joined([drawing_note(dungeon), NotedPins::remark(dungeon, edition)])
}

/// What the reader of a drawing should know about it, if anything.
pub(crate) fn drawing_note(dungeon: &Dungeon) -> Option<String> {
    joined([dots_note(dungeon), undrawn_note(dungeon)])
}

/// Remarks as one.
pub(crate) fn joined<const N: usize>(notes: [Option<String>; N]) -> Option<String> {
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// The remark that features are drawn as dots, where there are too many of them.
fn dots_note(dungeon: &Dungeon) -> Option<String> {
    let count = dungeon.features.len();
    (count > MAX_SYMBOLS).then(|| format!("{count} features are drawn as dots; {MAX_SYMBOLS} at most have symbols"))
}

impl From<Vec<File>> for Output {
    fn from(files: Vec<File>) -> Self {
        Self { files, note: None }
    }
}

/// A remark about letters that drawings cannot show, if there are any.
pub(crate) fn undrawn_note(dungeon: &Dungeon) -> Option<String> {
    let letters = undrawn_letters(dungeon);
    // A few suffice to find the text.
    let shown: Vec<String> = letters.iter().take(8).map(char::to_string).collect();
    (!letters.is_empty()).then(|| format!("letters that are not drawn are shown as ?: {}", shown.join(" ")))
}

/// A file to be written. Formats make them, the caller writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, with `/` between folders, relative to the folder that the user chose.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Whether it accompanies another file under a name that the user did not choose, so that it must not replace
    /// someone else's file.
    pub is_companion: bool,
}

impl File {
    /// A file.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into(), is_companion: false }
    }

    /// A file that accompanies another one.
    pub fn companion(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { is_companion: true, ..Self::new(name, bytes) }
    }
}

/// A dungeon was not written in a format: the reason as a sentence for people, or a cancellation.
///
/// ```
/// use undercroft::field::Value;
/// use undercroft_formats::{Options, by_name, read};
///
/// let hall = read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let svg = by_name("svg").unwrap();
/// let options = Options::parse(svg, [("own_theme", Value::Text("floor = 1".to_owned()))]).unwrap();
/// assert!(svg.export(&hall, &options).unwrap_err().to_string().starts_with("own_theme: line 1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format cannot hold the dungeon, or an option is wrong.
    #[error("{0}")]
    Refused(String),
    /// The sink asked to stop; nothing was written.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

#[cfg(any(feature = "png", feature = "uvtt"))]
impl From<RasterError> for WriteError {
    fn from(error: RasterError) -> Self {
        match error {
            RasterError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Refused(error.to_string()),
        }
    }
}
