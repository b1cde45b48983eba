//! Which folders are written, which are refused, and what is left of them.

use std::collections::BTreeMap;
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use logitpress::publish::{MANIFEST_NAME, OutputFile, PublishError, Report, write};
use tempfile::TempDir;

use crate::file;

/// A project with a source folder, and the output folder beside it.
struct Project {
    _folder: TempDir,
    root: Utf8PathBuf,
    public: Utf8PathBuf,
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap().canonicalize_utf8().unwrap();
        fs::create_dir_all(root.join("content/lesson")).unwrap();
        fs::write(root.join("content/lesson/index.md"), "# Lesson").unwrap();
        let public = root.join("public");
        Self { _folder: folder, root, public }
    }

    fn write_to(&self, folder: impl AsRef<Utf8Path>, files: &[OutputFile]) -> Result<Report, PublishError> {
        write(folder.as_ref(), files, &[self.root.join("content"), self.root.join("templates")])
    }

    fn write(&self, files: &[OutputFile]) -> Report {
        self.write_to(&self.public, files).unwrap()
    }

    fn refusal(&self, folder: impl AsRef<Utf8Path>) -> String {
        let before = tree(&self.root);
        let error = self.write_to(folder, &[file("index.html", "new")]).expect_err("should be refused");
        assert_eq!(tree(&self.root), before, "a refusal changes nothing");
        error.to_string()
    }
}

/// Every file and link under `folder` with its bytes, and every folder with none.
fn tree(folder: &Utf8Path) -> BTreeMap<String, Option<Vec<u8>>> {
    let entries = walkdir::WalkDir::new(folder).min_depth(1).into_iter().map(|entry| {
        let entry = entry.unwrap();
        let name = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        (name, entry.file_type().is_file().then(|| fs::read(entry.path()).unwrap()))
    });
    entries.collect()
}

fn names(folder: &Utf8Path) -> Vec<String> {
    tree(folder).into_iter().filter(|(_, bytes)| bytes.is_some()).map(|(name, _)| name).collect()
}

#[test]
fn a_build_writes_what_differs_and_deletes_what_went() {
    let project = Project::new();
    let first = project.write(&[file("index.html", "one"), file("old/index.html", "old"), file("a/b/c.svg", "c")]);
    assert_eq!(first.written, ["a/b/c.svg", "index.html", "old/index.html"]);
    let second = project.write(&[file("index.html", "two"), file("a/b/c.svg", "c"), file("new/index.html", "n")]);
    assert_eq!(
        second,
        Report {
            written: vec!["index.html".into(), "new/index.html".into()],
            unchanged: 1,
            deleted: vec!["old/index.html".into()]
        }
    );
    assert_eq!(names(&project.public), [MANIFEST_NAME, "a/b/c.svg", "index.html", "new/index.html"]);
    assert!(!project.public.join("old").exists(), "the emptied folder goes too");
}

#[test]
fn an_unchanged_build_touches_no_file() {
    let project = Project::new();
    let files = [file("index.html", "one"), file("a/b.svg", "c")];
    project.write(&files);
    // Back by more than a step of any clock: what is written anew has another time.
    for name in names(&project.public) {
        let file = fs::File::options().write(true).open(project.public.join(name)).unwrap();
        file.set_modified(std::time::UNIX_EPOCH).unwrap();
    }
    let times = |project: &Project| -> Vec<_> {
        let modified = |name: &String| fs::metadata(project.public.join(name)).unwrap().modified().unwrap();
        names(&project.public).iter().map(modified).collect()
    };
    let (before, manifest) = (times(&project), fs::read(project.public.join(MANIFEST_NAME)).unwrap());
    let report = project.write(&files);
    assert_eq!(report, Report { unchanged: 2, ..Report::default() });
    assert_eq!(times(&project), before);
    assert_eq!(fs::read(project.public.join(MANIFEST_NAME)).unwrap(), manifest);
}

