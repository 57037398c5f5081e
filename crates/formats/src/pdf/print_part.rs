//! The parts of a print, as users list them.

/// What a print is made of.
///
/// ```
/// use undercroft_formats::pdf::PrintPart;
///
/// let parts = PrintPart::parse_list("one-page, battle").unwrap();
/// assert_eq!(parts, [PrintPart::OnePage, PrintPart::Battle]);
/// assert!(PrintPart::parse_list("overview").unwrap_err().contains("one-page"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintPart {
    /// Title, hook, map and key on one page.
    OnePage,
    /// The same page for players.
    Player,
    /// Pages of the key, with facts about every room.
    Key,
    /// Every room at one inch to a square.
    Battle,
    /// Every level at one inch to a square.
    TrueScale,
}

impl PrintPart {
    /// All parts, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::OnePage, Self::Player, Self::Key, Self::Battle, Self::TrueScale];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnePage => "one-page",
            Self::Player => "player",
            Self::Key => "key",
            Self::Battle => "battle",
            Self::TrueScale => "true-scale",
        }
    }

    /// Reads a list with commas between its words; `all` stands for everything but `true-scale`. What is listed twice is
    /// printed once.
    ///
    /// # Errors
    /// When a word is none of the names; the sentence names it and all that there are.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, String> {
        let mut parts: Vec<Self> = Vec::new();
        for word in text.split(',').map(str::trim) {
            for part in Self::parse(word)? {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        Ok(parts)
    }

    fn parse(word: &str) -> Result<Vec<Self>, String> {
        let known = Self::ALL.into_iter().find(|part| part.name() == word);
        match (word, known) {
            (_, Some(part)) => Ok(vec![part]),
            ("all", None) => Ok(vec![Self::OnePage, Self::Player, Self::Key, Self::Battle]),
            ("overview", None) => Err("pages: overview is called one-page, got \"overview\"".to_owned()),
            (word, None) => {
                let names = Self::ALL.map(Self::name).join(", ");
                // Long input is repeated only in part.
                let shown: String = word.chars().take(40).collect();
                Err(format!("pages: need a list of {names} or all, got {shown:?}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_read_by_its_name_and_all_stands_for_four() {
        for part in PrintPart::ALL {
            assert_eq!(PrintPart::parse_list(part.name()), Ok(vec![part]));
        }
        assert_eq!(PrintPart::parse_list("all").map(|parts| parts.len()), Ok(4));
        assert_eq!(PrintPart::parse_list("key,all,key").unwrap()[..2], [PrintPart::Key, PrintPart::OnePage]);
    }

    #[test]
    fn other_words_are_refused_with_the_names_that_there_are() {
        let error = PrintPart::parse_list("one-page,foo").unwrap_err();
        assert_eq!(error, "pages: need a list of one-page, player, key, battle, true-scale or all, got \"foo\"");
        assert!(PrintPart::parse_list("").is_err());
        assert!(PrintPart::parse_list(&"x".repeat(9999)).unwrap_err().len() < 200);
    }
}
