//! A place as people name it: a cell, a room by its number, the entrance or the goal.

use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use undercroft::dungeon::{Dungeon, Room};
use undercroft::grid::Cell;

/// A place that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A cell of the map.
    Cell(Cell),
    /// The middle of the room with this number.
    Room(u32),
    /// The middle of the room where visitors come in.
    Entrance,
    /// The middle of the room that they want to reach.
    Goal,
}

impl FromStr for Place {
    type Err = anyhow::Error;

    /// `8,3` is the ninth column and the fourth row.
    fn from_str(text: &str) -> anyhow::Result<Self> {
        match text {
            "entrance" => return Ok(Self::Entrance),
            "goal" => return Ok(Self::Goal),
            _ => {}
        }
        if let Some(number) = text.strip_prefix("room") {
            let number = number.trim_start_matches([' ', '-']);
            return number.parse().map(Self::Room).with_context(|| format!("{number:?} is no number of a room"));
        }
        let (x, y) = text.split_once(',').context("need a column and a row as in 8,3, or room5, entrance or goal")?;
        let number = |part: &str| part.trim().parse::<i32>().with_context(|| format!("{part:?} is not a whole number"));
        Ok(Self::Cell(Cell::new(number(x)?, number(y)?)))
    }
}

impl Place {
    /// The cell on a level. Of a room it is the one nearest to the middle of those that are free.
    pub fn on(self, dungeon: &Dungeon, z: i32, is_free: impl Fn(Cell) -> bool) -> anyhow::Result<Cell> {
        let (room, name) = match self {
            Self::Cell(cell) => return Ok(cell),
            Self::Room(number) => (dungeon.rooms.iter().find(|room| room.id.0 == number), format!("room {number}")),
            Self::Entrance => {
                (dungeon.entrance.as_ref().map(|entrance| dungeon.room(entrance.room)), "entrance".to_owned())
            }
            Self::Goal => (dungeon.goal.map(|goal| dungeon.room(goal)), "goal".to_owned()),
        };
        let Some(room) = room else {
            match (self, dungeon.rooms.last()) {
                (Self::Room(_), Some(last)) => bail!("there is no {name}; rooms are numbered 0 to {}", last.id),
                (Self::Room(_), None) => bail!("this map knows no rooms; name a cell as in 8,3"),
                _ => bail!("this map has no {name}; name a cell as in 8,3"),
            }
        };
        ensure!(room.z == z, "the {name} is on level {}; say --level {}", room.z, room.z);
        middle(room, is_free).with_context(|| format!("the {name} has no free cell with room for the body"))
    }
}

fn middle(room: &Room, is_free: impl Fn(Cell) -> bool) -> Option<Cell> {
    let middle = room.bounds().centre();
    room.cells().filter(|&cell| is_free(cell)).min_by_key(|cell| (cell.distance_squared(middle), *cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_cells_rooms_and_names() {
        let place = |text: &str| text.parse::<Place>().map_err(|error| error.to_string());
        assert_eq!(place("8, 3"), Ok(Place::Cell(Cell::new(8, 3))));
        assert_eq!(place("-1,3"), Ok(Place::Cell(Cell::new(-1, 3))));
        assert_eq!((place("room12"), place("room 12")), (Ok(Place::Room(12)), Ok(Place::Room(12))));
        assert_eq!((place("entrance"), place("goal")), (Ok(Place::Entrance), Ok(Place::Goal)));
        assert_eq!(place("rooms"), Err("\"s\" is no number of a room".to_owned()));
        assert_eq!(place("8"), Err("need a column and a row as in 8,3, or room5, entrance or goal".to_owned()));
    }
}
