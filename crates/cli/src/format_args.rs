//! Options of formats as arguments: built from the table of the formats, for every command that writes or draws.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use undercroft::field::{Field, FieldKind, Value};
use undercroft_draw::{DrawOptions, Edition, Levels};
use undercroft_formats::{FORMATS, Format, Options, svg};

use crate::input;
use crate::text_wrap;

/// Which formats a command writes.
pub trait Selection: Clone + Send + Sync + 'static {
    /// The formats.
    fn formats() -> Vec<&'static Format>;
}

/// All formats.
#[derive(Clone)]
pub struct AllFormats;

/// Drawings alone.
#[derive(Clone)]
pub struct DrawingsOnly;

impl Selection for AllFormats {
    fn formats() -> Vec<&'static Format> {
        FORMATS.to_vec()
    }
}

impl Selection for DrawingsOnly {
    fn formats() -> Vec<&'static Format> {
        vec![&svg::FORMAT]
    }
}

/// The options that were given.
pub struct FormatArgs<S> {
    values: Vec<(&'static Field, Value)>,
    /// Texts that came from files, by key and path.
    files: Vec<(&'static str, PathBuf)>,
    /// Why a file could not be read.
    problem: Option<String>,
    selection: PhantomData<S>,
}

impl<S: Selection> FormatArgs<S> {
    /// Whether a switch is on.
    pub fn is_on(&self, key: &str) -> bool {
        self.values.iter().any(|(field, value)| field.key == key && *value == Value::Bool(true))
    }

    /// A number.
    pub fn integer(&self, key: &str) -> Option<i64> {
        self.values.iter().find(|(field, _)| field.key == key).and_then(|(_, value)| value.as_integer())
    }

    /// Who the files are for.
    pub fn edition(&self) -> Edition {
        if self.is_on("player") { Edition::Player } else { Edition::GameMaster }
    }

    /// Refuses a player edition that a format lacks, and options that none of the formats has.
    pub fn check(&self, formats: &[&'static Format]) -> anyhow::Result<()> {
        self.check_files()?;
        if let Some(format) = formats.iter().find(|format| self.is_on("player") && !format.has_player_edition) {
            bail!("{} has no player edition; omit --player", format.name);
        }
        let applies = |field: &Field| formats.iter().any(|format| format.option(field.key).is_some());
        match self.values.iter().find(|(field, _)| field.key != "player" && !applies(field)) {
            Some((field, _)) => bail!("{}", does_not_apply(field, formats)),
            None => Ok(()),
        }
    }

    /// The options of a format, with more beside those that were given.
    pub fn options(&self, format: &'static Format, more: &[(&'static str, Value)]) -> anyhow::Result<Options> {
        self.check_files()?;
        let given = self.values.iter().map(|(field, value)| (field.key, value.clone()));
        let pairs = given.chain(more.iter().cloned()).filter(|(key, _)| format.option(key).is_some());
        Ok(Options::parse(format, pairs)?)
    }

    /// The options of a drawing of some levels.
    pub fn draw_options(&self, levels: Levels) -> anyhow::Result<DrawOptions> {
        let options = self.options(&svg::FORMAT, &[])?.draw_options("parchment");
        let mut options = options.map_err(|error| self.located(error.into()))?;
        options.levels = levels;
        Ok(options)
    }

    /// An error about a text, with the path of the file that it came from.
    pub fn located(&self, error: anyhow::Error) -> anyhow::Error {
        let message = error.to_string();
        let located = self.files.iter().find_map(|(key, path)| {
            let problem = message.strip_prefix(key)?.strip_prefix(": ")?;
            Some(anyhow!("{}: {problem}", path.display()))
        });
        located.unwrap_or(error)
    }

    fn check_files(&self) -> anyhow::Result<()> {
        self.problem.as_ref().map_or(Ok(()), |problem| Err(anyhow!("{problem}")))
    }

    fn read(&mut self, field: &'static Field, text: &str) -> anyhow::Result<()> {
        if !matches!(field.kind, FieldKind::TextFile) && !is_file_instead(field, text) {
            let value = match field.kind {
                FieldKind::Integer { .. } | FieldKind::IntegerOrAuto { .. } => Value::parse(text),
                _ => Value::Text(text.to_owned()),
            };
            self.values.push((field, value));
            return Ok(());
        }
        let target =
            if matches!(field.kind, FieldKind::TextFile) { field } else { own(field).context("no own text")? };
        let path = Path::new(text);
        if target.key != field.key && path.extension().is_none_or(|extension| extension != "toml") {
            bail!("unknown {} {text:?}; choose {}, or name a .toml file", field.key, field.limits());
        }
        let content = String::from_utf8(input::bytes(path)?).with_context(|| text.to_owned())?;
        self.files.push((target.key, path.to_owned()));
        self.values.push((target, Value::Text(content)));
        Ok(())
    }
}

/// The fields that become arguments, each once; levels are chosen by the commands themselves.
fn fields<S: Selection>() -> Vec<&'static Field> {
    let mut fields: Vec<&'static Field> = Vec::new();
    for &field in S::formats().iter().flat_map(|format| format.options) {
        let is_known = fields.iter().any(|other| other.key == field.key);
        if !is_known && !matches!(field.key, "level" | "split") && !field.key.starts_with("own_") {
            fields.push(field);
        }
    }
    fields
}

