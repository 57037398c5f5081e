//! Prints a digest of every file that the catalogue's dungeons give, or one of the files.
//!
//! ```text
//! undercroft-everywhere digests SEEDS THREADS [no-pixels]   a line for each preset, seed and kind of file
//! undercroft-everywhere file PRESET SEED KIND               the text that a digest is of
//! ```
//!
//! Pixels are drawn for seed 1, and not at all with `no-pixels`: an emulated processor takes minutes for them.
//! `scripts/everywhere` runs it on every processor that it can have and compares the lines.

mod entry;
mod files;

use std::process::ExitCode;

use entry::{Entry, entries};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["digests", seeds, threads] => digests(seeds, threads, true),
        ["digests", seeds, threads, "no-pixels"] => digests(seeds, threads, false),
        ["file", preset, seed, kind] => match (seed.parse(), files::Kind::named(kind)) {
            (Ok(seed), Some(kind)) => print_file(&Entry { preset: (*preset).to_owned(), seed, has_pixels: true }, kind),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: undercroft-everywhere digests SEEDS THREADS [no-pixels] | file PRESET SEED KIND");
    ExitCode::from(2)
}

fn digests(seeds: &str, threads: &str, with_pixels: bool) -> ExitCode {
    let (Ok(seeds), Ok(threads)) = (seeds.parse(), threads.parse()) else { return usage() };
    let order = if cfg!(target_endian = "big") { "big" } else { "little" };
    println!("pointers {} bits, {order}-endian", usize::BITS);
    entry::print_digests(&entries(seeds, with_pixels), threads);
    ExitCode::SUCCESS
}

fn print_file(entry: &Entry, kind: files::Kind) -> ExitCode {
    match entry.dungeon() {
        Ok(dungeon) => {
            print!("{}", String::from_utf8_lossy(&kind.bytes(&dungeon)));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
