//! Typed access to the values of a recipe file.

use super::RecipeError;
use super::attachment::NamedText;
use super::fields::field;
use super::file::{Assignment, RecipeFile};
use super::mask::Mask;
use super::origin::Origin;
use crate::field::{Field, FieldError, FieldKind, MethodKind, Value};
use crate::fraction::Fraction;

/// Typed access to values, with defaults and limits from the table of fields.
///
/// Fields that do not apply to the method have their defaults: the record, which leaves them out, decides the dungeon.
pub struct Values<'a> {
    /// What was given.
    pub file: &'a RecipeFile,
    /// The method, as soon as it is known.
    pub kind: Option<MethodKind>,
    /// The mask, as soon as it is read.
    pub mask: Option<&'a Mask>,
}

impl Values<'_> {
    pub fn integer_or_auto(&self, key: &'static str) -> Result<Option<i32>, RecipeError> {
        Ok(self.checked(key)?.as_integer().map(|number| number as i32))
    }

    pub fn integer<T: TryFrom<i64>>(&self, key: &'static str) -> Result<T, RecipeError> {
        let value = self.checked(key)?;
        let number = value.as_integer().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.beyond(key, &value))
    }

    pub fn fraction(&self, key: &'static str) -> Result<Fraction, RecipeError> {
        let value = self.checked(key)?;
        value.as_fraction().ok_or_else(|| self.beyond(key, &value))
    }

    pub fn bool(&self, key: &'static str) -> Result<bool, RecipeError> {
        let value = self.checked(key)?;
        value.as_bool().ok_or_else(|| self.beyond(key, &value))
    }

    pub fn text(&self, key: &'static str) -> Result<String, RecipeError> {
        Ok(self.checked(key)?.as_text().unwrap_or_default().to_owned())
    }

    /// A list of exactly `N` integers; `None` for `"auto"`.
    pub fn array<const N: usize>(&self, key: &'static str) -> Result<Option<[i32; N]>, RecipeError> {
        Ok(self.integers(key)?.and_then(|numbers| <[i32; N]>::try_from(numbers).ok()))
    }

    /// A list of integers, as many as the field takes; `None` for `"auto"`.
    pub fn integers(&self, key: &'static str) -> Result<Option<Vec<i32>>, RecipeError> {
        let numbers = self.checked(key)?.as_integers();
        Ok(numbers.map(|numbers| numbers.into_iter().map(|number| number as i32).collect()))
    }

    /// The files that a field names, all of which are attached.
    pub fn files(&self, key: &'static str) -> Result<Vec<&NamedText>, RecipeError> {
        let value = self.checked(key)?;
        let file = |name: &str| {
            let missing = || RecipeError::NotAttached { key, name: name.to_owned(), origin: self.origin(key) };
            self.file.attached(key, name).ok_or_else(missing)
        };
        value.as_texts().unwrap_or_default().into_iter().map(file).collect()
    }

    /// A list of weights.
    pub fn weights(&self, key: &'static str) -> Result<Vec<u32>, RecipeError> {
        let value = self.checked(key)?;
        let weights = value.as_integers().unwrap_or_default();
        Ok(weights.into_iter().map(|weight| weight as u32).collect())
    }

    /// The item at the position of the chosen value in the table of fields.
    pub fn choice<T: Copy>(&self, key: &'static str, items: &[T]) -> Result<T, RecipeError> {
        let value = self.checked(key)?;
        let FieldKind::Choice(choices) = row(key).kind else { unreachable!("{key} is a choice") };
        let position = choices.iter().position(|choice| value.as_text() == Some(choice.value));
        position.map(|at| items[at]).ok_or_else(|| self.beyond(key, &value))
    }

    /// Every given value is one that its field takes, whether it applies or not.
    pub fn check_limits(&self) -> Result<(), RecipeError> {
        self.file.iter().try_for_each(|(key, assignment)| self.check_limit(key, &assignment.value))
    }

    /// The value of a field, given or by default, within its limits.
    pub fn checked(&self, key: &'static str) -> Result<Value, RecipeError> {
        let value = self.value(row(key));
        self.check_limit(key, &value)?;
        Ok(value)
    }

    fn check_limit(&self, key: &'static str, value: &Value) -> Result<(), RecipeError> {
        row(key).check(value).map_err(|FieldError { limit, value, .. }| self.error(key, limit, value))
    }

    fn beyond(&self, key: &'static str, value: &Value) -> RecipeError {
        self.error(key, row(key).limits(), value.to_string())
    }

    pub fn value(&self, field: &Field) -> Value {
        let applies = self.kind.is_none_or(|kind| field.applies_to.contains(&kind));
        let given = self.file.get(field.key).filter(|_| applies).map(|assignment| assignment.value.clone());
        given.unwrap_or_else(|| field.default_value())
    }

    pub fn error(&self, key: &'static str, limit: String, value: String) -> RecipeError {
        RecipeError::OutOfLimits { key, limit, value, origin: self.origin(key) }
    }

    /// Where a field was set.
    pub fn origin(&self, key: &str) -> Origin {
        let default = || Origin { source: "default".to_owned(), position: None };
        self.file.get(key).map_or_else(default, |Assignment { origin, .. }| origin.clone())
    }
}

fn row(key: &str) -> &'static Field {
    field(key).unwrap_or_else(|| unreachable!("{key} is in the table of fields"))
}

/// Whether a field applies to a method.
pub fn applies(key: &str, kind: MethodKind) -> bool {
    row(key).applies_to.contains(&kind)
}
