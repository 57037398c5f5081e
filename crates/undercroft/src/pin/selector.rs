//! Selectors: which things of a dungeon to pin, as people write them.

use undercroft_grid::{Cell, MAX_SIDE, Rect};

use super::PinMaker;
use crate::dungeon::{Dungeon, PinAuthor, Room};
use crate::seed::Seed;

/// What to pin.
///
/// ```
/// use undercroft::pin::{PinMaker, PinSelector};
///
/// let crypt = undercroft::generate("crypt", 7)?;
/// let mut maker = PinMaker::new(&crypt);
/// "rooms=1-3".parse::<PinSelector>().unwrap().select(&crypt, &mut maker).unwrap();
/// assert_eq!(maker.finish().len(), 3);
/// let error = "rooms=99".parse::<PinSelector>().unwrap().select(&crypt, &mut PinMaker::new(&crypt)).unwrap_err();
/// assert!(error.to_string().starts_with("no room has number 99; there are"), "{error}");
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PinSelector {
    /// Rooms by printed number: `rooms=4,7-9`, with a level before it: `rooms=-1:4`; `rooms` for all.
    Rooms(Option<i32>, Vec<[u32; 2]>),
    /// Rooms by name: `name=Salt store`.
    Named(String),
    /// The links between two rooms: `link=4-7`; `links` for all.
    Link(Option<[u32; 2]>),
    /// The door in a cell: `door=21,10`, with a level `door=-1:21,10`.
    Door(i32, Cell),
    /// The tiles of a rectangle, both corners included: `cells=0:30,12,40,20`.
    Cells(i32, Rect),
    /// All features, with their rooms.
    Features,
    /// All spawns, with their rooms.
    Spawns,
    /// The entrance.
    Entrance,
    /// The name of the dungeon.
    Title,
    /// A stage: `stage=place`.
    Stage(String),
    /// What edits pinned.
    Hand,
}

/// A selector that selects nothing, or is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SelectorError(String);

const FORMS: &str = "need rooms, rooms=4,7-9, name=TEXT, links, link=4-7, door=X,Y, cells=Z:X,Y,X,Y, features, spawns, \
                     entrance, title, stage=NAME or hand";

impl std::str::FromStr for PinSelector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        let refuse = || SelectorError(format!("--pin {text}: {FORMS}"));
        let (word, value) = text.split_once('=').map_or((text, None), |(word, value)| (word, Some(value.trim())));
        let level = |value: &str| -> Option<(Option<i32>, String)> {
            let Some((z, rest)) = value.split_once(':') else { return Some((None, value.to_owned())) };
            Some((Some(z.trim().parse().ok()?), rest.to_owned()))
        };
        let numbers =
            |value: &str| -> Option<Vec<i32>> { value.split(',').map(|part| part.trim().parse().ok()).collect() };
        match (word.trim(), value) {
            ("rooms" | "room", None) => Ok(Self::Rooms(None, Vec::new())),
            ("rooms" | "room", Some(value)) => {
                let (z, list) = level(value).ok_or_else(refuse)?;
                let ranges = list.split(',').map(|part| range(part.trim())).collect::<Option<Vec<_>>>();
                Ok(Self::Rooms(z, ranges.filter(|ranges| !ranges.is_empty()).ok_or_else(refuse)?))
            }
            ("name", Some(value)) if !value.is_empty() => Ok(Self::Named(value.to_owned())),
            ("links" | "link", None) => Ok(Self::Link(None)),
            ("links" | "link", Some(value)) => Ok(Self::Link(Some(range(value).ok_or_else(refuse)?))),
            ("door", Some(value)) => {
                let (z, list) = level(value).ok_or_else(refuse)?;
                match numbers(&list).as_deref() {
                    Some(&[x, y]) => Ok(Self::Door(z.unwrap_or(0), Cell::new(x, y))),
                    _ => Err(refuse()),
                }
            }
            ("cells", Some(value)) => {
                let (z, list) = level(value).ok_or_else(refuse)?;
                match numbers(&list).as_deref() {
                    Some(&[a, b, c, d]) if [a, b, c, d].iter().all(|side| (-MAX_SIDE..MAX_SIDE).contains(side)) => {
                        let corners = [Cell::new(a, b), Cell::new(c, d)];
                        Ok(Self::Cells(z.unwrap_or(0), Rect::around(corners).unwrap_or(Rect::new(0, 0, 0, 0))))
                    }
                    _ => Err(refuse()),
                }
            }
            ("features", None) => Ok(Self::Features),
            ("spawns", None) => Ok(Self::Spawns),
            ("entrance", None) => Ok(Self::Entrance),
            ("title", None) => Ok(Self::Title),
            ("hand", None) => Ok(Self::Hand),
            ("stage", Some(stage)) if Seed::STAGES.contains(&stage) => Ok(Self::Stage(stage.to_owned())),
            ("stage", Some(stage)) => {
                Err(SelectorError(format!("there is no stage {stage:?}; the stages are {}", Seed::STAGES.join(", "))))
            }
            _ => Err(refuse()),
        }
    }
}

