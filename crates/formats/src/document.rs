//! A dungeon as the files of any format.

use super::foundry::{self, FoundryOptions};
use super::ldtk::{self, LdtkOptions};
use super::movingai::scenario;
use super::movingai::{Benchmark, benchmark};
use super::outline::SecretDoors;
use super::pdf::{self, MAX_PAGES, Pages, Paper, PdfOptions};
use super::tabletop::TableOptions;
use super::tiled::{self, OwnTileset, Syntax, TiledOptions};
use super::tileset::TilePixels;
use super::uvtt::{self, UvttOptions};
use super::{DocumentFormat, File, WriteError, json, movingai, svg, text};
use undercroft::dungeon::{Dungeon, Level};
use undercroft::plural::count;
use undercroft::seed::Seed;
use undercroft_draw as draw;
use undercroft_draw::raster::{self, RasterError};
use undercroft_draw::{DrawOptions, Edition, Levels, Theme};

/// Pixels along the side of a cell in PNG, where nobody says otherwise and the picture is not too large for it.
pub const USUAL_PIXELS: u32 = 70;

/// How many walks a scenario has, where nobody says otherwise and the map has room for them.
pub const USUAL_WALKS: usize = 50;

/// What a picture has at most, where nobody says how fine it should be: enough for a poster, and painted in about a second.
const USUAL_AREA: u64 = 1 << 25;

/// How a document is made. Formats take what concerns them.
#[derive(Clone, Debug)]
pub struct DocumentOptions {
    /// The name of the first file, without its ending; other files are named after it.
    pub stem: String,
    /// The looks of drawings, which levels are written, and for whom.
    pub drawing: DrawOptions,
    /// Pixels along the side of a cell, for PNG; `None` for [`USUAL_PIXELS`], fewer on large maps.
    pub pixels: Option<u32>,
    /// Whether text explains its characters.
    pub legend: bool,
    /// The tiles of Tiled and LDtk.
    pub tiles: TileOptions,
    /// The squares of virtual tabletops and of print; theme and edition are those of the drawing.
    pub table: TableOptions,
    /// What secret doors are where a format has no word for them.
    pub secret_doors: SecretDoors,
    /// The version of Foundry that a module is for.
    pub foundry: foundry::Version,
    /// A folder instead of an archive, for Foundry.
    pub unpacked: bool,
    /// The pages of a print.
    pub print: PrintOptions,
    /// How many walks a scenario has; `None` for [`USUAL_WALKS`], fewer on small maps.
    pub walks: Option<usize>,
}

/// The tiles of Tiled and LDtk.
#[derive(Clone, Debug, Default)]
pub struct TileOptions {
    /// How large they are.
    pub size: TilePixels,
    /// A map for each level and a `.world` round them, for Tiled.
    pub per_level: bool,
    /// A tileset of the user's own, for Tiled.
    pub own: Option<OwnTileset>,
}

/// The pages of a print.
#[derive(Clone, Copy, Debug)]
pub struct PrintOptions {
    /// The paper in the printer.
    pub paper: Paper,
    /// Which pages there are.
    pub pages: Pages,
    /// The most pages; a print that needs more is refused.
    pub max_pages: usize,
}

impl DocumentOptions {
    /// What is usual for a format: prints are black on white, everything else is drawn on parchment.
    pub fn usual(format: DocumentFormat) -> Self {
        let theme = Theme::named(format.usual_theme()).unwrap_or_default();
        Self {
            stem: "dungeon".to_owned(),
            drawing: DrawOptions { theme, ..DrawOptions::default() },
            pixels: None,
            legend: false,
            tiles: TileOptions::default(),
            table: TableOptions::default(),
            secret_doors: SecretDoors::default(),
            foundry: foundry::Version::default(),
            unpacked: false,
            print: PrintOptions { paper: Paper::default(), pages: Pages::default(), max_pages: MAX_PAGES },
            walks: None,
        }
    }

    fn is_player_edition(&self) -> bool {
        self.drawing.edition == Edition::Player
    }
}

/// The files of a document, and what the user should be told about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The files; the first one is the one to open.
    pub files: Vec<File>,
    /// A remark, for example that the map was too large for lines.
    pub note: Option<String>,
}

/// Writes a dungeon.
///
/// # Errors
/// When the format cannot hold it; the message says what to do instead.
pub fn write(dungeon: &Dungeon, format: DocumentFormat, options: &DocumentOptions) -> Result<Document, WriteError> {
    if options.is_player_edition() && !format.card().has_player_edition {
        return Err(WriteError(format!("{} tells everything; it has no player's edition", format.card().name)));
    }
    let files = match format {
        DocumentFormat::Tmx => tiled::write(dungeon, &tiled_options(options, Syntax::Tmx)),
        DocumentFormat::Tmj => tiled::write(dungeon, &tiled_options(options, Syntax::Tmj)),
        DocumentFormat::Ldtk => ldtk::write(dungeon, &ldtk_options(options)),
        DocumentFormat::Uvtt => tabletop(dungeon, options),
        DocumentFormat::Foundry => module(dungeon, options),
        DocumentFormat::Pdf => print(dungeon, options),
        _ if options.is_player_edition() => return write_known(&draw::redact_secrets(dungeon), format, options),
        _ => return write_known(dungeon, format, options),
    };
    Ok(Document { files: files?, note: None })
}

