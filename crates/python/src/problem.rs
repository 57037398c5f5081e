//! Failures as exceptions of the package: a class, a message, and what is to blame.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use undercroft::Error;
use undercroft::error::PlaceError;
use undercroft::field::suggestion;
use undercroft::format::{FilePosition, ReadError};
use undercroft::recipe::{Origin, RecipeError};
use undercroft_formats::OptionError;
use undercroft_formats::dataset::DatasetError;

/// Where the last panic happened, and its words.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// A failure that becomes an exception. Boxed: nearly every function here may return one.
#[derive(Debug)]
pub struct Problem(Box<Details>);

#[derive(Debug)]
struct Details {
    class: &'static str,
    message: String,
    texts: Vec<(&'static str, String)>,
    numbers: Vec<(&'static str, usize)>,
    /// An exception that Python raised itself, as for Ctrl-C.
    raised: Option<PyErr>,
}

impl Problem {
    /// An exception of this class of `undercroft.errors`, or a built-in one.
    pub fn new(class: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self(Box::new(Details { class, message, texts: Vec::new(), numbers: Vec::new(), raised: None }))
    }

    /// What Python raised.
    pub fn raised(error: PyErr) -> Self {
        let mut problem = Self::new("UndercroftError", "");
        problem.0.raised = Some(error);
        problem
    }

    /// The field that is to blame.
    pub fn field(self, field: &str) -> Self {
        self.text("field", field)
    }

    /// An attribute of the exception.
    pub fn text(mut self, name: &'static str, value: &str) -> Self {
        self.0.texts.push((name, value.to_owned()));
        self
    }

    /// The same with its place in front of the message.
    pub fn at(mut self, place: &str) -> Self {
        self.0.message = format!("{place}: {}", self.0.message);
        self
    }

    fn number(mut self, name: &'static str, value: usize) -> Self {
        self.0.numbers.push((name, value));
        self
    }

    fn origin(self, origin: &Origin) -> Self {
        let located = self.text("source", &origin.source);
        match origin.position {
            Some((line, column)) => located.number("line", line).number("column", column),
            None => located,
        }
    }

    /// The exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        let Details { class, message, texts, numbers, raised } = *self.0;
        if let Some(error) = raised {
            return error;
        }
        let build = || {
            let class = py.import("undercroft.errors")?.getattr(class)?;
            let fields = PyDict::new(py);
            texts.iter().try_for_each(|(name, value)| fields.set_item(name, value))?;
            numbers.iter().try_for_each(|(name, value)| fields.set_item(name, value))?;
            class.call((&message,), Some(&fields))
        };
        match build() {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}

/// Runs without the interpreter's lock; a panic becomes an `InternalError`.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Problem> + Send) -> PyResult<T> {
    py.detach(|| guarded(work)).map_err(|problem| problem.raise(py))
}

/// A panic becomes an `InternalError`.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let place = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Err(Problem::new("InternalError", format!("this is a bug, please report it: {place}")))
    })
}

/// Keeps the place of a panic instead of printing it.
pub fn watch_panics() {
    std::panic::set_hook(Box::new(|info| {
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string().replace('\n', " ");
    }));
}

impl From<RecipeError> for Problem {
    fn from(error: RecipeError) -> Self {
        let mut problem = Self::new("RecipeError", message(&error));
        if let Some(field) = error.field() {
            problem = problem.field(field);
        }
        problem = match &error {
            RecipeError::OutOfLimits { value, origin, .. } => problem.text("value", value).origin(origin),
            RecipeError::Syntax { origin, .. }
            | RecipeError::UnknownField { origin, .. }
            | RecipeError::UnknownShape { origin, .. }
            | RecipeError::NoWeight { origin, .. }
            | RecipeError::RenamedField { origin, .. }
            | RecipeError::NotAValue { origin, .. }
            | RecipeError::NotAttached { origin, .. } => problem.origin(origin),
            _ => problem,
        };
        match error.position() {
            Some((line, Some(column))) => problem.number("line", line).number("column", column),
            Some((line, None)) => problem.number("line", line),
            None => problem,
        }
    }
}

/// The sentence without the hint at a command.
fn message(error: &RecipeError) -> String {
    match error {
        RecipeError::UnknownField { key, nearest, .. } => {
            format!("{key}: unknown field; {}", suggestion(nearest)).trim_end_matches([' ', ';']).to_owned()
        }
        other => other.to_string(),
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let unmet = |stage: &str| Self::new("UnmetError", error.to_string()).text("stage", stage);
        match &error {
            Error::Recipe(recipe) => recipe.clone().into(),
            Error::UnknownPreset { name, nearest } => {
                let hint = suggestion(nearest);
                let message = format!("unknown preset {name:?}; {hint}").trim_end_matches([' ', ';']).to_owned();
                Self::new("RecipeError", message).field("preset").text("value", name)
            }
            Error::OutOfBudget { .. } | Error::Place(PlaceError::OutOfBudget { .. }) => {
                Self::new("BudgetError", error.to_string()).field("budget")
            }
            Error::Plan(plan) if plan.to_string().contains("budget") => {
                Self::new("BudgetError", error.to_string()).field("budget")
            }
            Error::Plan(_) => unmet("plan"),
            Error::Place(_) | Error::NoPlace { .. } => unmet("place"),
            Error::Route(_) => unmet("route"),
            _ => unmet("build"),
        }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        let problem = Self::new("ReadError", error.to_string());
        match error.place() {
            FilePosition::File => problem,
            FilePosition::Line(line) => problem.number("line", *line),
            FilePosition::Character { line, column } => problem.number("line", *line).number("column", *column),
            FilePosition::Value { path, line, column } => {
                problem.field(path).number("line", *line).number("column", *column)
            }
        }
    }
}

impl From<OptionError> for Problem {
    fn from(error: OptionError) -> Self {
        let problem = Self::new("UndercroftError", error.to_string());
        match &error {
            OptionError::Unknown { key, .. } => problem.field(key),
            OptionError::Invalid(invalid) => problem.field(invalid.key).text("value", &invalid.value),
            _ => problem,
        }
    }
}

impl From<DatasetError> for Problem {
    fn from(error: DatasetError) -> Self {
        if let DatasetError::Recipe(recipe) = error {
            return recipe.into();
        }
        let message = error.to_string();
        // Options of the command line are arguments here.
        let message = message.strip_prefix("--").map_or(message.clone(), |rest| rest.replacen('-', "_", 1));
        let problem = Self::new("DatasetError", message);
        match error.field() {
            Some(field) => problem.field(field),
            None => problem,
        }
    }
}
