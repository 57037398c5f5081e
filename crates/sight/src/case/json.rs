//! Cases as JSON objects: `testName`, `gridRows`, `gridCols`, `blockedCells`, `startX`, `startY` and `expectedVisible`.
//!
//! Cells are ids, `x + y·gridCols`. Other fields are ignored, `testName` and `expectedVisible` may be missing.

use serde::{Deserialize, Serialize};
use undercroft_grid::{BitGrid, Cell, Size};

use super::{Expectation, FovCase, FovCaseError};
use crate::{Footprint, Observer};

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    test_name: Option<String>,
    grid_rows: i64,
    grid_cols: i64,
    blocked_cells: Vec<i64>,
    start_x: i64,
    start_y: i64,
    expected_visible: Option<Vec<i64>>,
}

/// Whether a JSON text has one of the fields that only cases have, rightly or not.
pub(super) fn is_case(text: &str) -> bool {
    ["\"gridRows\"", "\"gridCols\"", "\"blockedCells\""].iter().any(|field| text.contains(field))
}

pub(super) fn read(name: &str, text: &str) -> Result<FovCase, FovCaseError> {
    let fields = fields(text)?;
    let size = Size::new(fields.grid_cols, fields.grid_rows)?;
    let visible = fields.expected_visible.as_ref();
    let seen = visible.map(|ids| cells(size, "expectedVisible", ids)).transpose()?.map(Expectation::exactly);
    Ok(FovCase {
        name: fields.test_name.unwrap_or_else(|| name.to_owned()),
        solid: cells(size, "blockedCells", &fields.blocked_cells)?,
        observer: Some(start(size, fields.start_x, fields.start_y)?),
        seen: seen.unwrap_or_else(|| Expectation::nothing(size)),
        corners: Expectation::nothing(size),
        interesting: Expectation::nothing(size),
    })
}

/// An error names the path of the value that is wrong, as in `blockedCells[3]`.
fn fields(text: &str) -> Result<Fields, FovCaseError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let fields = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let problem = error.into_inner();
        FovCaseError::Json(if path == "." { problem.to_string() } else { format!("{path}: {problem}") })
    })?;
    json.end().map_err(|error| FovCaseError::Json(error.to_string()))?;
    Ok(fields)
}

pub(super) fn write(case: &FovCase) -> Option<String> {
    let observer = case.observer.filter(|observer| observer.footprint == Footprint::One)?;
    let size = case.solid.size();
    let ids = |set: &BitGrid| set.iter().map(|cell| size.id(cell) as i64).collect::<Vec<_>>();
    let fields = Fields {
        test_name: Some(case.name.clone()),
        grid_rows: size.height().into(),
        grid_cols: size.width().into(),
        blocked_cells: ids(&case.solid),
        start_x: observer.at.x.into(),
        start_y: observer.at.y.into(),
        expected_visible: (!case.seen.is_empty()).then(|| ids(&case.seen.yes)),
    };
    serde_json::to_string(&fields).ok().map(|json| json + "\n")
}

fn start(size: Size, x: i64, y: i64) -> Result<Observer, FovCaseError> {
    let outside = || FovCaseError::Start { x, y, size };
    let on = |at: i64, side: i32| i32::try_from(at).ok().filter(|at| (0..side).contains(at)).ok_or_else(outside);
    Ok(Observer::one(Cell::new(on(x, size.width())?, on(y, size.height())?)))
}

