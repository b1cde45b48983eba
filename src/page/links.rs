use std::ops::Range;

use super::address::encode;
use super::{Destination, Writer};
use crate::diagnostic::Diagnostic;

/// A link as it goes onto the page.
pub struct PageLink {
    pub href: String,
    /// Leads to another site.
    pub outside: bool,
}

impl Writer<'_> {
    /// Where `dest`, written in a lesson or in the glossary, leads from this page. A complaint and `None` where it
    /// leads nowhere.
    pub fn link(&mut self, dest: &str, span: &Range<usize>) -> Option<PageLink> {
        if let Some(slug) = dest.strip_prefix("#term-") {
            return self.term_link(slug, span);
        }
        if let Some(fragment) = dest.strip_prefix('#') {
            let page = self.own_page();
            return Some(PageLink { href: format!("{page}#{}", encode(&decoded(fragment))), outside: false });
        }
        let destination = match self.place.lesson {
            Some(lesson) => (self.place.input.resolve)(lesson, dest),
            // The glossary lies at the root: only whole URLs and other terms make sense there.
            None => Destination::Outside(dest.to_owned()),
        };
        match destination {
            Destination::Inside { path, fragment } => {
                let mut href = self.address(&path);
                if let Some(fragment) = fragment {
                    href.push('#');
                    href.push_str(&encode(&fragment));
                }
                Some(PageLink { href, outside: false })
            }
            Destination::Outside(url) if is_web(&url) => Some(PageLink { href: url, outside: true }),
            Destination::Outside(url) => {
                let complaint = Diagnostic::error("link-scheme", format!("a link may not lead to `{url}`"))
                    .hint("Links to other sites start with `https://`, `http://` or `mailto:`.");
                self.complain(complaint, span);
                None
            }
            Destination::Nowhere { message, hints } => {
                let complaint = Diagnostic { hints, ..Diagnostic::error("broken-link", message) };
                self.complain(complaint, span);
                None
            }
        }
    }

    fn term_link(&mut self, slug: &str, span: &Range<usize>) -> Option<PageLink> {
        if !self.place.input.glossary.contains_key(slug) {
            let known: Vec<&str> = self.place.input.glossary.keys().map(String::as_str).collect();
            let complaint = Diagnostic::error("unknown-term", format!("the glossary has no term `{slug}`"))
                .hint(format!("Its terms are: {}.", shortened(&known)))
                .hint("Terms are described in `content/glossary.yaml`.");
            self.complain(complaint, span);
            return None;
        }
        let listed = self.place.lesson.is_some_and(|lesson| lesson.front.terms.iter().any(|term| term == slug));
        let on_page = listed || self.place.page == "glossary/index.html";
        let page = if on_page { self.own_page() } else { self.address("glossary/index.html") };
        Some(PageLink { href: format!("{page}#term-{}", encode(slug)), outside: false })
    }
}

/// Schemes that a browser follows without running anything.
fn is_web(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "https" | "http" | "mailto"))
}

/// Authors may write a fragment either way; it is encoded once.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(value) if byte == b'%' => {
                bytes.push(value);
                rest = &after[2..];
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| fragment.to_owned())
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
    fn only_schemes_that_run_nothing() {
        assert!(is_web("https://a.example/x"));
        assert!(is_web("mailto:a@b.example"));
        assert!(!is_web("javascript:alert(1)"));
        assert!(!is_web(" JavaScript:alert(1)"));
        assert!(!is_web("data:text/html,x"));
    }

    #[test]
    fn a_fragment_is_encoded_once() {
        assert_eq!(encode(&decoded("پارسی")), encode(&decoded("%D9%BE%D8%A7%D8%B1%D8%B3%DB%8C")));
        assert_eq!(decoded("50%"), "50%");
    }

    #[test]
    fn long_lists_are_cut() {
        let entries: Vec<String> = (0..14).map(|n| n.to_string()).collect();
        assert!(shortened(&entries).ends_with("`11` and 2 more"));
    }
}
