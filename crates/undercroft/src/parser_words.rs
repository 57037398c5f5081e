//! Complaints of the parsers of JSON and TOML, in words for people who do not know how values are stored.

/// The most characters of a value that a message repeats.
const MAX_ECHO: usize = 60;

/// A parser's sentence in our words; one that needs none stays as it is.
pub fn reword(sentence: &str) -> String {
    let backquoted = |start: &str| Some(sentence.strip_prefix(start)?.strip_prefix('`')?.split('`').next()?.to_owned());
    if let Some(field) = backquoted("missing field ") {
        return format!("`{field}` is missing");
    }
    if let Some(field) = backquoted("duplicate field ").or_else(|| backquoted("duplicate key ")) {
        return format!("`{field}` comes twice");
    }
    let known =
        |(value, known): (String, &str)| format!("need {}, got {value:?}", known.trim_start_matches("expected "));
    if let Some(value) = backquoted("unknown variant ") {
        let rest = sentence.split_once(", expected ").map_or("another word", |(_, rest)| rest);
        return known((short(&value), rest));
    }
    if let Some(rest) = sentence.strip_prefix("invalid type: ").or_else(|| sentence.strip_prefix("invalid value: ")) {
        let (got, wanted) = rest.rsplit_once(", expected ").unwrap_or((rest, "another value"));
        return format!("need {}, got {}", kind(wanted), value(got));
    }
    if let Some((got, wanted)) =
        sentence.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
    {
        return format!("need {}, got {got} elements", kind(wanted));
    }
    if let Some((field, known)) = sentence.split_once(", expected ").filter(|_| sentence.starts_with("unknown field "))
    {
        return format!("{field}, need {known}");
    }
    if sentence.starts_with("data did not match any variant of untagged enum ") {
        return "need one of the forms that this value has".to_owned();
    }
    match sentence {
        "expected value" => "need a JSON value".to_owned(),
        "trailing characters" => "need the end of the document".to_owned(),
        other => other.to_owned(),
    }
}

/// What is wrong with a TOML document: line and column, from 1, and the problem in our words.
pub fn reword_toml(text: &str, error: &toml::de::Error) -> (usize, usize, String) {
    let span = error.span().unwrap_or(0..0);
    let before = text.get(..span.start.min(text.len())).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
    let problem = match (error.message(), text.get(span)) {
        ("duplicate key", Some(key)) if !key.is_empty() => format!("`{}` comes twice", short(key)),
        (message, _) => reword(&message.replace('\n', ", ")),
    };
    (line, column, problem)
}

/// What a parser wants, by the name of a type.
fn kind(wanted: &str) -> &str {
    match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0 on",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i8" | "i16" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" | "string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        // The name of a type means nothing to people.
        other if other.starts_with("struct ") => "an object",
        other if other.starts_with("enum ") => "a word",
        other => other,
    }
}

/// What a parser got: `string "a"`, ``integer `5` ``, `map`.
fn value(got: &str) -> String {
    match got {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        "Option value" | "null" | "unit value" => "null".to_owned(),
        other => {
            let bare = ["string ", "integer ", "floating point ", "boolean ", "character "]
                .into_iter()
                .find_map(|kind| other.strip_prefix(kind));
            short(bare.unwrap_or(other).trim_matches('`'))
        }
    }
}

/// The beginning of a text that may be long.
fn short(text: &str) -> String {
    match text.char_indices().nth(MAX_ECHO) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::reword;

    #[test]
    fn parsers_do_not_speak_of_types_and_say_which_field() {
        for (sentence, words) in [
            ("missing field `width`", "`width` is missing"),
            ("duplicate field `width`", "`width` comes twice"),
            (
                "unknown variant `ladder`, expected one of `stairs`, `shared`",
                "need one of `stairs`, `shared`, got \"ladder\"",
            ),
            ("invalid type: string \"a\", expected u32", "need a whole number from 0 to 4294967295, got \"a\""),
            ("invalid value: integer `-1`, expected u32", "need a whole number from 0 to 4294967295, got -1"),
            ("invalid value: integer `256`, expected u8", "need a whole number from 0 to 255, got 256"),
            (
                "invalid value: integer `3000000000`, expected i32",
                "need a whole number from -2147483648 to 2147483647, got 3000000000",
            ),
            ("invalid type: map, expected a sequence", "need a list, got an object"),
            ("invalid type: floating point `1.5`, expected i64", "need a whole number, got 1.5"),
            ("invalid type: null, expected struct Corner", "need an object, got null"),
            ("invalid length 2, expected an array of length 4", "need an array of length 4, got 2 elements"),
            ("a layer has at most 4 tiles", "a layer has at most 4 tiles"),
        ] {
            assert_eq!(reword(sentence), words);
        }
        let long = format!("invalid type: string \"{}\", expected i64", "x".repeat(10_000));
        assert!(reword(&long).len() < 120);
    }
}