#[test]
fn the_same_files_give_the_same_folder_in_any_order_and_place() {
    let (one, two) = (Project::new(), Project::new());
    one.write(&[file("a", "1"), file("b/c", "2")]);
    two.write(&[file("stale", "x")]);
    two.write(&[file("b/c", "2"), file("a", "1")]);
    assert_eq!(tree(&one.public), tree(&two.public));
}

#[test]
fn sources_and_what_holds_them_are_refused() {
    let project = Project::new();
    for folder in ["content", "content/lesson", "content/lesson/new", "", ".", "public/.."] {
        let message = project.refusal(project.root.join(folder));
        assert!(message.contains("refused as the output folder"), "{folder}: {message}");
    }
    assert!(
        project.refusal(project.root.join("templates")).contains("is the source"),
        "even one that is not there yet"
    );
    assert!(project.refusal(project.root.parent().unwrap()).contains("refused"));
}

#[test]
fn places_that_nobody_means_are_refused() {
    let project = Project::new();
    assert!(project.refusal("/").contains("root of the file system"));
    assert!(project.refusal(".").contains("the working folder"));
    assert!(project.refusal("..").contains("the working folder lies in it"));
    assert!(project.refusal("").contains("empty"));
    let home = std::env::home_dir().and_then(|home| Utf8PathBuf::from_path_buf(home).ok());
    if let Some(home) = home.filter(|home| home.is_dir() && home.parent().is_some()) {
        assert!(project.refusal(&home).contains("refused"));
    }
}

#[test]
fn a_folder_with_other_files_is_refused_and_named() {
    let project = Project::new();
    fs::create_dir(&project.public).unwrap();
    fs::write(project.public.join("thesis.txt"), "years of work").unwrap();
    assert!(project.refusal(&project.public).contains("thesis.txt"));
    fs::remove_file(project.public.join("thesis.txt")).unwrap();
    project.write(&[file("index.html", "an empty folder is fine")]);
}

#[test]
fn a_repository_and_a_file_are_refused() {
    let project = Project::new();
    project.write(&[file("index.html", "1")]);
    fs::write(project.public.join(".git"), "gitdir: elsewhere").unwrap();
    assert!(project.refusal(&project.public).contains("git repository"));
    fs::write(project.root.join("plain"), "").unwrap();
    assert!(project.refusal(project.root.join("plain")).contains("is a file"));
}

