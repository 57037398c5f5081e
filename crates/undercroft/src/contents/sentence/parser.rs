//! Reads sentences.

use super::place::SentencePlace;
use super::reference::{is_like_reference, reference};
use super::vocabulary::Vocabulary;
use super::{Counted, Sentence, SentencePart};

/// The longest sentence, before it is written out. [Unit: letters]
const MAX_LETTERS: usize = 1_000;
/// How deep alternatives nest.
const MAX_NESTING: usize = 4;
const TOO_DEEP: &str = "braces nest deeper than 4";

/// What is wrong with a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceError {
    /// The letter, from 1; `None` where the sentence as a whole is meant.
    pub letter: Option<usize>,
    /// What is wrong.
    pub message: String,
}

/// Reads a sentence that stands at a place of a table with this vocabulary.
pub fn parse(text: &str, place: SentencePlace, vocabulary: &Vocabulary) -> Result<Sentence, SentenceError> {
    let mut parser = Parser { text, at: 0, place, vocabulary };
    parser.check_letters()?;
    let parts = parser.parts(0)?;
    let (longest, limit) = (vocabulary.length(&parts).longest, place.max_length());
    if longest > limit {
        let message = format!("up to {longest} letters when written out; {} has at most {limit}", place.name());
        return Err(parser.error(parser.first_too_long(), message));
    }
    Ok(Sentence::new(text.to_owned(), parts))
}

/// A text and how far it was read.
struct Parser<'a> {
    text: &'a str,
    at: usize,
    place: SentencePlace,
    vocabulary: &'a Vocabulary<'a>,
}

/// How a brace ends.
enum Brace {
    /// At this byte of the text, with or without a bar of its own.
    Closed { end: usize, has_bar: bool },
    /// Never.
    Unclosed,
    /// A brace within it, at this byte, is nested too deep.
    TooDeep(usize),
}

