use std::cell::RefCell;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser};

/// What lessons may use of Markdown. Built by union: taking the old footnotes away from `Options::all()` would take
/// the new ones away too, since their bits overlap.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
}

pub(super) type Events<'a> = Vec<(Event<'a>, Range<usize>)>;

/// The events of a text with their places in it, and the references (`[text][name]`) that nothing defines.
pub(super) fn events(text: &str) -> (Events<'_>, Vec<Range<usize>>) {
    let broken = RefCell::new(Vec::new());
    let note = |link: BrokenLink| -> Option<(CowStr, CowStr)> {
        // `[0, 1]` alone is a bracketed text far more often than a forgotten link.
        if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
            broken.borrow_mut().push(link.span.clone());
        }
        None
    };
    let events = Parser::new_with_broken_link_callback(text, options(), Some(note)).into_offset_iter().collect();
    (events, broken.into_inner())
}

/// The labels of the links that a text defines (`[label]: address`), the first of each, with the place of the definition.
pub(super) fn definitions(text: &str) -> Vec<(String, Range<usize>)> {
    let parser = Parser::new_ext(text, options());
    let definitions = parser.reference_definitions().iter();
    let mut definitions: Vec<_> = definitions.map(|(label, link)| (label.to_owned(), link.span.clone())).collect();
    definitions.sort_by_key(|(_, span)| span.start);
    definitions
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::Tag;

    use super::*;

    #[test]
    fn footnotes_are_on() {
        let (events, _) = events("a[^1]\n\n[^1]: note\n");
        assert!(events.iter().any(|(event, _)| matches!(event, Event::FootnoteReference(_))));
        assert!(events.iter().any(|(event, _)| matches!(event, Event::Start(Tag::FootnoteDefinition(_)))));
    }

    /// The formulas in a text.
    fn formulas(text: &str) -> Vec<String> {
        let formula = |(event, _): (Event, _)| match event {
            Event::InlineMath(latex) => Some(latex.to_string()),
            Event::DisplayMath(latex) => Some(format!("${latex}$")),
            _ => None,
        };
        events(text).0.into_iter().filter_map(formula).collect()
    }

    #[test]
    fn a_formula_stands_between_dollars_that_touch_it() {
        assert_eq!(formulas("so $p_i = e^{z_i}$ and $$\\sum_i p_i = 1$$"), ["p_i = e^{z_i}", "$\\sum_i p_i = 1$"]);
        assert_eq!(formulas("$a<b$ and $[0]$"), ["a<b", "[0]"]);
    }

    #[test]
    fn quotation_marks_stay_as_written() {
        let (events, _) = events("\"a\" -- b...");
        assert!(events.iter().any(|(event, _)| matches!(event, Event::Text(text) if text.contains("-- b..."))));
    }
}
