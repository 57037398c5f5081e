//! The tables of docs/formats.md are those of the registry; `UNDERCROFT_BLESS=1` writes them.

use std::fs;
use std::path::Path;

use undercroft::field::Field;
use undercroft_formats::{FORMATS, Format};

const PAGE: &str = "docs/formats.md";

/// The page with this text between its two markers.
fn filled(page: &str, name: &str, part: &str) -> String {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("the page has no {begin}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("the page has no {end}"));
    format!("{before}{begin}{part}{end}{after}")
}

fn formats() -> String {
    let row = |format: &&Format| {
        let extensions: Vec<_> = format.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
        let direction = if format.read.is_some() { "written and read" } else { "written" };
        let info = format.info;
        let [title, preserves, omits, readers] = [info.title, info.preserves, info.omits, info.readers];
        format!(
            "| `{}` | {} | {direction} | {title} | {preserves} | {omits} | {readers} |\n",
            format.name,
            extensions.join(", ")
        )
    };
    let head = "| name | files | | what it is | preserves | omits | tested with |\n|---|---|---|---|---|---|---|\n";
    format!("{head}{}", FORMATS.iter().map(row).collect::<String>())
}

/// Every option once, in the order of the formats that take it.
fn options() -> Vec<&'static Field> {
    let mut fields: Vec<&'static Field> = Vec::new();
    for field in FORMATS.iter().flat_map(|format| format.options) {
        if fields.iter().all(|other| other.key != field.key) {
            fields.push(field);
        }
    }
    fields
}

fn option_table() -> String {
    let row = |field: &&Field| {
        let takers = FORMATS.iter().filter(|format| format.option(field.key).is_some());
        let takers: Vec<_> = takers.map(|format| format.name).collect();
        let Field { key, default, doc, .. } = field;
        format!("| `{key}` | `{default}` | {} | {} | {doc} |\n", field.limits(), takers.join(", "))
    };
    let head = "| option | default | values | formats | meaning |\n|---|---|---|---|---|\n";
    format!("{head}{}", options().iter().map(row).collect::<String>())
}

#[test]
fn the_page_about_formats_lists_all_formats_and_options() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PAGE);
    let page = fs::read_to_string(&path).unwrap();
    let right = filled(&filled(&page, "formats", &formats()), "options", &option_table());
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        fs::write(&path, &right).unwrap();
    } else {
        let bless = "UNDERCROFT_BLESS=1 cargo test -p undercroft-formats --test docs";
        assert!(page == right, "{PAGE} is not what the registry holds; run `{bless}` and commit the page");
    }
}
