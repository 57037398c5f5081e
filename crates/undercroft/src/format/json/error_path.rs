//! Finds the value that a parser refused, from what it had read until then.
//!
//! The parser itself could note the path to each value that it reads, but for that each type is compiled a second time, which
//! makes a module of the browser larger by a twentieth. A document is refused rarely: its path is found afterwards, in one
//! pass over the text. It is for documents that are well-formed JSON; of others it finds where they break.

use super::path::Path;

/// What is around a byte.
#[derive(Clone, Copy)]
enum Frame<'a> {
    /// An object: the key of the value that is read, with its quotes.
    Object(Option<&'a str>),
    /// A list: how many items were read.
    List(usize),
}

/// The path to the value that was refused when so many bytes had been read. `sentence` is the complaint.
pub(super) fn error_path(text: &str, read: usize, sentence: &str) -> Path {
    let (head, rest) = text.split_at_checked(read).unwrap_or((text, ""));
    // An object or a list that should be something else is refused before its first byte.
    let is_ahead = ["invalid type: map", "invalid type: sequence"].iter().any(|start| sentence.starts_with(start));
    if is_ahead && rest.starts_with(['{', '[']) {
        return path_at(text, read);
    }
    let path = path_at(text, read.saturating_sub(1));
    // The kind of something may be the key of what it holds: refused is then what has the kind.
    let is_kind = sentence.starts_with("unknown variant") && head.ends_with('"') && rest.trim_start().starts_with(':');
    // And what has two kinds is refused behind the first; what has none, at its own end.
    let is_empty = |text: &str| text.trim_end().ends_with(['{', '[']);
    let is_behind = head.strip_suffix(['}', ']']).is_some_and(|inner| !is_empty(inner));
    let has_kinds = sentence.starts_with("expected value") && is_behind;
    // Of a list that is too long the parser has come to the first item too many.
    let is_too_long = sentence.starts_with("trailing characters");
    if is_kind || has_kinds || is_too_long { path.parent() } else { path }
}

/// The path to the value that holds a byte of the text. A key belongs to its value, and so does what is between them.
fn path_at(text: &str, offset: usize) -> Path {
    let mut frames: Vec<Frame> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let token = &text[at..token_end(text.as_bytes(), at)];
        at += token.len();
        let is_reached = offset < at;
        let is_key = token.starts_with('"') && matches!(frames.last(), Some(Frame::Object(None)));
        if is_key {
            // One that was not read to its end names nothing.
            let is_read = !is_reached || offset + 1 == at;
            frames.pop();
            frames.push(Frame::Object(is_read.then_some(token)));
        }
        if is_reached {
            return path(&frames, is_value(token));
        }
        if !is_key {
            pass(&mut frames, token);
        }
    }
    path(&frames, false)
}

/// Takes account of a token that is no key.
fn pass(frames: &mut Vec<Frame>, token: &str) {
    match token.as_bytes()[0] {
        b'{' => frames.push(Frame::Object(None)),
        b'[' => frames.push(Frame::List(0)),
        b'}' | b']' => {
            frames.pop();
            end_value(frames);
        }
        b',' => {
            if let Some(Frame::List(count)) = frames.last_mut() {
                *count += 1;
            }
        }
        _ if is_value(token) => end_value(frames),
        _ => {}
    }
}

/// What follows a value in an object is no part of it.
fn end_value(frames: &mut [Frame]) {
    if let Some(Frame::Object(key)) = frames.last_mut() {
        *key = None;
    }
}

/// Whether a token is a value or begins one.
fn is_value(token: &str) -> bool {
    !token.starts_with([',', ':', '}', ']', ' ', '\t', '\r', '\n'])
}

fn path(frames: &[Frame], is_value: bool) -> Path {
    let is_innermost = |at: usize| at + 1 == frames.len();
    frames.iter().enumerate().fold(Path::default(), |path, (at, frame)| match frame {
        Frame::Object(Some(key)) => path.key(&serde_json::from_str::<String>(key).unwrap_or_default()),
        Frame::List(count) if is_value || !is_innermost(at) => path.index(*count),
        Frame::Object(None) | Frame::List(_) => path,
    })
}

/// Where the token ends that begins here: a text, a number or a word, or one character.
fn token_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let run = |is_part: fn(&u8) -> bool| 1 + rest[1..].iter().take_while(|byte| is_part(byte)).count();
    at + match rest[0] {
        b'"' => text_length(rest),
        b'-' | b'0'..=b'9' => run(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')),
        byte if byte.is_ascii_alphabetic() => run(u8::is_ascii_alphabetic),
        byte if byte.is_ascii() => 1,
        _ => run(|byte| !byte.is_ascii()),
    }
}

/// The length of a text with its quotes; up to the end where it has no second one.
fn text_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}
