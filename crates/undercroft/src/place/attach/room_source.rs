//! Masks for the rooms of a plan: of the template that a room asks for, narrow ones for passages, any shape for chambers.

use std::collections::BTreeMap;
use std::rc::Rc;

use undercroft_grid::{BitGrid, Cell, Dir, Size};

use crate::dungeon::{Run, Shape};
use crate::meter::{Halt, Meter};
use crate::place::accrete::{MaskSource, RoomDraws, mask_of};
use crate::place::from_template::{Choice, TemplateChooser};
use crate::place::joint::RoomMask;
use crate::plan::{PlanRoom, PlanRoomKind};
use crate::recipe::PlanSpec;
use crate::seed::Stream;
use crate::shape::{ShapeChooser, SideLimits};

/// Draws masks.
pub struct RoomSource<'a> {
    spec: &'a PlanSpec,
    templates: &'a TemplateChooser<'a>,
    masks: MaskSource,
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
        let masks = MaskSource::new(shapes, spec.natural, limits, spec.locks > 0);
        Self { spec, templates, masks, limits, template_masks: BTreeMap::new() }
    }

    /// The templates that a room asks for.
    pub fn choose(&self, room: &PlanRoom, stream: &mut Stream) -> Option<Choice<'a>> {
        self.templates.choose(room, stream)
    }

    /// Decides whether the next room is a cave.
    pub fn begin_room(&self, stream: &mut Stream) -> RoomDraws {
        self.masks.begin_room(stream)
    }

    /// A mask for a room that is entered in this direction. With each try more of the templates that it asks for are
    /// drawn from: `tried` of `tries`.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn draw(
        &mut self,
        (room, draws): (&PlanRoom, &mut RoomDraws),
        heading: Dir,
        choice: Option<&Choice>,
        [tried, tries]: [usize; 2],
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<DrawnMask, Halt> {
        let orientations = choice.map_or(&[][..], Choice::orientations);
        if !orientations.is_empty() {
            let reach = 1 + (orientations.len() - 1) * tried.min(tries) / tries;
            return Ok(self.template(orientations[stream.below(reach as u32) as usize]));
        }
        let mask = if room.kind == PlanRoomKind::Passage {
            let sides = self.passage_sides(heading, stream);
            self.masks.draw_small(draws, sides, stream, meter)?
        } else {
            self.masks.draw(draws, stream, meter)?
        };
        Ok(DrawnMask { mask, template: None })
    }

    /// The smallest rectangle, or one of the smallest caves.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn smallest(&mut self, draws: &RoomDraws, stream: &mut Stream, meter: &mut Meter) -> Result<DrawnMask, Halt> {
        let sides = self.limits.modules.map(|module| (self.limits.min + module - 1) / module * module);
        Ok(DrawnMask { mask: self.masks.draw_small(draws, sides, stream, meter)?, template: None })
    }

    /// The largest rectangle.
    pub fn largest(&mut self) -> Option<DrawnMask> {
        let draft = self.masks.rects().next()?;
        Some(DrawnMask { mask: mask_of(draft), template: None })
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
