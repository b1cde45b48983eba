//! Modules use each other in the order that ARCHITECTURE.md states, and tests do without the published lessons.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails should panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The list of modules in ARCHITECTURE.md, the indented lines behind "The order of the modules".
fn order() -> Vec<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, behind) = text.split_once("The order of the modules").expect("ARCHITECTURE.md states the order");
    let list = behind.lines().skip_while(|line| !line.starts_with("    ")).take_while(|line| line.starts_with("    "));
    list.flat_map(|line| line.split(',')).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

fn rust_files(folder: &str) -> Vec<PathBuf> {
    walkdir::WalkDir::new(root().join(folder))
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.strip_prefix(root()).unwrap().to_owned())
        .collect()
}

/// The top-level module that a file belongs to; none for `lib.rs` and `main.rs`.
fn module(path: &Path) -> Option<String> {
    let name = path.iter().nth(1)?.to_str()?.trim_end_matches(".rs");
    (!["lib", "main"].contains(&name)).then(|| name.to_owned())
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The names that stand directly behind `crate::`, in braces or not.
fn used(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, start) in code.match_indices("crate::") {
        let rest = &code[at + start.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(identifier(rest).to_owned());
            continue;
        };
        let (mut depth, mut begins) = (0, true);
        for (at, c) in group.char_indices() {
            if begins && depth == 0 && !c.is_whitespace() {
                names.insert(identifier(&group[at..]).to_owned());
                begins = false;
            }
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' => begins = true,
                _ => {}
            }
        }
    }
    names.remove("");
    names
}

#[test]
fn names_behind_crate_are_found_in_every_form() {
    let code = "use crate::a::B;\nuse crate::{c::{D, e}, f,\n    g};\nlet x = crate::h::i(crate::j::K);";
    let found: Vec<String> = used(code).into_iter().collect();
    assert_eq!(found, ["a", "c", "f", "g", "h", "j"]);
    assert_eq!(used(&without_comments("    /// As `crate::a`.\n")), BTreeSet::new());
}

#[test]
fn the_order_names_every_module_and_no_other() {
    let order = order();
    let listed: BTreeSet<String> = order.iter().cloned().collect();
    assert_eq!(listed.len(), order.len(), "a module is listed twice");
    let there: BTreeSet<String> = rust_files("src").iter().filter_map(|path| module(path)).collect();
    assert_eq!(listed, there);
}

#[test]
fn a_module_uses_only_those_before_it() {
    let order = order();
    let place: BTreeMap<&str, usize> = order.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let mut wrong = Vec::new();
    for path in rust_files("src") {
        let Some(user) = module(&path) else { continue };
        let text = fs::read_to_string(root().join(&path)).unwrap();
        for used in used(&without_comments(&text)) {
            match place.get(used.as_str()) {
                None => wrong.push(format!("{}: `crate::{used}` is no module of the order", path.display())),
                Some(at) if *at > place[user.as_str()] => {
                    wrong.push(format!("{}: `{user}` uses `{used}`, which comes after it", path.display()));
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `super::` must not lead out of a top-level module: such a use would not be seen above.
#[test]
fn no_path_climbs_out_of_its_module() {
    for path in rust_files("src").iter().filter(|path| module(path).is_some()) {
        let is_mod = path.ends_with("mod.rs");
        // How many steps lead from the file's own module to the crate.
        let depth = path.iter().count() - 1 - usize::from(is_mod);
        let text = fs::read_to_string(root().join(path)).unwrap();
        for line in without_comments(&text).lines() {
            // What is indented may stand in a module within the file.
            let depth = depth + usize::from(line.starts_with(' '));
            let climbs = "super::".repeat(depth);
            assert!(!line.contains(&climbs), "{}: {line}", path.display());
        }
    }
}

#[test]
fn no_test_reads_the_published_lessons() {
    let mut files = rust_files("src");
    files.extend(rust_files("tests"));
    for path in files.iter().filter(|path| !path.ends_with("tests/architecture.rs")) {
        let text = fs::read_to_string(root().join(path)).unwrap();
        let code = without_comments(&text);
        assert!(!code.contains("content/foundations"), "{}: tests/sites has lessons for tests", path.display());
    }
}