/// Writes what may be known, in the formats that have no edition of their own.
fn write_known(dungeon: &Dungeon, format: DocumentFormat, options: &DocumentOptions) -> Result<Document, WriteError> {
    let named = |bytes: String| File::new(format!("{}.{}", options.stem, format.ending()), bytes);
    let files = match format {
        DocumentFormat::Png => return pixels(dungeon, options),
        DocumentFormat::Json => vec![named(json::write(dungeon))],
        DocumentFormat::Svg => vec![named(lines(dungeon, options)?)],
        DocumentFormat::Map => vec![named(movingai::write(dungeon, only_level(dungeon, options)?))],
        DocumentFormat::Scen => return walks(dungeon, options),
        _ => vec![named(characters(dungeon, options))],
    };
    Ok(Document { files, note: None })
}

/// The levels that are wanted.
fn wanted<'a>(dungeon: &'a Dungeon, options: &'a DocumentOptions) -> impl Iterator<Item = &'a Level> {
    dungeon.levels.iter().filter(|level| options.drawing.levels.shows(level.z))
}

fn characters(dungeon: &Dungeon, options: &DocumentOptions) -> String {
    let shown = Dungeon { levels: wanted(dungeon, options).cloned().collect(), ..dungeon.clone() };
    let map = text::write(&shown);
    if options.legend { format!("{map}\n{}", text::legend(&shown)) } else { map }
}

/// The level that is wanted, or the only one there is.
fn only_level<'a>(dungeon: &'a Dungeon, options: &'a DocumentOptions) -> Result<&'a Level, WriteError> {
    let wanted: Vec<_> = wanted(dungeon, options).collect();
    match (wanted.as_slice(), options.drawing.levels) {
        ([level], _) => Ok(level),
        (_, Levels::One(z)) => Err(WriteError(format!("there is no level {z}"))),
        (levels, Levels::All) => Err(WriteError(format!(
            "a MovingAI map holds one level, this dungeon has {}; choose with `undercroft export --level` or `--split`",
            levels.len()
        ))),
    }
}

/// The walks, and the map that they are on.
fn walks(dungeon: &Dungeon, options: &DocumentOptions) -> Result<Document, WriteError> {
    let level = only_level(dungeon, options)?;
    let map = format!("{}.map", options.stem);
    let seed = dungeon.seed.parse().unwrap_or(Seed::new(0));
    let least = options.walks.unwrap_or(1);
    let wanted = Benchmark { map: map.clone(), walks: options.walks.unwrap_or(USUAL_WALKS), least, seed };
    let walks = benchmark(dungeon, level, &wanted)?;
    let note = (walks.len() < wanted.walks).then(|| {
        let (z, found, usual) = (level.z, count(walks.len(), "walk"), wanted.walks);
        format!("level {z} has room for about {found}, fewer than the usual {usual}")
    });
    let scenario = File::new(format!("{}.scen", options.stem), scenario::write(&walks));
    Ok(Document { files: vec![scenario, File::companion(map, movingai::write(dungeon, level))], note })
}

fn lines(dungeon: &Dungeon, options: &DocumentOptions) -> Result<String, WriteError> {
    let cells: usize = wanted(dungeon, options).map(|level| level.size().area()).sum();
    let most = undercroft_draw::MAX_DRAWN_CELLS;
    if cells > most {
        let sentence = format!("a map of {cells} cells is too large for SVG, {most} is the most; PNG can show it");
        return Err(WriteError(sentence));
    }
    let notes = undercroft_draw::png_metadata(dungeon, options.drawing.edition);
    Ok(svg::write(&draw::draw(dungeon, &options.drawing), &notes))
}

fn pixels(dungeon: &Dungeon, options: &DocumentOptions) -> Result<Document, WriteError> {
    let draw = |pixels: u32| raster::image(dungeon, &options.drawing, pixels);
    let image = match draw(options.pixels.unwrap_or_else(|| usual_pixels(dungeon, options))) {
        Err(RasterError::TooLarge { largest, .. }) if options.pixels.is_none() && largest > 0 => draw(largest),
        image => image,
    };
    let image = image.map_err(|error| WriteError(error.to_string()))?;
    let note = image.plain.map(|pixels| {
        format!("the map is too large to be drawn with lines; it is shown in colours, {pixels} pixels to a cell")
    });
    Ok(Document { files: vec![File::new(format!("{}.png", options.stem), image.png)], note })
}