impl Parser<'_> {
    fn check_letters(&self) -> Result<(), SentenceError> {
        if self.text.trim().is_empty() {
            return Err(SentenceError { letter: None, message: "the sentence is empty".to_owned() });
        }
        let is_long = self.text.len() > MAX_LETTERS;
        if let Some((at, _)) = is_long.then(|| self.text.char_indices().nth(MAX_LETTERS)).flatten() {
            let count = self.text.chars().count();
            return Err(self.error(at, format!("need at most {MAX_LETTERS} letters, got {count}")));
        }
        let has_control = || self.text.bytes().any(|byte| !(b' '..0x7f).contains(&byte));
        if let Some(at) = has_control().then(|| self.text.find(char::is_control)).flatten() {
            return Err(self.error(at, "control character or line break".to_owned()));
        }
        if self.text.starts_with(' ') || self.text.ends_with(' ') {
            let at = if self.text.starts_with(' ') { 0 } else { self.text.len() - 1 };
            return Err(self.error(at, "space around the sentence".to_owned()));
        }
        Ok(())
    }

    /// Parts up to the end of the text, or, inside braces, up to a bar or a closing brace.
    fn parts(&mut self, depth: usize) -> Result<Vec<SentencePart>, SentenceError> {
        let mut parts = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.bytes().position(|byte| matches!(byte, b'{' | b'}' | b'|')).unwrap_or(rest.len());
            push_text(&mut parts, &rest[..plain]);
            self.at += plain;
            if depth == 0 && self.is_doubled_brace() {
                push_text(&mut parts, &rest[plain..=plain]);
                self.at += 2;
                continue;
            }
            match rest.as_bytes().get(plain) {
                None => return Ok(parts),
                Some(b'{') => parts.push(self.brace(depth)?),
                Some(_) if depth > 0 => return Ok(parts),
                Some(b'|') => return Err(self.error(self.at, "bar outside braces".to_owned())),
                Some(_) => return Err(self.error(self.at, "} without {".to_owned())),
            }
        }
    }

    /// Whether two braces stand here for one letter.
    fn is_doubled_brace(&self) -> bool {
        let rest = &self.text[self.at..];
        let has_alternatives = || matches!(self.scan(self.at), Brace::Closed { has_bar: true, .. });
        rest.starts_with("}}") || (rest.starts_with("{{") && !has_alternatives())
    }

    fn brace(&mut self, depth: usize) -> Result<SentencePart, SentenceError> {
        let start = self.at;
        let (end, has_bar) = match self.scan(start) {
            Brace::Closed { end, has_bar } => (end, has_bar),
            Brace::Unclosed => return Err(self.error(start, "unclosed {".to_owned())),
            Brace::TooDeep(at) => return Err(self.error(at, TOO_DEEP.to_owned())),
        };
        let content = &self.text[start + 1..end];
        let part = match agreement(content) {
            Some(part) => part.map_err(|message| self.error(start, message))?,
            None if has_bar => return self.choice(depth),
            None if content.contains('{') => {
                let message = "braces without a bar hold one reference; write {a|b} for alternatives".to_owned();
                return Err(self.error(start, message));
            }
            None => reference(content, self.vocabulary).map_err(|message| self.error(start, message))?,
        };
        self.at = end + 1;
        match self.place.refusal(&part) {
            Some(reason) => Err(self.error(start, format!("{{{content}}} cannot stand here: {reason}"))),
            None => Ok(part),
        }
    }

    /// Alternatives; their brace is known to be closed.
    fn choice(&mut self, depth: usize) -> Result<SentencePart, SentenceError> {
        if depth == MAX_NESTING {
            return Err(self.error(self.at, TOO_DEEP.to_owned()));
        }
        let mut choices = Vec::new();
        loop {
            // Past the brace, or past the bar before.
            self.at += 1;
            let start = self.at;
            let parts = self.parts(depth + 1)?;
            if let Some(SentencePart::Text(text)) = parts.first().filter(|_| parts.len() == 1)
                && is_like_reference(text)
            {
                let message = format!("{text:?} is a reference; give it braces of its own");
                return Err(self.error(start, message));
            }
            choices.push(parts);
            if self.text[self.at..].starts_with('}') {
                self.at += 1;
                return Ok(SentencePart::Choice(choices));
            }
        }
    }

    /// Looks for the end of the brace at this byte.
    fn scan(&self, start: usize) -> Brace {
        let (mut depth, mut has_bar) = (0, false);
        for (at, byte) in (start..).zip(&self.text.as_bytes()[start..]) {
            match byte {
                b'{' if depth > MAX_NESTING => return Brace::TooDeep(at),
                b'{' => depth += 1,
                b'}' if depth == 1 => return Brace::Closed { end: at, has_bar },
                b'}' => depth -= 1,
                b'|' if depth == 1 => has_bar = true,
                _ => {}
            }
        }
        Brace::Unclosed
    }

    /// The byte where the longest form of the sentence passes its limit: the letter, or the brace that holds it.
    fn first_too_long(&self) -> usize {
        let limit = self.place.max_length();
        let is_too_long = |end: usize| {
            let mut head = Parser { text: &self.text[..end], at: 0, ..*self };
            // A text that ends inside braces cannot be read; the end of the brace decides about it.
            head.parts(0).is_ok_and(|parts| self.vocabulary.length(&parts).longest > limit)
        };
        let mut ends = self.text.char_indices().map(|(at, letter)| (at, at + letter.len_utf8()));
        let passed = ends.find(|&(_, end)| is_too_long(end)).map_or(0, |(at, _)| at);
        self.brace_round(passed).unwrap_or(passed)
    }

    /// The outermost brace that closes at this byte.
    fn brace_round(&self, end: usize) -> Option<usize> {
        let mut starts = self.text[..end].match_indices('{').map(|(at, _)| at);
        starts.find(|&start| matches!(self.scan(start), Brace::Closed { end: at, .. } if at == end))
    }

    fn error(&self, at: usize, message: String) -> SentenceError {
        let letter = self.text[..at].chars().count() + 1;
        SentenceError { letter: Some(letter), message }
    }
}

/// Letters join those before them.
fn push_text(parts: &mut Vec<SentencePart>, text: &str) {
    match parts.last_mut() {
        Some(SentencePart::Text(before)) => before.push_str(text),
        _ if text.is_empty() => {}
        _ => parts.push(SentencePart::Text(text.to_owned())),
    }
}

/// `group ~ knows|know`, the same with `n` and `doors`.
fn agreement(content: &str) -> Option<Result<SentencePart, String>> {
    let (name, forms) = content.split_once('~')?;
    let (with, _) = Counted::NAMES.into_iter().find(|(_, known)| *known == name.trim_end())?;
    let both: Vec<&str> = forms.trim_start().split('|').collect();
    Some(match both.as_slice() {
        [one, many] if !forms.contains('{') => {
            Ok(SentencePart::Agreement { with, one: (*one).to_owned(), many: (*many).to_owned() })
        }
        _ => Err("need two forms without braces, such as {group ~ knows|know}".to_owned()),
    })
}
