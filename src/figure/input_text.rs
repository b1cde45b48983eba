//! The prompt as a person wrote it, in a box of a few lines: a text, or the messages of a chat.

use crate::figure::canvas::{Anchor, Canvas, Span};
use crate::figure::ink::{NOTE, TOKEN};
use crate::figure::token_label::{Cell, Fitted, Label, Look};
use crate::request::{Prompt, Role};
use crate::words::Words;

struct Line {
    /// Whose message it is, on its first line; empty on the others.
    role: Option<String>,
    text: Fitted,
}

pub(super) struct InputText {
    lines: Vec<Line>,
    width: f64,
}

const LINE: f64 = 21.0;
const PAD: f64 = 10.0;
const ROLE: f64 = 66.0;

/// A space between words is a space here: the box shows text, not tokens.
fn with_spaces(label: Label) -> Label {
    let space = |cell: Cell| match (cell.look, cell.text.as_str()) {
        (Look::Sign, "·") => Cell { look: Look::Plain, text: "\u{a0}".into() },
        _ => cell,
    };
    Label { cells: label.cells.into_iter().map(space).collect() }
}

/// Breaks after spaces and line ends; a word longer than a line is broken anywhere.
fn wrapped(cells: &[Cell], room: f64) -> Vec<&[Cell]> {
    let mut lines = Vec::new();
    let mut start = 0;
    while start < cells.len() {
        let (mut width, mut end, mut after_word) = (0.0, start, None);
        while let Some(cell) = cells.get(end) {
            width += cell.width(TOKEN.size);
            if width > room {
                break;
            }
            end += 1;
            if cell.look == Look::Sign && cell.text == "⏎" {
                after_word = Some(end);
                break;
            }
            if cell.text == "\u{a0}" {
                after_word = Some(end);
            }
        }
        let full = end < cells.len();
        let end = if full { after_word.unwrap_or(end).max(start + 1) } else { end };
        lines.push(&cells[start..end]);
        start = end;
    }
    lines
}

/// At most `most` lines; a sign ends the last one where there is more.
fn broken(text: &str, room: f64, most: usize) -> Vec<Fitted> {
    // Long enough for every line that can be shown, and no more work than that.
    let start: String = text.chars().take(400 * most).collect();
    let label = with_spaces(Label::new(start.as_bytes()));
    let lines = wrapped(&label.cells, room);
    let cut = lines.len() > most;
    let mut fitted = Vec::new();
    for (at, cells) in lines.into_iter().take(most).enumerate() {
        let mut cells = cells.to_vec();
        if cut && at + 1 == most {
            while cells.iter().map(|cell| cell.width(TOKEN.size)).sum::<f64>() > room - 9.0 {
                cells.pop();
            }
            cells.push(Cell { look: Look::Sign, text: "…".into() });
        }
        fitted.push(Label { cells }.fit(room, TOKEN.size));
    }
    fitted
}

impl InputText {
    pub(super) fn new(words: &Words, prompt: &Prompt, width: f64, most: usize) -> Self {
        let room = width - 2.0 * PAD;
        let mut lines = Vec::new();
        match prompt {
            Prompt::Raw(text) => {
                lines.extend(broken(text, room, most).into_iter().map(|text| Line { role: None, text }));
            }
            Prompt::Chat(messages) => {
                let each = (most / messages.len().max(1)).max(1);
                for message in messages.iter().take(most) {
                    let role = match message.role {
                        Role::System => "loop-role-system",
                        Role::User => "loop-role-user",
                        Role::Assistant => "loop-role-assistant",
                    };
                    let role = words.text(role, &[]);
                    for (at, text) in broken(&message.content, room - ROLE, each).into_iter().enumerate() {
                        lines.push(Line { role: Some(if at == 0 { role.clone() } else { String::new() }), text });
                    }
                }
            }
        }
        Self { lines, width }
    }

    pub(super) fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE + 2.0 * PAD - 4.0
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        canvas.group("lp-a", Span::ALWAYS, |canvas| {
            canvas.rect("lp-field", x, y, self.width, self.height(), 6.0);
            for (at, line) in self.lines.iter().enumerate() {
                let baseline = y + PAD + 13.0 + at as f64 * LINE;
                let mut left = x + PAD;
                if let Some(role) = &line.role {
                    if !role.is_empty() {
                        canvas.text(NOTE, left, baseline, Anchor::Start, role);
                    }
                    left += ROLE;
                }
                canvas.label(&line.text, left, baseline);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_box_and_none_is_lost_without_a_sign() {
        let text = "A quick brown fox, a Donaudampfschifffahrtsgesellschaftskapitän and 狐狸 jump.\nThen they rest. "
            .repeat(3);
        let input = InputText::new(Words::english(), &Prompt::Raw(text), 200.0, 4);
        assert_eq!(input.lines.len(), 4);
        assert!(input.lines.iter().all(|line| line.text.width <= 180.0));
        assert_eq!(input.lines.last().unwrap().text.runs.last().unwrap().text.chars().last(), Some('…'));
    }
}
