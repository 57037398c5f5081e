//! The local server: the page, a session for each tab, and a small interface for other programs.
//!
//! It answers only those who call it by its own name (`Host`) and pages that it served itself (`Origin`), so that no
//! other page of the browser can reach it. Nothing here reads or writes files of the machine.

mod api;
mod assets;
mod failure;
mod frame;
mod guard;
mod openapi;
mod socket;
mod worker;

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::limits::MAX_MESSAGE;
use failure::Failure;
use guard::Names;

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The name by which others call it, besides `localhost` and addresses; what `--host` said.
    pub host: Option<String>,
    /// Sessions at one time. Each may hold an undo history and run on a thread of its own.
    pub sessions: usize,
    /// The longest that a command may take.
    pub patience: Duration,
    /// A tab that has not even answered a ping for this long is gone.
    pub silence: Duration,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self { host: None, sessions: 64, patience: Duration::from_secs(120), silence: Duration::from_secs(60) }
    }
}

/// How long commands have to end when the server does.
const FAREWELL: Duration = Duration::from_secs(2);

/// A running server, as those see it who started it.
#[derive(Clone, Debug)]
pub struct Studio {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    options: ServerOptions,
    names: Names,
    places: Arc<Semaphore>,
    open: AtomicUsize,
    /// Becomes true when the server is to end.
    ending: watch::Sender<bool>,
}

/// The right to have a session. Counted down when the session is really gone, its last command included.
#[derive(Debug)]
pub(crate) struct Place {
    studio: Studio,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.studio.shared.open.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Studio {
    /// A server for this address.
    pub fn new(address: SocketAddr, options: ServerOptions) -> Self {
        let names = Names::new(address, options.host.as_deref());
        let places = Arc::new(Semaphore::new(options.sessions));
        let (ending, _) = watch::channel(false);
        Self { shared: Arc::new(Shared { options, names, places, open: AtomicUsize::new(0), ending }) }
    }

    /// Listens, says where, and serves until Ctrl-C. `port` 0 takes any that is free.
    ///
    /// # Errors
    /// When the address cannot be listened on, or the listener fails.
    pub fn run(host: &str, port: u16, options: ServerOptions, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let outcome = runtime.block_on(async {
            let listener = TcpListener::bind((host, port)).await?;
            let address = listener.local_addr()?;
            ready(address);
            let interrupted = async { drop(tokio::signal::ctrl_c().await) };
            Self::new(address, options).serve(listener, interrupted).await
        });
        // A command that does not end soon is left behind.
        runtime.shutdown_timeout(FAREWELL);
        outcome
    }

    /// How many sessions there are.
    pub fn sessions(&self) -> usize {
        self.shared.open.load(Ordering::SeqCst)
    }

    /// Serves until `end` comes; then sessions are told to end, too.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn serve(&self, listener: TcpListener, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let studio = self.clone();
        let end = async move {
            end.await;
            studio.shared.ending.send_replace(true);
        };
        axum::serve(listener, self.router()).with_graceful_shutdown(end).await
    }

    fn router(&self) -> Router {
        Router::new()
            .route("/ws", get(open_socket))
            .merge(api::routes())
            .method_not_allowed_fallback(failure::wrong_method)
            .fallback(assets::serve)
            .layer(middleware::from_fn_with_state(self.clone(), guard::guard))
            .with_state(self.clone())
    }

    fn take_place(&self) -> Result<Place, Failure> {
        let permit = self.shared.places.clone().try_acquire_owned().map_err(|_| {
            let most = self.shared.options.sessions;
            let sentence = format!("There are {most} sessions already; close a tab of the studio, or try again later.");
            Failure::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
        })?;
        self.shared.open.fetch_add(1, Ordering::SeqCst);
        Ok(Place { studio: self.clone(), _permit: permit })
    }
}

/// A number that nobody chose: what the system seeds its hash maps with.
fn entropy() -> u64 {
    RandomState::new().hash_one(0)
}

async fn open_socket(
    State(studio): State<Studio>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    let upgrade = upgrade?;
    let place = studio.take_place()?;
    // Beyond the limit a message is answered with an error; far beyond it the connection ends.
    let upgrade = upgrade.max_message_size(2 * MAX_MESSAGE).max_frame_size(2 * MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| socket::attend(socket, studio, place)))
}
