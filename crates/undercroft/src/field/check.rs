//! Limits of fields, and the one error about a value beyond them.

use super::{Field, FieldKind, MAX_TEXT, Value};

/// The most characters of a value that an error repeats, beside the marks round it.
const MAX_ECHO: usize = 298;

/// A value that its field does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: need {limit}, got {value}")]
#[non_exhaustive]
pub struct FieldError {
    /// The field.
    pub key: &'static str,
    /// What it takes.
    pub limit: String,
    /// What was given.
    pub value: String,
}

impl Field {
    /// The names of the methods that read it.
    pub fn methods(&self) -> Vec<&'static str> {
        self.applies_to.iter().map(|method| method.name()).collect()
    }

    /// Its limits in words: `3 to 64`.
    pub fn limits(&self) -> String {
        match self.kind {
            FieldKind::Integer { min, max } => format!("{min} to {max}"),
            FieldKind::IntegerOrAuto { min, max } => format!("{min} to {max}, or \"auto\""),
            FieldKind::Fraction => "0 to 1, at most four decimals".to_owned(),
            FieldKind::Bool => "true or false".to_owned(),
            FieldKind::Choice(choices) => choices.iter().map(|choice| choice.value).collect::<Vec<_>>().join(", "),
            FieldKind::Modules { min, max } => format!("{min} to {max}, or [x, y], or \"auto\""),
            FieldKind::Weights { most, max } => format!("1 to {most} weights from 0 to {max}, not all 0"),
            FieldKind::Text => format!("1 to {MAX_TEXT} characters"),
            FieldKind::TextFile => "a text file".to_owned(),
            FieldKind::Files { most: 1 } => "the name of a file, or []".to_owned(),
            FieldKind::Files { most } => format!("a list of up to {most} names of files, each once"),
            FieldKind::IntegerList { least, most, min, max } => {
                let count = if least == most { format!("{most}") } else { format!("{least} to {most}") };
                format!("a list of {count} numbers from {min} to {max}, or \"auto\"")
            }
        }
    }

    /// Checks a value against the limits.
    ///
    /// # Errors
    /// When the field does not take the value.
    ///
    /// ```
    /// use undercroft::field::Value;
    /// use undercroft::recipe::field;
    ///
    /// let error = field("rooms.min").unwrap().check(&Value::Integer(2)).unwrap_err();
    /// assert_eq!(error.to_string(), "rooms.min: need 3 to 64, got 2");
    /// ```
    pub fn check(&self, value: &Value) -> Result<(), FieldError> {
        if self.kind.accepts(value) { Ok(()) } else { Err(self.error(self.limits(), value.to_string())) }
    }

    /// The value where none is given.
    pub fn default_value(&self) -> Value {
        Value::parse(self.default)
    }

    /// The error about a value that breaks a limit of this field.
    pub fn error(&self, limit: String, value: String) -> FieldError {
        FieldError { key: self.key, limit, value: echo(value) }
    }
}

/// A value, or the beginning of one that is too long to be repeated.
fn echo(value: String) -> String {
    let Some((end, _)) = value.char_indices().nth(MAX_ECHO) else { return value };
    // A text keeps the quotation mark that ends it: what follows is no part of the input.
    let close = if value.starts_with('"') { "…\"" } else { "…" };
    format!("{}{close} ({} characters)", &value[..end], value.chars().count())
}

