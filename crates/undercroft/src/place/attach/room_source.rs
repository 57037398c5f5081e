//! Masks for the rooms of a plan: of the template that a room asks for, narrow ones for passages, any shape for chambers.

use std::collections::BTreeMap;
use std::rc::Rc;

use undercroft_grid::{BitGrid, Cell, Dir, Size};

use crate::dungeon::{Run, Shape};
use crate::place::accrete::mask_of;
use crate::place::from_template::{Choice, TemplateChooser};
use crate::place::joint::RoomMask;
use crate::plan::{PlanRoom, PlanRoomKind};
use crate::recipe::PlanSpec;
use crate::seed::Stream;
use crate::shape::{MaskDraft, ShapeChooser, SideLimits};

/// Draws masks.
pub struct RoomSource<'a> {
    spec: &'a PlanSpec,
    templates: &'a TemplateChooser<'a>,
    shapes: ShapeChooser,
    limits: SideLimits,
    template_masks: BTreeMap<u32, Rc<RoomMask>>,
}

/// A mask, and the oriented template that it is the floor of.
#[derive(Clone, Debug)]
pub struct DrawnMask {
    /// The mask.
    pub mask: Rc<RoomMask>,
    /// The template, if it is one.
    pub template: Option<u32>,
}

impl<'a> RoomSource<'a> {
    /// Masks with sides on these modules.
    pub fn new(spec: &'a PlanSpec, templates: &'a TemplateChooser<'a>, modules: [i32; 2]) -> Self {
        let limits = SideLimits { min: spec.rooms.min, max: spec.rooms.max, modules, max_aspect: spec.max_aspect };
        let shapes = ShapeChooser::new(spec.shapes, limits);
        Self { spec, templates, shapes, limits, template_masks: BTreeMap::new() }
    }

    /// The templates that a room asks for.
    pub fn choose(&self, room: &PlanRoom, stream: &mut Stream) -> Option<Choice<'a>> {
        self.templates.choose(room, stream)
    }

    /// A mask for a room that is entered in this direction. With each try more of the templates that it asks for are
    /// drawn from: `tried` of `tries`.
    pub fn draw(
        &mut self,
        room: &PlanRoom,
        heading: Dir,
        choice: Option<&Choice>,
        [tried, tries]: [usize; 2],
        stream: &mut Stream,
    ) -> DrawnMask {
        let orientations = choice.map_or(&[][..], Choice::orientations);
        if !orientations.is_empty() {
            let reach = 1 + (orientations.len() - 1) * tried.min(tries) / tries;
            return self.template(orientations[stream.below(reach as u32) as usize]);
        }
        if room.kind == PlanRoomKind::Passage {
            let sides = self.passage_sides(heading, stream);
            return Self::plain(MaskDraft::rect(sides));
        }
        let draft = self.shapes.draw(stream);
        Self::plain(draft)
    }

    /// The smallest rectangle.
    pub fn smallest(&mut self) -> DrawnMask {
        let sides = self.limits.modules.map(|module| (self.limits.min + module - 1) / module * module);
        Self::plain(MaskDraft::rect(sides))
    }

    /// The largest rectangle.
    pub fn largest(&mut self) -> Option<DrawnMask> {
        let draft = self.shapes.rects().next()?;
        Some(Self::plain(draft))
    }

    fn plain(draft: MaskDraft) -> DrawnMask {
        DrawnMask { mask: mask_of(draft), template: None }
    }

    /// Narrow across the heading, and not too long.
    fn passage_sides(&self, heading: Dir, stream: &mut Stream) -> [i32; 2] {
        let SideLimits { min, max, modules, max_aspect } = self.limits;
        let least = modules.map(|module| (min + module - 1) / module);
        let (along, across) = if heading.is_horizontal() { (0, 1) } else { (1, 0) };
        let longest = max.min(least[across] * modules[across] * max_aspect / 100) / modules[along];
        let mut sides = least;
        sides[along] = stream.range(least[along]..longest.max(least[along]) + 1);
        [sides[0] * modules[0], sides[1] * modules[1]]
    }

    fn template(&mut self, oriented: u32) -> DrawnMask {
        let pool = &self.spec.pool;
        let mask = self.template_masks.entry(oriented).or_insert_with(|| {
            let template = pool.oriented_template(oriented);
            let by = Cell::new(0, 0) - template.bounds.min();
            let mut floor = BitGrid::new(Size::of(template.bounds.width(), template.bounds.height()));
            template.floor.iter().for_each(|run: &Run| floor.fill_rect(run.rect().shift(by)));
            let sites = template.sockets.iter().map(|socket| (socket.dir, socket.cell + by));
            Rc::new(RoomMask::with_sites(Shape::Free, floor, sites))
        });
        DrawnMask { mask: Rc::clone(mask), template: Some(oriented) }
    }
}
