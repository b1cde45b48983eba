use std::io::{BufRead, Write};
use std::sync::mpsc;

use super::model::Model;
use super::process::MARK;
use crate::engine::{Answer, LoadedModel, serve};

/// The child process: takes jobs from standard input, one JSON line each, and answers on standard output. Ends when
/// its input does, even in the middle of a run, so that it never outlives the parent.
pub fn work() -> anyhow::Result<()> {
    let (sender, lines) = mpsc::channel::<String>();
    std::thread::Builder::new().name("runs".into()).spawn(move || {
        let jobs = lines
            .into_iter()
            .map(|line| serde_json::from_str(&line).map_err(|error| format!("the job was not understood: {error}")));
        serve(jobs, |job| Ok(Box::new(Model::open(job)?) as Box<dyn LoadedModel>), |told| answer(&told));
    })?;
    for line in std::io::stdin().lock().lines() {
        if sender.send(line?).is_err() {
            break;
        }
    }
    Ok(())
}

fn answer(answer: &Answer) {
    if let Ok(json) = serde_json::to_string(answer) {
        let mut out = std::io::stdout().lock();
        // A parent that is gone closes standard input too, which ends the process.
        let _ = writeln!(out, "{MARK}{json}").and_then(|()| out.flush());
    }
}
