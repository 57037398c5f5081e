//! Numbers in sentences: thousands apart, and nouns in their plural.

/// A number with its thousands apart, as the page writes it.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

/// A number with its noun: `1 loop`, `8,000 rooms`.
pub fn plural(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart_and_one_is_single() {
        let words = [0, 1, 12, 999, 1_000, 65_536, 4_194_304].map(|number| plural(number, "cell"));
        let expected = ["0 cells", "1 cell", "12 cells", "999 cells", "1,000 cells", "65,536 cells", "4,194,304 cells"];
        assert_eq!(words, expected);
    }
}
