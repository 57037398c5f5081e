//! The studio as the command line starts it, and as it offers what the command line does.

mod bench;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use bench::Bench;
use serde_json::Value;
use undercroft_studio::protocol::{Body, Command, Hello};
use undercroft_studio::{NoProgress, Session};

/// A program that ends with the test.
struct Job(Child);

impl Drop for Job {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The first line that the studio prints.
fn first_line(args: &[&str]) -> String {
    let bench = Bench::new();
    let child = bench.command(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut running = Job(child);
    let mut line = String::new();
    BufReader::new(running.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    line
}

#[test]
fn the_address_is_a_line_of_its_own_and_json_for_other_programs() {
    let plain = first_line(&["studio", "--no-open", "--port", "0"]);
    assert!(plain.starts_with("http://127.0.0.1:") && plain.ends_with("/\n"), "{plain}");
    let json: Value = serde_json::from_str(&first_line(&["studio", "--no-open", "--json", "--port", "0"])).unwrap();
    assert!(json["address"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{json}");
}

#[test]
fn a_port_that_is_taken_is_an_error_where_it_was_asked_for() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let outcome = Bench::new().run(&["studio", "--no-open", "--port", &port]);
    assert!(outcome.err.contains(&format!("127.0.0.1:{port}")), "{}", outcome.err);
}

fn hello() -> Hello {
    match Session::new(0).handle(Command::Hello {}, &mut NoProgress).map(|reply| reply.body) {
        Ok(Body::Hello(hello)) => *hello,
        other => panic!("{other:?}"),
    }
}

/// What is about files and the terminal, and nothing that a format has.
const ELSEWHERE: [&str; 8] = ["count", "format", "output", "force", "quiet", "json", "color", "help"];
/// What only the studio offers: the command line takes a file for `theme`.
const ONLY_HERE: [&str; 1] = ["own-theme"];

#[test]
fn everything_that_the_command_line_offers_for_an_export_the_studio_offers_by_the_same_name() {
    let help = Bench::new().run(&["export", "--help"]).well().out;
    let named =
        help.split("--").skip(1).map(|rest| rest.split(|letter: char| !letter.is_ascii_lowercase() && letter != '-'));
    // Examples and explanations name options, too; each of them is one.
    let there: BTreeSet<String> = named.filter_map(|mut words| words.next()).map(str::to_owned).collect();
    let there: BTreeSet<String> = there.into_iter().filter(|name| !ELSEWHERE.contains(&name.as_str())).collect();
    let formats = hello().formats;
    let keys = formats.iter().flat_map(|format| &format.options).map(|option| {
        // A switch that is on is switched off with `--no-…`.
        let no = if option.default == serde_json::json!(true) { "no-" } else { "" };
        format!("{no}{}", option.key.replace('_', "-"))
    });
    let here: BTreeSet<String> = keys.filter(|key| !ONLY_HERE.contains(&key.as_str())).collect();
    assert!(here.len() > 20);
    assert_eq!(here, there);
}

/// A running studio and its address.
#[cfg(unix)]
fn running() -> (Job, String) {
    let bench = Bench::new();
    let command = &mut bench.command(&["studio", "--no-open", "--port", "0"]);
    let mut job = Job(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(job.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (job, line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned())
}

#[cfg(unix)]
fn interrupt(job: &Job) {
    let sent = std::process::Command::new("kill").args(["-INT", &job.0.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// How it ended, within a time that only a server that hangs exceeds.
#[cfg(unix)]
fn ended(job: &mut Job, mut meanwhile: impl FnMut(&Job)) -> std::process::ExitStatus {
    let begin = std::time::Instant::now();
    loop {
        if let Some(status) = job.0.try_wait().unwrap() {
            return status;
        }
        assert!(begin.elapsed().as_secs() < 20, "Ctrl-C does not end the studio");
        meanwhile(job);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_studio_while_a_request_is_half_sent_and_a_second_one_at_once() {
    use std::io::{Read, Write};
    let half_sent = |address: &str| {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        let json = "Content-Type: application/json\r\nContent-Length: 90\r\nExpect: 100-continue";
        write!(stream, "POST /api/check HTTP/1.1\r\nHost: {address}\r\n{json}\r\n\r\n").unwrap();
        // The server has read the head when it asks for the body, which does not come.
        stream.read_exact(&mut [0; 12]).unwrap();
        stream
    };
    let (mut job, address) = running();
    let _stream = half_sent(&address);
    interrupt(&job);
    assert_eq!(ended(&mut job, |_| {}).code(), Some(0));
    let (mut job, address) = running();
    let _stream = half_sent(&address);
    assert_eq!(ended(&mut job, interrupt).code(), Some(130), "the second ends it with a code of its own");
}
