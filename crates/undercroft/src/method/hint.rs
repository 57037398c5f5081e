//! Hints for recipes that have no place: the change of one field that helps, each tried before it is given.
//!
//! Growth and partitions without a mask give hints of their own where they are short of rooms; the rest is laid out again with
//! one field changed.

use undercroft_grid::Size;

use super::{Blueprint, lay_out_once};
use crate::error::Error;
use crate::events::NoEvents;
use crate::field::MethodKind;
use crate::meter::Meter;
use crate::place::{Hint, PlaceError, hint_words};
use crate::recipe::{Method, ModuleGrid, Recipe, RoomSpec, field};
use crate::route::RouteError;

/// Search steps that all tries together may take, and one of them: about a second, and a tenth of one.
const ALL_STEPS: u64 = 8_000_000;
const STEPS_PER_TRY: u64 = 1_000_000;
/// How many larger maps are tried, each by a quarter larger, and the longest side of one. [Unit: cells]
const LARGER: i32 = 8;
const LONGEST_SIDE: i32 = 4096;

/// A recipe with one field changed.
struct Change {
    /// As a recipe has it: `rooms.min = 3`.
    words: String,
    recipe: Recipe,
}

/// Says with what change more fits, where a dungeon is short of rooms or of floor.
///
/// # Errors
/// When the events ask to stop.
pub fn explain_shortage(recipe: &Recipe, blueprint: &mut Blueprint, meter: &mut Meter) -> Result<(), Error> {
    let (wanted, placed) = (wanted(recipe), amount(recipe, blueprint));
    if placed >= wanted || has_own_hints(recipe) {
        return Ok(());
    }
    let hints = Trial { wanted, placed, steps: ALL_STEPS }.hints(&changes(recipe), meter)?;
    if !hints.is_empty() {
        blueprint.layout.warnings.push(format!("These make place, each alone: {}.", hint_words(hints)));
    }
    Ok(())
}

/// The error with the changes with which there is a dungeon, where it is about place.
pub fn explain(recipe: &Recipe, error: Error, meter: &mut Meter) -> Error {
    if !is_about_place(&error) {
        return error;
    }
    let mut changes = changes(recipe);
    changes.extend(fewer_rooms(recipe));
    let hints = match (Trial { wanted: wanted(recipe), placed: 0, steps: ALL_STEPS }).hints(&changes, meter) {
        Ok(hints) => hints,
        Err(stopped) => return stopped,
    };
    let fields: Vec<&str> = changes.iter().filter_map(|list| list.first()?.words.split(" = ").next()).collect();
    let hint = if hints.is_empty() {
        format!("no change of one field alone makes place; tried were {}", fields.join(", "))
    } else {
        format!("these make place, each alone: {}", hint_words(hints))
    };
    Error::NoPlace { error: Box::new(error), hint }
}

/// What is asked for: rooms, or floor cells where rooms are drawn.
fn wanted(recipe: &Recipe) -> usize {
    match &recipe.method {
        Method::Templates(spec) => spec.floor_cells as usize,
        other => other.rooms().map_or(0, |rooms| rooms.count as usize),
    }
}

/// What there is of it.
fn amount(recipe: &Recipe, Blueprint { layout, .. }: &Blueprint) -> usize {
    let floor = || layout.rooms.iter().flat_map(|room| &room.floor).map(|run| run.length as usize).sum();
    if recipe.method.kind() == MethodKind::Templates { floor() } else { layout.rooms.len() }
}

fn has_own_hints(recipe: &Recipe) -> bool {
    let kind = recipe.method.kind();
    kind == MethodKind::Accrete || kind == MethodKind::Bsp && recipe.mask.is_none()
}

const fn is_about_place(error: &Error) -> bool {
    use PlaceError::{NoEntrance, NoFirstRoom, NoMaskPlace, NoPlace, NoSecondRoom, TooFew};
    match error {
        Error::Place(error) => matches!(
            error,
            NoPlace { .. }
                | NoEntrance { .. }
                | TooFew { .. }
                | NoFirstRoom { .. }
                | NoSecondRoom { .. }
                | NoMaskPlace { .. }
        ),
        Error::Route(error) => matches!(error, RouteError::NoEntrance { .. } | RouteError::Apart { .. }),
        _ => false,
    }
}

/// Tries changes within a number of steps.
struct Trial {
    wanted: usize,
    placed: usize,
    steps: u64,
}

impl Trial {
    /// Of each list the mildest change that helps.
    fn hints(mut self, changes: &[Vec<Change>], meter: &mut Meter) -> Result<Vec<Hint>, Error> {
        let mut hints = Vec::new();
        for list in changes {
            meter.ask()?;
            let words = list.iter().map(|change| change.words.clone());
            hints.extend(Hint::mildest(words, self.wanted, self.placed, |at| self.amount(&list[at].recipe)));
        }
        Ok(hints)
    }

    /// What a changed recipe gives; nothing where it takes long.
    fn amount(&mut self, changed: &Recipe) -> usize {
        let mut sink = NoEvents;
        let mut meter = Meter::new(&mut sink, self.steps.min(STEPS_PER_TRY));
        let made = lay_out_once(changed, &mut meter);
        self.steps = self.steps.saturating_sub(meter.spent());
        made.map_or(0, |blueprint| amount(changed, &blueprint))
    }
}

