//! Texts that travel in a picture, so that its dungeon can be generated again.

use undercroft::dungeon::{Dungeon, Pin};
use undercroft::format::json;
use undercroft::journal::RollEntry;
use undercroft::share::SharedWork;

use super::options::Edition;

/// The note with the pins, as a share link holds them: deflated, at most 64 kB.
const PINS: &str = "Pins";
/// The note with the number of pins that take more than that.
const PINS_LEFT_OUT: &str = "Pins left out";

/// A text that travels in the image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What it is about: `Title`, `Seed`, `Recipe`, `Epoch`, `Inputs`, `Pins`, `Pins left out`.
    pub keyword: String,
    /// The text.
    pub text: String,
}

/// What a picture may carry: for players nothing that would make the dungeon again, secrets and all.
///
/// ```
/// use undercroft_draw::{Edition, png_metadata};
///
/// let dungeon = undercroft::generate("small-dungeon", 7).unwrap();
/// let keywords = |edition| png_metadata(&dungeon, edition).into_iter().map(|entry| entry.keyword).collect::<Vec<_>>();
/// assert_eq!(keywords(Edition::GameMaster), ["Title", "Software", "Seed", "Recipe", "Epoch"]);
/// assert_eq!(keywords(Edition::Player), ["Title", "Software"]);
/// ```
pub fn png_metadata(dungeon: &Dungeon, edition: Edition) -> Vec<Metadata> {
    let betrays =
        |note: &Metadata| edition == Edition::Player && !matches!(note.keyword.as_str(), "Title" | "Software");
    all_metadata(dungeon).into_iter().filter(|note| !betrays(note)).collect()
}

/// What a picture of a dungeon should carry, so that it can be made again.
fn all_metadata(dungeon: &Dungeon) -> Vec<Metadata> {
    let note = |keyword: &str, text: String| Metadata { keyword: keyword.to_owned(), text };
    let recipe = serde_json::to_string(&dungeon.provenance.recipe).unwrap_or_default();
    let inputs = serde_json::to_string(&dungeon.provenance.inputs).unwrap_or_default();
    let notes = [
        (!dungeon.name.is_empty()).then(|| note("Title", dungeon.name.clone())),
        Some(note("Software", "Undercroft".to_owned())),
        (!dungeon.provenance.seed.is_empty()).then(|| note("Seed", dungeon.provenance.seed.clone())),
        (!dungeon.provenance.recipe.is_empty()).then(|| note("Recipe", recipe)),
        (!dungeon.provenance.recipe.is_empty()).then(|| note("Epoch", dungeon.provenance.epoch.to_string())),
        (!dungeon.provenance.inputs.is_empty()).then(|| note("Inputs", inputs)),
        (!dungeon.provenance.pins.is_empty()).then(|| pins_note(dungeon)),
    ];
    notes.into_iter().flatten().collect()
}

fn pins_note(dungeon: &Dungeon) -> Metadata {
    let seed = dungeon.provenance.seed.clone();
    let roll = RollEntry { seed, ..RollEntry::default() }.with_pins_of(dungeon);
    match SharedWork::new(roll, Vec::new(), dungeon).note() {
        Ok(text) => Metadata { keyword: PINS.to_owned(), text },
        Err(_) => Metadata { keyword: PINS_LEFT_OUT.to_owned(), text: dungeon.provenance.pins.len().to_string() },
    }
}

/// What the notes of a picture hold of hand work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotedPins {
    /// The pins.
    pub pins: Vec<Pin>,
    /// Width and height of the map that they were made on.
    pub size: Option<[i32; 2]>,
    /// How many pins the picture has no room for; it holds all or none.
    pub left_out: usize,
}

