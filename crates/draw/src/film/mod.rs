//! The parts of a film of a generation: steps, scene, screen, palette.

pub mod film_pane;
pub mod palette;
pub mod pen;
pub mod scene;
pub mod screen;
pub mod step;
