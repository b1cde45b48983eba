//! Code on the page: highlighted by class names, never by colours of its own.

use std::sync::LazyLock;

use syntect::html::{ClassStyle, ClassedHTMLGenerator};
use syntect::parsing::SyntaxSet;
use syntect::util::LinesWithEndings;

use super::escape::html;

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

const MOST_BYTES: usize = 20_000;
/// The most steps of a block, as [`steps`] counts them: 20,000 bytes in lines of 190, or one line of 1,999.
const MOST_STEPS: usize = 4_000_000;
/// What a line costs however short it is: every pattern of the grammar is tried on it.
const STEPS_OF_A_LINE: usize = 1_000;

pub struct CodeBlock {
    pub html: String,
    /// The block has a language, and is too long to be highlighted in it.
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

#[derive(Clone)]
enum Highlighted {
    Yes(String),
    Plain,
    GaveUp,
}

/// Remembered while the preview runs: most blocks are the same in its next build.
#[comemo::memoize(enabled = crate::kept::is_remembering())]
fn highlighted(language: &str, code: &str) -> Highlighted {
    let known = SYNTAXES.find_syntax_by_token(language).filter(|syntax| syntax.name != "Plain Text");
    let Some(syntax) = known.filter(|_| !language.is_empty()) else { return Highlighted::Plain };
    if code.len() > MOST_BYTES || steps(code) > MOST_STEPS {
        return Highlighted::GaveUp;
    }
    let style = ClassStyle::SpacedPrefixed { prefix: "hl-" };
    let mut generator = ClassedHTMLGenerator::new_with_class_style(syntax, &SYNTAXES, style);
    for line in LinesWithEndings::from(code) {
        if generator.parse_html_for_line_which_includes_newline(line).is_err() {
            return Highlighted::GaveUp;
        }
    }
    Highlighted::Yes(generator.finalize())
}

/// What highlighting costs at worst: from each place of a line a grammar may look through the rest of it. The bound is
/// on what is written and not on the time it takes, so that the load of a machine changes no page.
fn steps(code: &str) -> usize {
    code.lines().map(|line| STEPS_OF_A_LINE + line.len() * line.len()).sum()
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
        for (language, code) in [
            ("rust", "let a = 1;\n".repeat(3_000)),
            ("json", format!("\"{}\"\n", "a".repeat(3_000))),
            ("d", format!("{}\n", "a.b".repeat(500)).repeat(10)),
            ("ruby", "(\n".repeat(9_000)),
        ] {
            let block = code_block(language, &code);
            assert!(!block.html.contains("hl-") && block.gave_up, "{language}");
            assert!(!code_block("", &code).gave_up && !code_block("nonsense", &code).gave_up);
        }
        assert!(code_block("rust", &"let a_name = another(1, 2);\n".repeat(700)).html.contains("hl-"));
    }
}
