//! Asks the other hosts that pages link to whether what is linked is there. Comes in: all files of the site. Goes out:
//! each address that does not answer, with the first page and line that names it. Loads no more than the answer's head
//! where the host allows that.

use std::collections::BTreeMap;
use std::time::Duration;

use rayon::prelude::*;
use ureq::Agent;
use url::Url;

use super::html_page::{HtmlPage, Use};
use super::link_check::LinkProblem;
use super::link_target::{Base, Target, target};
use super::{LinkRules, OutputFile};
use crate::web::{agent, words_of};

const SILENCE_TIMEOUT: Duration = Duration::from_secs(20);
/// Questions at a time.
const AT_ONCE: usize = 8;

/// Where an address outside the site is named first.
struct Place {
    page: String,
    line: usize,
}

/// Sorted by page and line; empty when every address answers. The second is how many were asked.
pub fn check_external(files: &[OutputFile], rules: &LinkRules) -> (Vec<LinkProblem>, usize) {
    let places = places(files, rules);
    let agent = agent(SILENCE_TIMEOUT);
    let ask_all = || -> Vec<LinkProblem> {
        let asked = places.par_iter().filter_map(|(url, place)| {
            let message = ask(&agent, url).err()?;
            Some(LinkProblem { page: place.page.clone(), line: place.line, link: Some(url.clone()), message })
        });
        asked.collect()
    };
    // A pool that cannot be made leaves the usual one, which asks fewer at a time.
    let mut problems = match rayon::ThreadPoolBuilder::new().num_threads(AT_ONCE).build() {
        Ok(pool) => pool.install(ask_all),
        Err(_) => ask_all(),
    };
    problems.sort();
    (problems, places.len())
}

/// By address without its fragment, which is never sent.
fn places(files: &[OutputFile], rules: &LinkRules) -> BTreeMap<String, Place> {
    let base = Base::new(&rules.base_url);
    let mut places = BTreeMap::new();
    for file in files.iter().filter(|file| file.path.ends_with(".html")) {
        for reference in HtmlPage::read(file.bytes()).references {
            let outside = matches!(target(&file.path, &reference.url, reference.kind, &base), Ok(Target::Elsewhere));
            let Some(mut url) = Url::parse(&reference.url).ok().filter(|_| outside && reference.kind == Use::Link)
            else {
                continue;
            };
            if matches!(url.scheme(), "http" | "https") {
                url.set_fragment(None);
                places.entry(url.into()).or_insert_with(|| Place { page: file.path.clone(), line: reference.line });
            }
        }
    }
    places
}

/// # Errors
/// Why a reader would not get there, to be read behind the address.
fn ask(agent: &Agent, url: &str) -> Result<(), String> {
    let head = agent.head(url).call().map(|answer| answer.status().as_u16());
    // Some hosts refuse questions for the head alone, or answer them as if nothing were there.
    let status = match head {
        Ok(status) if status < 400 => return Ok(()),
        _ => agent.get(url).call().map(|answer| answer.status()).map_err(|error| words_of(&error))?,
    };
    match status.as_u16() {
        // There, but not for a program: a reader may be let in.
        401 | 403 | 405 | 429 => Ok(()),
        code if code < 400 => Ok(()),
        _ => Err(format!("is answered by {status}")),
    }
}
