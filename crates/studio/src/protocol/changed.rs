//! What edits changed of a document, on the wire.
//!
//! Ids are positions, so that an edit which adds or removes a thing may give others new ids. Lists are therefore patched by
//! position: what stands elsewhere now is different there.

use schemars::JsonSchema;
use serde::Serialize;
use undercroft::dungeon::{Door, Entrance, Feature, Group, Pin, PinId, Room, RoomId, Spawn, Story, Stub, Window};
use undercroft::edit::TouchedRect;
use undercroft::format::json::{LinkEntry, MarkerEntry, ProvenanceEntry};
use undercroft::grid::Rect;
use undercroft::journal::EditNews;

use super::blob::PayloadBlob;
use super::document::{ChangedState, LevelLines};

/// What edits changed of the document before them; everything else is as it was. A page that applies it to its copy has
/// what `document` answers.
///
/// ```
/// use undercroft_studio::protocol::{Body, Command};
/// use undercroft_studio::{NoProgress, Session};
///
/// let mut session = Session::new(0);
/// session.handle(Command::New { width: 9, height: 5 }, &mut NoProgress).unwrap();
/// let edits = serde_json::from_str(r#"[{"edit": "set_cells", "z": 0, "solid": true, "runs": [[2, 2, 3]]}]"#).unwrap();
/// let reply = session.handle(Command::Edit { edits, gesture: None }, &mut NoProgress).unwrap();
/// let Body::Changed(changed) = reply.body else { panic!("edit replies with what it changed") };
/// let cells = changed.levels[0].cells.as_ref().expect("cells are different");
/// assert_eq!((cells.rect.left, cells.rect.right, cells.rect.height()), (2, 5, 1));
/// assert!(changed.rooms.is_none() && changed.session.edited);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChangedReply {
    /// The rectangles that the edits touched, one after the other.
    pub touched: Vec<TouchedInfo>,
    /// Pins that came, or have other content.
    pub new_pins: Vec<PinId>,
    /// Pins that are gone.
    pub removed_pins: Vec<PinId>,
    /// What is no list; absent where nothing of it is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<DungeonHead>,
    /// What it was made from, without the pins, which follow; absent where nothing of it is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<ProvenanceEntry>,
    /// All floors, in order.
    pub levels: Vec<LevelPatch>,
    /// The rooms; absent where they are as they were, like all that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rooms: Option<ListPatch<Room>>,
    /// The doors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doors: Option<ListPatch<Door>>,
    /// The windows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows: Option<ListPatch<Window>>,
    /// The edges of the room graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<ListPatch<LinkEntry>>,
    /// Blind corridors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stubs: Option<ListPatch<Stub>>,
    /// Places of interest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<ListPatch<MarkerEntry>>,
    /// Furniture and other placed objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub features: Option<ListPatch<Feature>>,
    /// Where inhabitants, visitors, loot and traps begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spawns: Option<ListPatch<Spawn>>,
    /// Inhabitants that belong together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<ListPatch<Group>>,
    /// What a new roll keeps: `provenance.pins`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pins: Option<ListPatch<Pin>>,
    /// What the session holds besides the dungeon.
    pub session: ChangedState,
}

/// A list in which some things are different.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "{T}Patch")]
pub struct ListPatch<T> {
    /// How many there are now.
    pub length: u32,
    /// Those that are different or new, each with its position.
    pub items: Vec<(u32, T)>,
}

impl<T: Clone + PartialEq> ListPatch<T> {
    /// What makes one list of the other; `None` where they are equal.
    pub(crate) fn between(old: &[T], new: &[T]) -> Option<Self> {
        let items = (0..).zip(new).filter(|(at, item)| old.get(*at as usize) != Some(item));
        let items: Vec<(u32, T)> = items.map(|(at, item)| (at, item.clone())).collect();
        (old.len() != new.len() || !items.is_empty()).then_some(Self { length: new.len() as u32, items })
    }
}

/// What of a dungeon is no list of things.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DungeonHead {
    /// A name for people.
    pub name: String,
    /// The length of a cell's side. [Unit: feet]
    pub tile_feet: u16,
    /// The module grid that rooms are aligned to, width and height of a module. [Unit: cells]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module_grid: Option<[i32; 2]>,
    /// The walls of the building where the dungeon is a house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outline: Option<Rect>,
    /// Where the visitor comes in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrance: Option<Entrance>,
    /// The room where the visitor wants to get.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<RoomId>,
    /// What did not come out as the recipe asked, as sentences.
    pub warnings: Vec<String>,
    /// Why people go in.
    #[serde(skip_serializing_if = "Story::is_empty")]
    pub story: Story,
}

/// What is different on a floor. A floor of another size than before begins without anything, and all of it is new.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LevelPatch {
    /// Height; 0 is the level of the entrance.
    pub z: i32,
    /// What people call it; may be empty.
    pub name: String,
    /// Cells from west to east.
    pub width: i32,
    /// Cells from north to south.
    pub height: i32,
    /// Whether anything lies on its floor.
    pub has_ground: bool,
    /// The cells that are different; absent where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<CellPatch>,
    /// The lines that are drawn; absent where they are as they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<DrawnLines>,
}

/// Cells that are different.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CellPatch {
    /// The smallest rectangle round them. What follows has its size.
    pub rect: Rect,
    /// A terrain blob.
    pub terrain: PayloadBlob,
    /// A bit blob: the cells that block movement.
    pub solid: PayloadBlob,
    /// What lies on the floor, one byte each as in a level; absent where nothing lies on the whole level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<PayloadBlob>,
}

/// The lines of a level.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DrawnLines {
    /// The lines; absent where they are the sides of the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<LevelLines>,
}

/// A part of a level that an edit changed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TouchedInfo {
    /// The level.
    pub z: i32,
    /// The rectangle.
    pub rect: Rect,
}

impl ChangedReply {
    /// Adds what several edits touched.
    pub(crate) fn add_news(&mut self, news: Vec<EditNews>) {
        for EditNews { touched, new_pins, removed_pins } in news {
            self.touched.extend(touched.into_iter().map(|TouchedRect { z, rect }| TouchedInfo { z, rect }));
            self.new_pins.extend(new_pins.iter().map(Pin::id));
            self.removed_pins.extend(removed_pins);
        }
        let gone = &self.removed_pins;
        self.new_pins.retain(|pin| !gone.contains(pin));
    }
}
