//! Static files: their published names, and the references between them.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use include_dir::{Dir, DirEntry, File};
use logitpress::diagnostic::Diagnostic;
use logitpress::publish::Assets;
use logitpress::words::Words;
use tempfile::TempDir;

const CSS: Dir<'_> = Dir::new(
    "css",
    &[
        DirEntry::File(File::new(
            "css/page.css",
            b"@import 'theme.css';\n@font-face { src: url(../fonts/text.woff2#x) }",
        )),
        DirEntry::File(File::new("css/theme.css", b"p { color: red }")),
    ],
);
const FONTS: Dir<'_> = Dir::new(
    "fonts",
    &[
        DirEntry::File(File::new("fonts/text.woff2", &[0, 159, 146, 150])),
        DirEntry::File(File::new("fonts/text.ttf", b"measures")),
        DirEntry::File(File::new("fonts/OFL.txt", b"licence")),
        DirEntry::File(File::new("fonts/README.md", b"how they were made")),
    ],
);
const JS: Dir<'_> = Dir::new(
    "js",
    &[
        DirEntry::File(File::new("js/page.js", b"go();")),
        DirEntry::File(File::new("js/quiz.js", b"quiz();")),
        DirEntry::Dir(Dir::new("js/step", &[DirEntry::File(File::new("js/step/stepper.js", b"step();"))])),
    ],
);
const BUILT_IN: Dir<'_> = Dir::new("", &[DirEntry::Dir(CSS), DirEntry::Dir(FONTS), DirEntry::Dir(JS)]);

struct Site {
    _folder: TempDir,
    statics: Utf8PathBuf,
}

impl Site {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let statics = Utf8Path::from_path(folder.path()).unwrap().join("static");
        fs::create_dir(&statics).unwrap();
        for (name, bytes) in files {
            let path = statics.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        Self { _folder: folder, statics }
    }

    fn load(&self) -> Result<Assets, Vec<Diagnostic>> {
        Assets::load(&BUILT_IN, Some(&self.statics), Words::english())
    }

    fn complaints(&self) -> Vec<String> {
        let show = |complaint: Diagnostic| {
            let place =
                complaint.location.map(|location| format!("{}:{}: ", location.source.path, location.start().line));
            format!("{}{}", place.unwrap_or_default(), complaint.message)
        };
        self.load().expect_err("should be refused").into_iter().map(show).collect()
    }
}

fn bytes<'a>(assets: &'a Assets, name: &str) -> &'a [u8] {
    let path = &assets.paths[name];
    assets.files.iter().find(|file| &file.path == path).unwrap().bytes()
}

fn text(assets: &Assets, name: &str) -> String {
    String::from_utf8(bytes(assets, name).to_vec()).unwrap()
}

fn published(assets: &Assets, name: &str) -> String {
    assets.paths[name].strip_prefix("assets/").unwrap().to_owned()
}

#[test]
fn names_say_the_content_and_references_follow() {
    let assets = Assets::load(&BUILT_IN, None, Words::english()).unwrap();
    let digest = &blake3::hash(b"p{color:red}").to_hex()[..8];
    assert_eq!(assets.paths["css/theme.css"], format!("assets/theme.{digest}.css"));
    let (theme, font) = (published(&assets, "css/theme.css"), published(&assets, "fonts/text.woff2"));
    assert_eq!(text(&assets, "css/page.css"), format!("@import '{theme}';\n@font-face{{src:url({font}#x)}}"));
    assert_eq!(text(&assets, "js/page.js"), "go();");
    assert_eq!(bytes(&assets, "fonts/text.woff2"), [0, 159, 146, 150]);
}

#[test]
fn only_what_a_page_uses_is_published_and_licences_travel_along() {
    let assets = Assets::load(&BUILT_IN, None, Words::english()).unwrap();
    assert_eq!(assets.paths["fonts/OFL.txt"], "assets/fonts/OFL.txt");
    assert!(!assets.paths.contains_key("fonts/text.ttf"));
    assert!(!assets.paths.contains_key("fonts/README.md"));
}

#[test]
fn a_change_deep_down_renames_everything_above_it_and_nothing_else() {
    let before = Assets::load(&BUILT_IN, None, Words::english()).unwrap();
    let after = Site::new(&[("css/theme.css", b"p { color: blue }")]).load().unwrap();
    for name in before.paths.keys() {
        let changed = before.paths[name] != after.paths[name];
        assert_eq!(changed, name.starts_with("css/"), "{name}");
    }
}

