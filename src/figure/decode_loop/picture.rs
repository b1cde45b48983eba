//! The loop, step by step: text, tokens, the prompt pass that fills the K/V state, then one turn per generated token
//! until the run's stop.

use super::sequence::{Room, Sequence};
use super::steps::{self, Steps};
use crate::figure::Svg;
use crate::figure::candidates::{self, Candidates, Columns};
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span, chip_width, short};
use crate::figure::ink::{HEAD, NOTE, NUMBER, STRONG, TOKEN};
use crate::figure::input_text::InputText;
use crate::figure::token_label::Label;
use crate::request::Sampling;
use crate::trace::{Finish, Spread, Trace, Unit};
use crate::words::Words;

/// Sizes of one layout of the figure.
#[derive(Clone, Copy, Debug)]
pub(in crate::figure) struct Layout {
    pub(in crate::figure) width: f64,
    /// Where the candidates stand beside the sequence; below it where there is no such place.
    pub(in crate::figure) beside: Option<f64>,
    pub(in crate::figure) room: Room,
    /// Lines of the prompt's text; 0 leaves the text out.
    pub(in crate::figure) text_lines: usize,
    /// No more candidates than this are drawn; the table has all.
    pub(in crate::figure) candidates: usize,
    pub(in crate::figure) legend: bool,
}

impl Layout {
    pub(in crate::figure) const WIDE: Self = Self {
        width: 720.0,
        beside: Some(408.0),
        room: Room { width: 376.0, label: 150.0, prompt_rows: 3, rows: 6 },
        text_lines: 3,
        candidates: 10,
        legend: true,
    };
    pub(in crate::figure) const NARROW: Self = Self {
        width: 320.0,
        beside: None,
        room: Room { width: 320.0, label: 150.0, prompt_rows: 2, rows: 5 },
        text_lines: 3,
        candidates: 5,
        legend: true,
    };

    /// The one for pictures of that width.
    pub(in crate::figure) fn of(width: f64) -> Self {
        if width < Self::WIDE.width { Self::NARROW } else { Self::WIDE }
    }

    fn panel_width(self) -> f64 {
        self.width - self.beside.unwrap_or(0.0)
    }
}

const STRIP: f64 = 56.0;

struct Picture<'a> {
    words: &'a Words,
    trace: &'a Trace,
    steps: Steps,
    layout: Layout,
    /// How many candidates are listed.
    count: usize,
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
    let steps = Steps::of(trace);
    let shows = only.map_or(Shows::All(steps.stop()), Shows::One);
    let mut canvas = Canvas::new(id.to_owned(), shows);
    let height = Picture { words, trace, steps, layout, count: count.clamp(1, layout.candidates) }.draw(&mut canvas);
    canvas.finish(layout.width, height)
}

