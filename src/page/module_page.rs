use serde::Serialize;

use super::home_page::ModuleView;
use super::layout::{Layout, Needs};
use super::order::{Order, OrderedModule, page_of_module};
use super::templates::Templates;
use super::{OutputFile, PageInput, Pages};

#[derive(Serialize)]
struct ModulePageView<'a> {
    page: Layout,
    module: ModuleView<'a>,
    home_href: String,
}

pub fn files(input: &PageInput, templates: &Templates, order: &Order, module: &OrderedModule) -> Pages {
    let page = page_of_module(module.slug);
    let mut layout =
        Layout::new(input, order, &page, Some(module.title), Needs { lists: true, progress: true, ..Needs::default() });
    if !module.summary.is_empty() {
        layout.description = Some(module.summary.to_owned());
    }
    let home_href = format!("{}index.html", layout.root);
    let view = ModulePageView { page: layout, module: ModuleView::new(input, module, &page), home_href };
    match templates.render("module.html", &view) {
        Ok(html) => Pages { files: vec![OutputFile::new(&page, html)], complaints: Vec::new() },
        Err(complaint) => Pages::failed(complaint),
    }
}
