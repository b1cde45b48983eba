use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The ids of one page, each given once.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    used: BTreeSet<String>,
    figures: BTreeSet<String>,
}

impl Anchors {
    /// Takes an id that an author chose; `false` when it is taken.
    pub fn claim(&mut self, id: &str) -> bool {
        self.used.insert(id.to_owned())
    }

    /// Says that a claimed id is a figure's, whose steps have ids that begin with it.
    pub fn is_figure(&mut self, id: &str) {
        self.figures.insert(id.to_owned());
    }

    /// Takes the first free one of `wanted`, `wanted-1`, `wanted-2`, …
    pub fn claim_like(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        let mut count = 0;
        while self.is_reserved(&id) || self.used.contains(&id) {
            count += 1;
            id = if self.is_reserved(wanted) {
                format!("section-{wanted}-{count}")
            } else {
                format!("{wanted}-{count}")
            };
        }
        self.used.insert(id.clone());
        id
    }

    /// `term-…` belongs to the terms of the page, `fox-step-7` to the steps of a figure.
    fn is_reserved(&self, id: &str) -> bool {
        id.starts_with("term-") || figure_of_step(id).is_some_and(|figure| self.figures.contains(figure))
    }
}

/// The figure that `fox-step-7` would be a step of: what stands before `-step-` and digits.
pub(crate) fn figure_of_step(id: &str) -> Option<&str> {
    let (figure, step) = id.rsplit_once("-step-")?;
    (!step.is_empty() && step.bytes().all(|digit| digit.is_ascii_digit())).then_some(figure)
}

/// Whether a fragment means the top of a page, as it does on every one: the HTML standard, "select the indicated part".
pub(crate) fn is_top(id: &str) -> bool {
    id.eq_ignore_ascii_case("top")
}

/// The id of a heading: its letters and digits of any script in lower case, with hyphens for spaces.
pub(super) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.nfc().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || is_combining_mark(c) || c == '_' {
            slug.push(c);
        } else if (c.is_whitespace() || c == '-') && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "section".into() } else { slug.to_owned() }
}

/// Whether an id that an author chose can stand in an address as it is.
pub(crate) fn is_anchor(id: &str) -> bool {
    !id.is_empty()
        && !id.starts_with("term-")
        && id.chars().all(|c| c.is_alphanumeric() || is_combining_mark(c) || "-_.".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_keep_every_script() {
        assert_eq!(slug("پارسی"), "پارسی");
        assert_eq!(slug("数学 の 基礎"), "数学-の-基礎");
        assert_eq!(slug("हिन्दी"), "हिन्दी");
        assert_eq!(slug("Vec<T> & x"), "vect-x");
        assert_eq!(slug("🚀"), "section");
        assert_eq!(slug(""), "section");
        assert_eq!(slug("Cafe\u{301} – Bar"), "café-bar");
    }

    #[test]
    fn equal_headings_get_different_ids() {
        let mut anchors = Anchors::default();
        let ids: Vec<String> = ["header", "header", "header-1", "header"].map(|id| anchors.claim_like(id)).into();
        assert_eq!(ids, ["header", "header-1", "header-1-1", "header-2"]);
    }

    #[test]
    fn the_steps_of_a_figure_are_not_for_headings() {
        let mut anchors = Anchors::default();
        assert!(anchors.claim("fox") && anchors.claim("prefill"));
        anchors.is_figure("fox");
        assert_eq!(anchors.claim_like("fox-step-1"), "section-fox-step-1-1");
        assert_eq!(anchors.claim_like("term-eos"), "section-term-eos-1");
        assert!(!anchors.claim("fox"));
        // Only a figure has steps, and only digits name one.
        for free in ["fox-step-by-step", "fox-step-1a", "fox-step-", "prefill-step-1", "prefill-step-by-step"] {
            assert_eq!(anchors.claim_like(free), free);
        }
    }
}
