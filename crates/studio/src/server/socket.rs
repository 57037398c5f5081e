//! One tab: messages in, one command at a time, frames out.

use std::collections::VecDeque;
use std::pin::pin;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::job::Job;
use super::state::{ServerState, SessionPermit, entropy};
use crate::limits::MAX_WAITING;
use crate::protocol::{Body, Command, ErrorCode, ProtocolError, Request, answer_frame};
use crate::session::Session;

/// Frames that may wait for a slow tab. Answers wait for place; progress is left out.
const FRAMES: usize = 16;

/// Serves a tab until it is closed, silent, or the server ends. The permit is released when the last command is done.
pub async fn serve_tab(socket: WebSocket, server: ServerState, permit: SessionPermit) {
    let (sink, stream) = socket.split();
    let (out, frames) = mpsc::channel(FRAMES);
    let writer = tokio::spawn(write(sink, frames, server.options().silence));
    let tab = Tab::new(Some(Session::new(entropy())), out, server);
    tab.run(stream).await;
    drop(writer.await);
    drop(permit);
}

pub struct Tab {
    /// Here between commands, else with the job.
    session: Option<Session>,
    job: Option<Job>,
    waiting: VecDeque<Request>,
    out: mpsc::Sender<Bytes>,
    server: ServerState,
}

impl Tab {
    pub const fn new(session: Option<Session>, out: mpsc::Sender<Bytes>, server: ServerState) -> Self {
        Self { session, job: None, waiting: VecDeque::new(), out, server }
    }

    async fn run(mut self, mut stream: SplitStream<WebSocket>) {
        let server = self.server.clone();
        let mut ended = pin!(server.ended());
        let silence = self.server.options().silence;
        let mut clock = tokio::time::interval(silence / 3);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                message = stream.next() => match message {
                    Some(Ok(Message::Text(text))) => { heard = Instant::now(); self.on_message(&text).await; }
                    Some(Ok(Message::Binary(_))) => self.fail(0, binary()).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => heard = Instant::now(),
                    Some(Ok(Message::Close(_))) | None => break,
                    Some(Err(error)) => { self.fail(0, broken(error)).await; break; }
                },
                session = finished(&mut self.job) => {
                    self.job = None;
                    self.session = session.or_else(|| Some(Session::new(entropy())));
                    self.start_next();
                }
                _ = clock.tick() => {
                    if heard.elapsed() > silence || self.out.try_send(Bytes::new()).is_err() && self.out.is_closed() {
                        break;
                    }
                }
                () = &mut ended => break,
            }
        }
        self.close().await;
    }

    /// A message of the page.
    pub async fn on_message(&mut self, text: &str) {
        match Request::parse(text) {
            Ok(Request { id, command: Command::Cancel { request } }) => self.cancel(id, request).await,
            Ok(request) if self.waiting.len() < MAX_WAITING => {
                self.waiting.push_back(request);
                self.start_next();
            }
            Ok(request) => self.fail(request.id, too_many()).await,
            Err((id, error)) => self.fail(id, error).await,
        }
    }

    async fn cancel(&mut self, id: u32, request: u32) {
        if let Some(job) = self.job.as_ref().filter(|job| job.id == request) {
            job.cancel();
        }
        if let Some(place) = self.waiting.iter().position(|waiting| waiting.id == request) {
            self.waiting.remove(place);
            self.send(answer_frame(request, Err(ProtocolError::cancelled()))).await;
        }
        self.send(answer_frame(id, Ok(Body::Done {}.into()))).await;
    }

    /// Starts the next request, once the session is here.
    fn start_next(&mut self) {
        if let Some(session) = self.session.take_if(|_| !self.waiting.is_empty())
            && let Some(Request { id, command }) = self.waiting.pop_front()
        {
            let timeout = self.server.options().timeout;
            self.job = Some(Job::start(id, command, session, timeout, self.out.clone()));
        }
    }

    async fn fail(&self, id: u32, error: ProtocolError) {
        self.send(answer_frame(id, Err(error))).await;
    }

    async fn send(&self, frame: Vec<u8>) {
        // A closed channel means that the tab is gone; the stream ends next.
        drop(self.out.send(frame.into()).await);
    }

    /// Ends the job, and waits for it: until then the session exists.
    async fn close(mut self) {
        drop(self.out);
        if let Some(job) = self.job.take() {
            job.cancel();
            drop(job.thread.await);
        }
    }
}

/// The session that a job returns; pending without a job. `None` after a panic outside the session.
async fn finished(job: &mut Option<Job>) -> Option<Session> {
    match job {
        Some(job) => (&mut job.thread).await.ok(),
        None => std::future::pending().await,
    }
}

/// Sends frames until there are no more; an empty one is a ping.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut frames: mpsc::Receiver<Bytes>, silence: Duration) {
    while let Some(frame) = frames.recv().await {
        let message = if frame.is_empty() { Message::Ping(Bytes::new()) } else { Message::Binary(frame) };
        // A tab that reads nothing for this long is gone.
        if !matches!(timeout(silence, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    let farewell = CloseFrame { code: close_code::AWAY, reason: "the session ends".into() };
    drop(timeout(silence, sink.send(Message::Close(Some(farewell)))).await);
}

fn binary() -> ProtocolError {
    ProtocolError::new(ErrorCode::InvalidRequest, "Requests are text frames, not binary ones.")
}

/// Why no more messages can be read.
fn broken(error: axum::Error) -> ProtocolError {
    let sentence = match error.into_inner().downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => return ProtocolError::message_too_long(),
        Some(tungstenite::Error::Utf8(_)) => "The text of a WebSocket message must be UTF-8.".to_owned(),
        Some(tungstenite::Error::Protocol(broken)) => {
            format!("A frame breaks the WebSocket protocol: {}.", broken.to_string().trim_end_matches('.'))
        }
        _ => "The connection broke off.".to_owned(),
    };
    ProtocolError::new(ErrorCode::InvalidRequest, sentence)
}

fn too_many() -> ProtocolError {
    ProtocolError::new(ErrorCode::TooManyRequests, format!("Too many pending requests (limit {MAX_WAITING})."))
}
