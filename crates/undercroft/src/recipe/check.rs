//! From settings to a recipe that can be trusted: every limit is checked here, once.

use std::collections::BTreeMap;

use undercroft_grid::{Dir, Size};

use super::field::{FIELDS, Field, Kind, field};
use super::source::{Origin, RecipeFile, Setting, Value};
use super::{CorridorStyle, Corridors, Doors, Lattice, Place, Recipe, RecipeError, RoomStyle, Rooms};
use crate::fraction::Fraction;
use crate::seed::Seed;

impl RecipeFile {
    /// The recipe that these settings and the defaults make.
    ///
    /// # Errors
    /// When a value is beyond its limits, or two values contradict each other.
    pub fn check(&self, seed: Seed) -> Result<Recipe, RecipeError> {
        let fields = Fields { file: self };
        let recipe = Recipe {
            size: Size::of(fields.whole("width")?, fields.whole("height")?),
            entry: fields.choice("entry", &Dir::ALL)?,
            tile_feet: fields.whole("tile")?,
            place: fields.place()?,
            rooms: fields.rooms()?,
            templates: fields.templates()?,
            loops: fields.share("loops")?,
            corridors: fields.corridors()?,
            doors: fields.doors()?,
            budget: fields.whole("budget")?,
            plan: fields.planning()?,
            fields: fields.recorded()?,
            seed,
        };
        Ok(recipe)
    }
}

/// Typed access to the settings, with defaults and limits from the table of fields.
pub(super) struct Fields<'a> {
    file: &'a RecipeFile,
}

