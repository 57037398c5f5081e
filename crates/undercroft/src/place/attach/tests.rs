//! Laws of attached rooms on layouts, before any tile.
