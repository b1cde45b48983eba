//! Dollar signs in prose. Comes in: a Markdown text. Goes out: the same with a backslash before each sign that Markdown
//! would take for the start of a formula though it stands at a word or a number: `US$5, not US$6`, `$5-$6`.

use pulldown_cmark::Event;

use super::markdown::events;
use crate::diagnostic::Excerpt;

/// Each pass finds what the one before uncovered; prices in one paragraph are few.
const PASSES: usize = 16;

pub(super) fn prices_as_text(excerpt: Excerpt) -> Excerpt {
    let mut excerpt = excerpt;
    for _ in 0..PASSES {
        if !excerpt.text.contains('$') {
            break;
        }
        let at_word = |range: &std::ops::Range<usize>| {
            let before = excerpt.text.get(..range.start).and_then(|text| text.chars().next_back());
            let after = excerpt.text.get(range.end..).and_then(|text| text.chars().next());
            before.is_some_and(char::is_alphanumeric) || after.is_some_and(char::is_alphanumeric)
        };
        let edits: Vec<_> = events(&excerpt.text)
            .0
            .into_iter()
            .filter(|(event, range)| matches!(event, Event::InlineMath(_)) && at_word(range))
            .map(|(_, range)| (range.start..range.start, "\\"))
            .collect();
        if edits.is_empty() {
            break;
        }
        excerpt = excerpt.edited(&edits);
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn edited(text: &str) -> String {
        prices_as_text(Excerpt::of(&Source::new("a.md", text), 0..text.len())).text
    }

    #[test]
    fn prices_are_text() {
        for text in
            ["$5 and $6", "from $5 to $6.", "US$5, not US$6", "$5-$6", "$5/$6", "a $5*x*, US$6 and C$7", "$ a $"]
        {
            let edited = edited(text);
            let (events, _) = events(&edited);
            assert!(!events.iter().any(|(event, _)| matches!(event, Event::InlineMath(_))), "{edited}");
            assert_eq!(edited.replace('\\', ""), text);
        }
    }

    #[test]
    fn formulas_stay() {
        for text in ["so $p_i$, $a<b$ and ($x$)", "$$a$$b", "`US$5, US$6`", "$x$-axis"] {
            assert_eq!(edited(text), text);
        }
    }
}
