//! Text into HTML and XML. Whatever came from a person or a model goes through here or through a template's own
//! escaping, never around both.

/// For element content and for attributes in double quotes.
pub fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    // Writing to a string does not fail.
    let _ = pulldown_cmark_escape::escape_html(&mut escaped, &text.replace('\0', "\u{fffd}"));
    escaped
}

/// `text` without the characters that XML 1.0 does not allow even when escaped.
pub fn xml_text(text: &str) -> String {
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.chars().map(|c| if allowed(c) { c } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_html_is_left() {
        assert_eq!(html("<img src=\"a\" onerror=x> & \0"), "&lt;img src=&quot;a&quot; onerror=x&gt; &amp; \u{fffd}");
    }

    #[test]
    fn control_characters_are_not_xml() {
        assert_eq!(xml_text("a\u{8}\u{1b}\n\u{ffff}é"), "a\u{fffd}\u{fffd}\n\u{fffd}é");
    }
}
