//! Whether the parts of a trace are a whole: sizes that a model can have, numbers that are numbers, token ids that the
//! vocabulary has, pieces that are the text. Comes in: a trace from a file that a person may have edited. Goes out: the
//! path of the first field that cannot be, and why. What its rows and its tree have to be is in `validate`.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{Finish, TimedRun, Trace};
use crate::request::Prompt;
use crate::token::{Row, TAIL_BINS, TOP_LOGITS, Token, TokenId};

/// Far above any model that there is, and low enough that sizes made of several of these can be counted and drawn.
const LAYERS: RangeInclusive<u32> = 1..=4096;
const HEADS: RangeInclusive<u32> = 1..=65_536;
const WIDTH: RangeInclusive<u32> = 1..=1 << 24;
const VOCABULARY: RangeInclusive<u32> = 1..=1 << 24;
const CONTEXT: RangeInclusive<u32> = 1..=1 << 30;
const PARAMETERS: RangeInclusive<u64> = 1..=1 << 53;
const MEMORY: RangeInclusive<u64> = 0..=1 << 53;
const THREADS: RangeInclusive<u32> = 0..=1 << 20;
/// Tokens of a prompt or a reply.
const TOKENS: usize = 1 << 20;
/// A time or a logit of more is a slip; it also keeps sums of them finite.
const MOST: f64 = 1e12;

type Checked = Result<(), String>;

fn wrong(path: impl Display, what: impl Display) -> Checked {
    Err(format!("`{path}` {what}"))
}

fn within<T: PartialOrd + Display>(path: impl Display, value: T, range: &RangeInclusive<T>) -> Checked {
    if range.contains(&value) {
        return Ok(());
    }
    wrong(path, format!("is {value}, and must be {} to {}", range.start(), range.end()))
}

fn number(path: impl Display, value: f64) -> Checked {
    if value.is_finite() && value.abs() <= MOST { Ok(()) } else { wrong(path, format!("is {value}")) }
}

fn time(path: impl Display, value: f64) -> Checked {
    number(&path, value)?;
    if value < 0.0 { wrong(path, format!("is {value}, and a time is not negative")) } else { Ok(()) }
}

/// Rounded when it was recorded, a probability of 1 may have a logarithm just above 0.
fn logprob(path: impl Display, value: f64) -> Checked {
    number(&path, value)?;
    if value > 1e-3 { wrong(path, format!("is {value}, and a log-probability is not above 0")) } else { Ok(()) }
}

fn entropy(path: impl Display, value: f64) -> Checked {
    number(&path, value)?;
    if value < -1e-3 { wrong(path, format!("is {value}, and an entropy is not negative")) } else { Ok(()) }
}

impl Trace {
    pub(super) fn check_whole(&self) -> Checked {
        self.check_sizes()?;
        self.check_request()?;
        self.check_tokens("prompt", &self.prompt, Some(self.prompt_text.as_bytes()))?;
        self.check_tokens("generated", &self.generated, None)?;
        for (id, piece) in &self.pieces {
            self.check_id(format_args!("pieces.{id}"), *id)?;
            let other = self.prompt.iter().chain(&self.generated).find(|token| token.id == *id);
            if other.is_some_and(|token| token.piece != *piece) {
                return wrong(format_args!("pieces.{id}"), "is not the piece that the token has where it stands");
            }
        }
        for (at, id) in self.control.iter().enumerate() {
            self.check_id(format_args!("control[{at}]"), *id)?;
        }
        self.check_scores()?;
        self.check_finish()?;
        self.check_timings()
    }

    fn check_sizes(&self) -> Checked {
        let model = &self.model;
        within("model.vocabulary", model.vocabulary, &VOCABULARY)?;
        within("model.layers", model.layers, &LAYERS)?;
        within("model.heads", model.heads, &HEADS)?;
        within("model.kv_heads", model.kv_heads, &HEADS)?;
        within("model.head_width", model.head_width, &WIDTH)?;
        within("model.embedding", model.embedding, &WIDTH)?;
        within("model.context", model.context, &CONTEXT)?;
        within("model.parameters", model.parameters, &PARAMETERS)?;
        within("engine.threads", self.engine.threads, &THREADS)?;
        within("host.cores", self.host.cores, &THREADS)?;
        within("host.memory_bytes", self.host.memory_bytes, &MEMORY)?;
        if model.kv_heads > model.heads {
            return wrong("model.kv_heads", format!("is {}, and there are {} heads", model.kv_heads, model.heads));
        }
        Ok(())
    }

