//! The local server: the page, a session for each tab, and an HTTP interface for other programs.
//!
//! It answers only requests that name it correctly (`Host`) and pages that it served itself (`Origin`), so that no
//! other page of the browser can reach it. Nothing here reads or writes files of the machine.

mod api;
mod api_crowd;
mod api_types;
mod assets;
mod body;
mod connection;
mod error_bodies;
mod guard;
mod http_error;
mod job;
mod names;
mod one_shot;
mod openapi;
mod socket;
mod state;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;

use crate::limits::MAX_MESSAGE;
use http_error::HttpError;
use state::ServerState;

pub use state::ServerOptions;

/// How long running commands have to end after the last connection.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);

/// What a studio of this version answers to `GET /api/version`.
pub fn version_text() -> String {
    openapi::version().to_string()
}

/// A running server, as its owner sees it.
#[derive(Clone, Debug)]
pub struct Studio {
    state: ServerState,
}

impl Studio {
    /// A server for this address.
    pub fn new(address: SocketAddr, options: ServerOptions) -> Self {
        Self { state: ServerState::new(address, options) }
    }

    /// Listens, reports the address, and serves until `end` completes. `port` 0 takes any that is free.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub fn run(
        host: &str,
        port: u16,
        options: ServerOptions,
        ready: impl FnOnce(SocketAddr),
        end: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let outcome = runtime.block_on(async {
            let listener = TcpListener::bind((host, port)).await?;
            let address = listener.local_addr()?;
            ready(address);
            Self::new(address, options).serve(listener, end).await;
            Ok(())
        });
        // A command that does not end soon is left behind.
        runtime.shutdown_timeout(SHUTDOWN_GRACE);
        outcome
    }

    /// How many sessions are open.
    pub fn sessions(&self) -> usize {
        self.state.sessions()
    }

    /// Serves until `end` completes; then sessions end too, and soon after them every connection, half-sent requests
    /// included.
    pub async fn serve(&self, listener: TcpListener, end: impl Future<Output = ()>) {
        connection::serve(listener, self.router(), &self.state, end).await;
    }

    fn router(&self) -> Router {
        Router::new()
            .route("/ws", get(open_socket))
            .merge(api::routes())
            .method_not_allowed_fallback(http_error::wrong_method)
            .fallback(assets::serve)
            .layer(middleware::from_fn_with_state(self.state.clone(), guard::guard))
            .with_state(self.state.clone())
    }
}

async fn open_socket(
    State(server): State<ServerState>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, HttpError> {
    let upgrade = upgrade?;
    let permit = server.acquire_session()?;
    // Beyond the limit a message is answered with an error; far beyond it the connection ends.
    let upgrade = upgrade.max_message_size(2 * MAX_MESSAGE).max_frame_size(2 * MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| socket::serve_tab(socket, server, permit)))
}
