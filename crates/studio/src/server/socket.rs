//! One tab: messages in, one command at a time, frames out.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::worker::Running;
use super::{Place, Studio, entropy, frame};
use crate::limits::{MAX_MESSAGE, MAX_WAITING};
use crate::protocol::{Body, Command, Refusal, Request};
use crate::session::Session;

/// Frames that may wait for a slow tab. Answers wait for place; progress is left out.
const FRAMES: usize = 16;

/// Serves a tab until it is closed, silent, or the server ends. The place is given back when the last command is done.
pub async fn attend(socket: WebSocket, studio: Studio, place: Place) {
    let (sink, stream) = socket.split();
    let (out, frames) = mpsc::channel(FRAMES);
    let writer = tokio::spawn(write(sink, frames, studio.shared.options.silence));
    let tab = Tab { session: Some(Session::new(entropy())), running: None, waiting: VecDeque::new(), out, studio };
    tab.run(stream).await;
    drop(writer.await);
    drop(place);
}

struct Tab {
    /// At home between commands, else with the one that runs.
    session: Option<Session>,
    running: Option<Running>,
    waiting: VecDeque<Request>,
    out: mpsc::Sender<Bytes>,
    studio: Studio,
}

impl Tab {
    async fn run(mut self, mut stream: SplitStream<WebSocket>) {
        let mut ending = self.studio.shared.ending.subscribe();
        let silence = self.studio.shared.options.silence;
        let mut clock = tokio::time::interval(silence / 3);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                message = stream.next() => match message {
                    Some(Ok(Message::Text(text))) => { heard = Instant::now(); self.hear(&text).await; }
                    Some(Ok(Message::Binary(_))) => self.refuse(0, "Commands are text, not binary.").await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => heard = Instant::now(),
                    Some(Ok(Message::Close(_))) | None => break,
                    Some(Err(_)) => { self.refuse(0, &too_long()).await; break; }
                },
                session = finished(&mut self.running) => {
                    self.running = None;
                    self.session = session.or_else(|| Some(Session::new(entropy())));
                    self.start_next();
                }
                _ = clock.tick() => {
                    if heard.elapsed() > silence || self.out.try_send(Bytes::new()).is_err() && self.out.is_closed() {
                        break;
                    }
                }
                () = ended(&mut ending) => break,
            }
        }
        self.close().await;
    }

    /// A message of the page.
    async fn hear(&mut self, text: &str) {
        if text.len() > MAX_MESSAGE {
            return self.refuse(id_of(text), &too_long()).await;
        }
        match serde_json::from_str::<Request>(text) {
            Ok(Request { id, command: Command::Cancel { of } }) => self.cancel(id, of).await,
            Ok(request) if self.waiting.len() < MAX_WAITING => {
                self.waiting.push_back(request);
                self.start_next();
            }
            Ok(request) => {
                let sentence = format!("{MAX_WAITING} requests wait already; wait for their answers.");
                self.refuse(request.id, &sentence).await;
            }
            Err(error) => self.refuse(id_of(text), &format!("This is no request: {error}.")).await,
        }
    }

    async fn cancel(&mut self, id: u32, of: u32) {
        if let Some(running) = self.running.as_ref().filter(|running| running.id == of) {
            running.cancel();
        }
        if let Some(place) = self.waiting.iter().position(|request| request.id == of) {
            self.waiting.remove(place);
            self.send(frame::answer(of, Err(Refusal::cancelled()))).await;
        }
        self.send(frame::answer(id, Ok(Body::Done {}.into()))).await;
    }

    fn start_next(&mut self) {
        if self.running.is_some() {
            return;
        }
        if let Some(Request { id, command }) = self.waiting.pop_front()
            && let Some(session) = self.session.take()
        {
            let patience = self.studio.shared.options.patience;
            self.running = Some(Running::start(id, command, session, patience, self.out.clone()));
        }
    }

    async fn refuse(&self, id: u32, message: &str) {
        self.send(frame::answer(id, Err(Refusal::new(message)))).await;
    }

    async fn send(&self, frame: Bytes) {
        // A closed channel means that the tab is gone; the next message of the stream says so, too.
        drop(self.out.send(frame).await);
    }

    /// Ends the command that runs, and waits for it: until then the session is there.
    async fn close(mut self) {
        drop(self.out);
        if let Some(running) = self.running.take() {
            running.cancel();
            drop(running.thread.await);
        }
    }
}

/// The session that a command gives back; waits for ever where none runs. `None` after a panic outside the session.
async fn finished(running: &mut Option<Running>) -> Option<Session> {
    match running {
        Some(running) => (&mut running.thread).await.ok(),
        None => std::future::pending().await,
    }
}

/// Returns when the server is to end.
async fn ended(ending: &mut watch::Receiver<bool>) {
    drop(ending.wait_for(|&ending| ending).await);
}

/// Sends frames until there are no more; an empty one is a ping.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut frames: mpsc::Receiver<Bytes>, patience: Duration) {
    while let Some(frame) = frames.recv().await {
        let message = if frame.is_empty() { Message::Ping(Bytes::new()) } else { Message::Binary(frame) };
        // A tab that reads nothing for so long is gone.
        if !matches!(timeout(patience, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    let farewell = CloseFrame { code: close_code::AWAY, reason: "the session ends".into() };
    drop(timeout(patience, sink.send(Message::Close(Some(farewell)))).await);
}

fn too_long() -> String {
    format!("A message has up to {MAX_MESSAGE} bytes.")
}

/// The number of a request that is otherwise wrong; 0 where it has none.
fn id_of(text: &str) -> u32 {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str::<Numbered>(text).map_or(0, |numbered| numbered.id)
}
