//! Universal VTT as it is written.

use serde::{Serialize, Serializer};

use super::super::outline::{SQUARE, WallPoint};

/// A file.
#[derive(Serialize)]
pub struct Document {
    pub format: f64,
    pub resolution: Resolution,
    pub line_of_sight: Vec<Vec<At>>,
    pub objects_line_of_sight: Vec<Vec<At>>,
    pub portals: Vec<Opening>,
    pub environment: Environment,
    pub lights: Vec<Light>,
    pub image: String,
}

/// The size of the map and of its picture.
#[derive(Serialize)]
pub struct Resolution {
    pub map_origin: At,
    pub map_size: At,
    pub pixels_per_grid: u32,
}

/// A door.
#[derive(Serialize)]
pub struct Opening {
    pub position: At,
    pub bounds: [At; 2],
    pub rotation: f64,
    pub closed: bool,
    pub freestanding: bool,
}

/// The light that is everywhere.
#[derive(Serialize)]
pub struct Environment {
    pub baked_lighting: bool,
    pub ambient_light: &'static str,
}

/// A light.
#[derive(Serialize)]
pub struct Light {
    pub position: At,
    pub range: i32,
    pub intensity: u8,
    pub color: &'static str,
    pub shadows: bool,
}

/// A place, in squares.
#[derive(Clone, Copy, Serialize)]
pub struct At {
    x: Squares,
    y: Squares,
}

impl At {
    /// A place at whole squares.
    pub const fn squares(x: i32, y: i32) -> Self {
        Self { x: Squares(x * SQUARE), y: Squares(y * SQUARE) }
    }
}

impl From<WallPoint> for At {
    fn from(point: WallPoint) -> Self {
        Self { x: Squares(point.x), y: Squares(point.y) }
    }
}

/// A length, written without a fraction where it has none. [Unit: thousandths of a square]
#[derive(Clone, Copy)]
struct Squares(i32);

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % SQUARE == 0 {
            serializer.serialize_i32(self.0 / SQUARE)
        } else {
            serializer.serialize_f64(f64::from(self.0) / f64::from(SQUARE))
        }
    }
}
