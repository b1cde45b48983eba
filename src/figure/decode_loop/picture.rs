//! The loop, drawn as one: the sentence goes through the model, whose scores give the candidates, and from the chosen
//! one an arc leads back to the end of the sentence. What the steps share is drawn once.

use super::panel::Panel;
use super::sentence::{CHIP, Place, ROW, Room, Sentence, Turn, entry};
use super::steps::{self, Steps};
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, Canvas, Shows, Span, short};
use crate::figure::ink::NOTE;
use crate::trace::Trace;
use crate::words::Words;

/// Sizes of one layout of the figure.
#[derive(Clone, Copy, Debug)]
pub(in crate::figure) struct Layout {
    pub(in crate::figure) width: f64,
    /// Where the model and the candidates stand beside the sentence; below it where there is no such place.
    pub(in crate::figure) beside: Option<f64>,
    pub(in crate::figure) room: Room,
    /// Width of the model's box. Equal in both layouts, so that what stands in it is written once.
    pub(in crate::figure) panel: f64,
    /// No more candidates than this are drawn; the table has all.
    pub(in crate::figure) candidates: usize,
}

impl Layout {
    pub(in crate::figure) const WIDE: Self = Self {
        width: 720.0,
        beside: Some(420.0),
        room: Room { width: 360.0, prompt_rows: 3, rows: 5, answer_rows: 5 },
        panel: 300.0,
        candidates: 5,
    };
    pub(in crate::figure) const NARROW: Self = Self {
        width: 320.0,
        beside: None,
        room: Room { width: 300.0, prompt_rows: 2, rows: 3, answer_rows: 1 },
        panel: 300.0,
        candidates: 5,
    };

    /// The one for pictures of that width.
    pub(in crate::figure) fn of(width: f64) -> Self {
        if width < Self::WIDE.width { Self::NARROW } else { Self::WIDE }
    }
}

/// Where the picture begins beneath the stages.
const TOP: f64 = 36.0;
/// A line of the key.
const KEY: f64 = 22.0;
/// Radius of the lines' corners.
const BEND: f64 = 8.0;

struct Picture<'a> {
    words: &'a Words,
    trace: &'a Trace,
    steps: &'a Steps,
    layout: Layout,
}

/// The picture with every step in it, or one step of it.
pub(in crate::figure) fn picture(
    trace: &Trace,
    id: &str,
    count: usize,
    layout: Layout,
    only: Option<usize>,
    words: &Words,
) -> Svg {
    let steps = &Steps::of(trace);
    let shows = only.map_or(Shows::All(steps.stop()), Shows::One);
    let mut canvas = Canvas::new(id.to_owned(), shows);
    let panel = Panel { words, trace, steps, width: layout.panel, count: count.clamp(1, layout.candidates) };
    let height = Picture { words, trace, steps, layout }.draw(&mut canvas, &panel);
    canvas.finish(layout.width, height)
}