impl FieldKind {
    fn accepts(self, value: &Value) -> bool {
        let is_within =
            |value: &Value, min, max| value.as_integer().is_some_and(|number| (min..=max).contains(&number));
        let all_within = |list: &[Value], min, max| list.iter().all(|value| is_within(value, min, max));
        match (self, value) {
            (Self::IntegerOrAuto { .. } | Self::Modules { .. } | Self::IntegerList { .. }, Value::Text(_)) => {
                value.is_auto()
            }
            (Self::Modules { min, max }, Value::List(list)) => list.len() == 2 && all_within(list, min, max),
            (Self::IntegerList { least, most, min, max }, Value::List(list)) => {
                (least..=most).contains(&list.len()) && all_within(list, min, max)
            }
            (Self::Weights { most, max }, Value::List(list)) => {
                let is_zero = |value: &Value| value.as_integer() == Some(0);
                (1..=most).contains(&list.len()) && all_within(list, 0, max) && !list.iter().all(is_zero)
            }
            (
                Self::Integer { min, max } | Self::IntegerOrAuto { min, max } | Self::Modules { min, max },
                Value::Integer(_),
            ) => is_within(value, min, max),
            (Self::Fraction, _) => value.as_fraction().is_some(),
            (Self::Bool, _) => value.as_bool().is_some(),
            (Self::Choice(choices), Value::Text(text)) => choices.iter().any(|choice| choice.value == text),
            (Self::Text, Value::Text(text)) => !text.trim().is_empty() && text.chars().count() <= MAX_TEXT,
            (Self::TextFile, Value::Text(_)) => true,
            (Self::Files { most }, _) => value.as_texts().is_some_and(|names| are_files(&names, most)),
            _ => false,
        }
    }
}

/// Names of files are not empty and there once each.
fn are_files(names: &[&str], most: usize) -> bool {
    let is_name = |name: &str| !name.trim().is_empty() && name.chars().count() <= MAX_TEXT;
    names.len() <= most && (0..names.len()).all(|i| is_name(names[i]) && !names[..i].contains(&names[i]))
}

#[cfg(test)]
mod tests {
    use super::super::Choice;
    use super::*;

    #[track_caller]
    fn check(kind: FieldKind, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(kind.accepts(&Value::parse(text)), "{kind:?} takes {text}");
        }
        for text in bad {
            assert!(!kind.accepts(&Value::parse(text)), "{kind:?} does not take {text}");
        }
    }

    #[test]
    fn every_kind_has_limits() {
        const CHOICES: &[Choice] = &[Choice { value: "one", label: "One" }];
        check(FieldKind::Integer { min: 2, max: 4 }, &["2", "4"], &["1", "5", "2.0", "auto", "[2]", "true"]);
        check(FieldKind::IntegerOrAuto { min: 2, max: 4 }, &["2", "auto"], &["1", "Auto", "2.5"]);
        check(FieldKind::Fraction, &["0", "1", "0.25"], &["1.1", "-0.1", "0.00001", "half"]);
        check(FieldKind::Bool, &["true", "false"], &["0", "yes"]);
        check(FieldKind::Choice(CHOICES), &["one", "\"one\""], &["two", "1"]);
        check(FieldKind::Modules { min: 1, max: 8 }, &["1", "[2, 8]", "auto"], &["9", "[1]", "[1, 9]", "[1, 2, 3]"]);
        let list = FieldKind::IntegerList { least: 2, most: 3, min: 0, max: 9 };
        check(list, &["[0, 9]", "[1, 2, 3]", "auto"], &["[1]", "[1, 2, 3, 4]", "[0, 10]", "[0, 0.5]", "3"]);
        let weights = FieldKind::Weights { most: 3, max: 9 };
        check(weights, &["[1]", "[0, 0, 9]"], &["[]", "[0, 0]", "[1, 2, 3, 4]", "[10]", "[-1, 2]", "1", "auto"]);
        let (long, longer) = ("x".repeat(MAX_TEXT), "x".repeat(MAX_TEXT + 1));
        check(FieldKind::Text, &["word", &long], &["\" \"", "3", &longer]);
        check(FieldKind::TextFile, &["\"\"", "a b"], &["3"]);
        let files = FieldKind::Files { most: 2 };
        check(
            files,
            &["[]", "a.txt", "[\"a\", \"b\"]"],
            &["3", "[1]", "\"\"", "[\"a\", \"a\"]", "[\"a\", \"b\", \"c\"]"],
        );
    }
}
