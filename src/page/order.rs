use std::collections::BTreeMap;

use super::PageInput;
use super::feed::changed;
use crate::lesson::Lesson;
use crate::project::Module;

/// Modules and lessons in reading order.
pub struct Order<'a> {
    pub lessons: Vec<&'a Lesson>,
    pub modules: Vec<OrderedModule<'a>>,
    /// Output path of the page that "Start here" leads to.
    pub start: Option<String>,
    /// There is a `feed.xml`: the site knows its address and a lesson its date.
    pub has_feed: bool,
    /// Output path of the index that the search loads.
    pub search_index: Option<String>,
}

pub struct OrderedModule<'a> {
    pub slug: &'a str,
    pub title: &'a str,
    pub summary: &'a str,
    pub lessons: Vec<&'a Lesson>,
}

impl<'a> Order<'a> {
    pub fn new(input: &'a PageInput<'a>) -> Self {
        let mut described: Vec<&Module> = input.modules.iter().collect();
        described.sort_by(|a, b| (a.order, &a.slug).cmp(&(b.order, &b.slug)));
        let mut by_module: BTreeMap<&str, Vec<&Lesson>> = BTreeMap::new();
        for lesson in input.lessons {
            by_module.entry(&lesson.module).or_default().push(lesson);
        }
        for lessons in by_module.values_mut() {
            lessons.sort_by_cached_key(|lesson| (number_key(&lesson.front.number), &lesson.path));
        }
        let mut modules = Vec::new();
        for module in described {
            if let Some(lessons) = by_module.remove(module.slug.as_str()) {
                modules.push(OrderedModule {
                    slug: &module.slug,
                    title: &module.title,
                    summary: &module.summary,
                    lessons,
                });
            }
        }
        for (slug, lessons) in by_module {
            modules.push(OrderedModule { slug, title: slug, summary: "", lessons });
        }
        let lessons: Vec<&Lesson> = modules.iter().flat_map(|module| module.lessons.iter().copied()).collect();
        let named = input.site.start.as_deref().map(|path| path.trim_matches('/'));
        let start = lessons.iter().find(|lesson| Some(lesson.path.as_str()) == named).or(lessons.first());
        let start = start.map(|lesson| page_of(lesson));
        let has_feed = input.site.base_url.is_some() && lessons.iter().any(|lesson| changed(input, lesson).is_some());
        Self { lessons, modules, start, has_feed, search_index: None }
    }

    /// The lesson that "Start here" leads to.
    pub fn start_lesson(&self) -> Option<&'a Lesson> {
        self.lessons.iter().copied().find(|lesson| Some(page_of(lesson)) == self.start)
    }

    pub fn module_title(&self, slug: &'a str) -> &'a str {
        self.modules.iter().find(|module| module.slug == slug).map_or(slug, |module| module.title)
    }
}

/// Output path of a lesson's page.
pub fn page_of(lesson: &Lesson) -> String {
    format!("{}/index.html", lesson.path)
}

/// Output path of a module's page.
pub fn page_of_module(slug: &str) -> String {
    format!("{slug}/index.html")
}

/// Numbers inside a lesson's number sort as numbers: `00.2` before `00.10`.
fn number_key(number: &str) -> Vec<(u64, String)> {
    number.split('.').map(|part| (part.parse().unwrap_or(u64::MAX), part.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lesson_numbers_sort_as_numbers() {
        let mut numbers = ["00.10", "00.2", "01.1", "a"];
        numbers.sort_by_key(|number| number_key(number));
        assert_eq!(numbers, ["00.2", "00.10", "01.1", "a"]);
    }
}
