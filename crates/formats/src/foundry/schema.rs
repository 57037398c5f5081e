//! Documents of Foundry VTT as they are written.
//!
//! Fields and their meaning are those of the public API documentation (<https://foundryvtt.com/api/v14/> and
//! <https://foundryvtt.com/api/v13/>); a field that is not here has its default there.

use std::collections::BTreeMap;

use serde::Serialize;

use super::id::Id;

/// Documents within a document: whole where they travel with it, by id where they are stored beside it.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Collection<T> {
    Documents(Vec<T>),
    Ids(Vec<Id>),
}

impl<T> Collection<T> {
    /// The documents.
    pub fn documents(&self) -> &[T] {
        match self {
            Self::Documents(documents) => documents,
            Self::Ids(_) => &[],
        }
    }

    /// The same collection by ids.
    pub fn brief(&self, id: impl Fn(&T) -> &Id) -> Self {
        Self::Ids(self.documents().iter().map(|document| id(document).clone()).collect())
    }
}

/// Flags by package; there are few.
pub type Flags = BTreeMap<String, BTreeMap<String, String>>;

/// Which version wrote a document.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    pub core_version: &'static str,
}

/// Who may see a document, by user; `default` is everybody else.
#[derive(Clone, Debug, Serialize)]
pub struct Ownership {
    pub default: i8,
}

/// A map, or in version 14 all maps of a dungeon.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scene {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub navigation: bool,
    pub width: i32,
    pub height: i32,
    pub padding: u8,
    pub grid: GridData,
    pub token_vision: bool,
    pub environment: Environment,
    /// In version 14 each level has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<Background>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_level: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Collection<LevelData>>,
    pub tiles: Collection<Tile>,
    pub walls: Collection<Wall>,
    pub lights: Collection<Light>,
    pub notes: Collection<Note>,
    pub regions: Collection<Region>,
    pub journal: Option<Id>,
    pub ownership: Ownership,
    pub flags: Flags,
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// The grid of a scene.
#[derive(Clone, Debug, Serialize)]
pub struct GridData {
    #[serde(rename = "type")]
    pub kind: u8,
    pub size: i32,
    pub distance: i32,
    pub units: &'static str,
    pub alpha: f32,
}

/// The light of a scene.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Environment {
    pub darkness_level: u8,
}

/// A picture below everything; none where tiles take its place.
#[derive(Clone, Debug, Serialize)]
pub struct Background {
    pub src: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
}

/// A picture that lies on the map.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tile {
    #[serde(rename = "_id")]
    pub id: Id,
    pub texture: Texture,
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
    /// In version 14 `x` and `y` are the middle, unless the anchor is elsewhere; in version 13 the north-west corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor_x: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor_y: Option<u8>,
    pub elevation: i32,
    pub sort: i32,
    pub locked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<[Id; 1]>,
    pub flags: Flags,
}

/// The picture of a tile.
#[derive(Clone, Debug, Serialize)]
pub struct Texture {
    pub src: String,
}

/// A storey of a scene.
#[derive(Clone, Debug, Serialize)]
pub struct LevelData {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub elevation: Elevation,
    pub background: Background,
    pub sort: i32,
    pub flags: Flags,
}

/// From where to where something reaches; nothing for no end. [Unit: feet]
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Elevation {
    pub bottom: Option<i32>,
    pub top: Option<i32>,
}

/// A wall or a door.
#[derive(Clone, Debug, Serialize)]
pub struct Wall {
    #[serde(rename = "_id")]
    pub id: Id,
    pub c: [i32; 4],
    pub light: u8,
    #[serde(rename = "move")]
    pub movement: u8,
    pub sight: u8,
    pub sound: u8,
    pub dir: u8,
    pub door: u8,
    pub ds: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<[Id; 1]>,
    pub flags: Flags,
}

/// A light.
#[derive(Clone, Debug, Serialize)]
pub struct Light {
    #[serde(rename = "_id")]
    pub id: Id,
    pub x: i32,
    pub y: i32,
    pub elevation: i32,
    pub walls: bool,
    pub vision: bool,
    pub config: LightConfig,
    pub hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<[Id; 1]>,
    pub flags: Flags,
}

