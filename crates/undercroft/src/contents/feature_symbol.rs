//! Symbols of features: what a drawing puts in place of a feature, as strokes of a pen.

use super::pen_stroke::PenStroke;

/// One drawing of a kind, at turn 0 with the origin in its north-west corner. Painted in the order of the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolDrawing {
    /// Filled like the floor, with a line round it.
    pub face: Vec<PenStroke>,
    /// Fine lines.
    pub fine: Vec<PenStroke>,
    /// Filled with ink.
    pub solid: Vec<PenStroke>,
    /// Filled like the floor, on ink.
    pub light: Vec<PenStroke>,
}

/// The symbol of a kind of feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureSymbol {
    /// Width and depth of the footprint at turn 0. [Unit: cells]
    pub size: [u8; 2],
    /// How far its shadow falls to the south-east. [Unit: thousandths of a cell] [Limits: 0..=300]
    pub shadow: u16,
    /// Whether it stands or lies a little askew, as chairs and bones do.
    pub is_loose: bool,
    /// Whether it is drawn upright whatever its turn, as what is shown from the side; square footprints only.
    pub is_upright: bool,
    /// Its drawings. [Limits: 1 to 3]
    pub variants: Vec<SymbolDrawing>,
}
