//! From settings to a recipe that can be trusted: every limit is checked here, once.

use undercroft_grid::{Dir, Size};

use super::fields::{FIELDS, field};
use super::file::{Assignment, Origin, RecipeFile};
use super::{CorridorStyle, Corridors, Doors, Lattice, Place, Recipe, RecipeError, RoomStyle, Rooms};
use crate::dungeon::Record;
use crate::field::{Field, FieldError, FieldKind, Value};
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
            record: fields.recorded()?,
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
    fn recorded(&self) -> Result<Record, RecipeError> {
        let place = self.place()?;
        let recorded = FIELDS.iter().filter(|field| self.has_say(place, field.key));
        Ok(recorded.map(|field| (field.key.to_owned(), self.value(field).to_json())).collect())
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
        let value = self.checked(key)?;
        let number = value.as_integer().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.beyond(key, &value))
    }

    pub(super) fn share(&self, key: &'static str) -> Result<Fraction, RecipeError> {
        let value = self.checked(key)?;
        value.as_fraction().ok_or_else(|| self.beyond(key, &value))
    }

    pub(super) fn switch(&self, key: &'static str) -> Result<bool, RecipeError> {
        let value = self.checked(key)?;
        value.as_bool().ok_or_else(|| self.beyond(key, &value))
    }

    /// The item at the position of the chosen value in the table of fields.
    pub(super) fn choice<T: Copy>(&self, key: &'static str, items: &[T]) -> Result<T, RecipeError> {
        let value = self.checked(key)?;
        let FieldKind::Choice(choices) = known(key).kind else { unreachable!("{key} is a choice") };
        let position = choices.iter().position(|choice| value.as_text() == Some(choice.value));
        position.map(|at| items[at]).ok_or_else(|| self.beyond(key, &value))
    }

    fn lattice(&self, key: &'static str, largest_room: i32) -> Result<Lattice, RecipeError> {
        let value = self.checked(key)?;
        let axes: Option<[i64; 2]> = match &value {
            Value::List(_) => value.as_integers().and_then(|axes| axes.try_into().ok()),
            single => single.as_integer().map(|both| [both; 2]),
        };
        let grid = axes.map_or(Lattice::Auto, |axes| Lattice::Fixed(axes.map(|axis| axis as i32)));
        if let Lattice::Fixed(axes) = grid
            && axes.iter().any(|&axis| axis > largest_room)
        {
            let limit = format!("at most rooms.max = {largest_room}, or no room could lie on it");
            return Err(self.refuse(key, limit, value.to_string()));
        }
        Ok(grid)
    }

    /// The value of a field, given or by default, within its limits.
    pub(super) fn checked(&self, key: &'static str) -> Result<Value, RecipeError> {
        let value = self.value(known(key));
        known(key).check(&value).map_err(|FieldError { limit, value, .. }| self.refuse(key, limit, value))?;
        Ok(value)
    }

    /// The complaint about a value beyond the limits of its field.
    fn beyond(&self, key: &'static str, value: &Value) -> RecipeError {
        self.refuse(key, known(key).limits(), value.to_string())
    }

    fn value(&self, field: &Field) -> Value {
        let given = self.file.get(field.key).map(|assignment| assignment.value.clone());
        given.unwrap_or_else(|| field.default_value())
    }

    pub(super) fn refuse(&self, key: &'static str, limit: String, value: String) -> RecipeError {
        let default = || Origin { source: "default".to_owned(), position: None };
        let origin = self.file.get(key).map_or_else(default, |Assignment { origin, .. }| origin.clone());
        RecipeError::OutOfLimits { key, limit, value, origin }
    }
}

pub(super) fn known(key: &'static str) -> &'static Field {
    field(key).unwrap_or_else(|| unreachable!("{key} is in the table of fields"))
}
