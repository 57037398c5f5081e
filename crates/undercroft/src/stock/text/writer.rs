//! Writes sentences out: first those are left out that speak of what is not there, then one is chosen among the least
//! used. So writing cannot fail, and nothing is said that is not so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use super::scene::{Scene, Surroundings};
use crate::contents::{ContentTable, Counted, GroupWord, RoomReference, Sentence, SentencePart};
use crate::dungeon::{Reference, RoomId};
use crate::seed::{Stream, fnv};

/// Stands for the article of what follows, until that is written.
const ARTICLE: char = '\u{1}';
/// Numbers in words.
const COUNTS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/// How often a sentence is drawn again because its words were used.
const TRIES: usize = 6;
/// Beginnings that are written with a vowel and spoken with a consonant, and the reverse.
const CONSONANT_SOUNDS: [&str; 5] = ["uni", "use", "eu", "one", "ewe"];
const VOWEL_SOUNDS: [&str; 4] = ["hour", "honest", "heir", "honor"];

/// A sentence, written.
#[derive(Clone, Debug)]
pub struct Written {
    /// With references by id.
    pub text: String,
    /// As people read it.
    pub plain: String,
}

/// Hears of sentences that could be written, as their files have them.
pub type SentenceWatch<'a> = &'a mut dyn FnMut(&str);

/// Writes the sentences of one dungeon.
pub struct Writer<'a> {
    /// What they may speak of.
    pub around: Surroundings<'a>,
    table: &'a ContentTable,
    used: UseCounts,
    /// Sentences that could be written with their uses, kept from text to text.
    possible: Vec<(&'a Sentence, u32)>,
    /// Digests of what was written, as people read it.
    written: BTreeSet<u64>,
    /// Words of each list that are used up.
    words: BTreeMap<&'a str, Vec<bool>>,
    /// Hears of every sentence that could be written.
    watch: SentenceWatch<'a>,
}

impl<'a> Writer<'a> {
    /// A writer that has written nothing yet.
    pub fn new(around: Surroundings<'a>, table: &'a ContentTable, watch: SentenceWatch<'a>) -> Self {
        let (used, possible, written, words) = Default::default();
        Self { around, table, used, possible, written, words, watch }
    }

    /// Chooses a sentence and writes it; `None` where none is true here or all words were used.
    pub fn write(
        &mut self,
        sentences: impl IntoIterator<Item = &'a Arc<Sentence>>,
        scene: &Scene,
        stream: &mut Stream,
    ) -> Option<Written> {
        let mut possible = std::mem::take(&mut self.possible);
        possible.clear();
        for sentence in sentences {
            if sentence.is_unconditional || self.is_possible(&sentence.parts, scene) {
                (self.watch)(&sentence.text);
                possible.push((sentence, self.used.count(sentence.digest)));
            }
        }
        let written = (0..TRIES).find_map(|_| self.write_one(&mut possible, scene, stream));
        self.possible = possible;
        written
    }

