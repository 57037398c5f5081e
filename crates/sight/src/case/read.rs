//! Reads and writes case files, whichever kind they are.

use super::text::{self, Drawing};
use super::{CaseKind, FovCase, FovCaseError, LocatedCase, grids, json};

impl FovCase {
    /// Reads the one case of a text, JSON or a drawing. A JSON case without a name of its own gets `name`, a drawing
    /// always does. Blank lines above a drawing are dropped; what follows the first blank line below it is commentary.
    ///
    /// # Errors
    /// When the text is no case; the message says where.
    pub fn read(name: &str, text: &str) -> Result<Self, FovCaseError> {
        let text = without_mark(text);
        if text.trim_start().starts_with('{') {
            return json::read(name, text);
        }
        match text::read(name, &Drawing::first(text))? {
            (CaseKind::Map, _) => Err(FovCaseError::Observer("there are none".to_owned())),
            (_, case) => Ok(case),
        }
    }

    /// Reads every case of a text: JSON, or grids side by side and one below the other, with lines of commentary round
    /// them. A text that holds no case gives none.
    ///
    /// ```
    /// use undercroft_sight::{CaseKind, FovCase};
    ///
    /// let cases = FovCase::read_all("pair", "b .... blocked cell\n\nsoo | xcx\nooo | xxb\n")?;
    /// let found: Vec<_> = cases.iter().map(|found| (found.kind, found.line, found.column)).collect();
    /// assert_eq!(found, [(CaseKind::View, 3, 1), (CaseKind::Corners, 3, 7)]);
    /// # Ok::<(), undercroft_sight::FovCaseError>(())
    /// ```
    ///
    /// # Errors
    /// When a grid or a JSON object is no case; the message says where.
    pub fn read_all(name: &str, text: &str) -> Result<Vec<LocatedCase>, FovCaseError> {
        let text = without_mark(text);
        if text.trim_start().starts_with('{') {
            let located = |case| LocatedCase { line: 1, column: 1, kind: CaseKind::Json, case };
            return if json::is_case(text) { Ok(vec![located(json::read(name, text)?)]) } else { Ok(Vec::new()) };
        }
        let grids = grids::find(text)?;
        if grids.is_empty() {
            return Ok(single_row(name, text).into_iter().collect());
        }
        grids.iter().map(|grid| located(name, grid).map_err(|error| in_grid(grid, grids.len(), error))).collect()
    }

    /// The case as a JSON object, with everything that is claimed to be seen. Only a 1x1 observer can be written.
    pub fn to_json(&self) -> Option<String> {
        json::write(self)
    }
}

/// Editors on some systems begin a file with a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn located(name: &str, drawing: &Drawing<'_>) -> Result<LocatedCase, FovCaseError> {
    let (kind, case) = text::read(name, drawing)?;
    Ok(LocatedCase { line: drawing.line, column: drawing.column(), kind, case })
}

/// A text that begins with a single row is a case if an observer stands in it.
fn single_row(name: &str, text: &str) -> Option<LocatedCase> {
    let row = Some(Drawing::first(text)).filter(|drawing| drawing.rows.len() == 1)?;
    located(name, &row).ok().filter(|found| found.kind == CaseKind::View)
}

/// What is wrong with one grid of several.
fn in_grid(grid: &Drawing<'_>, grids: usize, error: FovCaseError) -> FovCaseError {
    if grids == 1 || matches!(error, FovCaseError::Letter { .. }) {
        return error;
    }
    FovCaseError::Grid { line: grid.line, column: grid.column(), problem: Box::new(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<CaseKind> {
        FovCase::read_all("case", text).unwrap().iter().map(|found| found.kind).collect()
    }

    fn message(text: &str) -> String {
        FovCase::read_all("case", text).unwrap_err().to_string()
    }

    #[test]
    fn a_byte_order_mark_is_no_letter() {
        let case = FovCase::read("a", "#.c\n#so").unwrap();
        assert_eq!(FovCase::read("a", "\u{feff}bxc\r\nbso\r").unwrap(), case);
        assert_eq!(FovCase::read_all("a", "\u{feff}\r\nbxc\r\nbso\r").unwrap()[0].case, case);
    }

    #[test]
    fn a_text_may_hold_cases_of_several_kinds_or_none() {
        assert_eq!(kinds("xs | xc | x.\nxx | bx | xx"), [CaseKind::View, CaseKind::Corners, CaseKind::Map]);
        assert_eq!(kinds("soo#\n\nA row of its own."), [CaseKind::View]);
        let json = r#" {"gridRows": 1, "gridCols": 2, "blockedCells": [], "startX": 0, "startY": 0}"#;
        assert_eq!(kinds(json), [CaseKind::Json]);
        for text in ["", "\n", "{\"name\": \"package\"}", "A README.\n", "...."] {
            assert_eq!(kinds(text), [], "{text:?}");
        }
    }

    #[test]
    fn a_grid_with_a_slip_is_an_error_and_not_passed_over() {
        assert_eq!(message("xxx\nxs?\nxxx"), "line 2, column 3: '?' is not a glyph of an FOV case");
        assert_eq!(message("xx | xx\nxs | ?x\nxx | xx"), "line 2, column 6: '?' is not a glyph of an FOV case");
        assert_eq!(message("xxx\nxsx\nxx"), "line 3 has 2 columns, line 1 has 3");
        let two = message("xx | sx\nxs | xs");
        assert!(two.starts_with("grid at line 1, column 6: the cells marked s or z must be one cell"), "{two}");
        assert!(message("{\"gridRows\": 1}").starts_with("not an FOV case: missing field"));
    }
}
