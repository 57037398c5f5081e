//! Lays drawings side by side in one PNG: `contact_sheet OUT COLUMNS WIDTH HEIGHT DRAWING.svg…`.
//!
//! Each drawing is as large as fits into a box of so many pixels. Without arguments it makes a small sheet and looks at its
//! size.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;

/// Pixels between two boxes and round all.
const GAP: u32 = 8;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, columns, width, height, files @ ..] = &arguments[..] else { return small_sheet() };
    let drawings: Vec<String> = files.iter().map(std::fs::read_to_string).collect::<Result<_, _>>()?;
    let sheet = sheet(&drawings, columns.parse::<u32>()?.max(1), [width.parse()?, height.parse()?])?;
    std::fs::write(out, sheet.encode_png()?)?;
    Ok(())
}

fn small_sheet() -> Result<(), Failure> {
    let draw = |seed: u64| -> Result<String, Failure> {
        let dungeon = undercroft::generate("shrine", seed)?;
        Ok(undercroft_draw::draw(&dungeon, &undercroft_draw::DrawOptions::default()).to_svg())
    };
    let drawings = [1, 2, 3].map(draw).into_iter().collect::<Result<Vec<_>, _>>()?;
    let sheet = sheet(&drawings, 2, [160, 120])?;
    assert_eq!([sheet.width(), sheet.height()], [2 * 160 + 3 * GAP, 2 * 120 + 3 * GAP]);
    let is_paper = |x: u32, y: u32| sheet.pixel(x, y).is_some_and(|pixel| pixel.red() == 255);
    assert!(
        !is_paper(GAP + 80, GAP + 60) && is_paper(sheet.width() - 80, sheet.height() - 60),
        "the last box is empty"
    );
    println!("{} drawings on {}×{} pixels", drawings.len(), sheet.width(), sheet.height());
    Ok(())
}

/// The sheet, its boxes in rows.
fn sheet(drawings: &[String], columns: u32, [width, height]: [u32; 2]) -> Result<Pixmap, Failure> {
    let rows = (drawings.len() as u32).div_ceil(columns).max(1);
    let side = |boxes: u32, length: u32| boxes * (length + GAP) + GAP;
    let mut sheet = Pixmap::new(side(columns, width), side(rows, height)).ok_or("a sheet without pixels")?;
    sheet.fill(Color::WHITE);
    for (i, drawing) in (0..).zip(drawings) {
        let tree = usvg::Tree::from_str(drawing, &usvg::Options::default())?;
        let (own, room) = (tree.size(), [width as f32, height as f32]);
        let scale = (room[0] / own.width()).min(room[1] / own.height());
        let place = |index: u32, length: u32, room: f32, own: f32| {
            (index * (length + GAP) + GAP) as f32 + (room - own * scale) / 2.0
        };
        let x = place(i % columns, width, room[0], own.width());
        let y = place(i / columns, height, room[1], own.height());
        resvg::render(&tree, Transform::from_row(scale, 0.0, 0.0, scale, x, y), &mut sheet.as_mut());
    }
    Ok(sheet)
}
