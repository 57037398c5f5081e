//! Every public type that owns data can be moved to and shared with other threads.

use undercroft_crowd::{
    Actor, ActorId, Crowd, CrowdError, CrowdSettings, ExactNavigator, Goal, Mode, OrderResult, PlanResult, Position,
    Replay, ReplayError, ReplayRecorder, Snapshot, StepNavigator, SubCell, Summary, TickReport, Wait, Waits,
};

const fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn every_type_that_owns_data_can_be_sent_and_shared() {
    is_send_and_sync::<Actor>();
    is_send_and_sync::<ActorId>();
    is_send_and_sync::<Crowd>();
    is_send_and_sync::<CrowdError>();
    is_send_and_sync::<CrowdSettings>();
    is_send_and_sync::<ExactNavigator>();
    is_send_and_sync::<Goal>();
    is_send_and_sync::<Mode>();
    is_send_and_sync::<OrderResult>();
    is_send_and_sync::<PlanResult>();
    is_send_and_sync::<Position>();
    is_send_and_sync::<Replay>();
    is_send_and_sync::<ReplayError>();
    is_send_and_sync::<ReplayRecorder>();
    is_send_and_sync::<Snapshot>();
    is_send_and_sync::<StepNavigator>();
    is_send_and_sync::<SubCell>();
    is_send_and_sync::<Summary>();
    is_send_and_sync::<TickReport>();
    is_send_and_sync::<Wait>();
    is_send_and_sync::<Waits>();
}
