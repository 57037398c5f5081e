//! What a format is: its names, its options, and how to recognize, read and write it.

use undercroft::dungeon::Dungeon;
use undercroft::events::{EventSink, NoEvents};
use undercroft::field::{Field, Value};
use undercroft::format::ReadError;
use undercroft_draw::{Cancelled, WorkMeter};

use super::input::Input;
use super::options::{OptionError, Options};
use super::output::{Output, WriteError};
use super::page_count::PageCount;
use super::preview::ExportPreview;

type Reader = fn(&Input) -> Result<Dungeon, ReadError>;
type PageCounter = fn(&Dungeon, &Options) -> Result<PageCount, WriteError>;
type Previewer = fn(&Dungeon, &Options, &WorkMeter) -> Result<ExportPreview, WriteError>;
type Writer = fn(&Dungeon, &Options, &WorkMeter) -> Result<Output, WriteError>;

/// A format with everything that programs and people need to know about it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// The extensions of its files without the dot; new files get the first one.
    pub extensions: &'static [&'static str],
    /// The media type of its first file.
    pub media_type: &'static str,
    /// Whether a terminal can show it.
    pub is_text: bool,
    /// Whether it can be written without what players must not know.
    pub has_player_edition: bool,
    /// Texts for people.
    pub info: FormatInfo,
    /// How many levels a file holds.
    pub scope: Scope,
    /// The options that change what is written.
    pub options: &'static [&'static Field],
    /// Whether an input is of this format, judged by its content.
    pub recognize: Option<fn(&Input) -> bool>,
    /// Reads a dungeon.
    pub read: Option<Reader>,
    /// Writes a dungeon; see [`Format::export_with`].
    pub write: Option<Writer>,
    /// How many pages a print has, for formats that are printed; see [`Format::page_count`].
    pub count_pages: Option<PageCounter>,
    /// A look at what would be written, for formats that are looked at; see [`Format::preview`].
    pub preview: Option<Previewer>,
}

/// What a format holds, in words.
///
/// ```
/// let info = undercroft_formats::by_name("json").unwrap().info;
/// assert_eq!((info.preserves, info.omits), ("everything", "nothing"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatInfo {
    /// What it is.
    pub title: &'static str,
    /// What of a dungeon it holds.
    pub preserves: &'static str,
    /// What of a dungeon it cannot hold.
    pub omits: &'static str,
    /// The programs that our files are tested with.
    pub readers: &'static str,
}

