use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The lesson of `tests/sites/figures`, which holds every kind of figure and block.
pub const LESSON: &str = "content/inference/one-answer/index.md";

/// A copy of a site of `tests/sites` that a test may change.
pub struct Site {
    _folder: tempfile::TempDir,
    pub path: PathBuf,
}

impl Site {
    pub fn copy_of(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites").join(name);
        for part in ["content", "models/models.yaml"] {
            copy(&from.join(part), &path.join(part));
        }
        Self { _folder: folder, path }
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_logitpress")).args(arguments).current_dir(&self.path).output().unwrap()
    }

    pub fn build(&self) -> Output {
        self.run(&["build", "--capture", "never"])
    }

    pub fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.path.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let text = self.read(file);
        assert!(text.contains(from), "{file} has no {from:?}");
        self.write(file, &text.replacen(from, to, 1));
    }

    /// Every published file, by path, with its bytes.
    pub fn published(&self) -> Vec<(String, Vec<u8>)> {
        let root = self.path.join("public");
        let mut files: Vec<_> = walkdir::WalkDir::new(&root)
            .into_iter()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| {
                let path = entry.path().strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                (path, std::fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        // Joining an empty path adds a slash, which a file may not have.
        let target = if entry.path() == from { to.to_owned() } else { target };
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target).unwrap();
        } else {
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::copy(entry.path(), &target).unwrap();
        }
    }
}

pub fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
