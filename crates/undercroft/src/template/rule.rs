//! The rules that a drawing must keep, each with the place where it is broken.

use undercroft_grid::{BitGrid, Cell, Dir, Grid, Size, flood};

use super::block::Block;
use super::oriented::{along_wall, outwards};
use super::{LARGEST_DRAWING, Quota, RoomTemplate, TemplateError, TemplateGlyph, WIDEST_SOCKET};
use crate::dungeon::Role;

const ENTRIES: &[&str] = &["name", "weight", "tags", "min", "max", "roles", "mirror"];
const ROLES: [(&str, Role); 5] = [
    ("entrance", Role::Entrance),
    ("boss", Role::Boss),
    ("treasure", Role::Treasure),
    ("merchant", Role::Merchant),
    ("event", Role::Event),
];
/// Largest weight and count.
const MOST: u32 = 1_000;

/// The template of a block.
pub fn template(block: &Block) -> Result<RoomTemplate, TemplateError> {
    block.only(ENTRIES)?;
    let template = RoomTemplate {
        name: name(block)?,
        quota: quota(block)?,
        mirror: block.switch("mirror")?,
        tags: words(block, "tags")?,
        roles: roles(block)?,
        drawing: drawing(block)?,
    };
    Drawing { block, marks: &template.drawing }.check()?;
    check_entrance(block, &template)?;
    Ok(template)
}

/// The name, which must not be empty.
pub fn name(block: &Block) -> Result<String, TemplateError> {
    let name = block.name();
    let empty = || block.error(block.line(), "a template needs a name");
    (!name.is_empty()).then(|| name.to_owned()).ok_or_else(empty)
}

/// Weight and counts.
pub fn quota(block: &Block) -> Result<Quota, TemplateError> {
    let (weight, min) = (block.number("weight", MOST, 1)?, block.number("min", MOST, 0)?);
    let Some(entry) = block.entry("max")? else { return Ok(Quota { weight, min, max: None }) };
    let max = block.number("max", MOST, 0)?;
    if max < min {
        return Err(block.error(entry.line, format!("max: need min <= max, got {max} with min {min}")));
    }
    Ok(Quota { weight, min, max: Some(max) })
}

fn words(block: &Block, key: &str) -> Result<Vec<String>, TemplateError> {
    let entry = block.entry(key)?;
    let split = |text: &str| text.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    Ok(entry.map(|entry| split(entry.value)).unwrap_or_default())
}

fn roles(block: &Block) -> Result<Vec<Role>, TemplateError> {
    let line = block.entry("roles")?.map_or(0, |entry| entry.line);
    let role = |word: String| {
        let known = ROLES.iter().find(|(name, _)| *name == word).map(|&(_, role)| role);
        known.ok_or_else(|| {
            let names = ROLES.map(|(name, _)| name).join(", ");
            block.error(line, format!("roles: there is no role {word:?}; known are {names}"))
        })
    };
    words(block, "roles")?.into_iter().map(role).collect()
}

fn drawing(block: &Block) -> Result<Grid<TemplateGlyph>, TemplateError> {
    let width = block.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    if block.rows.is_empty() {
        return Err(block.error(block.line(), format!("template {:?} has no drawing", block.name())));
    }
    let largest = LARGEST_DRAWING as usize;
    if width > largest || block.rows.len() > largest {
        let rule =
            format!("a drawing has at most {largest}×{largest} cells, this one has {width}×{}", block.rows.len());
        return Err(block.error(block.first_row, rule));
    }
    let mut marks = Grid::filled(Size::of(width as i32, block.rows.len() as i32), TemplateGlyph::Nothing);
    for (y, row) in (0..).zip(&block.rows) {
        for (x, letter) in (0..).zip(row.chars()) {
            let at = Cell::new(x, y);
            let unknown = || {
                let rule = format!("{letter:?} means nothing in a drawing; known are . # + A to Z and space");
                TemplateError::new(block.file, position(block, at), rule)
            };
            marks[at] = TemplateGlyph::from_char(letter).ok_or_else(unknown)?;
        }
    }
    Ok(marks)
}

fn position(block: &Block, cell: Cell) -> (usize, usize) {
    (block.first_row + cell.y as usize, cell.x as usize + 1)
}

fn check_entrance(block: &Block, template: &RoomTemplate) -> Result<(), TemplateError> {
    if !template.has_role(Role::Entrance) {
        return Ok(());
    }
    let is_required = |(_, glyph): &(Cell, &TemplateGlyph)| matches!(glyph, TemplateGlyph::Required(_));
    if let Some((cell, _)) = template.drawing.iter().find(is_required) {
        let rule = "an entrance has no required sockets: nothing is there yet to meet them";
        return Err(TemplateError::new(block.file, position(block, cell), rule));
    }
    let dirs = template.drawing.iter().filter(|(_, glyph)| glyph.is_socket()).count();
    let few = || block.error(block.line(), "an entrance needs two sockets: one for the visitor, one to go on");
    (dirs >= 2).then_some(()).ok_or_else(few)
}

