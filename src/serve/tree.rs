//! One build as the server looks files up in it. It lies in memory, so that no address can lead anywhere else.

use std::collections::BTreeMap;

use super::Built;
use super::host_headers::HostHeaders;
use crate::publish::OutputFile;

#[derive(Debug)]
pub(super) struct Tree {
    files: BTreeMap<String, OutputFile>,
    base_path: String,
    version: String,
    headers: HostHeaders,
}

/// Where a path leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    File {
        name: &'a str,
        file: &'a OutputFile,
    },
    /// The same address with a slash behind it.
    AddSlash,
    /// The address of the site itself.
    Base,
    Nothing,
}

impl Tree {
    pub(super) fn new(built: Built) -> Self {
        let trimmed = built.base_path.trim_matches('/');
        let base_path = if trimmed.is_empty() { "/".to_owned() } else { format!("/{trimmed}/") };
        let files: BTreeMap<String, OutputFile> =
            built.files.into_iter().map(|file| (file.path.clone(), file)).collect();
        let mut hasher = blake3::Hasher::new();
        hasher.update(base_path.as_bytes());
        for (path, file) in &files {
            hasher.update(&(path.len() as u64).to_le_bytes());
            hasher.update(path.as_bytes());
            hasher.update(file.digest().as_bytes());
        }
        let headers = HostHeaders::parse(files.get("_headers").map_or(&[], OutputFile::bytes));
        Self { files, base_path, version: hasher.finalize().to_hex().to_string(), headers }
    }

    pub(super) fn version(&self) -> &str {
        &self.version
    }

    pub(super) fn base_path(&self) -> &str {
        &self.base_path
    }

    pub(super) fn headers(&self) -> &HostHeaders {
        &self.headers
    }

    pub(super) fn not_found(&self) -> Option<&[u8]> {
        self.files.get("404.html").map(OutputFile::bytes)
    }

    /// `path` is decoded and starts with `/`.
    pub(super) fn find(&self, path: &str) -> Found<'_> {
        let Some(inside) = path.strip_prefix(&self.base_path) else {
            let is_above = path == "/" || format!("{path}/") == self.base_path;
            return if is_above { Found::Base } else { Found::Nothing };
        };
        let name =
            if inside.is_empty() || inside.ends_with('/') { format!("{inside}index.html") } else { inside.into() };
        if let Some((name, file)) = self.files.get_key_value(&name) {
            return Found::File { name, file };
        }
        if self.files.contains_key(&format!("{inside}/index.html")) { Found::AddSlash } else { Found::Nothing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(base_path: &str, version: &str) -> Tree {
        let file = |path: &str| OutputFile::new(path, version);
        Tree::new(Built {
            files: vec![file("index.html"), file("a/index.html"), file("a/b.svg")],
            base_path: base_path.into(),
        })
    }

    fn name(tree: &Tree, path: &str) -> String {
        match tree.find(path) {
            Found::File { name, .. } => name.to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn only_addresses_under_the_base_path_lead_to_files() {
        for base in ["/alfa/", "/alfa", "alfa"] {
            let tree = tree(base, "");
            assert_eq!(name(&tree, "/alfa/"), "index.html");
            assert_eq!(name(&tree, "/alfa/a/"), "a/index.html");
            assert_eq!(name(&tree, "/alfa/a"), "AddSlash");
            assert_eq!(name(&tree, "/alfa/a/b.svg"), "a/b.svg");
            assert_eq!(name(&tree, "/alfa"), "Base");
            assert_eq!(name(&tree, "/"), "Base");
            for path in ["/bravo/", "/a/", "/alfa/a/b.svg/", "/alfa/../etc/passwd", "/alfa//a/", "/alfabet/"] {
                assert_eq!(name(&tree, path), "Nothing", "{path}");
            }
        }
        assert_eq!(name(&tree("", ""), "/a/"), "a/index.html");
    }

    #[test]
    fn the_version_follows_the_content() {
        assert_eq!(tree("/", "1").version(), tree("", "1").version());
        assert_ne!(tree("/", "1").version(), tree("/", "2").version());
        assert_ne!(tree("/", "1").version(), tree("/x", "1").version());
    }
}
