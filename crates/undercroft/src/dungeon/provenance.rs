//! Where a dungeon comes from.

use super::{Dungeon, EPOCH, Pin, PinId, ProvenanceInput, Record};

/// What tile editors and version 1 of the JSON hold among the warnings of an edited dungeon.
const EDITED: &str = "It was changed by hand: recipe and seed give the dungeon from before.";

/// Recipe, seed and epoch that a dungeon was made from, and whether it is still what they give.
///
/// ```
/// use undercroft::dungeon::{EPOCH, Provenance};
///
/// let drawn_by_hand = Provenance::default();
/// assert!(drawn_by_hand.recipe.is_empty() && drawn_by_hand.seed.is_empty());
/// assert_eq!((drawn_by_hand.epoch, drawn_by_hand.edited), (EPOCH, false));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Provenance {
    /// Every field of the recipe by dotted key; empty where the dungeon was not generated.
    pub recipe: Record,
    /// The seed, as written in [`Seed`](crate::seed::Seed); empty where the dungeon was not generated.
    pub seed: String,
    /// The [`EPOCH`] of the generator that made it.
    pub epoch: u32,
    /// Whether a generated dungeon was changed by hand, so that recipe and seed give another one.
    pub edited: bool,
    /// The files that the recipe names.
    pub inputs: Vec<ProvenanceInput>,
    /// What a new roll keeps.
    pub pins: Vec<Pin>,
    /// Width and height of the map that the pins were made on; `None` where nothing is pinned. [Unit: cells]
    pub pins_size: Option<[i32; 2]>,
}

impl Provenance {
    /// Where a dungeon in a file comes from. A recipe that names no epoch is of the first, which wrote none; what was not
    /// generated has the present one.
    pub fn from_file(recipe: Record, seed: String, epoch: Option<u32>, edited: bool) -> Self {
        let epoch = epoch.unwrap_or(if recipe.is_empty() { EPOCH } else { 1 });
        Self { recipe, seed, epoch, edited, ..Self::default() }
    }

    /// An id that no pin has.
    pub fn next_pin(&self) -> PinId {
        PinId(self.pins.iter().map(|pin| pin.id().0).max().unwrap_or(0).saturating_add(1))
    }

    /// The pin with this id.
    pub fn pin(&self, id: PinId) -> Option<&Pin> {
        self.pins.iter().find(|pin| pin.id() == id)
    }
}

impl Default for Provenance {
    fn default() -> Self {
        Self {
            recipe: Record::default(),
            seed: String::new(),
            epoch: EPOCH,
            edited: false,
            inputs: Vec::new(),
            pins: Vec::new(),
            pins_size: None,
        }
    }
}

impl Dungeon {
    /// Notes that the dungeon was changed by hand. One that was not generated stays as it is: it has nothing to differ
    /// from.
    pub fn set_edited(&mut self) {
        self.provenance.edited = self.is_generated();
    }

    /// The warnings as tile editors and version 1 of the JSON hold them: one more where the dungeon was edited.
    pub fn file_warnings(&self) -> Vec<String> {
        let edited = self.provenance.edited.then(|| EDITED.to_owned());
        self.warnings.iter().cloned().chain(edited).collect()
    }

    /// Takes the warnings of such a file, one of which may be that the dungeon was edited.
    pub fn set_file_warnings(&mut self, mut warnings: Vec<String>) {
        let count = warnings.len();
        warnings.retain(|warning| warning != EDITED);
        self.provenance.edited = warnings.len() < count;
        self.warnings = warnings;
    }
}
