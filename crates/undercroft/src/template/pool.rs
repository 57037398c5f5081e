//! A pool: the templates and groups from which a dungeon is made.

use undercroft_grid::Symmetry;

use super::block::{self, Block};
use super::group::{Group, group};
use super::oriented::Shape;
use super::rule;
use super::{Piece, RoomTemplate, TemplateError};
use crate::dungeon::Role;

/// Templates and groups that were checked against every rule and against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    templates: Vec<RoomTemplate>,
    groups: Vec<Group>,
    pieces: Vec<Piece>,
    /// Eight for each template, in the order of [`Symmetry::ALL`].
    shapes: Vec<Shape>,
}

/// The position of a turned template's shape.
pub fn shape_id(template: usize, symmetry: Symmetry) -> u32 {
    (template * Symmetry::ALL.len() + symmetry as usize) as u32
}

impl Pool {
    /// Reads files, given as name and text, and checks that a dungeon can be made from them.
    ///
    /// # Errors
    /// When a template or group breaks a rule, or the pool has no entrance or fewer than two rooms to choose from.
    pub fn parse(files: &[(&str, &str)]) -> Result<Self, TemplateError> {
        let pool = Self::parse_loose(files)?;
        let file = files.first().map_or("templates", |(name, _)| name);
        let refuse = |rule: &str| Err(TemplateError::new(file, (0, 0), rule));
        if pool.pieces.iter().filter(|piece| piece.is_common()).count() < 2 {
            return refuse(
                "a pool needs at least two templates or groups with a weight that are neither entrance nor boss: \
                 no room follows one of its own kind",
            );
        }
        if !pool.templates.iter().any(|template| template.has_role(Role::Entrance)) {
            return refuse("a pool needs a template with `roles: entrance`");
        }
        Ok(pool)
    }

    /// Reads files and checks every template and group, but not that they make a whole pool: enough to look at them.
    ///
    /// # Errors
    /// When a template or group breaks a rule.
    pub fn parse_loose(files: &[(&str, &str)]) -> Result<Self, TemplateError> {
        let mut blocks: Vec<Block> = Vec::new();
        for (name, text) in files {
            blocks.extend(block::blocks(name, text)?);
        }
        check_names(&blocks)?;
        let (groups, templates): (Vec<&Block>, Vec<&Block>) = blocks.iter().partition(|block| block.is_group());
        let templates: Vec<RoomTemplate> = templates.into_iter().map(rule::template).collect::<Result<_, _>>()?;
        let groups: Vec<Group> = groups.into_iter().map(|block| group(block, &templates)).collect::<Result<_, _>>()?;
        Ok(Self::new(templates, groups))
    }

    fn new(templates: Vec<RoomTemplate>, groups: Vec<Group>) -> Self {
        let turns = |template: &RoomTemplate| Symmetry::ALL.map(|symmetry| Shape::new(&template.turned(symmetry)));
        let shapes: Vec<Shape> = templates.iter().flat_map(turns).collect();
        let singles = templates.iter().enumerate().map(|(id, template)| Piece::single(id, template, &shapes));
        let pieces = singles.chain(groups.iter().map(|group| Piece::group(group, &shapes))).collect();
        Self { templates, groups, pieces, shapes }
    }

    /// The templates, in the order of the files.
    pub fn templates(&self) -> &[RoomTemplate] {
        &self.templates
    }

    /// The groups, in the order of the files.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// What can be placed: the templates, then the groups.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The shape with this number.
    pub fn shape(&self, id: u32) -> &Shape {
        &self.shapes[id as usize]
    }

    /// The position of the template that a shape is a turn of.
    pub const fn template_of(id: u32) -> usize {
        id as usize / Symmetry::ALL.len()
    }

    /// How the template was mirrored and turned to get a shape.
    pub const fn symmetry_of(id: u32) -> Symmetry {
        Symmetry::ALL[id as usize % Symmetry::ALL.len()]
    }
}

fn check_names(blocks: &[Block]) -> Result<(), TemplateError> {
    for (index, block) in blocks.iter().enumerate() {
        if let Some(other) = blocks[..index].iter().find(|other| other.name() == block.name()) {
            let rule = format!("the name {:?} is taken ({}:{})", block.name(), other.file, other.line());
            return Err(block.error(block.line(), rule));
        }
    }
    Ok(())
}