#[test]
fn a_damaged_manifest_is_refused() {
    let project = Project::new();
    project.write(&[file("index.html", "1")]);
    for json in
        ["", "{", r#"{"format": 99, "files": {}}"#, r#"{"format": 1, "files": {"/etc/x": {"size": 0, "blake3": ""}}}"#]
    {
        fs::write(project.public.join(MANIFEST_NAME), json).unwrap();
        assert!(project.refusal(&project.public).contains("by hand"), "{json}");
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let project = Project::new();
    project.write(&[file("a/index.html", "1")]);
    fs::write(project.public.join("CNAME"), "example.org").unwrap();
    fs::write(project.public.join("a/note.txt"), "mine").unwrap();
    project.write(&[file("b/index.html", "2")]);
    assert_eq!(names(&project.public), [MANIFEST_NAME, "CNAME", "a/note.txt", "b/index.html"]);
}

#[test]
fn a_file_of_others_in_the_way_stops_the_build_before_it_starts() {
    let project = Project::new();
    project.write(&[file("index.html", "1"), file("gone.html", "1")]);
    fs::write(project.public.join("CNAME"), "example.org").unwrap();
    fs::create_dir(project.public.join("page.html")).unwrap();
    fs::write(project.public.join("page.html/x"), "").unwrap();
    fs::write(project.public.join("folder"), "").unwrap();
    let before = tree(&project.public);
    let files =
        [file("index.html", "2"), file("CNAME", "other.org"), file("page.html", "p"), file("folder/index.html", "f")];
    let error = project.write_to(&project.public, &files).unwrap_err();
    let PublishError::Collision { files, .. } = error else { panic!("{error}") };
    assert_eq!(files, ["CNAME", "folder", "page.html/x"]);
    assert_eq!(tree(&project.public), before);
    // The same bytes are no collision: the file becomes one of ours.
    fs::remove_dir_all(project.public.join("page.html")).unwrap();
    let report = project.write(&[file("CNAME", "example.org")]);
    assert_eq!((report.unchanged, report.written.len()), (1, 0));
    assert_eq!(project.write(&[file("x", "")]).deleted, ["CNAME"]);
}

#[test]
fn a_file_may_become_a_folder_and_back() {
    let project = Project::new();
    project.write(&[file("a", "file"), file("b/c/d.html", "deep")]);
    project.write(&[file("a/index.html", "folder"), file("b", "file")]);
    assert_eq!(names(&project.public), [MANIFEST_NAME, "a/index.html", "b"]);
    project.write(&[file("a", "file"), file("b/c/d.html", "deep")]);
    assert_eq!(names(&project.public), [MANIFEST_NAME, "a", "b/c/d.html"]);
}

#[test]
fn a_renamed_case_leaves_one_file() {
    let project = Project::new();
    project.write(&[file("Lesson/index.html", "x")]);
    project.write(&[file("lesson/index.html", "x")]);
    assert_eq!(names(&project.public), [MANIFEST_NAME, "lesson/index.html"]);
}

#[test]
fn a_build_that_was_killed_is_repaired_by_the_next() {
    let project = Project::new();
    let wanted = [file("index.html", "new"), file("a/index.html", "a"), file("b/index.html", "b")];
    let whole = Project::new();
    whole.write(&wanted);
    // Killed in its first build: the manifest came first, some files and a half-written one followed.
    project.write(&wanted);
    fs::remove_file(project.public.join("a/index.html")).unwrap();
    fs::write(project.public.join("index.html"), "ne").unwrap();
    fs::write(project.public.join(".logitpress-x1.part"), "half").unwrap();
    project.write(&wanted);
    assert_eq!(tree(&project.public), tree(&whole.public));
    // Killed before its first manifest: a folder with nothing but a half-written file is as good as empty.
    fs::remove_dir_all(&project.public).unwrap();
    fs::create_dir(&project.public).unwrap();
    fs::write(project.public.join(".logitpress-x2.part"), "half").unwrap();
    project.write(&wanted);
    assert_eq!(tree(&project.public), tree(&whole.public));
}

/// The other process of the test below; does nothing when it is not told to.
#[test]
fn writes_when_another_test_asks_it_to() {
    let Ok(out) = std::env::var("LOGITPRESS_TEST_WRITE_TO") else { return };
    write(Utf8Path::new(&out), &many("new"), &[]).unwrap();
}

fn many(text: &str) -> Vec<OutputFile> {
    // Each of the two sets has files that the other lacks.
    (0..250)
        .map(|n| file(&format!("{text}-{}/{n}.html", n % 7), text.repeat(2000)))
        .chain([file("index.html", text)])
        .collect()
}

#[test]
fn a_build_killed_at_any_moment_leaves_whole_files_and_is_repaired() {
    let (old, new) = (many("old"), many("new"));
    let whole = Project::new();
    whole.write(&new);
    let mut half_way = 0;
    for milliseconds in (0..10).map(|n| n * 8) {
        let project = Project::new();
        project.write(&old);
        let mut other = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "folder::writes_when_another_test_asks_it_to"])
            .env("LOGITPRESS_TEST_WRITE_TO", &project.public)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // From the moment on at which the first byte is written.
        let is_part = |entry: fs::DirEntry| entry.file_name().to_string_lossy().ends_with(".part");
        let is_writing = || fs::read_dir(&project.public).unwrap().flatten().any(is_part);
        while !is_writing() && other.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        other.kill().unwrap();
        other.wait().unwrap();
        let left = tree(&project.public);
        half_way += usize::from(left != tree(&whole.public));
        for one in old.iter().chain(&new).filter(|one| one.path != "index.html") {
            if let Some(bytes) = left.get(&one.path) {
                assert_eq!(bytes.as_deref(), Some(one.bytes()), "{} is whole", one.path);
            }
        }
        project.write(&new);
        assert_eq!(tree(&project.public), tree(&whole.public));
    }
    assert!(half_way > 0, "no build was caught at work");
}

