//! What turns tokens into the next one: the tokenizer and the model as one box, and beneath it what comes out of the
//! step, which is a list in every step.

use super::steps::{self, Steps};
use crate::figure::candidates::{Candidate, Candidates};
use crate::figure::canvas::{Anchor, Canvas, Span, short};
use crate::figure::ink::{HEAD, ID, NOTE, NUMBER, STRONG, TOKEN};
use crate::figure::token_label::Label;
use crate::request::Sampling;
use crate::trace::{Finish, Spread, Trace, Unit};
use crate::words::Words;

/// Where the list's heading stands, and where its rows begin.
const HEADING: f64 = 92.0;
const ROWS: f64 = 100.0;
const ROW: f64 = 24.0;
const CHIP: f64 = 20.0;
/// Room for a candidate's label, where its bar begins, and what is kept for the number after the bar.
const LABEL: f64 = 100.0;
const BARS: f64 = 118.0;
const NUMBER_ROOM: f64 = 54.0;
/// Lines of the list where it has no candidates.
const LINE: f64 = 22.0;
const LINES: f64 = 5.0;
const PAD: f64 = 12.0;

pub(super) struct Panel<'a> {
    pub(super) words: &'a Words,
    pub(super) trace: &'a Trace,
    pub(super) steps: &'a Steps,
    pub(super) width: f64,
    /// How many candidates are listed.
    pub(super) count: usize,
}