/// How a light shines. [Unit: feet]
#[derive(Clone, Debug, Serialize)]
pub struct LightConfig {
    pub dim: i32,
    pub bright: i32,
    pub color: &'static str,
    pub animation: LightAnimation,
}

/// How a light flickers.
#[derive(Clone, Debug, Serialize)]
pub struct LightAnimation {
    #[serde(rename = "type")]
    pub kind: &'static str,
}

/// A pin on the map that opens a page of the journal.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    #[serde(rename = "_id")]
    pub id: Id,
    pub entry_id: Id,
    pub page_id: Id,
    pub x: i32,
    pub y: i32,
    pub elevation: i32,
    pub icon_size: i32,
    pub text: String,
    pub font_size: i32,
    pub global: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<[Id; 1]>,
    pub flags: Flags,
}

/// A part of the map.
#[derive(Clone, Debug, Serialize)]
pub struct Region {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub color: &'static str,
    pub shapes: Vec<Shape>,
    pub elevation: Elevation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<Id>>,
    pub behaviors: Collection<Behavior>,
    pub visibility: u8,
    pub locked: bool,
    pub flags: Flags,
}

/// A shape of a region.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Shape {
    Rectangle { x: i32, y: i32, width: i32, height: i32, rotation: u8, hole: bool },
    Polygon { points: Vec<i32>, hole: bool },
}

/// What a region does to those who enter it.
#[derive(Clone, Debug, Serialize)]
pub struct Behavior {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: &'static str,
    #[serde(flatten)]
    pub effect: Effect,
    pub disabled: bool,
    pub flags: Flags,
}

/// What happens.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", content = "system", rename_all = "camelCase")]
pub enum Effect {
    #[serde(rename_all = "camelCase")]
    ChangeLevel {
        movement_actions: Vec<String>,
    },
    TeleportToken {
        destination: String,
        choice: bool,
    },
}

/// A journal.
#[derive(Clone, Debug, Serialize)]
pub struct Journal {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub pages: Collection<Page>,
    pub ownership: Ownership,
    pub flags: Flags,
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// A page of a journal.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub title: PageTitle,
    pub text: PageText,
    pub sort: i32,
    pub flags: Flags,
}

/// How a page's title is shown.
#[derive(Clone, Debug, Serialize)]
pub struct PageTitle {
    pub show: bool,
    pub level: u8,
}

/// What a page says.
#[derive(Clone, Debug, Serialize)]
pub struct PageText {
    pub format: u8,
    pub content: String,
}

/// Everything at once, to be imported with its ids.
#[derive(Clone, Debug, Serialize)]
pub struct Adventure {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub caption: String,
    pub description: String,
    pub scenes: Vec<Scene>,
    pub journal: Vec<Journal>,
    #[serde(flatten)]
    pub others: Others,
    pub flags: Flags,
    #[serde(rename = "_stats")]
    pub stats: Stats,
}

/// What an adventure may hold and ours does not.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Others {
    pub actors: [(); 0],
    pub cards: [(); 0],
    pub combats: [(); 0],
    pub folders: [(); 0],
    pub items: [(); 0],
    pub macros: [(); 0],
    pub playlists: [(); 0],
    pub tables: [(); 0],
}

/// What `module.json` says.
#[derive(Clone, Debug, Serialize)]
pub struct Manifest {
    pub id: String,
    pub title: String,
    pub description: String,
    pub version: String,
    pub compatibility: Compatibility,
    pub packs: Vec<PackInfo>,
}

/// Which versions of the program a module is for.
#[derive(Clone, Debug, Serialize)]
pub struct Compatibility {
    pub minimum: &'static str,
    pub verified: &'static str,
}

/// A compendium of a module.
#[derive(Clone, Debug, Serialize)]
pub struct PackInfo {
    pub name: &'static str,
    pub label: String,
    pub path: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
}