impl std::fmt::Display for PinSelector {
    /// As people write it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let one = |[from, to]: &[u32; 2]| if from == to { from.to_string() } else { format!("{from}-{to}") };
        match self {
            Self::Rooms(None, ranges) if ranges.is_empty() => f.write_str("rooms"),
            Self::Rooms(z, ranges) => {
                let level = z.map_or_else(String::new, |z| format!("{z}:"));
                write!(f, "rooms={level}{}", ranges.iter().map(one).collect::<Vec<_>>().join(","))
            }
            Self::Named(name) => write!(f, "name={name}"),
            Self::Link(None) => f.write_str("links"),
            Self::Link(Some([a, b])) => write!(f, "link={a}-{b}"),
            Self::Door(z, Cell { x, y }) => write!(f, "door={z}:{x},{y}"),
            Self::Cells(z, Rect { left, top, right, bottom }) => {
                write!(f, "cells={z}:{left},{top},{},{}", right - 1, bottom - 1)
            }
            Self::Features => f.write_str("features"),
            Self::Spawns => f.write_str("spawns"),
            Self::Entrance => f.write_str("entrance"),
            Self::Title => f.write_str("title"),
            Self::Stage(stage) => write!(f, "stage={stage}"),
            Self::Hand => f.write_str("hand"),
        }
    }
}

/// `7` or `7-9`.
fn range(text: &str) -> Option<[u32; 2]> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let [from, to] = [from.trim().parse().ok()?, to.trim().parse().ok()?];
    Some([from, to])
}

impl PinSelector {
    /// Pins what it selects.
    ///
    /// # Errors
    /// When it selects nothing; the message lists what there is.
    pub fn select(&self, dungeon: &Dungeon, maker: &mut PinMaker) -> Result<(), SelectorError> {
        match self {
            Self::Rooms(z, ranges) => {
                let rooms = rooms_in(dungeon, *z, ranges)?;
                for room in rooms {
                    maker.pin_room(room.id);
                }
                Ok(())
            }
            Self::Named(name) => {
                let is_named = |room: &&Room| room.name.eq_ignore_ascii_case(name);
                let rooms: Vec<&Room> = dungeon.rooms.iter().filter(is_named).collect();
                if rooms.is_empty() {
                    let names = dungeon.rooms.iter().map(|room| room.name.as_str()).filter(|name| !name.is_empty());
                    return Err(SelectorError(format!("no room is named {name:?}; there are {}", some_of(names))));
                }
                for room in rooms {
                    maker.pin_room(room.id);
                }
                Ok(())
            }
            Self::Link(None) => {
                for link in &dungeon.links {
                    maker.pin_link(link.id);
                }
                Ok(())
            }
            Self::Link(Some([a, b])) => select_link(dungeon, [*a, *b], maker),
            Self::Door(z, cell) => {
                let door = dungeon.doors.iter().find(|door| door.z == *z && door.cells.contains(cell));
                let doors = || {
                    dungeon.doors_on(*z).filter_map(|door| door.cells.first()).map(|at| format!("{},{}", at.x, at.y))
                };
                let none =
                    || SelectorError(format!("no door is at {cell} of level {z}; there are {}", some_of(doors())));
                let door = door.ok_or_else(none)?;
                let homeless = || SelectorError(format!("the door at {cell} belongs to no room"));
                maker.pin_door(door.id).map(drop).ok_or_else(homeless)
            }
            Self::Cells(z, rect) => {
                let levels = dungeon.levels.iter().map(|level| format!("{} ({})", level.z, level.size()));
                let none =
                    || SelectorError(format!("level {z} has no such cells; there are levels {}", some_of(levels)));
                maker.pin_cells(*z, *rect).map(drop).ok_or_else(none)
            }
            Self::Features => {
                (0..dungeon.features.len() as u32).for_each(|feature| maker.pin_feature(feature));
                Ok(())
            }
            Self::Spawns => {
                (0..dungeon.spawns.len() as u32).for_each(|spawn| maker.pin_spawn(spawn));
                Ok(())
            }
            Self::Entrance => {
                maker.pin_entrance().map(drop).ok_or_else(|| SelectorError("the dungeon has no entrance".to_owned()))
            }
            Self::Title => {
                maker.pin_name();
                Ok(())
            }
            Self::Stage(stage) => {
                maker.pin_stage(stage);
                Ok(())
            }
            Self::Hand => {
                let has_any = dungeon.provenance.pins.iter().any(|pin| pin.author() == PinAuthor::Hand);
                has_any.then_some(()).ok_or_else(|| SelectorError("no edit has pinned anything".to_owned()))
            }
        }
    }
}

