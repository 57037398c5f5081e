//! A place as people name it: a cell, a room by its number, the entrance or the goal.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use undercroft::dungeon::{Dungeon, Room};
use undercroft::grid::Cell;
use undercroft::multi_level::LevelCell;

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
            let number = number.trim_start();
            return number
                .parse()
                .map(Self::Room)
                .with_context(|| format!("{number:?} is no number of a room, as in room5"));
        }
        let (x, y) = text.split_once(',').context("need a column and a row as in 8,3, or room5, entrance or goal")?;
        let number = |part: &str| part.trim().parse::<i32>().with_context(|| format!("{part:?} is no column or row"));
        Ok(Self::Cell(Cell::new(number(x)?, number(y)?)))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(Cell { x, y }) => write!(f, "{x},{y}"),
            Self::Room(number) => write!(f, "room{number}"),
            Self::Entrance => f.write_str("entrance"),
            Self::Goal => f.write_str("goal"),
        }
    }
}

impl Place {
    /// The cell, which must be on this level.
    pub fn on(self, dungeon: &Dungeon, z: i32, is_free: impl Fn(Cell) -> bool) -> anyhow::Result<Cell> {
        // What is free on another level is not known here, and need not be.
        let spot = self.find(dungeon, z, |spot| spot.z != z || is_free(spot.cell))?;
        ensure!(spot.z == z, "this is on level {}, not on level {z}; --level {} chooses that one", spot.z, spot.z);
        Ok(spot.cell)
    }

    /// Where it is. Cells are on level `z`; of a room it is the one nearest to the middle of those that are free.
    pub fn find(self, dungeon: &Dungeon, z: i32, is_free: impl Fn(LevelCell) -> bool) -> anyhow::Result<LevelCell> {
        if let Self::Cell(cell) = self {
            return Ok(LevelCell { z, cell });
        }
        let room = self.room(dungeon)?;
        let free = room.cells().map(|cell| LevelCell { z: room.z, cell }).filter(|&spot| is_free(spot));
        let middle = room.bounds().center();
        let nearest = free.min_by_key(|spot| (spot.cell.distance_squared(middle), spot.cell));
        nearest.with_context(|| format!("room {} has no free cell with room for the body", room.id))
    }

    fn room(self, dungeon: &Dungeon) -> anyhow::Result<&Room> {
        let unknown = |what: &str| format!("this map does not know {what}; name a cell as in 8,3");
        match (self, dungeon.rooms.last()) {
            (Self::Entrance, _) => {
                let entrance = dungeon.entrance.as_ref().map(|entrance| dungeon.room(entrance.room));
                entrance.with_context(|| unknown("its entrance"))
            }
            (Self::Goal, _) => dungeon.goal.map(|goal| dungeon.room(goal)).with_context(|| unknown("its goal")),
            (Self::Room(number), Some(last)) => {
                let room = dungeon.rooms.iter().find(|room| room.id.0 == number);
                room.with_context(|| format!("there is no room {number}; rooms are numbered 0 to {}", last.id))
            }
            (Self::Room(_) | Self::Cell(_), _) => bail!(unknown("its rooms")),
        }
    }
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
        assert_eq!(place("rooms"), Err("\"s\" is no number of a room, as in room5".to_owned()));
        assert!(place("room-1").is_err());
        assert_eq!(place("8"), Err("need a column and a row as in 8,3, or room5, entrance or goal".to_owned()));
    }
}
