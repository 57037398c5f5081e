//! Hints of shortages: what makes place for more rooms, each tried before it is given.

/// A change of one field, and the rooms that it makes place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// As a recipe has it: `rooms.min = 3`.
    pub change: String,
    /// Rooms, of templates floor cells, that were placed or fit with it.
    pub rooms: usize,
}

impl Hint {
    /// The first change, mildest first, that makes place for all rooms, else the first that makes place for most. `None`
    /// where none makes place for more than there are.
    pub fn mildest(
        changes: impl IntoIterator<Item = String>,
        wanted: usize,
        placed: usize,
        mut rooms: impl FnMut(usize) -> usize,
    ) -> Option<Self> {
        let mut best: Option<Self> = None;
        for (at, change) in changes.into_iter().enumerate() {
            let rooms = rooms(at).min(wanted);
            if rooms > best.as_ref().map_or(placed, |best| best.rooms) {
                best = Some(Self { change, rooms });
            }
            if rooms == wanted {
                break;
            }
        }
        best
    }
}

/// `rooms.min = 3 for 12, width = 40 and height = 40 for 9`: those that help most first.
pub fn words(mut hints: Vec<Hint>) -> String {
    // The order of the fields stays among those that help as much.
    hints.sort_by_key(|hint| std::cmp::Reverse(hint.rooms));
    hints.iter().map(|Hint { change, rooms }| format!("{change} for {rooms}")).collect::<Vec<_>>().join(", ")
}

/// The sentence about what makes place; empty where nothing does.
pub fn sentence(hints: Vec<Hint>) -> String {
    if hints.is_empty() { String::new() } else { format!(" These make place, each alone: {}.", words(hints)) }
}

/// The warning when fewer rooms were placed than asked for.
pub fn shortage(wanted: usize, placed: usize, hints: impl FnOnce() -> Vec<Hint>) -> Option<String> {
    (placed < wanted).then(|| format!("Placed {placed} of {wanted} rooms; no more fit.{}", sentence(hints())))
}
