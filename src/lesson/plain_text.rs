use pulldown_cmark::Event;

use super::Item;

/// The text of items without its marks, for titles, search and descriptions; not escaped. Inline values are left out:
/// they are not known here.
pub fn plain_text(items: &[Item]) -> String {
    let mut text = String::new();
    for item in items {
        match item {
            Item::Markdown(
                Event::Text(part) | Event::Code(part) | Event::InlineMath(part) | Event::DisplayMath(part),
                _,
            ) => text.push_str(part),
            Item::Markdown(Event::SoftBreak | Event::HardBreak, _) => text.push(' '),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
