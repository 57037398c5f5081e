//! Every public type that owns data can be moved to and shared with other threads.

use undercroft::dungeon::{
    Corridor, Door, Dungeon, Entrance, Level, Link, LinkKind, Marker, PlacedTemplate, Provenance, Record, Room, Run,
    Socket, Stub,
};
use undercroft::edit::{EditError, Patch};
use undercroft::events::{Event, EventLog};
use undercroft::field::{Field, FieldError, Value};
use undercroft::format::ReadError;
use undercroft::metrics::Metrics;
use undercroft::multi_level::{LevelGraph, MultiLevelError, MultiLevelPath};
use undercroft::plan::{Plan, PlanError};
use undercroft::recipe::{
    BspSpec, HouseSpec, Method, PlanSpec, Preset, Recipe, RecipeError, RecipeFile, TemplateSpec, TemplateTags,
};
use undercroft::seed::{Seed, SeedError, Stream};
use undercroft::template::{Pool, RoomTemplate, TemplateError, TemplateGroup};
use undercroft::verify::{Facts, Flaw, Report};
use undercroft::{Error, Fraction, Generator};

const fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn every_type_that_owns_data_can_be_sent_and_shared() {
    is_send_and_sync::<BspSpec>();
    is_send_and_sync::<Corridor>();
    is_send_and_sync::<Door>();
    is_send_and_sync::<Dungeon>();
    is_send_and_sync::<EditError>();
    is_send_and_sync::<Entrance>();
    is_send_and_sync::<Error>();
    is_send_and_sync::<Event>();
    is_send_and_sync::<EventLog>();
    is_send_and_sync::<Facts>();
    is_send_and_sync::<Field>();
    is_send_and_sync::<FieldError>();
    is_send_and_sync::<Flaw>();
    is_send_and_sync::<Fraction>();
    is_send_and_sync::<Generator>();
    is_send_and_sync::<HouseSpec>();
    is_send_and_sync::<Level>();
    is_send_and_sync::<LevelGraph>();
    is_send_and_sync::<Link>();
    is_send_and_sync::<LinkKind>();
    is_send_and_sync::<Marker>();
    is_send_and_sync::<Method>();
    is_send_and_sync::<Metrics>();
    is_send_and_sync::<MultiLevelError>();
    is_send_and_sync::<MultiLevelPath>();
    is_send_and_sync::<Patch>();
    is_send_and_sync::<PlacedTemplate>();
    is_send_and_sync::<Plan>();
    is_send_and_sync::<PlanError>();
    is_send_and_sync::<PlanSpec>();
    is_send_and_sync::<Pool>();
    is_send_and_sync::<Preset>();
    is_send_and_sync::<Provenance>();
    is_send_and_sync::<ReadError>();
    is_send_and_sync::<Recipe>();
    is_send_and_sync::<RecipeError>();
    is_send_and_sync::<RecipeFile>();
    is_send_and_sync::<Record>();
    is_send_and_sync::<Report>();
    is_send_and_sync::<Room>();
    is_send_and_sync::<RoomTemplate>();
    is_send_and_sync::<Run>();
    is_send_and_sync::<Seed>();
    is_send_and_sync::<SeedError>();
    is_send_and_sync::<Socket>();
    is_send_and_sync::<Stream>();
    is_send_and_sync::<Stub>();
    is_send_and_sync::<TemplateError>();
    is_send_and_sync::<TemplateGroup>();
    is_send_and_sync::<TemplateSpec>();
    is_send_and_sync::<TemplateTags>();
    is_send_and_sync::<Value>();
}
