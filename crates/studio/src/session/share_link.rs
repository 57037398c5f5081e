//! Share links: a recipe and its seed as the address bar holds them.
//!
//! ```text
//! preset=small-dungeon&seed=42&seed.route=9&rooms.count=12&rooms.grid=%5B4%2C3%5D
//! ```
//!
//! Fields are named where they differ from the preset's. Files stand in it as `file.FIELD.NAME=TEXT`, masks run-length coded. Words are written as they are, everything else as in JSON; what
//! an address may not hold is escaped as in other addresses.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::Value;
use undercroft::dungeon::ProvenanceInput;
use undercroft::field::FieldKind;
use undercroft::recipe::FIELDS;

use crate::protocol::{AttachedFile, ErrorCode, GenerationSource, ProtocolError};
use crate::words::{count, plural};

/// The longest share link: every field of a recipe, escaped, takes less than half of it.
const LONGEST: usize = 8192;

/// What the keys of files begin with.
const FILE: &str = "file.";

/// The link that generates this again.
///
/// # Errors
/// When it would be too long: a sentence that says so.
pub fn write(made: &GenerationSource) -> Result<String, String> {
    let mut parts: Vec<(String, String)> = Vec::new();
    parts.extend(made.preset.iter().map(|preset| ("preset".to_owned(), preset.clone())));
    parts.push(("seed".to_owned(), made.seed.clone()));
    parts.extend(made.stages.iter().map(|(stage, number)| (format!("seed.{stage}"), number.clone())));
    parts.extend(made.set.iter().map(|(key, value)| (key.clone(), word(value))));
    parts.extend(made.files.iter().map(|AttachedFile { key, name, text }| {
        (format!("{FILE}{key}.{name}"), ProvenanceInput::new(key, name, text).text)
    }));
    let parts: Vec<String> = parts.iter().map(|(key, value)| format!("{}={}", escaped(key), escaped(value))).collect();
    let link = parts.join("&");
    if link.len() <= LONGEST { Ok(link) } else { Err(too_long(link.len(), made)) }
}

fn too_long(length: usize, made: &GenerationSource) -> String {
    let names: Vec<&str> = made.files.iter().map(|file| file.name.as_str()).collect();
    let why = if names.is_empty() { String::new() } else { format!(" with {}", names.join(", ")) };
    format!(
        "A link{why} would have {}, and links have up to {}. Save the studio file instead: it holds everything.",
        plural(length, "character"),
        count(LONGEST)
    )
}

/// The file that a part of a link holds: its field, its name and its text.
fn file(key: &str, text: &str) -> Option<Result<AttachedFile, String>> {
    let rest = key.strip_prefix(FILE)?;
    let fields = FIELDS.iter().filter(|field| matches!(field.kind, FieldKind::Files { .. }));
    let (key, name) =
        fields.map(|field| field.key).find_map(|key| Some((key, rest.strip_prefix(key)?.strip_prefix('.')?)))?;
    let coded =
        ProvenanceInput { key: key.to_owned(), name: name.to_owned(), digest: String::new(), text: text.to_owned() };
    let text = coded.file_text().map(Cow::into_owned);
    Some(text.map(|text| AttachedFile { key: key.to_owned(), name: name.to_owned(), text }))
}

/// The source in a link; only its form is checked.
///
/// # Errors
/// When the text is too long, a part has no `=`, an escape is broken, or there is no seed.
pub fn read(text: &str) -> Result<GenerationSource, ProtocolError> {
    let unreadable = |message: String| ProtocolError::new(ErrorCode::Unreadable, message).with_field("text");
    if text.len() > LONGEST {
        return Err(unreadable(format!("A share link has up to {LONGEST} characters, this one has {}.", text.len())));
    }
    let mut made = GenerationSource::default();
    for part in text.trim_start_matches('#').split('&').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').ok_or_else(|| unreadable(format!("{part:?}: need KEY=VALUE.")))?;
        let plain = |text| unescaped(text).ok_or_else(|| unreadable(format!("{text:?}: an escape is broken.")));
        let (key, value) = (plain(key)?, plain(value)?);
        if let Some(file) = file(&key, &value) {
            made.files.push(file.map_err(|problem| unreadable(format!("{key}: {problem}.")))?);
            continue;
        }
        match key.as_str() {
            "preset" => made.preset = Some(value),
            "seed" => made.seed = value,
            _ => match key.strip_prefix("seed.") {
                Some(stage) => drop(made.stages.insert(stage.to_owned(), value)),
                None => drop(made.set.insert(key, meaning(value))),
            },
        }
    }
    if made.seed.is_empty() {
        return Err(unreadable("A share link needs a seed, as in seed=42.".to_owned()));
    }
    Ok(made)
}