impl Panel<'_> {
    pub(super) fn height(&self) -> f64 {
        let note = if self.drawn_at().is_some() { 20.0 } else { 0.0 };
        ROWS + ((self.count + 1) as f64 * ROW + note).max(LINES * LINE)
    }

    /// Middle of the model's part of the box, where what it reads comes in.
    pub(super) const MODEL: f64 = 50.0;

    /// Middle of the row of the chosen candidate, and where its number ends.
    pub(super) fn chosen(&self, index: usize) -> Option<(f64, f64)> {
        let list = Candidates::of(self.trace, index, self.count)?;
        let at = list.listed.iter().position(|candidate| candidate.chosen)?;
        let chosen = list.listed.get(at)?;
        let number = STRONG.width(&self.words.percent(chosen.probability));
        Some((ROWS + at as f64 * ROW + CHIP / 2.0, BARS + self.length(chosen.probability) + 7.0 + number))
    }

    fn length(&self, probability: f64) -> f64 {
        probability * (self.width - BARS - NUMBER_ROOM)
    }

    fn say(&self, id: &str) -> String {
        self.words.text(id, &[])
    }

    fn time(&self, spread: Spread) -> String {
        Unit::Milliseconds.shown(spread.median, self.words)
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let (trace, steps) = (self.trace, self.steps);
        canvas.placed("", x, y, |canvas| self.machine(canvas));
        canvas.part("", Span::only(steps.text()), x, y, |canvas| {
            self.status(canvas, &self.say("loop-not-run"), None);
            self.idea(canvas);
        });
        canvas.part("", Span::between(steps.tokens(), steps.prefill()), x, y, |canvas| self.ids(canvas));
        canvas.part("", Span::only(steps.tokens()), x, y, |canvas| {
            self.status(canvas, &self.say("loop-not-run"), None);
        });
        canvas.part("", Span::only(steps.prefill()), x, y, |canvas| {
            self.status(canvas, &self.say("loop-one-pass"), trace.prefill());
        });
        let lists: Vec<Option<Candidates>> =
            (0..trace.generated.len()).map(|index| Candidates::of(trace, index, self.count)).collect();
        // Where as many are listed in every step, how many are not is said once.
        let rest = |list: &Option<Candidates>| list.as_ref().map(|list| list.rest);
        let common = lists.first().filter(|first| lists.iter().all(|list| rest(list) == rest(first)));
        if !trace.generated.is_empty() {
            canvas.part("", Span::between(steps.pick(0), steps.stop() - 1), x, y, |canvas| {
                canvas.text(NOTE, 0.0, HEADING, Anchor::Start, &self.scores());
                self.temperature(canvas);
                if let Some(Some(list)) = common {
                    self.rest_name(canvas, list);
                }
            });
        }
        for (index, list) in lists.iter().enumerate() {
            let Some(list) = list else { continue };
            canvas.part("", Span::only(steps.pick(index)), x, y, |canvas| {
                match index.checked_sub(1).and_then(|before| trace.generated.get(before)) {
                    None => self.status(canvas, &self.say("loop-scored"), None),
                    Some(token) => {
                        let id = token.id.to_string();
                        self.status(canvas, &self.words.text("loop-reads", &[("id", id.into())]), trace.gap(index));
                    }
                }
                self.candidates(canvas, list);
                if common.is_none() {
                    self.rest_name(canvas, list);
                }
            });
        }
        canvas.part("", Span::from(steps.stop()), x, y, |canvas| self.summary(canvas));
        // Where `static/js/predict.js` puts the choices of a reader.
        if !trace.generated.is_empty() {
            canvas.rect("lp-choices", x, y + ROWS - 4.0, self.width, (self.count + 1) as f64 * ROW + 4.0, 0.0);
        }
    }

    fn scores(&self) -> String {
        self.words.text("loop-scores", &[("n", self.trace.model.vocabulary.into())])
    }

    /// Both boxes; the one at work is ringed.
    fn machine(&self, canvas: &mut Canvas) {
        let (steps, width) = (self.steps, self.width);
        canvas.rect("lp-field", 0.0, 0.0, width, 76.0, 6.0);
        canvas.path("lp-rule", &format!("M0 25h{}", short(width)));
        let ring = |canvas: &mut Canvas, from: usize, until: usize, y: f64, height: f64| {
            canvas.rect_during(Span::between(from, until), "lp-ring", 0.0, y, width, height, 6.0);
        };
        ring(canvas, steps.text(), steps.tokens(), 0.0, 25.0);
        ring(canvas, steps.prefill(), steps.stop() - 1, 25.0, 51.0);
        for (id, note, y) in [("loop-tokenizer", "loop-tokenizer-does", 17.5), ("loop-model", "", 45.0)] {
            let head = self.say(id);
            canvas.text(STRONG, PAD, y, Anchor::Start, &head);
            let left = PAD + STRONG.width(&head) + 8.0;
            if note.is_empty() {
                let name = Label::new(self.trace.model.name.as_bytes()).fit(width - PAD - left, TOKEN.size);
                canvas.title(&name);
                canvas.label(&name, left, y);
            } else {
                canvas.text(NOTE, left, y, Anchor::Start, &self.say(note));
            }
        }
    }

    /// What the model does in the step, and how long that took.
    fn status(&self, canvas: &mut Canvas, text: &str, time: Option<Spread>) {
        canvas.text(NOTE, PAD, 66.0, Anchor::Start, text);
        if let Some(spread) = time {
            canvas.text(NUMBER, self.width - PAD, 66.0, Anchor::End, &self.time(spread));
        }
    }

    /// Before anything runs: what the picture is about to show.
    fn idea(&self, canvas: &mut Canvas) {
        canvas.text(HEAD, 0.0, HEADING, Anchor::Start, &self.say("loop-idea"));
        let vocabulary = [("n", self.trace.model.vocabulary.into())];
        for (at, id) in ["loop-idea-cut", "loop-idea-score", "loop-idea-append", "loop-idea-again"].iter().enumerate() {
            let y = ROWS + 16.0 + at as f64 * LINE;
            canvas.text(NUMBER, 0.0, y, Anchor::Start, &self.words.number(at as f64 + 1.0, 0));
            canvas.text(NOTE, 18.0, y, Anchor::Start, &self.words.text(id, &vocabulary));
        }
    }

    /// The last tokens of the prompt with their ids.
    fn ids(&self, canvas: &mut Canvas) {
        canvas.text(HEAD, 0.0, HEADING, Anchor::Start, &self.say("loop-ids"));
        let room = (((self.height() - ROWS) / LINE).floor() as usize).max(2);
        let prompt = &self.trace.prompt;
        let left_out = if prompt.len() > room { prompt.len() + 1 - room } else { 0 };
        let mut y = ROWS + 16.0;
        if left_out > 0 {
            let said = self.words.text("loop-before", &[("n", left_out.into())]);
            canvas.text(NOTE, 0.0, y, Anchor::Start, &said);
            y += LINE;
        }
        canvas.group("lp-a", Span::ALWAYS, |canvas| {
            for token in prompt.iter().skip(left_out) {
                let label = Label::new(token.piece.bytes()).fit(130.0, TOKEN.size);
                canvas.label(&label, 0.0, y);
                canvas.text(ID, 180.0, y, Anchor::End, &token.id.to_string());
                y += LINE;
            }
        });
    }

    fn candidates(&self, canvas: &mut Canvas, list: &Candidates) {
        let (mut boxes, mut dashed, mut bars) = (String::new(), String::new(), String::new());
        for (at, candidate) in list.listed.iter().enumerate().filter(|(_, candidate)| !candidate.chosen) {
            let y = ROWS + at as f64 * ROW;
            let into = if candidate.control { &mut dashed } else { &mut boxes };
            into.push_str(&rounded(y, self.chip(candidate)));
            bars.push_str(&rectangle(BARS, y + 4.0, self.length(candidate.probability)));
        }
        let rest = ROWS + list.listed.len() as f64 * ROW;
        let length = self.length(list.rest_probability);
        if list.rest > 0 {
            bars.push_str(&rectangle(BARS, rest + 4.0, length));
        }
        for (class, data) in [("lp-boxes", &boxes), ("lp-boxes lp-dashed", &dashed), ("lp-share", &bars)] {
            if !data.is_empty() {
                canvas.path(class, data);
            }
        }
        for (at, candidate) in list.listed.iter().enumerate() {
            let y = ROWS + at as f64 * ROW;
            if candidate.chosen {
                let class = if candidate.control { "lp-pick lp-b lp-c" } else { "lp-pick lp-b" };
                canvas.group(class, Span::ALWAYS, |canvas| {
                    canvas.rect("lp-box", 0.0, y, self.chip(candidate), CHIP, 4.0);
                    canvas.path("lp-share", &rectangle(BARS, y + 4.0, self.length(candidate.probability)));
                    self.candidate(canvas, candidate, y);
                });
            } else {
                self.candidate(canvas, candidate, y);
            }
        }
        if list.rest > 0 {
            canvas.path("lp-rest", &format!("M{} {}h{}", BARS, short(rest + CHIP / 2.0), short(length)));
            let number = self.words.percent(list.rest_probability);
            canvas.text(NUMBER, (BARS + length + 7.0).round(), rest + 15.0, Anchor::Start, &number);
        }
    }

    fn rest_name(&self, canvas: &mut Canvas, list: &Candidates) {
        if list.rest > 0 {
            let y = ROWS + list.listed.len() as f64 * ROW + 14.5;
            canvas.text(NOTE, 0.0, y, Anchor::Start, &list.rest_name(self.words));
        }
    }

    fn chip(&self, candidate: &Candidate) -> f64 {
        (candidate.label.fit(LABEL, TOKEN.size).width + 10.0).ceil()
    }

    fn candidate(&self, canvas: &mut Canvas, candidate: &Candidate, y: f64) {
        let label = candidate.label.fit(LABEL, TOKEN.size);
        canvas.title(&label);
        canvas.label(&label, 5.0, y + 15.0);
        let ink = if candidate.chosen { STRONG } else { NUMBER };
        let x = (BARS + self.length(candidate.probability) + 7.0).round();
        canvas.text(ink, x, y + 15.0, Anchor::Start, &self.words.percent(candidate.probability));
    }

    /// The temperature of the draw, where it is not the one that the bars show.
    fn drawn_at(&self) -> Option<f64> {
        match self.trace.request.sampling {
            Sampling::Random { temperature, .. } if temperature != 1.0 => Some(temperature),
            _ => None,
        }
    }

    fn temperature(&self, canvas: &mut Canvas) {
        if let Some(temperature) = self.drawn_at() {
            let temperature = ("temperature", steps::temperature(self.words, temperature).into());
            let y = ROWS + (self.count + 1) as f64 * ROW + 14.0;
            canvas.text(NOTE, 0.0, y, Anchor::Start, &self.words.text("loop-temperature", &[temperature]));
        }
    }

    fn summary(&self, canvas: &mut Canvas) {
        let (trace, words) = (self.trace, self.words);
        let why = match &trace.finish {
            Finish::Eos { .. } => "loop-ended",
            Finish::Stop { .. } => "loop-stop-string",
            Finish::Length => "loop-limit",
        };
        self.status(canvas, &self.say("loop-last-unread"), None);
        canvas.text(HEAD, 0.0, HEADING, Anchor::Start, &self.say(why));
        let ms = |spread: Option<Spread>| spread.map(|spread| self.time(spread));
        let lines = [
            ("loop-prompt-tokens", Some(words.number(trace.prompt.len() as f64, 0))),
            ("loop-written", Some(words.number(trace.generated.len() as f64, 0))),
            ("loop-prompt-pass", ms(trace.prefill())),
            ("loop-first-token", ms(trace.ttft())),
            ("loop-further-token", ms(trace.gaps())),
        ];
        let mut y = ROWS + 16.0;
        for (name, value) in lines.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            canvas.text(NOTE, 0.0, y, Anchor::Start, &self.say(name));
            canvas.text(NUMBER, self.width - PAD, y, Anchor::End, &value);
            y += LINE;
        }
    }
}

fn rectangle(x: f64, y: f64, length: f64) -> String {
    let length = short(length.max(0.6));
    format!("M{x} {}h{length}v{}H{x}z", short(y), short(CHIP - 8.0), x = short(x))
}

/// A candidate's box at the left edge.
fn rounded(y: f64, width: f64) -> String {
    let (along, down) = (short(width - 8.0), short(CHIP - 8.0));
    format!("M4 {}h{along}a4 4 0 0 1 4 4v{down}a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4v-{down}a4 4 0 0 1 4-4z", short(y))
}
