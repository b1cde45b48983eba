use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::host::host_record;
use super::record::Run;
use super::recorder::Seen;
use crate::token::{Piece, Row, Token, TokenId, WordMerges};
use crate::trace::{Branch, FORMAT_VERSION, PromptScore, Timings, Trace};

/// What was recorded beside the tokens that the run generated.
pub(super) struct Scored {
    pub prompt_scores: Vec<PromptScore>,
    pub prompt_rows: Vec<Row>,
    pub branches: Vec<Branch>,
    pub merges: Option<WordMerges>,
}

/// Puts the parts of a recording together, with the piece of every token that one of them lists.
pub(super) fn compose(
    run: &Run<'_>,
    prompt_text: String,
    prompt: Vec<Token>,
    scored: Scored,
    seen: Seen,
    timings: Timings,
) -> Trace {
    let tokens = run.tokens.as_ref();
    let piece = |id: TokenId| tokens.piece(id).unwrap_or_else(|| Piece::new(Vec::new()));
    let mut end = 0;
    let generated: Vec<Token> = seen
        .chosen
        .iter()
        .map(|&id| {
            let control = tokens.is_control(id);
            let piece = piece(id);
            let start = end;
            // A control token is no part of the text.
            end += if control { 0 } else { piece.bytes().len() as u32 };
            Token { id, piece, range: (start, end), control }
        })
        .collect();
    let Scored { prompt_scores, prompt_rows, branches, merges } = scored;
    let rows = seen.steps.iter().map(|step| &step.row).chain(&prompt_rows);
    let branched = branches
        .iter()
        .flat_map(|branch| branch.path.iter().copied().chain(branch.then.iter().flatten().map(|(id, _)| *id)));
    let listed: BTreeSet<TokenId> = rows
        .flat_map(|row| row.ids.iter().copied())
        .chain(prompt_scores.iter().map(|score| score.best.0))
        .chain(branched)
        .collect();
    let pieces: BTreeMap<TokenId, Piece> = listed.iter().map(|&id| (id, piece(id))).collect();
    let all = listed.iter().copied().chain(prompt.iter().chain(&generated).map(|token| token.id));
    let control: BTreeSet<TokenId> = all.filter(|id| tokens.is_control(*id)).collect();
    Trace {
        format: FORMAT_VERSION,
        key: run.spec.key(),
        request: run.spec.clone(),
        model: run.loaded.model(),
        engine: run.loaded.engine(run.spec),
        host: host_record(),
        recorded_at: Timestamp::from_second(Timestamp::now().as_second()).unwrap_or_default(),
        prompt_text,
        prompt,
        finish: run.finish(&seen),
        generated,
        prompt_scores,
        prompt_rows,
        branches,
        merges,
        steps: seen.steps,
        timings,
        pieces,
        control: control.into_iter().collect(),
    }
}
