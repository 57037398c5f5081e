//! Where the levels lie on the film.

use undercroft_grid::{Cell, Rect};

use crate::draw::draw;
use crate::options::{DrawOptions, Levels};
use crate::picture::{Area, CELL, Paint, Picture, PictureGroup, VectorPath};
use undercroft::dungeon::{Dungeon, Level};

/// Cells between two levels, and round the floor of a level.
const GAP: i32 = 2;

/// A level on the film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilmPane {
    /// The part of its map that is shown.
    pub shown: Rect,
    /// Where on the film its cell (0, 0) lies. [Unit: cells]
    pub offset: Cell,
}

impl FilmPane {
    /// Cells of the level as cells of the film, as far as they are shown.
    pub fn place(self, cells: Rect) -> Rect {
        cells.intersection(self.shown).shift(self.offset)
    }
}

/// The levels in rows, as many to a row as make the film least long, each framed on its finished floor.
pub fn plates(dungeon: &Dungeon) -> Vec<FilmPane> {
    let shown: Vec<Rect> = dungeon.levels.iter().map(|level| shown(dungeon, level)).collect();
    let laid = (1..=shown.len()).map(|columns| lay(&shown, columns));
    laid.min_by_key(|plates| extent(plates).width().max(extent(plates).height())).unwrap_or_default()
}

/// The floor of a level with a little rock.
fn shown(dungeon: &Dungeon, level: &Level) -> Rect {
    let open = level.terrain.iter().filter(|(_, terrain)| !terrain.is_massive()).map(|(cell, _)| cell);
    let bounds = Rect::around(open).unwrap_or(level.size().rect());
    let bounds = dungeon.outline.map_or(bounds, |house| bounds.hull(house));
    bounds.grow(GAP).intersection(level.size().rect())
}

fn lay(shown: &[Rect], columns: usize) -> Vec<FilmPane> {
    let mut plates = Vec::new();
    let mut y = 0;
    for row in shown.chunks(columns) {
        let mut x = 0;
        for &shown in row {
            plates.push(FilmPane { shown, offset: Cell::new(x, y) - shown.min() });
            x += shown.width() + GAP;
        }
        y += row.iter().map(|shown| shown.height()).max().unwrap_or(0) + GAP;
    }
    plates
}

fn extent(plates: &[FilmPane]) -> Rect {
    plates.iter().fold(Rect::new(0, 0, 0, 0), |all, plate| all.hull(plate.place(plate.shown)))
}

/// The finished drawing, laid out like the film.
pub fn picture(dungeon: &Dungeon, plates: &[FilmPane], options: &DrawOptions) -> Picture {
    let all = extent(plates);
    // Without a level there is a blank cell.
    let area = Area::from_rect(Rect::new(0, 0, all.right.max(1), all.bottom.max(1)));
    let mut paper = PictureGroup::new("paper");
    paper.push("paper", Paint::fill(options.theme.paper), VectorPath::rect(area));
    let mut groups = vec![paper];
    for (level, plate) in dungeon.levels.iter().zip(plates) {
        let options = DrawOptions { sheet: false, levels: Levels::One(level.z), ..options.clone() };
        let drawn = draw(dungeon, &options).groups.into_iter().filter(|group| group.id != "paper");
        groups.extend(drawn.map(|group| {
            let offset = group.offset.shift(plate.offset.x * CELL, plate.offset.y * CELL);
            PictureGroup { offset, ..group }
        }));
    }
    Picture { title: dungeon.name.clone(), area, groups }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn several_levels_lie_in_rows_without_their_bare_rock() {
        let level = "            \n            \n    ......  \n            \n            \n            ";
        let dungeon = fixture::dungeon("Four", &[level; 4]);
        let plates = plates(&dungeon);
        assert!(plates.iter().all(|plate| plate.shown == Rect::new(2, 0, 12, 5)));
        let offsets: Vec<Cell> = plates.iter().map(|plate| plate.offset).collect();
        assert_eq!(offsets, [(-2, 0), (10, 0), (-2, 7), (10, 7)].map(|(x, y)| Cell::new(x, y)));
        assert_eq!(plates[3].place(Rect::new(0, 0, 3, 9)), Rect::new(12, 7, 13, 12));
    }

    #[test]
    fn one_level_is_framed_on_its_floor_from_the_start() {
        let dungeon = fixture::dungeon("One", &["        \n  .     \n        \n        \n        "]);
        assert_eq!(plates(&dungeon), [FilmPane { shown: Rect::new(0, 0, 5, 4), offset: Cell::new(0, 0) }]);
    }
}
