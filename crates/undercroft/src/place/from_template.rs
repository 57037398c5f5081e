//! Rooms of a plan that are made from templates.
//!
//! A room asks by tags for what its roles call for. Of the templates that have them, those fit that are not larger than
//! rooms may be, require nothing, and have a socket towards every neighbour that the room is joined to (one more on the
//! entrance side for the entrance, one more anywhere for each secret passage). Where none fits the room is a plain one.

use undercroft_grid::{Cell, Dir, Rect};

use super::Placement;
use crate::dungeon::PlacedTemplate;
use crate::events::Event;
use crate::meter::Meter;
use crate::plan::{Plan, PlanCell, PlanLinkKind, PlanRoom, PlanRoomKind};
use crate::recipe::PlanSpec;
use crate::seed::Stream;
use crate::template::{OrientedTemplate, Pool};

/// The doors that a room must be able to have.
#[derive(Clone, Copy, Debug, Default)]
struct Need {
    /// By direction.
    towards: [usize; 4],
    /// Anywhere else.
    more: usize,
}

/// What rooms of a plan can be made from.
pub struct TemplateChooser<'a> {
    spec: &'a PlanSpec,
    needs: Vec<Need>,
}

/// The oriented templates that a room can have, the most wanted first.
pub struct Choice<'a> {
    /// The tags that it asked for.
    tags: &'a [String],
    orientations: Vec<u32>,
}

impl<'a> TemplateChooser<'a> {
    /// The templates of a recipe for the rooms of a plan.
    pub fn new(spec: &'a PlanSpec, plan: &Plan) -> Self {
        Self { spec, needs: needs(plan) }
    }

    /// The orientations for a room in random order by weight; `None` for a room that requires no template.
    pub fn choose(&self, room: &PlanRoom, stream: &mut Stream) -> Option<Choice<'a>> {
        let tags = self.spec.tags.for_room(room.id, &room.roles);
        if tags.is_empty() || (room.kind == PlanRoomKind::Passage && room.roles.is_empty()) {
            return None;
        }
        let pool = &self.spec.pool;
        let templates = pool.templates().iter().zip(pool.candidates()).filter(|(template, _)| template.has_tags(tags));
        let fitting = templates.map(|(template, candidate)| {
            let orientations = candidate.turned.iter().map(|turned| turned.parts[0].oriented);
            let orientations: Vec<u32> =
                orientations.filter(|&oriented| self.fits(pool.oriented_template(oriented), room)).collect();
            (template.quota.weight.max(1), orientations)
        });
        let fitting = fitting.filter(|(_, orientations)| !orientations.is_empty()).collect();
        Some(Choice { tags, orientations: by_weight(fitting, stream) })
    }

    fn fits(&self, oriented: &OrientedTemplate, room: &PlanRoom) -> bool {
        let need = self.needs[room.id.index()];
        let openings = oriented.openings();
        let wanted = need.towards.iter().sum::<usize>() + need.more;
        oriented.required.is_empty()
            && oriented.bounds.width().max(oriented.bounds.height()) <= self.spec.rooms.max
            && openings.iter().zip(need.towards).all(|(&has, needs)| has >= needs)
            && openings.iter().sum::<usize>() >= wanted
    }
}

/// The orientations of template after template, each drawn by its weight from those that are left.
fn by_weight(mut templates: Vec<(u32, Vec<u32>)>, stream: &mut Stream) -> Vec<u32> {
    let mut order = Vec::new();
    while !templates.is_empty() {
        let weights: Vec<u32> = templates.iter().map(|(weight, _)| *weight).collect();
        let (_, mut orientations) = templates.remove(stream.weighted(&weights).unwrap_or(0));
        stream.shuffle(&mut orientations);
        order.extend(orientations);
    }
    order
}

