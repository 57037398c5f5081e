//! Drawings: maps that people print.
//!
//! One path for all: a dungeon becomes a [`Picture`] (painted paths in cell units), the picture becomes SVG text, and
//! pixels come from that text ([`raster`]). The look is that of hand-inked maps: Dyson Logos' hatching, Watabou's One Page
//! Dungeon, Dungeon Scrawl's clean lines. Drawing decides nothing and changes nothing.

mod chart;
#[cfg(test)]
mod fixture;
mod glyphs;
mod hatch;
mod lettering;
mod options;
mod outline;
mod picture;
pub mod raster;
mod svg;
mod theme;

pub use options::{DrawOptions, Edition, Levels, Masonry, Rock};
pub use picture::{Area, CELL, Command, Group, Paint, Path, Picture, Point, Shape};
pub use theme::{Colour, THEME_NAMES, Theme, ThemeError, Weight, Weights};

use chart::Chart;

use crate::dungeon::Dungeon;

/// Maps of more cells than this are shaded instead of hatched: at that size strokes are finer than print.
pub const MAX_HATCHED_CELLS: usize = 1 << 18;

/// Draws a dungeon.
pub fn draw(dungeon: &Dungeon, options: &DrawOptions) -> Picture {
    let level = &dungeon.levels[0];
    let chart = Chart::of(dungeon, level, options);
    let area = Area::of(chart.bounds().grow(2));
    let mut paper = Group::new("paper");
    paper.push("paper", Paint::fill(options.theme.paper), Path::rect(area));
    let mut group = Group::new("level-0");
    group.add(chart.rock(options, "level-0"));
    group.add(chart.ground(options, "level-0"));
    group.add(chart.walls(options, "level-0"));
    Picture { title: dungeon.name.clone(), area, groups: vec![paper, group] }
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
    }
}
