//! Searches the bytes of exports for texts, however a format breaks or packs them.
//!
//! A text is looked for in pieces of three words: a line break, an entity or the edge of a block spoils one piece, not the
//! text. Streams of PDF, texts of PNG and pictures in Base64 are unpacked. Drawn letters are strokes and no text.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Words of a piece.
const WORDS: usize = 3;
/// Letters that begin a piece and find it.
const START: usize = 3;
/// The most bytes that a packed stream may become.
const MOST: u64 = 1 << 26;
/// Pictures in Base64 are longer than this, words are shorter.
const SHORTEST_PICTURE: usize = 256;

/// Pieces of texts, found by their first letters.
pub struct TextSearch {
    pieces: Vec<(usize, Vec<u8>)>,
    by_start: Vec<Vec<u32>>,
}

impl TextSearch {
    /// Looks for these texts.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let texts = texts.into_iter().enumerate();
        let pieces: Vec<_> = texts.flat_map(|(id, text)| pieces(text).map(move |piece| (id, piece))).collect();
        let mut by_start = vec![Vec::new(); 1 << 16];
        for (i, (_, piece)) in (0..).zip(&pieces) {
            by_start[place(&piece[..START])].push(i);
        }
        Self { pieces, by_start }
    }

    /// How often each piece stands in the bytes.
    pub fn count(&self, bytes: &[u8]) -> Vec<u32> {
        let mut counts = vec![0; self.pieces.len()];
        for (at, start) in bytes.windows(START).enumerate() {
            for &piece in &self.by_start[place(start)] {
                counts[piece as usize] += u32::from(bytes[at..].starts_with(&self.pieces[piece as usize].1));
            }
        }
        counts
    }

    /// The texts of the pieces that were found, with their first piece.
    pub fn found(&self, is_found: impl Fn(usize) -> bool) -> Vec<(usize, String)> {
        let found = self.pieces.iter().enumerate().filter(|(i, _)| is_found(*i)).map(|(_, piece)| piece);
        let mut found: Vec<_> = found.map(|(id, piece)| (*id, String::from_utf8_lossy(piece).into_owned())).collect();
        found.dedup_by_key(|(id, _)| *id);
        found
    }
}

fn pieces(text: &str) -> impl Iterator<Item = Vec<u8>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let last = words.len().saturating_sub(WORDS);
    let starts = (0..last).step_by(WORDS).chain([last]);
    let pieces: Vec<_> = starts.map(|start| words[start..].iter().take(WORDS).copied().collect::<Vec<_>>()).collect();
    pieces.into_iter().map(|words| words.join(" ").into_bytes()).filter(|piece| piece.len() >= START)
}

fn place(start: &[u8]) -> usize {
    let bits = start.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte));
    (bits.wrapping_mul(0x9e37_79b1) >> 16) as usize
}

/// All that can be read in files: their names, their bytes and what is packed in them.
pub fn readable(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut all = Vec::new();
    for (name, bytes) in files {
        all.extend_from_slice(name.as_bytes());
        add_readable(bytes, &mut all);
    }
    all
}

fn add_readable(bytes: &[u8], all: &mut Vec<u8>) {
    all.extend_from_slice(bytes);
    for at in positions(bytes, b"stream\n") {
        let page = inflated(&bytes[at..]);
        all.extend(shown_words(&page));
        all.extend(page);
    }
    for chunk in positions(bytes, b"\x89PNG\r\n\x1a\n").flat_map(|at| chunks(&bytes[at..])) {
        all.extend(unpacked_chunk(&chunk));
    }
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    for letters in bytes.split(|byte| !is_letter(byte)).filter(|letters| letters.len() > SHORTEST_PICTURE) {
        STANDARD.decode(letters).into_iter().for_each(|picture| add_readable(&picture, all));
    }
}

/// The places behind each occurrence of a word.
fn positions(bytes: &[u8], word: &[u8]) -> impl Iterator<Item = usize> {
    let starts = bytes.windows(word.len()).enumerate().filter(move |(_, window)| *window == word);
    starts.map(|(at, _)| at + word.len())
}

