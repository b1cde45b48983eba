use pulldown_cmark::Event;

use crate::lesson::{Block, Item, Lesson};

/// What a reader of technical prose reads in a minute.
const WORDS_PER_MINUTE: usize = 200;
/// A figure is looked at for as long as this many words are read: half a minute.
const WORDS_PER_FIGURE: usize = 100;

/// How many minutes a lesson takes, rounded up: its words (headings, prose, captions, cards, questions; a quoted value is
/// one word) at 200 a minute, and half a minute for each figure. In a script without spaces each character is a word.
pub fn minutes(lesson: &Lesson) -> usize {
    let words: usize = lesson.item_lists().into_iter().flatten().map(words).sum();
    let figures = lesson.blocks().filter(|(block, _)| matches!(block, Block::Figure(_))).count();
    (words + figures * WORDS_PER_FIGURE).div_ceil(WORDS_PER_MINUTE).max(1)
}

fn words(item: &Item) -> usize {
    match item {
        Item::Markdown(Event::Text(text) | Event::Code(text), _) => text.split_whitespace().map(words_in).sum(),
        Item::Value(..) => 1,
        _ => 0,
    }
}

/// Of a text without spaces.
fn words_in(text: &str) -> usize {
    // Kana and ideographs.
    let characters = text.chars().filter(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')).count();
    characters.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::fixture::{Fixture, items};

    #[test]
    fn words_are_counted_in_every_script() {
        let count = |text: &str| items(text).iter().map(words).sum::<usize>();
        assert_eq!(count("Two *words* and `code`"), 4);
        assert_eq!(count("`=fox.text` is one"), 3);
        assert_eq!(count("下一个词"), 4);
    }

    #[test]
    fn a_minute_is_200_words_and_an_empty_lesson_takes_one() {
        let of = |body: &str| minutes(&Fixture::with_body(body).lessons[0]);
        assert_eq!(of(""), 1);
        assert_eq!(of(&"word ".repeat(200)), 1);
        assert_eq!(of(&"word ".repeat(201)), 2);
        assert_eq!(of(&format!("{}\n\n@figure\n", "word ".repeat(200))), 2);
    }
}
