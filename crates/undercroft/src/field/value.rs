//! Values of fields: read from TOML or JSON, printed as in TOML.

use std::fmt;

use toml::de::DeValue;

use crate::fraction::Fraction;

/// A value as written, not yet checked against a field.
///
/// ```
/// use undercroft::field::Value;
///
/// assert_eq!(Value::parse("[2, 3]"), Value::List(vec![Value::Integer(2), Value::Integer(3)]));
/// assert_eq!(Value::parse("north"), Value::Text("north".to_owned()));
/// assert_eq!(Value::parse("0.5").to_string(), "0.5");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Integer(i64),
    /// A number with a point.
    Decimal(f64),
    /// `true` or `false`.
    Bool(bool),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Value>),
}

impl Value {
    /// Reads a value of TOML; any other text is taken as it is.
    pub fn parse(text: &str) -> Self {
        let parsed = DeValue::parse(text.trim()).ok().and_then(|value| Self::from_toml(value.get_ref()));
        parsed.unwrap_or_else(|| Self::Text(text.trim().to_owned()))
    }

    /// A value of TOML; `None` for dates, tables and integers beyond 64 bits.
    pub(crate) fn from_toml(value: &DeValue) -> Option<Self> {
        Some(match value {
            DeValue::Integer(number) => {
                Self::Integer(i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()?)
            }
            DeValue::Float(number) => Self::Decimal(number.as_str().replace('_', "").parse().ok()?),
            DeValue::Boolean(on) => Self::Bool(*on),
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Array(values) => {
                Self::List(values.iter().map(|value| Self::from_toml(value.get_ref())).collect::<Option<_>>()?)
            }
            DeValue::Datetime(_) | DeValue::Table(_) => return None,
        })
    }

    /// A value of JSON; `None` for null and objects.
    pub fn from_json(value: &serde_json::Value) -> Option<Self> {
        Some(match value {
            serde_json::Value::Number(number) => match number.as_i64() {
                Some(integer) => Self::Integer(integer),
                None => Self::Decimal(number.as_f64()?),
            },
            serde_json::Value::Bool(on) => Self::Bool(*on),
            serde_json::Value::String(text) => Self::Text(text.clone()),
            serde_json::Value::Array(values) => Self::List(values.iter().map(Self::from_json).collect::<Option<_>>()?),
            serde_json::Value::Null | serde_json::Value::Object(_) => return None,
        })
    }

    /// The value in JSON.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Integer(number) => (*number).into(),
            Self::Decimal(number) => (*number).into(),
            Self::Bool(on) => (*on).into(),
            Self::Text(text) => text.as_str().into(),
            Self::List(values) => values.iter().map(Self::to_json).collect(),
        }
    }

    /// The integer, if it is one.
    pub const fn as_integer(&self) -> Option<i64> {
        if let Self::Integer(number) = self { Some(*number) } else { None }
    }

    /// The fraction, if it is a number from 0 to 1 with at most four decimals.
    pub fn as_fraction(&self) -> Option<Fraction> {
        match self {
            Self::Integer(number) => Fraction::from_decimal(*number as f64),
            Self::Decimal(number) => Fraction::from_decimal(*number),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(on) = self { Some(*on) } else { None }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The texts, if it is one or a list of nothing else.
    pub fn as_texts(&self) -> Option<Vec<&str>> {
        match self {
            Self::Text(text) => Some(vec![text]),
            Self::List(values) => values.iter().map(Self::as_text).collect(),
            _ => None,
        }
    }

    /// The integers, if it is a list of nothing else.
    pub fn as_integers(&self) -> Option<Vec<i64>> {
        let Self::List(values) = self else { return None };
        values.iter().map(Self::as_integer).collect()
    }

    /// Whether it is the text `auto`.
    pub fn is_auto(&self) -> bool {
        self.as_text() == Some("auto")
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Decimal(number) => write!(f, "{number}"),
            Self::Bool(on) => write!(f, "{on}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::List(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Decimal(number)
    }
}

impl From<Fraction> for Value {
    fn from(fraction: Fraction) -> Self {
        Self::Decimal(fraction.to_f64())
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Self::Bool(on)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(values: [T; N]) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}
