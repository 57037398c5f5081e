//! How long every preset takes, from recipe to tiles and through `verify`, beside another commit of Undercroft in the
//! same run.
//!
//! `scripts/against COMMIT` builds this program for both commits and runs
//! `presets --against OTHER`, where `OTHER` is the program of the other commit. The two take turns preset by preset, on
//! one thread, so that a busy machine is busy for both; of each preset the best round counts.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::recipe::presets;
use undercroft::seed::Seed;
use undercroft::verify::verify;

/// Seeds of each preset.
const SEEDS: u64 = 200;
/// How often both commits take their turn.
const ROUNDS: u32 = 3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [serve] if serve == "--serve" => serve_questions(),
        [against, other] if against == "--against" => compare(other),
        _ => eprintln!("presets --against OTHER: see scripts/against"),
    }
}

/// What all seeds of a preset took.
#[derive(Clone, Copy)]
struct Times {
    generated: Duration,
    verified: Duration,
}

impl Times {
    fn min(self, other: Self) -> Self {
        Self { generated: self.generated.min(other.generated), verified: self.verified.min(other.verified) }
    }
}

/// Times one preset; `None` where this commit does not have it.
fn measure(name: &str) -> Option<Times> {
    let file = presets().iter().find(|preset| preset.name == name)?.recipe().expect("a good preset");
    let recipes: Vec<_> = (1..=SEEDS).map(|seed| file.clone().check(Seed::new(seed)).expect("a good preset")).collect();
    let start = Instant::now();
    let dungeons: Vec<Dungeon> =
        recipes.iter().map(|recipe| recipe.generate(&mut NoEvents).expect("the preset can be met")).collect();
    let generated = start.elapsed();
    let start = Instant::now();
    let flaws: usize = dungeons.iter().map(|dungeon| verify(dungeon).flaws.len()).sum();
    assert_eq!(flaws, 0, "{name} has flaws");
    Some(Times { generated, verified: start.elapsed() })
}

/// Answers each line with a preset's name by its times in nanoseconds, or by `none`.
fn serve_questions() {
    for name in std::io::stdin().lines() {
        match measure(name.expect("a line").trim()) {
            Some(times) => println!("{} {}", times.generated.as_nanos(), times.verified.as_nanos()),
            None => println!("none"),
        }
    }
}

/// The program of another commit.
struct Other {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Other {
    fn start(program: &str) -> Self {
        let mut child = Command::new(program)
            .arg("--serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program of the other commit runs");
        let (questions, answers) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        Self { child, questions, answers: BufReader::new(answers) }
    }

    fn measure(&mut self, name: &str) -> Option<Times> {
        writeln!(self.questions, "{name}").expect("the other commit listens");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the other commit answers");
        let mut numbers = line.split_whitespace().map(|word| word.parse().map(Duration::from_nanos));
        match (numbers.next(), numbers.next()) {
            (Some(Ok(generated)), Some(Ok(verified))) => Some(Times { generated, verified }),
            _ => None,
        }
    }
}

fn compare(program: &str) {
    let mut other = Other::start(program);
    let mut sums = [Times { generated: Duration::ZERO, verified: Duration::ZERO }; 2];
    let mut worst = (0.0, "none");
    println!("{SEEDS} seeds a preset, one thread, best of {ROUNDS} rounds; ratios are this commit by the other");
    println!("{:<24} {:>10} {:>10} {:>7} {:>10} {:>7}", "preset", "other", "this", "ratio", "verified", "ratio");
    for preset in presets() {
        let Some((this, that)) = turns(preset.name, &mut other) else {
            println!("{:<24} new", preset.name);
            continue;
        };
        let ratios = [ratio(this.generated, that.generated), ratio(this.verified, that.verified)];
        println!(
            "{:<24} {:>10.1?} {:>10.1?} {:>7.2} {:>10.1?} {:>7.2}",
            preset.name, that.generated, this.generated, ratios[0], this.verified, ratios[1]
        );
        if ratios[0] > worst.0 {
            worst = (ratios[0], preset.name);
        }
        for (sum, times) in sums.iter_mut().zip([this, that]) {
            (sum.generated, sum.verified) = (sum.generated + times.generated, sum.verified + times.verified);
        }
    }
    let [this, that] = sums;
    println!("sum: generated {:.2}, verified {:.2}", ratio(this.generated, that.generated), ratio(this.verified, that.verified));
    println!("worst preset: {:.2} ({})", worst.0, worst.1);
    drop(other.questions);
    other.child.wait().expect("the other commit ends");
}

/// Both commits by turns; `None` where the other one does not have the preset.
fn turns(name: &str, other: &mut Other) -> Option<(Times, Times)> {
    let turn = |other: &mut Other| Some((measure(name)?, other.measure(name)?));
    let first = turn(other)?;
    (1..ROUNDS).try_fold(first, |best, _| {
        let next = turn(other)?;
        Some((best.0.min(next.0), best.1.min(next.1)))
    })
}

fn ratio(this: Duration, that: Duration) -> f64 {
    this.as_secs_f64() / that.as_secs_f64()
}
