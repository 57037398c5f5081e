//! Every public type that owns data can be moved to and shared with other threads.

use undercroft_sight::{
    CornerGraph, Corners, Endpoint, Floor, Footprint, FootprintError, Fov, FovGlyphs, FovKind, FovKindError,
    LineOfSight, Observer, OutsideError, Path, PathError, PathSearch, Radius, Survey, View,
};

const fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn every_type_that_owns_data_can_be_sent_and_shared() {
    is_send_and_sync::<CornerGraph>();
    is_send_and_sync::<Corners>();
    is_send_and_sync::<Endpoint>();
    is_send_and_sync::<Floor>();
    is_send_and_sync::<Footprint>();
    is_send_and_sync::<FootprintError>();
    is_send_and_sync::<Fov>();
    is_send_and_sync::<FovGlyphs>();
    is_send_and_sync::<FovKind>();
    is_send_and_sync::<FovKindError>();
    is_send_and_sync::<LineOfSight>();
    is_send_and_sync::<Observer>();
    is_send_and_sync::<OutsideError>();
    is_send_and_sync::<Path>();
    is_send_and_sync::<PathError>();
    is_send_and_sync::<PathSearch>();
    is_send_and_sync::<Radius>();
    is_send_and_sync::<Survey>();
    is_send_and_sync::<View>();
}
