//! Where in a JSON document a value is.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::value::RawValue;

/// A value of a document does not agree with the others.
#[derive(Debug)]
pub struct Fault {
    /// Which value.
    pub path: Path,
    /// What is wrong with it.
    pub problem: String,
}

impl Fault {
    /// The same fault with the path that version 1 and the tile editors have for it.
    pub fn flat(self) -> Self {
        Self { path: self.path.flat(), ..self }
    }
}

/// The keys and positions that lead from the root of a document to a value.
#[derive(Clone, Debug, Default)]
pub struct Path(Vec<Step>);

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

impl Path {
    /// A value of the outermost object.
    pub fn of(key: &str) -> Self {
        Self::default().key(key)
    }

    /// The value with this key.
    pub fn key(mut self, key: &str) -> Self {
        self.0.push(Step::Key(key.to_owned()));
        self
    }

    /// The value at this position.
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(Step::Index(index));
        self
    }

    /// The value that holds this one.
    pub(super) fn parent(mut self) -> Self {
        self.0.pop();
        self
    }

    /// The complaint about this value.
    pub fn fault(self, problem: impl Into<String>) -> Fault {
        Fault { path: self, problem: problem.into() }
    }

    /// The path of the same value where links have all fields by themselves, as in version 1 and in the tile editors.
    pub fn flat(self) -> Self {
        use Step::{Index, Key};
        let key = |key: &str| Key(key.to_owned());
        let steps = self.0;
        Self(match steps.as_slice() {
            [Key(first), rest @ ..] if first == "provenance" => rest.to_vec(),
            [Key(first), rest @ ..] if first == "module_grid" => [&[key("lattice")], rest].concat(),
            [Key(links), Index(link), Key(kind), Key(_), rest @ ..] if kind == "kind" => {
                let head = [key(links), Index(*link)];
                match rest {
                    [Key(door), ..] if door == "door" => [head.as_slice(), &[key("doors"), Index(0)]].concat(),
                    [Key(runs), Index(end), rest @ ..] if runs == "runs" => {
                        let run = key(if *end == 0 { "path" } else { "to_run" });
                        [head.as_slice(), &[run], rest].concat()
                    }
                    _ => [head.as_slice(), rest].concat(),
                }
            }
            _ => steps,
        })
    }

    /// The list that the value is in, and its position there; the first where it is in none.
    pub fn head(&self) -> (&str, usize) {
        match self.0.as_slice() {
            [Step::Key(list), Step::Index(index), ..] => (list, *index),
            [Step::Key(key), ..] => (key, 0),
            _ => ("", 0),
        }
    }

    /// The value's first byte in a well-formed text; the innermost value on the way where the path leads nowhere.
    pub fn locate(&self, text: &str) -> usize {
        let Ok(root) = serde_json::from_str::<&RawValue>(text) else { return 0 };
        let mut value = root;
        for step in &self.0 {
            let Some(inner) = step.follow(value) else { break };
            value = inner;
        }
        // Both are slices of the same text.
        value.get().as_ptr() as usize - text.as_ptr() as usize
    }
}

impl Step {
    fn follow<'a>(&self, value: &'a RawValue) -> Option<&'a RawValue> {
        match self {
            Self::Key(key) => serde_json::from_str::<BTreeMap<String, &RawValue>>(value.get()).ok()?.remove(key),
            Self::Index(index) => serde_json::from_str::<Vec<&RawValue>>(value.get()).ok()?.get(*index).copied(),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => write!(f, "{key}")?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_the_first_byte_of_its_value() {
        let text = r#"{"rooms": [ {"z": 0}, {"z": 7} ]}"#;
        let path = Path::of("rooms").index(1).key("z");
        assert_eq!(path.to_string(), "rooms[1].z");
        assert_eq!(&text[path.locate(text)..][..1], "7");
        assert_eq!(&text[path.key("nowhere").locate(text)..][..1], "7");
    }
}