#[test]
fn the_site_overlays_and_adds() {
    let site = Site::new(&[
        ("css/theme.css", b"p { background: url(\"../my pic.svg\") }"),
        ("my pic.svg", b"<svg/>"),
        ("paper.pdf", &[0xff, 0x00]),
        ("root/favicon.ico", &[1, 2]),
        ("root/.well-known/security.txt", b"x"),
        (".DS_Store", b"x"),
        ("css/theme.css~", b"x"),
        ("fonts/text.ttf", b"mine"),
    ]);
    let assets = site.load().unwrap();
    let picture = published(&assets, "my pic.svg").replace(' ', "%20");
    assert_eq!(text(&assets, "css/theme.css"), format!("p {{ background: url(\"{picture}\") }}"));
    assert_eq!(assets.paths["root/favicon.ico"], "favicon.ico");
    assert_eq!(assets.paths["root/.well-known/security.txt"], ".well-known/security.txt");
    assert!(assets.paths["paper.pdf"].starts_with("assets/paper."));
    for name in [".DS_Store", "css/theme.css~", "fonts/text.ttf"] {
        assert!(!assets.paths.contains_key(name), "{name}");
    }
    assert_eq!(site.load().unwrap().files, assets.files);
}

#[test]
fn a_site_needs_no_static_folder() {
    let site = Site::new(&[]);
    let missing = site.statics.join("missing");
    let assets = Assets::load(&BUILT_IN, Some(&missing), Words::english()).unwrap();
    assert_eq!(assets.files, Assets::load(&BUILT_IN, None, Words::english()).unwrap().files);
}

#[test]
fn every_reference_that_leads_nowhere_is_shown_with_its_place() {
    let site = Site::new(&[
        ("css/a.css", b"\n\np { background: url(gone.png) }\nq { background: url(/x.png) }"),
        ("css/b.css", b"@import 'https://fonts.example/css';"),
        ("css/c.css", b"@import '../../out.css';"),
        ("css/d.css", &[0xff]),
    ]);
    assert_eq!(
        site.complaints(),
        [
            "static/css/a.css:3: there is no `static/css/gone.png`",
            "static/css/a.css:4: `/x.png` starts at the root of the host, where the site need not be",
            "static/css/b.css:1: `https://fonts.example/css` is on another host, and a page makes no request to another host",
            "static/css/c.css:1: `../../out.css` leads out of `static/`",
            "`static/css/d.css` is not UTF-8",
        ]
    );
}

#[test]
fn a_circle_is_refused_and_named() {
    let site = Site::new(&[
        ("css/a.css", b"@import 'b.css';"),
        ("css/b.css", b"@import 'c.css';"),
        ("css/c.css", b"@import 'b.css';"),
    ]);
    let complaints = site.complaints();
    assert_eq!(complaints.len(), 1);
    assert!(complaints[0].contains("static/css/b.css → static/css/c.css → static/css/b.css"), "{complaints:?}");
    let site = Site::new(&[("css/a.css", b"@import 'a.css';")]);
    assert!(site.complaints()[0].contains("static/css/a.css → static/css/a.css"));
}

#[test]
fn a_long_chain_of_imports_is_followed() {
    let names: Vec<String> = (0..5000).map(|n| format!("css/chain/{n:05}.css")).collect();
    let texts: Vec<String> =
        (0..5000).map(|n| if n < 4999 { format!("@import '{:05}.css';", n + 1) } else { String::new() }).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    assert_eq!(
        Site::new(&files).load().unwrap().paths.len(),
        5000 + Assets::load(&BUILT_IN, None, Words::english()).unwrap().paths.len()
    );
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_static_folder_is_not_published() {
    use std::os::unix::fs::symlink;
    let site = Site::new(&[("a.svg", b"<svg/>")]);
    symlink(site.statics.join("a.svg"), site.statics.join("b.svg")).unwrap();
    assert!(site.load().unwrap().paths.contains_key("b.svg"));
    symlink("/etc/passwd", site.statics.join("secrets.txt")).unwrap();
    assert_eq!(
        site.complaints(),
        [
            "cannot publish `static/secrets.txt`: it is a link that leads out of the static folder; copy the file instead"
        ]
    );
}
