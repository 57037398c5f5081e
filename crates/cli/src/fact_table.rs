//! Facts as CSV: a header, and a row for each dungeon.

use undercroft::verify::Facts;

use crate::make::Made;

/// The table of generated dungeons.
pub fn table<'a>(rows: impl Iterator<Item = &'a str>) -> String {
    format!("{}{}", header("preset,seed"), rows.collect::<String>())
}

/// The row of a generated dungeon.
pub fn generated_row(label: &str, made: &Made) -> String {
    row([label, &made.dungeon.provenance.seed], &made.dungeon.name, &made.facts)
}

/// The header of a table whose rows begin with these columns and the name.
pub fn header(first: &str) -> String {
    format!("{first},name,{}\n", Facts::csv_header())
}

/// A row that begins with these words and the name.
pub fn row<const N: usize>(first: [&str; N], name: &str, facts: &Facts) -> String {
    let words: Vec<String> = first.into_iter().chain([name]).map(csv_word).collect();
    format!("{},{}\n", words.join(","), facts.csv_row())
}

/// A word that a table takes for one.
fn csv_word(word: &str) -> String {
    if word.contains([',', '"', '\n', '\r']) { format!("\"{}\"", word.replace('"', "\"\"")) } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_commas_are_quoted_in_a_table() {
        assert_eq!(csv_word("The Quiet Halls"), "The Quiet Halls");
        assert_eq!(csv_word("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
