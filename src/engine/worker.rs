use std::io::{BufRead, Write};
use std::sync::mpsc;

use super::protocol::{Answer, Job, MARK};
use super::record::{Loaded, record};

/// The child process: takes jobs from standard input, one JSON line each, and answers on standard output. Ends when
/// its input does, even in the middle of a run, so that it never outlives the parent.
pub fn work() -> anyhow::Result<()> {
    let (sender, jobs) = mpsc::channel::<String>();
    std::thread::Builder::new().name("runs".into()).spawn(move || {
        let mut loaded: Option<Loaded> = None;
        for line in jobs {
            answer(&run(&line, &mut loaded));
        }
    })?;
    for line in std::io::stdin().lock().lines() {
        if sender.send(line?).is_err() {
            break;
        }
    }
    Ok(())
}

fn run(line: &str, loaded: &mut Option<Loaded>) -> Answer {
    let job: Job = match serde_json::from_str(line) {
        Ok(job) => job,
        Err(error) => return Answer::Failed(format!("the job was not understood: {error}")),
    };
    match record(&job, loaded, |progress| answer(&Answer::Progress(progress))) {
        Ok(trace) => Answer::Trace(Box::new(trace)),
        Err(error) => Answer::Failed(format!("{error:#}")),
    }
}

fn answer(answer: &Answer) {
    if let Ok(json) = serde_json::to_string(answer) {
        let mut out = std::io::stdout().lock();
        // A parent that is gone closes standard input too, which ends the process.
        let _ = writeln!(out, "{MARK}{json}").and_then(|()| out.flush());
    }
}
