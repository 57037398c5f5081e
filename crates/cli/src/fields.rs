//! `undercroft fields`: the fields of a recipe, from the table that the parser uses.

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use serde_json::{Value, json};
use undercroft::field::{Field, json_schema, markdown_table};
use undercroft::recipe::FIELDS;

use crate::console::Console;
use crate::text_wrap;

/// List the fields of recipes
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft fields                          all of them, with label, group, methods, unit, limits and default
  undercroft fields corridors                those with this word in their name
  undercroft fields --schema > recipe.schema.json     for editors that complete and check")]
pub struct Fields {
    /// Only fields with this in their name
    #[arg(value_name = "WORD")]
    word: Option<String>,
    /// Print the JSON Schema of recipes
    #[arg(long, conflicts_with_all = ["word", "markdown"])]
    schema: bool,
    /// Print the table of the documentation
    #[arg(long, conflicts_with = "word")]
    markdown: bool,
}

/// The width of lines where there is no terminal.
const WIDTH: usize = 80;

/// The title of the JSON Schema.
const SCHEMA_TITLE: &str = "Undercroft recipe, version 1";

impl Fields {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let text = match self {
            Self { schema: true, .. } => json_schema(SCHEMA_TITLE, FIELDS),
            Self { markdown: true, .. } => markdown_table(FIELDS),
            _ if console.json => format!("{}\n", self.chosen()?.into_iter().map(described).collect::<Value>()),
            _ => self.chosen()?.into_iter().map(|field| paragraph(field, console)).collect(),
        };
        Console::print(text)?;
        Ok(ExitCode::SUCCESS)
    }

    fn chosen(&self) -> anyhow::Result<Vec<&'static Field>> {
        let word = self.word.as_deref().unwrap_or_default();
        let fields: Vec<_> = FIELDS.iter().filter(|field| field.key.contains(word)).collect();
        if fields.is_empty() {
            bail!("no field has {word:?} in its name; `undercroft fields` lists them all");
        }
        Ok(fields)
    }
}

fn described(field: &Field) -> Value {
    let Field { key, default, unit, label, group, doc, .. } = field;
    json!({
        "key": key,
        "label": label,
        "group": group,
        "applies_to": field.methods(),
        "default": default,
        "unit": unit,
        "limits": field.limits(),
        "doc": doc,
    })
}

fn paragraph(field: &Field, console: &Console) -> String {
    let key = if console.colour { format!("\x1b[1m{}\x1b[0m", field.key) } else { field.key.to_owned() };
    let unit = if field.unit.is_empty() { String::new() } else { format!(" [{}]", field.unit) };
    let mut paragraph = format!("{key} = {}{unit}: {}\n", field.default, field.limits());
    let _ = writeln!(paragraph, "    {} > {}; methods: {}", field.group, field.label, field.methods().join(", "));
    for line in text_wrap::wrapped(field.doc, Console::width().unwrap_or(WIDTH).saturating_sub(4)) {
        let _ = writeln!(paragraph, "    {line}");
    }
    paragraph
}