/// A drawing under examination.
struct Drawing<'a> {
    block: &'a Block<'a>,
    marks: &'a Grid<TemplateGlyph>,
}

impl Drawing<'_> {
    fn check(&self) -> Result<(), TemplateError> {
        self.check_ring()?;
        self.check_floor()?;
        self.check_sockets()
    }

    fn at(&self, cell: Cell) -> TemplateGlyph {
        self.marks.get(cell).copied().unwrap_or(TemplateGlyph::Nothing)
    }

    fn refuse(&self, cell: Cell, rule: impl Into<String>) -> Result<(), TemplateError> {
        Err(TemplateError::new(self.block.file, position(self.block, cell), rule))
    }

    /// Every neighbour of floor is drawn.
    fn check_ring(&self) -> Result<(), TemplateError> {
        let is_bare =
            |cell: &Cell| cell.neighbors8().into_iter().any(|beside| self.at(beside) == TemplateGlyph::Nothing);
        match self.floor().find(is_bare) {
            Some(cell) => self.refuse(cell, "a neighbour of this floor is not drawn; put wall or a socket there"),
            None => Ok(()),
        }
    }

    /// There is floor, and all of it can be reached.
    fn check_floor(&self) -> Result<(), TemplateError> {
        let Some(first) = self.floor().next() else {
            return Err(self.block.error(self.block.first_row, "a room needs floor"));
        };
        let size = self.marks.size();
        let reached = spread(size, first, |cell| self.at(cell) == TemplateGlyph::Floor);
        match self.floor().find(|&cell| !reached.contains(cell)) {
            Some(cell) => self.refuse(cell, "this floor cannot be reached from the rest of the room"),
            None => Ok(()),
        }
    }

    /// Sockets exist, point outwards, and are no wider than a door.
    fn check_sockets(&self) -> Result<(), TemplateError> {
        let sockets: Vec<Cell> =
            self.marks.iter().filter(|(_, glyph)| glyph.is_socket()).map(|(cell, _)| cell).collect();
        if sockets.is_empty() {
            let rule = format!("template {:?} has no sockets, so it cannot be entered", self.block.name());
            return Err(self.block.error(self.block.first_row, rule));
        }
        let outside = self.outside();
        for cell in sockets {
            let Some(dir) = outwards(self.marks, cell) else {
                self.refuse(cell, "a socket has floor on exactly one of its four sides")?;
                continue;
            };
            if !outside.contains(cell + dir + Cell::new(1, 1)) {
                self.refuse(
                    cell,
                    "a socket must not face inwards: beyond it the drawing is empty and open to the outside",
                )?;
            }
            self.check_letter(cell, dir)?;
        }
        Ok(())
    }

    /// Required sockets side by side have one letter and make at most one door.
    fn check_letter(&self, cell: Cell, dir: Dir) -> Result<(), TemplateError> {
        let TemplateGlyph::Required(letter) = self.at(cell) else { return Ok(()) };
        let same = |distance: i32| self.at(cell.step(along_wall(dir), distance)) == TemplateGlyph::Required(letter);
        let touches = matches!(self.at(cell + along_wall(dir)), TemplateGlyph::Required(other) if other != letter);
        if touches {
            return self.refuse(cell, "two required sockets touch; give them one letter, or put wall between them");
        }
        if (0..=WIDEST_SOCKET).all(same) {
            return self.refuse(cell, format!("a required socket is at most {WIDEST_SOCKET} cells wide"));
        }
        Ok(())
    }

    fn floor(&self) -> impl Iterator<Item = Cell> {
        self.marks.iter().filter(|(_, glyph)| **glyph == TemplateGlyph::Floor).map(|(cell, _)| cell)
    }

    /// The empty cells from which one gets out of the drawing, and a frame of cells round it: all moved by (1, 1).
    fn outside(&self) -> BitGrid {
        let size = Size::of(self.marks.size().width() + 2, self.marks.size().height() + 2);
        spread(size, Cell::new(0, 0), |cell| self.at(cell - Cell::new(1, 1)) == TemplateGlyph::Nothing)
    }
}

/// The cells that are reached from the first one by steps through cells that `is_free`.
fn spread(size: Size, first: Cell, is_free: impl Fn(Cell) -> bool) -> BitGrid {
    flood(&BitGrid::from_fn(size, is_free), first)
}