/// The text that a user may give instead of one of the values.
fn own(field: &Field) -> Option<&'static Field> {
    let key = format!("own_{}", field.key);
    FORMATS.iter().find_map(|format| format.option(&key))
}

fn is_file_instead(field: &Field, text: &str) -> bool {
    own(field).is_some() && field.check(&Value::Text(text.to_owned())).is_err()
}

/// `--squares-per-tile`; a switch that is on by default is switched off with `--no-…`.
pub fn flag(field: &Field) -> String {
    let no = if is_on_by_default(field) { "no-" } else { "" };
    format!("--{no}{}", field.key.replace('_', "-"))
}

fn is_on_by_default(field: &Field) -> bool {
    matches!(field.kind, FieldKind::Bool) && field.default == "true"
}

/// The flags of a format, as help and errors list them.
pub fn flags(format: &Format) -> Vec<String> {
    let visible = format.options.iter().filter(|field| !field.key.starts_with("own_"));
    visible.map(|field| flag(field)).collect()
}

fn does_not_apply(field: &'static Field, formats: &[&'static Format]) -> String {
    let name = flag(own_of(field));
    let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
    if names.is_empty() {
        return format!("{name} does not apply: no file is written here");
    }
    let takes = |format: &&&Format| {
        let flags = flags(format);
        let list = if flags.is_empty() { "no options".to_owned() } else { flags.join(", ") };
        format!("{} takes {list}", format.name)
    };
    let takes: Vec<String> = formats.iter().map(|format| takes(&format)).collect();
    format!("{name} does not apply to {}; {}", text_wrap::listed(&names), takes.join("; "))
}

/// `theme` for `own_theme`, which has no flag of its own.
fn own_of(field: &'static Field) -> &'static Field {
    let key = field.key.strip_prefix("own_").unwrap_or(field.key);
    FORMATS.iter().find_map(|format| format.option(key)).unwrap_or(field)
}

/// The help of a switch that turns something off.
fn left_out(doc: &str) -> String {
    let mut letters = doc.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    format!("Leave out {first}{}", letters.as_str())
}

fn argument<S: Selection>(field: &'static Field) -> Arg {
    let formats = S::formats();
    let takers: Vec<_> = formats.iter().filter(|format| format.option(field.key).is_some()).map(|it| it.name).collect();
    let help = if is_on_by_default(field) { left_out(field.doc) } else { field.doc.to_owned() };
    let only = if takers.len() == formats.len() { String::new() } else { format!(" ({})", takers.join(", ")) };
    let arg = Arg::new(field.key)
        .long(flag(field).trim_start_matches("--").to_owned())
        .help(format!("{help}{only}"))
        .help_heading(field.group);
    match field.kind {
        FieldKind::Bool => arg.action(ArgAction::SetTrue),
        FieldKind::Choice(choices) if own(field).is_none() => {
            let values = choices.iter().map(|choice| PossibleValue::new(choice.value).help(choice.label));
            arg.value_parser(PossibleValuesParser::new(values)).value_name("WHICH")
        }
        FieldKind::Integer { min, max } | FieldKind::IntegerOrAuto { min, max } => {
            arg.value_parser(clap::value_parser!(i64).range(min..=max)).value_name("N")
        }
        FieldKind::TextFile => arg.value_name("FILE"),
        _ => arg.value_name(field.key.to_uppercase()),
    }
}

impl<S: Selection> Args for FormatArgs<S> {
    fn augment_args(command: Command) -> Command {
        command.args(fields::<S>().into_iter().map(argument::<S>))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: Selection> FromArgMatches for FormatArgs<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self { values: Vec::new(), files: Vec::new(), problem: None, selection: PhantomData };
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for field in fields::<S>() {
            match field.kind {
                FieldKind::Bool if matches.get_flag(field.key) => {
                    self.values.push((field, Value::Bool(!is_on_by_default(field))));
                }
                FieldKind::Bool => {}
                FieldKind::Integer { .. } | FieldKind::IntegerOrAuto { .. } => {
                    let number = matches.get_one::<i64>(field.key);
                    self.values.extend(number.map(|&number| (field, Value::Integer(number))));
                }
                _ => {
                    if let Some(text) = matches.get_one::<String>(field.key) {
                        let result = self.read(field, text);
                        self.problem = self.problem.take().or(result.err().map(|error| format!("{error:#}")));
                    }
                }
            }
        }
        Ok(())
    }
}
