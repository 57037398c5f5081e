//! Fields of houses.

use std::sync::Arc;

use super::RecipeError;
use super::method::HouseSpec;
use super::values::Values;
use crate::field::MethodKind;
use crate::program::{self, Footprint, Program, ShippedProgram, program_of_category};

impl Values<'_> {
    pub fn house(&self) -> Result<HouseSpec, RecipeError> {
        let (storeys, lowest) = self.storeys()?;
        Ok(HouseSpec {
            size: self.size(storeys.len())?,
            rooms: self.rooms(MethodKind::House)?,
            program: self.program()?,
            footprint: self.footprint()?,
            windows: self.window_distance()?,
            back_door: self.bool("house.back_door")?,
            storeys,
            lowest,
        })
    }

    fn program(&self) -> Result<Arc<Program>, RecipeError> {
        if let Some(own) = self.files("house.program_file")?.first() {
            return Ok(Arc::new(program::parse(&own.name, &own.text)?));
        }
        let [a, b, c, d, e, f, g] = ShippedProgram::ALL.map(Some);
        let chosen = self.choice("house.program", &[None, a, b, c, d, e, f, g])?;
        let shipped = match chosen {
            Some(shipped) => shipped,
            None => program_of_category(&self.text("category")?),
        };
        Ok(shipped.program())
    }

    fn footprint(&self) -> Result<Option<Footprint>, RecipeError> {
        let [a, b, c, d, e, f] = Footprint::ALL.map(Some);
        self.choice("house.footprint", &[None, a, b, c, d, e, f])
    }

    fn window_distance(&self) -> Result<i32, RecipeError> {
        let distance = self.integer("house.windows")?;
        if distance == 1 {
            return Err(self.error("house.windows", "0, or 2 to 8".to_owned(), "1".to_owned()));
        }
        Ok(distance)
    }

    /// The rooms of each storey, and the level of the first.
    fn storeys(&self) -> Result<(Vec<u32>, i32), RecipeError> {
        let Some(storeys) = self.integers("storeys")? else { return Ok((vec![self.integer("rooms.count")?], 0)) };
        let lowest: i32 = self.integer("house.lowest")?;
        if lowest + storeys.len() as i32 <= 0 {
            let limit =
                format!("at least {} for {} storeys, so that one is level 0", 1 - storeys.len() as i32, storeys.len());
            return Err(self.error("house.lowest", limit, lowest.to_string()));
        }
        let (count, sum): (i32, i32) = (self.integer("rooms.count")?, storeys.iter().sum());
        if sum != count {
            let limit = format!("numbers that add up to rooms.count = {count}");
            return Err(self.error("storeys", limit, format!("{storeys:?}")));
        }
        Ok((storeys.into_iter().map(|rooms| rooms as u32).collect(), lowest))
    }
}
