//! The server as browsers, other programs and foreign pages meet it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use undercroft_formats::FORMATS;
use undercroft_studio::limits::{MAX_MESSAGE, MAX_WAITING};
use undercroft_studio::{ServerOptions, Studio};

/// A running server; it ends with the test.
struct Server {
    address: SocketAddr,
    studio: Studio,
}

impl Server {
    async fn start() -> Self {
        Self::with(ServerOptions::default()).await
    }

    async fn with(options: ServerOptions) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let studio = Studio::new(address, options);
        let served = studio.clone();
        tokio::spawn(async move { served.serve(listener, std::future::pending()).await });
        Self { address, studio }
    }

    async fn tab(&self) -> Tab {
        self.knock(&[]).await.expect("the server opens a session")
    }

    /// Opens a socket with these headers in place of the default ones.
    async fn knock(&self, headers: &[(&'static str, String)]) -> Result<Tab, Error> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        Ok(Tab { socket: client_async(request, stream).await?.0, next: 1 })
    }

    /// A request over plain HTTP: status, headers, body.
    async fn http(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String, Vec<u8>) {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head.extend(["Host: ", &self.address.to_string(), "\r\n"]);
        }
        headers.iter().for_each(|(name, value)| head.extend([*name, ": ", *value, "\r\n"]));
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
        // The server may answer before it has read everything, and close.
        drop(stream.write_all(body).await);
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer).await);
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_lowercase(), answer[end + 4..].to_vec())
    }

    async fn api(&self, path: &str, question: &Value) -> (u16, Value) {
        let json = [("Content-Type", "application/json")];
        let (status, _, body) = self.http("POST", path, &json, question.to_string().as_bytes()).await;
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    /// Waits until this many sessions are left.
    async fn left(&self, sessions: usize) {
        let begin = Instant::now();
        while self.studio.sessions() != sessions {
            assert!(begin.elapsed() < Duration::from_secs(20), "{} sessions are left", self.studio.sessions());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The server still works.
    async fn is_well(&self) {
        let answer = self.tab().await.ask(json!({"type": "new", "width": 5, "height": 5})).await;
        assert_eq!(answer["reply"]["type"], "document");
    }
}

struct Tab {
    socket: WebSocketStream<TcpStream>,
    next: u32,
}

impl Tab {
    async fn say(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Sends a command; gives its number.
    async fn send(&mut self, command: Value) -> u32 {
        let id = self.next;
        self.next += 1;
        self.say(json!({"id": id, "command": command}).to_string()).await;
        id
    }

    /// The next header, progress included.
    async fn header(&mut self) -> Value {
        loop {
            match self.socket.next().await.expect("the socket is open").expect("the socket is well") {
                Message::Binary(frame) => {
                    let length = u32::from_le_bytes(frame[..4].try_into().unwrap()) as usize;
                    return serde_json::from_slice(&frame[4..4 + length]).unwrap();
                }
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next answer.
    async fn answer(&mut self) -> Value {
        loop {
            let header = self.header().await;
            if header.get("progress").is_none() {
                return header;
            }
        }
    }

    async fn ask(&mut self, command: Value) -> Value {
        let id = self.send(command).await;
        let answer = self.answer().await;
        assert_eq!(answer["id"], id);
        answer
    }
}

fn is_forbidden(outcome: &Result<Tab, Error>) -> bool {
    matches!(outcome, Err(Error::Http(response)) if response.status().as_u16() == 403)
}

/// Takes seconds even of a fast machine.
fn long_work() -> Value {
    let set = json!({"width": 2000, "height": 2000, "rooms.count": 4000, "rooms.min": 5, "rooms.max": 9});
    json!({"type": "generate", "preset": "large-dungeon", "set": set, "seed": "1"})
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_turned_away() {
    let server = Server::start().await;
    let port = server.address.port();
    for origin in ["http://evil.example", "https://127.0.0.1", "null", "http://127.0.0.1:1", "file://"] {
        let outcome = server.knock(&[("origin", origin.to_owned())]).await;
        assert!(is_forbidden(&outcome), "{origin}");
        let (status, ..) = server.http("GET", "/", &[("Origin", origin)], b"").await;
        assert_eq!(status, 403, "{origin}");
        let headers = [("Origin", origin), ("Content-Type", "application/json")];
        let (status, ..) = server.http("POST", "/api/generate", &headers, b"{}").await;
        assert_eq!(status, 403, "{origin}");
    }
    for host in ["evil.example", "localhost", "127.0.0.1:1", "10.0.0.1"] {
        let outcome = server.knock(&[("host", host.to_owned())]).await;
        assert!(is_forbidden(&outcome), "{host}");
        for path in ["/", "/api", "/ws"] {
            assert_eq!(server.http("GET", path, &[("Host", host)], b"").await.0, 403, "{host}{path}");
        }
    }
    for own in [format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}")] {
        assert!(server.knock(&[("origin", own)]).await.is_ok());
    }
    server.left(0).await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_comes_with_strict_headers_and_nothing_else_of_the_machine() {
    let server = Server::start().await;
    let (status, head, body) = server.http("GET", "/", &[], b"").await;
    assert_eq!(status, 200);
    assert!(String::from_utf8(body).unwrap().contains("<html"));
    for needed in ["content-security-policy: default-src 'self'", "x-content-type-options: nosniff", "no-referrer"] {
        assert!(head.contains(needed), "{needed} is not in {head}");
    }
    assert!(!head.contains("access-control-allow-origin") && !head.contains("unsafe-eval"));
    let outside =
        ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/page/../../Cargo.toml"];
    let checks = ["/types.d.ts", "/jsconfig.json"];
    for path in outside.into_iter().chain(checks).chain(["/no"]) {
        assert_eq!(server.http("GET", path, &[], b"").await.0, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages_are_answered_and_harm_nothing() {
    let server = Server::start().await;
    let mut tab = server.tab().await;
    let texts = [
        (String::new(), 0),
        ("rubbish".to_owned(), 0),
        ("{".to_owned(), 0),
        ("[]".to_owned(), 0),
        (r#"{"id": -1, "command": {"type": "hello"}}"#.to_owned(), 0),
        (r#"{"id": 9}"#.to_owned(), 9),
        (r#"{"id": 9, "command": {}}"#.to_owned(), 9),
        (r#"{"id": 9, "command": {"type": "explode"}}"#.to_owned(), 9),
        (r#"{"id": 9, "command": {"type": "undo", "times": 3}}"#.to_owned(), 9),
        (r#"{"id": 9, "command": {"type": "new", "width": "wide", "height": 1}}"#.to_owned(), 9),
        (r#"{"id": 9, "command": {"type": "new", "width": 1e99, "height": 1}}"#.to_owned(), 9),
        (format!(r#"{{"id": 9, "command": {}1{}}}"#, "[".repeat(5000), "]".repeat(5000)), 9),
    ];
    for (text, id) in texts {
        let start: String = text.chars().take(60).collect();
        tab.say(text).await;
        let answer = tab.answer().await;
        assert_eq!(answer["id"], id, "{start}");
        assert!(answer["error"]["message"].as_str().is_some_and(|message| message.ends_with('.')), "{start}: {answer}");
    }
    tab.socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(tab.answer().await["error"]["code"], "invalid_request");
    let answer = tab.ask(json!({"type": "document"})).await;
    assert_eq!(answer["reply"]["session"]["undo"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_messages_are_answered() {
    let server = Server::start().await;
    let mut tab = server.tab().await;
    let text = "x".repeat(MAX_MESSAGE);
    let id = tab.send(json!({"type": "paste_text", "text": text})).await;
    let answer = tab.answer().await;
    assert_eq!(answer["id"], id);
    assert_eq!(answer["error"]["code"], "too_large", "{answer}");
    assert_eq!(tab.ask(json!({"type": "document"})).await["reply"]["session"]["undo"], 0, "the session goes on");
    // Far beyond the limit the connection ends, with an answer.
    drop(tab.socket.send(Message::text("x".repeat(3 * MAX_MESSAGE))).await);
    server.left(0).await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_tabs_leave_no_session_behind() {
    let server = Server::start().await;
    for batch in 0..10 {
        let mut tabs = Vec::new();
        for number in 0..20 {
            let mut tab = server.tab().await;
            tab.send(json!({"type": "generate", "preset": "small-dungeon", "seed": number.to_string()})).await;
            if batch % 2 == 0 {
                tab.answer().await;
            }
            tabs.push(tab);
        }
        assert!(server.studio.sessions() >= 20);
        for (number, mut tab) in tabs.into_iter().enumerate() {
            // Some say goodbye, some just vanish.
            if number % 2 == 0 {
                drop(tab.socket.close(None).await);
            }
        }
        server.left(0).await;
    }
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_limited_and_places_come_free_again() {
    let server = Server::with(ServerOptions { sessions: 3, ..ServerOptions::default() }).await;
    let tabs = [server.tab().await, server.tab().await, server.tab().await];
    let outcome = server.knock(&[]).await;
    assert!(matches!(&outcome, Err(Error::Http(response)) if response.status().as_u16() == 503));
    assert_eq!(server.api("/api/generate", &json!({"preset": "small-dungeon"})).await.0, 503);
    drop(tabs);
    server.left(0).await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_tabs_are_let_go() {
    let server = Server::with(ServerOptions { silence: Duration::from_millis(300), ..ServerOptions::default() }).await;
    // This socket is not read, so that pings stay without an answer.
    let _tab = server.tab().await;
    assert_eq!(server.studio.sessions(), 1);
    server.left(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_beyond_its_time_ends_with_a_clear_message() {
    let server = Server::with(ServerOptions { timeout: Duration::from_millis(100), ..ServerOptions::default() }).await;
    let mut tab = server.tab().await;
    let answer = tab.ask(long_work()).await;
    let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(message, "The command took longer than 0.1 seconds and was ended; try a smaller one.");
    assert_eq!(tab.ask(json!({"type": "document"})).await["reply"]["name"], "Untitled map");
}

#[tokio::test(flavor = "multi_thread")]
async fn running_and_waiting_commands_can_be_cancelled_while_others_work() {
    let server = Server::start().await;
    let mut tab = server.tab().await;
    let (running, waiting) = (tab.send(long_work()).await, tab.send(json!({"type": "hello"})).await);
    while tab.header().await["progress"]["stage"] != "route" {}
    let begin = Instant::now();
    server.is_well().await;
    let other = begin.elapsed();
    let cancels = [
        tab.send(json!({"type": "cancel", "request": waiting})).await,
        tab.send(json!({"type": "cancel", "request": running})).await,
    ];
    let mut answers = Vec::new();
    while answers.len() < 4 {
        answers.push(tab.answer().await);
    }
    let of = |id: u32| answers.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(of(waiting)["error"]["code"], "cancelled");
    assert_eq!(of(running)["error"]["code"], "cancelled");
    assert!(cancels.iter().all(|&id| of(id)["reply"]["type"] == "done"));
    assert!(other < Duration::from_secs(5), "another tab waited {other:?}");
    assert_eq!(tab.ask(json!({"type": "document"})).await["reply"]["session"]["undo"], 0);
    assert_eq!(tab.ask(json!({"type": "cancel", "request": 999})).await["reply"]["type"], "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_answered_in_order_and_the_queue_is_bounded() {
    let server = Server::start().await;
    let mut tab = server.tab().await;
    let first = tab.send(long_work()).await;
    while tab.header().await.get("progress").is_none() {}
    let waiting: Vec<u32> = {
        let mut ids = Vec::new();
        for _ in 0..MAX_WAITING {
            ids.push(tab.send(json!({"type": "check"})).await);
        }
        ids
    };
    let refused = tab.send(json!({"type": "check"})).await;
    let answer = tab.answer().await;
    assert_eq!(answer["id"], refused);
    assert_eq!(answer["error"]["code"], "too_many_requests", "{answer}");
    tab.send(json!({"type": "cancel", "request": first})).await;
    let mut order = Vec::new();
    while order.len() < MAX_WAITING + 2 {
        order.push(tab.answer().await["id"].as_u64().unwrap() as u32);
    }
    order.retain(|id| waiting.contains(id));
    assert_eq!(order, waiting);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_tab_ends_its_work() {
    let server = Server::start().await;
    let mut tab = server.tab().await;
    tab.send(long_work()).await;
    while tab.header().await["progress"]["stage"] != "route" {}
    drop(tab);
    server.left(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_when_it_is_told_to() {
    let (server, end, task) = mortal().await;
    let mut tab = server.tab().await;
    tab.ask(json!({"type": "hello"})).await;
    end.send(()).unwrap();
    tokio::time::timeout(Duration::from_secs(10), task).await.expect("it ends soon").unwrap();
    server.left(0).await;
}

/// A server that ends when the sender is used, and its task.
async fn mortal() -> (Server, tokio::sync::oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let studio = Studio::new(address, ServerOptions::default());
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let served = studio.clone();
    let task = tokio::spawn(async move { served.serve(listener, async { drop(ended.await) }).await });
    (Server { address, studio }, end, task)
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_requests_and_running_questions_do_not_keep_the_server_alive() {
    let (server, end, task) = mortal().await;
    let mut half_head = TcpStream::connect(server.address).await.unwrap();
    half_head.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.").await.unwrap();
    let mut half_body = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/check HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{{",
        server.address
    );
    half_body.write_all(head.as_bytes()).await.unwrap();
    let mut work = long_work();
    work.as_object_mut().unwrap().remove("type");
    let asked = async {
        let answer = server.api("/api/generate", &work).await;
        assert_eq!((answer.0, &answer.1["error"]["code"]), (409, &json!("cancelled")), "{answer:?}");
    };
    let stopped = async {
        while server.studio.sessions() == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        end.send(()).unwrap();
        tokio::time::timeout(Duration::from_secs(10), task).await.expect("it ends soon").unwrap();
    };
    tokio::join!(asked, stopped);
    server.left(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_requests_time_out() {
    let (head_timeout, body_timeout) = (Duration::from_millis(200), Duration::from_millis(300));
    let server = Server::with(ServerOptions { head_timeout, body_timeout, ..ServerOptions::default() }).await;
    let read_all = async |request: String| {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
        drop(read.expect("the server closes the connection"));
        String::from_utf8(answer).unwrap()
    };
    let host = server.address;
    read_all(format!("GET / HTTP/1.1\r\nHost: {host}\r\nAccept: ")).await;
    let json = "Content-Type: application/json\r\nContent-Length: 90";
    let answer = read_all(format!("POST /api/check HTTP/1.1\r\nHost: {host}\r\n{json}\r\n\r\n{{\"map\": ")).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("The body did not arrive within 0.3 seconds."), "{answer}");
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_whose_asker_is_gone_is_given_up() {
    let server = Server::start().await;
    let mut work = long_work();
    work.as_object_mut().unwrap().remove("type");
    let body = work.to_string();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/generate HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    while server.studio.sessions() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    drop(stream);
    server.left(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_http_is_refused_in_the_form_of_every_error() {
    let server = Server::start().await;
    let host = format!("Host: {}\r\n", server.address);
    let many = "X: 1\r\n".repeat(200);
    for (request, status) in [
        ("rubbish\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\n{host}no header\r\n\r\n"), 400),
        (format!("GET / HTTP/9.9\r\n{host}\r\n"), 400),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(70_000)), 414),
        (format!("GET / HTTP/1.1\r\n{host}{many}\r\n"), 431),
        (format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "a".repeat(1_000_000)), 431),
    ] {
        let start: String = request.chars().take(40).collect();
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        drop(stream.write_all(request.as_bytes()).await);
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer).await);
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(answer[..end].to_vec()).unwrap().to_lowercase();
        assert!(head.starts_with(&format!("http/1.1 {status} ")), "{start}: {head}");
        sentence(&head, &answer[end + 4..]);
    }
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_of_the_websocket_protocol_are_called_what_they_are() {
    let server = Server::start().await;
    // An unmasked frame, a text that is no UTF-8 (masked with zeros), a reserved kind of frame.
    let frames: [(&[u8], &str); 3] = [
        (&[0x81, 0x01, b'x'], "A frame breaks the WebSocket protocol: "),
        (&[0x81, 0x81, 0, 0, 0, 0, 0xff], "The text of a WebSocket message must be UTF-8."),
        (&[0x83, 0x80, 0, 0, 0, 0], "A frame breaks the WebSocket protocol: "),
    ];
    for (frame, expected) in frames {
        let mut tab = server.tab().await;
        tab.socket.get_mut().write_all(frame).await.unwrap();
        let answer = tab.answer().await;
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(expected) && message.ends_with('.'), "{answer}");
        assert_eq!(answer["error"]["code"], "invalid_request", "{answer}");
    }
    server.left(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_programs_make_judge_see_and_export() {
    let server = Server::start().await;
    let (status, made) = server.api("/api/generate", &json!({"preset": "small-dungeon", "seed": "7"})).await;
    assert_eq!((status, &made["share_link"]), (200, &json!("preset=small-dungeon&seed=7")));
    assert_eq!(made["report"]["flaws"], json!([]));
    let dungeon = &made["dungeon"];
    let (status, report) = server.api("/api/check", &json!({"map": dungeon})).await;
    assert_eq!((status, &report), (200, &made["report"]));
    let (status, seen) = server.api("/api/fov", &json!({"map": "■■■■\n■s□■\n■■■■\n"})).await;
    assert_eq!((status, &seen["visible"]), (200, &json!([5, 6])), "{seen}");
    let (status, seen) = server.api("/api/fov", &json!({"map": "####\n#..#\n####\n", "at": [2, 1]})).await;
    assert_eq!((status, &seen["visible"]), (200, &json!([5, 6])), "{seen}");
    let question = json!({"map": dungeon, "options": {"px": 10}}).to_string();
    let json = [("Content-Type", "application/json")];
    let (status, head, png) = server.http("POST", "/api/export/png", &json, question.as_bytes()).await;
    assert_eq!(status, 200);
    assert!(head.contains("content-type: image/png") && png.starts_with(b"\x89PNG"), "{head}");
    let tower = server.api("/api/generate", &json!({"preset": "tower", "seed": "1"})).await.1;
    let (status, files) = server.api("/api/export/map", &json!({"map": tower["dungeon"]})).await;
    assert!(status == 200 && files["files"].as_array().unwrap().len() > 1);
    server.left(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_programs_find_paths_see_by_kind_and_radius_and_walk_crowds() {
    let server = Server::start().await;
    let map = "#######\n#.....#\n#.#.#.#\n#.....#\n#######\n";
    let (status, found) = server.api("/api/path", &json!({"map": map, "from": [1, 1], "to": [1, 3]})).await;
    assert_eq!((status, &found["found"], &found["length"]), (200, &json!(true), &json!(2.0)), "{found}");
    assert_eq!(found["waypoints"], json!([[1, 1], [1, 3]]));
    let (_, found) = server.api("/api/path", &json!({"map": "####\n#.#.\n####\n", "from": [1, 1], "to": [3, 1]})).await;
    assert_eq!(found["found"], false);
    let seen = async |more: Value| {
        let mut question = json!({"map": map, "at": [3, 1]});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, seen) = server.api("/api/fov", &question).await;
        assert_eq!(status, 200, "{seen}");
        (seen["visible"].as_array().unwrap().len(), seen["corners"].as_array().unwrap().len())
    };
    let exact = seen(json!({"kind": "exact"})).await;
    assert_eq!(seen(json!({})).await, exact);
    assert_eq!(seen(json!({"radius": 1})).await.0, 4, "the cell and three free ones beside it");
    let shadowcast = seen(json!({"kind": "shadowcast"})).await;
    assert!(shadowcast.0 > exact.0 && shadowcast.1 == 0, "walls are lit, and there are no corners");
    assert!(seen(json!({"kind": "shadowcast", "radius": 1})).await.0 < shadowcast.0);
    let actors = json!([{"from": [1, 1], "to": [5, 3]}, {"from": [5, 3], "to": [1, 1]}, {"from": [3, 3]}]);
    let question = json!({"map": map, "actors": actors, "to": [3, 1], "ticks": 200});
    let (status, walked) = server.api("/api/crowd", &question).await;
    assert_eq!((status, &walked["crowd"]["arrived"]), (200, &json!(3)), "{walked}");
    let first = &walked["actors"][0];
    assert_eq!(first, &json!({"id": first["id"], "x": 5.5, "y": 3.5, "to": [5, 3], "state": "arrived"}));
    assert_eq!(server.api("/api/crowd", &question).await.1, walked, "the same request gives the same answer");
    let (_, some) = server.api("/api/crowd", &json!({"map": map, "count": 30, "to": [3, 1], "ticks": 1})).await;
    assert_eq!(some["actors"].as_array().unwrap().len() as u64 + some["without_place"].as_u64().unwrap(), 30, "{some}");
    server.left(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_repeat_no_more_than_300_characters_of_the_input() {
    let server = Server::start().await;
    let (long, words) = ("x".repeat(1 << 20), "x y ".repeat(1 << 18));
    let json = [("Content-Type", "application/json")];
    for name in [&long, &words] {
        for (path, question) in [
            ("/api/generate", json!({"set": {name: 1}})),
            ("/api/generate", json!({"set": {"rooms.count": name}})),
            ("/api/generate", json!({"preset": name})),
            ("/api/generate", json!({"seed": 7, name: 1})),
            ("/api/generate", json!({"stages": {name: "1"}})),
            ("/api/export/png", json!({"map": "###\n#.#\n###\n", "options": {name: 1}})),
            ("/api/export/png", json!({"map": "###\n#.#\n###\n", "options": {"theme": name}})),
            ("/api/fov", json!({"map": "###\n#.#\n###\n", "at": [1, 1], "observer": name})),
            ("/api/fov", json!({"map": "###\n#.#\n###\n", "at": name})),
            ("/api/check", json!({"map": name})),
        ] {
            let (status, head, body) = server.http("POST", path, &json, question.to_string().as_bytes()).await;
            let start: String = question.to_string().chars().take(40).collect();
            assert!((400..500).contains(&status), "{path} {start}: {status}");
            sentence(&head, &body);
            let text = String::from_utf8(body).unwrap();
            let repeated = text.matches('x').count();
            assert!(repeated < 1_000, "{path} {start}: {repeated} letters of {}", text.len());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_programs_discover_secrets() {
    let server = Server::start().await;
    let set = json!({"secrets.chance": 1, "doors.secret": 0.3});
    let made = server.api("/api/generate", &json!({"preset": "dungeon", "seed": "4", "set": set})).await.1;
    let hidden = |dungeon: &Value| -> Vec<Value> {
        let links = dungeon["links"].as_array().unwrap().iter();
        let is_hidden = |link: &&Value| {
            let kind = link["kind"].as_object().unwrap().values().next().unwrap();
            kind["discovered"] == json!(false) || kind["hidden"] == "undiscovered"
        };
        links.filter(is_hidden).map(|link| link["id"].clone()).collect()
    };
    let secrets = hidden(&made["dungeon"]);
    assert!(secrets.len() > 1, "{secrets:?}");
    let one = json!({"map": made["dungeon"], "link": secrets[0]});
    let (status, found) = server.api("/api/discover", &one).await;
    assert_eq!((status, &found["report"]["flaws"]), (200, &json!([])), "{found}");
    assert_eq!(hidden(&found["dungeon"]), secrets[1..]);
    let again = json!({"map": found["dungeon"], "link": secrets[0]});
    let (status, error) = server.api("/api/discover", &again).await;
    assert_eq!((status, &error["error"]["code"]), (422, &json!("edit_rejected")), "{error}");
    let (status, found) = server.api("/api/discover", &json!({"map": made["dungeon"], "all": true})).await;
    assert_eq!((status, hidden(&found["dungeon"]).len()), (200, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn other_programs_edit_vary_and_compare() {
    let server = Server::start().await;
    let made = server.api("/api/generate", &json!({"preset": "crypt", "seed": "7"})).await.1;
    let edit = json!({"edit": "name", "of": "dungeon", "text": "The old mill"});
    let (status, edited) = server.api("/api/edit", &json!({"map": made["dungeon"], "edits": [edit]})).await;
    assert_eq!((status, &edited["dungeon"]["name"]), (200, &json!("The old mill")), "{edited}");
    assert_eq!(edited["dungeon"]["provenance"]["pins"][0]["pin"], "name", "edits pin what they make");
    let both = json!({"a": made["dungeon"], "b": edited["dungeon"]});
    let (status, between) = server.api("/api/diff", &both).await;
    assert_eq!((status, &between["is_empty"]), (200, &json!(false)), "{between}");
    let same = json!({"a": made["dungeon"], "b": made["dungeon"]});
    assert_eq!(server.api("/api/diff", &same).await.1["is_empty"], true);
    let (status, varied) = server.api("/api/vary", &json!({"map": edited["dungeon"], "n": 2})).await;
    assert_eq!((status, varied["variations"].as_array().unwrap().len()), (200, 2), "{varied}");
    let gone = json!({"edit": "delete_door", "door": {"z": 0, "cell": [0, 0]}});
    let (status, error) = server.api("/api/edit", &json!({"map": made["dungeon"], "edits": [gone]})).await;
    assert_eq!((status, &error["error"]["code"]), (404, &json!("not_found")), "{error}");
    let (status, error) = server.api("/api/vary", &json!({"map": "###\n#.#\n###\n", "n": 2})).await;
    assert_eq!((status, &error["error"]["code"]), (422, &json!("edit_rejected")), "{error}");
    assert_eq!(server.api("/api/diff", &json!({"a": 3, "b": 4})).await.1["error"]["field"], "a");
}

#[tokio::test(flavor = "multi_thread")]
async fn both_names_of_this_machine_lead_to_one_origin() {
    let server = Server::start().await;
    let port = server.address.port();
    let local = format!("localhost:{port}");
    let (status, head, _) = server.http("GET", "/", &[("Host", local.as_str())], b"").await;
    assert_eq!(status, 308);
    assert!(head.to_lowercase().contains(&format!("location: http://127.0.0.1:{port}/")), "{head}");
    assert_eq!(
        server.http("GET", "/api/version", &[("Host", local.as_str())], b"").await.0,
        200,
        "programs are served by both"
    );
}

/// The sentence of an error, whose form is always the same.
fn sentence(head: &str, body: &[u8]) -> String {
    assert!(head.contains("content-type: application/json"), "{head}");
    let answer: Value = serde_json::from_slice(body).unwrap();
    assert_eq!(answer.as_object().unwrap().keys().collect::<Vec<_>>(), ["error"], "{answer}");
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.ends_with(['.', '?']) && !message.ends_with("?."), "{message}");
    message.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_of_the_interface_name_the_field_in_the_words_of_the_question() {
    let server = Server::start().await;
    let map = "###\n#.#\n###\n";
    for (path, question, expected, field) in [
        ("/api/generate", json!({"preset": "no-such"}), 422, "preset"),
        ("/api/generate", json!({"set": {"rooms.count": 1}}), 422, "rooms.count"),
        ("/api/generate", json!({"set": {"rooms.cuont": 9}}), 422, "rooms.cuont"),
        ("/api/generate", json!({"seed": "-1"}), 422, "seed"),
        ("/api/generate", json!({"seed": 7}), 400, "seed"),
        ("/api/generate", json!({"set": {"": 7}}), 422, "set"),
        ("/api/generate", json!({"stages": {"route": 7}}), 400, "stages.route"),
        ("/api/generate", json!({"colour": "red"}), 400, "colour"),
        ("/api/generate", json!("small-dungeon"), 400, ""),
        ("/api/check", json!({}), 400, ""),
        ("/api/check", json!({"map": 7}), 422, "map"),
        ("/api/check", json!({"map": "no map at all"}), 422, "map"),
        ("/api/check", json!({"map": {"format": "no dungeon"}}), 422, "map"),
        ("/api/fov", json!({"map": map}), 422, "at"),
        ("/api/fov", json!({"map": map, "at": [90, 90]}), 422, "at"),
        ("/api/fov", json!({"map": map, "at": [0, 0]}), 422, "at"),
        ("/api/fov", json!({"map": map, "at": "here"}), 422, "at"),
        ("/api/fov", json!({"map": map, "at": [1, 1, 1]}), 422, "at"),
        ("/api/fov", json!({"map": map, "at": [1, 1], "observer": "3x3"}), 422, "observer"),
        ("/api/fov", json!({"map": map, "at": [1, 1], "z": 4}), 422, "z"),
        ("/api/fov", json!({"map": "no map at all", "at": [1, 1]}), 422, "map"),
        ("/api/fov", json!({"map": map, "at": [1, 1], "kind": "dim"}), 400, "kind"),
        ("/api/fov", json!({"map": map, "at": [1, 1], "radius": -1}), 400, "radius"),
        ("/api/fov", json!({"map": map, "at": [1, 1], "radius": 65536}), 400, "radius"),
        ("/api/path", json!({"map": map, "from": [1, 1]}), 400, ""),
        ("/api/path", json!({"map": map, "from": [1, 1], "to": [0, 0]}), 422, "to"),
        ("/api/path", json!({"map": map, "from": [9, 9], "to": [1, 1]}), 422, "from"),
        ("/api/path", json!({"map": map, "from": [1, 1], "to": [1, 1], "body": "3x3"}), 422, "body"),
        ("/api/path", json!({"map": map, "from": [1, 1], "to": [1, 1], "z": 7}), 422, "z"),
        ("/api/crowd", json!({"map": map, "to": [1, 1]}), 422, "actors"),
        ("/api/crowd", json!({"map": map, "to": [1, 1], "count": 0}), 422, "count"),
        ("/api/crowd", json!({"map": map, "to": [1, 1], "count": 5001}), 422, "count"),
        ("/api/crowd", json!({"map": map, "count": 1}), 422, "to"),
        ("/api/crowd", json!({"map": map, "actors": [{"from": [1, 1]}]}), 422, "to"),
        ("/api/crowd", json!({"map": map, "to": [0, 0], "count": 1}), 422, "to"),
        ("/api/crowd", json!({"map": map, "to": [1, 1], "actors": [{"from": [9, 9]}]}), 422, "actors"),
        ("/api/crowd", json!({"map": map, "to": [1, 1], "count": 1, "ticks": 1001}), 422, "ticks"),
        ("/api/crowd", json!({"map": map, "to": [1, 1], "count": 1, "pace": 0}), 422, "pace"),
        ("/api/crowd", json!({"map": map, "to": [1, 1], "count": 1, "settings": {"mode": "dance"}}), 422, "mode"),
        ("/api/discover", json!({"map": map}), 422, "link"),
        ("/api/discover", json!({"map": map, "link": 0, "all": true}), 422, "link"),
        ("/api/discover", json!({"map": map, "link": 0}), 404, "link"),
        ("/api/discover", json!({"map": map, "link": -1}), 400, "link"),
        ("/api/discover", json!({"map": map, "all": true}), 422, "link"),
        ("/api/export/gif", json!({"map": map}), 404, "format"),
        ("/api/export/png", json!({"map": map, "options": {"tile_px": 16}}), 422, "tile_px"),
        ("/api/export/tmx", json!({"map": map, "options": {"tile_px": "15"}}), 422, "tile_px"),
        ("/api/export/png", json!({"map": map, "options": []}), 400, "options"),
        ("/api/nothing", json!({}), 404, ""),
    ] {
        let headers = [("Content-Type", "application/json")];
        let (status, head, body) = server.http("POST", path, &headers, question.to_string().as_bytes()).await;
        let message = sentence(&head, &body);
        assert_eq!(status, expected, "{path} {question}: {message}");
        let answer: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(answer["error"]["field"].as_str().unwrap_or_default(), field, "{path} {question}: {message}");
    }
    server.is_well().await;
}

/// The status that is expected, method, path, headers and body.
type Refused<'a> = (u16, &'a str, &'a str, &'a [(&'a str, &'a str)], &'a [u8]);

#[tokio::test(flavor = "multi_thread")]
async fn every_refused_request_is_answered_in_one_form() {
    let server = Server::start().await;
    let (json, form) = (("Content-Type", "application/json"), ("Content-Type", "text/plain"));
    let large = vec![b'x'; MAX_MESSAGE + 1];
    let requests: [Refused; 20] = [
        (400, "POST", "/api/generate", &[json], b""),
        (400, "POST", "/api/generate", &[json], b"{"),
        (400, "POST", "/api/generate", &[json], b"{} and more"),
        (400, "POST", "/api/generate", &[json], b"\xff\xfe"),
        (400, "POST", "/api/export/%ff", &[json], b"{}"),
        (403, "GET", "/api", &[("Host", "evil.example")], b""),
        (403, "GET", "/", &[("Host", "evil.example")], b""),
        (403, "POST", "/api/generate", &[json, ("Origin", "http://evil.example")], b"{}"),
        (403, "GET", "/ws", &[("Origin", "null")], b""),
        (404, "GET", "/nothing.js", &[], b""),
        (404, "DELETE", "/nothing.js", &[], b""),
        (404, "GET", "/api/", &[], b""),
        (404, "PUT", "/api/nothing", &[], b""),
        (405, "GET", "/api/generate", &[], b""),
        (405, "PUT", "/api/export/png", &[json], b"{}"),
        (405, "POST", "/api", &[json], b"{}"),
        (405, "POST", "/index.html", &[json], b"{}"),
        (413, "POST", "/api/check", &[json], &large),
        (415, "POST", "/api/generate", &[form], b"{}"),
        (415, "POST", "/api/generate", &[], b"{}"),
    ];
    for (expected, method, path, headers, body) in requests {
        let (status, head, answer) = server.http(method, path, headers, body).await;
        assert_eq!(status, expected, "{method} {path}");
        let message = sentence(&head, &answer);
        assert_eq!(head.contains("\r\nallow: "), status == 405, "{method} {path}: {head}");
        assert!(status != 405 || message.contains("takes "), "{message}");
    }
    let (status, head, body) = server.http("GET", "/ws", &[], b"").await;
    assert!((400..500).contains(&status) && sentence(&head, &body).contains("WebSocket"), "{status}");
    let (status, ..) =
        server.http("POST", "/api/generate", &[("Content-Type", "Application/JSON; charset=utf-8")], b"{}").await;
    assert_eq!(status, 200, "media types have no case");
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_is_an_error_like_others() {
    let server = Server::with(ServerOptions { sessions: 0, ..ServerOptions::default() }).await;
    let json = [("Content-Type", "application/json")];
    let (status, head, body) = server.http("POST", "/api/generate", &json, b"{}").await;
    assert!(status == 503 && sentence(&head, &body).contains("0 sessions"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_observer_is_where_the_question_or_the_map_says() {
    let server = Server::start().await;
    let marked = "■■■■■\n■s□□■\n■■■■■\n";
    let seen = async |question: Value| server.api("/api/fov", &question).await.1["visible"].clone();
    assert_eq!(seen(json!({"map": marked})).await, json!([6, 7, 8]));
    assert_eq!(seen(json!({"map": marked, "observer": "2x1"})).await, json!([6, 7, 8]));
    assert_eq!(seen(json!({"map": marked, "at": [3, 1]})).await, json!([6, 7, 8]));
    let (status, answer) = server.api("/api/fov", &json!({"map": marked, "at": [3, 1], "observer": "2x1"})).await;
    assert_eq!((status, &answer["error"]["field"]), (422, &json!("at")), "it would stand in the wall");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_names_every_question_and_has_no_loose_ends() {
    let server = Server::start().await;
    let (status, head, body) = server.http("GET", "/api", &[], b"").await;
    assert!(status == 200 && head.contains("application/json"));
    let description: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(description["openapi"], "3.1.0");
    let mut paths =
        ["generate", "check", "fov", "path", "crowd", "discover"].map(|name| format!("/api/{name}")).to_vec();
    paths.extend(FORMATS.iter().map(|format| format!("/api/export/{}", format.name)));
    for path in paths {
        assert!(description["paths"][&path]["post"]["requestBody"].is_object(), "{path}");
    }
    let mut open = vec![&description];
    while let Some(value) = open.pop() {
        if let Some(target) = value.get("$ref").and_then(Value::as_str) {
            assert!(description.pointer(target.trim_start_matches('#')).is_some(), "{target} leads nowhere");
        }
        match value {
            Value::Object(fields) => open.extend(fields.values()),
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn exports_take_just_the_options_that_the_description_names() {
    let server = Server::start().await;
    let description: Value = serde_json::from_slice(&server.http("GET", "/api", &[], b"").await.2).unwrap();
    let room = "#......###......#\n".repeat(8);
    let map = format!("#################\n{room}#......+,+......#\n{room}#################\n");
    for format in FORMATS {
        let path = format!("/api/export/{}", format.name);
        let body = &description["paths"][&path]["post"]["requestBody"]["content"]["application/json"]["schema"];
        let judge = jsonschema::validator_for(body).unwrap();
        let options = &body["properties"]["options"]["properties"];
        let defaults: Value =
            options.as_object().unwrap().iter().map(|(key, option)| (key.clone(), option["default"].clone())).collect();
        for (options, fits) in [(defaults, true), (json!({}), true), (json!({"colour": "red"}), false)] {
            let question = json!({"map": map, "options": options});
            let json = [("Content-Type", "application/json")];
            let (status, head, answer) = server.http("POST", &path, &json, question.to_string().as_bytes()).await;
            assert_eq!((judge.is_valid(&question), status == 200), (fits, fits), "{path} {question}");
            let media = &description["paths"][&path]["post"]["responses"]["200"]["content"];
            let named =
                media.as_object().unwrap().keys().any(|media| head.contains(&format!("content-type: {media}\r\n")));
            assert!(!fits || named, "{path}: {head}");
            assert!(fits || sentence(&head, &answer).starts_with("colour: "));
        }
    }
}
