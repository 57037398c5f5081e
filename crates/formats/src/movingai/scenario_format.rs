//! The format `scen`: a MovingAI map with problems on it.

use undercroft::dungeon::Dungeon;
use undercroft::field::{Field, FieldKind};
use undercroft::plural::count;
use undercroft::seed::Seed;
use undercroft_draw::WorkMeter;

use super::benchmark::{Benchmark, benchmark};
use super::only_level::only_level;
use super::{map, scenario};
use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{CONTENTS, LEVEL, PLAYER, SPLIT, option};
use crate::options::Options;
use crate::output::{File, Output, WriteError};

/// How many problems a scenario has, unless the user chooses or the map has room for fewer.
const DEFAULT_PROBLEMS: usize = 50;

static PROBLEMS: Field = option(
    "problems",
    "Problems",
    CONTENTS,
    FieldKind::IntegerOrAuto { min: 1, max: 100_000 },
    "auto",
    "How many problems a scenario has; auto is 50, fewer on small maps",
);

/// A scenario of the MovingAI benchmarks, with its map.
pub static SCENARIO_FORMAT: Format = Format {
    name: "scen",
    extensions: &["scen"],
    media_type: "text/plain; charset=utf-8",
    is_text: true,
    has_player_edition: true,
    info: FormatInfo {
        title: "A MovingAI benchmark: walks from room to room with their lengths, and the map beside it",
        preserves: "where one can walk; starts, goals and lengths of shortest walks",
        omits: "everything else; one level to a file",
        readers: "Undercroft (`path --scen`, `crowd --scen`), programs of the MovingAI benchmarks",
    },
    scope: Scope::OneLevel,
    options: &[&PLAYER, &LEVEL, &SPLIT, &PROBLEMS],
    recognize: None,
    read: None,
    write: Some(export),
    count_pages: None,
    preview: None,
};

/// The problems, and the map that they are on.
fn export(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let known = options.edition().known(dungeon);
    let level = only_level(&known, options)?;
    let map = options.file_name("map");
    let seed = known.provenance.seed.parse().unwrap_or(Seed::new(0));
    let chosen = options.integer("problems").map(|problems| problems as usize);
    let walks = chosen.unwrap_or(DEFAULT_PROBLEMS);
    let wanted = Benchmark { map: map.clone(), walks, least: chosen.unwrap_or(1), seed };
    meter.ask()?;
    let walks = benchmark(&known, level, &wanted, meter)?;
    let note = (walks.len() < wanted.walks).then(|| {
        let (z, found, usual) = (level.z, count(walks.len(), "walk"), wanted.walks);
        format!("level {z} has room for about {found}, fewer than the usual {usual}")
    });
    let scenario = File::new(options.file_name("scen"), scenario::write(&walks));
    Ok(Output { files: vec![scenario, File::companion(map, map::write(&known, level))], note })
}