/// As fine as is usual, or as a large map allows. Maps that are too large for lines choose by themselves.
fn usual_pixels(dungeon: &Dungeon, options: &DocumentOptions) -> u32 {
    let cells: usize = wanted(dungeon, options).map(|level| level.size().area()).sum();
    if cells > undercroft_draw::MAX_DRAWN_CELLS {
        return USUAL_PIXELS;
    }
    let most = (USUAL_AREA / (cells as u64).max(1)).isqrt();
    most.clamp(1, USUAL_PIXELS.into()) as u32
}

fn tiled_options(options: &DocumentOptions, syntax: Syntax) -> TiledOptions {
    TiledOptions {
        name: options.stem.clone(),
        syntax,
        tile: options.tiles.size,
        per_level: options.tiles.per_level,
        player: options.is_player_edition(),
        tileset: options.tiles.own.clone(),
    }
}

fn ldtk_options(options: &DocumentOptions) -> LdtkOptions {
    LdtkOptions { name: options.stem.clone(), tile: options.tiles.size, player: options.is_player_edition() }
}

fn table_options(options: &DocumentOptions) -> TableOptions {
    let DrawOptions { theme, edition, .. } = options.drawing.clone();
    TableOptions { theme, edition, ..options.table.clone() }
}

/// One file for each level that is wanted.
fn tabletop(dungeon: &Dungeon, options: &DocumentOptions) -> Result<Vec<File>, WriteError> {
    let (table, secret_doors) = (table_options(options), options.secret_doors);
    let (levels, stem) = (options.drawing.levels, Some(options.stem.clone()));
    uvtt::write(dungeon, &UvttOptions { table, secret_doors, levels, stem, ..UvttOptions::default() })
}

fn module(dungeon: &Dungeon, options: &DocumentOptions) -> Result<Vec<File>, WriteError> {
    let (table, version, zip) = (table_options(options), options.foundry, !options.unpacked);
    let mut files = foundry::write(dungeon, &FoundryOptions { table, version, zip })?;
    if let ([archive], true) = (files.as_mut_slice(), zip) {
        archive.name = format!("{}.zip", options.stem);
    }
    Ok(files)
}

fn print(dungeon: &Dungeon, options: &DocumentOptions) -> Result<Vec<File>, WriteError> {
    let DrawOptions { theme, edition, levels, rock, grid, title, .. } = options.drawing.clone();
    let PrintOptions { paper, pages, max_pages } = options.print;
    let squares_per_tile = options.table.squares_per_tile.unwrap_or(if dungeon.tile_feet >= 10 { 2 } else { 1 });
    let options_of_pdf =
        PdfOptions { paper, squares_per_tile, pages, max_pages, edition, levels, theme, rock, grid, title };
    let mut files = pdf::write(dungeon, &options_of_pdf)?;
    files.iter_mut().for_each(|file| file.name = format!("{}.pdf", options.stem));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const HALL: &str = "#######\n#..+..#\n#######\n\n--- level -1\n#######\n#.....#\n#######\n";

    fn hall() -> Dungeon {
        read(Some("hall.txt"), HALL.as_bytes()).unwrap()
    }

    #[test]
    fn every_format_writes_a_level_under_the_name_that_it_was_given() {
        for format in DocumentFormat::ALL {
            let mut options = DocumentOptions { stem: "crypt".to_owned(), ..DocumentOptions::usual(format) };
            options.drawing.levels = Levels::One(0);
            let document = write(&hall(), format, &options).unwrap();
            assert_eq!(document.files[0].name, format!("crypt.{}", format.ending()));
            assert!(document.files.iter().all(|file| !file.bytes.is_empty()));
        }
    }

    #[test]
    fn formats_of_one_level_ask_which_and_others_number_theirs() {
        let names = |format| {
            let document = write(&hall(), format, &DocumentOptions::usual(format))?;
            Ok::<_, WriteError>(document.files.into_iter().map(|file| file.name).collect::<Vec<_>>())
        };
        assert!(names(DocumentFormat::Map).unwrap_err().0.contains("holds one level, this dungeon has 2"));
        assert_eq!(names(DocumentFormat::Uvtt).unwrap(), ["dungeon-z0.uvtt", "dungeon-z-1.uvtt"]);
    }

    #[test]
    fn a_large_map_gets_fewer_pixels_to_a_cell_unless_somebody_wants_more() {
        let usual = DocumentOptions::usual(DocumentFormat::Png);
        let level = |side| Level::solid_rock(0, undercroft_grid::Size::of(side, side));
        let pixels = |side| usual_pixels(&Dungeon::bare("", vec![level(side)]), &usual);
        assert_eq!([48, 512, 1024].map(pixels), [70, 11, 5]);
    }

    #[test]
    fn json_has_no_players_edition() {
        let mut options = DocumentOptions::usual(DocumentFormat::Json);
        options.drawing.edition = Edition::Player;
        assert!(write(&hall(), DocumentFormat::Json, &options).is_err());
    }
}
