//! What all parts of a running server share: its options, its names, and the sessions that are open.

use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::names::Names;
use crate::protocol::{ErrorCode, ProtocolError};

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The name by which others call it, besides `localhost` and addresses; the value of `--host`.
    pub host: Option<String>,
    /// Sessions at one time. Each may hold an undo history and run on a thread of its own.
    pub sessions: usize,
    /// The longest that a command may take.
    pub timeout: Duration,
    /// The longest that the head of a request may take to arrive.
    pub head_timeout: Duration,
    /// The longest that the body of a request may take to arrive.
    pub body_timeout: Duration,
    /// A tab that has not even answered a ping for this long is gone.
    pub silence: Duration,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            host: None,
            sessions: 64,
            timeout: Duration::from_secs(120),
            head_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            silence: Duration::from_secs(60),
        }
    }
}

/// What all parts of a running server share. Copies are the same server.
#[derive(Clone, Debug)]
pub struct ServerState(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    options: ServerOptions,
    names: Names,
    permits: Arc<Semaphore>,
    open: AtomicUsize,
    /// Becomes true when the server is to end.
    ending: watch::Sender<bool>,
}

/// The right to have a session. Counted down when the session is really gone, its last command included.
#[derive(Debug)]
pub struct SessionPermit {
    server: ServerState,
    _permit: OwnedSemaphorePermit,
}

impl Drop for SessionPermit {
    fn drop(&mut self) {
        self.server.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

impl ServerState {
    pub fn new(address: SocketAddr, options: ServerOptions) -> Self {
        let names = Names::new(address, options.host.as_deref());
        let permits = Arc::new(Semaphore::new(options.sessions));
        let (ending, _) = watch::channel(false);
        Self(Arc::new(Shared { options, names, permits, open: AtomicUsize::new(0), ending }))
    }

    pub fn options(&self) -> &ServerOptions {
        &self.0.options
    }

    pub fn names(&self) -> &Names {
        &self.0.names
    }

    /// How many sessions are open.
    pub fn sessions(&self) -> usize {
        self.0.open.load(Ordering::SeqCst)
    }

    /// Ends every tab.
    pub fn end(&self) {
        self.0.ending.send_replace(true);
    }

    /// Returns when the server is to end.
    pub async fn ended(&self) {
        drop(self.0.ending.subscribe().wait_for(|&ending| ending).await);
    }

    /// Returns when no session is open.
    pub async fn all_left(&self) {
        let all = u32::try_from(self.0.options.sessions).unwrap_or(u32::MAX);
        drop(self.0.permits.acquire_many(all).await);
    }

    /// Takes the right to have a session.
    ///
    /// # Errors
    /// When as many sessions are open as the options allow.
    pub fn acquire_session(&self) -> Result<SessionPermit, ProtocolError> {
        let permit = self.0.permits.clone().try_acquire_owned().map_err(|_| {
            let most = self.0.options.sessions;
            let sentence = format!("All {most} sessions are in use; close a tab of the studio, or try again later.");
            ProtocolError::new(ErrorCode::SessionLimit, sentence)
        })?;
        self.0.open.fetch_add(1, Ordering::SeqCst);
        Ok(SessionPermit { server: self.clone(), _permit: permit })
    }
}

/// A random number: what the system seeds its hash maps with.
pub fn entropy() -> u64 {
    RandomState::new().hash_one(0)
}