#[cfg(unix)]
#[test]
fn a_published_folder_that_became_a_link_is_neither_written_nor_emptied() {
    use std::os::unix::fs::symlink;
    let project = Project::new();
    project.write(&[file("a.html", "1"), file("z/index.html", "1"), file("stale.html", "1")]);
    let elsewhere = project.root.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    // A folder that became a link is noticed before anything is written.
    fs::remove_dir_all(project.public.join("z")).unwrap();
    symlink(&elsewhere, project.public.join("z")).unwrap();
    let before = tree(&project.public);
    let error = project.write_to(&project.public, &[file("a.html", "2"), file("z/index.html", "2")]).unwrap_err();
    assert!(matches!(error, PublishError::Collision { ref files, .. } if files == &["z"]), "{error}");
    assert_eq!(tree(&project.public), before);
    // Deleting does not follow it either.
    fs::write(elsewhere.join("index.html"), "of another").unwrap();
    project.write(&[file("a.html", "2")]);
    assert_eq!(fs::read_to_string(elsewhere.join("index.html")).unwrap(), "of another");
}

#[cfg(unix)]
#[test]
fn a_published_file_that_became_a_link_is_replaced_not_followed() {
    let project = Project::new();
    project.write(&[file("a.html", "1")]);
    let victim = project.root.join("victim.txt");
    fs::write(&victim, "1").unwrap();
    fs::remove_file(project.public.join("a.html")).unwrap();
    std::os::unix::fs::symlink(&victim, project.public.join("a.html")).unwrap();
    project.write(&[file("a.html", "2")]);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "1");
    assert!(fs::symlink_metadata(project.public.join("a.html")).unwrap().is_file());
}

#[cfg(unix)]
#[test]
fn a_link_as_the_output_folder_is_judged_by_where_it_leads() {
    use std::os::unix::fs::symlink;
    let project = Project::new();
    symlink(project.root.join("content"), project.root.join("to-sources")).unwrap();
    symlink(&project.root, project.root.join("to-project")).unwrap();
    symlink(project.root.join("nowhere"), project.root.join("to-nothing")).unwrap();
    for link in ["to-sources", "to-project", "to-nothing", "to-sources/lesson", "to-project/content"] {
        assert!(project.refusal(project.root.join(link)).contains("refused"), "{link}");
    }
    fs::create_dir(project.root.join("www")).unwrap();
    symlink(project.root.join("www"), project.root.join("to-www")).unwrap();
    project.write_to(project.root.join("to-www"), &[file("index.html", "1")]).unwrap();
    assert_eq!(names(&project.root.join("www")), [MANIFEST_NAME, "index.html"]);
}

#[cfg(unix)]
#[test]
fn two_builds_do_not_write_at_once() {
    let project = Project::new();
    project.write(&[file("a.html", "1")]);
    let other = fs::File::open(&project.public).unwrap();
    other.lock().unwrap();
    assert!(matches!(project.write_to(&project.public, &[]), Err(PublishError::Busy { .. })));
    other.unlock().unwrap();
    project.write(&[file("a.html", "2")]);
}

#[cfg(unix)]
#[test]
fn published_files_are_readable_by_a_web_server() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new();
    project.write(&[file("a/b.html", "1")]);
    for name in names(&project.public) {
        assert_eq!(fs::metadata(project.public.join(name)).unwrap().permissions().mode() & 0o777, 0o644);
    }
}

#[test]
fn the_manifest_says_nothing_of_the_machine() {
    let project = Project::new();
    project.write(&[file("a.html", "1")]);
    let manifest = fs::read_to_string(project.public.join(MANIFEST_NAME)).unwrap();
    assert!(!manifest.contains(project.root.as_str()));
    let json: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["format", "files"]);
    let keys: Vec<_> = json["files"]["a.html"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["size", "blake3"]);
}
