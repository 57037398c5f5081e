//! `undercroft contents`: content tables, purposes and kinds of features, and the verdict on files of one's own.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use undercroft::contents::{ContentError, ContentTable, Contents, FeatureKind};

use crate::console::Console;
use crate::input;
use crate::io_words;
use crate::text_wrap::{count, wrapped};

/// List content tables, purposes and kinds of features, or check files of your own
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft contents                        tables with their purposes, and all kinds of features
  undercroft contents --json                 the same for other programs
  undercroft contents check bakery.toml      is a file of your own sound?

A content file is one table, named like the file, or kinds of features as [kind.NAME], or both;
docs/contents.md has the keys. Files that belong together are checked together.

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
}

/// Check content files of your own
#[derive(Args)]
struct ContentsCheck {
    /// The content files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The width of lines where there is no terminal.
const WIDTH: usize = 80;

impl ContentsArgs {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        match &self.action {
            Some(ContentsAction::Check(check)) => check.run(console),
            None => list(Contents::shipped(), console),
        }
    }
}

impl ContentsCheck {
    fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let mut files = Vec::new();
        for path in &self.files {
            match text(path) {
                Ok(text) => files.push((path.display().to_string(), text)),
                Err(error) => {
                    console.complain(&io_words::one_line(&error));
                    return Ok(ExitCode::from(2));
                }
            }
        }
        let named: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        match Contents::with_files(&named) {
            Ok(_) => report_sound(&named, console)?,
            Err(error) => {
                report_mistake(&error, console)?;
                return Ok(ExitCode::from(1));
            }
        }
        Ok(ExitCode::SUCCESS)
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

fn report_sound(files: &[(&str, &str)], console: &Console) -> anyhow::Result<()> {
    for (name, _) in files {
        if console.json {
            Console::print_json(&json!({ "file": name, "sound": true }))?;
        } else if !console.quiet {
            Console::print(format!("{name}: sound\n"))?;
        }
    }
    Ok(())
}

fn report_mistake(error: &ContentError, console: &Console) -> anyhow::Result<()> {
    if !console.json {
        return Console::print(format!("{error}\n"));
    }
    let ContentError { file, line, column, message } = error;
    Console::print_json(&json!({ "file": file, "sound": false, "line": line, "column": column, "message": message }))
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
