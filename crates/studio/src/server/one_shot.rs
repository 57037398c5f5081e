//! A session that answers one request and ends with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::spawn_blocking;

use super::http_error::HttpError;
use super::job::{JobProgress, run_command};
use super::state::{ServerState, entropy};
use crate::protocol::{Command, ProtocolError, Reply};
use crate::session::Session;

/// The field of a request that holds the map, and what messages call it.
pub const MAP: &str = "map";

/// A session of its own for one request.
pub struct OneShot {
    session: Session,
    timeout: Duration,
    cancelled: Arc<AtomicBool>,
}

impl OneShot {
    /// Does a command.
    ///
    /// # Errors
    /// When the command fails; an error of `open` is about the field of the request that it is named after.
    pub fn run(&mut self, command: Command) -> Result<Reply, ProtocolError> {
        let opened = if let Command::Open { name, .. } = &command { Some(name.clone()) } else { None };
        let progress = JobProgress::silent(self.timeout, Arc::clone(&self.cancelled));
        let outcome = run_command(&mut self.session, command, progress);
        outcome.map_err(|error| match opened {
            Some(field) => error.with_field(&field),
            None => error,
        })
    }
}

/// Lets a new session do these commands one after another.
///
/// # Errors
/// When a command fails.
pub async fn run<const N: usize>(server: &ServerState, commands: [Command; N]) -> Result<[Reply; N], HttpError> {
    let all = move |shot: &mut OneShot| commands.into_iter().map(|command| shot.run(command)).collect();
    let replies: Vec<Reply> = work(server, all).await?;
    replies.try_into().map_err(|_| HttpError::internal())
}

/// Works with a new session, on a thread of its own. The work ends with the server, and when no one waits for its answer
/// any more.
///
/// # Errors
/// When the work fails, or no more sessions are allowed.
pub async fn work<T: Send + 'static>(
    server: &ServerState,
    work: impl FnOnce(&mut OneShot) -> Result<T, ProtocolError> + Send + 'static,
) -> Result<T, HttpError> {
    let permit = server.acquire_session()?;
    let timeout = server.options().timeout;
    let unwanted = CancelOnDrop::default();
    let cancelled = Arc::clone(&unwanted.0);
    let thread = spawn_blocking(move || {
        let _permit = permit;
        work(&mut OneShot { session: Session::new(entropy()), timeout, cancelled })
    });
    tokio::select! {
        done = thread => Ok(done.map_err(|_| HttpError::internal())??),
        () = server.ended() => Err(ProtocolError::cancelled().into()),
    }
}

/// Set when the future that holds it is dropped: the client is gone, or the answer is given.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
