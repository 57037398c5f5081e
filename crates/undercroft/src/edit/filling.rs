//! *Fill the rest*: rolls a recipe round a map that has none, with everything on the map pinned.
//!
//! ```text
//!  ##########              ##########   ######
//!  #....#...#              #....#...#####....#
//!  #....+...#     ──▶      #....+...+,,,+....#     a plain map, and what a preset makes round it
//!  #....#...#              #....#...#####....#
//!  ##########              ##########   ######
//! ```
//!
//! Floor without rooms is adopted first. The map is as large as before, or larger, and nothing on it moves.

use std::collections::BTreeMap;

use super::EditError;
use super::adopt::adopt_all;
use super::room_text::plain_notes;
use crate::dungeon::{Dungeon, Ground, Level, MAX_PINS, Pin, PinAuthor, PinnedCell, Room};
use crate::field::Value;
use crate::pin::PinMaker;
use crate::recipe::{Method, Recipe};

/// What a roll keeps of a map, and what its recipe needs for that.
///
/// ```
/// use undercroft::edit::Filling;
/// use undercroft::format::text;
/// use undercroft::verify::verify;
/// use undercroft::Generator;
///
/// let map = "##########\n#....#...#\n#....+...#\n#....#...#\n##########\n";
/// let drawn = text::read(map).expect("the text is a map");
/// let mut generator = Generator::preset("small dungeon")?.seed(3);
/// let filling = Filling::new(&drawn, &generator.check()?).expect("the map has walls all round");
/// for (key, value) in filling.set {
///     generator = generator.set(key, value)?;
/// }
/// let filled = generator.pins(filling.pins, Some(&drawn)).generate()?;
/// assert!(verify(&filled).is_sound());
/// assert!(drawn.rooms.iter().all(|room| filled.rooms.iter().any(|other| other.floor == room.floor)));
/// assert!(filled.rooms.len() > drawn.rooms.len());
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Filling {
    /// Everything on the map, as pins of `hand`.
    pub pins: Vec<Pin>,
    /// Width and height of the map, which the roll is at least as large as.
    pub pins_size: Option<[i32; 2]>,
    /// Fields that the recipe has to have other values for: the size of the map, its levels, the number of rooms.
    pub set: BTreeMap<&'static str, Value>,
}

impl Filling {
    /// Pins everything on a map, and fits a recipe to it.
    ///
    /// The recipe's map becomes as large as this one where it is smaller. `rooms.count` counts pinned rooms; passages come on
    /// top of it, and where the map has that many rooms already, so do they.
    ///
    /// # Errors
    /// When floor lies at the edge of the map, or there is more on it than can be pinned.
    pub fn new(dungeon: &Dungeon, recipe: &Recipe) -> Result<Self, EditError> {
        let adopted = adopt_all(dungeon)?;
        let pins = pins_of(dungeon, &adopted, recipe);
        if pins.len() > MAX_PINS {
            let problem = format!("a dungeon has at most {MAX_PINS} pins, and the map needs {}", pins.len());
            return Err(EditError::Impossible(problem));
        }
        let pins_size = adopted.levels.first().map(|level| [level.size().width(), level.size().height()]);
        let mut set = BTreeMap::new();
        fit_size(recipe, pins_size, &mut set);
        fit_levels(recipe, &pins, &mut set);
        fit_rooms(recipe, &adopted, &mut set);
        Ok(Self { pins, pins_size, set })
    }
}

