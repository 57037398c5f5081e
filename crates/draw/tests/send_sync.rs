//! Every public type that owns data can be moved to and shared with other threads.

use undercroft_draw::terminal::TerminalOptions;
use undercroft_draw::{DrawOptions, Overlay, Picture, Theme};

const fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn every_type_that_owns_data_can_be_sent_and_shared() {
    is_send_and_sync::<DrawOptions>();
    is_send_and_sync::<Overlay>();
    is_send_and_sync::<Picture>();
    is_send_and_sync::<TerminalOptions>();
    is_send_and_sync::<Theme>();
}
