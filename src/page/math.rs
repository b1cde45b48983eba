//! Formulas as MathML, made here so that a page needs no script for them. Comes in: LaTeX as it stands between dollar
//! signs. Goes out: MathML without styles of its own, which the page's policy would block.

use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::event::{Content, Event};
use pulldown_latex::{Parser, Storage, push_mathml};
use resvg::usvg::roxmltree::Document;

use super::escape;

/// `display` sets the formula on a line of its own. The error says what is wrong, in one sentence.
pub fn mathml(latex: &str, display: bool) -> Result<String, String> {
    let storage = Storage::new();
    let events = Parser::new(latex, &storage).collect::<Result<Vec<_>, _>>().map_err(|error| first_sentence(&error))?;
    let source = escape::html(latex);
    let config = RenderConfig {
        display_mode: if display { DisplayMode::Block } else { DisplayMode::Inline },
        annotation: Some(&source),
        ..RenderConfig::default()
    };
    let mut written = String::new();
    push_mathml(&mut written, events.into_iter().map(spaced).map(Ok::<_, std::convert::Infallible>), config)
        .map_err(|error| error.to_string())?;
    // The library names the space by an entity that XML does not know, and counts a lone one at both ends of its text.
    let spaced = escaped(&written).replace(">&nbsp;&nbsp;<", ">\u{a0}<").replace("&nbsp;", "\u{a0}");
    let written = without_styles(&spaced)?;
    // The library writes some signs as they are; what is not whole would change the page around it.
    match Document::parse(&written) {
        Ok(_) => Ok(written),
        Err(_) => Err("this formula holds a sign that cannot be set; write it as a command, such as `\\lt`".into()),
    }
}

/// The library's commands for a space give an entity's name as if it were a text.
fn spaced(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Content(Content::Text("&nbsp;")) => Event::Content(Content::Text("\u{a0}")),
        other => other,
    }
}

/// The signs of markup where the library leaves them bare: alone in an element.
fn escaped(mathml: &str) -> String {
    mathml.replace("><</", ">&lt;</").replace(">></", ">&gt;</").replace(">&</", ">&amp;</")
}

/// The library's message goes on with a drawing of where it stopped; a complaint has its own.
fn first_sentence(error: &pulldown_latex::ParserError) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_end_matches(':').trim().replace("unkown", "unknown")
}

/// Drops the attributes that only adjust a distance; a colour cannot be dropped silently.
fn without_styles(mathml: &str) -> Result<String, String> {
    const START: &str = " style=\"";
    let mut kept = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some(at) = rest.find(START) {
        let (before, after) = rest.split_at(at);
        let after = after.get(START.len()..).unwrap_or_default();
        // The same words in a text of the formula stay.
        if before.rfind('<') < before.rfind('>') {
            kept.push_str(before);
            kept.push_str(START);
            rest = after;
            continue;
        }
        let (style, next) = after.split_once('"').unwrap_or((after, ""));
        if style.contains("color") {
            return Err("a formula takes its colour from the page, in light and in dark".into());
        }
        kept.push_str(before);
        rest = next;
    }
    kept.push_str(rest);
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_softmax_is_mathml_with_its_source() {
        let softmax = mathml(r"p_i = \frac{e^{z_i / T}}{\sum_j e^{z_j / T}}", true).unwrap();
        assert!(softmax.starts_with("<math display=\"block\""), "{softmax}");
        for part in ["<mfrac", "<msub", "application/x-tex", "</math>"] {
            assert!(softmax.contains(part), "{part}: {softmax}");
        }
        let attention = mathml(r"\mathrm{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right)V", false).unwrap();
        assert!(attention.contains("<msqrt>") && !attention.contains("style="), "{attention}");
    }

    #[test]
    fn what_is_wrong_is_one_sentence() {
        for latex in [r"\frac{a}{", r"\nosuchthing", r"a^b^c", r"\begin{nothing}a\end{nothing}", "a & b"] {
            let error = mathml(latex, false).unwrap_err();
            assert!(!error.is_empty() && !error.contains(['\n', '│']), "{latex}: {error}");
        }
        assert!(mathml(r"\color{red} a", false).unwrap_err().contains("colour"));
    }

    #[test]
    fn markup_in_a_formula_is_text() {
        let html = mathml(r#"a < b \text{<img src=x onerror="1"> style="x" & </math>}"#, false);
        let html = html.unwrap();
        assert!(!html.contains("<img") && html.matches("</math>").count() == 1, "{html}");
        assert!(html.contains("<mo>&lt;</mo>") && html.contains(" style=\"x\" &amp;"), "{html}");
        assert!(mathml("a > b", false).unwrap().contains("<mo>&gt;</mo>"));
    }

    #[test]
    fn spaces_are_spaces_whatever_command_makes_them() {
        for latex in [r"a\ b", "a~b", r"a\nobreakspace b", r"a \text{ and } b", r"\text{ }"] {
            let html = mathml(latex, false).unwrap();
            let shown = html.split("<annotation").next().unwrap_or_default();
            assert!(shown.contains('\u{a0}') && !shown.contains("nbsp"), "{latex}: {html}");
            assert!(!shown.contains("\u{a0}\u{a0}"), "{latex}: {html}");
        }
    }

    /// Whatever is typed, the answer is MathML or a sentence.
    #[test]
    fn any_cut_of_a_formula_ends() {
        let whole = r"\left\{\begin{pmatrix} a & b \\[2ex] c & d \end{pmatrix}^{x_1}\right\}\def\x#1{#1}\x\hspace{1em}\text{é}'~\sum_{i=0}^n\char`a";
        for start in (0..whole.len()).filter(|at| whole.is_char_boundary(*at)) {
            for end in (start..=whole.len()).filter(|at| whole.is_char_boundary(*at)) {
                if let Ok(html) = mathml(&whole[start..end], (start + end) % 2 == 0) {
                    assert!(html.ends_with("</math>") && !html.contains(" style="), "{html}");
                }
            }
        }
    }
}
