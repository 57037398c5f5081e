//! How the file is laid out: a tile, an entity or a definition to a line, so that two files can be compared.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Lists whose elements stand on lines of their own.
const LISTS: [&[u8]; 9] = [
    b"levels",
    b"layerInstances",
    b"entityInstances",
    b"gridTiles",
    b"layers",
    b"entities",
    b"tilesets",
    b"enums",
    b"levelFields",
];
/// Lists whose elements are themselves spread over lines.
const SPREAD_LISTS: [&[u8]; 2] = [b"levels", b"layerInstances"];
/// The one object that is spread over lines wherever it is.
const DEFINITIONS: &[u8] = b"defs";

/// The value as a document.
pub(super) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Layout::default());
    value.serialize(&mut serializer).expect("a project is JSON, and a vector takes every byte");
    bytes.push(b'\n');
    bytes
}

/// A container that is being written.
#[derive(Clone, Copy)]
struct Open {
    spread: bool,
    /// Whether the objects in it are spread.
    spreads_elements: bool,
    filled: bool,
}

#[derive(Default)]
struct Layout {
    open: Vec<Open>,
    /// The key last written.
    key: Vec<u8>,
    in_key: bool,
    /// How many of the open containers are spread.
    depth: usize,
}

impl Layout {
    fn open<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8], open: Open) -> io::Result<()> {
        self.open.push(open);
        self.depth += usize::from(open.spread);
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        if let Some(closed) = self.open.pop().filter(|open| open.spread) {
            self.depth -= 1;
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
        if open.spread { self.new_line(writer) } else { Ok(()) }
    }

    fn new_line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"\t"))
    }
}

impl Formatter for Layout {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let spread = LISTS.contains(&self.key.as_slice()) && self.open.last().is_some_and(|open| open.spread);
        let spreads_elements = SPREAD_LISTS.contains(&self.key.as_slice());
        self.open(writer, b"[", Open { spread, spreads_elements, filled: false })
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.begin_item(writer, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let inside = self.open.last().is_none_or(|open| open.spreads_elements);
        let spread = inside || self.key == DEFINITIONS;
        self.open(writer, b"{", Open { spread, spreads_elements: false, filled: false })
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

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if self.in_key {
            self.key.extend_from_slice(fragment.as_bytes());
        }
        writer.write_all(fragment.as_bytes())
    }
}