/// How many levels a file of a format holds.
///
/// ```
/// use undercroft_formats::{Scope, by_name};
///
/// assert_eq!(by_name("json").unwrap().scope, Scope::WholeDungeon);
/// assert_eq!(by_name("svg").unwrap().scope, Scope::AnyLevels);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One.
    OneLevel,
    /// One, several or all.
    AnyLevels,
    /// All, always.
    WholeDungeon,
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl Format {
    /// The extension of new files, without the dot.
    pub const fn extension(&self) -> &'static str {
        self.extensions[0]
    }

    /// The option with this key, if the format has it.
    pub fn option(&self, key: &str) -> Option<&'static Field> {
        self.options.iter().copied().find(|field| field.key == key)
    }

    /// How many pages a print has, without printing it; `None` for formats without pages. With the option `split` the
    /// pages of all files are counted.
    ///
    /// # Errors
    /// When the format cannot hold the dungeon; the message names the remedy.
    ///
    /// ```
    /// use undercroft_formats::{Options, by_name};
    ///
    /// let dungeon = undercroft_formats::read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
    /// let pages = |name| by_name(name).unwrap().page_count(&dungeon, &Options::new(by_name(name).unwrap())).unwrap();
    /// assert_eq!((pages("pdf").map(|count| count.total()), pages("svg")), (Some(2), None));
    /// ```
    pub fn page_count(&self, dungeon: &Dungeon, options: &Options) -> Result<Option<PageCount>, WriteError> {
        let Some(count) = self.count_pages else { return Ok(None) };
        if !options.is_on("split") {
            return count(dungeon, options).map(Some);
        }
        let mut sum: Option<PageCount> = None;
        for level in &dungeon.levels {
            let pages = count(dungeon, &options.clone().for_level(level.z))?;
            let all = sum.get_or_insert_with(|| PageCount::new(pages.paper));
            pages.kinds.iter().for_each(|&(kind, count)| all.add(kind, count));
        }
        Ok(sum)
    }

    /// What a file would look like; `None` for formats that are not looked at. With the option `split` that is the first
    /// file.
    ///
    /// # Errors
    /// As [`Format::export`].
    pub fn preview(&self, dungeon: &Dungeon, options: &Options) -> Result<Option<ExportPreview>, WriteError> {
        self.preview_with(dungeon, options, &mut NoEvents)
    }

    /// The same as [`Format::preview`], and asks a sink now and then whether to continue.
    ///
    /// # Errors
    /// As [`Format::export_with`].
    pub fn preview_with(
        &self,
        dungeon: &Dungeon,
        options: &Options,
        events: &mut dyn EventSink,
    ) -> Result<Option<ExportPreview>, WriteError> {
        let Some(preview) = self.preview else { return Ok(None) };
        let meter = WorkMeter::new(events);
        meter.ask()?;
        let first = dungeon.levels.first().filter(|_| options.is_on("split"));
        let own = first.map_or_else(|| options.clone(), |level| options.clone().for_level(level.z));
        let look = preview(dungeon, &own, &meter);
        if meter.is_cancelled() {
            return Err(Cancelled.into());
        }
        // The length of a print is that of all its files.
        Ok(Some(ExportPreview { pages: self.page_count(dungeon, options)?, ..look? }))
    }

    /// Writes a dungeon. With the option `split` each level becomes a file of its own.
    ///
    /// # Errors
    /// When the format cannot hold the dungeon; the message names the remedy.
    ///
    /// ```
    /// use undercroft_formats::{Options, by_name};
    ///
    /// let dungeon = undercroft_formats::read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
    /// let svg = by_name("svg").unwrap();
    /// let output = svg.export(&dungeon, &Options::new(svg).with_stem("hall")).unwrap();
    /// assert_eq!(output.files[0].name, "hall.svg");
    /// ```
    pub fn export(&self, dungeon: &Dungeon, options: &Options) -> Result<Output, WriteError> {
        self.export_with(dungeon, options, &mut NoEvents)
    }

    /// Writes a dungeon as [`Format::export`] does, and asks a sink now and then whether to continue.
    ///
    /// # Errors
    /// As [`Format::export`], and [`WriteError::Cancelled`] where the sink asked to stop.
    pub fn export_with(
        &self,
        dungeon: &Dungeon,
        options: &Options,
        events: &mut dyn EventSink,
    ) -> Result<Output, WriteError> {
        let meter = WorkMeter::new(events);
        meter.ask()?;
        let output = self.write_files(dungeon, options, &meter);
        // Loops that were stopped leave half a result behind.
        if meter.is_cancelled() { Err(Cancelled.into()) } else { output }
    }

    fn write_files(&self, dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
        let Some(write) = self.write else { return Err(WriteError::Refused(format!("{} is only read", self.name))) };
        if options.is_on("player") && !self.has_player_edition {
            return Err(WriteError::Refused(format!("{} has no player edition; omit player", self.name)));
        }
        if self.scope == Scope::WholeDungeon || !options.is_on("split") {
            return write(dungeon, options, meter);
        }
        let mut all = Output::default();
        for level in &dungeon.levels {
            let output = write(dungeon, &options.clone().for_level(level.z), meter)?;
            all.files.extend(output.files);
            all.note = all.note.or(output.note);
        }
        Ok(all)
    }
}

impl Options {
    /// The defaults of a format.
    pub fn new(format: &Format) -> Self {
        Self::defaults(format.options)
    }

    /// The defaults with some values in their places.
    ///
    /// # Errors
    /// When the format has no such option, or the option no such value.
    pub fn parse<'a>(format: &Format, pairs: impl IntoIterator<Item = (&'a str, Value)>) -> Result<Self, OptionError> {
        let mut options = Self::new(format);
        for (key, value) in pairs {
            let field = format.option(key).ok_or_else(|| unknown(format, key))?;
            options.set(field, value)?;
        }
        Ok(options)
    }
}

fn unknown(format: &Format, key: &str) -> OptionError {
    let keys: Vec<_> = format.options.iter().map(|field| field.key).collect();
    let options = if keys.is_empty() { "no options".to_owned() } else { keys.join(", ") };
    OptionError::Unknown { key: key.to_owned(), format: format.name, options }
}