impl NotedPins {
    /// Reads the pins that travel in a picture.
    ///
    /// # Errors
    /// When the note was cut or changed, or holds pins that no map can have.
    ///
    /// ```
    /// use undercroft::pin::PinMaker;
    /// use undercroft_draw::{Edition, NotedPins, png_metadata};
    ///
    /// let mut dungeon = undercroft::generate("small-dungeon", 7).unwrap();
    /// let mut maker = PinMaker::new(&dungeon);
    /// maker.pin_room(dungeon.rooms[2].id);
    /// dungeon.provenance.pins = maker.finish();
    /// let notes = png_metadata(&dungeon, Edition::GameMaster);
    /// assert_eq!(NotedPins::from_notes(&notes).unwrap().pins, dungeon.provenance.pins);
    /// ```
    pub fn from_notes(notes: &[Metadata]) -> Result<Self, String> {
        let text = |keyword: &str| notes.iter().find(|note| note.keyword == keyword).map(|note| note.text.as_str());
        let left_out = text(PINS_LEFT_OUT).and_then(|count| count.parse().ok()).unwrap_or(0);
        let Some(code) = text(PINS) else { return Ok(Self { left_out, ..Self::default() }) };
        let roll = SharedWork::read_note(code).map_err(|error| error.to_string())?.roll;
        let list = serde_json::to_string(&roll.pins).map_err(|error| error.to_string())?;
        let pins = json::read_pins(&list).map_err(|error| error.problem().to_owned())?;
        Ok(Self { pins, size: roll.pins_size, left_out })
    }

    /// The remark that a picture of a dungeon leaves its pins out, where it does.
    pub fn remark(dungeon: &Dungeon, edition: Edition) -> Option<String> {
        if dungeon.provenance.pins.is_empty() || edition == Edition::Player {
            return None;
        }
        let left_out = Self::from_notes(&[pins_note(dungeon)]).ok()?.left_out;
        (left_out > 0)
            .then(|| format!("its {left_out} pins are too long for a picture and are left out; keep the JSON"))
    }
}

#[cfg(test)]
mod tests {
    use undercroft::dungeon::{NamePin, PinAuthor, PinId};
    use undercroft::seed::Stream;

    use super::*;

    /// A dungeon with so many pins of names that no two have a word in common.
    fn pinned(count: u32) -> Dungeon {
        let mut dungeon = undercroft::generate("small-dungeon", 7).unwrap();
        let mut stream = Stream::new(7, "pins");
        let mut name = || (0..40).map(|_| char::from(b'a' + stream.below(26) as u8)).collect::<String>();
        let pin = |id: u32| Pin::Name(NamePin { id: PinId(id), name: name(), by: PinAuthor::User });
        dungeon.provenance.pins = (1..=count).map(pin).collect();
        dungeon.provenance.pins_size = Some([48, 32]);
        dungeon
    }

    #[test]
    fn pins_that_fit_travel_in_the_notes_and_others_are_counted() {
        let noted = |dungeon: &Dungeon| NotedPins::from_notes(&png_metadata(dungeon, Edition::GameMaster)).unwrap();
        let (few, many) = (pinned(1_500), pinned(4_000));
        assert_eq!(noted(&few), NotedPins { pins: few.provenance.pins.clone(), size: Some([48, 32]), left_out: 0 });
        let roll = RollEntry::default().with_pins_of(&few);
        assert!(SharedWork::new(roll, Vec::new(), &few).link().is_err(), "they would not fit into a link");
        assert_eq!(noted(&many), NotedPins { left_out: 4_000, ..NotedPins::default() });
        assert_eq!(NotedPins::remark(&few, Edition::GameMaster), None);
        assert!(NotedPins::remark(&many, Edition::GameMaster).unwrap().starts_with("its 4000 pins"));
        assert_eq!(NotedPins::remark(&many, Edition::Player), None, "players do not learn of pins");
    }

    #[test]
    fn a_note_that_was_cut_is_refused() {
        let notes = png_metadata(&pinned(9), Edition::GameMaster);
        let broken = |text: String| NotedPins::from_notes(&[Metadata { keyword: PINS.to_owned(), text }]).unwrap_err();
        let whole = notes.iter().find(|note| note.keyword == PINS).unwrap().text.clone();
        assert!(broken(whole[..whole.len() - 8].to_owned()).contains("cut"));
        assert!(broken("seed=7".to_owned()).contains("w1."));
    }
}
