//! Composes pages. Comes in: lessons, traces, drawn figures, where the assets are. Goes out: the bytes of every page,
//! feed and data file, by relative path. Does not touch the disk, does not draw, does not run anything.

mod address;
mod badge;
mod bars;
mod benchmark_card;
mod cite;
mod code_block;
mod csv;
mod data_script;
mod directions;
mod escape;
mod feed;
mod figure_frame;
mod figure_page;
mod footnotes;
mod glossary_page;
mod headers;
mod home_page;
mod inline_value;
mod input;
mod layout;
mod lesson_page;
mod links;
mod math;
mod menu;
mod module_page;
mod next_token;
mod not_found_page;
mod order;
mod prose;
mod provenance;
mod quiz;
mod reading_time;
mod search_index;
mod search_text;
mod signs;
mod sitemap;
mod templates;
mod terms;
mod visible;
mod writer;

pub use not_found_page::STYLE as INLINE_STYLE;
pub use search_index::is_search_index;
pub use templates::TEMPLATE_FAULT;

/// Files that hosts and crawlers read and readers do not see.
pub fn is_for_hosts(path: &str) -> bool {
    matches!(path, "_headers" | ".nojekyll" | "robots.txt")
}

pub use input::{Cards, Destination, Figures, PageInput, Picture, Pictures};

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::output_file::OutputFile;
use order::Order;
use templates::Templates;
use writer::Writer;

/// All that was composed, and what its author should know.
#[derive(Clone, Debug, Default)]
pub struct Composed {
    /// Sorted by path. Not to be published where a complaint is an error.
    pub files: Vec<OutputFile>,
    /// Of all pages.
    pub complaints: Vec<Diagnostic>,
}

/// Every file of the site but the assets.
pub fn compose(input: &PageInput) -> Composed {
    let mut complaints = Templates::unused(input.templates);
    // The built-in templates show what else is wrong.
    let templates = Templates::new(input.templates, input.words).or_else(|more| {
        complaints.extend(more);
        Templates::new(&BTreeMap::new(), input.words)
    });
    let templates = match templates {
        Ok(templates) => templates,
        Err(more) => {
            complaints.extend(more);
            return Composed { files: Vec::new(), complaints };
        }
    };
    let mut order = Order::new(input);
    let index = search_index::file(input, &order);
    order.search_index = Some(index.path.clone());
    let composed =
        order.lessons.par_iter().enumerate().map(|(at, _)| lesson_page::files(input, &templates, &order, at));
    let mut files = vec![index];
    let mut take = |result: Pages| {
        files.extend(result.files);
        complaints.extend(result.complaints);
    };
    composed.collect::<Vec<Pages>>().into_iter().for_each(&mut take);
    take(home_page::files(input, &templates, &order));
    for module in &order.modules {
        take(module_page::files(input, &templates, &order, module));
    }
    take(glossary_page::files(input, &templates, &order));
    take(not_found_page::files(input, &templates, &order));
    take(sitemap::files(input, &templates, &order));
    take(feed::files(input, &templates, &order));
    take(headers::files(input));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Composed { files, complaints }
}

/// What one kind of page adds to the site.
#[derive(Default)]
struct Pages {
    files: Vec<OutputFile>,
    complaints: Vec<Diagnostic>,
}

impl Pages {
    fn failed(complaint: Diagnostic) -> Self {
        Self { files: Vec::new(), complaints: vec![complaint] }
    }
}

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod fixture_blocks;
#[cfg(test)]
mod tests;
