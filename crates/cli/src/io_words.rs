//! What the system reports, in words of our own that say what to do.

use std::io::{self, ErrorKind};

/// A chain of errors on one line, from the outermost to its cause.
pub fn one_line(error: &anyhow::Error) -> String {
    let words = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().map_or_else(|| cause.to_string(), words)
    };
    error.chain().map(words).collect::<Vec<_>>().join(": ")
}

/// An error of the system in words.
pub fn words(error: &io::Error) -> String {
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "you have no permission; change that, or name another place",
        ErrorKind::AlreadyExists => "another file of this name is there; move it away, or name another",
        ErrorKind::StorageFull => "the disk is full; free some space, or name a place on another disk",
        ErrorKind::QuotaExceeded => "your quota of disk space is used up; free some, or name a place on another disk",
        ErrorKind::FileTooLarge => "the file is larger than this disk or your limits allow; name another place",
        ErrorKind::ReadOnlyFilesystem => "this disk is read-only; name a place on another",
        ErrorKind::InvalidFilename => "the name is too long or has characters that files cannot have; name another",
        ErrorKind::NotADirectory => "a part of this path is a file, not a folder; name another place",
        ErrorKind::IsADirectory => "this is a folder; name a file in it",
        ErrorKind::AddrInUse => "another program listens there; choose another --port, or leave it out for a free one",
        ErrorKind::AddrNotAvailable => "this machine does not have that address; choose another --host",
        ErrorKind::OutOfMemory => "there is not enough memory; close other programs, or use a smaller map",
        ErrorKind::TimedOut => "the disk or the network does not answer; try again",
        ErrorKind::InvalidData => "the text is not UTF-8",
        ErrorKind::Interrupted | ErrorKind::UnexpectedEof => "reading was cut off; try again",
        ErrorKind::WriteZero => "nothing more could be written; free some space, or name another place",
        _ => return unnamed(error),
    };
    words.to_owned()
}

/// What the system has no kind for: its number is all that can be looked up.
fn unnamed(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(number) => format!("the system refuses this (error {number}); try again, or name another place"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn words_of_the_system_become_ours() {
        for number in 1..=133 {
            let words = words(&io::Error::from_raw_os_error(number));
            assert!(!words.contains("os error") && !words.contains("(code"), "{number}: {words}");
        }
        let full: anyhow::Result<()> = Err(io::Error::from(ErrorKind::StorageFull).into());
        let error = full.context("maps/a.json").unwrap_err();
        let sentence = "maps/a.json: the disk is full; free some space, or name a place on another disk";
        assert_eq!(one_line(&error), sentence);
    }
}
