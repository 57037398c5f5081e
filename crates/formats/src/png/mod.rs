//! PNG: a drawing in pixels.

use undercroft::dungeon::Dungeon;
use undercroft::field::{Field, FieldKind};
use undercroft_draw::raster::{self, RasterError};
use undercroft_draw::{DrawOptions, MAX_DRAWN_CELLS, NotedPins, WorkMeter, draw_metered, png_metadata};

use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{
    COORDINATES, DRAWINGS, LEGEND, LEVEL, MAP_ONLY, NO_GRID, NUMBERS, OWN_THEME, PLAIN, PLAYER, ROOM_KEY, SHEET, SPLIT,
    THEME, TITLE, option,
};
use crate::options::Options;
use crate::output::{File, Output, WriteError, joined, picture_note};
use crate::preview::ExportPreview;
use crate::svg::on_paper;

/// Pixels along the side of a cell, unless the user chooses or the picture would be too large.
pub const DEFAULT_PX: u32 = 70;

/// Pixels to a millimetre of a printed page: about 200 to the inch.
const SHEET_PX: u32 = 8;

/// The most pixels of a picture whose size the user does not choose: enough for a poster, and painted in about a second.
const DEFAULT_AREA: u64 = 1 << 25;

static PX: Field = Field {
    unit: "pixels",
    ..option(
        "px",
        "Pixels per cell",
        DRAWINGS,
        FieldKind::IntegerOrAuto { min: 1, max: 1000 },
        "auto",
        "Pixels along the side of a cell; auto is 70, fewer on large maps",
    )
};

/// PNG.
pub static FORMAT: Format = Format {
    name: "png",
    extensions: &["png"],
    media_type: "image/png",
    is_text: false,
    has_player_edition: true,
    info: FormatInfo {
        title: "A drawing in pixels",
        preserves: "the same drawing; seed, recipe and pins travel in the file, `generate --like` makes it again",
        omits: "links and keys as data",
        readers: "png 0.18, any viewer",
    },
    scope: Scope::AnyLevels,
    options: &[
        &PLAYER,
        &LEVEL,
        &SPLIT,
        &PX,
        &THEME,
        &OWN_THEME,
        &PLAIN,
        &NO_GRID,
        &NUMBERS,
        &COORDINATES,
        &ROOM_KEY,
        &MAP_ONLY,
        &TITLE,
        &LEGEND,
        &SHEET,
    ],
    recognize: None,
    read: None,
    write: Some(write),
    count_pages: None,
    preview: Some(preview),
};

fn write(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let known = options.edition().known(dungeon);
    let drawing = options.draw_options("parchment")?;
    let px = options.integer("px").map(|px| px as u32);
    if let Some(page) = options.first_page(&known, &drawing, meter)? {
        let notes = png_metadata(&known, options.edition());
        let px = px.map_or(SHEET_PX, |px| (px * 1000 / page.cell.max(1) as u32).max(1));
        let image = raster::paint_picture(page.picture, px, &notes, meter).map_err(WriteError::from)?;
        return Ok(Output {
            note: picture_note(&known, options.edition()),
            ..Output::file(options.file_name("png"), image.png)
        });
    }
    let draw = |px: u32| raster::image_metered(&known, &with_numbers(&drawing, px), px, meter);
    let image = match draw(px.unwrap_or_else(|| default_px(&known, options))) {
        Err(RasterError::TooLarge { largest, .. }) if px.is_none() && largest > 0 => draw(largest),
        image => image,
    };
    let image = image.map_err(WriteError::from)?;
    let note = image.plain.map(|pixels| {
        format!("the map is too large to be drawn with lines; it is shown in colours, {pixels} pixels to a cell")
    });
    let note = match note {
        Some(note) => joined([Some(note), NotedPins::remark(&known, options.edition())]),
        None => picture_note(&known, options.edition()),
    };
    Ok(Output { files: vec![File::new(options.file_name("png"), image.png)], note })
}

/// The drawing as lines; none where the map is shown in colours.
fn preview(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<ExportPreview, WriteError> {
    let known = options.edition().known(dungeon);
    let drawing = options.draw_options("parchment")?;
    let cells: usize = options.shown(dungeon).iter().map(|level| level.size().area()).sum();
    if cells > MAX_DRAWN_CELLS {
        return Ok(ExportPreview::default());
    }
    let px = options.integer("px").map_or_else(|| default_px(&known, options), |px| px as u32);
    let svg = match options.first_page(&known, &drawing, meter)? {
        Some(page) => on_paper(&page.picture, &page.picture.to_svg_metered(meter)?),
        None => draw_metered(&known, &with_numbers(&drawing, px), meter)?.to_svg_metered(meter)?,
    };
    Ok(ExportPreview { svg: Some(svg), ..ExportPreview::default() })
}

/// Numbers of 0.6 cells, but at least 12 and at most 40 pixels high.
fn with_numbers(drawing: &DrawOptions, px: u32) -> DrawOptions {
    let thousandths = |pixels: u32| (pixels * 1000 / px.max(1)) as i32;
    let mut drawing = drawing.clone();
    drawing.number_height = Some(600.max(thousandths(12)).min(thousandths(40).max(1)));
    drawing
}

/// [`DEFAULT_PX`], or as many as a large map allows. Maps that are too large for lines choose by themselves.
fn default_px(dungeon: &Dungeon, options: &Options) -> u32 {
    let cells: usize = options.shown(dungeon).iter().map(|level| level.size().area()).sum();
    if cells > MAX_DRAWN_CELLS {
        return DEFAULT_PX;
    }
    let most = (DEFAULT_AREA / (cells as u64).max(1)).isqrt();
    most.clamp(1, DEFAULT_PX.into()) as u32
}

#[cfg(test)]
mod tests {
    use undercroft::dungeon::Level;
    use undercroft_grid::Size;

    use super::*;

    #[test]
    fn a_large_map_gets_fewer_pixels_to_a_cell_unless_somebody_wants_more() {
        let options = Options::new(&FORMAT);
        let level = |side| Level::solid_rock(0, Size::of(side, side));
        let pixels = |side| default_px(&Dungeon::bare("", vec![level(side)]), &options);
        assert_eq!([48, 512, 1024].map(pixels), [70, 11, 5]);
    }
}