    fn check_request(&self) -> Checked {
        if let Some(threads) = self.request.threads.filter(|threads| *threads != self.engine.threads) {
            let used = self.engine.threads;
            return wrong("engine.threads", format!("is {used}, and `request.threads` is {threads}"));
        }
        if let Some(first) = self.request.first_tokens {
            let used = self.prompt.len();
            if used != first as usize {
                return wrong("prompt", format!("has {used} tokens, and `request.first_tokens` is {first}"));
            }
            return match &self.request.prompt {
                Prompt::Raw(text) if !text.starts_with(&self.prompt_text) => {
                    wrong("prompt_text", "is not how `request.prompt` begins")
                }
                _ => Ok(()),
            };
        }
        match &self.request.prompt {
            Prompt::Raw(text) if *text != self.prompt_text => {
                wrong("prompt_text", "is not the text of `request.prompt`")
            }
            // A template may take the spaces at the ends of a message away.
            Prompt::Chat(messages) => {
                match messages.iter().position(|message| !self.prompt_text.contains(message.content.trim())) {
                    Some(at) => wrong("prompt_text", format!("lacks the text of `request.prompt.chat[{at}].content`")),
                    None => Ok(()),
                }
            }
            Prompt::Raw(_) => Ok(()),
        }
    }

    fn check_id(&self, path: impl Display, id: TokenId) -> Checked {
        if id.0 < self.model.vocabulary {
            return Ok(());
        }
        wrong(path, format!("is token {id}, and the vocabulary has {}", self.model.vocabulary))
    }

    fn check_rank(&self, path: impl Display, rank: u32) -> Checked {
        within(path, rank, &(1..=self.model.vocabulary))
    }

    /// `text`: what the ranges are places in; the pieces themselves where it is not given.
    fn check_tokens(&self, list: &str, tokens: &[Token], text: Option<&[u8]>) -> Checked {
        if tokens.len() > TOKENS {
            return wrong(list, format!("has {} tokens", tokens.len()));
        }
        let mut end = 0;
        for (at, token) in tokens.iter().enumerate() {
            self.check_id(format_args!("{list}[{at}].id"), token.id)?;
            let (from, to) = (token.range.0 as usize, token.range.1 as usize);
            let path = format!("{list}[{at}].range");
            if from != end || to < from {
                return wrong(path, format!("is [{from}, {to}], and the token before ends at {end}"));
            }
            end = to;
            let bytes = token.piece.bytes();
            let same = match text {
                Some(text) => {
                    let Some(written) = text.get(from..to) else {
                        return wrong(path, format!("ends at {to}, and `prompt_text` has {} bytes", text.len()));
                    };
                    // A token that begins a text may stand for nothing in it, or for a space that SentencePiece puts
                    // before it.
                    bytes == written || (token.control && from == to) || bytes.strip_prefix(b" ") == Some(written)
                }
                None => bytes.len() == to - from || (token.control && from == to),
            };
            if !same {
                return wrong(format_args!("{list}[{at}].piece"), "is not what stands at its `range`");
            }
            if token.control != self.is_control(token.id) {
                return wrong(format_args!("{list}[{at}].control"), "and the list `control` say different things");
            }
        }
        match text {
            Some(text) if end != text.len() => {
                wrong("prompt_text", format!("has {} bytes, and the tokens of `prompt` end at {end}", text.len()))
            }
            _ => Ok(()),
        }
    }

    fn check_scores(&self) -> Checked {
        for (at, score) in self.prompt_scores.iter().flatten().enumerate() {
            logprob(format_args!("prompt_scores[{at}].logprob"), score.logprob)?;
            entropy(format_args!("prompt_scores[{at}].entropy"), score.entropy)?;
            self.check_rank(format_args!("prompt_scores[{at}].rank"), score.rank)?;
            self.check_id(format_args!("prompt_scores[{at}].best"), score.best.0)?;
            logprob(format_args!("prompt_scores[{at}].best"), score.best.1)?;
        }
        for (at, row) in self.prompt_rows.iter().enumerate() {
            self.check_row(&format!("prompt_rows[{at}]"), row)?;
        }
        for (at, step) in self.steps.iter().enumerate() {
            step.logprob.map_or(Ok(()), |value| logprob(format_args!("steps[{at}].logprob"), value))?;
            step.entropy.map_or(Ok(()), |value| entropy(format_args!("steps[{at}].entropy"), value))?;
            step.rank.map_or(Ok(()), |rank| self.check_rank(format_args!("steps[{at}].rank"), rank))?;
            step.row.as_ref().map_or(Ok(()), |row| self.check_row(&format!("steps[{at}].row"), row))?;
            for (place, (id, value)) in step.best.iter().enumerate() {
                self.check_id(format_args!("steps[{at}].best[{place}]"), *id)?;
                logprob(format_args!("steps[{at}].best[{place}]"), *value)?;
            }
        }
        for (at, branch) in self.branches.iter().enumerate() {
            logprob(format_args!("branches[{at}].logprob"), branch.logprob)?;
            let ids = branch.path.iter().copied().chain(branch.then.iter().flatten().map(|(id, _)| *id));
            for id in ids {
                self.check_id(format_args!("branches[{at}]"), id)?;
            }
            for (_, value) in branch.then.iter().flatten() {
                logprob(format_args!("branches[{at}].then"), *value)?;
            }
        }
        Ok(())
    }