impl Picture<'_> {
    /// Returns the height.
    fn draw(&self, canvas: &mut Canvas, panel: &Panel) -> f64 {
        let (steps, layout) = (self.steps, self.layout);
        self.stages(canvas);
        let y = self.key(canvas, TOP);
        let sentence = Sentence::new(self.words, self.trace, steps, layout.room);
        let end = y + sentence.height();
        let (left, top) = layout.beside.map_or((0.0, end + 22.0), |x| (x, TOP));
        let lines = Lines { layout, y, left, top };
        canvas.path_during(Span::only(steps.prefill()), "lp-way lp-way-in", &lines.prompt(&sentence.prompt));
        for (index, turn) in sentence.turns.iter().enumerate() {
            let Some(chosen) = panel.chosen(index) else { continue };
            let into = turn.read.map(|read| lines.reads(read)).unwrap_or_default();
            let way = into + &lines.back(turn, chosen);
            canvas.path_during(Span::only(steps.pick(index)), "lp-way", &way);
        }
        if let Some(last) = sentence.prompt.last() {
            let cursor = format!("M{} {}v18", short(last.right() + 4.0), short(y + last.top() + 2.0));
            canvas.path_during(Span::between(1, steps.prefill()), "lp-way", &cursor);
        }
        sentence.draw(canvas, steps, 0.0, y);
        panel.draw(canvas, left, top);
        end.max(top + panel.height())
    }

    /// The four stages; the present one is marked.
    fn stages(&self, canvas: &mut Canvas) {
        let gap = 6.0;
        let width = (self.layout.width - 3.0 * gap) / 4.0;
        let mut whole = String::new();
        for (at, (stage, first, last)) in self.steps.stages().into_iter().enumerate() {
            let x = at as f64 * (width + gap);
            canvas.text(NOTE, x, 19.0, Anchor::Start, &steps::stage(self.words, stage));
            whole.push_str(&format!("M{} 2.5h{}", short(x), short(width)));
            if last >= first {
                canvas.rect_during(Span::between(first, last), "lp-stage-now", x, 0.0, width, 5.0, 2.5);
            }
        }
        canvas.path("lp-rule", &whole);
    }

    /// What the marks of the sentence mean. Returns where the sentence begins.
    fn key(&self, canvas: &mut Canvas, y: f64) -> f64 {
        let control = self.trace.prompt.iter().chain(&self.trace.generated).any(|token| token.control);
        let entries = [
            ("lp-a", "loop-key-prompt"),
            ("lp-b", "loop-key-written"),
            ("lp-c", "loop-key-control"),
            ("lp-kv-n", "loop-key-entry"),
        ];
        let (mut x, mut top) = (0.0, y);
        for (class, id) in entries.into_iter().filter(|(class, _)| control || *class != "lp-c") {
            let said = self.words.text(id, &[]);
            let width = 22.0 + NOTE.width(&said);
            if x > 0.0 && x + width > self.layout.room.width {
                (x, top) = (0.0, top + KEY - 2.0);
            }
            canvas.placed(class, x, top, |canvas| {
                match class {
                    "lp-kv-n" => entry(canvas, Span::ALWAYS, class, 0.0, 5.0, 16.0),
                    _ => canvas.rect("lp-box", 0.6, 3.0, 15.0, 11.0, 3.0),
                }
                canvas.text(NOTE, 22.0, 13.0, Anchor::Start, &said);
            });
            x += width + 14.0;
        }
        top + KEY + 6.0
    }
}

/// The two ways of the loop: from the sentence into the model, and from the chosen candidate back.
struct Lines {
    layout: Layout,
    /// Where the sentence begins.
    y: f64,
    /// Where the panel stands.
    left: f64,
    top: f64,
}

impl Lines {
    /// Beside the sentence the line runs above the token and then to the model; below it, straight down.
    fn reads(&self, read: Place) -> String {
        let middle = read.x + read.width / 2.0;
        match self.layout.beside {
            Some(_) => self.over(middle, read.top(), true),
            None => {
                let from = self.y + read.top() + ROW - 5.0;
                down(middle.min(self.layout.panel - 12.0), from, self.top)
            }
        }
    }

    /// All tokens of the prompt at once.
    fn prompt(&self, prompt: &[Place]) -> String {
        let Some(last) = prompt.last() else { return String::new() };
        match self.layout.beside {
            Some(_) => (0..=last.row).map(|row| self.over(0.0, row as f64 * ROW, row == 0)).collect(),
            None => {
                let end = if last.row == 0 { last.right() } else { self.layout.room.width };
                let y = self.y + last.top() + ROW - 3.0;
                format!("M0 {}v3h{}v-3{}", short(y), short(end), down(end / 2.0, y + 3.0, self.top))
            }
        }
    }

