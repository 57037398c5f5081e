//! The files that come with the crate.

/// Kinds of features.
pub const KINDS: (&str, &str) = ("features.toml", include_str!("../../data/features.toml"));

/// Content tables, as name and text of their files.
pub const TABLES: &[(&str, &str)] = &[
    ("castle.toml", include_str!("../../data/contents/castle.toml")),
    ("cave.toml", include_str!("../../data/contents/cave.toml")),
    ("common.toml", include_str!("../../data/contents/common.toml")),
    ("cottage.toml", include_str!("../../data/contents/cottage.toml")),
    ("crypt.toml", include_str!("../../data/contents/crypt.toml")),
    ("dungeon.toml", include_str!("../../data/contents/dungeon.toml")),
    ("forest.toml", include_str!("../../data/contents/forest.toml")),
    ("house.toml", include_str!("../../data/contents/house.toml")),
    ("inn.toml", include_str!("../../data/contents/inn.toml")),
    ("keep.toml", include_str!("../../data/contents/keep.toml")),
    ("manor.toml", include_str!("../../data/contents/manor.toml")),
    ("mine.toml", include_str!("../../data/contents/mine.toml")),
    ("monastery.toml", include_str!("../../data/contents/monastery.toml")),
    ("ruins.toml", include_str!("../../data/contents/ruins.toml")),
    ("shrine.toml", include_str!("../../data/contents/shrine.toml")),
    ("tavern.toml", include_str!("../../data/contents/tavern.toml")),
    ("temple.toml", include_str!("../../data/contents/temple.toml")),
    ("tomb.toml", include_str!("../../data/contents/tomb.toml")),
    ("tower.toml", include_str!("../../data/contents/tower.toml")),
    ("underground.toml", include_str!("../../data/contents/underground.toml")),
    ("wilderness.toml", include_str!("../../data/contents/wilderness.toml")),
];

/// Whether a content table of this name comes with the crate. Nothing is parsed for the answer.
pub fn is_shipped_table(name: &str) -> bool {
    TABLES.iter().any(|(file, _)| file.strip_suffix(".toml") == Some(name))
}
