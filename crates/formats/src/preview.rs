//! What a file will look like, before it is written.

use super::page_count::PageCount;

/// A look at an export: its first page, its length, its sharpness.
///
/// ```
/// use undercroft_formats::{Options, by_name};
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let pdf = by_name("pdf").unwrap();
/// let preview = pdf.preview(&hall, &Options::new(pdf)).unwrap().unwrap();
/// assert!(preview.svg.is_some_and(|svg| svg.starts_with("<svg")));
/// assert_eq!(preview.pages.map(|pages| pages.total()), Some(2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportPreview {
    /// The first page, or the picture, as SVG; none of prints that begin with pages at true scale, and of tables.
    pub svg: Option<String>,
    /// The pages of a print.
    pub pages: Option<PageCount>,
    /// The fewest pixels along a square that a picture for a virtual table has.
    pub square_px: Option<u32>,
    /// How many pictures there are for a virtual table: one for each level or part of a level.
    pub pictures: usize,
}
