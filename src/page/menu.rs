use serde::Serialize;

use super::address::relative;
use super::order::{Order, page_of, page_of_module};

/// A module in the menu of every page. Only the page's own module, or the first one, lists its lessons, so that a site
/// does not grow with the square of its lessons.
#[derive(Serialize)]
pub struct MenuModule {
    title: String,
    href: String,
    lessons: Vec<MenuLesson>,
}

#[derive(Serialize)]
struct MenuLesson {
    number: String,
    title: String,
    href: String,
    /// It is the page itself.
    here: bool,
}

/// As it stands on the page at `page`.
pub fn menu(order: &Order, page: &str) -> Vec<MenuModule> {
    let module = page.split('/').next().unwrap_or_default();
    let own = order.modules.iter().position(|other| other.slug == module).unwrap_or(0);
    let modules = order.modules.iter().enumerate().map(|(at, module)| MenuModule {
        title: module.title.to_owned(),
        href: relative(page, &page_of_module(module.slug)),
        lessons: module
            .lessons
            .iter()
            .filter(|_| at == own)
            .map(|lesson| MenuLesson {
                number: lesson.front.number.clone(),
                title: lesson.front.title.clone(),
                href: relative(page, &page_of(lesson)),
                here: page_of(lesson) == page,
            })
            .collect(),
    });
    modules.collect()
}

impl MenuModule {
    /// Every address of the module.
    pub fn addresses(&mut self) -> impl Iterator<Item = &mut String> {
        std::iter::once(&mut self.href).chain(self.lessons.iter_mut().map(|lesson| &mut lesson.href))
    }
}
