//! Lists of all rooms in one.

use crate::dungeon::RoomId;

/// A list for each room, all of them one after the other.
pub struct RoomLists<T> {
    items: Vec<T>,
    /// Where the list of each room begins, and where the last one ends.
    starts: Vec<u32>,
}

impl<T: Copy> RoomLists<T> {
    /// Sorts items by their rooms; those of a room keep their order.
    pub fn new<I: Iterator<Item = (RoomId, T)>>(rooms: usize, items: impl Fn() -> I) -> Self {
        let mut starts = vec![0; rooms + 1];
        items().for_each(|(room, _)| starts[room.index() + 1] += 1);
        for room in 0..rooms {
            starts[room + 1] += starts[room];
        }
        let Some((_, any)) = items().next() else { return Self { items: Vec::new(), starts } };
        let mut sorted = vec![any; starts[rooms] as usize];
        let mut next = starts.clone();
        for (room, item) in items() {
            sorted[next[room.index()] as usize] = item;
            next[room.index()] += 1;
        }
        Self { items: sorted, starts }
    }

    /// The list of a room.
    pub fn of(&self, room: RoomId) -> &[T] {
        &self.items[self.starts[room.index()] as usize..self.starts[room.index() + 1] as usize]
    }

    /// The number of rooms.
    pub const fn rooms(&self) -> usize {
        self.starts.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_by_room_in_their_order() {
        let items = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd'), (2, 'e')];
        let lists = RoomLists::new(5, || items.into_iter().map(|(room, item)| (RoomId(room), item)));
        let of = |room: u32| lists.of(RoomId(room)).iter().collect::<String>();
        assert_eq!([0, 1, 2, 3, 4].map(of), ["b", "", "ace", "d", ""]);
        assert_eq!(lists.rooms(), 5);
    }
}
