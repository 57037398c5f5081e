//! Dungeons of the catalogue and the digests of their files.

use std::fmt::Write;

use undercroft::dungeon::Dungeon;
use undercroft::recipe::presets;
use undercroft::{Error, Generator};

use crate::files::Kind;

/// A preset and a seed.
pub struct Entry {
    /// The name of the preset.
    pub preset: String,
    /// The seed.
    pub seed: u64,
    /// Whether its files that are drawn in pixels are among its digests.
    pub has_pixels: bool,
}

/// Seeds 1 to `seeds` of every preset; pixels are drawn for seed 1 where they are wanted.
pub fn entries(seeds: u64, with_pixels: bool) -> Vec<Entry> {
    let entry = |name: &str, seed| Entry { preset: name.to_owned(), seed, has_pixels: with_pixels && seed == 1 };
    presets().iter().flat_map(|preset| (1..=seeds).map(move |seed| entry(preset.name, seed))).collect()
}

impl Entry {
    /// The dungeon, generated.
    pub fn dungeon(&self) -> Result<Dungeon, Error> {
        Generator::preset(&self.preset)?.seed(self.seed).generate()
    }

    /// A line for each kind of file: preset, seed, kind, digest.
    fn lines(&self) -> String {
        let Self { preset, seed, has_pixels } = self;
        let mut lines = String::new();
        match self.dungeon() {
            Ok(dungeon) => {
                for kind in Kind::ALL.into_iter().filter(|kind| *has_pixels || !kind.is_drawn_in_pixels()) {
                    // Writing to a string cannot fail.
                    let _ = writeln!(lines, "{preset} {seed} {} {:016x}", kind.name(), fnv(&kind.bytes(&dungeon)));
                }
            }
            Err(error) => {
                let _ = writeln!(lines, "{preset} {seed} error {error}");
            }
        }
        lines
    }
}

/// Prints the lines of all entries in order, made on so many threads. One thread prints each entry when it is made.
pub fn print_digests(entries: &[Entry], threads: usize) {
    if threads <= 1 {
        entries.iter().for_each(|entry| print!("{}", entry.lines()));
        return;
    }
    let of_thread = |first: usize| entries.iter().skip(first).step_by(threads).map(Entry::lines).collect::<Vec<_>>();
    let parts: Vec<Vec<String>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|first| scope.spawn(move || of_thread(first))).collect();
        handles.into_iter().map(|handle| handle.join().expect("no thread panics")).collect()
    });
    (0..entries.len()).for_each(|at| print!("{}", parts[at % threads][at / threads]));
}

/// Fowler, Noll and Vo's hash 1a of 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
