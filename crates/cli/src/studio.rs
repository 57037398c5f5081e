//! `undercroft studio`: everything in the browser.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use serde_json::json;
use tokio::sync::Notify;
use undercroft_studio::{ServerOptions, Studio};

use crate::console::Console;
use crate::interrupt;
use crate::progress;

/// Build, see and play in the browser
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft studio                  serves the studio to this machine only, and opens the browser
  undercroft studio --no-open        prints the address and waits; Ctrl-C ends it
  undercroft studio --no-open --json the same for programs: {\"address\":\"http://127.0.0.1:4100/\"}
  undercroft studio --port 0         at any free port
  undercroft studio --host 0.0.0.0   also for other machines of the network: whoever reaches it may use it

Work is kept by the browser, and kept work belongs to an address. Without --port that is port 4100: where a studio of this
version answers there, its address is printed and opened instead; where another program has it, the next free port of 4101 to
4109 is taken, else any.

Nothing is fetched from elsewhere, and the page reads and writes no files but those that you choose in its dialogs.
Other programs can ask the same server: /api describes how (OpenAPI).")]
pub struct StudioArgs {
    /// Exactly this port, or an error; 0 takes any that is free. Without it 4100 or one near it
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// The address or name to listen on, instead of 127.0.0.1
    #[arg(long, value_name = "H")]
    host: Option<String>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

impl StudioArgs {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        progress::end();
        let host = self.host.as_deref().unwrap_or("127.0.0.1");
        let end = interrupted();
        if let Some(port) = self.port {
            self.serve(host, port, end, console).with_context(|| format!("{host}:{port}"))?;
            return Ok(ExitCode::SUCCESS);
        }
        if !is_taken(host, USUAL_PORT) {
            self.serve(host, USUAL_PORT, end, console).with_context(|| format!("{host}:{USUAL_PORT}"))?;
            return Ok(ExitCode::SUCCESS);
        }
        if is_studio(host, USUAL_PORT) {
            self.announce(&format!("http://{host}:{USUAL_PORT}/"), "a studio is there already", console);
            return Ok(ExitCode::SUCCESS);
        }
        let port = OTHER_PORTS.into_iter().find(|&port| !is_taken(host, port)).unwrap_or(0);
        console.print_note(&format!(
            "port {USUAL_PORT} is taken by another program; kept work belongs to an address, and this one is another"
        ));
        self.serve(host, port, end, console).with_context(|| format!("{host}:{port}"))?;
        Ok(ExitCode::SUCCESS)
    }

    fn serve(&self, host: &str, port: u16, end: impl Future<Output = ()>, console: &Console) -> io::Result<()> {
        let options = ServerOptions { host: self.host.clone(), ..ServerOptions::default() };
        let ready = |address: SocketAddr| self.announce(&url(address), "Ctrl-C ends the studio", console);
        Studio::run(host, port, options, ready, end)
    }

    /// Prints the address, and opens the browser there.
    fn announce(&self, address: &str, note: &str, console: &Console) {
        let printed = if console.json {
            Console::print_json(&json!({ "address": address }))
        } else {
            Console::print(format!("{address}\n"))
        };
        if self.no_open || printed.is_err() {
            return;
        }
        match webbrowser::open(address) {
            Ok(()) => console.print_note(note),
            Err(error) => {
                console.print_note(&format!("no browser could be opened ({error}); open the address yourself"));
            }
        }
    }
}

/// Where the studio is found: kept work belongs to an address.
const USUAL_PORT: u16 = 4100;
/// Where it goes when another program has that port.
const OTHER_PORTS: std::ops::RangeInclusive<u16> = 4101..=4109;
/// How long another program has to answer.
const PATIENCE: Duration = Duration::from_millis(800);
/// More is not the answer of a studio. [Unit: bytes]
const LONGEST_ANSWER: u64 = 4096;

fn is_taken(host: &str, port: u16) -> bool {
    TcpListener::bind((host, port)).is_err()
}

/// Whether a studio of this version answers.
fn is_studio(host: &str, port: u16) -> bool {
    version_at(host, port).is_ok_and(|answer| answer.contains(&undercroft_studio::version_text()))
}

/// What answers when it is asked for its version.
fn version_at(host: &str, port: u16) -> io::Result<String> {
    let address = (host, port).to_socket_addrs()?.next().ok_or(io::ErrorKind::AddrNotAvailable)?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /api/version HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(LONGEST_ANSWER).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Completes at Ctrl-C. A second one ends the program at once.
fn interrupted() -> impl Future<Output = ()> {
    let end = Arc::new(Notify::new());
    let signal = Arc::clone(&end);
    interrupt::listen(move || signal.notify_one());
    async move { end.notified().await }
}

/// Where this machine's browser finds the server.
fn url(address: SocketAddr) -> String {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}
