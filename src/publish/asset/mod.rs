//! Static files under names that say their content, so that a browser may keep them for ever. Comes in: the built-in
//! and the site's own static files. Goes out: the files to publish and, for each name in the sources, its published path.
//! Does not minify and does not look at pages.

mod css_reference;
mod fingerprint;
mod lean;
mod static_files;

use std::collections::BTreeMap;

use camino::Utf8Path;
use include_dir::Dir;

pub(super) use css_reference::css_references;

use super::OutputFile;
use crate::diagnostic::Diagnostic;
use crate::words::Words;

/// The published static files.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    /// From the name inside `static/` (`css/page.css`) to the path in the output (`assets/page.3f2a9c1d.css`).
    pub paths: BTreeMap<String, String>,
    /// In the order of their paths.
    pub files: Vec<OutputFile>,
}

/// Files under `static/root/` go to the top of the site under their own names: `favicon.ico`, `CNAME`.
const ROOT: &str = "root/";
/// Where all the others go.
const ASSETS: &str = "assets/";

impl Assets {
    /// `site_static` need not exist. A script that names messages of `words` gets them.
    ///
    /// # Errors
    /// Every file that cannot be read and every reference that leads nowhere, with file and place.
    pub fn load(built_in: &Dir<'_>, site_static: Option<&Utf8Path>, words: &Words) -> Result<Self, Vec<Diagnostic>> {
        fingerprint::publish(static_files::gather(built_in, site_static)?, words)
    }
}
