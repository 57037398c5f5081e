//! One request: text in, the last frame out.

use undercroft_studio::Progress;
use undercroft_studio::protocol::{Command, ProtocolError, Reply, Request, answer_frame};

use super::host::Host;
use super::host_progress::HostProgress;

/// The last frame of a request, from what `work` makes of its command.
pub fn answer(
    text: &str,
    host: &dyn Host,
    work: impl FnOnce(Command, &mut dyn Progress) -> Result<Reply, ProtocolError>,
) -> Vec<u8> {
    match Request::parse(text) {
        Ok(Request { id, command }) => {
            let mut progress = HostProgress::new(id, host);
            let outcome = work(command, &mut progress);
            answer_frame(id, outcome.map_err(|error| progress.explain(error)))
        }
        Err((id, error)) => answer_frame(id, Err(error)),
    }
}
