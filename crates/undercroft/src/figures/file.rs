//! Reads a file of figures: TOML, with the position of every mistake.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::error::FigureError;
use super::family::{ColumnRanges, FigureFamily};
use super::range::{Bounds, Most, Range};
use crate::field::{nearest, suggestion};
use crate::recipe::Origin;
use crate::verify::Facts;

/// The table whose ranges hold for every family.
const ALL: &str = "all";

/// Columns that are counted over many dungeons.
pub(super) const DISTINCT: [&str; 2] = ["silhouettes", "plans"];

/// The ranges for every family, and the families.
pub(super) type Parsed = (ColumnRanges, Vec<FigureFamily>);

/// A text and its name.
pub(super) struct FigureFile<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
}

type Key<'a> = Spanned<DeString<'a>>;
type Item<'a> = Spanned<DeValue<'a>>;

impl FigureFile<'_> {
    pub(super) fn parse(&self) -> Result<Parsed, FigureError> {
        let table = DeTable::parse(self.text)
            .map_err(|error| self.error(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
        let (mut all, mut families) = (ColumnRanges::new(), Vec::new());
        for (key, item) in sorted(table.get_ref()) {
            let inner = self.table(key, item)?;
            if key.get_ref() == ALL {
                all = self.ranges(inner, &[])?;
            } else {
                families.push(self.family(key, inner)?);
            }
        }
        self.check_twice(&families, table.get_ref())?;
        Ok((all, families))
    }

    fn family(&self, name: &Key, table: &DeTable) -> Result<FigureFamily, FigureError> {
        let find = |word: &str| table.iter().find(|(key, _)| key.get_ref() == word);
        let Some((key, presets)) = find("presets") else {
            return Err(self.at(name, "needs a list of presets"));
        };
        let presets = self.presets(key, presets)?;
        let judged = find("judged").map(|(key, item)| self.bool(key, item)).transpose()?.unwrap_or(true);
        let reason = find("reason").map(|(key, item)| self.string(key, item)).transpose()?;
        if !judged && reason.is_none() {
            return Err(self.at(name, "judged = false needs a reason"));
        }
        let ranges = self.ranges(table, &["presets", "judged", "reason", "only"])?;
        let only = find("only").map(|(key, item)| self.only(key, item, &presets)).transpose()?.unwrap_or_default();
        Ok(FigureFamily { name: name.get_ref().to_string(), presets, judged, reason, ranges, only })
    }

    fn only(&self, key: &Key, item: &Item, presets: &[String]) -> Result<BTreeMap<String, ColumnRanges>, FigureError> {
        let mut only = BTreeMap::new();
        for (preset, item) in sorted(self.table(key, item)?) {
            if !presets.iter().any(|name| name == preset.get_ref()) {
                return Err(self.at(preset, &format!("no preset of this family; it has {}", presets.join(", "))));
            }
            only.insert(preset.get_ref().to_string(), self.ranges(self.table(preset, item)?, &[])?);
        }
        Ok(only)
    }

    fn ranges(&self, table: &DeTable, others: &[&str]) -> Result<ColumnRanges, FigureError> {
        let mut ranges = ColumnRanges::new();
        for (key, item) in sorted(table).into_iter().filter(|(key, _)| !others.contains(&key.get_ref().as_ref())) {
            let name: &str = key.get_ref();
            let columns = || Facts::COLUMNS.iter().copied().chain(DISTINCT);
            let Some(column) = columns().find(|column| *column == name) else {
                let near = nearest(name, columns());
                let all = || format!("need one of {}", columns().collect::<Vec<_>>().join(", "));
                let remedy = if near.is_empty() { all() } else { suggestion(&near) };
                return Err(self.at(key, &format!("unknown column; {}", remedy.trim_end())));
            };
            ranges.insert(column, self.range(key, item)?);
        }
        Ok(ranges)
    }

    fn range(&self, column: &Key, item: &Item) -> Result<Range, FigureError> {
        let (mut range, mut has_reason) = (Range::default(), false);
        let is_distinct = DISTINCT.contains(&column.get_ref().as_ref());
        for (key, item) in sorted(self.table(column, item)?) {
            match (key.get_ref().as_ref(), is_distinct) {
                ("mean", false) => range.mean = Some(self.bounds(key, item)?),
                ("each", false) => range.each = Some(self.bounds(key, item)?),
                ("most", false) => range.most = Some(self.most(key, item)?),
                ("distinct", true) => range.distinct = Some(self.count(key, item)?),
                ("reason", _) => has_reason = !self.string(key, item)?.is_empty(),
                (_, false) => return Err(self.at(key, "unknown key; need mean, each, most or reason")),
                (_, true) => return Err(self.at(key, "unknown key; need distinct or reason")),
            }
        }
        if range.is_empty() && !has_reason {
            return Err(self.at(column, "no range and no reason why; give one of them"));
        }
        Ok(range)
    }

    /// A preset belongs to one family.
    fn check_twice(&self, families: &[FigureFamily], table: &DeTable) -> Result<(), FigureError> {
        for (i, family) in families.iter().enumerate() {
            for preset in &family.presets {
                if let Some(first) = families[..i].iter().find(|first| first.presets.contains(preset)) {
                    let key = table.keys().find(|key| key.get_ref() == family.name.as_str());
                    let message = format!("{}: {preset} is also in family {}", family.name, first.name);
                    return Err(self.error(key.map_or(0, |key| key.span().start), message));
                }
            }
        }
        Ok(())
    }

    fn presets(&self, key: &Key, item: &Item) -> Result<Vec<String>, FigureError> {
        let names = item.get_ref().as_array().and_then(|items| {
            items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
        });
        names.filter(|names| !names.is_empty()).ok_or_else(|| self.at(key, "need a list of names"))
    }

    fn table<'t>(&self, key: &Key, item: &'t Item) -> Result<&'t DeTable<'t>, FigureError> {
        item.get_ref().as_table().ok_or_else(|| self.at(key, "need a table"))
    }

    fn bool(&self, key: &Key, item: &Item) -> Result<bool, FigureError> {
        item.get_ref().as_bool().ok_or_else(|| self.at(key, "need true or false"))
    }

    fn string(&self, key: &Key, item: &Item) -> Result<String, FigureError> {
        item.get_ref().as_str().map(str::to_owned).ok_or_else(|| self.at(key, "need a text"))
    }

    fn bounds(&self, key: &Key, item: &Item) -> Result<Bounds, FigureError> {
        let need = "need \"MIN..MAX\", \"MIN..\" or \"..MAX\" with at most four decimals";
        Bounds::parse(&self.string(key, item)?).ok_or_else(|| self.at(key, need))
    }

    fn most(&self, key: &Key, item: &Item) -> Result<Most, FigureError> {
        let need = "need a range and a share from 0 to 1, as \"1.. in 0.95\"";
        Most::parse(&self.string(key, item)?).ok_or_else(|| self.at(key, need))
    }

    fn count(&self, key: &Key, item: &Item) -> Result<usize, FigureError> {
        let number = item.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
        number.ok_or_else(|| self.at(key, "need a whole number from 0"))
    }

    fn at(&self, key: &Key, message: &str) -> FigureError {
        self.error(key.span().start, format!("{}: {message}", key.get_ref()))
    }

    fn error(&self, offset: usize, message: String) -> FigureError {
        let before = &self.text[..offset.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        FigureError { origin: Origin { source: self.name.to_owned(), position: Some((line, column)) }, message }
    }
}

/// The entries of a table in the order of the text.
fn sorted<'t, 'a>(table: &'t DeTable<'a>) -> Vec<(&'t Key<'a>, &'t Item<'a>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
