//! Groups that an author made: several templates with their places and turns, placed all or nothing.
//!
//! ```text
//!     group: gatehouse
//!     weight: 3
//!     member: gate 0,0
//!     member: tower -4,1 turn 1
//!     member: tower 6,1 turn 3 mirror
//! ```
//!
//! A member's position is that of its drawing's north-west corner after mirroring and turning. Where sockets of two
//! members face each other on one cell, the group has a door.

use undercroft_grid::{Cell, Symmetry};

use super::block::{Block, Entry};
use super::oriented::OrientedTemplate;
use super::{Quota, RoomTemplate, TemplateError, rule};
use crate::dungeon::Role;

/// One room of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateMember {
    /// Position of the template in its pool.
    pub template: usize,
    /// How it is mirrored and turned.
    pub symmetry: Symmetry,
    /// Its drawing's north-west corner.
    pub at: Cell,
}

/// Several rooms that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateGroup {
    /// Its name.
    pub name: String,
    /// How often it is wanted.
    pub quota: Quota,
    /// Whether the whole may be mirrored.
    pub mirror: bool,
    /// Its rooms.
    pub members: Vec<TemplateMember>,
}

/// Farthest that a member may lie from the group's origin. [Unit: cells]
const FARTHEST: i32 = 256;

/// The group of a block whose members are among these templates.
pub fn group(block: &Block, templates: &[RoomTemplate]) -> Result<TemplateGroup, TemplateError> {
    block.only(&["group", "weight", "min", "max", "mirror", "member"])?;
    if !block.rows.is_empty() {
        return Err(block.error(block.first_row, "a group has members, not a drawing"));
    }
    let entries: Vec<&Entry> = block.entries.iter().filter(|entry| entry.key == "member").collect();
    if entries.len() < 2 {
        return Err(block.error(block.line(), "a group has at least two members"));
    }
    let mut members = Vec::with_capacity(entries.len());
    for entry in &entries {
        members.push(member(block, entry, templates)?);
    }
    let oriented_templates: Vec<OrientedTemplate> = members
        .iter()
        .map(|member| OrientedTemplate::new(&templates[member.template].turned(member.symmetry)))
        .collect();
    check(block, &entries, &members, &oriented_templates)?;
    let (name, quota, mirror) = (rule::name(block)?, rule::quota(block)?, block.switch("mirror")?);
    Ok(TemplateGroup { name, quota, mirror, members })
}

/// Reads `NAME X,Y [turn N] [mirror]`.
fn member(block: &Block, entry: &Entry, templates: &[RoomTemplate]) -> Result<TemplateMember, TemplateError> {
    let refuse =
        || block.error(entry.line, format!("member: need NAME X,Y [turn 0 to 3] [mirror], got {:?}", entry.value));
    let mut words = entry.value.split_whitespace();
    let name = words.next().ok_or_else(refuse)?;
    let unknown = || block.error(entry.line, format!("member: there is no template {name:?} in this pool"));
    let template = templates.iter().position(|template| template.name == name).ok_or_else(unknown)?;
    if templates[template].has_role(Role::Entrance) {
        return Err(block.error(entry.line, "member: an entrance is placed first, never in a group"));
    }
    let (x, y) = words.next().and_then(|word| word.split_once(',')).ok_or_else(refuse)?;
    let number = |text: &str| text.parse().ok().filter(|number| (-FARTHEST..=FARTHEST).contains(number));
    let at = number(x).zip(number(y)).map(|(x, y)| Cell::new(x, y)).ok_or_else(refuse)?;
    let (mut turns, mut mirrored) = (0, false);
    while let Some(word) = words.next() {
        match word {
            "turn" => turns = words.next().and_then(|n| n.parse().ok()).filter(|&n: &u32| n < 4).ok_or_else(refuse)?,
            "mirror" => mirrored = true,
            _ => return Err(refuse()),
        }
    }
    Ok(TemplateMember { template, symmetry: Symmetry::new(mirrored, turns), at })
}

/// Members do not overlap except wall on wall, and each has a door to an earlier one.
fn check(
    block: &Block,
    entries: &[&Entry],
    members: &[TemplateMember],
    oriented_templates: &[OrientedTemplate],
) -> Result<(), TemplateError> {
    for second in 1..members.len() {
        let mut joined = false;
        for first in 0..second {
            let by = members[second].at - members[first].at;
            if let Some(cell) = overlap(&oriented_templates[first], &oriented_templates[second], by) {
                let rule = format!(
                    "members {} and {} overlap at cell {} of the group; only wall may lie on wall",
                    first + 1,
                    second + 1,
                    cell + members[first].at,
                );
                return Err(block.error(entries[second].line, rule));
            }
            joined |= face(&oriented_templates[first], &oriented_templates[second], by);
        }
        if !joined {
            let rule = format!("member {} has no socket on a facing socket of an earlier member", second + 1);
            return Err(block.error(entries[second].line, rule));
        }
    }
    Ok(())
}

/// A cell, counted from the first member's corner, that is floor of one member and drawn in the other.
fn overlap(first: &OrientedTemplate, second: &OrientedTemplate, by: Cell) -> Option<Cell> {
    let second_floor: Vec<Cell> = second.cells().map(|cell| cell + by).collect();
    let second_walls: Vec<Cell> = second.walls.iter().map(|&cell| cell + by).collect();
    let mut first_floor = first.cells();
    let on_floor = first_floor.find(|cell| second_floor.contains(cell) || second_walls.contains(cell));
    on_floor.or_else(|| first.walls.iter().copied().find(|cell| second_floor.contains(cell)))
}

/// Whether two sockets face each other on one cell.
fn face(first: &OrientedTemplate, second: &OrientedTemplate, by: Cell) -> bool {
    let meets = |cell: Cell, dir| second.sockets.iter().any(|socket| socket.cell + by == cell && socket.dir == dir);
    first.sockets.iter().any(|socket| meets(socket.cell, socket.dir.opposite()))
}