/// Pins of everything there is. Numbers that adopting gave are not pinned: a roll deals them in walking order.
fn pins_of(before: &Dungeon, dungeon: &Dungeon, recipe: &Recipe) -> Vec<Pin> {
    let is_known = |name: &String| {
        recipe.method.pool().is_some_and(|pool| pool.templates().iter().any(|template| template.name == *name))
    };
    let mut maker = PinMaker::new(dungeon).made_by(PinAuthor::Hand);
    for room in &dungeon.rooms {
        let id = maker.pin_room(room.id);
        let had_number = before.rooms.get(room.id.index()).is_some_and(|known| known.number.is_some());
        let Some(pin) = maker.room_pin_mut(id) else { continue };
        if !pin.template.as_ref().is_some_and(|template| is_known(&template.name)) {
            (pin.template, pin.sockets) = (None, Vec::new());
        }
        pin.number = pin.number.filter(|_| had_number);
        pin.purpose = pin.purpose.take().or_else(|| room.purpose.clone());
        if !room.notes.is_empty() {
            pin.notes = Some(plain_notes(room));
        }
    }
    for link in &dungeon.links {
        maker.pin_link(link.id);
    }
    let is_linked = |door| dungeon.links.iter().any(|link| link.doors().contains(&door));
    for door in dungeon.doors.iter().filter(|door| !is_linked(door.id)) {
        maker.pin_door(door.id);
    }
    for level in &dungeon.levels {
        maker.pin_single_cells(level.z, ground(level));
    }
    dungeon.features.iter().for_each(|feature| maker.pin_feature(feature.id));
    dungeon.spawns.iter().for_each(|spawn| maker.pin_spawn(spawn.id));
    maker.pin_entrance();
    if !dungeon.name.is_empty() {
        maker.pin_name();
    }
    maker.finish()
}

/// What lies on the ground.
fn ground(level: &Level) -> Vec<PinnedCell> {
    let wet = level.size().cells().filter(|&cell| level.ground_at(cell) != Ground::Bare);
    wet.map(|cell| PinnedCell { cell, terrain: None, ground: Some(level.ground_at(cell)) }).collect()
}

/// The recipe's map is at least as large as the one that is filled.
fn fit_size(recipe: &Recipe, map: Option<[i32; 2]>, set: &mut BTreeMap<&'static str, Value>) {
    let (Some(size), Some([width, height])) = (recipe.method.size(), map) else { return };
    for (key, have, need) in [("width", size.width(), width), ("height", size.height(), height)] {
        if have < need {
            set.insert(key, Value::from(i64::from(need)));
        }
    }
}

/// The recipe has every level of the map.
fn fit_levels(recipe: &Recipe, pins: &[Pin], set: &mut BTreeMap<&'static str, Value>) {
    let [low, high] = match &recipe.method {
        Method::Accrete(spec) => spec.levels,
        Method::Plan(spec) => spec.levels.unwrap_or(spec.category_levels),
        Method::Bsp(_) | Method::House(_) | Method::Templates(_) => return,
    };
    let levels = || pins.iter().filter_map(Pin::z);
    let all = [low.min(levels().min().unwrap_or(low)), high.max(levels().max().unwrap_or(high))];
    if all != [low, high] {
        set.insert("levels", Value::List(all.map(|z| Value::from(i64::from(z))).to_vec()));
    }
}

/// There is space for rooms besides those of the map, in a house on each of its storeys.
fn fit_rooms(recipe: &Recipe, dungeon: &Dungeon, set: &mut BTreeMap<&'static str, Value>) {
    let Some(rooms) = recipe.method.rooms() else { return };
    let count = |more: u32, count: u32| Value::from(i64::from(count) + i64::from(more));
    let storeys: Vec<(i32, u32)> = match &recipe.method {
        Method::House(spec) if spec.storeys.len() > 1 => (spec.lowest..).zip(spec.storeys.iter().copied()).collect(),
        _ => Vec::new(),
    };
    let more = |(z, wanted): &(i32, u32)| rooms_on_top(dungeon.rooms.iter().filter(|room| room.z == *z), *wanted);
    let all = if storeys.is_empty() {
        rooms_on_top(dungeon.rooms.iter(), rooms.count)
    } else {
        storeys.iter().map(more).sum()
    };
    if all == 0 {
        return;
    }
    set.insert("rooms.count", count(all, rooms.count));
    if !storeys.is_empty() {
        set.insert("storeys", Value::List(storeys.iter().map(|storey| count(more(storey), storey.1)).collect()));
    }
}

/// How many rooms of a map a recipe of so many does not count: passages, and all rooms where the map has as many.
fn rooms_on_top<'a>(rooms: impl Iterator<Item = &'a Room>, wanted: u32) -> u32 {
    let (numbered, passages): (Vec<&Room>, Vec<&Room>) = rooms.partition(|room| room.number.is_some());
    let on_top = if numbered.len() >= wanted as usize { numbered.len() } else { 0 };
    (on_top + passages.len()) as u32
}
