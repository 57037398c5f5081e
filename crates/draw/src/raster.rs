//! Pixels: the SVG text of a picture as PNG, with the seed and the recipe written into it.
//!
//! Maps of more than [`MAX_DRAWN_CELLS`] cells are not drawn but plainly colored, one to four pixels to a cell, and the
//! [`Image`] says so.

use std::io::{self, Write};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use super::draw::draw_metered;
pub use super::image::{Image, MAX_PIXELS, RasterError};
use super::metadata::{Metadata, png_metadata};
use super::options::{DrawOptions, FeatureDetail, MAX_DRAWN_CELLS};
use super::picture::{Area, CELL, Picture};
use super::picture_pieces;
use super::plain;
use super::work_meter::{Cancelled, WorkMeter};
use undercroft::dungeon::Dungeon;

/// The fewest pixels along the side of a cell at which a symbol can be told from another.
const MIN_SYMBOL_PIXELS: u32 = 6;

/// Draws a dungeon, with its title, seed and recipe in the file.
///
/// # Errors
/// When the picture would have more than [`MAX_PIXELS`].
///
/// ```
/// use undercroft::format::read;
/// use undercroft_draw::{DrawOptions, raster};
///
/// let hall = read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let mut options = DrawOptions::default();
/// options.sheet = false;
/// let image = raster::image(&hall, &options, 10).unwrap();
/// assert_eq!((image.width, image.height), (50, 30));
/// assert!(image.png.starts_with(b"\x89PNG"));
/// ```
pub fn image(dungeon: &Dungeon, options: &DrawOptions, pixels_per_cell: u32) -> Result<Image, RasterError> {
    image_metered(dungeon, options, pixels_per_cell, &WorkMeter::unlimited())
}

/// Draws a dungeon as [`image`] does, unless the meter stops.
///
/// # Errors
/// As [`image`], and when the sink of the meter asked to stop.
pub fn image_metered(
    dungeon: &Dungeon,
    options: &DrawOptions,
    pixels_per_cell: u32,
    meter: &WorkMeter,
) -> Result<Image, RasterError> {
    let notes = png_metadata(dungeon, options.edition);
    let wanted = dungeon.levels.iter().filter(|level| options.levels.shows(level.z));
    if wanted.map(|level| level.size().area()).sum::<usize>() > MAX_DRAWN_CELLS {
        let image = plain::plain(&options.edition.known(dungeon), options, pixels_per_cell, &notes, meter);
        return if meter.is_cancelled() { Err(Cancelled.into()) } else { image };
    }
    let mut options = options.clone();
    if pixels_per_cell < MIN_SYMBOL_PIXELS {
        options.features = FeatureDetail::Dots;
    }
    paint_picture(draw_metered(dungeon, &options, meter)?, pixels_per_cell, &notes, meter)
}

/// Paints a picture, unless the meter stops.
///
/// # Errors
/// As [`image_metered`].
pub fn paint_picture(
    picture: Picture,
    pixels_per_cell: u32,
    notes: &[Metadata],
    meter: &WorkMeter,
) -> Result<Image, RasterError> {
    let (width, height) = pixels(picture.area, pixels_per_cell)?;
    let mut pixmap = blank(width, height);
    for piece in picture_pieces::pieces(picture) {
        meter.ask()?;
        paint(&piece.to_svg(), &mut pixmap)?;
    }
    let png = encode(&pixmap, notes, meter)?;
    Ok(Image { png, width, height, plain: None })
}

fn blank(width: u32, height: u32) -> Pixmap {
    Pixmap::new(width, height).expect("both sides are at least one pixel and the area is limited")
}

/// Paints SVG text over what is there.
fn paint(svg: &str, pixmap: &mut Pixmap) -> Result<(), RasterError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let scale = |pixels: u32, length: f32| pixels as f32 / length;
    let size = tree.size();
    let transform = Transform::from_scale(scale(pixmap.width(), size.width()), scale(pixmap.height(), size.height()));
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    Ok(())
}

