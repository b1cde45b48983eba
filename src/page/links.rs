use super::address::encode;
use super::{Destination, Writer};

/// A link as it goes onto the page.
pub struct PageLink {
    pub href: String,
    /// Leads to another site.
    pub outside: bool,
}

impl Writer<'_> {
    /// Where `dest`, written in a lesson or in the glossary, leads from this page; `None` where it leads nowhere.
    pub fn link(&mut self, dest: &str) -> Option<PageLink> {
        if let Some(slug) = dest.strip_prefix("#term-") {
            return self.term_link(slug);
        }
        match (self.place.input.resolve)(self.place.lesson, dest) {
            // On its own page an id is an address by itself.
            Destination::Inside { path, suffix } if suffix.starts_with('#') && self.is_here(&path) => {
                Some(PageLink { href: suffix, outside: false })
            }
            Destination::Inside { path, suffix } => {
                Some(PageLink { href: format!("{}{suffix}", self.address(&path)), outside: false })
            }
            Destination::Outside(url) => Some(PageLink { href: url, outside: true }),
            // Said when the project was read.
            Destination::Nowhere => None,
        }
    }

    /// `None` for a term that is not there, which was said when the project was read.
    fn term_link(&mut self, slug: &str) -> Option<PageLink> {
        if !self.place.input.glossary.contains_key(slug) {
            return None;
        }
        let listed = self.place.lesson.is_some_and(|lesson| lesson.front.terms.iter().any(|term| term == slug));
        let on_page = listed || self.place.page == "glossary/index.html";
        let page = if on_page { self.own_page() } else { self.address("glossary/index.html") };
        Some(PageLink { href: format!("{page}#term-{}", encode(slug)), outside: false })
    }
}

/// A list for a hint: at most twelve entries, and how many more there are.
pub fn shortened<T: AsRef<str>>(entries: &[T]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = entries.iter().take(SHOWN).map(|entry| format!("`{}`", entry.as_ref())).collect();
    match entries.len().checked_sub(SHOWN) {
        None | Some(0) => shown.join(", "),
        Some(more) => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let entries: Vec<String> = (0..14).map(|n| n.to_string()).collect();
        assert!(shortened(&entries).ends_with("`11` and 2 more"));
    }
}
