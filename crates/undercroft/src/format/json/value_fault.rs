//! Finds the value that a parser refuses, where the parser does not say which: those of tagged enums are read twice, and
//! the second time their place is forgotten.
//!
//! The parser refuses the first odd value that it meets. So a value is to blame, or something in it, if the complaint is
//! another one once it is taken out of its object, or once a list is cut off before it.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::path::{Fault, Path};
use crate::parser_words::reword;

/// Fields that say what the others mean: to blame only where no other is.
const TAGS: [&str; 2] = ["edit", "pin"];
/// What a parser says about a missing field, up to its name.
const MISSING: &str = "missing field `";

/// What is wrong with a value that is no `T`; `None` where it is one. `path` leads to the value.
pub(super) fn value_fault<T: DeserializeOwned>(value: &Value, path: Path) -> Option<Fault> {
    let complaint = complaint::<T>(value)?;
    let search = Search { root: value, complaint: &complaint, refuse: &complaint_of::<T> };
    let mut steps = Vec::new();
    search.descend(&mut steps);
    let path = steps.iter().fold(path, |path, step| match step {
        Step::Key(key) => path.key(key),
        Step::Index(at) => path.index(*at),
    });
    Some(path.fault(reword(&complaint)))
}

fn complaint<T: DeserializeOwned>(value: &Value) -> Option<String> {
    complaint_of::<T>(value.clone())
}

fn complaint_of<T: DeserializeOwned>(value: Value) -> Option<String> {
    serde_json::from_value::<T>(value).err().map(|error| error.to_string())
}

enum Step {
    Key(String),
    Index(usize),
}

struct Search<'a> {
    root: &'a Value,
    complaint: &'a str,
    refuse: &'a dyn Fn(Value) -> Option<String>,
}

impl Search<'_> {
    /// Adds the steps that lead to the value that is to blame.
    fn descend(&self, steps: &mut Vec<Step>) {
        while let Some(step) = self.next(steps) {
            steps.push(step);
        }
    }

    fn next(&self, steps: &[Step]) -> Option<Step> {
        match at(self.root, steps)? {
            Value::Object(fields) if !self.lacks_field(steps) => {
                let without = |key: &String| {
                    self.remains(steps, |value| {
                        value.as_object_mut().map(|fields| fields.remove(key));
                    })
                };
                let is_tag = |key: &&String| TAGS.contains(&key.as_str());
                let (tags, others): (Vec<&String>, Vec<&String>) = fields.keys().partition(is_tag);
                others.into_iter().chain(tags).find(|key| !without(key)).cloned().map(Step::Key)
            }
            Value::Array(items) => {
                let is_same = |count: usize| {
                    self.remains(steps, |value| {
                        value.as_array_mut().into_iter().for_each(|items| items.truncate(count));
                    })
                };
                // A list of the wrong length is to blame itself: one more item would be another complaint.
                let push =
                    |value: &mut Value| value.as_array_mut().into_iter().for_each(|items| items.push(Value::Null));
                if items.is_empty() || is_same(0) || !self.remains(steps, push) {
                    return None;
                }
                // With fewer items the complaint is another one, with so many it is the same.
                let (mut fewer, mut many) = (0, items.len());
                while many - fewer > 1 {
                    let middle = fewer.midpoint(many);
                    if is_same(middle) { many = middle } else { fewer = middle }
                }
                Some(Step::Index(many - 1))
            }
            _ => None,
        }
    }

    /// Whether the object lacks the field that the complaint names.
    fn lacks_field(&self, steps: &[Step]) -> bool {
        let Some(field) = self.complaint.strip_prefix(MISSING).and_then(|rest| rest.split('`').next()) else {
            return false;
        };
        let with = self.changed(steps, |value| value[field] = Value::Null);
        with.is_none_or(|other| other != self.complaint && !other.starts_with("unknown field"))
    }

    /// Whether the complaint remains after a change of the value.
    fn remains(&self, steps: &[Step], change: impl FnOnce(&mut Value)) -> bool {
        self.changed(steps, change).is_some_and(|complaint| complaint == self.complaint)
    }

    fn changed(&self, steps: &[Step], change: impl FnOnce(&mut Value)) -> Option<String> {
        let mut root = self.root.clone();
        let value = steps.iter().try_fold(&mut root, |value, step| match step {
            Step::Key(key) => value.get_mut(key),
            Step::Index(at) => value.get_mut(*at),
        });
        if let Some(value) = value {
            change(value);
        }
        (self.refuse)(root)
    }
}

fn at<'a>(root: &'a Value, steps: &[Step]) -> Option<&'a Value> {
    steps.iter().try_fold(root, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Index(at) => value.get(*at),
    })
}