/// Draws SVG text whose paper has this area.
///
/// # Errors
/// When the picture would have more than [`MAX_PIXELS`], or the text is not SVG.
pub fn png(svg: &str, area: Area, pixels_per_cell: u32, notes: &[Metadata]) -> Result<Vec<u8>, RasterError> {
    let (width, height) = pixels(area, pixels_per_cell)?;
    let mut pixmap = blank(width, height);
    paint(svg, &mut pixmap)?;
    encode(&pixmap, notes, &WorkMeter::unlimited())
}

/// Reads the texts that travel in an image.
///
/// # Errors
/// When the bytes are not PNG.
pub fn read_metadata(png: &[u8]) -> Result<Vec<Metadata>, RasterError> {
    let mut reader = png::Decoder::new(io::Cursor::new(png)).read_info().map_err(reading)?;
    reader.finish().map_err(reading)?;
    let info = reader.info();
    let international = info.utf8_text.iter().map(|chunk| Ok((chunk.keyword.clone(), chunk.get_text()?)));
    let notes: Result<Vec<_>, png::DecodingError> = international.collect();
    Ok(notes?.into_iter().map(|(keyword, text)| Metadata { keyword, text }).collect())
}

fn reading(error: png::DecodingError) -> RasterError {
    match error {
        png::DecodingError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => RasterError::CutOff,
        error => error.into(),
    }
}

/// The sides of a picture in pixels.
fn pixels(area: Area, pixels_per_cell: u32) -> Result<(u32, u32), RasterError> {
    let side = |length: i32, px: u32| (length as u64 * u64::from(px)).div_ceil(CELL as u64).max(1);
    let sides = |px: u32| (side(area.width(), px), side(area.height(), px));
    let fits = |px: u32| sides(px).0.checked_mul(sides(px).1).is_some_and(|all| all <= MAX_PIXELS);
    let (width, height) = sides(pixels_per_cell);
    if fits(pixels_per_cell) {
        return Ok((width as u32, height as u32));
    }
    // More pixels per cell never make a smaller picture, so the largest number is found bit by bit.
    let largest =
        (0..u32::BITS).rev().map(|bit| 1 << bit).fold(0, |best, bit| if fits(best | bit) { best | bit } else { best });
    Err(RasterError::TooLarge { pixels_per_cell, width, height, largest })
}