/// The shortest text that no other value has.
fn word(value: &Value) -> String {
    match value.as_str() {
        Some(word) if serde_json::from_str::<Value>(word).is_err() => word.to_owned(),
        _ => value.to_string(),
    }
}

fn meaning(word: String) -> Value {
    serde_json::from_str(&word).unwrap_or(Value::String(word))
}

fn escaped(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            address.push(byte.into());
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?].map(|digit| char::from(digit).to_digit(16));
            let [Some(high), Some(low)] = digits else { return None };
            bytes.push((16 * high + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_names_what_differs() {
        let set = BTreeMap::from([
            ("rooms.grid".to_owned(), json!([4, 3])),
            ("category".to_owned(), json!("my crypt & co")),
            ("extra_links".to_owned(), json!(0.25)),
        ]);
        let stages = BTreeMap::from([("route".to_owned(), "9".to_owned())]);
        let made =
            GenerationSource { preset: Some("cave".to_owned()), set, seed: "42".to_owned(), stages, files: Vec::new() };
        let text =
            "preset=cave&seed=42&seed.route=9&category=my%20crypt%20%26%20co&extra_links=0.25&rooms.grid=%5B4%2C3%5D";
        assert_eq!(write(&made).unwrap(), text);
        assert_eq!(read(text).unwrap(), made);
        assert_eq!(read(&format!("#{text}")).unwrap(), made);
    }

    fn with_file(key: &str, name: &str, text: &str) -> GenerationSource {
        let file = AttachedFile { key: key.to_owned(), name: name.to_owned(), text: text.to_owned() };
        GenerationSource { seed: "7".to_owned(), files: vec![file], ..GenerationSource::default() }
    }

    #[test]
    fn a_link_holds_the_files_that_the_recipe_names() {
        let mask = format!("{}\n", "#".repeat(40)).repeat(20) + &format!("{}\n", ".".repeat(40)).repeat(20);
        let made = with_file("mask.file", "my lot.txt", &mask);
        let link = write(&made).unwrap();
        assert_eq!(link, "seed=7&file.mask.file.my%20lot.txt=20%2A40%23%0A20%2A40.%0A");
        assert_eq!(read(&link).unwrap(), made);
        let made = with_file("templates.file", "a.b.txt", "name: nook\n###\n#.+\n###\n");
        assert_eq!(read(&write(&made).unwrap()).unwrap(), made);
        let error = read("seed=7&file.mask.file.lot.txt=9999999%23").unwrap_err();
        assert!(error.message.starts_with("file.mask.file.lot.txt: "), "{}", error.message);
    }

    #[test]
    fn a_link_that_would_be_too_long_says_so() {
        let made = with_file("templates.file", "many.txt", &"#".repeat(5_000));
        let error = write(&made).unwrap_err();
        assert_eq!(
            error,
            "A link with many.txt would have 15,036 characters, and links have up to 8,192. Save the studio file instead: it \
             holds everything."
        );
    }

    #[test]
    fn broken_texts_are_refused() {
        for text in ["", "seed", "preset=cave", "seed=1&extra_links=%4", "seed=1&extra_links=%GG", "seed=1&x=%FF"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&"a=1&".repeat(5000)).is_err());
    }

    proptest! {
        #[test]
        fn every_word_survives(word in "\\PC{0,20}", key in "[a-z.]{1,12}", number in any::<i64>()) {
            prop_assume!(key != "seed" && key != "preset" && !key.starts_with("seed.") && !key.starts_with(FILE));
            for value in [json!(word), json!(number), json!([number, word]), json!(true)] {
                let set = BTreeMap::from([(key.clone(), value)]);
                let made = GenerationSource { set, seed: "7".to_owned(), ..GenerationSource::default() };
                prop_assert_eq!(read(&write(&made).unwrap()).unwrap(), made);
            }
        }
    }
}
