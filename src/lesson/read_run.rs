use std::ops::Range;

use super::RunRequest;
use crate::diagnostic::Complaints;
use crate::request::{BranchSpec, KvCache, Message, Prompt, Role, Sampling, Weights, canonical_text, read_word};
use crate::yaml::{Fields, Node};

pub(super) const MOST_TOKENS: u32 = 4096;
pub(super) const MOST_THREADS: u32 = 1024;

/// Reads one entry of `runs`:
///
/// ```yaml
/// fox:
///   prompt: The quick brown fox      # text to continue; or
///   chat: What is a token?           # one user's message; or
///   messages: [{role: user, content: What is a token?}]
///   system: You are brief.           # with `chat` or `messages`
///   max_tokens: 12                   # 1 to 4096
///   sampling: greedy                 # the default, or {temperature: 0.8, top_k: 40, top_p: 0.9, min_p: 0.05, seed: 7}
///   stop: ["\n"]
///   model: smollm2                   # otherwise the site's
///   weights: float                   # or quantised
///   kv_cache: on                     # or off
///   repeat: 5                        # timed runs
///   score: true                      # keep the row of every prompt position
///   branch: {width: 3, depth: 3, tokens: 8}
///   merges: " unbelievable"          # keep the order in which this word's bytes are merged
///   first_tokens: 64                 # only so many tokens of the prompt, from its start
///   threads: 1                       # that the engine computes with; otherwise all cores
/// ```
pub(super) fn read_run(name: &str, key_span: Range<usize>, node: &Node, complaints: &Complaints) -> Option<RunRequest> {
    let fields = Fields::of(node, format!("the run `{name}`"), complaints)?.missing_at(key_span.clone());
    let prompt = read_prompt(&fields);
    let max_tokens = match fields.required("max_tokens", "Add `max_tokens: 12`, how many tokens it may write.") {
        Some(_) => fields.integer("max_tokens", 1..=MOST_TOKENS),
        None => None,
    };
    let sampling = read_sampling(&fields);
    let stop = fields.texts("stop");
    for (text, node) in &stop {
        if text.is_empty() {
            complaints.error("empty-stop", node.span.clone(), "a stop string is empty", "Remove it.");
        }
    }
    let run = RunRequest {
        span: key_span.start..node.span.end.max(key_span.end),
        prompt: prompt?,
        model: fields.text("model").map(str::to_owned),
        max_tokens: max_tokens.unwrap_or(1),
        sampling: sampling.unwrap_or(Sampling::Greedy),
        stop: stop.into_iter().map(|(text, _)| canonical_text(text)).collect(),
        weights: fields.choice("weights", &WEIGHTS),
        kv_cache: fields.choice("kv_cache", &[("on", KvCache::On), ("off", KvCache::Off)]).unwrap_or(KvCache::On),
        repeat: fields.integer("repeat", 1..=100),
        score: fields.boolean("score").unwrap_or(false),
        branch: read_branch(&fields),
        merges: read_word(&fields),
        first_tokens: fields.integer("first_tokens", 1..=MOST_TOKENS),
        threads: fields.integer("threads", 1..=MOST_THREADS),
    };
    fields.finish();
    Some(run)
}

/// ```yaml
/// branch:
///   width: 3     # 2 to 4: so many of the likeliest tokens at each node
///   depth: 3     # 1 to 4: so many positions after the prompt
///   tokens: 8    # 0 to 64: so far each leaf is continued greedily
/// ```
fn read_branch(fields: &Fields) -> Option<BranchSpec> {
    const HINT: &str = "Write `branch: {width: 3, depth: 3, tokens: 8}`.";
    let node = fields.node("branch")?;
    let inner = Fields::of(node, "`branch`", fields.complaints)?;
    let number = |key: &'static str, range| inner.required(key, HINT).and_then(|_| inner.integer(key, range));
    let width = number("width", BranchSpec::WIDTH);
    let depth = number("depth", BranchSpec::DEPTH);
    let tokens = number("tokens", BranchSpec::TOKENS);
    inner.finish();
    let branch = BranchSpec { width: width?, depth: depth?, tokens: tokens? };
    if branch.cost() > BranchSpec::MOST {
        let message = format!(
            "the branches take {width}^{depth} × ({depth} + {tokens}) = {} tokens, and at most {} are run",
            branch.cost(),
            BranchSpec::MOST,
            width = branch.width,
            depth = branch.depth,
            tokens = branch.tokens
        );
        fields.complaints.error("branch-size", node.head(fields.source()), message, "Lower one of the three numbers.");
    }
    Some(branch)
}

pub(crate) const WEIGHTS: [(&str, Weights); 2] = [("float", Weights::Float), ("quantised", Weights::Quantised)];