fn select_link(dungeon: &Dungeon, [a, b]: [u32; 2], maker: &mut PinMaker) -> Result<(), SelectorError> {
    let number = |id: crate::dungeon::RoomId| dungeon.room(id).number;
    let is_between = |link: &&crate::dungeon::Link| {
        let [first, second] = link.rooms.map(number);
        [first, second] == [Some(a), Some(b)] || [first, second] == [Some(b), Some(a)]
    };
    let links: Vec<_> = dungeon.links.iter().filter(is_between).map(|link| link.id).collect();
    if links.is_empty() {
        let pair = |link: &crate::dungeon::Link| {
            let [a, b] = link.rooms.map(number);
            a.zip(b).map(|(a, b)| format!("{a}-{b}"))
        };
        let all = dungeon.links.iter().filter_map(pair);
        return Err(SelectorError(format!("no link joins rooms {a} and {b}; there are {}", some_of(all))));
    }
    for link in links {
        maker.pin_link(link);
    }
    Ok(())
}

fn rooms_in<'a>(dungeon: &'a Dungeon, z: Option<i32>, ranges: &[[u32; 2]]) -> Result<Vec<&'a Room>, SelectorError> {
    let on_level = |room: &&Room| z.is_none_or(|z| room.z == z);
    let numbered = || dungeon.rooms.iter().filter(on_level).filter_map(|room| Some((room.number?, room)));
    if ranges.is_empty() {
        return Ok(dungeon.rooms.iter().filter(on_level).collect());
    }
    let mut rooms = Vec::new();
    for [from, to] in ranges {
        let found: Vec<&Room> =
            numbered().filter(|(number, _)| (from..=to).contains(&number)).map(|(_, room)| room).collect();
        if found.is_empty() {
            let mut numbers: Vec<u32> = numbered().map(|(number, _)| number).collect();
            numbers.sort_unstable();
            let asked = if from == to { from.to_string() } else { format!("{from} to {to}") };
            let there = some_of(numbers.iter().map(ToString::to_string));
            return Err(SelectorError(format!("no room has number {asked}; there are {there}")));
        }
        rooms.extend(found);
    }
    Ok(rooms)
}

/// Things that are listed.
const LISTED: usize = 24;

fn some_of(names: impl Iterator<Item = impl Into<String>>) -> String {
    let names: Vec<String> = names.map(Into::into).collect();
    match names.len() {
        0 => "none".to_owned(),
        count if count > LISTED => format!("{} and {} more", names[..LISTED].join(", "), count - LISTED),
        _ => names.join(", "),
    }
}
