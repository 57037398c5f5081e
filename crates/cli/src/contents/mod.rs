//! `undercroft contents`: content tables, purposes and kinds of features; files of one's own are checked and tried.

mod check;
mod preview;

use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use undercroft::contents::{ContentTable, Contents, FeatureKind};
use undercroft::field::nearest;

use check::ContentsCheck;
use preview::ContentsPreview;

use crate::console::Console;
use crate::text_wrap::{count, wrapped};

/// List content tables, purposes and kinds of features; check and try files of your own
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft contents                                        tables with their purposes, and all kinds of features
  undercroft contents crypt                                  one table with its facts, words and traps
  undercroft contents --json                                 the same for other programs
  undercroft contents check bakery.toml                      is it sound, and can every sentence be chosen?
  undercroft contents preview crypt --seed 4                 the room key of a dungeon with this table
  undercroft contents preview bakery --contents bakery.toml  the same with a table of your own

A content file is one table, named like the file, or kinds of features as [kind.NAME], or both;
docs/contents.md has the keys. Files that belong together are checked together.

check lists every mistake it can find. It also stocks 200 dungeons of all presets with your tables and warns of
sentences that none of them could use.

Exit codes of check:
  0  every file is sound
  1  a file has a mistake
  2  a file cannot be read")]
#[command(args_conflicts_with_subcommands = true)]
pub struct ContentsArgs {
    /// A table to show with its facts, words and traps
    table: Option<String>,
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
            None => match &self.table {
                Some(name) => show(table_named(name, Contents::shipped())?, console),
                None => list(Contents::shipped(), console),
            },
        }
    }
}

/// The table with this name.
fn table_named<'a>(name: &str, contents: &'a Contents) -> anyhow::Result<&'a ContentTable> {
    contents.table(name).with_context(|| {
        let near = nearest(name, contents.tables().map(ContentTable::name));
        let advice = if near.is_empty() {
            "`undercroft contents` lists them".to_owned()
        } else {
            format!("did you mean {}?", near.join(" or "))
        };
        format!("unknown table {name:?}; {advice}")
    })
}

/// One table with all that its sentences may use.
fn show(table: &ContentTable, console: &Console) -> anyhow::Result<ExitCode> {
    if console.json {
        Console::print_json(&described_fully(table))?;
    } else {
        let facts = table.fact_values().map(|(name, values)| format!("{{{name}}}: {}", values.join(", ")));
        let words = table.word_lists().map(|(name, words)| format!("{{#{name}}}: {}", words.join(", ")));
        let traps = format!("traps: {}", table.trap_names().collect::<Vec<_>>().join(", "));
        let lines: String = facts.chain(words).chain([traps]).map(|line| indented(&line)).collect();
        Console::print(table_paragraph(table, console) + &lines)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn described_fully(table: &ContentTable) -> Value {
    let mut value = described_table(table);
    value["facts"] = table.fact_values().map(|(name, values)| (name.to_owned(), json!(values))).collect();
    value["words"] = table.word_lists().map(|(name, words)| (name.to_owned(), json!(words))).collect();
    value["traps"] = table.trap_names().collect();
    value
}

/// A paragraph below the line of a table.
fn indented(text: &str) -> String {
    let width = Console::width().unwrap_or(WIDTH).saturating_sub(4);
    format!("    {}\n", wrapped(text, width).join("\n    "))
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
        "rules": kind.rule_names().collect::<Vec<_>>(),
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
    facts.iter().for_each(|(what, names)| paragraph.push_str(&indented(&format!("{what}: {}", names.join(", ")))));
    paragraph
}

fn kind_line(kind: &FeatureKind, console: &Console) -> String {
    let [width, depth] = kind.size;
    let marks = [(kind.blocks, "blocks"), (kind.flat, "flat"), (kind.opaque, "opaque"), (kind.secret, "secret")];
    let mut words: Vec<String> =
        marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word.to_owned()).collect();
    words.extend(kind.light.map(|[bright, dim]| format!("light {bright}/{dim} ft")));
    words.push(format!("rules {}", kind.rule_names().collect::<Vec<_>>().join(" ")));
    let words = words.join(", ");
    format!("kind {} {width}x{depth} {words}\n", bold(&kind.name, console))
}

fn bold(name: &str, console: &Console) -> String {
    if console.colour { format!("\x1b[1m{name}\x1b[0m") } else { name.to_owned() }
}
