//! Lays the floors of many dungeons side by side in one PNG: `silhouettes OUT COLUMNS MODE DUNGEON.json…`.
//!
//! Mode `silhouette` is black on white; `contact` also tells walls, corridors, doors and stairs apart. Without arguments it
//! makes a small sheet and looks at its size.

use std::fmt::Write as _;

use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::format::json;
use undercroft::grid::Rect;
use undercroft_draw::raster::png;
use undercroft_draw::{Area, CELL, Point};

/// Side of a tile on the sheet. [Unit: thousandths of a cell]
const TILE: i32 = 64 * CELL;
/// Pixels of a tile's side.
const PIXELS_PER_CELL: u32 = 3;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, columns, mode, files @ ..] = &arguments[..] else { return small_sheet() };
    let dungeons: Vec<Dungeon> = files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    std::fs::write(out, sheet(&dungeons, columns.parse::<i32>()?.max(1), mode == "contact")?)?;
    Ok(())
}

fn small_sheet() -> Result<(), Failure> {
    let dungeons =
        [1, 2, 3].map(|seed| undercroft::generate("crypt", seed)).into_iter().collect::<Result<Vec<_>, _>>()?;
    let (plain, contact) = (sheet(&dungeons, 3, false)?, sheet(&dungeons, 2, true)?);
    assert!(plain.starts_with(b"\x89PNG") && plain != contact);
    println!("{} bytes of silhouettes, {} of a contact sheet", plain.len(), contact.len());
    Ok(())
}

fn read(file: &str) -> Result<Dungeon, Failure> {
    Ok(json::read(&std::fs::read_to_string(file)?)?)
}

/// The sheet, its tiles in rows.
fn sheet(dungeons: &[Dungeon], columns: i32, is_contact: bool) -> Result<Vec<u8>, Failure> {
    let rows = (dungeons.len() as i32 + columns - 1) / columns;
    let (width, height) = (columns * TILE, rows.max(1) * TILE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" shape-rendering=\"crispEdges\">"
    );
    let _ = write!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    for (at, dungeon) in (0..).zip(dungeons) {
        tile(&mut svg, dungeon, Point::new(at % columns * TILE, at / columns * TILE), is_contact);
    }
    svg.push_str("</svg>");
    Ok(png(&svg, Area::new(Point::new(0, 0), Point::new(width, height)), PIXELS_PER_CELL, &[])?)
}

/// The levels of a dungeon in rows, as large as the tile allows.
fn tile(svg: &mut String, dungeon: &Dungeon, corner: Point, is_contact: bool) {
    let bounds: Vec<Rect> = dungeon.levels.iter().map(|level| inked(level).grow(1)).collect();
    let across = (1..=bounds.len()).find(|across| across * across >= bounds.len()).unwrap_or(1) as i32;
    let pane = bounds.iter().map(|bounds| bounds.width().max(bounds.height())).max().unwrap_or(1);
    let side = TILE / (across * pane);
    for (i, (level, bounds)) in (0..).zip(dungeon.levels.iter().zip(bounds)) {
        let pane = Point::new(corner.x + i % across * pane * side, corner.y + i / across * pane * side);
        for (cell, &terrain) in level.terrain.iter() {
            let Some(color) = color(terrain, is_contact) else { continue };
            let (x, y) = (pane.x + (cell.x - bounds.left) * side, pane.y + (cell.y - bounds.top) * side);
            let _ = write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{color}\"/>");
        }
    }
}

/// The smallest rectangle round everything but rock.
fn inked(level: &Level) -> Rect {
    let cells = level.terrain.iter().filter(|(_, terrain)| **terrain != Terrain::Rock).map(|(cell, _)| cell);
    Rect::around(cells).unwrap_or(Rect::new(0, 0, 1, 1))
}

fn color(terrain: Terrain, is_contact: bool) -> Option<&'static str> {
    match terrain {
        Terrain::Rock => None,
        Terrain::Wall => is_contact.then_some("#444"),
        _ if !is_contact => Some("#000"),
        Terrain::Corridor => Some("#d8c8a8"),
        Terrain::Door => Some("#a05020"),
        Terrain::StairsUp | Terrain::StairsDown => Some("#3060c0"),
        _ => Some("#f2ead8"),
    }
}
