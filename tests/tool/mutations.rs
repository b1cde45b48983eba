//! Traces that a person, a merge or a disk has damaged: nothing panics, nothing hangs, and the exit code is one that
//! people know. Seeded, so that a mutation that fails can be made again.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use logitpress::trace::TraceStore;
use serde_json::{Value, json};

use crate::site::Site;

/// Sites and their runs: between them they have every part of a trace.
const RUNS: [(&str, &str, &str); 5] = [
    ("hostile", "content/tokens/hostile", "emoji"),
    ("figures", "content/inference/one-answer", "paths"),
    ("figures", "content/inference/one-answer", "times"),
    ("figures", "content/inference/one-answer", "pieces"),
    ("figures", "content/inference/one-answer", "one"),
];
/// As many as a test run can wait for; `LOGITPRESS_MUTATIONS` asks for another number.
const USUAL: u64 = 100;
/// Of the traces that are refused, one in so many goes through the whole program too.
const SAMPLE: u64 = 20;
/// Far above what a build of this site takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

/// Marsaglia's xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

#[test]
fn a_damaged_trace_is_an_answer_and_no_panic() {
    let count = std::env::var("LOGITPRESS_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(USUAL);
    let mut codes = std::collections::BTreeMap::new();
    let mut refused = 0;
    for (at, (site, lesson, run)) in RUNS.iter().enumerate() {
        let site = Site::copy_of(site);
        let file = format!("{lesson}/runs/{run}.json");
        let whole: Value = serde_json::from_str(&site.read(&file)).unwrap();
        let lesson = site.path.join(lesson);
        let store = TraceStore::beside(camino::Utf8Path::from_path(&lesson).unwrap());
        for seed in (1..=count).filter(|seed| *seed as usize % RUNS.len() == at) {
            site.write(&file, &damaged(&whole, seed));
            if store.read(run).is_err() {
                refused += 1;
                if !(seed / RUNS.len() as u64).is_multiple_of(SAMPLE) {
                    continue;
                }
            }
            let code = build(&site, seed);
            assert!((0..=4).contains(&code), "{run}, seed {seed}: exit {code}");
            *codes.entry(code).or_insert(0) += 1;
        }
    }
    println!("{refused} of {count} refused; exit codes of the builds: {codes:?}");
}

/// A trace with one to three things wrong; one in twenty ends early.
fn damaged(whole: &Value, seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut trace = whole.clone();
    for _ in 0..=random.below(3) {
        mutate(&mut trace, &mut random);
    }
    let text = serde_json::to_string(&trace).unwrap();
    if random.below(20) > 0 {
        return text;
    }
    let end = random.below(text.len());
    String::from_utf8_lossy(&text.as_bytes()[..end]).into_owned()
}

#[expect(clippy::disallowed_methods, reason = "a build that hangs is ended")]
fn build(site: &Site, seed: u64) -> i32 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_logitpress"))
        .args(["build", "--capture", "never"])
        .current_dir(&site.path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap_or_else(|| panic!("seed {seed}: ended by a signal"));
        }
        if start.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("seed {seed}: no end after {LIMIT:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Goes down from the top to a random depth and damages what is there.
fn mutate(value: &mut Value, random: &mut Random) {
    let deeper = random.below(6) > 0;
    match value {
        Value::Object(fields) if deeper && !fields.is_empty() => {
            let at = random.below(fields.len());
            let key = fields.keys().nth(at).unwrap().clone();
            if random.below(12) == 0 {
                fields.remove(&key);
            } else {
                mutate(&mut fields[&key], random);
            }
        }
        Value::Array(items) if deeper && !items.is_empty() => {
            let at = random.below(items.len());
            match random.below(12) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                2 => items.truncate(at),
                _ => mutate(&mut items[at], random),
            }
        }
        Value::Number(number) if random.below(2) == 0 => {
            let number = number.as_f64().unwrap_or_default();
            let near = [number + 1.0, number - 1.0, -number, number * 1000.0, number / 3.0];
            let near = near[random.below(near.len())];
            *value = if near.fract() == 0.0 && near.abs() < 9e15 { json!(near as i64) } else { json!(near) };
        }
        value => {
            let others = [
                json!(null),
                json!(true),
                json!(0),
                json!(-1),
                json!(1u32 << 31),
                json!(u32::MAX),
                json!(u64::MAX),
                json!(1e308),
                json!(-1e-308),
                json!(""),
                json!("x\u{202e}\u{0}<b>"),
                json!("y".repeat(100_000)),
                json!([]),
                json!({}),
                json!({"hex": "ff"}),
                json!({"hex": "é"}),
                json!([[]]),
            ];
            *value = others[random.below(others.len())].clone();
        }
    }
}
