use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::model_file::model_file;

const PROGRAM: &str = env!("CARGO_BIN_EXE_logitpress");

/// A site of one lesson with one run, in a folder of its own.
struct Site {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site");
        let made = Command::new(PROGRAM).args(["new", "site"]).arg(&path).output().unwrap();
        assert!(made.status.success(), "{made:?}");
        Self { _folder: folder, path }
    }

    fn command(&self) -> Command {
        self.run_by(Command::new(PROGRAM))
    }

    fn run_by(&self, mut command: Command) -> Command {
        command.current_dir(&self.path).env("LOGITPRESS_MODELS", model_file().parent().unwrap());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().unwrap()
    }

    fn lesson(&self) -> PathBuf {
        self.path.join("content/basics/first-lesson/index.md")
    }

    fn edit(&self, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.lesson()).unwrap();
        assert!(text.contains(from));
        std::fs::write(self.lesson(), text.replace(from, to)).unwrap();
    }

    fn trace(&self) -> PathBuf {
        self.path.join("content/basics/first-lesson/runs/first.json")
    }

    fn recorded(&self) -> String {
        std::fs::read_to_string(self.trace()).unwrap()
    }

    /// What lies in the folder of recorded runs.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.trace().parent().unwrap()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn bytes_of(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| (entry.path().to_owned(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn prose_is_free_and_a_prompt_is_not() {
    let site = Site::new();
    let first = site.run(&["build"]);
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    assert!(said(&first).contains("1 run,"), "{}", said(&first));
    assert_eq!(String::from_utf8_lossy(&first.stdout), "", "nothing of the engine's reaches the terminal");
    let published = bytes_of(&site.path.join("public"));

    let second = site.run(&["build"]);
    assert!(said(&second).contains("0 runs"), "{}", said(&second));
    assert!(said(&second).contains("(0 written"), "{}", said(&second));
    assert_eq!(bytes_of(&site.path.join("public")), published);

    let verified = site.run(&["capture", "--verify"]);
    assert_eq!(verified.status.code(), Some(0), "{}", said(&verified));
    assert!(said(&verified).contains("the same ids"), "{}", said(&verified));

    site.edit("The model's first choice is", "What the model puts first is");
    assert_eq!(site.run(&["build", "--capture", "never"]).status.code(), Some(0));

    site.edit("prompt: The capital of France is", "prompt: The capital of Italy is");
    let stale = site.run(&["build", "--capture", "never"]);
    assert_eq!(stale.status.code(), Some(4), "{}", said(&stale));
    assert!(said(&stale).contains("basics/first-lesson#first"), "{}", said(&stale));
    assert!(said(&stale).contains("prompt changed"), "{}", said(&stale));

    site.edit("max_tokens: 8", "max_tokens: 0");
    let wrong = site.run(&["build"]);
    assert_eq!(wrong.status.code(), Some(1), "{}", said(&wrong));
    assert!(said(&wrong).contains("index.md:"), "{}", said(&wrong));
}

#[test]
fn an_interrupted_or_failing_run_leaves_the_earlier_trace_as_it_was() {
    let site = Site::new();
    assert!(site.run(&["capture"]).status.success());
    let before = site.recorded();
    site.edit("max_tokens: 8", "max_tokens: 400");

    for signal in ["KILL", "INT"] {
        // A script's background jobs ignore Ctrl-C and pass that on; a person's terminal does not.
        let mut capture = site.run_by(Command::new("env"));
        capture.args(["--default-signal=INT", PROGRAM, "capture"]).stderr(Stdio::null());
        let mut child = capture.spawn().unwrap();
        std::thread::sleep(Duration::from_secs(3));
        assert!(child.try_wait().unwrap().is_none(), "400 tokens take longer than that");
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert!(!child.wait().unwrap().success());
        assert_eq!(site.recorded(), before, "after SIG{signal}");
        assert_eq!(site.names(), ["first.json"]);
    }

    let config = site.path.join("content/site.yaml");
    let settings = std::fs::read_to_string(&config).unwrap();
    std::fs::write(&config, format!("{settings}timeout_seconds: 1\n")).unwrap();
    let late = site.run(&["capture"]);
    assert_eq!(late.status.code(), Some(3), "{}", said(&late));
    assert!(said(&late).contains("longer than 1 s"), "{}", said(&late));
    std::fs::write(&config, settings).unwrap();
    assert_eq!(site.recorded(), before);

    // A disk that takes no more: the system refuses to let any file grow beyond a few blocks.
    site.edit("max_tokens: 400", "max_tokens: 12");
    let models = model_file();
    let full = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" capture", PROGRAM])
        .current_dir(&site.path)
        .env("LOGITPRESS_MODELS", models.parent().unwrap())
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(5), "{}", said(&full));
    assert!(said(&full).contains("cannot write"), "{}", said(&full));
    assert_eq!(site.recorded(), before);
    assert_eq!(site.names(), ["first.json"]);
}

#[test]
fn a_killed_parent_takes_the_engine_process_with_it() {
    let site = Site::new();
    site.edit("max_tokens: 8", "max_tokens: 400");
    let mut parent = site.command().arg("capture").stderr(Stdio::null()).spawn().unwrap();
    let workers = |parent: u32| {
        let found = Command::new("pgrep").args(["-P", &parent.to_string()]).output().unwrap();
        String::from_utf8(found.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let deadline = Instant::now() + Duration::from_secs(20);
    while workers(parent.id()).is_empty() {
        assert!(Instant::now() < deadline, "no engine process was started");
        std::thread::sleep(Duration::from_millis(50));
    }
    let worker = workers(parent.id()).remove(0);
    parent.kill().unwrap();
    parent.wait().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while Path::new("/proc").join(&worker).join("exe").exists() {
        assert!(Instant::now() < deadline, "the engine process is still there");
        std::thread::sleep(Duration::from_millis(50));
    }
}
