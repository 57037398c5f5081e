//! Candidates for placement: one template or a whole group, in every orientation that it may have.

use undercroft_grid::{Cell, Dir, Rect, Symmetry};

use super::oriented::{OrientedTemplate, TemplateSocket, oriented_id};
use super::{Quota, RoomTemplate, TemplateGroup, TemplateMember};
use crate::dungeon::Role;

/// A room of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CandidatePart {
    /// Id of its drawing in [`Pool::oriented_template`](super::Pool::oriented_template).
    pub oriented: u32,
    /// Its drawing's north-west corner, counted from the candidate's.
    pub at: Cell,
}

/// A candidate in one orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrientedCandidate {
    /// Its rooms.
    pub parts: Vec<CandidatePart>,
    /// For each direction the sockets that point there: the part and the cell, counted from the candidate's corner.
    pub sockets: [Vec<(u32, Cell)>; 4],
}

/// One template or one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// How often it is wanted.
    pub quota: Quota,
    /// The role of its only room that decides when it is placed: first for an entrance, last for a boss.
    pub role: Option<Role>,
    /// Whether a room of it has required sockets.
    pub has_required: bool,
    /// Every orientation in which it may be placed and looks different.
    pub turned: Vec<OrientedCandidate>,
}

impl Candidate {
    /// The candidate of a single template.
    pub(super) fn single(id: usize, template: &RoomTemplate, oriented_templates: &[OrientedTemplate]) -> Self {
        let member = |symmetry| TemplateMember { template: id, symmetry, at: Cell::new(0, 0) };
        let turned =
            template.symmetries().into_iter().map(|symmetry| turned(&[member(symmetry)], oriented_templates)).collect();
        let role = [Role::Entrance, Role::Boss].into_iter().find(|&role| template.has_role(role));
        Self::new(&template.name, template.quota, role, turned, oriented_templates)
    }

    /// The candidate of a group.
    pub(super) fn group(group: &TemplateGroup, oriented_templates: &[OrientedTemplate]) -> Self {
        let all = Symmetry::ALL.into_iter().filter(|symmetry| group.mirror || !symmetry.is_mirrored());
        let turned = all
            .map(|symmetry| turned(&moved(&group.members, symmetry, oriented_templates), oriented_templates))
            .collect();
        Self::new(&group.name, group.quota, None, turned, oriented_templates)
    }

    fn new(
        name: &str,
        quota: Quota,
        role: Option<Role>,
        turned: Vec<OrientedCandidate>,
        oriented_templates: &[OrientedTemplate],
    ) -> Self {
        let mut parts = turned.iter().flat_map(|turned| &turned.parts);
        let has_required = parts.any(|part| !oriented_templates[part.oriented as usize].required.is_empty());
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

fn turned(members: &[TemplateMember], oriented_templates: &[OrientedTemplate]) -> OrientedCandidate {
    let corner =
        members.iter().map(|member| rect(member, oriented_templates)).fold(Rect::new(0, 0, 0, 0), Rect::hull).min();
    let parts: Vec<CandidatePart> = members
        .iter()
        .map(|member| CandidatePart { oriented: oriented_id(member.template, member.symmetry), at: member.at - corner })
        .collect();
    let mut sockets: [Vec<(u32, Cell)>; 4] = Default::default();
    for (index, part) in (0..).zip(&parts) {
        for TemplateSocket { cell, dir, .. } in &oriented_templates[part.oriented as usize].sockets {
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
    OrientedCandidate { parts, sockets }
}

/// The rectangle of a member's drawing.
fn rect(member: &TemplateMember, oriented_templates: &[OrientedTemplate]) -> Rect {
    let size = oriented_templates[oriented_id(member.template, member.symmetry) as usize].size;
    Rect::at(member.at, size.width(), size.height())
}

/// The members after the whole group was mirrored and turned.
fn moved(
    members: &[TemplateMember],
    symmetry: Symmetry,
    oriented_templates: &[OrientedTemplate],
) -> Vec<TemplateMember> {
    let whole = members.iter().map(|member| rect(member, oriented_templates)).fold(Rect::new(0, 0, 0, 0), Rect::hull);
    let size = undercroft_grid::Size::of(whole.width(), whole.height());
    let place = |member: &TemplateMember| {
        let rect = rect(member, oriented_templates).shift(-whole.min());
        TemplateMember { at: symmetry.rect(rect, size).min(), symmetry: symmetry.after(member.symmetry), ..*member }
    };
    members.iter().map(place).collect()
}