fn cells(size: Size, field: &'static str, ids: &[i64]) -> Result<BitGrid, FovCaseError> {
    let mut set = BitGrid::new(size);
    for (index, &id) in ids.iter().enumerate() {
        let known = usize::try_from(id).ok().filter(|&id| id < size.area());
        set.insert(size.cell(known.ok_or(FovCaseError::Id { field, index, id, size })?));
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Thoroughness;

    const CASE: &str = r#"{"testName": "one wall", "gridRows": 2, "gridCols": 3, "blockedCells": [1], "startX": 0,
        "startY": 1, "expectedVisible": [0, 3, 4, 5], "note": {"ignored": true}}"#;

    fn message(from: &str, to: &str) -> String {
        read("file", &CASE.replace(from, to)).unwrap_err().to_string()
    }

    #[test]
    fn a_case_is_read_and_written_by_its_fields() {
        let case = read("file", CASE).unwrap();
        assert_eq!(
            (case.name.as_str(), case.solid.size(), case.observer),
            ("one wall", Size::of(3, 2), Some(Observer::one(Cell::new(0, 1))))
        );
        assert_eq!(case.solid.iter().collect::<Vec<_>>(), [Cell::new(1, 0)]);
        assert_eq!((case.seen.yes.count(), case.seen.no.count()), (4, 2));
        assert_eq!(read("again", &write(&case).unwrap()).unwrap(), case);
    }

    #[test]
    fn a_case_may_have_no_name_and_no_expectation() {
        let case = read("file", r#"{"gridRows":1,"gridCols":1,"blockedCells":[],"startX":0,"startY":0}"#).unwrap();
        assert_eq!(case.name, "file");
        assert!(case.seen.is_empty());
    }

    #[test]
    fn errors_name_the_field_the_value_and_the_limit() {
        assert_eq!(message("[1]", "[1, 6]"), "blockedCells[1]: 6 is not a cell of a 3×2 map, ids are 0 to 5");
        assert_eq!(message("[0,", "[-1,"), "expectedVisible[0]: -1 is not a cell of a 3×2 map, ids are 0 to 5");
        assert_eq!(message("\"startX\": 0", "\"startX\": 3"), "the observer 1x1 at (3, 1) lies outside the 3×2 map");
        let size = "a map is 1 to 16384 cells wide and high, this one would be 3×99999999999";
        assert_eq!(message("\"gridRows\": 2", "\"gridRows\": 99999999999"), size);
        assert!(message("\"startY\": 1,", "").starts_with("not an FOV case: missing field `startY` at line 2"));
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_named_by_its_path() {
        for (from, to, problem) in [
            ("\"startX\": 0", "\"startX\": \"0\"", "startX: invalid type: string \"0\", expected i64 at line 1"),
            ("[1]", "[1, 2.5]", "blockedCells[1]: invalid type: floating point `2.5`, expected i64 at line 1"),
            ("[0,", "[null,", "expectedVisible[0]: invalid type: null, expected i64 at line 2"),
            ("[1]", "{}", "blockedCells: invalid type: map, expected a sequence at line 1"),
            ("\"gridRows\": 2", "\"gridRows\": 2, \"gridRows\": 3", "duplicate field `gridRows` at line 1"),
            ("true}}", "true}} {", "trailing characters at line 2"),
        ] {
            let message = message(from, to);
            assert!(message.starts_with(&format!("not an FOV case: {problem}")), "{message}");
        }
    }

    #[test]
    fn odd_but_proper_cases_are_read() {
        let odd = |text: &str| read("file", text).unwrap();
        let twice = odd(&CASE.replace("[1]", "[1, 1]").replace("[0, 3, 4, 5]", "[5, 4, 3, 0, 5]"));
        assert_eq!(twice, odd(CASE), "lists are sets, in any order");
        let nulls = CASE.replace("\"one wall\"", "null").replace("[0, 3, 4, 5]", "null");
        assert!(odd(&nulls).name == "file" && odd(&nulls).seen.is_empty());
        let nothing = odd(&CASE.replace("[0, 3, 4, 5]", "[]"));
        assert_eq!(nothing.seen.no.count(), 6, "an empty list says that nothing is seen");
        assert!(odd(&CASE.replace("[1]", "[]")).solid.is_empty());
    }

    #[test]
    fn from_a_solid_start_nothing_may_be_expected() {
        let judge = |text: &str| read("file", text).unwrap().check(Thoroughness::EveryCell).passed();
        let buried = CASE.replace("[1]", "[3]");
        assert!(judge(CASE) && !judge(&buried));
        assert!(!judge(&buried.replace("[0, 3, 4, 5]", "[3]")), "not even itself");
        assert!(judge(&buried.replace("[0, 3, 4, 5]", "[]")));
    }
}
