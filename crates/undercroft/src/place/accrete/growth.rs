//! One level while it grows.

use std::rc::Rc;

use undercroft_grid::{Cell, Dir, Rect, Size};

use super::joint_rules::JointRules;
use super::landing_wall::landing_places;
use super::lattice::Lattice;
use super::mask_source::{MaskSource, RoomDraws};
use super::masks::mask_of;
use super::step_log::StepLog;
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::place::joint::{JointMap, JointPath, JointSite, RoomMask};
use crate::place::{FRONT_ROWS, FRONT_SIDES, PlaceError, STEPS_PER_TRY};
use crate::recipe::{AccreteSpec, Recipe};
use crate::seed::Stream;
use crate::shape::{ShapeChooser, SideLimits};

/// The most joints that fit among which a step chooses.
pub const CANDIDATES: usize = 8;
/// The most joints that a step tries.
pub const TRIES: usize = 200;
/// The most links that growth gives a room.
pub const MAX_LINKS: u32 = 4;
/// The fewest floor cells of the entrance room, and how often it is drawn for them.
pub const ENTRANCE_AREA: i64 = 12;
pub const ENTRANCE_DRAWS: usize = 20;
/// How often a landing is drawn for a wall before another wall is tried.
const DRAWS_PER_WALL: usize = 5;
/// Rooms from which on long sheets cost, the aspect in per cent that is free, and the cost of each per cent beyond.
const ASPECT_ROOMS: usize = 5;
const FREE_ASPECT: i64 = 130;
const ASPECT_COST: i64 = 20;

/// A room in its place.
#[derive(Debug)]
pub struct GrownRoom {
    /// Its floor, from 0, 0.
    pub mask: Rc<RoomMask>,
    /// Where that is.
    pub at: Cell,
    /// How many joints it has.
    pub links: u32,
    /// Its sites, except those that something blocks for good.
    sites: Vec<JointSite>,
}

/// A joint that was made.
#[derive(Debug)]
pub struct GrownJoint {
    /// The parent and the new room.
    pub rooms: [usize; 2],
    /// Doors and corridor.
    pub path: JointPath,
}

/// Rooms and joints so far.
#[derive(Debug)]
pub struct Growth<'a> {
    pub recipe: &'a Recipe,
    pub spec: &'a AccreteSpec,
    pub rules: JointRules<'a>,
    masks: MaskSource,
    pub map: JointMap,
    pub rooms: Vec<GrownRoom>,
    pub joints: Vec<GrownJoint>,
    /// Rooms that can be parents, in order.
    pub open: Vec<usize>,
}

/// A joint that fits.
pub struct Candidate {
    pub cost: i64,
    pub parent: usize,
    pub mask: Rc<RoomMask>,
    pub at: Cell,
    pub path: JointPath,
}

/// A mask with the places that it can have.
type PlacedMask = (Rc<RoomMask>, Vec<Cell>);

