//! `undercroft studio`: everything in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

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
  undercroft studio --port 4100      always at the same address
  undercroft studio --host 0.0.0.0   also for other machines of the network: whoever reaches it may use it

Nothing is fetched from elsewhere, and the page reads and writes no files but those that you choose in its dialogs.
Other programs can ask the same server: /api describes how (OpenAPI).")]
pub struct StudioArgs {
    /// The port; without it any that is free
    #[arg(long, value_name = "P", default_value = "0")]
    port: u16,
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
        let options = ServerOptions { host: self.host.clone(), ..ServerOptions::default() };
        let ready = |address: SocketAddr| {
            let address = url(address);
            let printed = if console.json {
                Console::print_json(&json!({ "address": address }))
            } else {
                Console::print(format!("{address}\n"))
            };
            if self.no_open || printed.is_err() {
                return;
            }
            match webbrowser::open(&address) {
                Ok(()) => console.print_note("Ctrl-C ends the studio"),
                Err(error) => {
                    console.print_note(&format!("no browser could be opened ({error}); open the address yourself"));
                }
            }
        };
        Studio::run(host, self.port, options, ready, interrupted()).with_context(|| format!("{host}:{}", self.port))?;
        Ok(ExitCode::SUCCESS)
    }
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