impl Picture<'_> {
    fn say(&self, id: &str) -> String {
        self.words.text(id, &[])
    }

    fn time(&self, spread: Spread) -> String {
        Unit::Milliseconds.shown(spread.median, self.words)
    }

    /// Returns the height.
    fn draw(&self, canvas: &mut Canvas) -> f64 {
        self.strip(canvas);
        let after_text = self.text(canvas, STRIP);
        let after_tokens = self.tokens(canvas, after_text);
        let panel_height =
            74.0 + (self.count + 1) as f64 * candidates::ROW + if self.drawn_at().is_some() { 22.0 } else { 4.0 };
        let bottom = match self.layout.beside {
            Some(x) => {
                self.panel(canvas, x, STRIP);
                after_tokens.max(STRIP + panel_height)
            }
            None => {
                self.panel(canvas, 0.0, after_tokens + 14.0);
                after_tokens + 14.0 + panel_height
            }
        };
        if self.layout.legend { self.legend(canvas, bottom + 8.0) } else { bottom }
    }

    /// The four stages; the present one is marked.
    fn strip(&self, canvas: &mut Canvas) {
        let gap = 6.0;
        let width = (self.layout.width - 3.0 * gap) / 4.0;
        for (at, (stage, first, last)) in self.steps.stages().into_iter().enumerate() {
            let x = at as f64 * (width + gap);
            let name = steps::stage(self.words, stage);
            let mut segment = |span: Span, bar: &str, ink, height: f64| {
                canvas.group("", span, |canvas| {
                    canvas.rect(bar, x, (5.0 - height) / 2.0, width, height, height / 2.0);
                    canvas.text(ink, x, 26.0, Anchor::Start, &name);
                });
            };
            if first > 1 {
                segment(Span::between(1, first - 1), "lp-stage", NOTE, 1.0);
            }
            if last >= first {
                segment(Span::between(first, last), "lp-stage-now", HEAD, 5.0);
                if last < self.steps.stop() {
                    segment(Span::from(last + 1), "lp-stage-done", NOTE, 3.0);
                }
            }
        }
    }

    fn text(&self, canvas: &mut Canvas, y: f64) -> f64 {
        if self.layout.text_lines == 0 {
            return y;
        }
        let input =
            InputText::new(self.words, &self.trace.request.prompt, self.layout.room.width, self.layout.text_lines);
        canvas.text(HEAD, 0.0, y + 12.0, Anchor::Start, &self.say("loop-text"));
        input.draw(canvas, 0.0, y + 24.0);
        y + 24.0 + input.height() + 16.0
    }

    fn tokens(&self, canvas: &mut Canvas, y: f64) -> f64 {
        let (steps, right) = (&self.steps, self.layout.room.width);
        let sequence = Sequence::new(self.words, self.trace, steps, self.layout.room);
        canvas.group("", Span::from(steps.tokens()), |canvas| {
            canvas.text(HEAD, 0.0, y + 12.0, Anchor::Start, &self.say("loop-tokens"));
        });
        let prompt = self.trace.prompt.len();
        let mut count = |span, tokens: usize, entries: usize| {
            canvas.group("", span, |canvas| {
                let text = match entries {
                    0 => self.words.text("loop-in-all", &[("tokens", tokens.into())]),
                    _ => {
                        let values = [("tokens", tokens.into()), ("entries", entries.into())];
                        self.words.text("loop-in-all-cached", &values)
                    }
                };
                canvas.text(NOTE, right, y + 12.0, Anchor::End, &text);
            });
        };
        count(Span::only(steps.tokens()), prompt, 0);
        count(Span::only(steps.prefill()), prompt, prompt);
        for index in 0..self.trace.generated.len() {
            let last = index + 1 == self.trace.generated.len();
            let step = steps.pick(index);
            let span = if last { Span::from(step) } else { Span::only(step) };
            count(span, prompt + index + 1, prompt + index);
        }
        if self.trace.generated.is_empty() {
            count(Span::from(steps.stop()), prompt, prompt);
        }
        sequence.draw(canvas, steps, 0.0, y + 28.0);
        y + 28.0 + sequence.height()
    }

    fn panel(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let (trace, steps) = (self.trace, &self.steps);
        canvas.group("", Span::between(1, steps.prefill()), |canvas| self.model(canvas, x, y));
        let columns = Columns::new(self.layout.panel_width(), false);
        if !trace.generated.is_empty() {
            canvas.group("", Span::between(steps.pick(0), steps.stop() - 1), |canvas| {
                canvas.text(HEAD, x, y + 12.0, Anchor::Start, &self.say("loop-next-token"));
                let of = self.words.text("loop-of", &[("n", trace.model.vocabulary.into())]);
                canvas.text(NOTE, x + columns.width, y + 12.0, Anchor::End, &of);
            });
        }
        for index in 0..trace.generated.len() {
            let Some(list) = Candidates::of(trace, index, self.count) else { continue };
            canvas.group("", Span::only(steps.pick(index)), |canvas| {
                self.went_in(canvas, index, x, y + 24.0);
                canvas.candidates(self.words, &list, columns, x, y + 74.0);
                self.temperature(canvas, x, y + 74.0 + (list.listed.len() + 1) as f64 * candidates::ROW + 12.0);
            });
        }
        canvas.group("", Span::from(steps.stop()), |canvas| self.summary(canvas, x, y));
    }

    /// Before there is anything to choose from: what the text is about to go through.
    fn model(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let (model, steps) = (&self.trace.model, &self.steps);
        let width = self.layout.panel_width();
        canvas.text(HEAD, x, y + 12.0, Anchor::Start, &self.say("loop-model"));
        canvas.rect("lp-field", x, y + 24.0, width, 92.0, 6.0);
        let name = Label::new(model.name.as_bytes()).fit(width - 28.0, TOKEN.size);
        canvas.label(&name, x + 14.0, y + 49.0);
        let shape = [("layers", model.layers.into()), ("heads", model.heads.into()), ("kv", model.kv_heads.into())];
        let lines = [
            self.words.text("loop-shape", &shape),
            self.words.text("loop-vocabulary", &[("n", model.vocabulary.into())]),
        ];
        for (at, line) in lines.iter().enumerate() {
            canvas.text(NOTE, x + 14.0, y + 73.0 + 20.0 * at as f64, Anchor::Start, line);
        }
        canvas.group("", Span::between(1, steps.tokens()), |canvas| {
            canvas.text(NOTE, x, y + 140.0, Anchor::Start, &self.say("loop-not-run"));
        });
        canvas.group("", Span::only(steps.prefill()), |canvas| {
            canvas.rect("lp-ring", x - 3.0, y + 21.0, width + 6.0, 98.0, 8.0);
            let time = self.trace.prefill().map_or(String::new(), |spread| self.time(spread));
            canvas.text(NOTE, x, y + 144.0, Anchor::Start, &self.say("loop-one-pass"));
            canvas.text(STRONG, x + width, y + 144.0, Anchor::End, &time);
        });
    }

    /// Which token the model read to give these scores, and how long that took.
    fn went_in(&self, canvas: &mut Canvas, index: usize, x: f64, y: f64) {
        let width = self.layout.panel_width();
        let before = index.checked_sub(1).and_then(|before| self.trace.generated.get(before));
        match before {
            None => canvas.text(NOTE, x, y + 17.5, Anchor::Start, &self.say("loop-scored")),
            Some(token) => {
                let reads = self.say("loop-reads");
                canvas.text(NOTE, x, y + 17.5, Anchor::Start, &reads);
                let x = x + NOTE.width(&reads) + 8.0;
                let label = Label::new(token.piece.bytes()).fit(130.0, TOKEN.size);
                let chip = chip_width(&label, "");
                let class = if token.control { "lp-b lp-c" } else { "lp-b" };
                canvas.group(class, Span::ALWAYS, |canvas| {
                    canvas.title(&label);
                    canvas.rect("lp-box", x, y, chip, CHIP_HEIGHT, 5.0);
                    canvas.label(&label, x + (chip - label.width) / 2.0, y + 18.0);
                });
            }
        }
        let rule = format!("M{} {}h{}", short(x), short(y + 37.0), width);
        canvas.path("lp-rule", &rule);
        if index > 0
            && let Some(spread) = self.trace.gap(index)
        {
            canvas.text(NUMBER, x + width, y + 18.0, Anchor::End, &self.time(spread));
        }
    }

    /// The temperature of the draw, where it is not the one that the bars show.
    fn drawn_at(&self) -> Option<f64> {
        match self.trace.request.sampling {
            Sampling::Random { temperature, .. } if temperature != 1.0 => Some(temperature),
            _ => None,
        }
    }

    fn temperature(&self, canvas: &mut Canvas, x: f64, y: f64) {
        if let Some(temperature) = self.drawn_at() {
            let temperature = ("temperature", steps::temperature(self.words, temperature).into());
            canvas.text(NOTE, x, y, Anchor::Start, &self.words.text("loop-temperature", &[temperature]));
        }
    }

    fn summary(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let (trace, width) = (self.trace, self.layout.panel_width());
        let why = match &trace.finish {
            Finish::Eos { .. } => "loop-ended",
            Finish::Stop { .. } => "loop-stop-string",
            Finish::Length => "loop-limit",
        };
        canvas.text(HEAD, x, y + 12.0, Anchor::Start, &self.say(why));
        let ms = |spread: Option<Spread>| spread.map(|spread| self.time(spread));
        let lines = [
            ("loop-prompt-tokens", Some(self.words.number(trace.prompt.len() as f64, 0))),
            ("loop-written", Some(self.words.number(trace.generated.len() as f64, 0))),
            ("loop-prompt-pass", ms(trace.prefill())),
            ("loop-first-token", ms(trace.ttft())),
            ("loop-further-token", ms(trace.gaps())),
        ];
        let mut baseline = y + 46.0;
        for (name, value) in lines.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            canvas.text(NOTE, x, baseline, Anchor::Start, &self.say(name));
            canvas.text(NUMBER, x + width, baseline, Anchor::End, &value);
            canvas.path("lp-rule", &format!("M{} {}h{}", short(x), baseline + 9.0, width));
            baseline += 30.0;
        }
    }

    /// Returns the height of the picture.
    fn legend(&self, canvas: &mut Canvas, y: f64) -> f64 {
        let entries: [(&str, &str); 4] = [
            ("lp-a", "loop-key-prompt"),
            ("lp-b", "loop-key-written"),
            ("lp-c", "loop-key-control"),
            ("kv", "loop-key-entry"),
        ];
        let control = self.trace.prompt.iter().chain(&self.trace.generated).any(|token| token.control);
        let (mut x, mut top) = (0.0, y);
        for (class, id) in entries.into_iter().filter(|(class, _)| control || *class != "lp-c") {
            let sign = if class == "kv" { 36.0 } else { 26.0 };
            let said = self.say(id);
            let width = sign + NOTE.width(&said);
            if x > 0.0 && x + width > self.layout.width {
                (x, top) = (0.0, top + 22.0);
            }
            if class == "kv" {
                canvas.cells("lp-kv-n", x, top + 2.0, 30.0);
            } else {
                canvas.group(class, Span::ALWAYS, |canvas| canvas.rect("lp-box", x + 0.6, top + 2.0, 18.0, 12.0, 3.0));
            }
            canvas.text(NOTE, x + sign, top + 12.5, Anchor::Start, &said);
            x += width + 22.0;
        }
        top + 20.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    fn shown(trace: &Trace, step: usize) -> String {
        picture(trace, "f", 6, Layout::WIDE, Some(step), Words::english()).markup
    }

    fn count(markup: &str, class: &str) -> usize {
        markup.matches(&format!("class=\"{class}\"")).count()
    }

    #[test]
    fn the_newest_token_has_no_entry_until_it_goes_through_the_model() {
        let trace = fixture::fox();
        let steps = Steps::of(&trace);
        assert_eq!(count(&shown(&trace, steps.tokens()), "lp-kv-a"), 0);
        for index in 0..trace.generated.len() {
            let markup = shown(&trace, steps.pick(index));
            assert_eq!(count(&markup, "lp-kv-a"), trace.prompt.len());
            // The chips of the sequence, without the one in the panel that names what the model reads, the one that is
            // chosen there and the one in the legend.
            assert_eq!(count(&markup, "lp-new"), index + 1, "tokens after pick {index}");
            assert_eq!(count(&markup, "lp-kv-b"), index, "entries after pick {index}");
        }
        assert_eq!(count(&shown(&trace, steps.stop()), "lp-kv-b"), trace.generated.len() - 1);
    }

    #[test]
    fn one_stage_is_marked_in_every_step() {
        let trace = fixture::chat();
        for step in 1..=Steps::of(&trace).stop() {
            assert_eq!(count(&shown(&trace, step), "lp-stage-now"), 1, "step {step}");
        }
    }

    #[test]
    fn a_picture_of_all_steps_shows_the_last_without_a_script() {
        let trace = fixture::fox();
        let all = picture(&trace, "f", 6, Layout::NARROW, None, Words::english()).markup;
        // What is there for one step only is off, but for the mark of the last stage.
        assert_eq!(all.matches("<g data-only").count(), 1);
        assert!(all.contains("<g data-only=\"20\">"));
        assert!(all.contains("<g class=\"lp-new\" data-from=\"4\">"));
        assert!(all.contains("<g class=\"lp-off\" data-only=\"4\">"));
    }

    #[test]
    fn a_long_run_stays_of_a_bounded_height() {
        let (short, mut long) = (fixture::chat(), fixture::chat());
        let (token, step) = (short.generated[0].clone(), short.steps[0].clone());
        long.generated = vec![token; 200];
        long.steps = vec![step; 200];
        long.prompt = short.prompt.iter().cycle().take(3000).cloned().collect();
        let height = |trace: &Trace| picture(trace, "f", 6, Layout::NARROW, None, Words::english()).height;
        assert!(height(&long) < height(&short) + 200.0, "{} and {}", height(&long), height(&short));
        let last = picture(&long, "f", 6, Layout::NARROW, Some(Steps::of(&long).stop()), Words::english()).markup;
        assert!(last.contains(" before</text>"), "the page says how many tokens came before it");
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
