//! Reads and writes case files, whichever kind they are.

use super::{FovCase, FovCaseError, json, text};

impl FovCase {
    /// Reads either kind of file. A JSON case without a name of its own gets `name`, a drawing always does.
    ///
    /// # Errors
    /// When the text is no case; the message says where.
    pub fn read(name: &str, text: &str) -> Result<Self, FovCaseError> {
        // Editors on some systems begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') { json::read(name, text) } else { text::read(name, text) }
    }

    /// The case as a JSON object, with everything that is claimed to be seen. Only a 1x1 observer can be written.
    pub fn to_json(&self) -> Option<String> {
        json::write(self)
    }
}
