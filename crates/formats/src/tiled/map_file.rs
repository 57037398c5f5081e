//! A map as Tiled sees it, whichever syntax it is written in.

use undercroft::Fraction;
use undercroft::format::json::Path;

/// A map.
#[derive(Debug)]
pub(super) struct Map {
    pub columns: i64,
    pub rows: i64,
    /// Width and height of a tile. [Unit: pixels]
    pub tile: [i64; 2],
    pub properties: Properties,
    pub tilesets: Vec<Tileset>,
    pub layers: Vec<Layer>,
    /// The number that the next layer and the next object would get.
    pub next: [u32; 2],
}

/// The tiles of a map, cut from one image.
#[derive(Debug, Default)]
pub(super) struct Tileset {
    pub first_gid: u32,
    pub name: String,
    pub tile: [u32; 2],
    pub count: u32,
    pub columns: u32,
    pub image: String,
    pub image_size: [u32; 2],
    /// The file that describes it, where the map does not.
    pub source: Option<String>,
    /// What is said about single tiles, by local id.
    pub tiles: Vec<TileNote>,
}

/// What a tileset says about a tile.
#[derive(Debug, Default)]
pub(super) struct TileNote {
    pub id: u32,
    pub class: String,
    pub properties: Properties,
}

/// A layer of a map.
#[derive(Debug)]
pub(super) struct Layer {
    pub id: u32,
    pub name: String,
    pub class: &'static str,
    pub visible: bool,
    pub properties: Properties,
    pub content: Content,
    pub spot: MapPosition,
}

/// What is on a layer.
#[derive(Debug)]
pub(super) enum Content {
    Group(Vec<Layer>),
    /// Global ids row by row, 0 where there is no tile.
    Tiles(Tiles),
    /// The tiles of an infinite map: pieces wherever the user painted.
    Chunks(Vec<Tiles>),
    Objects(Vec<Object>),
    /// Images, which say nothing about a dungeon.
    Other,
}

/// The tiles of a layer, or of a chunk of one.
#[derive(Debug)]
pub(super) struct Tiles {
    /// The cell of the first tile.
    pub at: [i64; 2],
    pub columns: usize,
    pub gids: Vec<u32>,
}

/// Where a thing of the dungeon comes from, and what the field `pinned` of its object says, where it has one.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectSource {
    pub spot: MapPosition,
    pub pinned: Option<bool>,
}

impl From<&Object> for ObjectSource {
    fn from(object: &Object) -> Self {
        Self { spot: object.spot.clone(), pinned: object.properties.tick("pinned") }
    }
}

/// An object.
#[derive(Debug)]
pub(super) struct Object {
    pub id: u32,
    pub name: String,
    pub class: String,
    /// Left, top, width and height. [Unit: pixels]
    pub frame: [f64; 4],
    pub shape: Shape,
    pub properties: Properties,
    pub spot: MapPosition,
}

/// The form of an object; corners are relative to its left top. [Unit: pixels]
#[derive(Debug)]
pub(super) enum Shape {
    Rectangle,
    Point,
    Polygon(Vec<[f64; 2]>),
    Polyline(Vec<[f64; 2]>),
}

/// Named values.
#[derive(Debug, Default, Clone)]
pub(super) struct Properties(pub Vec<(String, Value)>);

/// A value of a property.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    Whole(i64),
    Decimal(f64),
    Flag(bool),
    /// The number of an object of the same map.
    Object(u32),
}

/// Where in a file something stands.
#[derive(Debug, Clone, Default)]
pub(super) enum MapPosition {
    #[default]
    File,
    Byte(usize),
    Json(Path),
}

/// What is wrong with a document, and where.
#[derive(Debug)]
pub(super) struct Fault {
    pub spot: MapPosition,
    pub problem: String,
}

impl MapPosition {
    pub fn fault(&self, problem: impl Into<String>) -> Fault {
        Fault { spot: self.clone(), problem: problem.into() }
    }
}

impl Properties {
    /// Adds a property.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.push((name.to_owned(), value.into()));
        self
    }

    /// Adds a property if there is a value for it.
    pub fn with_some(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// A text, if there is one that is not empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Value::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// A whole number; people also write them as text.
    pub fn whole<T: TryFrom<i64>>(&self, name: &str) -> Option<T> {
        let whole = match self.get(name)? {
            Value::Whole(whole) => *whole,
            Value::Text(text) => text.trim().parse().ok()?,
            _ => return None,
        };
        T::try_from(whole).ok()
    }

    /// A share from 0 to 1.
    pub fn fraction(&self, name: &str) -> Option<Fraction> {
        match self.get(name)? {
            Value::Decimal(decimal) => Fraction::from_decimal(*decimal),
            Value::Whole(1) => Some(Fraction::ONE),
            Value::Whole(0) => Some(Fraction::ZERO),
            _ => None,
        }
    }

    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Flag(true)))
    }

    /// A truth value, where there is one.
    pub fn tick(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Flag(is_set) => Some(*is_set),
            _ => None,
        }
    }

    /// A value that is written as JSON in a text.
    pub fn json<T: serde::de::DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_str(self.text(name)?).ok()
    }

    /// A word out of a list, as a value that knows its own name.
    pub fn word<T: serde::de::DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.text(name)?.into()).ok()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(whole: i64) -> Self {
        Self::Whole(whole)
    }
}

impl From<i32> for Value {
    fn from(whole: i32) -> Self {
        Self::Whole(whole.into())
    }
}

impl From<u32> for Value {
    fn from(whole: u32) -> Self {
        Self::Whole(whole.into())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

/// A value as JSON in a text.
pub(super) fn json_text(value: &impl serde::Serialize) -> Value {
    Value::Text(serde_json::to_string(value).unwrap_or_default())
}

/// The name that a value has in files.
pub(super) fn word(value: &impl serde::Serialize) -> Value {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => Value::Text(name),
        _ => Value::Text(String::new()),
    }
}
