//! Pins that cannot be kept together.

use undercroft_grid::Cell;

use crate::dungeon::{Pin, PinId, RoomPin};

/// Pins that contradict each other or the recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinConflict {
    /// The pins.
    pub pins: Vec<PinId>,
    /// Cells that are concerned, with their levels.
    pub cells: Vec<(i32, Cell)>,
    /// Why, as a clause.
    pub reason: String,
    /// Whether no pin can be left out without the contradiction going away; else the search for such pins was cut short.
    pub is_irreducible: bool,
    /// The pins in words.
    names: Vec<String>,
}

impl PinConflict {
    /// A contradiction between these pins.
    pub(crate) fn new<'a>(pins: impl IntoIterator<Item = &'a Pin>, reason: impl Into<String>) -> Self {
        let pins: Vec<&Pin> = pins.into_iter().collect();
        Self {
            pins: pins.iter().map(|pin| pin.id()).collect(),
            cells: Vec::new(),
            reason: reason.into(),
            is_irreducible: true,
            names: pins.into_iter().map(name).collect(),
        }
    }

    /// The same contradiction at a cell.
    pub(crate) fn at(mut self, z: i32, cell: Cell) -> Self {
        self.cells.push((z, cell));
        self
    }
}

/// At most this many pins are named.
const NAMED: usize = 8;

impl std::fmt::Display for PinConflict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut names: Vec<String> = self.names.iter().take(NAMED).cloned().collect();
        if self.names.len() > NAMED {
            names.push(format!("{} more", self.names.len() - NAMED));
        }
        let at_least = if self.is_irreducible { "" } else { "at least one of " };
        match names.split_last() {
            None => write!(f, "the pins cannot be kept: {}", self.reason),
            Some((one, [])) => write!(f, "pin {one} cannot be kept: {}", self.reason),
            Some((last, most)) if self.is_irreducible => {
                write!(f, "pins {} and {last} contradict each other: {}", most.join(", "), self.reason)
            }
            Some((last, most)) => {
                write!(f, "{at_least}pins {} and {last} cannot be kept: {}", most.join(", "), self.reason)
            }
        }
    }
}

impl std::error::Error for PinConflict {}

/// A pin in words: `1 (room 4 "Salt store")`, `9 (cells at 18, 9)`.
fn name(pin: &Pin) -> String {
    let at = |cell: Option<Cell>| cell.map_or_else(String::new, |Cell { x, y }| format!(" at {x}, {y}"));
    let what = match pin {
        Pin::Room(RoomPin { number, name, .. }) => {
            let number = number.map_or_else(|| at(pin.first_cell()), |number| format!(" {number}"));
            let name = name.as_ref().filter(|name| !name.is_empty());
            format!("room{number}{}", name.map_or_else(String::new, |name| format!(" {name:?}")))
        }
        Pin::Stage(stage) => format!("stage {}", stage.stage),
        Pin::Name(_) => "name".to_owned(),
        Pin::Feature(feature) => format!("{}{}", feature.kind, at(pin.first_cell())),
        _ => format!("{}{}", pin.kind_name(), at(pin.first_cell())),
    };
    format!("{} ({what})", pin.id())
}
