//! Files of the user's own on top of the shipped ones.

use proptest::prelude::*;

use super::*;
use crate::contents::shipped_files::TABLES;
use crate::dungeon::ProvenanceInput;

const LAMP: &str = "[kind.lamp]\nsize = [1, 1]\nlight = [10, 20]\nrules = [\"wall\"]\nwords = { one = \"a lamp\", many = \"lamps\" }\n";

fn complaint(files: &[(&str, &str)]) -> String {
    Contents::with_files(files).unwrap_err().to_string()
}

#[test]
fn a_file_may_add_kinds_a_table_or_both() {
    let kinds = Contents::with_files(&[("lamps.toml", LAMP)]).unwrap();
    assert!(kinds.kind("lamp").is_some_and(|kind| kind.light == Some([10, 20])));
    assert!(kinds.table("lamps").is_none() && kinds.tables().eq(Contents::shipped().tables()));
    let shop = "[purpose.shop]\nfurnish = [{ kind = \"lamp\", rule = \"wall\", n = [1, 9] }]\n";
    let both = Contents::with_files(&[("own/Chandler.toml", &format!("extends = \"house\"\n{LAMP}{shop}"))]).unwrap();
    assert!(both.table_for(" chandler ").purpose_names().any(|name| name == "shop"));
    let apart = Contents::with_files(&[("chandler.toml", shop), ("lamps.toml", LAMP)]).unwrap();
    assert_eq!(apart.table("chandler").unwrap().parents(), ["common"]);
}

#[test]
fn an_own_table_replaces_the_shipped_one_also_as_parent() {
    let crypt = "extends = \"underground\"\n[purpose.larder]\n";
    let contents = Contents::with_files(&[("crypt.toml", crypt)]).unwrap();
    let has = |table: &str| contents.table(table).unwrap().purpose_names().any(|name| name == "larder");
    assert!(has("crypt") && !has("underground"));
    let shipped = TABLES.iter().find(|(name, _)| *name == "underground.toml").unwrap().1;
    let underground = format!("{shipped}\n[purpose.larder]\n");
    let contents = Contents::with_files(&[("underground.toml", &underground)]).unwrap();
    let has = |table: &str| contents.table(table).unwrap().purpose_names().any(|name| name == "larder");
    assert!(has("underground") && has("crypt") && !has("common"));
}

#[test]
fn a_shipped_table_that_misses_what_was_replaced_says_why() {
    let error = complaint(&[("common.toml", "[facts]\nkey = [\"tin\"]\n[purpose.chamber]\n")]);
    assert!(error.ends_with(" (a shipped table that uses a table or kind which your files replace)"), "{error}");
    let altar = LAMP.replace("lamp", "altar");
    let error = complaint(&[("altar.toml", &altar)]);
    assert!(error.contains("altar is not placed by") && error.contains("(a shipped table"), "{error}");
}

#[test]
fn files_that_cannot_be_taken_together() {
    let other = "lamps.toml: a/lamps.toml has a table of this name, too; rename one of them";
    assert_eq!(complaint(&[("a/lamps.toml", "surface = \"tiles\""), ("lamps.toml", "surface = \"earth\"")]), other);
    let kind = "b.toml:1:7: kind.lamp: another file has this kind, too; rename one of them";
    assert_eq!(complaint(&[("a.toml", LAMP), ("b.toml", LAMP)]), kind);
    let empty = "a.toml: need the keys of a table, or kinds of features as [kind.NAME]; the file has neither";
    assert_eq!(complaint(&[("a.toml", "# nothing\n")]), empty);
    assert!(
        complaint(&[("?.toml", "surface = \"tiles\"")])
            .starts_with("?.toml: the table is named like its file; need a name")
    );
}

#[test]
fn files_have_limits() {
    let names: Vec<String> = (0..=ProvenanceInput::MAX_FILES).map(|i| format!("t{i}.toml")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "surface = \"tiles\"")).collect();
    assert_eq!(complaint(&files), "t16.toml: need at most 16 content files, got 17");
    assert!(Contents::with_files(&files[..16]).is_ok());
    let long = format!("surface = \"tiles\"\n#{}", "x".repeat(ProvenanceInput::MAX_BYTES));
    assert_eq!(complaint(&[("a.toml", &long)]), format!("a.toml: need at most 262144 bytes, got {}", long.len()));
    let many = (0..256).map(|i| format!("[purpose.p{i}]\n")).collect::<Vec<_>>().concat();
    let error = complaint(&[("a.toml", &many)]);
    assert!(
        error.starts_with("a.toml:1:2: purpose: need at most 256 purposes, the parents' included, got "),
        "{error}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Shipped files with a piece cut out or letters put in.
    #[test]
    fn a_broken_file_is_refused_with_a_place_inside_it(
        table in 0..TABLES.len(),
        at in any::<prop::sample::Index>(),
        cut in 0_usize..40,
        put in "[\\[\\]{}\"=|#.a-z0-9\n:, -]{0,6}",
    ) {
        let text: Vec<char> = TABLES[table].1.chars().collect();
        let at = at.index(text.len());
        let end = (at + cut).min(text.len());
        let broken: String = text[..at].iter().copied().chain(put.chars()).chain(text[end..].iter().copied()).collect();
        if let Err(error) = Contents::with_files(&[("own.toml", &broken)]) {
            let lines: Vec<&str> = broken.split('\n').collect();
            prop_assert_eq!(&error.file, "own.toml");
            prop_assert!((1..=lines.len()).contains(&error.line), "{}", error);
            let width = lines[error.line - 1].chars().count();
            prop_assert!((1..=width + 1).contains(&error.column), "{}", error);
        }
    }
}
