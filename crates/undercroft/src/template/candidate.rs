//! What walkers place: one template or a whole group, in all the ways in which it may be turned.

use undercroft_grid::{Cell, Dir, Rect, Symmetry};

use super::oriented::{Shape, TemplateSocket};
use super::pool::shape_id;
use super::{Group, Member, Quota, RoomTemplate};
use crate::dungeon::Role;

/// A room of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Position of its shape in [`Pool::shape`](super::Pool::shape).
    pub shape: u32,
    /// Its drawing's north-west corner, counted from the piece's.
    pub at: Cell,
}

/// A piece, turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// Its rooms.
    pub parts: Vec<Part>,
    /// For each direction the sockets that point there: the part and the cell, counted from the piece's corner.
    pub sockets: [Vec<(u32, Cell)>; 4],
}

/// One template or one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// How often it is wanted.
    pub quota: Quota,
    /// The role of its only room that decides when it is placed: first for an entrance, last for a boss.
    pub role: Option<Role>,
    /// Whether a room of it has required sockets.
    pub has_required: bool,
    /// All the ways in which it may be turned and looks different.
    pub turned: Vec<Turned>,
}

impl Piece {
    /// The piece of a single template.
    pub(super) fn single(id: usize, template: &RoomTemplate, shapes: &[Shape]) -> Self {
        let member = |symmetry| Member { template: id, symmetry, at: Cell::new(0, 0) };
        let turned = template.symmetries().into_iter().map(|symmetry| turned(&[member(symmetry)], shapes)).collect();
        let role = [Role::Entrance, Role::Boss].into_iter().find(|&role| template.has_role(role));
        Self::new(&template.name, template.quota, role, turned, shapes)
    }

    /// The piece of a group.
    pub(super) fn group(group: &Group, shapes: &[Shape]) -> Self {
        let all = Symmetry::ALL.into_iter().filter(|symmetry| group.mirror || !symmetry.is_mirrored());
        let turned = all.map(|symmetry| turned(&moved(&group.members, symmetry, shapes), shapes)).collect();
        Self::new(&group.name, group.quota, None, turned, shapes)
    }

    fn new(name: &str, quota: Quota, role: Option<Role>, turned: Vec<Turned>, shapes: &[Shape]) -> Self {
        let mut parts = turned.iter().flat_map(|turned| &turned.parts);
        let has_required = parts.any(|part| !shapes[part.shape as usize].required.is_empty());
        Self { name: name.to_owned(), quota, role, has_required, turned }
    }

    /// Whether one more may be placed when there are `placed`.
    pub fn may_follow(&self, placed: u32) -> bool {
        self.quota.max.is_none_or(|max| placed < max)
    }

    /// Whether chance may choose it.
    pub fn is_common(&self) -> bool {
        self.role.is_none() && self.quota.weight > 0
    }
}

fn turned(members: &[Member], shapes: &[Shape]) -> Turned {
    let corner = members.iter().map(|member| rect(member, shapes)).fold(Rect::new(0, 0, 0, 0), Rect::hull).min();
    let parts: Vec<Part> = members
        .iter()
        .map(|member| Part { shape: shape_id(member.template, member.symmetry), at: member.at - corner })
        .collect();
    let mut sockets: [Vec<(u32, Cell)>; 4] = Default::default();
    for (index, part) in (0..).zip(&parts) {
        for TemplateSocket { cell, dir, .. } in &shapes[part.shape as usize].sockets {
            sockets[dir.index()].push((index, *cell + part.at));
        }
    }
    // Cells where two members meet are doors already.
    let met: Vec<Cell> = Dir::ALL
        .into_iter()
        .flat_map(|dir| &sockets[dir.index()])
        .map(|&(_, cell)| cell)
        .filter(|&cell| Dir::ALL.into_iter().filter(|dir| sockets[dir.index()].iter().any(|s| s.1 == cell)).count() > 1)
        .collect();
    for list in &mut sockets {
        list.retain(|(_, cell)| !met.contains(cell));
    }
    Turned { parts, sockets }
}

/// The rectangle of a member's drawing.
fn rect(member: &Member, shapes: &[Shape]) -> Rect {
    let size = shapes[shape_id(member.template, member.symmetry) as usize].size;
    Rect::at(member.at, size.width(), size.height())
}

/// The members after the whole group was mirrored and turned.
fn moved(members: &[Member], symmetry: Symmetry, shapes: &[Shape]) -> Vec<Member> {
    let whole = members.iter().map(|member| rect(member, shapes)).fold(Rect::new(0, 0, 0, 0), Rect::hull);
    let size = undercroft_grid::Size::of(whole.width(), whole.height());
    let place = |member: &Member| {
        let rect = rect(member, shapes).shift(-whole.min());
        Member { at: symmetry.rect(rect, size).min(), symmetry: symmetry.after(member.symmetry), ..*member }
    };
    members.iter().map(place).collect()
}
