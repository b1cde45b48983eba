use std::ops::Range;

use super::{Block, Item, Lesson, QuestionKind};

impl Lesson {
    /// Every list of items in reading order: headings, prose, and the texts in blocks.
    pub fn item_lists(&self) -> Vec<&[Item]> {
        let mut lists: Vec<&[Item]> = Vec::new();
        for section in &self.sections {
            lists.extend(section.heading.iter().map(|heading| heading.items.as_slice()));
            lists.push(&section.items);
        }
        for (block, _) in self.blocks() {
            block.item_lists(&mut lists);
        }
        lists
    }

    /// The path of every value that the lesson quotes from a run, with its place: inline values in headings, prose and
    /// blocks, numbers of benchmark cards, answers of quizzes.
    pub fn values(&self) -> Vec<(&str, &Range<usize>)> {
        let inline = self.item_lists().into_iter().flatten().filter_map(|item| match item {
            Item::Value(path, span) => Some((path.as_str(), span)),
            _ => None,
        });
        let mut values: Vec<(&str, &Range<usize>)> = inline.collect();
        for (block, _) in self.blocks() {
            match block {
                Block::Benchmark(card) => {
                    let rows = card.rows.iter().map(|row| (&row.value, &row.span));
                    values.extend(rows.filter_map(|(value, span)| Some((value.expression()?.text(), span))));
                }
                Block::Quiz(quiz) => values.extend(quiz.questions.iter().filter_map(|question| match &question.kind {
                    QuestionKind::Number { answer, .. } => Some((answer.expression()?.text(), &question.span)),
                    _ => None,
                })),
                Block::Figure(figure) => values.extend(figure.figure.quotes()),
                Block::Directions(_) => {}
            }
        }
        values.sort_by_key(|(_, span)| span.start);
        values
    }
}

impl Block {
    fn item_lists<'a>(&'a self, lists: &mut Vec<&'a [Item]>) {
        match self {
            Self::Figure(figure) => lists.push(&figure.caption),
            Self::Benchmark(card) => {
                lists.push(&card.title);
                lists.extend(card.conditions.iter().map(|(_, items)| items.as_slice()));
                lists.extend([card.shows.as_slice(), &card.does_not_prove]);
            }
            Self::Directions(block) => {
                for direction in &block.directions {
                    lists.extend([direction.measure.as_slice(), &direction.when, &direction.why]);
                }
            }
            Self::Quiz(quiz) => {
                for question in &quiz.questions {
                    lists.push(&question.ask);
                    if let QuestionKind::Single(choices) | QuestionKind::Several(choices) = &question.kind {
                        lists.extend(choices.iter().flat_map(|choice| [choice.text.as_slice(), &choice.because]));
                    }
                    lists.push(&question.explain);
                }
            }
        }
    }
}