    /// Above the row at `row`, from `x` on, to the model; `arrow`: with its end.
    fn over(&self, x: f64, row: f64, arrow: bool) -> String {
        let (from, to) = (self.y + row - 3.5, self.top + Panel::MODEL);
        let turn = self.left - 24.0;
        let start =
            if x > 0.0 { format!("M{} {}v-3", short(x), short(from + 3.0)) } else { format!("M0 {}", short(from)) };
        let end = if arrow { arrow_right(self.left - 3.0) } else { String::new() };
        if (to - from).abs() < 2.0 * BEND {
            return format!("{start}H{}L{} {}{end}", short(turn - BEND), short(turn + BEND), short(to));
        }
        let sign = if to > from { 1.0 } else { -1.0 };
        format!(
            "{start}H{}q{b} 0 {b} {}V{}q0 {} {b} {}{end}",
            short(turn - BEND),
            short(sign * BEND),
            short(to - sign * BEND),
            short(sign * BEND),
            short(sign * BEND),
            b = short(BEND),
        )
    }

    /// From the chosen candidate to the cursor behind the newest token.
    fn back(&self, turn: &Turn, (row, number_end): (f64, f64)) -> String {
        let new = turn.new;
        let (cursor, to) = (new.right() + 4.0, self.y + new.top() + CHIP / 2.0);
        let from = self.top + row;
        let mark = format!("l5-4m-5 4l5 4M{} {}v18", short(cursor), short(to - 9.0));
        match self.layout.beside {
            // Beside and beneath the end of the sentence there is room; above it are its first rows.
            Some(_) if to > from + 2.0 * BEND => {
                let x = self.left - 6.0;
                format!(
                    "M{} {}q-{b} 0-{b} {b}V{}q0 {b}-{b} {b}H{}{mark}",
                    short(x),
                    short(from),
                    short(to - BEND),
                    short(cursor + 4.0),
                    b = short(BEND)
                )
            }
            Some(_) => {
                let x = self.left - 6.0;
                let pull = ((x - cursor) / 2.0).min(90.0);
                format!(
                    "M{} {}C{} {} {} {} {} {}{mark}",
                    short(x),
                    short(from),
                    short(x - pull),
                    short(from),
                    short(cursor + 4.0 + pull),
                    short(to),
                    short(cursor + 4.0),
                    short(to)
                )
            }
            None => {
                let x = self.layout.width - 2.0;
                format!(
                    "M{} {}H{}q{b} 0 {b}-{b}V{}q0-{b}-{b}-{b}H{}{mark}",
                    short(number_end + 6.0),
                    short(from),
                    short(x - BEND),
                    short(to + BEND),
                    short((cursor + 4.0).min(x - BEND)),
                    b = short(BEND)
                )
            }
        }
    }
}

/// An arrow from `from` to `to`.
fn down(x: f64, from: f64, to: f64) -> String {
    format!("M{} {}V{}m-4-5l4 5l4-5", short(x), short(from), short(to - 3.0))
}

