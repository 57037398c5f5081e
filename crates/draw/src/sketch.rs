//! A drawing of letters for the terminal.

/// A drawing of letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The lines, each ended by a newline.
    pub text: String,
    /// What the letters of features mean; empty where none are drawn.
    pub legend: String,
    /// A remark for the reader: that the drawing was shrunk, or is wider than the terminal.
    pub note: Option<String>,
}

/// The sequence that chooses one of the 256 colors for letters.
pub fn foreground(color: u8) -> String {
    format!("\u{1b}[38;5;{color}m")
}
