use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::host::host_record;
use super::record::Run;
use super::recorder::Seen;
use crate::request::{Abilities, Clock, RowAbility};
use crate::token::{Piece, Row, Token, TokenId, WordMerges};
use crate::trace::{Branch, EngineRecord, FORMAT_VERSION, Part, PromptScore, Timings, Trace};

/// What was recorded beside the tokens that the run generated.
pub(super) struct Parts {
    pub prompt_scores: Option<Vec<PromptScore>>,
    pub prompt_rows: Vec<Row>,
    pub branches: Vec<Branch>,
    pub merges: Option<WordMerges>,
    pub timings: Option<Timings>,
}

/// Puts the parts of a recording together, with the piece of every token that one of them lists.
pub(super) fn compose(run: &Run<'_>, prompt_text: String, prompt: Vec<Token>, parts: Parts, seen: Seen) -> Trace {
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
    let Parts { prompt_scores, prompt_rows, branches, merges, timings } = parts;
    let rows = seen.steps.iter().filter_map(|step| step.row.as_ref()).chain(&prompt_rows);
    let best = seen.steps.iter().flat_map(|step| step.best.iter().map(|(id, _)| *id));
    let branched = branches
        .iter()
        .flat_map(|branch| branch.path.iter().copied().chain(branch.then.iter().flatten().map(|(id, _)| *id)));
    let listed: BTreeSet<TokenId> = rows
        .flat_map(|row| row.ids.iter().copied())
        .chain(best)
        .chain(prompt_scores.iter().flatten().map(|score| score.best.0))
        .chain(branched)
        .collect();
    let pieces: BTreeMap<TokenId, Piece> = listed.iter().filter_map(|&id| Some((id, tokens.piece(id)?))).collect();
    let all = listed.iter().copied().chain(prompt.iter().chain(&generated).map(|token| token.id));
    let control: BTreeSet<TokenId> = all.filter(|id| tokens.is_control(*id)).collect();
    let engine = run.loaded.engine(run.spec);
    let missing = missing(&run.loaded.abilities(), &engine, timings.as_ref());
    Trace {
        format: FORMAT_VERSION,
        key: run.spec.key(),
        request: run.spec.clone(),
        model: run.loaded.model(),
        engine,
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
        missing,
    }
}

/// What the engine could not give, and why.
fn missing(abilities: &Abilities, engine: &EngineRecord, timings: Option<&Timings>) -> BTreeMap<Part, String> {
    let name = format!("the engine {} {}", engine.name, engine.version);
    let mut missing = BTreeMap::new();
    let mut gap = |lacks: bool, part: Part, why: &str| {
        if lacks {
            missing.insert(part, format!("{name} {why}"));
        }
    };
    let rows = match abilities.rows {
        RowAbility::Whole => String::new(),
        RowAbility::Best(count) => format!("gives the {count} likeliest tokens of a step only"),
        RowAbility::Nothing => "gives the chosen token of a step only".into(),
    };
    gap(!rows.is_empty(), Part::Rows, &rows);
    gap(abilities.rows == RowAbility::Nothing, Part::Logprobs, &rows);
    gap(!abilities.prompt_scores, Part::PromptScores, "does not score a prompt");
    gap(!abilities.ids, Part::Ids, "gives texts of tokens only");
    gap(!abilities.pieces, Part::Pieces, "gives the ids of likely tokens only");
    gap(timings.is_none(), Part::Timings, "is not timed");
    let outside = abilities.timings == Clock::Outside;
    gap(outside, Part::Prefill, "is timed from outside, where a prompt pass is not seen by itself");
    let loading = timings.is_some_and(|timings| timings.load_ms.is_none());
    gap(loading, Part::Loading, "had its model loaded before");
    missing
}
