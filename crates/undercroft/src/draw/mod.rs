//! Drawings: maps that people print.
//!
//! One path for all: a dungeon becomes a [`Picture`] (painted paths in cell units), the picture becomes SVG text, and
//! pixels come from that text ([`raster`]). The look is that of hand-inked maps: Dyson Logos' hatching, Watabou's One Page
//! Dungeon, Dungeon Scrawl's clean lines. Drawing decides nothing and changes nothing.

mod chart;
mod contents;
mod door;
mod edition;
mod entrance;
#[cfg(test)]
mod fixture;
mod frame;
mod glyphs;
mod half_block;
mod hatch;
mod ink;
mod key;
mod legend;
mod lettering;
mod options;
mod outline;
pub mod overlay;
mod picture;
mod plain;
pub mod raster;
mod sheet;
mod spot;
mod stairs;
mod svg;
mod symbol;
pub mod terminal;
mod theme;

pub use edition::without_secrets;
pub use half_block::thumbnail;
pub use options::{DrawOptions, Edition, Levels, Masonry, Rock};
pub use overlay::Overlay;
pub use picture::{Area, CELL, Command, Group, Paint, Path, Picture, Point, Shape};
pub use theme::{Colour, THEME_NAMES, Theme, ThemeError, Weight, Weights};

use chart::Chart;
use contents::Occurrences;
use entrance::Entry;
use sheet::Plate;

use crate::dungeon::{Dungeon, Level};

/// Maps of more cells than this are shaded instead of hatched: at that size strokes are finer than print.
pub const MAX_HATCHED_CELLS: usize = 1 << 18;

/// Draws a dungeon.
pub fn draw(dungeon: &Dungeon, options: &DrawOptions) -> Picture {
    draw_with(dungeon, options, &[])
}

/// Draws a dungeon with overlays on it.
pub fn draw_with(dungeon: &Dungeon, options: &DrawOptions, overlays: &[Overlay]) -> Picture {
    if options.edition == Edition::Player && dungeon.doors.iter().any(|door| door.secret) {
        return draw_all(&without_secrets(dungeon), options, overlays);
    }
    draw_all(dungeon, options, overlays)
}

fn draw_all(dungeon: &Dungeon, options: &DrawOptions, overlays: &[Overlay]) -> Picture {
    let mut seen = Occurrences::default();
    let wanted = |level: &&Level| options.levels == Levels::All || options.levels == Levels::One(level.z);
    let levels = dungeon.levels.iter().filter(wanted);
    let plates = levels.map(|level| plate(dungeon, level, options, overlays, &mut seen)).collect();
    if options.sheet {
        sheet::sheet(dungeon, plates, options, &seen, overlays)
    } else {
        sheet::bare(dungeon.name.clone(), plates, options)
    }
}

/// One level: ground first, then what is laid over it, then walls and what stands on the floor.
fn plate(
    dungeon: &Dungeon,
    level: &Level,
    options: &DrawOptions,
    overlays: &[Overlay],
    seen: &mut Occurrences,
) -> Plate {
    let chart = Chart::of(dungeon, level, options);
    let id = format!("level-{}", level.z);
    let mut group = Group::new(id.clone());
    group.add(chart.rock(options, &id));
    group.add(chart.ground(options, &id));
    let bounds = chart.bounds();
    if let Some(module) = options.lattice {
        group.add(frame::lattice(bounds, module, &options.theme, &id));
    }
    overlays.iter().filter(|overlay| overlay.z == level.z).for_each(|overlay| group.add(overlay.draw(&id)));
    group.add(chart.walls(options, &id));
    contents::contents(&chart, options, &id, seen).into_iter().for_each(|part| group.add(part));
    if options.coordinates && options.sheet {
        group.add(frame::coordinates(bounds, &options.theme, &id));
    }
    let entry = Entry::of(&chart).map(|entry| entry.area().cells());
    let area = if options.sheet {
        Area::of(bounds.grow(2).hull(entry.unwrap_or(bounds)))
    } else {
        Area::of(level.size().rect())
    };
    Plate { z: level.z, area, group }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALL: &str = r####"
   #######    ##########
   #.....#    #........#
   #.....#    #........#
   #.....+,,,,+........####
   #.....#  , #.......>#..#
   ###'###  , #........L..#
     ,,,    , ##H##########
     , ,    ,   ,
#####"##,   ,   ,
#......#,   ,   ,,,,,,,
#......S,   ,         ,
#......#,,,,,   ######B####
#......#    ,   #.........#
###++###    ,   #.........#
   ,,       ,,,,".........#
   ,,           #.........#
                ###########
"####;

    #[test]
    fn look() {
        let Ok(folder) = std::env::var("LOOK") else { return };
        let dungeon = fixture::furnished("The Hall of Quiet Ink", &[HALL]);
        for name in THEME_NAMES {
            let options = DrawOptions { theme: Theme::named(name).unwrap(), ..DrawOptions::default() };
            let picture = draw(&dungeon, &options);
            let svg = picture.to_svg();
            std::fs::write(format!("{folder}/{name}.svg"), &svg).unwrap();
            std::fs::write(format!("{folder}/{name}.png"), raster::png(&svg, picture.area, 40, &[]).unwrap()).unwrap();
        }
        for style in [terminal::Style::Unicode, terminal::Style::Ascii, terminal::Style::HalfBlock] {
            let sketch = terminal::render(&dungeon, &terminal::TerminalOptions { style, ..Default::default() });
            println!("{}", sketch.text);
        }
    }
}
