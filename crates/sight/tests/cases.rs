//! The case files of `tests/cases`: each drawing is what the oracle says, its JSON twin says the same, and all hold.
//!
//! A new case is a drawing of walls, free cells and an observer, with a line of commentary. `UNDERCROFT_BLESS=1 cargo test
//! -p undercroft-sight --test cases` then lets the oracle (never the fast code) mark what is seen, and writes the JSON.

use std::fs;
use std::path::{Path, PathBuf};

use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{CaseKind, Expectation, Footprint, FovCase, FovGlyphs, FovText, Observer, Thoroughness, oracle};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn files(extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    files
}

fn read(path: &Path) -> FovCase {
    let name = path.file_stem().unwrap().to_string_lossy();
    let text = fs::read_to_string(path).unwrap();
    FovCase::read(&name, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The case with the oracle's claims, its drawing, and its JSON when there is one.
fn blessed(case: &FovCase) -> (FovCase, String, Option<String>) {
    let seen = oracle::view(&case.solid, case.observer.expect("a drawing with an observer"), None);
    let (corners, interesting) = (oracle::corners(&case.solid), oracle::interesting(&case.solid, &seen));
    let picture = FovText {
        solid: &case.solid,
        observer: case.observer,
        seen: &seen,
        corners: &corners,
        interesting: &interesting,
    };
    let drawing = picture.draw(FovGlyphs::PLAIN);
    let case = FovCase {
        seen: Expectation::exactly(seen),
        corners: Expectation::exactly(corners),
        interesting: Expectation::exactly(interesting),
        ..case.clone()
    };
    let json = case.to_json();
    (case, drawing, json)
}

#[test]
fn every_file_says_what_the_oracle_says() {
    let bless = std::env::var_os("UNDERCROFT_BLESS").is_some();
    for path in files("txt") {
        let old = fs::read_to_string(&path).unwrap();
        let commentary = old.split_once("\n\n").map_or("", |(_, commentary)| commentary);
        let (_, drawing, json) = blessed(&read(&path));
        let text = format!("{drawing}\n{commentary}");
        if bless {
            fs::write(&path, &text).unwrap();
            if let Some(json) = &json {
                fs::write(path.with_extension("json"), json).unwrap();
            }
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{}", path.display());
        let twin = path.with_extension("json");
        assert_eq!(fs::read_to_string(&twin).ok(), json, "{}", twin.display());
    }
}

#[test]
fn every_file_holds_in_all_mirrors_and_in_both_directions() {
    for path in files("txt").iter().chain(&files("json")) {
        let report = read(path).check(Thoroughness::EveryCell);
        assert!(report.checks > 4, "{} states nothing", path.display());
        assert!(report.passed(), "{}", report.failures[0]);
    }
}

#[test]
fn a_file_of_one_drawing_or_object_holds_just_that_case() {
    for path in files("txt").iter().chain(&files("json")) {
        let text = fs::read_to_string(path).unwrap();
        let cases = FovCase::read_all(&path.file_stem().unwrap().to_string_lossy(), &text).unwrap();
        assert_eq!(cases.into_iter().map(|found| found.case).collect::<Vec<_>>(), [read(path)], "{}", path.display());
    }
}

/// Files of another tool, as it writes them.
fn foreign_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { foreign_files(&path) } else { vec![path] }).collect()
}

#[test]
fn every_grid_of_another_tool_says_what_the_oracle_says() {
    let mut cases = Vec::new();
    for path in foreign_files(&folder().with_file_name("case_files")) {
        cases.extend(FovCase::read_all("case", &fs::read_to_string(&path).unwrap()).unwrap());
    }
    let count = |kind: CaseKind| cases.iter().filter(|found| found.kind == kind).count();
    assert_eq!([CaseKind::View, CaseKind::Corners, CaseKind::Json, CaseKind::Map].map(count), [10, 3, 1, 1]);
    for FovCase { solid, observer, seen, corners, .. } in cases.iter().map(|found| &found.case) {
        assert!(corners.holds(&oracle::corners(solid)), "{corners:?}");
        if let &Some(observer) = observer {
            assert!(seen.holds(&oracle::view(solid, observer, None)), "{seen:?}");
        }
    }
}

#[test]
fn corners_are_judged_without_an_observer() {
    let judge = |text: &str| FovCase::read("corners", text).unwrap().check(Thoroughness::EveryCell);
    let report = judge("c.u\n.#.\nn.c\n");
    assert!(report.passed() && report.checks == 4 && report.observer.is_none(), "{report:?}");
    for wrong in ["c.u\n.#.\nn..\n", "cuu\n.#.\nn.c\n"] {
        let report = judge(wrong);
        assert_eq!(report.failures.len(), 4, "in four mirrors");
        assert!(report.failures[0].message.starts_with("the corners are not as claimed"), "{report:?}");
    }
}

#[test]
fn there_are_at_least_sixty_cases_of_each_kind_and_every_shape_of_observer() {
    assert!(files("txt").len() >= 60 && files("json").len() >= 60);
    for footprint in Footprint::ALL {
        assert!(
            files("txt").iter().any(|path| read(path).observer.is_some_and(|observer| observer.footprint == footprint)),
            "no case for {footprint}"
        );
    }
}

#[test]
fn a_wrong_claim_is_found_and_drawn() {
    let report = FovCase::read("wrong", "so.\n#oo\n").unwrap().check(Thoroughness::Corners);
    assert!(!report.passed());
    let failure = report.failures[0].to_string();
    let wanted = "the seen cells are not as claimed, first at (2, 0) (as drawn)\nexpected\n";
    assert!(failure.starts_with(wanted), "{failure}");
    let report = FovCase::read("wrong", "sc.\n...\n").unwrap().check(Thoroughness::Corners);
    assert_eq!(report.failures.len(), 8, "no corner, and so no interesting one, in four mirrors");
    assert!(report.to_string().starts_with("FAILED"));
}

#[test]
fn what_is_drawn_is_read_again() {
    let size = Size::of(40, 30);
    for seed in 0..200i32 {
        let at = Cell::new(seed % 39, seed % 29);
        let observer = Observer::new(at, Footprint::ALL[seed as usize % 4]);
        let covered = observer.rect();
        let solid = BitGrid::from_fn(size, |c| !covered.contains(c) && (c.x * c.x + seed * c.y + c.x * c.y) % 9 == 0);
        let nothing = || Expectation::nothing(size);
        let name = "again".to_owned();
        let case = FovCase {
            name,
            solid,
            observer: Some(observer),
            seen: nothing(),
            corners: nothing(),
            interesting: nothing(),
        };
        let (case, drawing, _) = blessed(&case);
        let squares = drawing.replace('#', "■").replace('.', "□").replace('c', "▲");
        for text in [drawing, squares] {
            let again = FovCase::read("again", &text).unwrap();
            assert_eq!((&again.solid, again.observer), (&case.solid, Some(observer)));
            // Without an `o` a drawing does not say that nothing else is seen.
            let complete = !text.contains('o') || again.seen == case.seen;
            assert!(complete && again.seen.holds(&case.seen.yes));
            assert!(again.interesting.holds(&case.interesting.yes));
            assert!(again.corners.holds(&case.corners.yes));
            assert!(again.check(Thoroughness::Corners).passed());
        }
    }
}