impl Choice<'_> {
    /// The oriented templates, the most wanted first.
    pub fn orientations(&self) -> &[u32] {
        &self.orientations
    }

    /// Whether a template has the tags that were asked for: a room may have that of its mirror image.
    pub fn has_tags(&self, pool: &Pool, placed: &PlacedTemplate) -> bool {
        pool.templates().iter().any(|template| template.name == placed.name && template.has_tags(self.tags))
    }

    /// The warning where none of them can be placed.
    pub fn shortage(&self, room: &PlanRoom) -> String {
        let (id, tags) = (room.id, self.tags.join(" "));
        format!("Room {id} asks for a template with {tags}; none fits its slot and its doors.")
    }

    /// Reports the template that a room was made from.
    pub fn report(&self, room: &PlanRoom, template: &PlacedTemplate, meter: &mut Meter) {
        if meter.wants_events() {
            let (id, tags) = (room.id, self.tags.join(" "));
            let mirrored = if template.mirror { " and mirrored" } else { "" };
            let (name, turn) = (&template.name, template.turn);
            let text = format!("Room {id} asks for {tags} and is the template {name}, turned by {turn}{mirrored}.");
            meter.on_event(Event::Note { text });
        }
    }

    /// Width and height of the floor of the first choice.
    pub fn sides(&self, pool: &Pool) -> Option<[i32; 2]> {
        let bounds = pool.oriented_template(*self.orientations.first()?).bounds;
        Some([bounds.width(), bounds.height()])
    }

    /// The first orientation that fits into the slot, on the module grid where it can; its floor has the `anchor`.
    pub fn place_in_slot(
        &self,
        pool: &Pool,
        slot: Rect,
        anchor: Option<Cell>,
        modules: [i32; 2],
        stream: &mut Stream,
    ) -> Option<Placement> {
        self.orientations.iter().find_map(|&id| {
            let corners = corners(pool.oriented_template(id), slot, anchor);
            let on_grid = |corner: &&Cell| corner.x % modules[0] == 0 && corner.y % modules[1] == 0;
            let aligned: Vec<Cell> = corners.iter().filter(on_grid).copied().collect();
            let corner = *stream.choose(if aligned.is_empty() { &corners } else { &aligned })?;
            Some(Placement::of_template(pool, id, corner - pool.oriented_template(id).bounds.min()))
        })
    }
}

/// Where the corner of the floor's bounding box can lie.
fn corners(oriented: &OrientedTemplate, slot: Rect, anchor: Option<Cell>) -> Vec<Cell> {
    let bounds = oriented.bounds;
    let free = Rect { right: slot.right - bounds.width() + 1, bottom: slot.bottom - bounds.height() + 1, ..slot };
    let has = |corner: Cell, cell: Cell| {
        let local = cell - corner + bounds.min();
        oriented.floor.iter().any(|run| run.rect().contains(local))
    };
    free.cells().filter(|&corner| anchor.is_none_or(|cell| has(corner, cell))).collect()
}

fn needs(plan: &Plan) -> Vec<Need> {
    let mut needs = vec![Need::default(); plan.rooms.len()];
    needs[plan.gate.index()].towards[plan.entry.index()] += 1;
    for link in &plan.links {
        let [a, b] = link.rooms;
        for (from, to) in [(a, b), (b, a)] {
            let need = &mut needs[from.index()];
            match link.kind {
                PlanLinkKind::Corridor => match direction(plan.room(from).cell, plan.room(to).cell) {
                    Some(dir) => need.towards[dir.index()] += 1,
                    // Ambulatories join rooms that are no neighbours.
                    None => need.more += 1,
                },
                PlanLinkKind::SecretPassage => need.more += 1,
                PlanLinkKind::Stairs => {}
            }
        }
    }
    needs
}

/// The direction from a place to its neighbour; north is up in the plan as on the map.
fn direction(from: PlanCell, to: PlanCell) -> Option<Dir> {
    Dir::ALL.into_iter().find(|&dir| from.step(dir) == to)
}
