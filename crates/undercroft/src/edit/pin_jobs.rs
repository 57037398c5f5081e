//! Pins that edits make: of what they changed, and by command.

use super::action::PinWhat;
use super::made::{Made, PinJob, RoomField};
use super::{EditError, room_text};
use crate::dungeon::{Dungeon, Pin, PinAuthor};
use crate::pin::PinMaker;

/// Pins something as it is.
pub(super) fn pin_what(dungeon: &Dungeon, what: &PinWhat) -> Result<Made, EditError> {
    let job = match what {
        PinWhat::Room(room) => PinJob::Room(room.find(dungeon)?, None),
        PinWhat::Link(link) => PinJob::Link(link.find(dungeon)?),
        PinWhat::Door(door) => PinJob::Door(door.find(dungeon)?),
        PinWhat::Feature(feature) => PinJob::Feature(feature.find(dungeon)?),
        PinWhat::Spawn(spawn) => PinJob::Spawn(spawn.find(dungeon)?),
        PinWhat::Entrance => PinJob::Entrance,
        PinWhat::Name => PinJob::Name,
        PinWhat::Stage(stage) if crate::seed::Seed::STAGES.contains(&stage.as_str()) => PinJob::Stage(stage.clone()),
        PinWhat::Stage(stage) => {
            let problem = format!("need one of {}, got {stage:?}", crate::seed::Seed::STAGES.join(", "));
            return Err(EditError::OutOfLimits { field: "stage", problem });
        }
    };
    Ok(Made { author: PinAuthor::User, is_edited: false, ..Made::new(dungeon.clone(), vec![job]) })
}

/// Makes the pin of a job.
pub(super) fn pin(job: &PinJob, new: &Dungeon, old: &Dungeon, maker: &mut PinMaker) -> Result<(), EditError> {
    match job {
        PinJob::Room(room, from) => {
            let id = maker.pin_room(*room);
            let replaced =
                old.pinned_rooms().into_iter().find(|(other, _)| other == room).and_then(|(_, pin)| pin.from);
            if let (Some(pin), Some(from)) = (maker.room_pin_mut(id), *from) {
                pin.from = replaced.or(Some(from));
            }
        }
        PinJob::RoomText(room, field) => {
            let id = maker.pin_room(*room);
            let content = new.room(*room);
            let Some(pin) = maker.room_pin_mut(id) else { return Ok(()) };
            match field {
                RoomField::Name => pin.name = Some(content.name.clone()),
                RoomField::Number => pin.number = content.number,
                RoomField::Purpose => pin.purpose.clone_from(&content.purpose),
                RoomField::Notes => pin.notes = Some(room_text::plain_notes(content)),
                RoomField::Roles => pin.roles = Some(content.roles.clone()),
            }
        }
        PinJob::Link(link) => {
            maker.pin_link(*link);
        }
        PinJob::Door(door) => {
            let is_linked = |pin: &Pin| matches!(pin, Pin::Link(pin) if pin.kind.doors().iter().any(|other| other.is_at(new.door(*door))));
            if !new.provenance.pins.iter().any(is_linked) {
                maker.pin_door(*door);
            }
        }
        PinJob::Cells(z, cells) => {
            maker.pin_single_cells(*z, cells.clone());
        }
        PinJob::Feature(feature) => maker.pin_feature(*feature),
        PinJob::Spawn(spawn) => maker.pin_spawn(*spawn),
        PinJob::Name => maker.pin_name(),
        PinJob::Entrance => {
            let none = || EditError::Impossible("the dungeon has no entrance".to_owned());
            maker.pin_entrance().ok_or_else(none)?;
        }
        PinJob::Stage(stage) => maker.pin_stage(stage),
    }
    Ok(())
}
