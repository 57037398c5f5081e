//! The doors of each room: a level of thousands of rooms has too many doors to look through for each loop.

use crate::dungeon::{Door, DoorId, RoomId};

/// The doors of each room among the first ones of a list that only grows.
#[derive(Clone, Debug)]
pub struct RoomDoors {
    by_room: Vec<Vec<DoorId>>,
    /// How many doors are sorted by their rooms.
    sorted: usize,
}

impl RoomDoors {
    /// No doors of so many rooms.
    pub fn new(rooms: usize) -> Self {
        Self { by_room: vec![Vec::new(); rooms], sorted: 0 }
    }

    /// Sorts the doors that have joined the list since the last time.
    pub fn update(&mut self, doors: &[Door]) {
        for door in &doors[self.sorted..] {
            door.room.iter().for_each(|room| self.by_room[room.index()].push(door.id));
        }
        self.sorted = doors.len();
    }

    /// The doors of a room by rising ids, those that are not sorted yet included.
    pub fn doors_of<'a>(&'a self, room: RoomId, doors: &'a [Door]) -> impl Iterator<Item = &'a Door> {
        let sorted = self.by_room[room.index()].iter().map(|door| &doors[door.index()]);
        sorted.chain(doors[self.sorted..].iter().filter(move |door| door.room == Some(room)))
    }
}
