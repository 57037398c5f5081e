//! JSON in lines: some containers are spread, an element to a line, so that two files can be compared; everything else is
//! written without spaces.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// How a document is laid out.
#[derive(Clone, Copy)]
pub struct Style {
    /// Before a line, once for each spread container round it.
    pub indent: &'static [u8],
    /// Between a key and its value, where they have a line of their own.
    pub colon: &'static [u8],
    /// How a container is written.
    pub shape: fn(&Opening<'_>) -> Shape,
}

/// A container that begins.
pub struct Opening<'a> {
    pub is_list: bool,
    /// The key last written: that of the container, where it has one.
    pub key: &'a [u8],
    /// How many containers are round it.
    pub depth: usize,
    /// How the one just round it is written.
    pub outer: Option<Shape>,
}

/// How a container is written.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Over lines.
    pub spread: bool,
    /// Whether the objects in it are spread.
    pub spreads_elements: bool,
}

/// The value as a document.
pub fn to_bytes(value: &impl Serialize, style: Style) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(value, style, &mut bytes).expect("our documents are JSON, and a vector takes every byte");
    bytes
}

/// Writes the value as a document.
///
/// # Errors
/// When the writer fails.
pub fn write(value: &impl Serialize, style: Style, mut writer: impl io::Write) -> io::Result<()> {
    // One copy of the code for each type of value, whatever takes the bytes.
    let writer: &mut dyn io::Write = &mut writer;
    let mut serializer = Serializer::with_formatter(&mut *writer, Layout::new(style));
    value.serialize(&mut serializer)?;
    writer.write_all(b"\n")
}

/// A container that is being written.
#[derive(Clone, Copy)]
struct Open {
    shape: Shape,
    filled: bool,
}

/// The state of the writer.
struct Layout {
    style: Style,
    open: Vec<Open>,
    /// The key last written.
    key: Vec<u8>,
    in_key: bool,
    /// How many of the open containers are spread.
    spread: usize,
}

impl Layout {
    fn new(style: Style) -> Self {
        Self { style, open: Vec::new(), key: Vec::new(), in_key: false, spread: 0 }
    }

    fn open<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let outer = self.open.last().map(|open| open.shape);
        let opening = Opening { is_list: bracket == b"[", key: &self.key, depth: self.open.len(), outer };
        let shape = (self.style.shape)(&opening);
        self.open.push(Open { shape, filled: false });
        self.spread += usize::from(shape.spread);
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        if let Some(closed) = self.open.pop().filter(|open| open.shape.spread) {
            self.spread -= 1;
            if closed.filled {
                self.new_line(writer)?;
            }
        }
        writer.write_all(bracket)
    }

    fn begin_item<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        open.filled = true;
        if open.shape.spread { self.new_line(writer) } else { Ok(()) }
    }

    fn new_line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.spread).try_for_each(|_| writer.write_all(self.style.indent))
    }
}

impl Formatter for Layout {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.begin_item(writer, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.key.clear();
        self.in_key = true;
        self.begin_item(writer, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.in_key = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let spread = self.open.last().is_some_and(|open| open.shape.spread);
        writer.write_all(if spread { self.style.colon } else { b":" })
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if self.in_key {
            self.key.extend_from_slice(fragment.as_bytes());
        }
        writer.write_all(fragment.as_bytes())
    }
}