    fn check_row(&self, path: &str, row: &Row) -> Checked {
        if row.ids.len() > TOP_LOGITS || row.ids.len() != row.logits.len() {
            return wrong(
                format_args!("{path}.ids"),
                format!(
                    "lists {} ids, `logits` {} numbers; at most {TOP_LOGITS} of each belong there",
                    row.ids.len(),
                    row.logits.len()
                ),
            );
        }
        for (at, (id, logit)) in row.ids.iter().zip(&row.logits).enumerate() {
            self.check_id(format_args!("{path}.ids[{at}]"), *id)?;
            number(format_args!("{path}.logits[{at}]"), *logit)?;
            if row.ids.iter().take(at).any(|other| other == id) {
                return wrong(format_args!("{path}.ids[{at}]"), format!("lists token {id} twice"));
            }
        }
        if !row.logits.is_sorted_by(|a, b| a >= b) {
            return wrong(format_args!("{path}.logits"), "are not in order, the highest first");
        }
        number(format_args!("{path}.logsumexp"), row.logsumexp)?;
        if row.logits.first().is_some_and(|most| *most > row.logsumexp + 0.01) {
            return wrong(format_args!("{path}.logsumexp"), "is below the highest logit");
        }
        number(format_args!("{path}.tail.low"), row.tail.low)?;
        number(format_args!("{path}.tail.high"), row.tail.high)?;
        if row.tail.low > row.tail.high {
            return wrong(format_args!("{path}.tail.low"), "is above `high`");
        }
        if row.tail.counts.len() > TAIL_BINS {
            return wrong(format_args!("{path}.tail.counts"), format!("has {} bins", row.tail.counts.len()));
        }
        let counted: u64 = row.tail.counts.iter().map(|count| u64::from(*count)).sum();
        let all = counted + row.ids.len() as u64;
        if all > u64::from(self.model.vocabulary) {
            let what = format!("makes {all} tokens with `ids`, and the vocabulary has {}", self.model.vocabulary);
            return wrong(format_args!("{path}.tail.counts"), what);
        }
        Ok(())
    }

    fn check_finish(&self) -> Checked {
        if self.generated.is_empty() {
            return wrong("generated", "has no token");
        }
        if self.generated.len() > self.request.max_tokens as usize {
            let what =
                format!("has {} tokens, and `request.max_tokens` is {}", self.generated.len(), self.request.max_tokens);
            return wrong("generated", what);
        }
        match &self.finish {
            Finish::Eos { token } if self.generated.last().is_none_or(|last| last.id != *token) => {
                wrong("finish.token", format!("is {token}, which is not the last token of `generated`"))
            }
            Finish::Stop { string } if !self.request.stop.contains(string) => {
                wrong("finish.string", "is none of `request.stop`")
            }
            _ => Ok(()),
        }
    }

    fn check_timings(&self) -> Checked {
        let Some(timings) = &self.timings else { return Ok(()) };
        timings.load_ms.map_or(Ok(()), |load| time("timings.load_ms", load))?;
        if timings.repeats.len() != self.request.repeat as usize {
            let what = format!("has {} runs, and `request.repeat` is {}", timings.repeats.len(), self.request.repeat);
            return wrong("timings.repeats", what);
        }
        for (at, run) in timings.repeats.iter().enumerate() {
            self.check_run(&format!("timings.repeats[{at}]"), run)?;
        }
        timings.warm_up.as_ref().map_or(Ok(()), |run| self.check_run("timings.warm_up", run))
    }