    /// Draws one of the least used sentences and writes it; `None` where its words were used.
    fn write_one(
        &mut self,
        possible: &mut [(&'a Sentence, u32)],
        scene: &Scene,
        stream: &mut Stream,
    ) -> Option<Written> {
        let least = possible.iter().map(|(_, uses)| *uses).min()?;
        let fresh = possible.iter().filter(|(_, uses)| *uses == least).count();
        let drawn = stream.below(fresh as u32) as usize;
        let (sentence, uses) = possible.iter_mut().filter(|(_, uses)| *uses == least).nth(drawn)?;
        *uses += 1;
        self.used.set(sentence.digest, *uses);
        let mut line = Line { scene, rooms: Vec::new(), text: String::with_capacity(sentence.text.len()) };
        self.write_parts(&sentence.parts, &mut line, stream);
        self.write_articles(&mut line.text);
        let plain = self.around.dungeon.write_out(&line.text);
        self.written.insert(fnv(&plain)).then_some(Written { text: line.text, plain })
    }

    fn is_possible(&self, parts: &[SentencePart], scene: &Scene) -> bool {
        parts.iter().all(|part| self.is_part_possible(part, scene))
    }

    fn is_part_possible(&self, part: &SentencePart, scene: &Scene) -> bool {
        let around = &self.around;
        match part {
            SentencePart::Text(_) => true,
            SentencePart::Choice(choices) => choices.iter().any(|parts| self.is_possible(parts, scene)),
            SentencePart::Fact(name) => around.bound.fact(name).is_some(),
            SentencePart::KeyMaterial => scene.lock.is_some_and(|lock| around.bound.material(lock).is_some()),
            SentencePart::Word { list, .. } => self.table.words.get(list).is_some_and(|words| !words.is_empty()),
            SentencePart::Room(room) => around.find_room(scene, room, |_| true),
            SentencePart::Direction(room) => {
                around.find_room(scene, room, |room| around.direction(scene, room).is_some())
            }
            SentencePart::Group(GroupWord::Count) => around.counts_group(scene),
            SentencePart::Group(_) | SentencePart::Agreement { with: Counted::Group, .. } => {
                around.group(scene).is_some()
            }
            SentencePart::Members { .. } | SentencePart::Agreement { with: Counted::Members, .. } => {
                around.members(scene) > 0
            }
            SentencePart::Feature(kind) => around.feature(scene, kind).is_some(),
            SentencePart::Level | SentencePart::Feet(_) => scene.room.is_some(),
            SentencePart::Doors | SentencePart::Agreement { with: Counted::Doors, .. } => around.doors(scene) > 0,
        }
    }

    fn write_parts(&mut self, parts: &'a [SentencePart], line: &mut Line<'a, '_>, stream: &mut Stream) {
        parts.iter().for_each(|part| self.write_part(part, line, stream));
    }

    fn write_part(&mut self, part: &'a SentencePart, line: &mut Line<'a, '_>, stream: &mut Stream) {
        match part {
            SentencePart::Text(text) => line.push(text),
            SentencePart::Choice(choices) => {
                let possible = || choices.iter().filter(|parts| self.is_possible(parts, line.scene));
                let count = possible().count() as u32;
                if let Some(parts) =
                    (count > 0).then(|| stream.below(count)).and_then(|drawn| possible().nth(drawn as usize))
                {
                    self.write_parts(parts, line, stream);
                }
            }
            SentencePart::Fact(name) => line.push(self.around.bound.fact(name).unwrap_or_default()),
            SentencePart::KeyMaterial => {
                let material = line.scene.lock.and_then(|lock| self.around.bound.material(lock));
                line.push(material.unwrap_or_default());
            }
            SentencePart::Word { list, article } => {
                let word = self.next_word(list, stream);
                if *article {
                    line.push(article_of(word));
                }
                line.push(word);
            }
            SentencePart::Room(room) => {
                if let Some(room) = self.meant(room, line, stream) {
                    line.refer(Reference::Room(room));
                }
            }
            SentencePart::Direction(room) => {
                let meant = self.meant(room, line, stream);
                line.push(meant.and_then(|room| self.around.direction(line.scene, room)).unwrap_or_default());
            }
            SentencePart::Group(word) => self.write_group(*word, line),
            SentencePart::Agreement { with, one, many } => {
                line.push(if self.count(*with, line.scene) == 1 { one } else { many });
            }
            SentencePart::Members { noun } => {
                let count = self.around.members(line.scene);
                match noun.as_deref().map(|list| self.next_word(list, stream)) {
                    None => line.push_count(count),
                    Some(word) if count == 1 => line.push(&[article_of(word), word].concat()),
                    Some(word) => {
                        line.push_count(count);
                        line.push(&[" ", &plural_of(word)].concat());
                    }
                }
            }
            SentencePart::Feet(side) => line.push(&self.around.feet(line.scene, *side).to_string()),
            SentencePart::Feature(kind) => {
                if let Some(feature) = self.around.feature(line.scene, kind) {
                    line.refer(Reference::Feature(feature.id));
                }
            }
            SentencePart::Level => {
                let room = line.scene.room.map(|room| self.around.dungeon.room(room));
                room.into_iter().for_each(|room| line.refer(Reference::Level(room.z)));
            }
            SentencePart::Doors => line.push_count(self.around.doors(line.scene)),
        }
    }

    fn write_group(&self, word: GroupWord, line: &mut Line) {
        let Some(group) = self.around.group(line.scene) else { return };
        match word {
            GroupWord::Noun => line.refer(Reference::Group(group.id)),
            GroupWord::Many => line.push(&group.many),
            GroupWord::Count if group.count == 1 && !line.text.ends_with('(') => line.text.push(ARTICLE),
            GroupWord::Count => line.push_count(group.count as usize),
            GroupWord::Mood => line.push(&group.mood),
        }
    }

    /// How many there are of what a form agrees with.
    fn count(&self, counted: Counted, scene: &Scene) -> usize {
        match counted {
            Counted::Group => self.around.group(scene).map_or(0, |group| group.count as usize),
            Counted::Members => self.around.members(scene),
            Counted::Doors => self.around.doors(scene),
        }
    }

    /// Writes `a` or `an` where one member is counted, by the word that came to stand behind it.
    fn write_articles(&self, text: &mut String) {
        while let Some(at) = text.find(ARTICLE) {
            let next = self.around.dungeon.write_out(text[at + 1..].trim_start());
            text.replace_range(at..=at, article_of(&next).trim_end());
        }
    }

    /// The room that a reference means, the same one throughout a sentence. Where a sentence gives its direction, it has
    /// one.
    fn meant(&self, reference: &'a RoomReference, line: &mut Line<'a, '_>, stream: &mut Stream) -> Option<RoomId> {
        if let Some((_, room)) = line.rooms.iter().find(|(other, _)| *other == reference) {
            return Some(*room);
        }
        let mut rooms = self.around.rooms(line.scene, reference);
        if rooms.iter().any(|&room| self.around.direction(line.scene, room).is_some()) {
            rooms.retain(|&room| self.around.direction(line.scene, room).is_some());
        }
        let room = *stream.choose(&rooms)?;
        line.rooms.push((reference, room));
        Some(room)
    }

    /// A word of a list; none comes twice until all were used.
    fn next_word(&mut self, list: &'a str, stream: &mut Stream) -> &'a str {
        let Some(words) = self.table.words.get(list) else { return "" };
        let used = self.words.entry(list).or_default();
        used.resize(words.len(), false);
        let mut left = used.iter().filter(|is_used| !**is_used).count();
        if left == 0 {
            used.fill(false);
            left = used.len();
        }
        if left == 0 {
            return "";
        }
        let drawn = stream.below(left as u32) as usize;
        let word = used.iter().enumerate().filter(|(_, is_used)| !**is_used).map(|(word, _)| word).nth(drawn);
        let Some(word) = word else { return "" };
        used[word] = true;
        &words[word]
    }
}

/// How often each sentence was used, by its digest.
#[derive(Default)]
struct UseCounts {
    counts: BTreeMap<u64, u32>,
    /// Bits of the digests that have a count: most sentences were never used, and need no search.
    filter: [u64; 16],
}

impl UseCounts {
    fn count(&self, digest: u64) -> u32 {
        let (word, bit) = Self::place(digest);
        if self.filter[word] & bit == 0 { 0 } else { self.counts.get(&digest).copied().unwrap_or(0) }
    }

    fn set(&mut self, digest: u64, count: u32) {
        let (word, bit) = Self::place(digest);
        self.filter[word] |= bit;
        self.counts.insert(digest, count);
    }

    const fn place(digest: u64) -> (usize, u64) {
        ((digest >> 6) as usize % 16, 1 << (digest % 64))
    }
}

/// A sentence that is being written.
struct Line<'a, 's> {
    scene: &'s Scene,
    /// The rooms that references of this sentence mean.
    rooms: Vec<(&'a RoomReference, RoomId)>,
    text: String,
}

impl Line<'_, '_> {
    fn push(&mut self, words: &str) {
        if !words.bytes().any(|byte| matches!(byte, b'{' | b'}')) {
            self.text.push_str(words);
            return;
        }
        for letter in words.chars() {
            self.text.push(letter);
            // Braces are doubled: single ones are references.
            if matches!(letter, '{' | '}') {
                self.text.push(letter);
            }
        }
    }

    fn refer(&mut self, reference: Reference) {
        // Writing to a text cannot fail.
        let _ = write!(self.text, "{reference}");
    }

    /// Counts to twelve are words, in brackets digits.
    fn push_count(&mut self, count: usize) {
        match COUNTS.get(count).filter(|_| !self.text.ends_with('(')) {
            Some(word) => self.push(word),
            None => self.push(&count.to_string()),
        }
    }
}

/// `a ` or `an `, by the sound of the word.
fn article_of(word: &str) -> &'static str {
    let word = word.to_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
    let has_vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']) && !begins(&CONSONANT_SOUNDS) || begins(&VOWEL_SOUNDS);
    if has_vowel { "an " } else { "a " }
}

/// The plural of a noun, by its last letters.
fn plural_of(noun: &str) -> String {
    let ends = |ends: &[&str]| ends.iter().any(|end| noun.ends_with(end));
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match (stem, noun.strip_suffix("man")) {
        (Some(stem), _) => format!("{stem}ies"),
        (_, Some(stem)) => format!("{stem}men"),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{article_of, plural_of};

    #[test]
    fn counted_nouns_end_by_their_last_letters() {
        for (noun, plural) in [("spade", "spades"), ("sentry", "sentries"), ("boy", "boys"), ("torch", "torches")] {
            assert_eq!(plural_of(noun), plural);
        }
        assert_eq!((plural_of("watchman"), plural_of("lens")), ("watchmen".to_owned(), "lenses".to_owned()));
    }

    #[test]
    fn articles_go_by_sound() {
        for (word, article) in
            [("urn", "an "), ("unicorn", "a "), ("hour glass", "an "), ("bell", "a "), ("Abbot", "an ")]
        {
            assert_eq!(article_of(word), article, "{word}");
        }
    }
}