/// All pixels are opaque, for the paper covers them; three bytes each are enough.
fn encode(pixmap: &Pixmap, notes: &[Metadata], meter: &WorkMeter) -> Result<Vec<u8>, RasterError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    for note in notes {
        encoder.add_itxt_chunk(note.keyword.clone(), note.text.clone())?;
    }
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut line = Vec::new();
    for row in pixmap.data().chunks_exact(4 * pixmap.width() as usize) {
        meter.spend(u64::from(pixmap.width()) / 8)?;
        line.clear();
        row.chunks_exact(4).for_each(|pixel| line.extend_from_slice(&pixel[..3]));
        stream.write_all(&line).map_err(png::EncodingError::IoError)?;
    }
    stream.finish()?;
    drop(writer);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::dungeon;
    use crate::options::Edition;
    use crate::picture::Point;
    use undercroft::dungeon::Level;
    use undercroft_grid::Size;

    fn decoded(png: &[u8]) -> (u32, u32) {
        let reader = png::Decoder::new(io::Cursor::new(png)).read_info().unwrap();
        reader.info().size()
    }

    #[test]
    fn seed_and_recipe_travel_in_the_image() {
        let mut dungeon = dungeon("Crypt of Ünder", &["...\n..."]);
        dungeon.provenance.seed = "7 route=9".to_owned();
        dungeon.provenance.recipe.insert("rooms.min", 3);
        let image = image(&dungeon, &DrawOptions::default(), 10).unwrap();
        let texts: Vec<_> =
            read_metadata(&image.png).unwrap().into_iter().map(|note| (note.keyword, note.text)).collect();
        let epoch = undercroft::dungeon::EPOCH.to_string();
        let wanted = [
            ("Title", "Crypt of Ünder"),
            ("Software", "Undercroft"),
            ("Seed", "7 route=9"),
            ("Recipe", "{\"rooms.min\":3}"),
            ("Epoch", epoch.as_str()),
        ];
        assert_eq!(texts, wanted.map(|(keyword, text)| (keyword.to_owned(), text.to_owned())));
        assert_eq!((decoded(&image.png), image.plain), ((image.width, image.height), None));
    }

    #[test]
    fn absurd_numbers_of_pixels_are_refused_at_once_and_the_largest_is_told() {
        let area = Area::new(Point::new(0, 0), Point::new(3 * CELL, 2 * CELL));
        for absurd in [10_000, u32::MAX] {
            let Err(RasterError::TooLarge { largest, .. }) = pixels(area, absurd) else {
                panic!("{absurd} pixels fit")
            };
            assert!(pixels(area, largest).is_ok() && pixels(area, largest + 1).is_err(), "{largest}");
        }
    }

    #[test]
    fn a_picture_for_players_does_not_say_how_to_make_the_dungeon_again() {
        let mut dungeon = dungeon("Crypt", &["...\n..."]);
        dungeon.provenance.seed = "7".to_owned();
        dungeon.provenance.recipe.insert("rooms.min", 3);
        let options = DrawOptions { edition: Edition::Player, ..DrawOptions::default() };
        let png = image(&dungeon, &options, 10).unwrap().png;
        let keywords: Vec<_> = read_metadata(&png).unwrap().into_iter().map(|note| note.keyword).collect();
        assert_eq!(keywords, ["Title", "Software"]);
    }

    #[test]
    fn a_bare_map_has_exactly_its_own_pixels() {
        let options = DrawOptions { sheet: false, ..DrawOptions::default() };
        let image = image(&dungeon("", &["#####\n#...#\n#####"]), &options, 70).unwrap();
        assert_eq!((image.width, image.height), (350, 210));
    }

    #[test]
    fn pictures_that_are_too_large_say_what_would_fit() {
        let level = Level::solid_rock(0, Size::of(1000, 1000));
        let options = DrawOptions { sheet: false, ..DrawOptions::default() };
        let error = image(&Dungeon::bare("rock", vec![level]), &options, 70).unwrap_err();
        assert!(error.to_string().ends_with("11 pixels per cell is the most that fits"), "{error}");
    }

    #[test]
    fn a_map_of_sixteen_million_cells_is_coloured_plainly() {
        let mut level = Level::solid_rock(0, Size::of(4096, 4096));
        for y in (1..4090).step_by(3) {
            level.terrain.row_mut(y)[5..4000].fill(undercroft::dungeon::Terrain::Floor);
        }
        let image = image(&Dungeon::bare("large", vec![level]), &DrawOptions::default(), 70).unwrap();
        assert_eq!((image.plain, decoded(&image.png)), (Some(2), (8192, 8192)));
        assert!(read_metadata(&image.png).is_ok());
    }

    #[test]
    fn a_png_that_is_cut_off_anywhere_says_so_or_is_no_png() {
        let whole = image(&dungeon("Crypt", &["...\n..."]), &DrawOptions::default(), 4).unwrap().png;
        assert!(read_metadata(&whole).is_ok());
        for length in 0..whole.len() {
            let sentence = read_metadata(&whole[..length]).unwrap_err().to_string();
            assert!(
                sentence.starts_with("the PNG is cut off") || length < 8,
                "{length} of {}: {sentence}",
                whole.len()
            );
        }
    }

    #[test]
    fn what_is_not_png_is_refused() {
        assert!(read_metadata(b"GIF89a").unwrap_err().to_string().starts_with("the image is not PNG"));
        assert!(png("<svg", Area::from_rect(undercroft_grid::Rect::new(0, 0, 1, 1)), 1, &[]).is_err());
    }
}