    fn check_run(&self, path: &str, run: &TimedRun) -> Checked {
        let gaps = self.generated.len().saturating_sub(1);
        if run.gaps_ms.len() != gaps {
            return wrong(
                format_args!("{path}.gaps_ms"),
                format!("has {} times, {gaps} belong there", run.gaps_ms.len()),
            );
        }
        for (at, gap) in run.gaps_ms.iter().enumerate() {
            time(format_args!("{path}.gaps_ms[{at}]"), *gap)?;
        }
        run.prefill_ms.map_or(Ok(()), |prefill| time(format_args!("{path}.prefill_ms"), prefill))?;
        time(format_args!("{path}.ttft_ms"), run.ttft_ms)?;
        if run.prefill_ms.is_some_and(|prefill| prefill > run.ttft_ms) {
            return wrong(format_args!("{path}.ttft_ms"), "is less than `prefill_ms`, which is part of it");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Piece;
    use crate::trace::Timings;

    fn fox() -> Trace {
        let text = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        serde_json::from_str(text).unwrap()
    }

    fn row_of(trace: &mut Trace, step: usize) -> &mut Row {
        trace.steps[step].row.as_mut().unwrap()
    }

    fn timings(trace: &mut Trace) -> &mut Timings {
        trace.timings.as_mut().unwrap()
    }

    /// A trace is checked whole when it is read.
    #[test]
    fn a_part_that_disagrees_with_another_is_named_by_its_path() {
        fox().validate().unwrap();
        type Edit = fn(&mut Trace);
        let edits: [(Edit, &str); 29] = [
            (|t| t.request.threads = Some(t.engine.threads + 1), "`engine.threads`"),
            (|t| t.request.first_tokens = Some(3), "`prompt`"),
            (
                |t| {
                    t.request.first_tokens = Some(t.prompt.len() as u32);
                    t.request.prompt = Prompt::Raw("Another".into());
                },
                "`prompt_text`",
            ),
            (|t| t.request.prompt = Prompt::Raw("Another".into()), "`prompt_text`"),
            (|t| t.prompt_text.push('x'), "`prompt_text`"),
            (|t| t.prompt[1].piece = Piece::from("x"), "`prompt[1].piece`"),
            (|t| t.prompt[1].range.1 += 1, "`prompt[1].piece`"),
            (|t| t.prompt[2].range.0 += 1, "`prompt[2].range`"),
            (|t| t.prompt[0].range = (9, 2), "`prompt[0].range`"),
            (|t| t.prompt[0].id = TokenId(u32::MAX), "`prompt[0].id`"),
            (|t| t.prompt[0].control = true, "`prompt[0].control`"),
            (|t| t.generated[1].range.1 = u32::MAX, "`generated[1].piece`"),
            (|t| t.model.layers = 1 << 31, "`model.layers`"),
            (|t| t.model.heads = 0, "`model.heads`"),
            (|t| t.model.kv_heads = u32::MAX, "`model.kv_heads`"),
            (|t| t.model.head_width = u32::MAX, "`model.head_width`"),
            (|t| t.model.embedding = 0, "`model.embedding`"),
            (|t| t.model.vocabulary = u32::MAX, "`model.vocabulary`"),
            (|t| t.model.vocabulary = 10, "`prompt[0].id`"),
            (|t| t.model.parameters = u64::MAX, "`model.parameters`"),
            (|t| t.steps[0].logprob = Some(1.0), "`steps[0].logprob`"),
            (|t| t.steps[0].rank = Some(0), "`steps[0].rank`"),
            (|t| row_of(t, 1).logits[3] = f64::NAN, "`steps[1].row.logits[3]`"),
            (|t| row_of(t, 1).tail.counts[0] = u32::MAX, "`steps[1].row.tail.counts`"),
            (|t| t.prompt_scores.as_mut().unwrap()[0].best.0 = TokenId(u32::MAX), "`prompt_scores[0].best`"),
            (|t| timings(t).load_ms = Some(f64::INFINITY), "`timings.load_ms`"),
            (|t| drop(timings(t).repeats.pop()), "`timings.repeats`"),
            (|t| timings(t).repeats[0].gaps_ms.truncate(1), "`timings.repeats[0].gaps_ms`"),
            (|t| t.request.max_tokens = 1, "`generated`"),
        ];
        for (edit, path) in edits {
            let mut trace = fox();
            edit(&mut trace);
            let said = trace.validate().unwrap_err();
            assert!(said.starts_with(path), "{path}: {said}");
        }
    }
}
