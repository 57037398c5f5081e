//! The tests of the crate as one program, so that it is linked once: one file for each matter.

#[path = "../support/dungeons.rs"]
mod dungeons;
#[path = "../support/golden.rs"]
mod golden;
#[path = "../support/law_size.rs"]
mod law_size;
#[path = "../support/mask_shapes.rs"]
mod mask_shapes;

mod accrete;
mod applies;
mod attach;
mod back_door;
mod budget;
mod catalogue;
mod caves;
mod figures;
mod flaws;
mod formats;
mod founding_numbers;
mod ground_stage;
mod hand_files;
mod hints;
mod laws;
mod link_laws;
mod locality;
mod map_limits;
mod masks;
mod multi_level;
mod pinned_contents;
mod pins;
mod plan;
mod preset_laws;
mod printed_keys;
mod random_recipes;
mod readme;
mod recipes;
mod record;
mod send_sync;
mod solve;
mod stock;
mod stock_texts;
mod symmetry;
mod templates;
mod version1;
