//! The order in which the rooms of a symmetric level are attached: the axis first, then pairs of images, then the rest.
//! Pairs before the axis would leave an empty middle.

use super::level_task::{AttachStep, LevelTask};
use crate::place::accrete::AxisRoom;
use crate::plan::{PlanCell, PlanRoom};

/// What to attach, and how.
#[derive(Debug)]
pub struct MirroredSteps {
    /// Rooms on the axis that are attached to each other.
    pub axis: Vec<AttachStep>,
    /// Rooms beside the axis, each with its image.
    pub pairs: Vec<[AttachStep; 2]>,
    /// Rooms without an image.
    pub singles: Vec<AttachStep>,
    /// The image of each room; those on the axis are their own.
    pub images: Vec<Option<usize>>,
    /// What rooms on the axis are like.
    pub kinds: Vec<AxisRoom>,
}

impl MirroredSteps {
    /// The steps of a level; `None` where its first room is not on the axis. `is_paired` decides for each room east of
    /// the axis whether it gets an image, where its parent has one.
    pub fn new(task: &LevelTask, is_paired: impl Fn(&PlanRoom) -> bool) -> Option<Self> {
        if task.rooms[task.root].cell.x != 0 {
            return None;
        }
        let mut steps = Self {
            axis: Vec::new(),
            pairs: Vec::new(),
            singles: Vec::new(),
            images: vec![None; task.rooms.len()],
            kinds: axis_kinds(task),
        };
        steps.images[task.root] = Some(task.root);
        for &step in &task.steps {
            steps.add(task, step, &is_paired);
        }
        Some(steps)
    }

    fn add(&mut self, task: &LevelTask, step: AttachStep, is_paired: impl Fn(&PlanRoom) -> bool) {
        let PlanCell { x, y } = task.rooms[step.room].cell;
        let is_mirrored = self.images[step.parent].is_some();
        if x == 0 && self.images[step.parent] == Some(step.parent) {
            self.images[step.room] = Some(step.room);
            self.axis.push(step);
            return;
        }
        if self.images[step.room].is_some() {
            return;
        }
        let at_image = |other: &&AttachStep| task.rooms[other.room].cell == PlanCell::new(-x, y);
        let image = task.steps.iter().find(at_image).filter(|other| Some(other.parent) == self.images[step.parent]);
        let east = image.map(|&image| if x > 0 { [step, image] } else { [image, step] });
        match east.filter(|[east, _]| is_mirrored && is_paired(&task.rooms[east.room])) {
            Some(pair) => {
                let [east, west] = pair.map(|step| step.room);
                (self.images[east], self.images[west]) = (Some(west), Some(east));
                self.pairs.push(pair);
            }
            None => self.singles.push(step),
        }
    }
}

/// Level 0 leads from the visitor to an apse; the center of a hub is where its arms meet. Other levels are as they come.
fn axis_kinds(task: &LevelTask) -> Vec<AxisRoom> {
    let row = |room: &PlanRoom| room.cell.y - task.rooms[0].cell.y;
    let rows = || task.rooms.iter().filter(|room| room.cell.x == 0).map(row);
    let (first, last) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
    let kind = |room: &PlanRoom| {
        let own = row(room);
        match own {
            0 => AxisRoom::Crossing,
            _ if task.stairs_from.is_some() => AxisRoom::Hall,
            _ if own == last => AxisRoom::Apse,
            _ if own == first && first < -1 => AxisRoom::Porch,
            _ if own < 0 => AxisRoom::Nave,
            _ => AxisRoom::Hall,
        }
    };
    task.rooms.iter().map(kind).collect()
}