fn inflated(packed: &[u8]) -> Vec<u8> {
    let mut unpacked = Vec::new();
    // Whatever follows a stream is no part of it, and what is no stream has nothing to read.
    let _ = flate2::read::ZlibDecoder::new(packed).take(MOST).read_to_end(&mut unpacked);
    unpacked
}

/// The chunks of a PNG with texts: name and content.
fn chunks(mut rest: &[u8]) -> Vec<([u8; 4], &[u8])> {
    let mut chunks = Vec::new();
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let (Some(content), Some(next)) = (after.get(..length), after.get(length + 4..)) else { break };
        chunks.push(([head[4], head[5], head[6], head[7]], content));
        rest = next;
    }
    chunks
}

/// What a chunk of text packs: behind the keyword, and in `iTXt` behind its language and the keyword in it.
fn unpacked_chunk((name, content): &([u8; 4], &[u8])) -> Vec<u8> {
    let mut parts = content.splitn(2, |byte| *byte == 0);
    let (_, rest) = (parts.next(), parts.next().unwrap_or_default());
    match (name, rest) {
        (b"zTXt", [_, packed @ ..]) => inflated(packed),
        (b"iTXt", [1, _, packed @ ..]) => packed.splitn(3, |byte| *byte == 0).nth(2).map(inflated).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The words that the operators of a page show, in order, whether letters or hexadecimal numbers stand for them.
fn shown_words(page: &[u8]) -> Vec<u8> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(&byte) = page.get(at) {
        at += 1;
        if byte == b'(' {
            at = read_letters(page, at, &mut words);
        } else if byte == b'<' {
            let digits: Vec<u32> = page[at..].iter().map_while(|&digit| char::from(digit).to_digit(16)).collect();
            at += digits.len();
            words.extend(digits.chunks(2).map(|pair| (pair[0] * 16 + pair.get(1).copied().unwrap_or(0)) as u8));
            words.push(b' ');
        }
    }
    words
}

/// Reads letters up to their bracket, and returns the place behind it.
fn read_letters(page: &[u8], mut at: usize, words: &mut Vec<u8>) -> usize {
    let mut depth = 1;
    while let Some(&byte) = page.get(at) {
        at += 1;
        match byte {
            b'\\' => {
                words.extend(page.get(at));
                at += 1;
                continue;
            }
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        words.push(byte);
    }
    words.push(b' ');
    at
}

#[test]
fn a_text_is_found_in_lines_streams_chunks_and_pictures() {
    let text = "The third lid (of lead) has been turned round.";
    let search = TextSearch::new([text, "Store", "a b c d e"]);
    let find = |bytes: &[u8]| {
        let counts = search.count(&readable(&[("map".to_owned(), bytes.to_vec())]));
        search.found(|piece| counts[piece] > 0).into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    let packed = |bytes: &[u8]| {
        let mut packed = Vec::new();
        flate2::read::ZlibEncoder::new(bytes, flate2::Compression::fast()).read_to_end(&mut packed).unwrap();
        packed
    };
    let chunk = |name: &[u8], content: &[u8]| {
        let length = (content.len() as u32).to_be_bytes();
        [b"\x89PNG\r\n\x1a\n", &length[..], name, content, &[0; 4]].concat()
    };
    assert!(find(b"third lid (of has lead)").is_empty());
    assert_eq!(find(b"a Store at the end: (of lead) has\nbeen turned"), [0, 1]);
    assert_eq!(find(b"a b c d\ne"), [2]);
    let page = b"BT (The third lid \\(of) Tj (lead\\) has) Tj <53746F7265> Tj ET";
    assert_eq!(find(&[b"stream\n", &packed(page)[..], b"\nendstream"].concat()), [0, 1]);
    let png = chunk(b"zTXt", &[b"Title\0\0", &packed(text.as_bytes())[..]].concat());
    assert_eq!(find(&png), [0]);
    assert_eq!(find(&chunk(b"iTXt", &[b"Title\0\x01\0en\0T\0", &packed(text.as_bytes())[..]].concat())), [0]);
    let picture = STANDARD.encode([&png[..], &[7; 300]].concat());
    assert_eq!(find(format!("{{\"image\":\"{picture}\"}}").as_bytes()), [0]);
}
