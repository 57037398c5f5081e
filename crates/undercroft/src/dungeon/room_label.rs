//! What people call rooms: by number and by name.

use super::{Dungeon, Room, RoomId};

impl Dungeon {
    /// What a drawing or a text calls a room: its number; its id where no room of the dungeon has a number; else its
    /// name, or "a passage".
    ///
    /// ```
    /// let mine = undercroft::generate("small-dungeon", 7)?;
    /// let entrance = mine.entrance.as_ref().unwrap().room;
    /// assert_eq!(mine.room_label(entrance), "1");
    /// # Ok::<(), undercroft::Error>(())
    /// ```
    pub fn room_label(&self, id: RoomId) -> String {
        let room = self.rooms.get(id.index());
        match room.and_then(|room| room.number) {
            Some(number) => number.to_string(),
            None if !self.has_numbers() => id.to_string(),
            None => {
                room.map(|room| room.name.clone()).filter(|name| !name.is_empty()).unwrap_or("a passage".to_owned())
            }
        }
    }

    /// What is written on the floor of a room: its number, or its id where no room has a number; nothing for passages.
    pub fn floor_label(&self, room: &Room) -> Option<String> {
        match room.number {
            Some(number) => Some(number.to_string()),
            None => (!self.has_numbers()).then(|| room.id.to_string()),
        }
    }

    /// The rooms that a room key lists, by number, then those without one that have a name or notes. Rooms without floor
    /// are not there.
    pub fn keyed_rooms(&self) -> Vec<&Room> {
        let has_numbers = self.has_numbers();
        let is_listed = |room: &&Room| {
            let tells = !has_numbers || room.number.is_some() || !room.name.is_empty() || !room.notes.is_empty();
            tells && !room.floor.is_empty()
        };
        let mut rooms: Vec<&Room> = self.rooms.iter().filter(is_listed).collect();
        rooms.sort_by_key(|room| (room.number.is_none(), room.number, room.id));
        rooms
    }

    fn has_numbers(&self) -> bool {
        self.rooms.iter().any(|room| room.number.is_some())
    }
}

impl Room {
    /// Name and purpose for people, such as `Copying room (scriptorium)`; empty where it has neither.
    ///
    /// ```
    /// use undercroft::dungeon::{Room, RoomId};
    ///
    /// let mut room = Room::bare(RoomId(0), 0, Vec::new());
    /// room.purpose = Some("guard-room".to_owned());
    /// assert_eq!(room.title(), "Guard room");
    /// room.name = "Cold watch".to_owned();
    /// assert_eq!(room.title(), "Cold watch (guard room)");
    /// ```
    pub fn title(&self) -> String {
        let purpose = self.purpose.as_deref().unwrap_or_default().replace(['-', '_'], " ");
        match (self.name.as_str(), purpose.as_str()) {
            ("", purpose) => capitalized(purpose),
            (name, "") => name.to_owned(),
            (name, purpose) if name.to_lowercase().contains(purpose) => name.to_owned(),
            (name, purpose) => format!("{name} ({purpose})"),
        }
    }
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
