//! How much is seen from every cell of a level: figures and a heat map.

use anyhow::bail;
use serde_json::{Value, json};
use undercroft::grid::Cell;
use undercroft::plural::count;
use undercroft::sight::{Floor, Footprint, Fov, Observer, Radius, Survey, View, survey};
use undercroft_draw::Point;
use undercroft_draw::{Mark, Overlay, PALETTE};

use super::ground::Ground;

/// A survey of a level.
pub struct SurveyReport<'a> {
    ground: &'a Ground,
    shape: Footprint,
    survey: Survey,
}

/// The most cells that all views together may hold: some seconds of two cores.
const MAX_SEEN: u64 = 20_000_000_000;
/// Views that are looked at to estimate the others, spread evenly over the free cells.
const SAMPLES: usize = 64;

/// Refuses a survey that would take too long, by the size of some of its views.
fn check_work(floor: &Floor, radius: Option<Radius>) -> anyhow::Result<()> {
    let free: Vec<Cell> = floor.size().cells().filter(|&cell| floor.is_free(cell)).collect();
    let (mut fov, mut view) = (Fov::new(), View::new(floor.size()));
    let samples = free.iter().step_by(free.len().div_ceil(SAMPLES).max(1));
    let (mut count, mut seen) = (0, 0);
    for &cell in samples {
        fov.exact(floor, Observer::one(cell), radius, &mut view)?;
        (count, seen) = (count + 1, seen + view.count() as u64);
    }
    let mean = seen / count.max(1);
    let all = mean.saturating_mul(free.len() as u64);
    if all > MAX_SEEN {
        bail!(
            "--survey: {} cells with views of about {mean} cells each are {all} cells to look at (limit {MAX_SEEN}); \
             add --radius, or survey a smaller map",
            free.len()
        );
    }
    Ok(())
}

impl<'a> SurveyReport<'a> {
    /// Looks around from every cell.
    ///
    /// # Errors
    /// When that would take too long.
    pub fn new(ground: &'a Ground, shape: Footprint, radius: Option<Radius>) -> anyhow::Result<Self> {
        let floor = Floor::new(&ground.solid);
        check_work(&floor, radius)?;
        Ok(Self { ground, shape, survey: survey(&floor, shape, radius) })
    }

    /// A few lines for people.
    pub fn text(&self) -> String {
        let (places, _) = self.survey.total();
        let Some(((at, most), line)) = self.survey.largest().zip(self.survey.longest) else {
            return format!("nowhere on the map is there room for a {} observer\n", self.shape);
        };
        let (mean, length) = (self.mean(), self.length());
        format!(
            "places        {places} for a {} observer\n\
             mean view     {mean:.2} cells\n\
             largest view  {}, from {at}\n\
             longest line  {length:.2} cells, from {} to {}\n",
            self.shape,
            count(most as usize, "cell"),
            line.from,
            line.to
        )
    }

    /// A line of names and a line of figures; what there is not is empty.
    pub fn csv(&self) -> String {
        let (places, _) = self.survey.total();
        let largest = self.survey.largest().map(|(at, most)| [most.to_string(), at.x.to_string(), at.y.to_string()]);
        let line = self.survey.longest.map(|line| {
            [line.squared(), line.from.x.into(), line.from.y.into(), line.to.x.into(), line.to.y.into()]
                .map(|figure| figure.to_string())
        });
        format!(
            "observer,places,mean_view,largest_view,largest_x,largest_y,\
             longest_squared,from_x,from_y,to_x,to_y\n{},{places},{:.4},{},{}\n",
            self.shape,
            self.mean(),
            largest.unwrap_or_default().join(","),
            line.unwrap_or_default().join(",")
        )
    }

    /// The figures, and the size of each view, row by row.
    pub fn json(&self) -> Value {
        let size = self.survey.sizes.size();
        let rows: Vec<&[u32]> = self.survey.sizes.values().chunks(size.width() as usize).collect();
        json!({
            "map": self.ground.dungeon.name,
            "z": self.ground.z,
            "width": size.width(),
            "height": size.height(),
            "observer": self.shape.to_string(),
            "blocked_by": self.ground.blocking.name(),
            "places": self.survey.total().0,
            "mean_view": self.mean(),
            "largest_view": self.survey.largest().map(|(at, most)| json!({ "cells": most, "at": at })),
            "longest_line": self.survey.longest.map(|line| {
                json!({ "squared": line.squared(), "length": self.length(), "from": line.from, "to": line.to })
            }),
            "view_sizes": rows,
        })
    }

    /// The heat map, and the longest line.
    pub fn overlays(&self) -> Vec<Overlay> {
        let layer = |name: String, color, mark| Overlay { name, z: self.ground.z, color, mark };
        let Some(((_, most), line)) = self.survey.largest().zip(self.survey.longest) else { return Vec::new() };
        let strength = |size: u32| (u64::from(size) * 100).div_ceil(most.into()) as u8;
        let cells = self.survey.sizes.iter().filter(|(_, size)| **size > 0);
        let heat = Mark::Heat(cells.map(|(cell, &size)| (cell, strength(size))).collect());
        let ends = Mark::Lines(vec![vec![Point::middle(line.from), Point::middle(line.to)]]);
        vec![
            layer(format!("seen from here, up to {}", count(most as usize, "cell")), PALETTE[0], heat),
            layer("longest line of sight".to_owned(), PALETTE[1], ends),
        ]
    }

    fn mean(&self) -> f64 {
        let (places, sum) = self.survey.total();
        sum as f64 / places.max(1) as f64
    }

    fn length(&self) -> f64 {
        self.survey.longest.map_or(0.0, |line| (line.squared() as f64).sqrt())
    }
}