impl<'a> Growth<'a> {
    /// A level without rooms. `others` is the box of the levels before it.
    pub fn new(recipe: &'a Recipe, spec: &'a AccreteSpec, lattice: &Lattice, others: Rect) -> Self {
        let size = if recipe.entrance_side.is_horizontal() { [spec.size[1], spec.size[0]] } else { spec.size };
        let modules = side_limits(recipe, spec, lattice).modules;
        Self {
            recipe,
            spec,
            rules: JointRules::new(recipe, spec, modules),
            masks: masks(recipe, spec, lattice),
            map: JointMap::new(size, modules, others),
            rooms: Vec::new(),
            joints: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Places the entrance room and returns the entrance's door, in its south wall.
    ///
    /// # Errors
    /// When it does not fit on the map, or the meter halts.
    pub fn add_entrance(
        &mut self,
        stream: &mut Stream,
        log: &mut StepLog,
        meter: &mut Meter,
    ) -> Result<Rect, PlaceError> {
        let (mask, places) = self.entrance_mask(stream, meter)?.ok_or_else(|| self.no_place())?;
        let gate = self.entrance_door(&mask).ok_or_else(|| self.no_place())?;
        let at = if let [only] = places[..] { only } else { *stream.choose(&places).ok_or_else(|| self.no_place())? };
        let gate = gate.shift(at);
        self.map.add_room(&mask, at);
        self.map.add_entrance(gate, self.entrance_runway(), FRONT_ROWS, FRONT_SIDES);
        self.add_room(mask, at, 0, log);
        Ok(gate)
    }

    fn entrance_runway(&self) -> i32 {
        self.recipe.corridors.runway.max(1)
    }

    /// Places the first room of a level that is reached by stairs from a room of another: both have the line of a wall in
    /// common, drawn among four, and floor along it where the stairs can be. At worst it is the same room again.
    ///
    /// # Errors
    /// When a mask leaves no place for it, or the meter halts.
    pub fn add_landing(
        &mut self,
        from: &GrownRoom,
        stream: &mut Stream,
        log: &mut StepLog,
        meter: &mut Meter,
    ) -> Result<(), PlaceError> {
        let first = stream.below(Dir::ALL.len() as u32) as usize;
        let (mut found, mut room) = (None, self.masks.begin_room(stream));
        for draw in 0..ENTRANCE_DRAWS {
            let mask = self.masks.draw(&mut room, stream, meter)?;
            // A room may have no floor along the wall that was drawn; others may have no such room.
            let side = Dir::from_index((first + draw / DRAWS_PER_WALL) % Dir::ALL.len());
            let places = landing_places((&from.mask, from.at), &mask, side, self.rules.modules);
            let Some(&at) = stream.choose(&places) else { continue };
            let is_on_grid = mask.is_cave() || self.rules.is_aligned(at);
            if is_on_grid && self.map.fits_room(&mask, at).is_ok() {
                found = Some((mask, at));
                break;
            }
        }
        let (mask, at) = found.unwrap_or_else(|| (Rc::clone(&from.mask), from.at));
        if self.map.fits_room(&mask, at).is_err() {
            return Err(PlaceError::NoMaskPlace { what: "the room at the other end of the stairs".to_owned() });
        }
        self.map.add_room(&mask, at);
        self.add_room(mask, at, 0, log);
        Ok(())
    }

    /// Links between the first room and each other one.
    pub fn hops(&self) -> Vec<u32> {
        let mut hops = vec![0; self.rooms.len()];
        // A room is attached after its parent.
        self.joints.iter().for_each(|joint| hops[joint.rooms[1]] = hops[joint.rooms[0]] + 1);
        hops
    }

    /// The error for a map without space for the entrance room.
    pub fn no_place(&self) -> PlaceError {
        let size = |axis: usize| self.spec.size[axis].unwrap_or(undercroft_grid::MAX_SIDE);
        PlaceError::NoFirstRoom { size: Size::of(size(0), size(1)), min: self.spec.rooms.min }
    }

    /// A mask with floor enough for an entrance; after some draws the largest rectangle that fits on the map.
    /// Comes with the places that it can have.
    fn entrance_mask(&mut self, stream: &mut Stream, meter: &mut Meter) -> Result<Option<PlacedMask>, Halt> {
        let mut room = self.masks.begin_room(stream);
        for _ in 0..ENTRANCE_DRAWS {
            let mask = self.masks.draw(&mut room, stream, meter)?;
            let places = if mask.area >= ENTRANCE_AREA { self.entrance_places(&mask) } else { Vec::new() };
            if !places.is_empty() {
                return Ok(Some((mask, places)));
            }
        }
        let rects: Vec<Rc<RoomMask>> = self.masks.rects().map(mask_of).collect();
        let mut placed = rects.into_iter().map(|mask| (self.entrance_places(&mask), mask));
        Ok(placed.find(|(places, _)| !places.is_empty()).map(|(places, mask)| (mask, places)))
    }

    fn entrance_places(&self, mask: &RoomMask) -> Vec<Cell> {
        let Some(door) = self.entrance_door(mask) else { return Vec::new() };
        self.map.entrance_places(mask, door, self.entrance_runway(), false)
    }

    /// The door in the middle of the longest run of the southernmost wall.
    fn entrance_door(&self, mask: &RoomMask) -> Option<Rect> {
        let outermost = mask.sites(Dir::South).iter().filter(|site| site.cell.y == mask.size().height());
        let site = outermost.min_by_key(|site| (-site.widest(), site.off_center(), site.cell))?;
        Some(site.door(self.recipe.corridors.width.min(site.widest())))
    }

    /// Adds a room to the lists.
    pub fn add_room(&mut self, mask: Rc<RoomMask>, at: Cell, links: u32, log: &mut StepLog) {
        log.placed(self.rooms.len(), mask.size().rect().shift(at));
        let sites: Vec<JointSite> = mask.all_sites().map(|site| site.shift(at)).collect();
        if !sites.is_empty() {
            self.open.push(self.rooms.len());
        }
        self.rooms.push(GrownRoom { mask, at, links, sites });
    }

    /// Attaches one room; returns whether any joint fitted.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn step(&mut self, stream: &mut Stream, log: &mut StepLog, meter: &mut Meter) -> Result<bool, Halt> {
        let mut best: Option<Candidate> = None;
        let (mut found, mut room) = (0, self.masks.begin_room(stream));
        for _ in 0..TRIES {
            if found == CANDIDATES || self.open.is_empty() {
                break;
            }
            meter.spend(STEPS_PER_TRY)?;
            let Some(candidate) = self.try_joint(&mut room, stream, log, meter)? else { continue };
            found += 1;
            // Of equals the first is taken.
            if best.as_ref().is_none_or(|best| candidate.cost < best.cost) {
                best = Some(candidate);
            }
        }
        Ok(best.is_some_and(|candidate| self.commit(candidate, log)))
    }

    /// Makes a joint; returns whether it fits, as every candidate does.
    pub fn commit(&mut self, candidate: Candidate, log: &mut StepLog) -> bool {
        let Candidate { parent, mask, at, path, .. } = candidate;
        if self.map.attach(&mask, at, &path).is_err() {
            return false;
        }
        self.joints.push(GrownJoint { rooms: [parent, self.rooms.len()], path });
        self.rooms[parent].links += 1;
        if self.rooms[parent].links == MAX_LINKS {
            self.close(parent);
        }
        self.add_room(mask, at, 1, log);
        true
    }

    /// The room is no parent any more.
    fn close(&mut self, room: usize) {
        if let Ok(position) = self.open.binary_search(&room) {
            self.open.remove(position);
        }
    }

    /// Draws a joint; `None` where it does not fit.
    pub fn try_joint(
        &mut self,
        room: &mut RoomDraws,
        stream: &mut Stream,
        log: &mut StepLog,
        meter: &mut Meter,
    ) -> Result<Option<Candidate>, Halt> {
        let Some((parent, site)) = self.draw_site(stream) else { return Ok(None) };
        let mask = self.masks.draw(room, stream, meter)?;
        Ok(self.join(parent, &site, mask, stream, log))
    }

    /// Decides whether the next room is a cave.
    pub fn begin_room(&self, stream: &mut Stream) -> RoomDraws {
        self.masks.begin_room(stream)
    }

    /// Draws the joint of a room at a site; `None` where it does not fit.
    fn join(
        &self,
        parent: usize,
        site: &JointSite,
        mask: Rc<RoomMask>,
        stream: &mut Stream,
        log: &mut StepLog,
    ) -> Option<Candidate> {
        let has_cave = mask.is_cave() || self.rooms[parent].mask.is_cave();
        let length = self.rules.draw_length(site.normal, has_cave, stream)?;
        let bend = self.rules.draw_bend(site.normal, length, stream);
        let (at, width) = self.rules.draw_entry(site, length, bend, &mask, stream)?;
        // Most joints fail because the room does not fit: the path is made when it does.
        let path = |()| JointPath::new(site.door(width), site.normal, length, bend, self.recipe.corridors.runway);
        let fits = self.map.fits_room(&mask, at).map(path);
        let fits = fits.and_then(|path| self.map.fits_path(&mask, at, &path).map(|()| path));
        let path = fits.map_err(|refusal| log.rejected(parent, site.cell, refusal.reason())).ok()?;
        let cost = self.cost(&mask, at, &path, stream);
        Some(Candidate { cost, parent, mask, at, path })
    }

    /// A site of a room that is not blocked. One that is blocked for good is forgotten.
    fn draw_site(&mut self, stream: &mut Stream) -> Option<(usize, JointSite)> {
        let rooms = self.open.len() as u32;
        let mut place = stream.below(rooms);
        if stream.chance(self.spec.chain) {
            place = place.max(stream.below(rooms));
        }
        let parent = self.open[place as usize];
        let sites = &self.rooms[parent].sites;
        let drawn = stream.below(sites.len() as u32) as usize;
        let site = sites[drawn];
        if !self.map.is_free(site.approach()) || self.map.has_door_near(site.door(1)) {
            self.forget_site(parent, drawn);
            return None;
        }
        // The first joint leaves the entrance room by another wall than the visitor came in.
        let is_first = self.rooms.len() == 1 && self.map.has_front();
        (!is_first || site.normal != Dir::South).then_some((parent, site))
    }

    /// A site is blocked for good. A room without sites is no parent any more.
    fn forget_site(&mut self, room: usize, site: usize) {
        let sites = &mut self.rooms[room].sites;
        sites.swap_remove(site);
        if sites.is_empty() {
            self.close(room);
        }
    }

    /// What the dungeon would be like with the room: low where it is compact and its sheet nearly square. [Unit:
    /// ten-thousandths]
    fn cost(&self, mask: &RoomMask, at: Cell, path: &JointPath, stream: &mut Stream) -> i64 {
        let bounds = self.map.joined_bounds(mask, at, path);
        let area = self.map.area + mask.area + path.area();
        let compactness = i64::from(self.spec.compactness.parts());
        let (long, short) = (bounds.width().max(bounds.height()), bounds.width().min(bounds.height()));
        let aspect = 100 * i64::from(long) / i64::from(short) - FREE_ASPECT;
        let aspect = if self.rooms.len() + 1 >= ASPECT_ROOMS { aspect.max(0) } else { 0 };
        let whole = i64::from(Fraction::WHOLE);
        compactness * 1_000 * bounds.area() / area
            + whole * ASPECT_COST * aspect
            + (whole - compactness) * i64::from(stream.below(1_000))
    }
}

/// The boxes of rooms as they grow, before they are turned to the entrance side.
pub fn side_limits(recipe: &Recipe, spec: &AccreteSpec, lattice: &Lattice) -> SideLimits {
    let [x, y] = lattice.modules;
    let modules = if recipe.entrance_side.is_horizontal() { [y, x] } else { [x, y] };
    SideLimits { min: spec.rooms.min, max: spec.rooms.max, modules, max_aspect: spec.max_aspect }
}

fn masks(recipe: &Recipe, spec: &AccreteSpec, lattice: &Lattice) -> MaskSource {
    let limits = side_limits(recipe, spec, lattice);
    MaskSource::new(ShapeChooser::new(spec.shapes, limits), spec.natural, limits, spec.locks > 0)
}
