//! The programs that come with the crate.

use std::sync::{Arc, LazyLock};

use super::{Program, parse};

/// A program that comes with the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShippedProgram {
    House,
    Cottage,
    Townhouse,
    Manor,
    Inn,
    Castle,
    Tower,
}

static PROGRAMS: LazyLock<Vec<Arc<Program>>> =
    LazyLock::new(|| ShippedProgram::ALL.iter().map(|program| Arc::new(program.read())).collect());

impl ShippedProgram {
    /// All programs, in the order of the recipe's choice.
    pub const ALL: [Self; 7] =
        [Self::House, Self::Cottage, Self::Townhouse, Self::Manor, Self::Inn, Self::Castle, Self::Tower];

    /// The program, read once.
    pub fn program(self) -> Arc<Program> {
        Arc::clone(&PROGRAMS[self as usize])
    }

    fn read(self) -> Program {
        let (name, text) = self.file();
        parse(name, text).unwrap_or_else(|error| unreachable!("{error}"))
    }

    pub(super) const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::House => ("house.toml", include_str!("../../data/programs/house.toml")),
            Self::Cottage => ("cottage.toml", include_str!("../../data/programs/cottage.toml")),
            Self::Townhouse => ("townhouse.toml", include_str!("../../data/programs/townhouse.toml")),
            Self::Manor => ("manor.toml", include_str!("../../data/programs/manor.toml")),
            Self::Inn => ("inn.toml", include_str!("../../data/programs/inn.toml")),
            Self::Castle => ("castle.toml", include_str!("../../data/programs/castle.toml")),
            Self::Tower => ("tower.toml", include_str!("../../data/programs/tower.toml")),
        }
    }
}

/// The program of a category, whatever its case and the spaces round it; of an unknown one that of a house.
pub fn program_of_category(category: &str) -> ShippedProgram {
    match category.trim().to_lowercase().as_str() {
        "cottage" => ShippedProgram::Cottage,
        "townhouse" => ShippedProgram::Townhouse,
        "manor" | "estate" => ShippedProgram::Manor,
        "inn" | "tavern" => ShippedProgram::Inn,
        "castle" | "keep" => ShippedProgram::Castle,
        "tower" | "wizard tower" => ShippedProgram::Tower,
        _ => ShippedProgram::House,
    }
}
