//! Connections: each on a task of its own, with a time for its head, until it closes or the server ends.

use std::io::{self, ErrorKind};
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::error_bodies::ErrorBodies;
use super::state::ServerState;

/// How long answers and farewells may take when the server ends.
const GRACE: Duration = Duration::from_secs(1);
/// Bytes of a request that wait to be read, its head above all.
const MAX_BUFFER: usize = 1 << 18;
/// How long to wait where the system has no more sockets.
const PAUSE: Duration = Duration::from_secs(1);

/// Accepts connections until `end` completes. What is not answered a moment later is cut off.
pub async fn serve(listener: TcpListener, router: Router, server: &ServerState, end: impl Future<Output = ()>) {
    let mut connections = JoinSet::new();
    let mut end = pin!(end);
    loop {
        tokio::select! {
            () = &mut end => break,
            stream = accept(&listener) => {
                connections.spawn(serve_connection(stream, router.clone(), server.clone()));
            }
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    server.end();
    let farewells = async {
        while connections.join_next().await.is_some() {}
        server.all_left().await;
    };
    drop(timeout(GRACE, farewells).await);
    connections.shutdown().await;
}

async fn serve_connection(stream: TcpStream, router: Router, server: ServerState) {
    let io = TokioIo::new(ErrorBodies::new(stream));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(server.options().head_timeout).max_buf_size(MAX_BUFFER);
    let connection = builder.serve_connection(io, TowerToHyperService::new(router)).with_upgrades();
    let mut connection = pin!(connection);
    // A connection that fails has no one to report to.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = server.ended() => {
            connection.as_mut().graceful_shutdown();
            drop(connection.await);
        }
    }
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) if is_of_client(&error) => {}
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Whether a connection ended before it was accepted.
fn is_of_client(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}
