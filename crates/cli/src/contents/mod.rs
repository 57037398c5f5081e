//! `undercroft contents`: content tables, purposes and kinds of features; files of one's own are checked and tried.

mod check;
mod preview;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use undercroft::contents::{ContentTable, Contents, FeatureKind};

use check::ContentsCheck;
use preview::ContentsPreview;

use crate::console::Console;
use crate::input;
use crate::text_wrap::{count, wrapped};

/// List content tables, purposes and kinds of features; check and try files of your own
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft contents                                        tables with their purposes, and all kinds of features
  undercroft contents --json                                 the same for other programs
  undercroft contents check bakery.toml                      is it sound, and can every sentence be chosen?
  undercroft contents preview crypt --seed 4                 the room key of a dungeon with this table
  undercroft contents preview bakery --contents bakery.toml  the same with a table of your own

A content file is one table, named like the file, or kinds of features as [kind.NAME], or both;
docs/contents.md has the keys. Files that belong together are checked together.

check also stocks 200 dungeons with your tables and warns of sentences that none of them could use.

Exit codes of check:
  0  every file is sound
  1  a file has a mistake
  2  a file cannot be read")]
pub struct ContentsArgs {
    #[command(subcommand)]
    action: Option<ContentsAction>,
}

#[derive(Subcommand)]
enum ContentsAction {
    Check(ContentsCheck),
    Preview(ContentsPreview),
}

/// The width of lines where there is no terminal.
const WIDTH: usize = 80;

impl ContentsArgs {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        match &self.action {
            Some(ContentsAction::Check(check)) => check.run(console),
            Some(ContentsAction::Preview(preview)) => preview.run(console),
            None => list(Contents::shipped(), console),
        }
    }
}

/// The text of a content file.
fn text(path: &Path) -> anyhow::Result<String> {
    let text = String::from_utf8(input::bytes(path)?).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        anyhow::anyhow!("{}: need text in UTF-8, byte {byte} is none", path.display())
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn list(contents: &Contents, console: &Console) -> anyhow::Result<ExitCode> {
    if console.json {
        let tables: Vec<Value> = contents.tables().map(described_table).collect();
        let kinds: Vec<Value> = contents.kinds().map(described_kind).collect();
        Console::print_json(&json!({ "tables": tables, "kinds": kinds }))?;
    } else {
        let tables: String = contents.tables().map(|table| table_paragraph(table, console)).collect();
        let kinds: String = contents.kinds().map(|kind| kind_line(kind, console)).collect();
        Console::print(format!("{tables}\n{kinds}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn described_table(table: &ContentTable) -> Value {
    json!({
        "name": table.name(),
        "extends": table.parents(),
        "purposes": table.purpose_names().collect::<Vec<_>>(),
        "groups": table.group_names().collect::<Vec<_>>(),
        "sentences": table.sentence_count(),
    })
}

fn described_kind(kind: &FeatureKind) -> Value {
    let FeatureKind { name, size, blocks, flat, opaque, light, secret, one, many, .. } = kind;
    json!({
        "name": name,
        "size": size,
        "blocks": blocks,
        "flat": flat,
        "opaque": opaque,
        "light": light,
        "secret": secret,
        "one": one,
        "many": many,
    })
}

fn table_paragraph(table: &ContentTable, console: &Console) -> String {
    let parents =
        if table.parents().is_empty() { String::new() } else { format!(" (extends {})", table.parents().join(", ")) };
    let purposes: Vec<&str> = table.purpose_names().collect();
    let groups: Vec<&str> = table.group_names().collect();
    let sentences = count(table.sentence_count(), "sentence");
    let mut paragraph = format!("table {}{parents}: {sentences}\n", bold(table.name(), console));
    let facts = [("purposes", purposes), ("groups", groups)];
    let width = Console::width().unwrap_or(WIDTH).saturating_sub(4);
    for line in facts.iter().flat_map(|(what, names)| wrapped(&format!("{what}: {}", names.join(", ")), width)) {
        let _ = writeln!(paragraph, "    {line}");
    }
    paragraph
}

fn kind_line(kind: &FeatureKind, console: &Console) -> String {
    let [width, depth] = kind.size;
    let marks = [(kind.blocks, "blocks"), (kind.flat, "flat"), (kind.opaque, "opaque"), (kind.secret, "secret")];
    let mut words: Vec<String> =
        marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word.to_owned()).collect();
    words.extend(kind.light.map(|[bright, dim]| format!("light {bright}/{dim} ft")));
    let words = words.join(", ");
    format!("kind {} {width}x{depth} {words}", bold(&kind.name, console)).trim_end().to_owned() + "\n"
}

fn bold(name: &str, console: &Console) -> String {
    if console.colour { format!("\x1b[1m{name}\x1b[0m") } else { name.to_owned() }
}
