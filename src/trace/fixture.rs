use super::{EngineRecord, HostRecord, ModelRecord, Part, Trace};

/// The default model, its engine and a machine, for tests that need a whole trace.
pub(crate) fn records() -> (ModelRecord, EngineRecord, HostRecord) {
    let model = ModelRecord {
        name: "SmolLM2-135M-Instruct".into(),
        file: "SmolLM2-135M-Instruct.Q4_1.gguf".into(),
        sha256: "b1".repeat(32),
        architecture: "llama".into(),
        quantisation: "Q4_1".into(),
        parameters: 134_515_008,
        vocabulary: 49_152,
        layers: 30,
        heads: 9,
        kv_heads: 3,
        head_width: 64,
        embedding: 576,
        context: 8192,
    };
    let engine = EngineRecord {
        name: "mistral.rs".into(),
        version: "0.8.1".into(),
        device: "CPU".into(),
        weights: "F32".into(),
        dtype: "F32".into(),
        threads: 2,
        build_features: vec!["avx2".into(), "fma".into()],
    };
    let host = HostRecord {
        cpu: "Example CPU 3.0 GHz".into(),
        cores: 2,
        os: "Debian 13".into(),
        arch: "x86_64".into(),
        memory_bytes: 16 << 30,
    };
    (model, engine, host)
}

/// The trace of an engine that could not give a part.
pub(crate) fn without(trace: &Trace, part: Part) -> Trace {
    let mut trace = trace.clone();
    trace.missing.insert(part, "the server keeps it to itself".into());
    match part {
        Part::Rows | Part::Logprobs => {
            for step in &mut trace.steps {
                let best = step.choices().into_iter().take(5).map(|(id, logprob)| (id, (logprob * 1e5).round() / 1e5));
                (step.best, step.rank, step.entropy) = (best.collect(), None, None);
                step.row = None;
                if part == Part::Logprobs {
                    (step.best, step.logprob) = (Vec::new(), None);
                }
            }
            if part == Part::Logprobs {
                return without(&trace, Part::Rows);
            }
        }
        Part::PromptScores => trace.prompt_scores = None,
        Part::Timings => trace.timings = None,
        Part::Prefill => {
            if let Some(timings) = &mut trace.timings {
                timings.repeats.iter_mut().chain(&mut timings.warm_up).for_each(|run| run.prefill_ms = None);
            }
        }
        Part::Loading => {
            if let Some(timings) = &mut trace.timings {
                timings.load_ms = None;
            }
        }
        Part::Ids | Part::Pieces => {}
    }
    trace
}
