use serde::Serialize;

use super::layout::{Layout, Needs};
use super::order::Order;
use super::templates::Templates;
use super::{OutputFile, PageInput, Pages};

/// Enough to read by where the site's own styles are not found: a host shows the page under any path, and the site may
/// lie below another than its base URL says.
pub const STYLE: &str = include_str!("not_found.css");

#[derive(Serialize)]
struct NotFoundView {
    page: Layout,
    style: &'static str,
}

/// A host shows this page at whatever address was asked for, so its own links start at the host's root.
pub fn files(input: &PageInput, templates: &Templates, order: &Order) -> Pages {
    const PAGE: &str = "404.html";
    let layout = Layout::new(
        input,
        order,
        PAGE,
        Some(&input.words.text("not-found", &[])),
        Needs { lists: true, ..Needs::default() },
    )
    .rooted_at_base(input);
    match templates.render("not_found.html", &NotFoundView { page: layout, style: STYLE }) {
        Ok(html) => Pages { files: vec![OutputFile::new(PAGE, html)], complaints: Vec::new() },
        Err(complaint) => Pages::failed(complaint),
    }
}