/// The end of an arrow that points to the right and ends at `x`.
fn arrow_right(x: f64) -> String {
    format!("H{}m-5-4l5 4l-5 4", short(x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    fn shown(trace: &Trace, layout: Layout, step: usize) -> String {
        picture(trace, "f", 6, layout, Some(step), Words::english()).markup
    }

    fn count(markup: &str, class: &str) -> usize {
        markup.matches(&format!("class=\"{class}\"")).count()
    }

    /// Chips of the sentence that the model wrote; the chosen candidate is one too, of another class.
    fn written(markup: &str) -> usize {
        markup.matches("class=\"lp-b\"><rect").count()
    }

    #[test]
    fn the_newest_token_has_no_entry_until_it_goes_through_the_model() {
        let trace = fixture::fox();
        let steps = Steps::of(&trace);
        let of = |step| shown(&trace, Layout::WIDE, step);
        // One of each stands in the key.
        assert_eq!(count(&of(steps.tokens()), "lp-kv-a"), 0);
        for index in 0..trace.generated.len() {
            let markup = of(steps.pick(index));
            assert_eq!(count(&markup, "lp-kv-a"), trace.prompt.len());
            assert_eq!(written(&markup) - 1, index + 1, "tokens after pick {index}");
            assert_eq!(count(&markup, "lp-kv-b"), index, "entries after pick {index}");
        }
        assert_eq!(count(&of(steps.stop()), "lp-kv-b"), trace.generated.len() - 1);
    }

    #[test]
    fn every_choice_leads_back_to_the_sentence_and_one_token_goes_in() {
        for trace in [fixture::fox(), fixture::chat(), fixture::nasty()] {
            let steps = Steps::of(&trace);
            for layout in [Layout::WIDE, Layout::NARROW] {
                let ways = |step| count(&shown(&trace, layout, step), "lp-way");
                for index in 0..trace.generated.len() {
                    assert_eq!(ways(steps.pick(index)), 1, "pick {index}");
                }
                assert_eq!(ways(steps.prefill()), 1, "the cursor waits at the end of the prompt");
                assert_eq!(ways(steps.stop()), 0);
                let sentence = Sentence::new(Words::english(), &trace, &steps, layout.room);
                let read: Vec<bool> = sentence.turns.iter().map(|turn| turn.read.is_some()).collect();
                assert!(!read[0] && read[1..].iter().all(|read| *read), "the first choice comes from the prompt pass");
            }
        }
    }

    #[test]
    fn one_stage_is_marked_in_every_step() {
        let trace = fixture::chat();
        for step in 1..=Steps::of(&trace).stop() {
            assert_eq!(count(&shown(&trace, Layout::WIDE, step), "lp-stage-now"), 1, "step {step}");
        }
    }

    #[test]
    fn a_picture_of_all_steps_shows_the_last_without_a_script() {
        let trace = fixture::fox();
        let all = picture(&trace, "f", 6, Layout::NARROW, None, Words::english()).markup;
        // What is there for one step only is off, but for the mark of the last stage.
        let of_one_step = all.matches(" data-only=").count();
        assert_eq!(all.matches("lp-off\" data-only=").count(), of_one_step - 1);
        assert!(all.contains("<rect class=\"lp-stage-now\" data-only=\"20\""));
    }

    /// The page writes once what both layouts show alike: the candidates of each step, and every token.
    #[test]
    fn the_narrow_picture_repeats_nothing_of_the_wide_one() {
        for trace in [fixture::fox(), fixture::chat()] {
            let [wide, narrow] =
                [Layout::WIDE, Layout::NARROW].map(|layout| picture(&trace, "f", 6, layout, None, Words::english()));
            let [wide, narrow] = wide.inline_with(&narrow, "title", "description");
            assert!(narrow.len() * 3 < wide.len(), "{} of {} bytes", narrow.len(), wide.len());
            assert_eq!(narrow.matches("lp-share").count(), 0);
        }
    }

    #[test]
    fn the_narrow_picture_keeps_little_room_that_is_empty_before_the_answer() {
        for trace in [fixture::fox(), fixture::chat(), fixture::nasty()] {
            let steps = Steps::of(&trace);
            let sentence = Sentence::new(Words::english(), &trace, &steps, Layout::NARROW.room);
            let prompt = sentence.prompt.last().unwrap().top() + ROW;
            assert!(sentence.height() - prompt <= 60.0, "{} of {}", prompt, sentence.height());
        }
    }

    #[test]
    fn a_long_run_stays_of_a_bounded_height_and_says_what_it_leaves_out() {
        let (short, mut long) = (fixture::chat(), fixture::chat());
        let (token, step) = (short.generated[0].clone(), short.steps[0].clone());
        long.generated = vec![token; 200];
        long.steps = vec![step; 200];
        long.prompt = short.prompt.iter().cycle().take(3000).cloned().collect();
        for layout in [Layout::WIDE, Layout::NARROW] {
            let height = |trace: &Trace| picture(trace, "f", 6, layout, None, Words::english()).height;
            assert!(height(&long) <= height(&short) + 80.0, "{} and {}", height(&long), height(&short));
            for step in 1..=Steps::of(&long).stop() {
                let markup = shown(&long, layout, step);
                assert!(markup.contains(" before</text>"), "step {step} says how many tokens it leaves out");
            }
        }
    }

    #[test]
    fn a_run_that_wrote_nothing_is_drawn() {
        let mut trace = fixture::fox();
        trace.generated.clear();
        trace.steps.clear();
        let markup = picture(&trace, "f", 6, Layout::WIDE, None, Words::english()).markup;
        assert!(markup.contains("Stopped at the limit of tokens"));
    }
}
