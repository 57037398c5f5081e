//! How many pages a print has, by what they are for.

use std::fmt;

/// The pages of a print, counted before it is made.
///
/// ```
/// use undercroft_formats::{Options, by_name};
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let pdf = by_name("pdf").unwrap();
/// let count = pdf.page_count(&hall, &Options::new(pdf)).unwrap().unwrap();
/// assert_eq!((count.total(), count.to_string().as_str()), (2, "2 pages (1 one-page, 1 player), A4"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageCount {
    /// Kinds of pages with their numbers, in the order of the print.
    pub kinds: Vec<(&'static str, usize)>,
    /// The paper.
    pub paper: &'static str,
}

impl PageCount {
    /// No pages.
    pub(crate) const fn new(paper: &'static str) -> Self {
        Self { kinds: Vec::new(), paper }
    }

    /// Adds pages of a kind.
    pub(crate) fn add(&mut self, kind: &'static str, count: usize) {
        match self.kinds.iter_mut().find(|(name, _)| *name == kind) {
            _ if count == 0 => {}
            Some((_, sum)) => *sum += count,
            None => self.kinds.push((kind, count)),
        }
    }

    /// All pages.
    pub fn total(&self) -> usize {
        self.kinds.iter().map(|(_, count)| count).sum()
    }
}

impl fmt::Display for PageCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        let kinds: Vec<String> = self.kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let pages = if total == 1 { "page" } else { "pages" };
        write!(f, "{total} {pages} ({}), {}", kinds.join(", "), self.paper)
    }
}
