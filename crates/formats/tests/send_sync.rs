//! Every public type that owns data can be moved to and shared with other threads.

use undercroft_formats::{File, Format, FormatError, OptionError, Options, Output, WriteError};

const fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn every_type_that_owns_data_can_be_sent_and_shared() {
    is_send_and_sync::<File>();
    is_send_and_sync::<Format>();
    is_send_and_sync::<FormatError>();
    is_send_and_sync::<OptionError>();
    is_send_and_sync::<Options>();
    is_send_and_sync::<Output>();
    is_send_and_sync::<WriteError>();
}