impl Fields<'_> {
    pub(super) fn place(&self) -> Result<Place, RecipeError> {
        let place = self.choice("place", &[Place::Bsp, Place::Templates, Place::Lattice])?;
        let style = self.choice("rooms.style", &[RoomStyle::Separate, RoomStyle::Adjoining])?;
        if place == Place::Lattice && style == RoomStyle::Adjoining {
            let limit = "separate where place is \"lattice\"".to_owned();
            return Err(self.refuse("rooms.style", limit, "\"adjoining\"".to_owned()));
        }
        Ok(place)
    }

    fn rooms(&self) -> Result<Rooms, RecipeError> {
        let (min, max): (i32, i32) = (self.whole("rooms.min")?, self.whole("rooms.max")?);
        if min > max {
            // The complaint goes to the one that somebody wrote; both may be.
            let key = if self.file.get("rooms.min").is_some() { "rooms.min" } else { "rooms.max" };
            let values =
                if key == "rooms.min" { format!("{min} with max {max}") } else { format!("{max} with min {min}") };
            return Err(self.refuse(key, "3 <= min <= max <= 64".to_owned(), values));
        }
        let house = self.switch("rooms.house")?;
        if house && self.place()? == Place::Lattice {
            let limit =
                "false where place is \"lattice\": the entrance of a plan need not lie at its edge, so its door \
                         would not lead outside; houses have place = \"bsp\""
                    .to_owned();
            return Err(self.refuse("rooms.house", limit, "true".to_owned()));
        }
        Ok(Rooms {
            style: self.choice("rooms.style", &[RoomStyle::Separate, RoomStyle::Adjoining])?,
            count: self.whole("rooms.count")?,
            min,
            max,
            grid: self.lattice("rooms.grid", max)?,
            padding: self.whole("rooms.padding")?,
            house,
        })
    }

    fn corridors(&self) -> Result<Corridors, RecipeError> {
        let (step, merge): (u32, u32) = (self.whole("corridors.step")?, self.whole("corridors.merge")?);
        if merge > step {
            let limit = format!("at most corridors.step = {step}");
            return Err(self.refuse("corridors.merge", limit, merge.to_string()));
        }
        Ok(Corridors {
            style: self.choice("corridors.style", &[CorridorStyle::Routed, CorridorStyle::Elbow])?,
            width: self.whole("corridors.width")?,
            runway: self.whole("corridors.runway")?,
            step,
            merge,
            turn: self.whole("corridors.turn")?,
            hug: self.whole("corridors.hug")?,
            beside: self.whole("corridors.beside")?,
            off_centre: self.whole("corridors.off_centre")?,
            crowded: self.whole("corridors.crowded")?,
            wander: self.whole("corridors.wander")?,
            dead_ends: self.share("corridors.dead_ends")?,
        })
    }

    fn doors(&self) -> Result<Doors, RecipeError> {
        let doors = Doors {
            archway: self.share("doors.archway")?,
            open: self.share("doors.open")?,
            locked: self.share("doors.locked")?,
            portcullis: self.share("doors.portcullis")?,
            barred: self.share("doors.barred")?,
            secret: self.share("doors.secret")?,
        };
        self.at_most_whole("doors.open", &[doors.archway, doors.open], "doors.archway + doors.open <= 1")?;
        let blocking = [doors.locked, doors.portcullis, doors.barred, doors.secret];
        self.at_most_whole(
            "doors.secret",
            &blocking,
            "doors.locked + doors.portcullis + doors.barred + doors.secret <= 1",
        )?;
        Ok(doors)
    }

    fn at_most_whole(&self, key: &'static str, shares: &[Fraction], limit: &str) -> Result<(), RecipeError> {
        let sum: u32 = shares.iter().map(|share| u32::from(share.parts())).sum();
        if sum <= u32::from(Fraction::WHOLE) {
            return Ok(());
        }
        let sum = f64::from(sum) / f64::from(Fraction::WHOLE);
        Err(self.refuse(key, limit.to_owned(), format!("a sum of {sum}")))
    }

    /// Every field that has a say with the value it has, for the record in the dungeon.
    fn recorded(&self) -> Result<BTreeMap<String, serde_json::Value>, RecipeError> {
        let place = self.place()?;
        let recorded = FIELDS.iter().filter(|field| self.has_say(place, field.key));
        recorded.map(|field| Ok((field.key.to_owned(), to_json(&self.value(field)?)))).collect()
    }

    /// Whether the field concerns dungeons that are placed so.
    fn has_say(&self, place: Place, key: &str) -> bool {
        let is_size = key == "width" || key == "height";
        match place {
            Place::Bsp => !key.starts_with("templates.") && !key.starts_with("tags."),
            Place::Lattice => !key.starts_with("templates.") || key == "templates.set",
            // Without width and height, rooms from templates decide how large their map is; and they are no house unless
            // somebody says so.
            Place::Templates if is_size || key == "rooms.house" => self.file.get(key).is_some(),
            Place::Templates => !key.starts_with("rooms.") && !key.starts_with("tags."),
        }
    }

    /// The number that somebody wrote; `None` where nobody did.
    pub(super) fn given<T: TryFrom<i64>>(&self, key: &'static str) -> Result<Option<T>, RecipeError> {
        self.file.get(key).map(|_| self.whole(key)).transpose()
    }

    pub(super) fn whole<T: TryFrom<i64>>(&self, key: &'static str) -> Result<T, RecipeError> {
        let field = known(key);
        let Kind::Whole { min, max } = field.kind else { unreachable!("{key} is a whole number") };
        let value = self.value(field)?;
        let number = match value {
            Value::Whole(number) if (min..=max).contains(&number) => T::try_from(number).ok(),
            _ => None,
        };
        number.ok_or_else(|| self.out_of_limits(field, &value))
    }

    pub(super) fn share(&self, key: &'static str) -> Result<Fraction, RecipeError> {
        let field = known(key);
        let value = self.value(field)?;
        let share = match value {
            Value::Whole(number) => Fraction::from_decimal(number as f64),
            Value::Decimal(number) => Fraction::from_decimal(number),
            _ => None,
        };
        share.ok_or_else(|| self.out_of_limits(field, &value))
    }

    pub(super) fn switch(&self, key: &'static str) -> Result<bool, RecipeError> {
        match self.value(known(key))? {
            Value::Switch(on) => Ok(on),
            other => Err(self.out_of_limits(known(key), &other)),
        }
    }

    /// The item that stands where the chosen word stands in the table of fields.
    pub(super) fn choice<T: Copy>(&self, key: &'static str, items: &[T]) -> Result<T, RecipeError> {
        let field = known(key);
        let Kind::Choice(words) = field.kind else { unreachable!("{key} is a choice") };
        let value = self.value(field)?;
        let position = words.iter().position(|&word| value == Value::Word(word.to_owned()));
        position.map(|at| items[at]).ok_or_else(|| self.out_of_limits(field, &value))
    }

    fn lattice(&self, key: &'static str, largest_room: i32) -> Result<Lattice, RecipeError> {
        let field = known(key);
        let Kind::Lattice { min, max } = field.kind else { unreachable!("{key} is a lattice") };
        let value = self.value(field)?;
        let axis = |value: &Value| match value {
            Value::Whole(number) if (min..=max).contains(number) => Some(*number as i32),
            _ => None,
        };
        let grid = match &value {
            Value::Word(word) if word == "auto" => Some(Lattice::Auto),
            Value::List(axes) => match axes.as_slice() {
                [x, y] => axis(x).zip(axis(y)).map(|(x, y)| Lattice::Fixed([x, y])),
                _ => None,
            },
            single => axis(single).map(|both| Lattice::Fixed([both; 2])),
        };
        let grid = grid.ok_or_else(|| self.out_of_limits(field, &value))?;
        if let Lattice::Fixed(axes) = grid
            && axes.iter().any(|&axis| axis > largest_room)
        {
            let limit = format!("at most rooms.max = {largest_room}, or no room could lie on it");
            return Err(self.refuse(key, limit, value.to_string()));
        }
        Ok(grid)
    }

    /// The value of a field, given or by default.
    pub(super) fn value_of(&self, key: &'static str) -> Result<Value, RecipeError> {
        self.value(known(key))
    }

    /// The complaint about a value beyond the limits of its field.
    pub(super) fn beyond(&self, key: &'static str, value: &Value) -> RecipeError {
        self.out_of_limits(known(key), value)
    }

    fn value(&self, field: &Field) -> Result<Value, RecipeError> {
        if let Some(setting) = self.file.get(field.key) {
            return Ok(setting.value.clone());
        }
        let mut defaults = RecipeFile::default();
        defaults.set(&format!("{}={}", field.key, field.default))?;
        Ok(defaults.get(field.key).map_or(Value::Switch(false), |setting| setting.value.clone()))
    }

    fn out_of_limits(&self, field: &'static Field, value: &Value) -> RecipeError {
        self.refuse(field.key, field.limits(), value.to_string())
    }

    pub(super) fn refuse(&self, key: &'static str, limit: String, value: String) -> RecipeError {
        let default = || Origin { source: "default".to_owned(), position: None };
        let origin = self.file.get(key).map_or_else(default, |Setting { origin, .. }| origin.clone());
        RecipeError::OutOfLimits { key, limit, value, origin }
    }
}

pub(super) fn known(key: &'static str) -> &'static Field {
    field(key).unwrap_or_else(|| unreachable!("{key} is in the table of fields"))
}

fn to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Whole(number) => (*number).into(),
        Value::Decimal(number) => (*number).into(),
        Value::Switch(on) => (*on).into(),
        Value::Word(word) => word.clone().into(),
        Value::List(values) => values.iter().map(to_json).collect(),
    }
}
