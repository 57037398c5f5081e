//! Fields of corridors and doors.

use super::values::{Values, applies};
use super::{CorridorCosts, CorridorStyle, Corridors, Doors, RecipeError};
use crate::fraction::Fraction;

impl Values<'_> {
    pub fn corridors(&self) -> Result<Corridors, RecipeError> {
        Ok(Corridors {
            style: self.choice("corridors.style", &[CorridorStyle::Routed, CorridorStyle::Elbow])?,
            width: self.integer("corridors.width")?,
            runway: self.integer("corridors.runway")?,
            dead_ends: self.fraction("corridors.dead_ends")?,
            cost: self.corridor_costs()?,
        })
    }

    fn corridor_costs(&self) -> Result<CorridorCosts, RecipeError> {
        let (step, mut merge): (u32, u32) =
            (self.integer("corridors.cost.step")?, self.integer("corridors.cost.merge")?);
        if self.kind.is_some_and(|kind| !applies("corridors.cost.merge", kind)) {
            merge = merge.min(step);
        }
        if merge > step {
            let limit = format!("at most corridors.cost.step = {step}");
            return Err(self.error("corridors.cost.merge", limit, merge.to_string()));
        }
        Ok(CorridorCosts {
            step,
            merge,
            turn: self.integer("corridors.cost.turn")?,
            hug: self.integer("corridors.cost.hug")?,
            parallel: self.integer("corridors.cost.parallel")?,
            off_center: self.integer("corridors.cost.off_center")?,
            corner: self.integer("corridors.cost.corner")?,
            door_gap: self.integer("corridors.cost.door_gap")?,
            hard_rock: self.integer("corridors.cost.hard_rock")?,
        })
    }

    pub fn doors(&self) -> Result<Doors, RecipeError> {
        let doors = Doors {
            per_link: self.integer("doors.per_link")?,
            archway: self.fraction("doors.archway")?,
            open: self.fraction("doors.open")?,
            locked: self.fraction("doors.locked")?,
            portcullis: self.fraction("doors.portcullis")?,
            barred: self.fraction("doors.barred")?,
            secret: self.fraction("doors.secret")?,
        };
        self.check_sum("doors.open", &[doors.archway, doors.open], "doors.archway + doors.open <= 1")?;
        let blocking = [doors.locked, doors.portcullis, doors.barred, doors.secret];
        let limit = "doors.locked + doors.portcullis + doors.barred + doors.secret <= 1";
        self.check_sum("doors.secret", &blocking, limit)?;
        Ok(doors)
    }

    fn check_sum(&self, key: &'static str, fractions: &[Fraction], limit: &str) -> Result<(), RecipeError> {
        let sum: u32 = fractions.iter().map(|fraction| u32::from(fraction.parts())).sum();
        if sum <= u32::from(Fraction::WHOLE) {
            return Ok(());
        }
        let sum = f64::from(sum) / f64::from(Fraction::WHOLE);
        Err(self.error(key, limit.to_owned(), format!("a sum of {sum}")))
    }
}
