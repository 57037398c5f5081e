//! The values of custom fields, with the types that we need.

use serde_json::Value;
use undercroft_grid::Cell;

use super::file::FieldFile;
use crate::ldtk::enums::Worded;
use crate::ldtk::fields::unescape;
use undercroft::Fraction;
use undercroft::format::json::path::{Fault, Path};

/// The fields of an entity or a level.
pub(super) struct Fields<'a> {
    fields: &'a [FieldFile],
    /// The path of the thing that has them.
    path: &'a Path,
}

/// What a field can hold.
pub(super) trait Held: Sized {
    /// What is needed, as in `need a whole number`.
    fn need() -> String;
    /// The value, where it is one.
    fn held(value: &Value) -> Option<Self>;
}

impl<'a> Fields<'a> {
    pub fn new(fields: &'a [FieldFile], path: &'a Path) -> Self {
        Self { fields, path }
    }

    /// The field's value; `None` where it is missing or null.
    pub fn one<T: Held>(&self, name: &str) -> Result<Option<T>, Fault> {
        let Some((i, value)) = self.value(name) else { return Ok(None) };
        T::held(value).map(Some).ok_or_else(|| refuse::<T>(self.path_of(i), value))
    }

    /// A share in parts per 10,000.
    pub fn fraction(&self, name: &str) -> Result<Option<Fraction>, Fault> {
        let Some(parts) = self.one::<u16>(name)? else { return Ok(None) };
        let refuse = || self.fault(name, format!("need at most {} parts, got {parts}", Fraction::WHOLE));
        Fraction::from_parts(parts).map(Some).ok_or_else(refuse)
    }

    /// The field's values, without those that are null.
    pub fn list<T: Held>(&self, name: &str) -> Result<Vec<T>, Fault> {
        let Some((i, value)) = self.value(name) else { return Ok(Vec::new()) };
        let Value::Array(values) = value else {
            return Err(self.path_of(i).fault(format!("need a list, got {value}")));
        };
        let known = values.iter().enumerate().filter(|(_, value)| !value.is_null());
        known.map(|(at, value)| T::held(value).ok_or_else(|| refuse::<T>(self.path_of(i).index(at), value))).collect()
    }

    /// The field's values, where there are exactly as many as needed; `None` where there are none.
    pub fn exactly<T: Held, const N: usize>(&self, name: &str) -> Result<Option<[T; N]>, Fault> {
        let values = self.list::<T>(name)?;
        if values.is_empty() {
            return Ok(None);
        }
        let got = values.len();
        values.try_into().map(Some).map_err(|_| self.fault(name, format!("need {N} values, got {got}")))
    }

    /// The complaint about a field.
    pub fn fault(&self, name: &str, problem: impl Into<String>) -> Fault {
        match self.value(name) {
            Some((i, _)) => self.path_of(i).fault(problem),
            None => self.path.clone().fault(format!("{name}: {}", problem.into())),
        }
    }

    fn value(&self, name: &str) -> Option<(usize, &'a Value)> {
        let named = self.fields.iter().enumerate().find(|(_, field)| field.identifier == name);
        named.map(|(i, field)| (i, &field.value)).filter(|(_, value)| !value.is_null())
    }

    fn path_of(&self, i: usize) -> Path {
        self.path.clone().key("fieldInstances").index(i).key("__value")
    }
}

fn refuse<T: Held>(path: Path, value: &Value) -> Fault {
    // A value may be long, and the sentence need not be.
    let got: String = value.to_string().chars().take(60).collect();
    path.fault(format!("need {}, got {got}", T::need()))
}

/// A whole number within the limits of its type.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Held for $number {
            fn need() -> String {
                format!("a whole number from {} to {}", <$number>::MIN, <$number>::MAX)
            }

            fn held(value: &Value) -> Option<Self> {
                value.as_i64().and_then(|number| number.try_into().ok())
            }
        })*
    };
}

numbers!(u8, u16, u32, i32);

impl Held for bool {
    fn need() -> String {
        "true or false".to_owned()
    }

    fn held(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl Held for String {
    fn need() -> String {
        "a text".to_owned()
    }

    fn held(value: &Value) -> Option<Self> {
        value.as_str().map(unescape)
    }
}

impl Held for Cell {
    fn need() -> String {
        "a point with cx and cy".to_owned()
    }

    fn held(value: &Value) -> Option<Self> {
        Some(Self::new(i32::held(value.get("cx")?)?, i32::held(value.get("cy")?)?))
    }
}

/// The identifier of an entity that a field refers to.
pub(super) struct Iid(pub String);

impl Held for Iid {
    fn need() -> String {
        "a reference to an entity".to_owned()
    }

    fn held(value: &Value) -> Option<Self> {
        value.get("entityIid")?.as_str().map(|iid| Self(iid.to_owned()))
    }
}

/// A word of an enum.
pub(super) struct Spoken<T>(pub T);

impl<T: Worded> Held for Spoken<T> {
    fn need() -> String {
        let words: Vec<&str> = T::WORDS.iter().map(|word| word.text).collect();
        format!("one of {}", words.join(", "))
    }

    fn held(value: &Value) -> Option<Self> {
        value.as_str().and_then(T::from_word).map(Self)
    }
}
