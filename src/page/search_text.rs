//! What the search finds a part of a page by. Comes in: items and blocks of a lesson. Goes out: their words as a reader
//! sees them, with the values of the runs. Leaves out code, what of a formula is no plain letter, the rows of tables, and
//! what answers a quiz: it is found by thinking.

use html5gum::{Token, Tokenizer};
use pulldown_cmark::{Event, Tag, TagEnd};

use super::PageInput;
use super::badge::run_facts;
use crate::figure::Drawn;
use crate::lesson::{BenchmarkBlock, Block, FigureBlock, Item, Lesson, Movement, QuestionKind};
use crate::number::Expression;
use crate::trace::Trace;
use crate::words::Value;

/// Reads the texts of one lesson, or of what belongs to none.
pub struct SearchText<'a> {
    pub input: &'a PageInput<'a>,
    pub lesson: Option<&'a Lesson>,
}

impl SearchText<'_> {
    /// Figures and cards are left out: they are places of their own.
    pub fn items(&self, items: &[Item]) -> String {
        let mut text = String::new();
        let mut in_code = false;
        for item in items {
            match item {
                Item::Markdown(event, _) => match event {
                    Event::Start(Tag::CodeBlock(_)) => in_code = true,
                    Event::End(TagEnd::CodeBlock) => in_code = false,
                    Event::Text(part) if !in_code => text.push_str(part),
                    // Names of tokens and settings: short, and what a reader searches for.
                    Event::Code(part) => text.push_str(part),
                    Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
                    | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
                    Event::InlineMath(latex) if !latex.contains('\\') => text.push_str(latex),
                    Event::InlineMath(_) | Event::DisplayMath(_) => text.push('…'),
                    _ => text.push(' '),
                },
                Item::Value(path, _) => text.push_str(&self.value(path).unwrap_or_else(|| "…".into())),
                Item::Block(block, _) => {
                    let said = self.block(block);
                    text.push_str(if text.is_empty() || said.is_empty() { "" } else { " · " });
                    text.push_str(&said);
                }
            }
        }
        spaced(&text)
    }

    fn block(&self, block: &Block) -> String {
        match block {
            Block::Figure(_) | Block::Benchmark(_) => String::new(),
            Block::Directions(block) => joined(block.directions.iter().flat_map(|direction| {
                let id = match direction.moves {
                    Movement::Up => "direction-up-html",
                    Movement::Down => "direction-down-html",
                    Movement::Flat => "direction-flat-html",
                };
                let part = |items| Value::from(self.items(items));
                let values = [("measure", part(&direction.measure)), ("when", part(&direction.when))];
                [text_in(&self.input.words.html(id, &values), |_| true).concat(), self.items(&direction.why)]
            })),
            Block::Quiz(quiz) => joined(quiz.questions.iter().flat_map(|question| {
                let choices = match &question.kind {
                    QuestionKind::Single(choices) | QuestionKind::Several(choices) => choices.as_slice(),
                    _ => &[],
                };
                std::iter::once(&question.ask).chain(choices.iter().map(|choice| &choice.text)).map(|it| self.items(it))
            })),
        }
    }

    /// What a figure shows, of what, and what its tables tell.
    pub fn figure(&self, figure: &FigureBlock) -> String {
        let mut parts = Vec::new();
        if let Some(drawn) = self.drawn(figure) {
            parts.push(drawn.description.replace(['\u{2068}', '\u{2069}'], ""));
            parts.extend(drawn.origins.iter().map(|(name, text)| format!("{name}: {text}")));
            parts.extend(text_in(&drawn.table, |name| matches!(name, b"caption" | b"th")));
        }
        for run in figure.figure.runs() {
            parts.extend(["prompt.text", "text"].iter().filter_map(|path| self.value(&format!("{run}.{path}"))));
        }
        joined(parts)
    }

    /// What a card compares, under which conditions, and what that shows.
    pub fn benchmark(&self, card: &BenchmarkBlock) -> String {
        let mut parts = vec![self.items(&card.shows), self.items(&card.does_not_prove), card.metric.clone()];
        parts.extend(card.rows.iter().map(|row| row.label.clone()));
        parts.extend(card.conditions.iter().map(|(name, text)| format!("{name}: {}", self.items(text))));
        if let Some(trace) = card.run.as_deref().and_then(|run| self.trace(run)) {
            let known = run_facts(trace, self.input.words).into_iter().filter(|fact| fact.is_condition);
            parts.extend(known.map(|fact| format!("{}: {}", fact.name, fact.text)));
        }
        if let Some(source) = &card.source {
            parts.push(source.title.clone());
            parts.extend(source.publisher.clone());
        }
        joined(parts)
    }

    fn drawn(&self, figure: &FigureBlock) -> Option<&Drawn> {
        self.input.figures.get(&self.lesson?.path)?.get(&figure.id)
    }

    fn trace(&self, run: &str) -> Option<&Trace> {
        self.input.traces.get(&self.lesson?.path)?.get(run)
    }

    /// As the page shows it; nothing where the run is still to be recorded or has no such value.
    fn value(&self, text: &str) -> Option<String> {
        let runs = self.input.traces.get(&self.lesson?.path)?;
        Some(Expression::parse(text).ok()?.value(runs).ok()?.shown(self.input.words))
    }
}

/// Each part once, in their order.
fn joined(parts: impl IntoIterator<Item = String>) -> String {
    let mut seen: Vec<String> = Vec::new();
    for part in parts {
        let part = spaced(&part);
        if !part.is_empty() && !seen.contains(&part) {
            seen.push(part);
        }
    }
    seen.join(" · ")
}

/// One space between words, none around them.
pub fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of each element that `wanted` names, or all of it where every name is. Rows' heads are data, so of heads only
/// those of columns count.
fn text_in(html: &str, wanted: fn(&[u8]) -> bool) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut open = wanted(b"");
    for Ok(token) in Tokenizer::new(html) {
        match token {
            Token::StartTag(tag) if wanted(&tag.name) => {
                open = tag.attributes.get(b"scope".as_slice()).is_none_or(|scope| scope.starts_with(b"col"));
                texts.push(String::new());
            }
            Token::EndTag(tag) if wanted(&tag.name) => open = wanted(b""),
            Token::String(part) if open => {
                texts.last_mut().into_iter().for_each(|text| text.push_str(&String::from_utf8_lossy(&part)));
            }
            _ => {}
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_heads_of_columns_and_captions_are_read() {
        let table = "<table><caption>Two &amp; three</caption><tr><th scope=\"col\">Rank<th scope=col>Id</tr>\
                     <tr><th scope=\"row\">1</th><td>7</td></tr></table>";
        let texts = joined(text_in(table, |name| matches!(name, b"caption" | b"th")));
        assert_eq!(texts, "Two & three · Rank · Id");
    }
}
