//! Streams of decisions about rooms, named by the room's first cell.

use crate::dungeon::Room;
use crate::seed::{Seed, Stream};

/// Makes streams. Their names are written into one text, not into a new one each.
pub struct RoomStreams<'a> {
    seed: &'a Seed,
    name: String,
}

impl<'a> RoomStreams<'a> {
    /// Streams of this seed.
    pub const fn new(seed: &'a Seed) -> Self {
        Self { seed, name: String::new() }
    }

    /// The stream `stock/WHAT/X,Y,Z`, and what is added to that name.
    pub fn stream(&mut self, what: &str, room: &Room, addition: &str) -> Stream {
        let first = room.floor[0].start;
        self.name.clear();
        self.name.push_str("stock/");
        self.name.push_str(what);
        for (mark, number) in [('/', first.x), (',', first.y), (',', room.z)] {
            self.name.push(mark);
            push_number(&mut self.name, number);
        }
        self.name.push_str(addition);
        self.seed.stream(&self.name)
    }
}

fn push_number(text: &mut String, number: i32) {
    if number < 0 {
        text.push('-');
    }
    let (mut left, mut power) = (number.unsigned_abs(), 1);
    while left / 10 >= power {
        power *= 10;
    }
    while power > 0 {
        text.push(char::from(b'0' + (left / power) as u8));
        left %= power;
        power /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::push_number;

    #[test]
    fn numbers_are_written_as_they_are_printed() {
        for number in [0, 7, -1, 10, -10, 99, 100, 1_005, 65_535, i32::MAX, i32::MIN] {
            let mut text = String::new();
            push_number(&mut text, number);
            assert_eq!(text, number.to_string());
        }
    }
}
