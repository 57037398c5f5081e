//! What lies around the rooms of a level: hatched rock, trees, brick, water, or bare paper.

use super::brick::bricks;
use super::canopy::canopies;
use super::entrance_arrow::EntranceArrow;
use super::fine_hatch::fine_hatch;
use super::halo::halo;
use super::hatch::can_hatch;
use super::level_drawing::{LevelDrawing, filled};
use super::options::{DrawOptions, MAX_HATCHED_CELLS, Rock};
use super::picture::{Paint, PictureGroup};
use super::water_lines::{self, WaterMask};
use super::wobble::Wobble;
use super::work_meter::WorkMeter;
use undercroft::dungeon::Surround;

/// Weight of the shade along walls where strokes would be finer than print.
const SHADE: i32 = 1600;
/// Contours of water around the rooms, with their parts of the weight of walls. [Unit of the second: per cent]
const CONTOURS: [(i32, i32); 2] = [(180, 40), (360, 25)];

/// The surroundings of a level.
pub fn rock(chart: &LevelDrawing, options: &DrawOptions, id: &str, meter: &WorkMeter) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-rock"));
    if options.rock == Rock::Bare {
        return group;
    }
    // Copies of a level may lack what the dungeon's own has.
    let own = chart.dungeon.level(chart.level.z).map_or(Surround::Rock, |level| level.surround);
    match options.theme.surround.unwrap_or(own) {
        Surround::Bare => {}
        surround if is_fine(chart, options) => strokes(chart, options, surround, meter, &mut group),
        _ => {
            let shade = Paint::stroke(options.theme.rock, SHADE);
            if !options.theme.is_mono() {
                group.push("shade", shade, filled(&chart.outline, Wobble::first(0)));
            }
        }
    }
    group
}

fn is_fine(chart: &LevelDrawing, options: &DrawOptions) -> bool {
    let size = chart.level.size();
    options.rock == Rock::Hatched && size.area() <= MAX_HATCHED_CELLS && can_hatch(size)
}

fn strokes(
    chart: &LevelDrawing,
    options: &DrawOptions,
    surround: Surround,
    meter: &WorkMeter,
    group: &mut PictureGroup,
) {
    let theme = &options.theme;
    let open = chart.built();
    let pen = Paint::stroke(theme.hatch, theme.weights.hatch.0);
    let quiet = || {
        EntranceArrow::find(chart.dungeon, chart.level, &chart.floor, options.sheet)
            .map(EntranceArrow::areas_taken)
            .unwrap_or_default()
    };
    match surround {
        Surround::Trees => {
            for layer in canopies(&open, &quiet(), meter) {
                group.push("trees", Paint::face(theme.rock, theme.hatch, theme.weights.hatch.0), layer);
            }
        }
        Surround::Brick => group.push("brick", pen, bricks(&open)),
        Surround::Water => {
            let mask = WaterMask::around(&chart.outline, chart.level.size());
            for (distance, part) in CONTOURS {
                let pen = Paint::stroke(theme.hatch, theme.weights.room.0 * part / 100);
                group.push("contour", pen, water_lines::contour(&mask, distance));
            }
        }
        _ => {
            if !theme.is_mono() {
                group.push("halo", Paint::fill(theme.rock), halo(&open, meter));
            }
            group.push("hatch", pen, fine_hatch(&open, chart.outline.is_soft, &quiet(), options.hatch_parts, meter));
        }
    }
}
