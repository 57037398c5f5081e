//! Masks for the rooms of a plan: of the template that a room asks for, narrow ones for passages, any shape for chambers.

use std::collections::BTreeMap;
use std::rc::Rc;

use undercroft_grid::{BitGrid, Cell, Dir, Size, Symmetry};

use crate::dungeon::{RoomId, Run, Shape};
use crate::meter::{Halt, Meter};
use crate::place::accrete::{AxisRoom, AxisShapes, MaskSource, RoomDraws, mask_of};
use crate::place::from_template::{Choice, TemplateChooser};
use crate::place::joint::RoomMask;
use crate::plan::{PlanRoom, PlanRoomKind};
use crate::recipe::PlanSpec;
use crate::seed::Stream;
use crate::shape::{MaskDraft, ShapeChooser, SideLimits};
use crate::template::Pool;

/// Draws masks.
pub struct RoomSource<'a> {
    spec: &'a PlanSpec,
    templates: &'a TemplateChooser<'a>,
    masks: MaskSource,
    limits: SideLimits,
    /// Masks for the axis of a symmetric plan.
    axis: Option<AxisShapes>,
    /// Sides of the cloister that room 0 is.
    cloisters: Vec<[i32; 2]>,
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
        let axis = if spec.is_symmetric() { AxisShapes::new(spec.shapes, limits) } else { None };
        let cloisters = if spec.has_cloister { cloisters(modules) } else { Vec::new() };
        let masks = MaskSource::new(shapes, spec.natural, limits, spec.locks > 0);
        Self { spec, templates, masks, limits, axis, cloisters, template_masks: BTreeMap::new() }
    }

    /// Whether rooms can be mirror images of each other.
    pub const fn has_axis(&self) -> bool {
        self.axis.is_some()
    }

    /// A mask for a room on the axis, where there is one: its own image. A template that is none is not used.
    pub fn draw_on_axis(
        &mut self,
        room: &PlanRoom,
        kind: AxisRoom,
        choice: Option<&Choice>,
        stream: &mut Stream,
    ) -> Option<DrawnMask> {
        for &oriented in choice.map_or(&[][..], Choice::orientations) {
            let drawn = self.template(oriented);
            if drawn.mask.is_own_image() {
                return Some(drawn);
            }
        }
        let shapes = self.axis.as_ref()?;
        if let Some(draft) = self.draw_cloister(room, stream) {
            return Some(DrawnMask { mask: mask_of(draft), template: None });
        }
        Some(DrawnMask { mask: shapes.draw(kind, stream), template: None })
    }

    /// The smallest rectangle for the axis.
    pub fn smallest_on_axis(&self) -> Option<DrawnMask> {
        Some(DrawnMask { mask: self.axis.as_ref()?.smallest(), template: None })
    }

    /// The mirror image of a mask; `None` where its template may not be drawn so.
    pub fn image(&mut self, drawn: &DrawnMask) -> Option<DrawnMask> {
        let Some(oriented) = drawn.template else {
            return Some(DrawnMask { mask: Rc::new(drawn.mask.image()), template: None });
        };
        let pool = &self.spec.pool;
        let image = pool.oriented_template(pool.turned_template(oriented, Symmetry::MirrorX));
        let turned = pool.candidates().get(Pool::template_of(oriented))?.turned.iter();
        let mut allowed = turned.map(|turned| turned.parts[0].oriented);
        let image = allowed.find(|&allowed| pool.oriented_template(allowed) == image)?;
        Some(self.template(image))
    }

    fn draw_cloister(&self, room: &PlanRoom, stream: &mut Stream) -> Option<MaskDraft> {
        if room.id != RoomId(0) {
            return None;
        }
        stream.choose(&self.cloisters).map(|&sides| MaskDraft::cloister(sides))
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
        } else if let Some(draft) = self.draw_cloister(room, stream) {
            mask_of(draft)
        } else {
            self.masks.draw(draws, stream, meter)?
        };
        Ok(DrawnMask { mask, template: None })
    }

    /// The smallest rectangle, or one of the smallest caves.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn smallest(
        &mut self,
        draws: &mut RoomDraws,
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<DrawnMask, Halt> {
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

/// The boxes that a cloister can have on these modules, whatever the limits of other rooms.
fn cloisters([x, y]: [i32; 2]) -> Vec<[i32; 2]> {
    let sides = |module: i32| (9..=13).step_by(2).filter(move |side| side % module == 0);
    sides(x).flat_map(|width| sides(y).map(move |height| [width, height])).collect()
}