fn read_prompt(fields: &Fields) -> Option<Prompt> {
    const HINT: &str = "Give it one of `prompt: text to continue`, `chat: a message`, or `messages: […]`.";
    let given: Vec<&str> = ["prompt", "chat", "messages"].into_iter().filter(|key| fields.has(key)).collect();
    match given.as_slice() {
        ["prompt"] => {
            if let Some(span) = fields.key_span("system") {
                let hint = "Use `chat` instead of `prompt`, or write the whole text into `prompt`.";
                fields.complaints.error("system", span, "`system` has no meaning for a raw `prompt`", hint);
            }
            prompt_text(fields, "prompt").map(Prompt::Raw)
        }
        ["chat"] => {
            let content = prompt_text(fields, "chat")?;
            let mut messages: Vec<Message> = system(fields).into_iter().collect();
            messages.push(Message { role: Role::User, content });
            Some(Prompt::Chat(messages))
        }
        [_] => {
            let mut messages: Vec<Message> = system(fields).into_iter().collect();
            messages.extend(read_messages(fields));
            Some(Prompt::Chat(messages))
        }
        [] => {
            fields.complaints.error("missing-key", fields.at(), "the run has no prompt", HINT);
            None
        }
        [first, second, ..] => {
            let span = fields.key_span(if *second == "messages" { "messages" } else { "chat" }).unwrap_or(fields.at());
            let message = format!("the run has both `{first}` and `{second}`");
            fields.complaints.error("two-prompts", span, message, HINT);
            None
        }
    }
}

fn system(fields: &Fields) -> Option<Message> {
    fields
        .has("system")
        .then(|| prompt_text(fields, "system"))
        .flatten()
        .map(|content| Message { role: Role::System, content })
}

fn prompt_text(fields: &Fields, key: &'static str) -> Option<String> {
    let text = fields.required(key, "").and_then(|node| fields.as_text(key, node))?;
    let span = fields.node(key).map(|node| node.head(fields.source())).unwrap_or(fields.at());
    if text.is_empty() {
        fields.complaints.error("missing-key", span, format!("`{key}` is empty"), "Write what the model gets.");
        return None;
    }
    if text.ends_with('\n') {
        let message = format!("`{key}` ends with a line break, which is part of what the model gets");
        let hint = format!("Write `{key}: |-` to leave it out, or quote the text to say that it is meant.");
        let written = fields.node(key).and_then(|node| fields.source().text.get(node.span.clone()));
        if !written.is_some_and(|written| written.starts_with('"')) {
            fields.complaints.warning("line-break", span, message, hint);
        }
    }
    Some(canonical_text(text))
}

fn read_messages(fields: &Fields) -> Vec<Message> {
    let roles = [("system", Role::System), ("user", Role::User), ("assistant", Role::Assistant)];
    let nodes = fields.required_list("messages", "Add `- {role: user, content: …}`.");
    let mut messages = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        let Some(inner) = Fields::of(node, "a message", fields.complaints) else { continue };
        let role = inner.required("role", "Add `role: user`.").and_then(|_| inner.choice("role", &roles));
        let content = prompt_text(&inner, "content");
        if role == Some(Role::System) && (index > 0 || fields.has("system")) {
            let message = "the system's message must be the first and only one of its kind";
            fields.complaints.error("message-order", node.head(fields.source()), message, "");
        }
        if index + 1 == nodes.len() && role.is_some_and(|role| role != Role::User) {
            let message = "the last message must be the user's, since the model answers it";
            fields.complaints.error("message-order", node.head(fields.source()), message, "");
        }
        inner.finish();
        messages.extend(role.zip(content).map(|(role, content)| Message { role, content }));
    }
    messages
}

fn read_sampling(fields: &Fields) -> Option<Sampling> {
    const HINT: &str = "Write `sampling: greedy`, or `sampling: {temperature: 0.8, seed: 7}`.";
    let Some(node) = fields.node("sampling") else { return Some(Sampling::Greedy) };
    if let Some(text) = node.text() {
        if text == "greedy" {
            return Some(Sampling::Greedy);
        }
        let message = format!("`sampling` must be `greedy` or a mapping, and this is `{text}`");
        fields.complaints.error("unknown-word", node.span.clone(), message, HINT);
        return None;
    }
    let inner = Fields::of(node, "`sampling`", fields.complaints)?;
    let temperature = inner.number("temperature", "from 0.01 to 5", |t| (0.01..=5.0).contains(&t));
    let top_k = inner.integer("top_k", 1..=u32::MAX);
    let top_p = inner.number("top_p", "above 0 and at most 1", |p| p > 0.0 && p <= 1.0);
    let min_p = inner.number("min_p", "at least 0 and below 1", |p| (0.0..1.0).contains(&p));
    let seed = match inner.required("seed", "Add `seed: 7`: with a seed, the same run gives the same tokens anywhere.")
    {
        Some(_) => inner.integer("seed", 0..=u64::MAX),
        None => None,
    };
    inner.finish();
    Some(Sampling::Random { temperature: temperature.unwrap_or(1.0), top_k, top_p, min_p, seed: seed? })
}
