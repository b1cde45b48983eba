//! Code on the page: highlighted by class names, never by colours of its own.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use syntect::html::{ClassStyle, ClassedHTMLGenerator};
use syntect::parsing::SyntaxSet;
use syntect::util::LinesWithEndings;

use super::escape::html;

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// Longer blocks stay plain: some grammars take quadratic time.
const MOST_BYTES: usize = 20_000;
/// A single longer line is data rather than code.
const LONGEST_LINE: usize = 2_000;
/// What no block of that size needs; a grammar that does is stuck.
const LONGEST_TIME: Duration = Duration::from_secs(5);

pub struct CodeBlock {
    pub html: String,
    /// The grammar did not come to an end and the block stayed plain.
    pub gave_up: bool,
}

/// `info` is what stands after the fence: its first word, up to a space or comma, names the language.
pub fn code_block(info: &str, code: &str) -> CodeBlock {
    let language = info.trim().split([' ', '\t', ',']).next().unwrap_or_default();
    let (body, gave_up) = match highlighted(language, code) {
        Highlighted::Yes(html) => (html, false),
        Highlighted::Plain => (html(code), false),
        Highlighted::GaveUp => (html(code), true),
    };
    let class = if language.is_empty() { String::new() } else { format!(" class=\"language-{}\"", html(language)) };
    CodeBlock { html: format!("<pre class=\"lp-code\" tabindex=\"0\"><code{class}>{body}</code></pre>\n"), gave_up }
}

enum Highlighted {
    Yes(String),
    Plain,
    GaveUp,
}

fn highlighted(language: &str, code: &str) -> Highlighted {
    if language.is_empty() || code.len() > MOST_BYTES || code.lines().any(|line| line.len() > LONGEST_LINE) {
        return Highlighted::Plain;
    }
    let Some(syntax) = SYNTAXES.find_syntax_by_token(language).filter(|syntax| syntax.name != "Plain Text") else {
        return Highlighted::Plain;
    };
    let style = ClassStyle::SpacedPrefixed { prefix: "hl-" };
    let mut generator = ClassedHTMLGenerator::new_with_class_style(syntax, &SYNTAXES, style);
    let started = Instant::now();
    for line in LinesWithEndings::from(code) {
        if generator.parse_html_for_line_which_includes_newline(line).is_err() || started.elapsed() > LONGEST_TIME {
            return Highlighted::GaveUp;
        }
    }
    Highlighted::Yes(generator.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_names_the_language() {
        for info in ["rust", "rust,ignore", "rust title=\"a b\" {1,3}", " rust"] {
            let block = code_block(info, "let a = \"</script>\";\n").html;
            assert!(block.contains("class=\"language-rust\""), "{block}");
            assert!(block.contains("hl-keyword"), "{block}");
            assert!(block.contains("&lt;/script&gt;"), "{block}");
        }
    }

    #[test]
    fn what_is_not_a_language_is_plain_and_escaped() {
        let block = code_block("\"onclick=x", "<b>\n").html;
        assert_eq!(
            block,
            "<pre class=\"lp-code\" tabindex=\"0\"><code class=\"language-&quot;onclick=x\">&lt;b&gt;\n</code></pre>\n"
        );
    }

    #[test]
    fn long_blocks_stay_plain() {
        let block = code_block("rust", &"let a = 1;\n".repeat(3_000));
        assert!(!block.html.contains("hl-") && !block.gave_up);
        assert!(!code_block("json", &format!("\"{}\"\n", "a".repeat(3_000))).html.contains("hl-"));
    }
}
