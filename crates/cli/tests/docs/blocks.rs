//! Fenced code blocks of a page, and the Rust among them as a source file.

use std::fmt::Write;

/// A code block with its language.
pub struct Block {
    pub language: String,
    pub text: String,
}

/// The code blocks of a page in Markdown, in order.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { language: language.to_owned(), text: text.join("\n") + "\n" });
        }
    }
    blocks
}

/// A source file with a function for each Rust block of some pages, and a list of all these functions.
pub fn rust_source(pages: &[(&str, Vec<Block>)]) -> String {
    let mut source = "//! The Rust snippets of README and cookbook, written by `UNDERCROFT_BLESS=1 cargo test -p \
                      undercroft-cli --test docs`.\n"
        .to_owned();
    let mut list = String::new();
    for (page, blocks) in pages {
        for (index, block) in blocks.iter().filter(|block| block.language == "rust").enumerate() {
            let (stem, number) = (page.trim_end_matches(".md").replace('/', "_").to_lowercase(), index + 1);
            let _ = write!(source, "\n{}", function(&format!("{stem}_{number}"), &block.text));
            let _ = writeln!(list, "    (\"{page}, snippet {number}\", {stem}_{number}),");
        }
    }
    format!("{source}\npub const ALL: &[(&str, fn() -> Result<(), Box<dyn std::error::Error>>)] = &[\n{list}];\n")
}

/// A function around a snippet; a snippet that is a whole program has its `main` called.
fn function(name: &str, text: &str) -> String {
    let end = if text.contains("fn main()") { "Ok(main()?)" } else { "Ok(())" };
    format!("fn {name}() -> Result<(), Box<dyn std::error::Error>> {{\n{text}{end}\n}}\n")
}