/// The changes of each field that may make place, mildest first.
fn changes(recipe: &Recipe) -> Vec<Vec<Change>> {
    let kind = recipe.method.kind();
    let mut lists = room_changes(recipe);
    let corridors = recipe.corridors;
    lists.push(list("corridors.width", down(corridors.width, 1), recipe, |recipe, width| {
        recipe.corridors.width = width;
    }));
    lists.push(list("corridors.runway", down(corridors.runway, 1), recipe, |recipe, runway| {
        recipe.corridors.runway = runway;
    }));
    if kind == MethodKind::Templates {
        lists.extend(walker_changes(recipe));
    }
    lists.push(larger_maps(recipe));
    lists.retain(|list| !list.is_empty());
    lists
}

fn room_changes(recipe: &Recipe) -> Vec<Vec<Change>> {
    let Some(rooms) = recipe.method.rooms() else { return Vec::new() };
    let RoomSpec { min, max, grid, padding, .. } = rooms;
    let coarsest = if let ModuleGrid::Fixed([x, y]) = grid { x.max(y) } else { 1 };
    let with = |key: &str, values: Vec<i32>, set: fn(&mut RoomSpec, i32)| {
        list(key, values, recipe, |recipe, value| recipe.method.change_rooms(|rooms| set(rooms, value)))
    };
    vec![
        with("rooms.grid", down(coarsest, 1), |rooms, module| rooms.grid = ModuleGrid::Fixed([module; 2])),
        with("rooms.padding", halves(padding, 2), |rooms, padding| rooms.padding = padding),
        with("rooms.min", halves(min, 3), |rooms, min| rooms.min = min),
        // A module grid coarser than the largest room is refused.
        with("rooms.max", halves(max, min.max(coarsest)), |rooms, max| rooms.max = max),
    ]
}

/// Walkers that try for longer.
fn walker_changes(recipe: &Recipe) -> Vec<Vec<Change>> {
    let Method::Templates(spec) = &recipe.method else { return Vec::new() };
    let with = |key: &str, now: u32, set: fn(&mut Recipe, i32)| {
        let more = [2, 4, 8].map(|times| now.saturating_mul(times) as i32);
        let takes = |value: &i32| field(key).is_some_and(|field| field.check(&(*value).into()).is_ok());
        list(key, more.into_iter().filter(takes).collect(), recipe, set)
    };
    vec![
        with("templates.attempts", spec.attempts, |recipe, value| {
            recipe.method.change_walkers(|spec| spec.attempts = value as u32);
        }),
        with("templates.iterations", spec.iterations, |recipe, value| {
            recipe.method.change_walkers(|spec| spec.iterations = value as u32);
        }),
        with("templates.stall_limit", spec.stall_limit, |recipe, value| {
            recipe.method.change_walkers(|spec| spec.stall_limit = value as u32);
        }),
    ]
}

/// Larger maps, where the recipe gives a size; that of a mask is not the recipe's.
fn larger_maps(recipe: &Recipe) -> Vec<Change> {
    let (Some(size), None) = (recipe.method.size(), &recipe.mask) else { return Vec::new() };
    let side = |side: i32, quarters: i32| side * (4 + quarters) / 4;
    let larger = |quarters| Size::of(side(size.width(), quarters), side(size.height(), quarters));
    let sizes = (1..=LARGER).map(larger).filter(|size| size.width().max(size.height()) <= LONGEST_SIDE);
    let change = |size: Size| {
        let mut recipe = recipe.clone();
        recipe.method.set_size(size);
        Change { words: format!("width = {} and height = {}", size.width(), size.height()), recipe }
    };
    sizes.map(change).collect()
}

/// Fewer rooms: better than no dungeon. The rooms of several storeys are numbers of their own.
fn fewer_rooms(recipe: &Recipe) -> Option<Vec<Change>> {
    let count = recipe.method.rooms()?.count as i32;
    let has_storeys = matches!(&recipe.method, Method::House(spec) if spec.storeys.len() > 1);
    let counts = [count * 3 / 4, count / 2, count / 4].into_iter().filter(|&fewer| fewer >= 2 && !has_storeys);
    let fewer = list("rooms.count", counts.collect(), recipe, |recipe, count| {
        recipe.method.change_rooms(|rooms| rooms.count = count as u32);
    });
    (!fewer.is_empty()).then_some(fewer)
}

/// A change for each value, where the field applies.
fn list(key: &str, values: Vec<i32>, recipe: &Recipe, set: impl Fn(&mut Recipe, i32)) -> Vec<Change> {
    let kind = recipe.method.kind();
    if !field(key).is_some_and(|field| field.applies_to.contains(&kind)) {
        return Vec::new();
    }
    let change = |value| {
        let mut recipe = recipe.clone();
        set(&mut recipe, value);
        Change { words: format!("{key} = {value}"), recipe }
    };
    values.into_iter().map(change).collect()
}

/// From the number before `from` down to `to`.
fn down(from: i32, to: i32) -> Vec<i32> {
    (to..from).rev().collect()
}

/// The middle between `from` and `to`, and `to`.
fn halves(from: i32, to: i32) -> Vec<i32> {
    let mut values = vec![i32::midpoint(from, to), to];
    values.dedup();
    values.retain(|&value| value < from);
    values
}
